"""The mistakes that are made systematically in a source: one edit of its text a mutant.

    a < b       <=, and the other comparisons a step off or turned round
    7           8 and 6; -1: 0; True: False
    a and b     or; without a; without b. `not a`: a. A condition: always true, always false
    a + b       and the other operators: their nearest relatives. min: max. x[:]: x
    f(a, b)     f(b, a). range(n): without the first, without the last
    seat        another seat at hand; a parameter: the next of its type; a constant: its neighbours
    statement   forgotten: what is assigned, called, returned early
    a note      told to others; each argument another

Types, texts and imports are left alone. A mutant is known by its function, what stood there and what
stands there now, not by a line: it survives the moving of code.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final


@dataclass(frozen=True)
class Key:
    """What a mutant is called: the function, the statement before and after, and which of several alike."""

    function: str
    before: str
    after: str
    nth: int = 1

    def normal(self) -> tuple[str, str, str, int]:
        """For comparing: the layout of the source does not matter."""
        return (self.function, _squeeze(self.before), _squeeze(self.after), self.nth)


@dataclass(frozen=True)
class Mutant:
    """A module with one passage replaced."""

    key: Key
    module: str
    start: int  # of the passage, in bytes
    end: int
    new: str
    lines: tuple[int, int]  # first and last line of the statement (its head, if it has a body)

    def apply(self, text: str) -> str:
        """The source with the mistake in it."""
        raw = text.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()


# What is a seat wherever it stands, as a name or as a field of the state.
SEATS: Final = (
    "seat", "active", "judge", "neighbour", "who", "owner", "each", "other", "chooser", "initiator",
    "swapper", "first", "asker", "player",
)  # fmt: skip

_COMPARE: Final[dict[type[ast.cmpop], tuple[str, ...]]] = {
    ast.Lt: ("<=",),
    ast.LtE: ("<",),
    ast.Gt: (">=",),
    ast.GtE: (">",),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "%",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "|",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
_SIGN: Final = re.compile(
    rb"[<>=!]=|\*\*|//|<<|>>|[<>+*/%&|^-]|is\s+not|not\s+in|\bis\b|\bin\b|\band\b|\bor\b"
)
_INSTEAD: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
_LONG: Final = 120  # of a longer statement only an expression names the mutant


def mutants_of(
    module: str, text: str, trees: Sequence[ast.Module], values: Mapping[str, object]
) -> list[Mutant]:
    """Every mutant of a module; `trees` and `values` are those of all rules files together."""
    return _Reader(module, text, trees, values).mutants()


def _squeeze(text: str) -> str:
    return re.sub(r",(?=[)\]}])", "", re.sub(r"\s+", "", text))


class _Reader:
    """Goes through a source and collects edits."""

    def __init__(
        self, module: str, text: str, trees: Sequence[ast.Module], values: Mapping[str, object]
    ) -> None:
        self.module = module
        self.raw = text.encode()
        self.tree = ast.parse(text)
        self.starts = [0]
        for line in self.raw.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.scope: list[str] = []
        self.function: ast.FunctionDef | None = None
        self.statement: ast.stmt = self.tree.body[0]
        self.around: list[ast.expr] = []  # the expressions at hand, outermost first
        self.found: dict[tuple[int, int, str], Mutant] = {}
        self.values = values
        self.families = _families(trees)
        self.bound = {name for tree in [self.tree] for name in _bound(tree)}
        self.fields = {name for tree in trees for name in _fields(tree)}

    def mutants(self) -> list[Mutant]:
        for statement in self.tree.body:
            self.read(statement)
        seen: dict[tuple[str, str, str, int], int] = {}
        numbered = []
        for mutant in sorted(self.found.values(), key=lambda each: (each.start, each.end, each.new)):
            normal = mutant.key.normal()
            seen[normal] = seen.get(normal, 0) + 1
            key = Key(mutant.key.function, mutant.key.before, mutant.key.after, seen[normal])
            numbered.append(Mutant(key, mutant.module, mutant.start, mutant.end, mutant.new, mutant.lines))
        return numbered

    # Where things stand

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def source(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.span(node)
        return self.raw[start:end].decode()

    def head(self) -> tuple[int, int]:
        """The statement at hand, up to its body if it has one."""
        start, end = self.span(self.statement)
        body = getattr(self.statement, "body", None)
        if isinstance(body, list) and body:
            end = self.span(body[0])[0]
        return start, end

    def line(self, at: int) -> int:
        return sum(start <= at for start in self.starts)

    def put(self, start: int, end: int, new: str) -> None:
        """Note an edit."""
        if self.raw[start:end].decode() == new:
            return
        first, last = self.head()
        shown = self.shown(first, last, (start, end))
        before = _plain(self.raw[shown[0] : shown[1]])
        after = _plain(self.raw[shown[0] : start] + new.encode() + self.raw[end : shown[1]])
        key = Key(".".join(self.scope) or "-", before, after)
        lines = (self.line(first), self.line(max(first, last - 1)))
        if lines[1] > lines[0] and isinstance(self.statement, (ast.If, ast.While, ast.For, ast.FunctionDef)):
            lines = (lines[0], max(lines[0], lines[1] - 1))  # the first line of the body is not the head's
        self.found.setdefault((start, end, new), Mutant(key, self.module, start, end, new, lines))

    def shown(self, first: int, last: int, passage: tuple[int, int]) -> tuple[int, int]:
        """What names a mutant: the statement, or the largest expression of it that is not long."""
        for start, end in [(first, last), *map(self.span, self.around)]:
            inside = start <= passage[0] and passage[1] <= end
            if inside and len(_plain(self.raw[start:end])) <= _LONG:
                return start, end
        return passage

    def replace(self, node: ast.expr | ast.stmt, new: str) -> None:
        self.put(*self.span(node), new)

    def between(self, left: ast.expr, right: ast.expr, new: str) -> None:
        """Another sign between two operands."""
        start, end = self.span(left)[1], self.span(right)[0]
        found = _SIGN.search(self.raw, start, end)
        assert found is not None, self.raw[start:end]
        self.put(found.start(), found.end(), new)

    # Statements

    def read(self, statement: ast.stmt) -> None:
        outer = self.statement
        self.statement = statement
        if isinstance(statement, ast.ClassDef):
            self.scope.append(statement.name)
            for inner in statement.body:
                if not _is_slots(inner):
                    self.read(inner)
            self.scope.pop()
        elif isinstance(statement, ast.FunctionDef):
            self.read_function(statement)
        elif not isinstance(statement, (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.Pass)):
            self.read_plain(statement)
        self.statement = outer

    def read_function(self, function: ast.FunctionDef) -> None:
        for default in function.args.defaults + [each for each in function.args.kw_defaults if each]:
            self.expression(default)
        outer, self.function = self.function, function
        self.scope.append(function.name)
        for inner in function.body:
            self.read(inner)
        self.scope.pop()
        self.function = outer

    def read_plain(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return
        self.forget(statement)
        if isinstance(statement, (ast.If, ast.While)):
            self.condition(statement.test, loop=isinstance(statement, ast.While))
        if isinstance(statement, ast.AugAssign) and type(statement.op) in _OPERATORS:
            start, end = self.span(statement.target)[1], self.span(statement.value)[0]
            found = re.search(rb"\S+=", self.raw[start:end])
            assert found is not None
            sign = _OPERATORS[type(statement.op)]
            self.put(start + found.start(), start + found.end(), f"{sign}=")
        if isinstance(statement, ast.AnnAssign):
            children: Iterable[ast.AST] = [] if statement.value is None else [statement.value]
        else:
            children = ast.iter_child_nodes(statement)
        for child in children:
            if isinstance(child, ast.expr):
                self.expression(child)
            elif isinstance(child, ast.stmt):
                self.read(child)
            elif isinstance(child, (ast.match_case, ast.ExceptHandler)):
                for inner in child.body:
                    self.read(inner)

    def forget(self, statement: ast.stmt) -> None:
        """Leave a statement out, if Python does not trip over it."""
        if self.function is None or self.function.name == "__init__":
            return
        if isinstance(statement, ast.Assign):
            named = [target for target in statement.targets if isinstance(target, ast.Name)]
            if named and not all(self.assigned_before(target) for target in named):
                return
            pairs = [target for target in statement.targets if isinstance(target, ast.Tuple)]
            if any(isinstance(each, ast.Name) for pair in pairs for each in pair.elts):
                return
        elif isinstance(statement, ast.AnnAssign):
            return
        elif isinstance(statement, ast.Return):
            if statement.value is not None or statement is self.function.body[-1]:
                return
        elif not isinstance(statement, (ast.AugAssign, ast.Expr, ast.Continue, ast.Break, ast.Delete)):
            return
        self.replace(statement, "pass")

    def assigned_before(self, name: ast.Name) -> bool:
        assert self.function is not None
        earlier = {argument.arg for argument in _arguments(self.function)}
        for node in ast.walk(self.function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.lineno < name.lineno:
                earlier.add(node.id)
        return name.id in earlier

    def condition(self, test: ast.expr, *, loop: bool = False) -> None:
        if not loop:
            self.replace(test, "True")
        self.replace(test, "False")

    # Expressions

    def expression(self, node: ast.expr, *, names: bool = True) -> None:
        """An expression and all in it; `names`: neighbours of names are tried, too."""
        self.around.append(node)
        self.read_expression(node, names=names)
        self.around.pop()

    def read_expression(self, node: ast.expr, *, names: bool) -> None:
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, op, right in zip(operands, node.ops, operands[1:], strict=False):
                for sign in _COMPARE[type(op)]:
                    self.between(left, right, sign)
        elif isinstance(node, ast.BoolOp):
            both = isinstance(node.op, ast.And)
            for left, right in pairwise(node.values):
                self.between(left, right, "or" if both else "and")
            for value in node.values:
                self.replace(value, "True" if both else "False")
        elif isinstance(node, ast.BinOp):
            other = _OPERATORS.get(type(node.op))
            if other is not None and not _is_text(node.left) and not _is_text(node.right):
                self.between(node.left, node.right, other)
        elif isinstance(node, ast.UnaryOp):
            if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
                if isinstance(node.operand.value, int):
                    self.replace(node, str(1 - node.operand.value))
                return
            self.replace(node, f"({self.source(node.operand)})")
        elif isinstance(node, ast.Constant):
            self.constant(node)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            if names and isinstance(node.ctx, ast.Load):
                for name in self.neighbours(node):
                    self.replace(node, name)
            if isinstance(node, ast.Name) or isinstance(node.value, ast.Name):
                return
        elif isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice) and not (node.slice.lower or node.slice.upper):
                self.replace(node, self.source(node.value))
        elif isinstance(node, ast.IfExp):
            self.condition(node.test)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            for generator in node.generators:
                for test in generator.ifs:
                    self.condition(test)
        elif isinstance(node, ast.Call):
            self.call(node)
            if self.is_note(node):
                self.note(node.args[0])
                return
        elif isinstance(node, (ast.JoinedStr, ast.Lambda)):
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                called = isinstance(node, ast.Call) and child is node.func
                self.expression(child, names=names and not called)
            elif isinstance(child, ast.comprehension):
                for part in [child.iter, *child.ifs]:
                    self.expression(part, names=names)
            elif isinstance(child, ast.keyword):
                self.expression(child.value, names=names)

    def constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.replace(node, str(not node.value))
        elif isinstance(node.value, int):
            self.replace(node, str(node.value + 1))
            if node.value > 0:
                self.replace(node, str(node.value - 1))

    def call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            name = node.func.id
            if name in _INSTEAD:
                self.replace(node.func, _INSTEAD[name])
            if name == "range" and len(node.args) == 1:
                bound = self.source(node.args[0])
                self.replace(node.args[0], f"1, {bound}")
                if not isinstance(node.args[0], ast.Constant):
                    self.replace(node.args[0], f"{bound} - 1")
        self.swap(node.args)

    def swap(self, parts: Sequence[ast.expr]) -> None:
        """Each two neighbours in one another's place."""
        for one, two in pairwise(parts):
            if isinstance(one, ast.Starred) or isinstance(two, ast.Starred):
                continue
            start, middle = self.span(one)
            again, end = self.span(two)
            here, there = self.raw[start:middle].decode(), self.raw[again:end].decode()
            if _is_text(one) != _is_text(two) or {here, there} & {"chance", "notes"}:
                continue
            if here != there and end - start <= _LONG:
                self.put(start, end, there + self.raw[middle:again].decode() + here)

    # Notes: (kind, readers, arguments)

    def is_note(self, node: ast.Call) -> bool:
        return (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "append"
            and "notes" in self.source(node.func.value)
            and isinstance(node.args[0], ast.Tuple)
            and len(node.args[0].elts) == 3
        )

    def note(self, node: ast.expr) -> None:
        assert isinstance(node, ast.Tuple)
        kind, readers, arguments = node.elts
        self.expression(kind, names=not isinstance(kind, ast.Name))
        mask = self.source(readers)
        if mask == "EVERYONE":
            self.replace(readers, "EVERYONE >> 1")  # spectators are left out
            self.replace(readers, "EVERYONE & ~1")  # the first seat is
        else:
            self.replace(readers, "EVERYONE")
            self.replace(readers, f"EVERYONE & ~({mask})")
            self.expression(readers)
        if isinstance(arguments, ast.Tuple):
            for value in arguments.elts:
                if isinstance(value, ast.Starred):
                    self.replace(value.value, f"[each + 1 for each in {self.source(value.value)}]")
                else:
                    self.replace(value, f"({self.source(value)}) + 1")
            self.swap(arguments.elts)
        else:
            self.replace(arguments, f"tuple([each + 1 for each in {self.source(arguments)}])")
            self.expression(arguments)

    # Neighbours of names

    def neighbours(self, node: ast.Name | ast.Attribute) -> list[str]:
        """What could be mistaken for this name; at most two of a family."""
        if isinstance(node, ast.Attribute) and not isinstance(node.value, ast.Name):
            return []
        name = node.id if isinstance(node, ast.Name) else node.attr
        before = "" if isinstance(node, ast.Name) else f"{self.source(node.value)}."
        if name in self.families:
            family = self.families[name]
            at = family.index(name)
            near = [family[at - 1], family[(at + 1) % len(family)]]
            others = [each for each in near if self.values.get(each) != self.values.get(name)]
            return [before + each for each in others if before or each in self.bound]
        if self.function is None:
            return []
        found = []
        if isinstance(node, ast.Name):
            found += self.next_parameter(name)
        if name in SEATS:
            found += self.other_seats(name, before)
        return found[:2]

    def next_parameter(self, name: str) -> list[str]:
        """The next parameter of the same type."""
        assert self.function is not None
        types = {each.arg: ast.dump(each.annotation) for each in _arguments(self.function) if each.annotation}
        alike = [each for each in types if types[each] == types.get(name)]
        if len(alike) < 2:
            return []
        return [alike[(alike.index(name) + 1) % len(alike)]]

    def other_seats(self, name: str, before: str) -> list[str]:
        """Seats at hand: parameters and loops of the function, fields of the state."""
        assert self.function is not None
        arguments = [each.arg for each in _arguments(self.function)]
        owner = next((each for each in arguments if each in ("self", "state")), None)
        local = [each for each in SEATS if each in arguments and each != (name if not before else "")]
        fields = [f"{owner}.{each}" for each in SEATS if owner and each in self.fields]
        return local + [each for each in fields if each != before + name]


