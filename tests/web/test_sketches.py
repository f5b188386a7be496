"""The sketches of games to come at a table: half-kept events, drafts, trials, a game for one."""

from collections.abc import Iterator
from typing import Any

import pytest

from potluck.play.record import Record, replay
from potluck.play.registry import game as find
from potluck.web.settings import WebSettings
from tests.play.block.rules import piece
from tests.play.block.table import MOVES, RESTOCK
from tests.play.sketches import installed
from tests.web.conftest import ROOMY, Started
from tests.web.house import Person, Server, Tab, served


@pytest.fixture(scope="module")
def sketchy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has found them."""
    folder = tmp_path_factory.mktemp("sketches")
    with installed(tmp_path_factory.mktemp("shelf")):
        settings = WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=ROOMY)
        with served(folder, settings) as running:
            yield running


def seated(server: Server, game: str, many: int, **options: Any) -> tuple[str, list[Person], list[Tab]]:
    """A running game and its players' tabs."""
    made = Started(server, *("Ana", "Bo", "Cem", "Dora")[:many], game=game, **options)
    made.come()
    return made.table, made.people, made.tabs


def look(tab: Tab) -> dict[str, Any]:
    assert tab.look is not None
    return tab.look


def named(tab: Tab, kind: str) -> list[dict[str, Any]]:
    """The legal moves of a kind, as phrases."""
    return [move for move in look(tab)["legal"] if move["phrase"]["key"].endswith(f".move.{kind}")]


def submit(tab: Tab, id: str, *moves: str) -> dict[str, Any]:
    tab.send("move", id=id, version=look(tab)["version"], moves=list(moves))
    return tab.answer(id)


def told(tab: Tab) -> list[Any]:
    """The events of the last look."""
    return [event and (event["key"], event["args"]) for event in look(tab)["events"]]


def test_a_turn_of_three_steps_is_one_submission_and_its_kinds_are_told_once(sketchy: Server) -> None:
    table, people, (ana, bo) = seated(sketchy, "lid", 2)
    first = named(ana, "put")[0]["text"]
    version = look(ana)["version"]
    ana.send("try", id="t", version=version, moves=[first])
    tried = ana.until("tried")
    assert (tried["version"], sum(tried["view"]["fill"]), tried["view"]["laid"]) == (version, 1, 1)
    second = next(move["text"] for move in tried["legal"] if move["text"].startswith("put"))
    # Past the lid nothing can be known before it is moved.
    ana.send("try", id="u", version=version, moves=[first, second, "lid b"])
    assert ana.until("refused")["why"]["key"] == "error.trial_ends"
    assert submit(ana, "m", first, second, "lid b")["t"] == "done"
    sketchy.settle()
    bo.waiting()
    keys = [key.removeprefix("lid.event.") for key, _ in told(bo)]
    assert keys == ["laid", "laid", "moved", "drew"]
    laid = look(bo)["events"][0]
    assert laid["once"]
    assert laid["kept"] == {"key": "lid.event.laid_blind", "args": {"seat": 0, "pot": laid["args"]["pot"]}}
    bo.send("shown", upto=look(bo)["first"] + 4)
    sketchy.settle()
    # Back again, Bo is told what stays of it; somebody who only watches never hears the kind.
    for tab in (people[1].tab(table, None), Person(sketchy, "Eve").tab(table)):
        assert told(tab)[0][0] == "lid.event.laid_blind"
        assert "kind" not in told(tab)[0][1]
    for tab in (ana, bo):
        tab.close()


def test_why_not_is_asked_by_the_fields_of_a_move(sketchy: Server) -> None:
    _, _, (ana, bo) = seated(sketchy, "lid", 2)
    into_covered = {"key": "lid.move.put", "args": {"kind": 0, "pot": 0}}
    ana.send(
        "why",
        id="w",
        version=look(ana)["version"],
        moves=["lid a", into_covered, named(ana, "put")[0]["text"]],
    )
    why = ana.until("reasons")["why"]
    assert why[0]["key"] == "lid.refuse.step.lay"
    assert why[1]["key"] in ("lid.refuse.covered", "lid.refuse.no_card")
    assert why[2] is None
    bo.send("why", id="w", version=look(bo)["version"], moves=["done"])
    assert bo.until("reasons")["why"][0]["key"] == "refuse.wait"
    for tab in (ana, bo):
        tab.close()


def test_everybody_decides_about_a_full_pot_also_those_who_cannot_score(sketchy: Server) -> None:
    _, _, tabs = seated(sketchy, "lid", 3)
    number = 0
    while look(tabs[0])["view"]["step"] != "answer":
        mover = next(tab for tab in tabs if look(tab)["legal"])
        into = [move for move in named(mover, "put") if move["phrase"]["args"]["pot"] == 2]
        legal = into or named(mover, "lid") or look(mover)["legal"]
        number += 1
        assert submit(mover, f"m{number}", legal[0]["text"])["t"] == "done"
        sketchy.settle()
        for tab in tabs:
            tab.waiting()
    assert look(tabs[0])["view"]["waiting"] == [0, 1, 2]
    assert all({move["text"] for move in look(tab)["legal"]} <= {"score", "decline"} for tab in tabs)
    for at, tab in enumerate(tabs):
        tab.send("try", id=f"t{at}", version=look(tab)["version"], moves=["decline"])
        assert tab.until("refused")["why"]["key"] == "error.trial_ends"  # the first and the last alike
        assert submit(tab, f"a{at}", "decline")["t"] == "done"
        sketchy.settle()
        for each in tabs:
            each.waiting()
    assert look(tabs[0])["view"]["step"] in ("lid", "over")
    for tab in tabs:
        tab.close()


def test_a_game_for_one_ends_with_a_band_and_a_cut_has_many_spellings(sketchy: Server) -> None:
    table, (ana,), (tab,) = seated(sketchy, "block", 1, rounds=2)
    cut = named(tab, "cut")[0]["text"]
    tab.send("try", id="t", version=look(tab)["version"], moves=[cut])
    tried = tab.until("tried")
    assert 0 in tried["view"]["block"]
    assert 0 not in look(tab)["view"]["block"]
    number = 0
    while look(tab)["view"]["places"] is None:
        legal = [move["text"] for move in look(tab)["legal"]]
        other = spelling(legal[0], look(tab)["view"]["block"]) if legal[0].startswith("cut") else legal[0]
        number += 1
        assert submit(tab, f"m{number}", other)["t"] == "done"
        sketchy.settle()
        tab.waiting()
    assert look(tab)["view"]["places"] == []
    assert look(tab)["view"]["band"] in range(4)
    text = ana.get(f"/api/tables/{table}/record").text
    record = Record.parse(text)
    assert (record.result, "result: alone" in text) == ([], True)
    played = list(replay(record, find("block")))
    assert played[-1].state.result() == []
    tab.close()


def spelling(cut: str, block: list[int]) -> str:
    """The last cut that takes the same dice."""
    dice = piece(block, MOVES.parse(cut))
    return MOVES.text(max(move for move in range(RESTOCK) if piece(block, move) == dice))
