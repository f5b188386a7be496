"""What bots are called: herbs and spices by short names, which serve in every language."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

HERBS: Final = (
    "Ajwain",
    "Amla",
    "Anis",
    "Borago",
    "Cassia",
    "Chili",
    "Curry",
    "Dill",
    "Macis",
    "Masala",
    "Mentha",
    "Mizuna",
    "Piment",
    "Salvia",
    "Shiso",
    "Sumac",
    "Tonka",
    "Wasabi",
    "Yuzu",
    "Zatar",
)


def drawn(table: str) -> Iterator[str]:
    """All of them in an order that follows from the table's id alone, then over again with numbers."""
    order = sorted(HERBS, key=lambda herb: blake2b(f"{table} {herb}".encode()).digest())
    yield from order
    number = 2
    while True:
        yield from (f"{herb} {number}" for herb in order)
        number += 1
