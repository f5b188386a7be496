"""What a move costs at a table: server CPU per move, and click-to-paint in the other tab.

    python -m bench.table            both; the second needs the built client and Chromium
    python -m bench.table cpu        only the first
    python -m bench.table cpu --against CHECKOUT    the same for another checkout, game by game in turns

CPU: a real server process on SQLite with synchronous=FULL; a person in each of two seats plays random
games over sockets, nothing else is asked. The process's CPU time (user and system, from the
system's own account) over the moves made, from when both sockets are welcome and at rest. Goal: under
0.7 ms; against another checkout, half of what that one takes.

Paint: two Chromium pages at one table. The time from the click in one page to the first frame after the
board of the other has changed, both read from the same monotonic clock. Goals: half under 35 ms,
95 of 100 under 80 ms.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from bench.served import ROOT, cpu_seconds, served
from websockets.asyncio.client import connect
from websockets.typing import Origin

GOAL_CPU_MS: Final = 0.7
GOAL_PART: Final = 0.5  # of what another checkout takes
GOAL_P50_MS: Final = 35.0
GOAL_P95_MS: Final = 80.0
SETTLE_SECONDS: Final = 0.6  # a new tab is shown to the others after 0.4
BOT_PAUSE: Final = 0.7  # nobody here is a bot


@contextmanager
def server(checkout: Path = ROOT) -> Iterator[tuple[int, int]]:
    """A server process of its own, with an empty database; its port and process id."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{folder}/potluck.db"
        with served("bench.load_server", database, str(BOT_PAUSE), checkout=checkout) as running:
            yield running


class Person(httpx.Client):
    """A guest."""

    def __init__(self, port: int, name: str) -> None:
        """Become one."""
        super().__init__(base_url=f"http://127.0.0.1:{port}", headers={"X-Potluck": "1"})
        self.ask("/api/me", name=name)

    def ask(self, path: str, **body: Any) -> Any:
        """Post, and the answer."""
        return self.post(path, json=body).raise_for_status().json()


def new_game(people: list[Person]) -> tuple[str, list[str]]:
    """A started table with these people; its id and their seat tokens."""
    nonce = os.urandom(16).hex()
    plans = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    made = people[0].ask("/api/tables", game="cooking_rumble", options={}, seats=plans, nonce=nonce)
    table, tokens = made["table"], [made["seat_token"]]
    for seat, person in enumerate(people[1:], start=1):
        tokens.append(person.ask(f"/api/tables/{table}/sit", seat=seat, nonce=nonce)["seat_token"])
    people[0].ask(f"/api/tables/{table}/start")
    return table, tokens


async def play(
    port: int, table: str, token: str, rng: random.Random, counted: list[int], ready: asyncio.Barrier
) -> None:
    """One seat's tab until the game is over; moves begin when all are `ready`."""
    origin = Origin(f"http://127.0.0.1:{port}")
    async with connect(
        f"ws://127.0.0.1:{port}/socket", origin=origin, compression=None, proxy=None, max_queue=None
    ) as tab:
        await tab.send(json.dumps({"t": "hello", "build": "dev", "table": table, "seat_token": token}))
        while True:
            message = json.loads(await tab.recv())
            if message["t"] == "welcome":
                await ready.wait()
            if message["t"] == "ping":
                await tab.send('{"t":"pong"}')
            if message["t"] not in ("look", "welcome") or message["look"] is None:
                continue
            look = message["look"]
            if look["view"]["places"] is not None:
                return
            if look["legal"]:
                counted.append(look["version"])
                move = {"t": "move", "id": f"m{len(counted)}", "version": look["version"]}
                await tab.send(json.dumps({**move, "moves": [rng.choice(look["legal"])["text"]]}))


class Side:
    """One checkout's server, and two people who play there."""

    def __init__(self, name: str, running: tuple[int, int]) -> None:
        self.name = name
        self.spent = self.wall = 0.0
        self.moves = 0
        self._port, self._process = running
        self._people = [Person(self._port, "Ana"), Person(self._port, "Bo")]

    def game(self, rng: random.Random) -> None:
        """Play one, and count what it took."""
        counted: list[int] = []
        table, tokens = new_game(self._people)
        asyncio.run(self._play(table, tokens, rng, counted))
        self.moves += len(counted)

    async def _play(self, table: str, tokens: list[str], rng: random.Random, counted: list[int]) -> None:
        ready = asyncio.Barrier(len(tokens) + 1)
        tabs = [asyncio.create_task(play(self._port, table, token, rng, counted, ready)) for token in tokens]
        await asyncio.sleep(SETTLE_SECONDS)  # they are there, and have told each other so
        before, began = cpu_seconds(self._process), time.perf_counter()
        await ready.wait()
        await asyncio.gather(*tabs)
        self.spent += cpu_seconds(self._process) - before
        self.wall += time.perf_counter() - began

    @property
    def each(self) -> float:
        """CPU milliseconds for a move."""
        return self.spent / self.moves * 1000


