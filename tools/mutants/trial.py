"""A mutant on trial: a forked process imports the game anew, one source changed, and runs its rule tests.

The game and its tests are imported from scratch, so nothing of the sound game is left in a table that
was built on import, and tests may hold on to anything of the game by name. A test that fails, or that
does not end in time, has noticed. What cannot even be imported is no mistake anybody could make.
"""

import gc
import json
import os
import resource
import selectors
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, FrameType, ModuleType
from typing import Any, Final

import pytest
from tests.games.pages import calls, rule_of, rule_tests
from tools.mutants.sources import ROOT, Source, digest, rules

# How long a test may take of a processor: so many seconds, and so many times what it takes of a sound game.
_SECONDS: Final = 1.0
_TIMES: Final = 10
_ENOUGH: Final = 30  # calls of a function in a test, of which the lines are noted
_MEMORY: Final = 4 << 30

CACHE: Final = ROOT / "var" / "mutants"

# Verdicts.
KILLED: Final = "killed"
SURVIVED: Final = "survived"
STILLBORN: Final = "stillborn"


@dataclass(frozen=True)
class Change:
    """A module of a game with another text."""

    source: Source
    text: str


@dataclass(frozen=True)
class Verdict:
    """What came of a trial: the test that noticed, if one did."""

    outcome: str
    test: str = ""

    @property
    def rule(self) -> str:
        """The rule whose test noticed, or "-"."""
        return rule_of(self.test.partition("[")[0]) or "-"


class _OutOfTime(BaseException):
    pass


class _Changed(SourceFileLoader):
    """Loads a module from a text instead of its file."""

    text: str

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, change: Change) -> None:
        self.change = change

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        source = self.change.source
        if fullname != source.module:
            return None
        loader = _Changed(fullname, str(source.path))
        loader.text = self.change.text
        return spec_from_file_location(fullname, source.path, loader=loader)


def _forget_the_game(game: str) -> None:
    for name in [*sys.modules]:
        if f"{name}.".startswith((f"potluck.games.{game}.", f"tests.games.{game}.")):
            del sys.modules[name]


