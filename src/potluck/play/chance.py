"""Where luck comes from.

Chance lives outside the state: a state holds no future, so nobody can foretell a deck by copying
one. Rules ask `below(n)`; who answers differs. `Live` for games between people (committed to in
advance, checkable afterwards), `Fast` for simulations, `Replay` for records, `Script` for exploring
every outcome, `Forbidden` for drafts that must not touch luck, `Recording` to keep the answers.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from potluck.play.errors import ChanceForbidden, ChanceMismatch, ScriptExhausted

# Multiply-with-carry, base 2**30. A*2**30-1 and A*2**29-1 are both prime, so every state but the two
# fixed points lies on a cycle of length A*2**29-1 (about 2**58.9). Products stay below 2**60: they fit
# a tagged integer when compiled. `bench/chance.py` runs the statistical battery.
_MULTIPLIER: Final = 982446636
_BASE_BITS: Final = 30
_BASE: Final = 1 << _BASE_BITS
_MASK: Final = _BASE - 1
_WARM_UP: Final = 8


class Chance:
    """Answers to "a whole number below n, all equally likely"."""

    def below(self, n: int) -> int:
        """Return a number in range(n). `n` is at least 1."""
        raise NotImplementedError

    def below_many(self, bounds: Sequence[int]) -> list[int]:
        """Answer several questions at once: the answers `below` would give them one by one.

        For luck that nothing in between depends on, such as dice rolled together: whoever lays the
        answers out (`Script`) hears of all of them at once and need not play the past again for each.
        """
        return [self.below(n) for n in bounds]


class Fast(Chance):
    """A small, quick generator for simulations; the same sequence for the same seed everywhere."""

    __slots__ = ("_carry", "_x")

    def __init__(self, seed: int) -> None:
        """Start from any integer; different seeds give unrelated sequences."""
        digest = blake2b(str(seed).encode(), digest_size=8).digest()
        word = int.from_bytes(digest, "little")
        self._x: int = word & _MASK
        self._carry: int = 1 + (word >> _BASE_BITS) % (_MULTIPLIER - 2)
        for _ in range(_WARM_UP):
            self._step()

    def _step(self) -> int:
        t = _MULTIPLIER * self._x + self._carry
        self._x = t & _MASK
        self._carry = t >> _BASE_BITS
        return self._x

    def below(self, n: int) -> int:
        """Return a number in range(n), 1 <= n <= 2**30, without modulo bias."""
        limit = _BASE - _BASE % n
        x = self._step()
        while x >= limit:
            x = self._step()
        return x % n


class Live(Chance):
    """Luck nobody at the table can steer or foresee, and everybody can check afterwards.

    Answer number i is BLAKE2b keyed with a 256-bit secret seed over the players' nonces, i and an
    attempt counter, with rejection. The seed's `commitment` is shown before play, the seed after it.
    An answer depends on its number alone, so a move tried again asks and gets the same again.
    """

    def __init__(self, seed: bytes, nonces: Sequence[bytes], drawn: int = 0) -> None:
        """Continue after `drawn` answers; `seed` is 32 bytes from the system's generator."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a live seed has {SEED_BYTES} bytes")
        self._seed = seed
        self._nonces = blake2b(b"".join(blake2b(nonce, digest_size=32).digest() for nonce in nonces)).digest()
        self.drawn = drawn

    def below(self, n: int) -> int:
        """Return a number in range(n), 1 <= n <= 2**64."""
        limit = _WORD - _WORD % n
        attempt = 0
        while True:
            place = self.drawn.to_bytes(8, "little") + attempt.to_bytes(8, "little")
            digest = blake2b(self._nonces + place, key=self._seed, person=b"potluck.chance").digest()
            for start in range(0, len(digest), 8):
                word = int.from_bytes(digest[start : start + 8], "little")
                if word < limit:
                    self.drawn += 1
                    return word % n
            attempt += 1


SEED_BYTES: Final = 32
_WORD: Final = 1 << 64


def commitment(seed: bytes) -> str:
    """What is shown of a live seed before the game: its hash, in hex."""
    return blake2b(seed, digest_size=32, person=b"potluck.commit").hexdigest()


def below_any(chance: Chance, n: int) -> int:
    """Return a number in range(n) for any n >= 1, however large, from as few questions as fit."""
    if n <= _BASE:
        return chance.below(n)
    digits = (n.bit_length() + _BASE_BITS - 1) // _BASE_BITS
    span = 1 << digits * _BASE_BITS
    while True:
        word = 0
        for _ in range(digits):
            word = word << _BASE_BITS | chance.below(_BASE)
        if word < span - span % n:
            return word % n


class Replay(Chance):
    """Answers read from a record: each must have been given to the same question."""

    def __init__(self, answers: Sequence[tuple[int, int]]) -> None:
        """Take (answer, n) pairs in the order they were given."""
        self._answers = answers
        self.used = 0

    def below(self, n: int) -> int:
        """Return the recorded answer; raises ChanceMismatch if the record does not fit."""
        if self.used >= len(self._answers):
            raise ChanceMismatch("the record holds fewer chance answers than the rules ask for")
        answer, asked = self._answers[self.used]
        if asked != n or not 0 <= answer < n:
            raise ChanceMismatch(
                f"chance answer {self.used + 1} is {answer} of {asked}, but the rules ask for 1 of {n}"
            )
        self.used += 1
        return answer


class Script(Chance):
    """Answers laid out beforehand; at the end of the list it says which questions come next."""

    def __init__(self, answers: Sequence[int]) -> None:
        """Take plain answers; their bounds are whatever the rules ask."""
        self._answers = answers
        self.used = 0

    def below(self, n: int) -> int:
        """Return the next answer; raises ScriptExhausted((n,)) when there is none."""
        if self.used >= len(self._answers):
            raise ScriptExhausted((n,))
        answer = self._answers[self.used]
        if not 0 <= answer < n:
            raise ChanceMismatch(f"scripted answer {answer} is not below {n}")
        self.used += 1
        return answer

    def below_many(self, bounds: Sequence[int]) -> list[int]:
        """Return the next answers; raises ScriptExhausted with every bound that is not answered yet."""
        laid_out = len(self._answers) - self.used
        if laid_out < len(bounds):
            raise ScriptExhausted(bounds[laid_out:])
        return [self.below(n) for n in bounds]


class Forbidden(Chance):
    """For drafts and undo: asking for luck here is an error."""

    def below(self, n: int) -> int:
        """Never answers; raises ChanceForbidden."""
        raise ChanceForbidden("this step must not depend on chance")


class Recording(Chance):
    """Passes questions on and keeps (answer, n) pairs in `answers`."""

    def __init__(self, source: Chance) -> None:
        """Wrap another chance."""
        self._source = source
        self.answers: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        """Return and keep the source's answer."""
        answer = self._source.below(n)
        self.answers.append((answer, n))
        return answer

    def below_many(self, bounds: Sequence[int]) -> list[int]:
        """Return and keep the source's answers; none is kept if it cannot give all."""
        answers = self._source.below_many(bounds)
        self.answers += zip(answers, bounds, strict=True)
        return answers
