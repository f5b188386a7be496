"""What a visit costs: bytes over the network, and round trips one after the other.

    python -m bench.visit                         this checkout
    python -m bench.visit --against CHECKOUT      another one as well, if its client is built there
    python -m bench.visit --language de --coding br --each

A real server and Chromium with an empty cache. Bytes are those on the wire, headers included, as the browser
counts them (CDP, `encodedDataLength`): the lobby; then, in the same browser, a table of every game in play,
as text, and before its start; the lobby once more; and a table by its link, met first. What a socket tells is
not counted: it is the game, not the visit. Without https a browser offers gzip alone, so that is the rule
here; `--coding br` is what https gets.

Round trips: the same visits over a proxy that delays everything, near and far; the difference of their times
over the difference of the distances. Connecting counts, as it would.

Goals: lobby under 150 KB, any table under 120 KB more (KB: 1,000 bytes).
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from bench.distance import distance
from bench.served import ROOT, served
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

GOAL_LOBBY: Final = 150_000
GOAL_TABLE: Final = 120_000
WAIT_MS: Final = 60_000
NEAR_SECONDS: Final = 0.05  # each way
FAR_SECONDS: Final = 0.25
REPEATS: Final = 3

OFFERS: Final = {"gzip": "gzip, deflate", "br": "gzip, deflate, br"}
BY_LINK: Final = "by its link"
KINDS: Final = ("play", "text", "waiting", BY_LINK)

_LOBBY: Final = "ul.shelf"
_BOARD: Final = "section.board:not(:has(.skeleton))"
_WAITING: Final = ".start .button"


@dataclass(frozen=True)
class Piece:
    """One answer: the end of its address, its coding, its bytes on the wire."""

    name: str
    coding: str
    size: int


class Watch:
    """Counts what a page is sent."""

    def __init__(self, page: Page, coding: str) -> None:
        """`coding` is the best that the browser offers; all offer gzip."""
        self._names: dict[str, str] = {}
        self._codings: dict[str, str] = {}
        self._pieces: list[Piece] = []
        cdp = page.context.new_cdp_session(page)
        cdp.on("Network.requestWillBeSent", self._asked)
        cdp.on("Network.responseReceived", self._answered)
        cdp.on("Network.loadingFinished", self._finished)
        cdp.send("Network.enable")
        cdp.send("Network.setExtraHTTPHeaders", {"headers": {"Accept-Encoding": OFFERS[coding]}})

    def _asked(self, event: dict[str, Any]) -> None:
        self._names[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _answered(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        self._codings[event["requestId"]] = headers.get("content-encoding", "plain")

    def _finished(self, event: dict[str, Any]) -> None:
        request, size = event["requestId"], round(event["encodedDataLength"])
        name = self._names.get(request, "?")
        if size > 0 and not name.startswith("data:"):
            self._pieces.append(Piece(name, self._codings.get(request, "plain"), size))

    def take(self, page: Page) -> list[Piece]:
        """What came since it was asked last, once nothing more comes."""
        page.wait_for_load_state("networkidle")
        taken, self._pieces = self._pieces, []
        return taken


def total(pieces: list[Piece]) -> int:
    """Bytes."""
    return sum(piece.size for piece in pieces)


@dataclass(frozen=True)
class Laid:
    """A table that is ready to be visited by the browser of a context, and what is to be seen there."""

    path: str
    sight: str


def lay(context: BrowserContext, origin: str, game: str, seats: int, *, started: bool) -> Laid:
    """A table of this browser's guest, the other seats bots, or open where it is not started."""

    def ask(path: str, body: dict[str, Any]) -> Any:
        answer = context.request.post(f"{origin}{path}", headers={"X-Potluck": "1"}, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    ask("/api/me", {"name": "Ann"})
    other = {"kind": "bot", "level": "random"} if started else {"kind": "open", "level": None}
    plans = [{"kind": "me", "level": None}, *[other] * (seats - 1)]
    made = ask("/api/tables", {"game": game, "options": {}, "seats": plans, "nonce": "00" * 16})
    table, token = made["table"], made["seat_token"]
    context.add_init_script(f"localStorage.setItem('potluck.seat.{table}', {token!r})")
    if started:
        ask(f"/api/tables/{table}/start", {})
    return Laid(f"/t/{table}", _BOARD if started else _WAITING)


def games(origin: str) -> dict[str, int]:
    """Every game that can be played, and with how few."""
    with urllib.request.urlopen(f"{origin}/api/house") as answer:
        found = json.load(answer)["games"]
    return {each["id"]: min(each["seats"]) for each in found if each["ready"]}


@contextmanager
def browsing(browser: Browser, language: str, *, text: bool = False) -> Iterator[BrowserContext]:
    """A browser that has never been here, of somebody who reads a language."""
    context = browser.new_context(locale=language.replace("_", "-"))
    context.set_default_timeout(WAIT_MS)
    if text:
        context.add_init_script("localStorage.setItem('potluck.settings', JSON.stringify({text: true}))")
    try:
        yield context
    finally:
        context.close()


def visits(
    browser: Browser, origin: str, language: str, coding: str, kinds: Sequence[str] = KINDS
) -> dict[str, list[Piece]]:
    """What every visit is sent, by its name; those of tables follow one of the lobby, but for the link's."""
    found: dict[str, list[Piece]] = {}
    for (game, seats), kind in product(games(origin).items(), kinds):
        with browsing(browser, language, text=kind == "text") as context:
            page = context.new_page()
            watch = Watch(page, coding)

            def visit(path: str, sight: str, page: Page = page, watch: Watch = watch) -> list[Piece]:
                page.goto(f"{origin}{path}")
                page.wait_for_selector(sight)
                return watch.take(page)

            if kind != BY_LINK:
                found["lobby"] = visit("/", _LOBBY)
            laid = lay(context, origin, game, seats, started=kind != "waiting")
            found[f"{game}, {kind}"] = visit(laid.path, laid.sight)
            if kind == "play":
                found["lobby again"] = visit("/", _LOBBY)
                found[f"{game}, again"] = visit(laid.path, laid.sight)
    return found


def round_trips(browser: Browser, port: int, language: str) -> dict[str, float]:
    """How many round trips follow each other until the page is there."""

    def seconds(far: int, game: str | None, seats: int) -> float:
        times = []
        for _ in range(REPEATS):
            with browsing(browser, language) as context:
                origin = f"http://127.0.0.1:{far}"
                laid = lay(context, origin, game, seats, started=True) if game else Laid("/", _LOBBY)
                page = context.new_page()
                began = time.perf_counter()
                page.goto(f"{origin}{laid.path}", wait_until="commit")
                page.wait_for_selector(laid.sight)
                times.append(time.perf_counter() - began)
        return min(times)

    with distance(port, NEAR_SECONDS) as near, distance(port, FAR_SECONDS) as far:
        wanted: dict[str, tuple[str | None, int]] = {"lobby": (None, 0)}
        for game, seats in games(f"http://127.0.0.1:{port}").items():
            wanted[f"{game}, {BY_LINK}"] = (game, seats)
        return {
            name: (seconds(far, *what) - seconds(near, *what)) / (2 * (FAR_SECONDS - NEAR_SECONDS))
            for name, what in wanted.items()
        }


def chromium() -> str:
    """Where the system's Chromium is."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    sys.exit("this needs Chromium")


def _print(title: str, found: dict[str, list[Piece]], trips: dict[str, float], *, each: bool) -> None:
    print(f"\n{title}\n{'':34}{'answers':>8}{'bytes':>10}{'goal':>10}{'round trips':>13}")
    for name, pieces in found.items():
        first = name == "lobby" or name.endswith((", play", ", text", ", waiting"))
        goal = f"{GOAL_LOBBY if name == 'lobby' else GOAL_TABLE:,}" if first else ""
        far = f"{trips[name]:.1f}" if name in trips else ""
        print(f"{name:34}{len(pieces):8}{total(pieces):10,}{goal:>10}{far:>13}")
        for piece in sorted(pieces, key=lambda piece: -piece.size) if each else ():
            print(f"    {piece.size:8,}  {piece.coding:6} {piece.name}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What a visit costs.")
    parser.add_argument("--against", type=Path, help="another checkout with its client built")
    parser.add_argument("--language", default="en")
    parser.add_argument("--coding", choices=list(OFFERS), default="gzip")
    parser.add_argument("--each", action="store_true", help="every answer by itself")
    parser.add_argument("--no-trips", action="store_true", help="count bytes only")
    arguments = parser.parse_args()
    flags = ["--headless", "--no-sandbox", "--disable-gpu"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        for checkout in [ROOT, *([arguments.against.resolve()] if arguments.against else [])]:
            if not (checkout / "src/potluck/web/static/index.html").is_file():
                sys.exit(f"the client is not built in {checkout}")
            with (
                tempfile.TemporaryDirectory() as folder,
                served("bench.load_server", f"sqlite:///{folder}/potluck.db", "0", checkout=checkout) as (
                    port,
                    _,
                ),
            ):
                found = visits(browser, f"http://127.0.0.1:{port}", arguments.language, arguments.coding)
                trips = {} if arguments.no_trips else round_trips(browser, port, arguments.language)
            _print(str(checkout), found, trips, each=arguments.each)
        browser.close()


if __name__ == "__main__":
    main()