def measure_cpu(count: int, against: Path | None = None) -> bool:
    """Print the CPU time per move; whether the goal is met. Two checkouts play in turns."""
    with ExitStack() as open_servers:
        checkouts = {"here": ROOT, **({"against": against} if against else {})}
        running = {name: open_servers.enter_context(server(path)) for name, path in checkouts.items()}
        sides = [Side(name, each) for name, each in running.items()]
        for side in sides:  # warm
            side.game(random.Random(0))
            side.spent = side.wall = side.moves = 0
        rng = random.Random(1)
        for _ in range(count):
            for side in sides:
                side.game(rng)
    for side in sides:
        name = f"   {side.name}" if against else ""
        goal = f"goal < {GOAL_CPU_MS} ms   " if side is sides[0] else ""
        print(f"server CPU per move      {side.each:6.2f} ms   {goal}({side.moves} moves){name}")
        print(f"wall clock per move      {side.wall / side.moves * 1000:6.2f} ms{name}")
    if against:
        print(f"here / against           {sides[0].each / sides[1].each:6.2f}      goal < {GOAL_PART}")
    return sides[0].each < (sides[1].each * GOAL_PART if against else GOAL_CPU_MS)


# Notes when a submitting click went down, and when the first frame after a change of the board was drawn.
WATCH: Final = """
() => {
  const wall = () => performance.timeOrigin + performance.now();
  window.clicked = 0;
  window.painted = 0;
  addEventListener("pointerdown", () => { window.clicked = wall(); window.painted = 0; }, true);
  const drawn = () => { if (!window.painted) window.painted = wall(); };
  new MutationObserver(() => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = drawn;
    after.port2.postMessage(0);
  })).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}
"""
# A card or an answer is picked first; what submits is the button in the prompt. A lit plate submits at once.
CHOICE: Final = ".choice[data-lit]"
CONFIRM: Final = ".prompt .button.yes"
PLATE: Final = ".pick[data-lit]"


def measure_paint(count: int) -> bool:
    """Print click-to-paint in the other tab; whether the goals are met."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    times: list[float] = []
    with server() as (port, _), sync_playwright() as driver:
        origin = f"http://127.0.0.1:{port}"
        browser = driver.chromium.launch(executable_path=chromium)
        people = [Person(port, "Ana"), Person(port, "Bo")]
        pages = []
        for person in people:
            context = browser.new_context(base_url=origin)
            context.add_init_script("localStorage.setItem('potluck.settings', '{\"speed\":\"off\"}')")
            context.add_cookies(
                [{"name": name, "value": value, "url": origin} for name, value in person.cookies.items()]
            )
            pages.append(context.new_page())
        while len(times) < count:
            table, tokens = new_game(people)
            for page, token in zip(pages, tokens, strict=True):
                page.goto("/")
                key = f"potluck.seat.{table}"
                page.evaluate("([key, token]) => localStorage.setItem(key, token)", [key, token])
                page.goto(f"/t/{table}")
                page.wait_for_selector(".rumble .plate")
                page.evaluate(WATCH)
            times += _play_by_hand(pages, count - len(times))
        browser.close()
    times.sort()
    p50, p95 = statistics.median(times), times[int(len(times) * 0.95)]
    print(f"click to paint p50       {p50:6.1f} ms   goal < {GOAL_P50_MS}   ({len(times)} clicks)")
    print(f"click to paint p95       {p95:6.1f} ms   goal < {GOAL_P95_MS}")
    return p50 < GOAL_P50_MS and p95 < GOAL_P95_MS


def _play_by_hand(pages: list[Any], most: int) -> list[float]:
    """Click through a game; milliseconds from each submitting click to the other page's frame."""
    times: list[float] = []
    while len(times) < most and not any(page.query_selector("section.end") for page in pages):
        for page, other in (pages, pages[::-1]):
            choice, plate = page.query_selector(CHOICE), page.query_selector(PLATE)
            if choice is None and plate is None:
                continue
            if choice is not None:
                choice.click()
                target = page.wait_for_selector(CONFIRM)
            else:
                target = plate
            page.wait_for_timeout(50)  # what the pick itself has drawn is over
            other.evaluate("() => { window.painted = 0; }")
            target.click()
            other.wait_for_function("() => window.painted > 0", polling="raf")
            times.append(other.evaluate("() => window.painted") - page.evaluate("() => window.clicked"))
            page.wait_for_timeout(100)
    return times


def main(arguments: list[str]) -> int:
    """Measure; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=["cpu", "paint", "both"], default="both")
    parser.add_argument("--games", type=int, default=8, help="games played for the CPU figure")
    parser.add_argument("--clicks", type=int, default=120, help="clicks measured")
    parser.add_argument("--against", type=Path, help="another checkout, for the CPU figure")
    chosen = parser.parse_args(arguments)
    against = chosen.against.resolve() if chosen.against else None
    met = [measure_cpu(chosen.games, against)] if chosen.what != "paint" else []
    met += [measure_paint(chosen.clicks)] if chosen.what != "cpu" else []
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
