"""Broken games for testing rule tests: a game built anew from its sources with one passage replaced.

A mutant is a paragraph of a `mutants.txt`: the rule and the file, the lines that go (after "-"), the
lines that come (after "+").
"""

import sys
from collections.abc import Sequence
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

# Rule, file, what stands there, what is put in its place.
Mutant = tuple[str, str, str, str]


def read_mutants(path: Path) -> list[Mutant]:
    """The mutants of a file; its first paragraph says what it is."""
    mutants = []
    for paragraph in path.read_text(encoding="utf-8").split("\n\n")[1:]:
        head, *lines = paragraph.strip("\n").split("\n")
        rule, file = head.split()
        old, new = ("\n".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
        mutants.append((rule, file, old, new))
    return mutants


def names(mutants: Sequence[Mutant]) -> list[str]:
    """An id for each."""
    return [f"{rule}-{index}" for index, (rule, *_) in enumerate(mutants)]


def build(
    package: ModuleType, files: Sequence[str], file: str, old: str, new: str, patch: pytest.MonkeyPatch
) -> dict[str, ModuleType]:
    """The modules `files` of a game, in that order, in place of the real ones until the patch ends."""
    folder = Path(str(package.__file__)).parent
    built: dict[str, ModuleType] = {}
    for name in files:
        source = (folder / f"{name}.py").read_text(encoding="utf-8")
        if name == file:
            assert source.count(old) == 1, f"{file}.py has {source.count(old)} times {old!r}"
            source = source.replace(old, new)
        full = f"{package.__name__}.{name}"
        spec = util.spec_from_loader(full, loader=None)
        assert spec is not None
        module = util.module_from_spec(spec)
        patch.setitem(sys.modules, full, module)
        patch.setattr(package, name, module, raising=False)
        exec(compile(source, f"<{name} {file}>", "exec"), module.__dict__)
        built[name] = module
    return built
