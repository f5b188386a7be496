"""What may be said of a mean after so many looks: an interval that holds at every moment at once.

A run that ends when its answer is clear looks at its figures again and again, and an ordinary interval
would be left sooner or later by chance alone. This one is a confidence sequence: with probability 95 % the
true mean lies in all intervals of a run, so it may end whenever it likes. It is the hedged capital of
Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS B, 2024): against
every mean that could be, half a stake bets that the true one is higher and half that it is lower; a mean is
out when a bet has made the whole stake 1 / 0.05 times as much.
"""

from math import log, log1p, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

_STAKES: Final = log(2 / 0.05)  # log capital at which half a stake has become 1 / 0.05 whole ones
_GRAIN: Final = 1000  # means that are tried: thousandths
_BOLD: Final = 0.5  # the part of the stake that a bet may lose


class Evidence:
    """A mean of independent figures between 0 and 1, and where the true one lies."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._means: NDArray[np.float64] = np.arange(_GRAIN + 1) / _GRAIN
        self._above = np.zeros(_GRAIN + 1)  # log capital of those who bet that the mean is higher
        self._below = np.zeros(_GRAIN + 1)
        self._low, self._high = 0.0, 1.0
        self.count = 0
        self._sum = 0.0
        self._squares = 0.25  # of differences to the mean then, begun with one guess

    @property
    def mean(self) -> float:
        """Of the figures so far; a half before the first."""
        return self._sum / self.count if self.count else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies. It never widens."""
        return self._low, self._high

    def add(self, figure: float) -> None:
        """Take in the next figure, 0 to 1."""
        step = self.count + 1
        bet = sqrt(2 * _STAKES / (self._squares * log1p(step)))
        means = self._means
        with np.errstate(divide="ignore"):
            up = np.minimum(bet, _BOLD / means)
            down = np.minimum(bet, _BOLD / (1 - means))
        self._above += np.log1p(up * (figure - means))
        self._below += np.log1p(-down * (figure - means))
        self.count = step
        self._sum += figure
        guess = (0.5 + self._sum) / (1 + step)
        self._squares += (figure - guess) ** 2
        left = np.flatnonzero(np.maximum(self._above, self._below) < _STAKES)
        if len(left):  # the edges are the nearest means that are out
            self._low = max(self._low, float(means[max(left[0] - 1, 0)]))
            self._high = min(self._high, float(means[min(left[-1] + 1, _GRAIN)]))
