"""A real nginx or Caddy before a house, with the configurations that docs/hosting.md shows."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.served import free_port

NAME = "games.example"  # people's name for the house; the browser of these tests finds it on this machine
_PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
_BEFORE = "127.0.0.1:8000"
_PATIENCE = 20.0  # seconds
_UNCHECKED = ssl.create_default_context()  # the certificates are of our own making
_UNCHECKED.check_hostname = False
_UNCHECKED.verify_mode = ssl.CERT_NONE


def documented(kind: str, number: int = 0) -> str:
    """The configurations on the page, as they stand there: "nginx" or "caddy", the first or a later one."""
    found: list[str] = re.findall(rf"```{kind}\n(.*?)```", _PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return found[number]


def _certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-days", "2",
         "-keyout", folder / f"{NAME}.key", "-out", folder / f"{NAME}.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


def _found(program: str) -> str:
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    if path is None:
        pytest.skip(f"no {program} is installed (Debian: apt install {program})")
    return path


@contextmanager
def nginx(folder: Path, port: int, server: str) -> Iterator[str]:
    """What stands in a site's file, run before the house at `port`; the origin."""
    program = _found("nginx")
    own = free_port()
    if "ssl" in server:
        _certificate(folder)
    site = server.replace(_BEFORE, f"127.0.0.1:{port}").replace("/etc/ssl/", f"{folder}/")
    site = re.sub(r"listen \d+", f"listen 127.0.0.1:{own}", site)
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};\n"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""  # who may read the test's folder
    config.write_text(
        f"daemon off; {user} pid {folder}/nginx.pid; error_log {folder}/nginx.log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{site}\n}}\n"
    )
    command = [program, "-p", str(folder), "-c", str(config), "-e", str(folder / "nginx.log")]
    with _running(command, own, folder, "ssl" in server):
        yield f"{'https' if 'ssl' in server else 'http'}://{NAME}:{own}"


@contextmanager
def caddy(folder: Path, port: int, site: str) -> Iterator[str]:
    """A Caddyfile, run before the house at `port`, with a certificate of its own making; the origin."""
    program = _found("caddy")
    own = free_port()
    config = folder / "Caddyfile"
    ours = "{\n admin off\n local_certs\n skip_install_trust\n auto_https disable_redirects\n}\n"
    config.write_text(
        ours + site.replace(_BEFORE, f"127.0.0.1:{port}").replace(NAME, f"https://{NAME}:{own}")
    )
    command = [program, "run", "--config", str(config), "--adapter", "caddyfile"]
    with _running(command, own, folder, True):
        yield f"https://{NAME}:{own}"


@contextmanager
def _running(command: list[str], port: int, folder: Path, secure: bool) -> Iterator[None]:
    log = folder / "proxy.log"
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log.open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        until = time.monotonic() + _PATIENCE
        while True:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, "the proxy does not answer"
            try:
                with socket.create_connection(("127.0.0.1", port), 1) as line:
                    if secure:
                        _UNCHECKED.wrap_socket(line, server_hostname=NAME).close()
                break
            except OSError:
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(_PATIENCE)
