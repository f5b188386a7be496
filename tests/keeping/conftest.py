"""A house with tables in it, a backup of it, and a look for what is left over."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.keeping.house import House, done, potluck


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "house")


@pytest.fixture
def kept(house: House, tmp_path: Path) -> Path:
    """A backup of it."""
    file = tmp_path / "kept.zip"
    done(potluck("backup", file, "--db", house.file))
    return file


@pytest.fixture
def listing(tmp_path: Path) -> Iterator[Callable[[], list[str]]]:
    """Nothing half-made is left over anywhere."""

    def names() -> list[str]:
        return sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*"))

    yield names
    assert not [each for each in names() if ".potluck-" in each]