class Court:
    """Runs a game's rule tests on mutants, several at a time."""

    def __init__(self, game: str, *, lines: bool = True) -> None:
        """Import the tests once, so that what all trials need is there, and run them on the sound game.

        With `lines` it is noted what each test reaches, which takes some seconds and is kept in a file.
        """
        self.game = game
        # Trials import from compiled files, wherever bytecode goes otherwise: that is most of their time.
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(CACHE / "bytecode")
        rule_tests(game)
        gc.collect()
        gc.freeze()
        path = CACHE / f"{game}-{digest(game)}.json"
        if path.exists():
            told = json.loads(path.read_bytes())
        else:
            told = _in_a_child(lambda: self._survey(lines))
            assert "error" not in told, f"the rule tests do not pass on the sound game:\n{told['error']}"
        if lines and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}")
            part.write_text(json.dumps(told), encoding="utf-8")
            part.rename(path)
        self.seconds: dict[str, float] = told["seconds"]  # by test
        self.reached: dict[str, dict[str, list[int]]] = told["reached"]  # by test, by file: lines
        self.on_import: dict[str, list[int]] = told["on_import"]

    def _survey(self, with_lines: bool) -> dict[str, Any]:
        """Run all tests, noting how long each takes and the lines of the rules that it comes by."""
        _forget_the_game(self.game)
        lines: dict[str, set[int]] = {}
        calls_of: Counter[CodeType] = Counter()
        wanted = {str(source.path) for source in rules(self.game)}

        def trace(frame: FrameType, event: str, _: object) -> Any:
            code = frame.f_code
            if code.co_filename not in wanted:
                return None
            here = lines.setdefault(code.co_filename, set())
            calls_of[code] += 1
            if calls_of[code] > _ENOUGH:  # it is called so often: take it as a whole
                if calls_of[code] == _ENOUGH + 1:
                    here.update(line for *_, line in code.co_lines() if line)
                return None

            def each(frame: FrameType, event: str, _: object) -> Any:
                here.add(frame.f_lineno)
                return each

            return each(frame, event, _)

        def taken() -> dict[str, list[int]]:
            found = {name: sorted(each) for name, each in lines.items()}
            lines.clear()
            calls_of.clear()
            return found

        if with_lines:
            sys.settrace(trace)
        tests = calls(rule_tests(self.game))
        on_import = taken()
        reached = {}
        for name, test in tests.items():
            try:
                test()
            except (Exception, pytest.fail.Exception) as broken:
                return {"error": f"{name}: {broken!r}"}
            reached[name] = taken()
        sys.settrace(None)
        seconds = {}
        for name, test in tests.items():
            begun = time.process_time()
            test()
            seconds[name] = time.process_time() - begun
        return {"reached": reached, "on_import": on_import, "seconds": seconds}

    def tests_for(self, change: Change, lines: tuple[int, int]) -> list[str]:
        """The tests that come by these lines of a source, those that see least of the game first.

        All of them if importing the game comes by.
        """
        path = str(change.source.path)
        wanted = set(range(lines[0], lines[1] + 1))
        imported = bool(wanted & set(self.on_import.get(path, ())))
        found = [
            name for name, files in self.reached.items() if imported or wanted & set(files.get(path, ()))
        ]
        return sorted(found, key=lambda name: sum(map(len, self.reached[name].values())))

    def try_all(
        self, trials: Sequence[tuple[Change, Sequence[str]]], jobs: int
    ) -> Iterator[tuple[int, Verdict]]:
        """Each trial is a change and the tests to run on it, in that order. Gives verdicts as they come."""
        waiting = list(enumerate(trials))[::-1]
        with selectors.DefaultSelector() as selector:
            running = 0
            while waiting or running:
                while waiting and running < jobs:
                    index, (change, tests) = waiting.pop()
                    if not tests:
                        yield index, Verdict(SURVIVED)
                        continue
                    selector.register(self._start(change, tests), selectors.EVENT_READ, index)
                    running += 1
                for key, _ in selector.select() if running else ():
                    assert isinstance(key.fileobj, _Child)
                    if key.fileobj.ended():
                        selector.unregister(key.fileobj)
                        running -= 1
                        yield key.data, key.fileobj.verdict()

    def _start(self, change: Change, tests: Sequence[str]) -> "_Child":
        return _Child(lambda tell: self._try(change, tests, tell))

    def _try(self, change: Change, tests: Sequence[str], tell: Any) -> None:
        """In the child: tells the name of each test before it runs, and what came of it."""
        _limit_memory()
        _limit_time(_SECONDS * _TIMES)
        _forget_the_game(self.game)
        sys.meta_path.insert(0, _Finder(change))
        try:
            every = calls(rule_tests(self.game))
        except (Exception, _OutOfTime):
            tell(STILLBORN)
            return
        for name in tests:
            tell(f"run {name}")
            _limit_time(_SECONDS + _TIMES * self.seconds[name])
            try:
                every[name]()
            except (Exception, pytest.fail.Exception, _OutOfTime):
                tell(f"killed {name}")
                return
        tell(SURVIVED)


def _limit_time(seconds: float) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        raise _OutOfTime

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # once more if somebody has caught it


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))


class _Child:
    """A forked process that tells lines until it ends."""

    def __init__(self, work: Any) -> None:
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                os.close(reading)
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                os.dup2(quiet, 2)
                work(lambda line: os.write(writing, f"{line}\n".encode()))
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        self.reading = reading
        self.said = b""

    def fileno(self) -> int:
        return self.reading

    def ended(self) -> bool:
        """Waits for it to tell something more; whether there is no more to come."""
        more = os.read(self.reading, 1 << 16)
        self.said += more
        return not more

    def verdict(self) -> Verdict:
        """What it has come to, once it has ended."""
        os.close(self.reading)
        os.waitpid(self.pid, 0)
        last = self.said.decode().splitlines()[-1:] or [STILLBORN]
        word, _, test = last[0].partition(" ")
        return Verdict(KILLED if word == "run" else word, test)  # "run": it died at that test


def _in_a_child(work: Any) -> dict[str, Any]:
    child = _Child(lambda tell: tell(json.dumps(work())))
    while not child.ended():
        pass
    child.verdict()
    return dict(json.loads(child.said or b'{"error": "the tests crashed"}'))
