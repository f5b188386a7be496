"""Names that a reader would take for one another."""

import pytest

from potluck.locale.alike import Taken, alike, mixed, other_letters, without_number


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("ANN", "Ann"),
        ("Straße", "STRASSE"),
        ("Ann", "Ａｎｎ"),
        ("Ann", "𝐀nn"),
        ("Zoë", "Zoe\u0308"),
        ("Ann", "Аnn"),  # a Cyrillic A
        ("Ann", "Αnn"),  # a Greek one
        ("Bob", "ВоЬ"),
        ("Alice", "AIice"),
        ("Paul", "PauI"),
        ("Bob", "B0b"),
        ("Ann", "Ann\ufe0f"),
        ("Ann  B", "Ann\u00a0B"),
        ("Mia", "Мiа"),
    ],
)
def test_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Zoë", "Zoe"), ("José", "Jose"), ("Ann", "Ann 2"), ("Ben", "Bea")]
)
def test_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_word_in_several_alphabets_is_to_be_wary_of() -> None:
    assert [name for name in ("Аnn", "Ann Вob", "Αnn") if not mixed(name)] == []
    plain = (
        "Ann",
        "Аня",
        "Ann Аня",
        "李雷 Ann",
        "タロウさん",
        "עדה Ann",
        "Ann2",
        "👩\u200d🍳 Anna",
        "Zoë",
        "Νίκος",
    )
    assert [name for name in plain if mixed(name)] == []


def test_anothers_name_in_other_letters() -> None:
    assert other_letters("ВоЬ", ["Ann", "Bob"])
    assert not other_letters("Bob", ["Ann", "bob"])
    assert not other_letters("Боб", ["Bob"])


def test_who_comes_later_gets_the_first_number_that_is_free() -> None:
    taken = Taken(["Ann", "Ann 2"])
    assert [taken.tell_apart(name) for name in ("ann", "Bo", "Аnn", "Bo")] == ["ann 3", "Bo", "Аnn 4", "Bo 2"]
    assert without_number("Ann 12") == "Ann"
    assert without_number("R2 D2") == "R2 D2"
