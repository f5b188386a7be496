"""The conformance suite passes sound toys and sketches and catches every broken one, by the right check."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from potluck.locale import LANGUAGES, game_catalogue, house_catalogue
from potluck.play.chance import Chance
from potluck.play.conformance import CHECKS, GROUPS, Catalogues, ContractBroken, check_game, summary
from potluck.play.game import Game
from potluck.play.moves import Move
from tests.play import block, lid
from tests.play.block import table as block_table
from tests.play.broken_sketches import BROKEN as BROKEN_SKETCHES
from tests.play.toy import Toy
from tests.play.toy.broken import BROKEN, SilentPeek
from tests.play.toy.game import ToyOptions
from tests.play.toy.oracle import deals


def recall_lid(state: Any, viewer: int | None) -> list[int] | None:
    """Who has sat there from the beginning may know what is in the covered pot."""
    return list(state.pots[state.lid]) if state.hides and viewer is not None else None


def restocks(state: Any, seat: int, legal: Sequence[Move], luck: Chance) -> Move:
    """Rolls the block anew whenever that may be done."""
    return block_table.RESTOCK if block_table.RESTOCK in legal else legal[luck.below(len(legal))]


def _words(game: Game) -> Catalogues:
    return {
        language: {**house_catalogue(language), **game_catalogue(game.package, language)}
        for language in LANGUAGES
    }


def test_the_sound_toy_keeps_every_duty(toy_words: Catalogues) -> None:
    tally = check_game(Toy(), seeds=range(2), catalogues=toy_words, oracle=deals, depth=2)
    assert list(tally) == [check.__name__ for check in CHECKS]
    assert {check for check, count in tally.items() if not count} == {"redeal_remembers"}, summary(tally)


@pytest.mark.slow
def test_the_sound_toy_keeps_every_duty_in_many_games(toy_words: Catalogues) -> None:
    check_game(Toy(), seeds=range(50, 60), catalogues=toy_words, oracle=deals)


@pytest.mark.parametrize("game", [lid.game, block.game], ids=["lid", "block"])
def test_a_sketch_of_a_game_to_come_keeps_every_duty(game: Game) -> None:
    options = [game.options()]
    tally = check_game(
        game, seeds=range(2), catalogues=_words(game), **_known(game), options=options, depth=2
    )
    nothing_to_see = {
        "lid": {"redeal_uniform"},
        "block": {"redeal_uniform", "redeal_remembers", "bots_choose"},
    }
    idle = {check for check, count in tally.items() if not count}
    assert idle == nothing_to_see[game.about.id], summary(tally)


@pytest.mark.slow
@pytest.mark.parametrize("game", [lid.game, block.game], ids=["lid", "block"])
def test_a_sketch_of_a_game_to_come_keeps_every_duty_in_many_games(game: Game) -> None:
    check_game(game, seeds=range(50, 54), catalogues=_words(game), **_known(game), depth=6)


def _known(game: Game) -> dict[str, Any]:
    return {"recall": recall_lid} if game.about.id == "lid" else {"chooser": restocks}


@pytest.mark.parametrize(("broken", "check"), BROKEN, ids=[made.__name__ for made, _ in BROKEN])
def test_a_broken_toy_is_caught(broken: Callable[[], Game], check: str, toy_words: Catalogues) -> None:
    with pytest.raises(ContractBroken) as caught:
        check_game(broken(), catalogues=toy_words, oracle=deals, options=[ToyOptions()], depth=12)
    assert caught.value.check == check, caught.value.detail


LONG = {"TwoSpellings", "SilentLid"}  # take their time, and another is caught by the same check


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.slow] * (each in LONG)) for each in BROKEN_SKETCHES]
)
def test_a_broken_sketch_is_caught(name: str) -> None:
    game, check = BROKEN_SKETCHES[name]
    group = next(group for group, checks in GROUPS.items() if check in [each.__name__ for each in checks])
    with pytest.raises(ContractBroken) as caught:
        check_game(
            game,
            seeds=range(4),
            catalogues=_words(game),
            **_known(game),
            options=[game.options()],
            seats=game.about.seats[:2],
            groups=(group,),
            depth=6,
        )
    assert caught.value.check == check, caught.value.detail


# What a translator may forget, by what the suite says of it.
FORGOTTEN = {
    "de has no words for 'toy.kind.0:einen'": {"toy.event.draw": "{seat} zieht {kind:einen}."},
    "'toy.kind.0:einen' has slots ['many'] left empty": {
        "toy.event.draw": "{seat} zieht {kind:einen}.",
        **{f"toy.kind.{kind}:einen": "einen von {many}" for kind in range(3)},
    },
    "en has no words for 'toy.event.draw@seat'": {"toy.event.draw@seat": "Du ziehst {kind}."},
    "'toy.event.draw' has slots ['many'] left empty": {"toy.event.draw": "{seat} zieht {kind+many}."},
}


@pytest.mark.parametrize("said", FORGOTTEN)
def test_forgotten_words_are_caught(said: str, toy_words: Catalogues) -> None:
    words = {**toy_words, "de": {**toy_words["de"], **FORGOTTEN[said]}}
    with pytest.raises(ContractBroken) as caught:
        check_game(Toy(), seeds=range(1), catalogues=words, options=[ToyOptions()], groups=("said",))
    assert said in caught.value.detail


def test_a_trial_past_what_may_be_known_is_caught() -> None:
    # Asked alone: `secrecy` looks at the same flag and would say so first.
    with pytest.raises(ContractBroken) as caught:
        check_game(SilentPeek(), options=[ToyOptions()], groups=("said",))
    assert caught.value.check == "trial", caught.value.detail


def test_every_check_is_seen_to_fail() -> None:
    caught = {check for _, check in [*BROKEN, *BROKEN_SKETCHES.values()]}
    # `bound` is said by `plays` first; a missing record check would show in the position checks it builds on;
    # `trial` is seen above.
    assert {check.__name__ for check in CHECKS} - caught == {
        "bound",
        "record_round_trip",
        "record_verified",
        "passing",
        "trial",
    }
