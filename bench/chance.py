"""A statistical battery for `Fast`, the generator of simulations. `python -m bench.chance` runs it.

Every test gives a p-value; a generator that is sound gives them evenly spread over 0 to 1, so of the
many below a few lie under 0.01 by chance and none under 0.00001. `--raw` writes 30-bit outputs packed
into bytes to standard output, for outside batteries such as dieharder (`-g 200`).

Last run (seeds 0 to 7, 200,000 draws a test): 153 p-values, least 0.0049, 3 under 0.01 (1.5 expected). The
three come from seeds 0 and 5; tests of one seed share its row, so they are not independent.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations
from math import erfc, exp, factorial, lgamma, log, sqrt
from typing import Final

from potluck.play.chance import Fast

SEEDS: Final = 8
DRAWS: Final = 200_000
ALARM: Final = 1e-5

Test = Callable[[Fast], float]


def chi_square_p(seen: list[int], expected: list[float]) -> float:
    """The chance of a chi-square at least so large; cells expected under 5 are joined to their neighbour."""
    cells: list[tuple[float, float]] = []
    got = often = 0.0
    for one, other in zip(seen, expected, strict=True):
        got += one
        often += other
        if often >= 5:
            cells.append((got, often))
            got = often = 0.0
    if often and cells:
        last = cells.pop()
        cells.append((last[0] + got, last[1] + often))
    square = sum((got - often) ** 2 / often for got, often in cells)
    return gamma_tail((len(cells) - 1) / 2, square / 2)


def gamma_tail(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): by its series or its continued fraction."""
    if x <= 0:
        return 1.0
    front = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300
    b = x + 1 - a
    c = 1 / tiny
    d = 1 / b
    h = d
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = step * d + b
        d = 1 / (d if abs(d) > tiny else tiny)
        c = b + step / c
        c = c if abs(c) > tiny else tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def uniform(n: int) -> Test:
    """Every answer of below(n) equally often."""

    def test(chance: Fast) -> float:
        seen = Counter(chance.below(n) for _ in range(DRAWS))
        return chi_square_p([seen[value] for value in range(n)], [DRAWS / n] * n)

    return test


