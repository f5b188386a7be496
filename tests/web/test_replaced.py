"""A player is replaced while everybody is at the table: tabs hear of it, and the bot plays on."""

import json
from pathlib import Path

import pytest

from potluck.tables.settings import Settings
from potluck.web.settings import WebSettings
from tests.tables.house import to_bot, to_owner
from tests.web.conftest import ROOMY, Started
from tests.web.house import WAIT, Person, Server, assert_worded, served, wait_for


def test_the_tab_of_the_seat_watches_and_the_person_comes_back(server: Server, started: Started) -> None:
    bo = started.people[1]
    idle, other = started.tabs[1], started.tabs[0]
    to_bot(server.tables, started.table, 1, "easy")
    server.settle()
    welcome = idle.until("welcome")
    assert welcome["seat"] is None
    assert welcome["yours"] == []
    bot = welcome["room"]["seats"][1]
    assert (bot["kind"], bot["name"], bot["level"], bot["present"]) == ("bot", None, "easy", True)
    assert (welcome["look"]["view"]["seat"], welcome["look"]["legal"]) == (None, [])
    told = [json.loads(text)["t"] for text in other.waiting()]
    assert set(told) == {"room"}, "nothing but the room has changed for everybody else"
    late = bo.tab(started.table, started.tokens[1], hello=False)
    late.send("hello", build="dev", table=started.table, seat_token=started.tokens[1])
    again = late.until("welcome")
    assert (again["seat"], again["yours"], again["back"]) == (None, [], [1])
    refused = bo.post(f"/api/tables/{started.table}/reclaim", json={"seat": 1})
    assert_worded(refused.json()["why"], "error.seat_not_yours")

    to_owner(server.tables, started.table, 1)
    given = bo.post(f"/api/tables/{started.table}/reclaim", json={"seat": 1})
    assert given.status_code == 200
    back = bo.tab(started.table, given.json()["seat_token"])
    assert back.look is not None
    assert back.look["view"]["seat"] == 1


@pytest.mark.parametrize("kind", ["move", "undo", "try", "why"])
def test_a_tab_that_is_slow_to_hear_of_it_plays_no_longer(
    server: Server, started: Started, kind: str
) -> None:
    legal = [server.tables.look(started.table, seat, 0).legal for seat in (0, 1)]  # type: ignore[union-attr]
    seat = 0 if legal[0] else 1
    [slow] = [each for each in server.hub._tabs if (each.table, each.seat) == (started.table, seat)]
    slow.sending = server.loop.time()  # it has not taken yet what was sent before
    to_bot(server.tables, started.table, seat, "easy")
    tab = started.tabs[seat]
    assert tab.look is not None
    moves = {"moves": 1} if kind == "undo" else {"moves": [legal[seat][0].text]}
    tab.send(kind, id="late", version=tab.look["version"], **moves)
    answer = next(each for each in iter(tab.next, None) if each.get("id") == "late")
    assert answer["t"] == "refused", answer
    assert_worded(answer["why"], "error.seat_token_wrong")


def test_the_bot_plays_the_game_to_its_end(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/potluck.db"
    settings = WebSettings(url, bot_workers=1, limits=ROOMY)
    with served(tmp_path, settings, settings=Settings(bot_pause=0.0, bot_nodes=20)) as server:
        game = Started(server, "Ana", "Bo")
        ana, table = game.people[0], game.table
        watching = Person(server, "Cy").tab(table)
        to_bot(server.tables, table, 1, "random")
        to_bot(server.tables, table, 0, "random")

        def over() -> bool:
            watching.waiting()
            return server.tables.room(table).status == "over"

        wait_for(over, 4 * WAIT)
        record = ana.get(f"/api/tables/{table}/record").text
    # The first bot may have moved before the second one came.
    changes = [line for line in record.splitlines() if line.startswith("= ")]
    assert changes == ["= p2 bot random", "= p1 bot random"]
    assert "tag player p1: Ana\ntag player p2: Bo\n" in record
