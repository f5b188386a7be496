"""`potluck serve` in a process of its own, as a person runs it, to be asked, stopped and killed."""

import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import httpx

ROOT: Final = Path(__file__).resolve().parents[1]
PATIENCE: Final = 60.0  # for a machine that is busy with other things
NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # else a client reads all the certificates there are


def potluck(*arguments: str | Path, cwd: Path | None = None, lang: str = "en", **options: Any) -> Any:
    """A command of `potluck` run to its end in a process of its own: `returncode`, `stdout`, `stderr`."""
    return subprocess.run(
        [sys.executable, "-m", "potluck.cli", *map(str, arguments)],
        env=environment(lang), cwd=cwd or ROOT, capture_output=True, timeout=PATIENCE, check=False, **options,
    )  # fmt: skip


def environment(lang: str = "en") -> dict[str, str]:
    return {**os.environ, "LANG": f"{lang}.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Serving:
    """A server of one database."""

    def __init__(
        self, database: Path, *arguments: str, cwd: Path | None = None, files: int | None = None
    ) -> None:
        """Start it on a free port and wait until it answers; it may open so many `files` at once."""
        # No pipe: workers that outlive it would keep it open.
        self._said = tempfile.TemporaryFile()  # noqa: SIM115
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        command = ["serve", "--db", str(database), "--port", str(self.port), "--host", "127.0.0.1"]
        bounded = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
        self.process = subprocess.Popen(
            [*bounded, sys.executable, "-m", "potluck.cli", *command, "--bot-workers", "1", *arguments],
            env=environment(), cwd=cwd or ROOT, stdout=self._said, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.origin}/healthz", verify=NO_TLS).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """SIGKILL: nothing is tidied up."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to end, as systemd does; what it ended with."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def said(self) -> str:
        """What it has printed and logged so far."""
        self._said.seek(0)
        return self._said.read().decode()

    def person(self, name: str | None = None, cookie: str | None = None) -> httpx.Client:
        """Somebody's browser: a new guest, or one who comes with a cookie from elsewhere."""
        headers = {"X-Potluck": "1"} | ({"Cookie": f"potluck.guest={cookie}"} if cookie else {})
        client = httpx.Client(base_url=self.origin, headers=headers, timeout=PATIENCE, verify=NO_TLS)
        if name is not None:
            client.post("/api/me", json={"name": name}).raise_for_status()
        return client

    def __enter__(self) -> "Serving":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
