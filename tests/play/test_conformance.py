"""The conformance suite passes the sound toy game and catches every broken one, by the right check."""

from collections.abc import Callable

import pytest

from potluck.play.conformance import CHECKS, Catalogues, ContractBroken, check_game, summary
from potluck.play.game import Game
from tests.play.toy import Toy
from tests.play.toy.broken import BROKEN
from tests.play.toy.game import ToyOptions
from tests.play.toy.oracle import deals


def test_the_sound_toy_keeps_every_duty(toy_words: Catalogues) -> None:
    tally = check_game(Toy(), catalogues=toy_words, oracle=deals, depth=6)
    assert list(tally) == [check.__name__ for check in CHECKS]
    assert all(count > 0 for count in tally.values()), summary(tally)


@pytest.mark.slow
def test_the_sound_toy_keeps_every_duty_in_many_games(toy_words: Catalogues) -> None:
    check_game(Toy(), seeds=range(50, 60), catalogues=toy_words, oracle=deals)


@pytest.mark.parametrize(("broken", "check"), BROKEN, ids=[made.__name__ for made, _ in BROKEN])
def test_a_broken_toy_is_caught(broken: Callable[[], Game], check: str, toy_words: Catalogues) -> None:
    with pytest.raises(ContractBroken) as caught:
        check_game(broken(), catalogues=toy_words, oracle=deals, options=[ToyOptions()], depth=12)
    assert caught.value.check == check, caught.value.detail


def test_every_check_is_seen_to_fail() -> None:
    caught = {check for _, check in BROKEN}
    # `bound` is said by `plays` first; a missing record check would show in the position checks it builds on.
    assert {check.__name__ for check in CHECKS} - caught == {
        "bound",
        "record_round_trip",
        "record_verified",
        "passing",
    }
