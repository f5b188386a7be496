"""Killed at any moment: what was acknowledged is there, nothing is doubled, and play goes on."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .house import House, bot, broken, to_bot
from .processes import all_end

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

PLAYER = """
import sys
from potluck.play import registry
from potluck.tables.service import Tables
from tests.tables.stir import Stir

registry.games = lambda: {"stir": Stir()}
tables = Tables(sys.argv[1])
for n in range(int(sys.argv[3]), 20):
    move = ["roll", "put a", "hide"][n % 3]
    look = tables.look(sys.argv[2], 0, 0)
    tables.submit(sys.argv[2], 0, f"id-{n}", look.version, [move])
    print(n, flush=True)
"""

REPLACER = """
import sys
from potluck.play import registry
from potluck.tables.service import Tables
from tests.tables.house import to_bot
from tests.tables.stir import Stir

registry.games = lambda: {"stir": Stir()}
to_bot(Tables(sys.argv[1]), sys.argv[2], 1)
print("replaced", flush=True)
"""

BOTS = """
import asyncio, sys
from potluck.tables.bots import BotDriver
from potluck.tables.service import Tables
from potluck.tables.settings import Settings

async def main():
    tables = Tables(sys.argv[1], settings=Settings(bot_pause=0.0, bot_nodes=20))
    driver = BotDriver(tables, workers=2)
    await driver.start()
    while tables.room(sys.argv[2]).status != "over":
        await asyncio.sleep(0.02)
    await driver.stop()

if __name__ == "__main__":
    asyncio.run(main())
"""


def run(script: Path, *args: str, crash: str = "") -> tuple[int, str]:
    """Exit code and output of a script, all of whose processes have ended."""
    process = subprocess.Popen(
        [sys.executable, str(script), *args],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "POTLUCK_CRASH": crash},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert all_end(process.pid)
    return process.returncode, out


@pytest.mark.parametrize(
    ("place", "nth"),
    [
        ("append.inside", 11),
        ("append.after", 1),
        pytest.param("append.before", 1, marks=pytest.mark.slow),
        pytest.param("append.before", 11, marks=pytest.mark.slow),
        pytest.param("append.inside", 1, marks=pytest.mark.slow),
        pytest.param("append.after", 11, marks=pytest.mark.slow),
    ],
)
def test_acknowledged_moves_survive_and_none_is_doubled(
    new_house: Callable[..., House], tmp_path: Path, place: str, nth: int
) -> None:
    house = new_house()
    table = house.game(seats=1, turns=1).table
    url = f"sqlite:///{tmp_path / 'potluck.db'}"
    script = tmp_path / "player.py"
    script.write_text(PLAYER)
    code, out = run(script, url, table, "0", crash=f"{place}:{nth}")
    assert code == -9
    acknowledged = len(out.split())
    assert acknowledged == nth - 1
    written = len(new_house().look(table, 0).events)
    assert written == acknowledged + (place == "append.after")
    # The client re-sends the one that was not acknowledged, and goes on.
    code, _ = run(script, url, table, str(acknowledged))
    assert code == 0
    view = new_house().look(table, 0).view
    assert (view.pots, view.pocket, len(view.dice)) == ([7, 0, 0], 6, 1 + 7)


@pytest.mark.parametrize(
    "crash",
    [
        "bot.thinking:3",
        pytest.param("append.inside:5", marks=pytest.mark.slow),
        pytest.param("append.after:6", marks=pytest.mark.slow),
    ],
)
def test_bots_go_on_after_a_crash_and_no_worker_is_left(
    new_house: Callable[..., House], tmp_path: Path, crash: str
) -> None:
    house = new_house()
    ada = house.guest()
    made = house.tables.create(ada, "cooking_rumble", {}, [bot("easy"), bot("easy")], b"nonce of Ada")
    house.tables.start(ada, made.table)
    script = tmp_path / "bots.py"
    script.write_text(BOTS)
    url = f"sqlite:///{tmp_path / 'potluck.db'}"
    code, _ = run(script, url, made.table, crash=crash)
    assert code == -9
    code, _ = run(script, url, made.table)
    assert code == 0
    assert house.tables.room(made.table).status == "over"
    assert broken(house.tables) == []


def test_a_misspelt_place_is_said_at_once() -> None:
    for wrong in ("append:1", "append.after", "append.after:x"):
        done = subprocess.run(
            [sys.executable, "-c", "import potluck.tables.crash"],
            env={**os.environ, "POTLUCK_CRASH": wrong},
            capture_output=True,
            text=True,
        )
        assert "POTLUCK_CRASH is" in done.stderr


@pytest.mark.parametrize("place", ["append.before", "append.inside", "append.after", ""])
def test_a_player_is_replaced_in_the_log_and_on_the_seat_or_in_neither(
    new_house: Callable[..., House], tmp_path: Path, place: str
) -> None:
    house = new_house()
    game = house.game()
    house.move(game.table, 0, "put a", "done")
    script = tmp_path / "replacer.py"
    script.write_text(REPLACER)
    url = f"sqlite:///{tmp_path / 'potluck.db'}"
    code, out = run(script, url, game.table, crash=f"{place}:1" if place else "")
    assert (code, out) == ((-9, "") if place else (0, "replaced\n"))
    done = place in ("append.after", "")
    again = new_house()
    assert again.tables.room(game.table).seats[1].kind == ("bot" if done else "human")
    assert [due.whose.seat for due in again.tables.bots_due(game.table)] == [1] * done
    with again.tables.ground.games.use(game.table) as playing:
        assert [change.seat for change in playing.changes] == [1] * done
    assert broken(again.tables) == []
    # Asked again, it is so in any case.
    to_bot(again.tables, game.table, 1, "random")
    assert [due.whose.seat for due in again.tables.bots_due(game.table)] == [1]
