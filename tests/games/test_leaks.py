"""A leak in a rare step of a game is found by the seeds and positions that conformance plays of it."""

import pytest

from potluck.play.conformance import ContractBroken
from potluck.play.registry import games
from tests.games.leaks import LEAKS
from tests.games.test_conformance import REGISTERED, in_many_games


def test_every_game_has_a_leak_to_find() -> None:
    assert sorted(LEAKS) == REGISTERED


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LEAKS))
def test_a_leak_in_a_rare_step_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak = LEAKS[name]
    leak.patch(monkeypatch)
    with pytest.raises(ContractBroken) as caught:
        in_many_games(name, leak.seats, games()[name].options(), "secrecy")
    assert caught.value.check == "secrecy", caught.value.detail
    assert f"{name}.event.{leak.told}" in caught.value.detail