def _plain(raw: bytes) -> str:
    """A passage in one line, without comments."""
    lines = [re.sub(r"(^|\s)#.*$", "", line).strip() for line in raw.decode().splitlines()]
    return re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", " ".join(line for line in lines if line))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_slots(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "__slots__" for target in statement.targets
    )


def _arguments(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def _families(trees: Sequence[ast.Module]) -> dict[str, list[str]]:
    """Whole numbers that are named one after the other are of one family."""
    families: dict[str, list[str]] = {}
    for tree in trees:
        last, line = list[str](), -1
        for statement in tree.body:
            if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
                continue
            name = statement.target.id
            if not name.isupper() or name.startswith("_") or not _is_number(statement.value):
                continue
            if statement.lineno != line + 1:
                last = []
            last.append(name)
            line = statement.end_lineno or statement.lineno
            families[name] = last
    return {name: family for name, family in families.items() if len(family) > 1}


def _is_number(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int)
    return isinstance(value, ast.BinOp) and _is_number(value.right)


def _bound(tree: ast.Module) -> Iterator[str]:
    """The names of a module that its functions can use."""
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name for alias in statement.names)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id


def _fields(tree: ast.Module) -> Iterator[str]:
    """What the states of a module have in their slots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and _is_slots(node):
            assert isinstance(node, ast.Assign)
            yield from ast.literal_eval(node.value)
