"""The tool of the mutants: the mistakes it makes, what they are called, how texts by hand are found."""

import ast
from pathlib import Path

import pytest
from tools.mutants.mistakes import Key, Mutant, mutants_of
from tools.mutants.sources import Source
from tools.mutants.table import ByHand, Equivalent, TableWrong

HEAD = """
LOOK: Final = 0
ROLL: Final = 1
OVER: Final = 2

class State:
    __slots__ = ("active", "judge")

"""


def mutants(source: str) -> list[Mutant]:
    return mutants_of("game.rules", source, [ast.parse(source)], {"LOOK": 0, "ROLL": 1, "OVER": 2})


def made_of(line: str, arguments: str = "self, seat: int, notes: list") -> set[str]:
    """The mutants of a line of a method, as lines."""
    source = f"{HEAD}    def play({arguments}) -> None:\n        {line}\n        return None\n"
    return {each.key.after for each in mutants(source) if each.key.function == "State.play"}


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("x = a < b", {"x = a <= b"}),
        ("x = a >= b", {"x = a > b"}),
        ("x = a is not None", {"x = a is None"}),
        ("x = (a) not in (b)", {"x = (a) in (b)"}),
        ("x = 7", {"x = 8", "x = 6"}),
        ("x = -1", {"x = 0"}),
        ("x = True", {"x = False"}),
        ("x = not a", {"x = (a)"}),
        ("x = a and b", {"x = a or b", "x = True and b", "x = a and True"}),
        ("x = a + b", {"x = a - b"}),
        ("x = a << b", {"x = a >> b"}),
        ("x = a[:]", {"x = a"}),
        ("x = f(a, b)", {"x = f(b, a)"}),
        ("x = f(a, notes)", set()),
        ("x = range(n)", {"x = range(1, n)", "x = range(n - 1)"}),
        ("x = a if b else c", {"x = a if True else c", "x = a if False else c"}),
        ("self.x = a", {"pass"}),
        ("self.x += a", {"pass", "self.x -= a"}),
        ("self.end()", {"pass"}),
        ("x = ROLL", {"x = LOOK", "x = OVER"}),
        ("x = f(seat)", {"x = f(self.active)", "x = f(self.judge)"}),
        ("x = self.judge", {"x = seat", "x = self.active"}),
        ("assert a < b", set()),
    ],
)
def test_the_mistakes_of_a_line(line: str, made: set[str]) -> None:
    assert made_of(line) == made


def test_a_condition_is_always_true_or_always_false() -> None:
    assert made_of("if a:\n            return") == {"if True:", "if False:", "pass"}
    assert made_of("while a:\n            b()") == {"while False:", "pass"}


def test_parameters_of_one_type_are_neighbours() -> None:
    assert made_of("x = f(place)", "self, place: int, kind: int, text: str") == {"x = f(kind)"}


def test_a_note_goes_to_others_and_says_something_else() -> None:
    made = made_of("notes.append((ROLL, EVERYONE, (seat, *rest)))")
    assert made == {
        "pass",
        "notes.append((ROLL, EVERYONE >> 1, (seat, *rest)))",
        "notes.append((ROLL, EVERYONE & ~1, (seat, *rest)))",
        "notes.append((ROLL, EVERYONE, ((seat) + 1, *rest)))",
        "notes.append((ROLL, EVERYONE, (seat, *[each + 1 for each in rest])))",
    }
    private = made_of("notes.append((ROLL, 1 << seat, (a, b)))")
    assert "notes.append((ROLL, EVERYONE, (a, b)))" in private
    assert "notes.append((ROLL, EVERYONE & ~(1 << seat), (a, b)))" in private
    assert "notes.append((ROLL, 1 << seat, (b, a)))" in private


def test_types_texts_and_slots_are_left_alone() -> None:
    source = f'{HEAD}    """Says 7."""\n    x: dict[7, 8]\n'
    assert {each.key.function for each in mutants(source)} == {"-"}  # the three constants alone


def test_a_mutant_is_the_source_with_one_passage_replaced() -> None:
    source = "def f(a: int) -> int:\n    # größer\n    return (a +  # one more\n            1)\n"
    after = {each.key.after: each.apply(source) for each in mutants(source)}
    assert after["return (a - 1)"] == source.replace("+ ", "- ")
    assert after["return (a + 2)"] == source.replace("1)", "2)")
    assert {each.lines for each in mutants(source)} == {(3, 4)}


def test_mutants_keep_their_names_when_code_moves_or_is_laid_out_anew() -> None:
    one = mutants("def f(a, b):\n    return g(a, b) + 1\n")
    two = mutants('"""Text."""\n\n\ndef f(a, b):\n    return g(\n        a,\n        b,\n    ) + 1  # why\n')
    assert [each.key.normal() for each in one] == [each.key.normal() for each in two]


def test_mutants_that_look_alike_are_numbered() -> None:
    keys = [each.key for each in mutants("def f():\n    a(1)\n    a(1)\n")]
    assert [(key.after, key.nth) for key in keys if "2" in key.after] == [("a(2)", 1), ("a(2)", 2)]


def test_equivalent_mutants_are_known_by_name_or_by_their_statement() -> None:
    one, two = Key("f", "a(1)", "a(2)"), Key("f", "a(1)", "a(0)")
    named = Equivalent([Key("f", "a( 1 )", "a(2)")])
    assert (named.covers(one), named.covers(two)) == (True, False)
    every = Equivalent([Key("f", "a(1)", "")])
    assert (every.covers(one), every.covers(two), every.covers(Key("g", "a(1)", "a(2)"))) == (
        True,
        True,
        False,
    )
    assert named.unmet([one]) == every.unmet([two]) == []
    assert named.unmet([two]) == ["f | -a( 1 ) | +a(2)"]


SOURCES = [
    Source("game.rules", Path("rules.py"), "def f():\n    if a:\n        b()\n        c()\n"),
    Source("game.view", Path("view.py"), "x = 1\ny = a\n"),
]


def test_text_by_hand_is_found_however_it_is_indented() -> None:
    change = ByHand("XX-1", "b()\nc()", "c()\nif d:\n    b()").change(SOURCES)
    assert change.source.path.name == "rules.py"
    assert change.text == "def f():\n    if a:\n        c()\n        if d:\n            b()\n"
    part = ByHand("XX-1", "    if a:\n        b()", "    if True:\n        b()").change(SOURCES)
    assert part.text == "def f():\n    if True:\n        b()\n        c()\n"
    assert ByHand("XX-1", "x = 1", "x = 2").change(SOURCES).text == "x = 2\ny = a\n"


def test_text_by_hand_must_be_there_once() -> None:
    with pytest.raises(TableWrong, match=r"2 times, not once \(rules.py:2, view.py:2\)"):
        ByHand("XX-1", "a", "b").change(
            [SOURCES[0], Source("game.view", Path("view.py"), "x = 1\ny =a\n")][::1]
        )
    with pytest.raises(TableWrong, match="0 times"):
        ByHand("XX-1", "zzz", "b").change(SOURCES)
