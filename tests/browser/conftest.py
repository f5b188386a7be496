"""Chromium, the server, people. Everything is skipped, with the reason, where one of them is missing."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from potluck.web.settings import WebSettings
from tests.browser.people import Person
from tests.served import free_port

_ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Names of the tests' own lead to this machine.
    "--host-resolver-rules=MAP *.example 127.0.0.1",
]


class House:
    """A server in a process of its own; it can be killed and comes back with the same games."""

    def __init__(
        self, folder: Path, *, path: Path | None = None, away: float = 60.0, **settings: Any
    ) -> None:
        """`path` is where the server finds more games than are installed; `away` after how many seconds.

        `settings` are those of the web server that are not as usual.
        """
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.database = folder / "potluck.db"
        # A copy: a build made meanwhile does not change pages under people's hands.
        self._static = shutil.copytree(WebSettings().static, folder / "static")
        self._log = folder / "server.log"
        self._away = away
        self._settings = settings
        paths = [str(path), *filter(None, [os.environ.get("PYTHONPATH")])] if path else []
        self._environment = {**os.environ, **({"PYTHONPATH": os.pathsep.join(paths)} if paths else {})}
        self._process: subprocess.Popen[bytes] | None = None

    def tell(self, **settings: Any) -> None:
        """More settings, before it is opened."""
        self._settings |= settings

    def open(self) -> None:
        """Start and wait until it answers."""
        wanted = [str(self.port), str(self.database), str(self._static), str(self._away)]
        wanted.append(json.dumps(self._settings))
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.server", *wanted],
                cwd=_ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + 20
        while True:
            try:
                urllib.request.urlopen(f"{self.origin}/api/house", timeout=1).close()
                return
            except OSError:
                assert self._process.poll() is None, self._log.read_text(encoding="utf-8")
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """Stop."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(8)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


@pytest.fixture(scope="session")
def built() -> None:
    """There are pages to show."""
    if not (WebSettings().static / "index.html").is_file():
        pytest.skip("the browser client is not built: run `make client`")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, built: None) -> Iterator[House]:
    """The server all tests share."""
    served = House(tmp_path_factory.mktemp("house"))
    try:
        served.open()
        yield served
    finally:
        served.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def person(house: House, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Makes people; afterwards no page of theirs may have complained (errors, refused by the CSP)."""
    people: list[Person] = []

    def make(name: str, *, motion: str = "off", **context: Any) -> Person:
        context.setdefault("viewport", {"width": 1280, "height": 800})
        made = Person(browser.new_context(**context), house.origin, name, motion=motion)
        people.append(made)
        return made

    yield make
    complaints = {each.name: each.errors for each in people if each.errors}
    for each in people:
        each.page.context.close()
    assert not complaints
