"""A property that is looked for in a few examples each time, and in many in the long suite."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy


def examples(few: int, many: int, *given_by: SearchStrategy[Any]) -> Callable[[Callable[..., None]], Any]:
    """Make a test of a property, in place of hypothesis' `settings` and `given`."""

    def test_of(holds: Callable[..., None]) -> Any:
        @pytest.mark.parametrize("most", [few, pytest.param(many, marks=pytest.mark.slow)])
        def test(most: int) -> None:
            settings(max_examples=most)(given(*given_by)(holds))()

        test.__doc__ = holds.__doc__
        return test

    return test_of
