"""A game that another package brings: installed by pip, found by its entry point, served and played.

The package is the toy of tests/play as somebody else would publish it. Nothing of Potluck names it.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.play import toy
from tests.web.house import WAIT

# Installing takes its time; one process is enough for both tests.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("other package")]

ROOT = Path(__file__).resolve().parents[2]
TOY = Path(toy.__file__).parent
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "potluck-jars"
version = "1.0"

[project.entry-points."potluck.games"]
toy = "potluck_jars:game"

[tool.hatch.build.targets.wheel]
packages = ["potluck_jars"]
"""


class Installed(NamedTuple):
    """An environment that has the package, beside Potluck as it is here; and nothing of the tests."""

    folder: Path
    env: dict[str, str]

    def potluck(self, *arguments: str) -> list[str]:
        return [sys.executable, "-c", "from potluck.cli import app; app()", *arguments]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("package")
    package = folder / "source" / "potluck_jars"
    shutil.copytree(TOY, package, ignore=shutil.ignore_patterns("broken.py", "oracle.py", "__pycache__"))
    (package / "words" / "rules.en.md").write_text("# Jars\n\nGuess what is in the *jar*.\n")
    (package.parent / "pyproject.toml").write_text(PROJECT)
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--no-index"]
    target = folder / "site"
    done = subprocess.run(
        [*command, "--quiet", "--disable-pip-version-check", "--target", str(target), str(package.parent)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(package.parent)  # what is played is what was installed
    path = os.pathsep.join((str(target), str(ROOT / "src")))
    return Installed(folder, {**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"})


@pytest.fixture(scope="module")
def origin(installed: Installed) -> Iterator[str]:
    """A server, as `potluck serve` runs it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    database = str(installed.folder / "games.db")
    server = subprocess.Popen(
        installed.potluck("serve", "--host", "127.0.0.1", "--port", str(port), "--db", database),
        env=installed.env,
        cwd=installed.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        until = time.monotonic() + 4 * WAIT
        while True:
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < until, "the server did not start"
            try:
                if httpx.get(f"{address}/healthz", timeout=WAIT).status_code == 200:
                    break
            except httpx.TransportError:
                time.sleep(0.05)
        yield address
    finally:
        server.terminate()
        server.wait(WAIT)


def test_it_is_on_the_shelf_with_its_words_and_levels(origin: str) -> None:
    house = httpx.get(f"{origin}/api/house").json()
    games = house["games"]
    [box] = [each for each in games if each["id"] == "toy"]
    assert box["levels"] == ["random", "recall"]
    assert [option["name"] for option in box["options"]] == list(toy.game.options.__struct_fields__)
    for language, word in (("en", "Salt"), ("de", "Salz"), ("pt_BR", "sal")):
        assert httpx.get(f"{origin}/api/words/{language}").json()["toy.name"]
        words = httpx.get(f"{origin}/api/words/{language}/toy/{house['words'][language]['toy']}").json()
        assert word.lower() in str([words[key] for key in words if key.startswith("toy.kind")]).lower()
    assert "<em>jar</em>" in httpx.get(f"{origin}/api/rules/toy").json()["html"]


def test_it_is_played_at_a_table_to_the_end(origin: str, installed: Installed, tmp_path: Path) -> None:
    ana = httpx.Client(base_url=origin, headers={"X-Potluck": "1"}, timeout=WAIT)
    assert ana.post("/api/me", json={"name": "Ana"}).status_code == 200
    seats = [{"kind": "me"}, {"kind": "bot", "level": "recall"}, {"kind": "bot", "level": "random"}]
    body = {"game": "toy", "options": {"rounds": 1}, "seats": seats, "nonce": "00" * 16}
    made = ana.post("/api/tables", json=body).json()
    assert ana.post(f"/api/tables/{made['table']}/start", json={}).status_code == 200
    view = play(ana, origin, made["table"], made["seat_token"])
    assert sorted(view["places"])[0] == 1

    record = ana.get(f"/api/tables/{made['table']}/record")
    assert f"\ndeck: {toy.game.deck}\n" in record.text
    file = tmp_path / "jars.potluck"
    file.write_text(record.text, encoding="utf-8")
    for arguments in (["--verify"], ["--lang", "de"]):
        told = subprocess.run(
            installed.potluck("replay", str(file), *arguments),
            env=installed.env,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert told.returncode == 0, told.stdout + told.stderr
        assert "Ana" in told.stdout or "--verify" in arguments


def play(ana: httpx.Client, origin: str, table: str, token: str) -> dict[str, Any]:
    """Play on one's own socket, each move looked into first; the last view."""
    cookies = "; ".join(f"{name}={value}" for name, value in ana.cookies.items())
    url = origin.replace("http", "ws") + "/socket"
    build = ana.get("/api/house").json()["build"]
    with connect(url, origin=Origin(origin), additional_headers={"Cookie": cookies}) as tab:

        def say(**message: Any) -> None:
            tab.send(json.dumps(message))

        say(t="hello", build=build, table=table, seat_token=token)
        until, sent = time.monotonic() + 4 * WAIT, 0
        while time.monotonic() < until:
            message = json.loads(tab.recv(WAIT))
            if message["t"] == "ping":
                say(t="pong")
            assert message["t"] != "refused" or message["why"]["key"] == "error.stale", message
            look = message.get("look")
            if message["t"] not in ("welcome", "look") or look is None:
                continue
            if look["view"]["places"] is not None:
                view: dict[str, Any] = look["view"]
                return view
            if look["view"]["seat"] in look["view"]["waiting"]:
                sent += 1
                named = [look["legal"][0]["phrase"]]
                say(t="why", id=f"w{sent}", version=look["version"], moves=named)
                say(t="move", id=f"m{sent}", version=look["version"], moves=named)
    raise AssertionError("the game has no end")
