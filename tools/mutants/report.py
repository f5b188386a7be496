"""The trials of a game's mutants: which to run, what came of them, and the score.

What came of a trial is kept, a line each, under `var/mutants/`, so that a run that was stopped goes on
where it was. When sources or tests change every trial is run again, the test that noticed last time first.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.games.pages import PAGES, rule_of
from tools.mutants import table
from tools.mutants.mistakes import Key, Mutant
from tools.mutants.sources import digest, mutants, package
from tools.mutants.trial import CACHE, KILLED, STILLBORN, SURVIVED, Change, Court, Verdict


@dataclass
class Score:
    """What came of a game's trials."""

    game: str
    killed: Counter[str] = field(default_factory=Counter)  # by rule, "-" for tests of none
    survivors: list[Key] = field(default_factory=list)
    equivalent: int = 0
    stillborn: int = 0
    wrong: list[str] = field(default_factory=list)  # what does not hold of equivalent.txt

    def lines(self) -> list[str]:
        """To be printed."""
        killed = sum(self.killed.values())
        tried = killed + len(self.survivors)
        percent = 100 * killed / tried if tried else 100
        lines = [
            f"{self.game}: {killed} of {tried} mutants are noticed by rule tests ({percent:.2f} %);"
            f" {self.equivalent} are equivalent, {self.stillborn} cannot be imported"
        ]
        lines.append("  by rule: " + ", ".join(f"{rule} {n}" for rule, n in sorted(self.killed.items())))
        lines += [f"\nnot noticed:\n{table.entry(key)}" for key in self.survivors]
        return lines + [f"\nequivalent.txt: {line}" for line in self.wrong]

    @property
    def whole(self) -> bool:
        """Whether every mutant is accounted for."""
        return not self.survivors and not self.wrong


class Book:
    """What is known of a game's trials, from this run and earlier ones."""

    def __init__(self, game: str) -> None:
        """Read what was kept."""
        self.path = CACHE / f"{game}.jsonl"
        self.digest = digest(game)
        self.known: dict[str, Verdict] = {}
        self.hints: dict[str, str] = {}  # the test that noticed when sources or tests were others
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            kept = json.loads(line)
        except ValueError:  # the run was stopped in mid-line
            return
        verdict = Verdict(kept["outcome"], kept["test"])
        self.hints[kept["key"]] = verdict.test
        if kept["digest"] == self.digest:
            self.known[kept["key"]] = verdict

    def put(self, key: Key, verdict: Verdict) -> None:
        """Keep a verdict."""
        self.known[_name(key)] = verdict
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"key": _name(key), "outcome": verdict.outcome, "test": verdict.test, "digest": self.digest}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(kept) + "\n")


def _name(key: Key) -> str:
    return "\n".join(map(str, key.normal()))


def run(
    game: str,
    jobs: int,
    *,
    sample: int | None = None,
    seed: int = 0,
    share: tuple[int, int] = (1, 1),
    fresh: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> Score:
    """Try all mutants of a game, or a sample, or the k-th of n shares of either; equivalent ones if all."""
    every = mutants(game)
    listed = table.equivalent(game)
    score = Score(game)
    score.wrong = [f"there is no such mutant: {entry}" for entry in listed.unmet(each.key for each in every)]
    chosen = [mutant for mutant in every if sample is None or not listed.covers(mutant.key)]
    if sample is not None:
        chosen = random.Random(f"{game} {seed}").sample(chosen, min(sample, len(chosen)))
    chosen = chosen[share[0] - 1 :: share[1]]
    book = Book(game)
    if fresh:
        book.known.clear()
    _try(game, [mutant for mutant in chosen if _name(mutant.key) not in book.known], book, jobs, say)
    for mutant in chosen:
        _count(score, mutant, book.known[_name(mutant.key)], listed.covers(mutant.key))
    return score


def _try(game: str, todo: Sequence[Mutant], book: Book, jobs: int, say: Callable[[str], None]) -> None:
    if not todo:
        return
    court = Court(game)
    texts = {source.module: source for source in package(game)}
    trials: list[tuple[Change, Sequence[str]]] = []
    for mutant in todo:
        source = texts[mutant.module]
        change = Change(source, mutant.apply(source.text))
        tests = court.tests_for(change, mutant.lines)
        hint = book.hints.get(_name(mutant.key))
        trials.append((change, sorted(tests, key=lambda test: test != hint)))
    for done, (index, verdict) in enumerate(court.try_all(trials, jobs), 1):
        book.put(todo[index].key, verdict)
        if verdict.outcome == SURVIVED:
            key = todo[index].key
            say(f"{game}: {done} of {len(todo)}: not noticed: {key.function}: {key.before} -> {key.after}")
        elif done % 100 == 0:
            say(f"{game}: {done} of {len(todo)}")


def _count(score: Score, mutant: Mutant, verdict: Verdict, equal: bool) -> None:
    if verdict.outcome == STILLBORN:
        score.stillborn += 1
    elif verdict.outcome == KILLED:
        score.killed[verdict.rule] += 1
        if equal:
            score.wrong.append(f"is noticed by {verdict.test}: {mutant.key}")
    elif equal:
        score.equivalent += 1
    else:
        score.survivors.append(mutant.key)


def run_by_hand(game: str, jobs: int) -> list[str]:
    """The mutants of mutants.txt that no test of their own rule notices, and rules that have none."""
    broken, wrong = table.broken(game)
    found = wrong + [f"{rule} has no mutant" for rule in PAGES[game] if rule not in _rules(game)]
    court = Court(game, lines=False)
    trials = []
    for mutant, change in broken:
        own = [name for name in court.seconds if rule_of(name.partition("[")[0]) == mutant.rule]
        trials.append((change, own))
    for index, verdict in court.try_all(trials, jobs):
        if verdict.outcome != KILLED:
            found.append(f"{verdict.outcome}: {broken[index][0].name()}")
    return found


def _rules(game: str) -> set[str]:
    return {mutant.rule for mutant in table.by_hand(game)}
