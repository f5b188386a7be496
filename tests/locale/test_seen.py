"""What can be seen of a text: a rule over all of Unicode, and the marks that belong to what is seen."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from potluck.locale.seen import MARKS, has_ink, is_seen, isolate, seen

ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
UNSEEN = re.compile(
    r"(HANGUL.*|SCRIPT) FILLER|VARIATION SELECTOR|(FULL|HALF|PATTERN) BLANK|INVISIBLE|ZERO WIDTH|JOINER"
    r"|NULL NOTEHEAD"
)


def test_nothing_of_all_unicode_passes_between_letters_that_is_there_and_not_seen() -> None:
    """By the interpreter's own data, as far as they go."""
    passed = []
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        category, name = unicodedata.category(character), unicodedata.name(character, "")
        unseen = category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") or UNSEEN.search(name)
        if unseen and is_seen(f"a{character}b"):
            passed.append(f"{code:x} {name}")
    assert passed == []


def test_every_letter_number_and_sign_passes() -> None:
    refused = [
        character
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(character := chr(code)) in ("Lu", "Ll", "Nd", "Po", "Sm", "Sc", "Sk")
        and not is_seen(f"a{character}b")
    ]
    assert refused == []


@pytest.mark.parametrize(
    "text",
    [
        "\U0001fae9",  # a face of Unicode 16
        "\U0001faea\U0001fac8",  # of 17
        "\U0001f6df",  # of 14
        ENGLAND,
        f"Ann {ENGLAND}{ENGLAND}",
        "👩\u200d🍳",
        "👩🏽\u200d🍳",
        "🏳\ufe0f\u200d🌈",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "🇩🇪",
        "葛\U000e0100",  # a way of writing a family name
        "می\u200cخواهم",
        "श\u094d\u200dर",
        "עדה",
        "Zoë",
        "Nguyễn",
    ],
)
def test_what_belongs_to_scripts_and_emoji_passes_whole(text: str) -> None:
    assert is_seen(unicodedata.normalize("NFC", text))
    assert seen(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\u200bb", "ab"),
        ("a\u200db", "ab"),
        ("a\u200cb", "ab"),
        ("🍳\u200db", "🍳b"),
        ("a\ufe0fb", "ab"),
        ("\ufe0f", ""),
        ("Ann 2\ufe0f", "Ann 2"),
        ("#\ufe0fx*\ufe0e", "#x*"),
        ("a\U000e0100", "a"),
        ("\u3164\u115f\u1160\uffa0\u2800", ""),
        ("a\u00adb", "ab"),
        ("a\u202eb\u2066c\u200f", "abc"),
        ("\ufeffAnn", "Ann"),
        ("🏴\U000e0067\U000e0062", "🏴"),  # a flag that is not whole
        ("🏴\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f", "🏴"),  # Texas, which nobody draws
        ("a\U000e0067\U000e007f", "a"),
        ("\U0001d159", ""),
        ("\ue000", ""),
        ("\u0301a", "a"),
        ("a \u0301b", "a b"),
        ("Ann\u3000\u2003B", "Ann B"),
    ],
)
def test_what_is_not_seen_does_not_pass(text: str, left: str) -> None:
    assert seen(text) == left


def test_marks_in_heaps_are_few() -> None:
    assert seen("z" + "\u0335" * 40) == "z" + "\u0335" * MARKS
    assert has_ink("z\u0335")
    assert not has_ink(" \u0301\u00a0")


@given(st.text())
def test_what_is_seen_is_seen_again(text: str) -> None:
    once = seen(text)
    assert is_seen(once)
    assert seen(once) == once


@given(st.text(st.characters(categories=["Cf", "Cc", "Mn", "Me", "Zs"])))
def test_of_marks_alone_nothing_has_ink(text: str) -> None:
    assert not has_ink(seen(text))


def test_only_what_is_written_from_right_to_left_is_isolated() -> None:
    assert [isolate(name) for name in ("Ann", "李雷", "Zoë 🍳", "")] == ["Ann", "李雷", "Zoë 🍳", ""]
    assert [isolate(name) for name in ("עדה", "Ann עדה", "علي 2")] == [
        "\u2068עדה\u2069",
        "\u2068Ann עדה\u2069",
        "\u2068علي 2\u2069",
    ]


def test_the_blocks_from_right_to_left_are_those_of_the_interpreter() -> None:
    missed = [
        f"{code:x}"
        for code in range(sys.maxunicode + 1)
        if unicodedata.bidirectional(chr(code)) in ("R", "AL")
        and isolate(chr(code)) == chr(code)
        and unicodedata.category(chr(code)) != "Cf"
    ]
    assert missed == []