def high_values(chance: Fast) -> float:
    """below(3 * 2**28): three quarters of the range, where a modulo would show; thirds equally often."""
    third = 1 << 28
    seen = Counter(chance.below(3 * third) // third for _ in range(DRAWS))
    return chi_square_p([seen[i] for i in range(3)], [DRAWS / 3] * 3)


def bits(shift: int) -> Test:
    """Eight bits from a place of the 30-bit output."""

    def test(chance: Fast) -> float:
        seen = Counter(chance.below(1 << 30) >> shift & 255 for _ in range(DRAWS))
        return chi_square_p([seen[value] for value in range(256)], [DRAWS / 256] * 256)

    return test


def serial(n: int, lag: int) -> Test:
    """Pairs of answers `lag` apart: all n * n equally often."""

    def test(chance: Fast) -> float:
        row = [chance.below(n) for _ in range(2 * DRAWS)]
        starts = (i for i in range(len(row) - lag) if i // lag % 2 == 0)
        seen = Counter(row[i] * n + row[i + lag] for i in starts)
        total = seen.total()
        return chi_square_p([seen[value] for value in range(n * n)], [total / n**2] * n**2)

    return test


def gaps(chance: Fast) -> float:
    """How long the wait for one of six faces is: geometric."""
    longest = 40
    seen = [0] * (longest + 1)
    many, wait = DRAWS // 6, 0
    found = 0
    while found < many:
        if chance.below(6) == 0:
            seen[min(wait, longest)] += 1
            found += 1
            wait = 0
        else:
            wait += 1
    p = 1 / 6
    expected = [many * p * (1 - p) ** i for i in range(longest)] + [many * (1 - p) ** longest]
    return chi_square_p(seen, expected)


def runs(chance: Fast) -> float:
    """Lengths of ascending runs, a value thrown away between two runs so that they are independent."""
    longest = 6
    seen = [0] * longest
    many = DRAWS // 4
    for _ in range(many):
        length, last = 1, chance.below(1 << 30)
        while (value := chance.below(1 << 30)) > last:
            length, last = length + 1, value
        seen[min(length, longest) - 1] += 1
    expected = [many * (1 / factorial(i) - 1 / factorial(i + 1)) for i in range(1, longest)]
    return chi_square_p(seen, [*expected, many / factorial(longest)])


def orders(chance: Fast) -> float:
    """The order of five answers: all 120 equally often."""
    many = DRAWS // 5
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(many):
        five = [chance.below(1 << 30) for _ in range(5)]
        seen[tuple(sorted(range(5), key=five.__getitem__))] += 1
    return chi_square_p([seen[order] for order in permutations(range(5))], [many / 120] * 120)


def shuffles(chance: Fast) -> float:
    """Six cards drawn as a game draws them, without replacement: all 720 orders equally often."""
    many = DRAWS // 5
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(many):
        deck = list(range(6))
        seen[tuple(deck.pop(chance.below(len(deck))) for _ in range(6))] += 1
    return chi_square_p([seen[order] for order in permutations(range(6))], [many / 720] * 720)


def birthdays(chance: Fast) -> float:
    """Spacings of 512 birthdays in a year of 2**24 days: how many are equal is Poisson with mean 2."""
    mean, many = 512**3 / (4 * 2**24), 800
    seen = [0] * 12
    for _ in range(many):
        days = sorted(chance.below(1 << 24) for _ in range(512))
        spacings = sorted(b - a for a, b in pairwise(days))
        equal = sum(a == b for a, b in pairwise(spacings))
        seen[min(equal, 11)] += 1
    expected = [many * exp(-mean) * mean**k / factorial(k) for k in range(11)]
    return chi_square_p(seen, [*expected, many - sum(expected)])


def neighbours(_: Fast) -> float:
    """First answers of neighbouring seeds: seeds 0, 1, 2 … must be as good as one long row."""
    first = [Fast(seed).below(256) for seed in range(60_000)]
    seen = Counter(a // 16 * 16 + b // 16 for a, b in zip(first[::2], first[1::2], strict=True))
    return chi_square_p([seen[value] for value in range(256)], [30_000 / 256] * 256)


def correlation(chance: Fast) -> float:
    """Neighbouring outputs are not correlated."""
    row = [chance.below(1 << 30) / (1 << 30) - 0.5 for _ in range(DRAWS)]
    together = sum(a * b for a, b in pairwise(row)) / (len(row) - 1) * 12
    return erfc(abs(together) * sqrt(len(row) - 1) / sqrt(2))


TESTS: Final[dict[str, Test]] = {
    **{f"uniform below {n}": uniform(n) for n in (2, 3, 6, 52, 1000)},
    "uniform, three quarters": high_values,
    **{f"bits {shift} to {shift + 7}": bits(shift) for shift in (0, 11, 22)},
    **{f"pairs of below({n}), lag {lag}": serial(n, lag) for n, lag in ((6, 1), (16, 1), (16, 2), (16, 5))},
    "gaps": gaps,
    "runs": runs,
    "orders of five": orders,
    "shuffles of six": shuffles,
    "birthday spacings": birthdays,
    "neighbouring seeds": neighbours,
    "correlation": correlation,
}


def results(seeds: range) -> Iterator[tuple[str, list[float]]]:
    """Each test's p-values, one a seed."""
    for name, test in TESTS.items():
        yield name, [test(Fast(seed)) for seed in (seeds if name != "neighbouring seeds" else seeds[:1])]


def raw() -> None:
    """Sixteen 30-bit outputs become sixty bytes, for as long as somebody reads."""
    chance = Fast(1)
    try:
        while True:
            block = bytearray()
            for _ in range(1024):
                word = 0
                for place in range(16):
                    word |= chance.below(1 << 30) << 30 * place
                block += word.to_bytes(60, "little")
            sys.stdout.buffer.write(block)
    except BrokenPipeError:
        pass


def main() -> int:
    """Print every p-value; 1 if one is beyond belief."""
    parser = argparse.ArgumentParser(description="Statistical battery for the simulations' generator.")
    parser.add_argument("--raw", action="store_true", help="write raw output instead")
    if parser.parse_args().raw:
        raw()
        return 0
    every: list[float] = []
    for name, found in results(range(SEEDS)):
        every += found
        print(f"{name:<28}", " ".join(f"{p:.4f}" for p in found), flush=True)
    print(f"{len(every)} p-values, least {min(every):.5f}, {sum(p < 0.01 for p in every)} under 0.01")
    return 1 if min(every) < ALARM else 0


if __name__ == "__main__":
    sys.exit(main())
