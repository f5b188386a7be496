"""A run from beginning to end: what is known is taken in, the rest is played and written down."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol

from potluck.lab.crew import Batch, Crew
from potluck.lab.ledger import Ledger
from potluck.lab.pieces import Outcome, Setting


class Study(Protocol):
    """What a run is for: it says what to play, takes in outcomes, knows when that is enough."""

    @property
    def setting(self) -> Setting:
        """What its games have in common."""
        ...

    def rounds(self, first: int = 0) -> Iterable[Batch]:
        """The batches from this number on."""
        ...

    def take(self, outcomes: list[Outcome]) -> None:
        """Count the outcomes of the next batch."""
        ...

    @property
    def clear(self) -> bool:
        """Whether more would not change the answer."""
        ...


def run(
    study: Study,
    crew: Crew,
    most: int,
    *,
    to_the_end: bool = False,
    ledger: Ledger | None = None,
    told: Callable[[int], None] = lambda count: None,
) -> None:
    """Play batches until the answer is clear, `most` at most.

    What does not depend on who plays stays so when it ends early: batches are counted in their order, and
    those that were played beyond the end are not counted. `told` hears the count after each.
    """
    for count, (outcomes, new) in enumerate(_all(study, crew, most, ledger), 1):
        study.take(outcomes)
        if new and ledger is not None:
            ledger.add(outcomes)
        told(count)
        if count >= most or (study.clear and not to_the_end):
            break


def _all(study: Study, crew: Crew, most: int, ledger: Ledger | None) -> Iterator[tuple[list[Outcome], bool]]:
    known = 0
    if ledger is not None:
        for outcomes in ledger.known():
            known += 1
            yield outcomes, False
    for outcomes in crew.play(study.setting, islice(study.rounds(known), most - known)):
        yield outcomes, True
