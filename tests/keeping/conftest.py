"""A house with tables in it, a backup of it, and a look for what is left over."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.command import done, potluck
from tests.keeping.house import House


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a house and a backup of it, made once: tests get copies."""
    folder = tmp_path_factory.mktemp("model")
    House(folder / "house")
    copied = House(shutil.copytree(folder / "house", folder / "backed up"))
    done(potluck("backup", folder / "kept.zip", "--db", copied.file))
    return folder


@pytest.fixture
def house(tmp_path: Path, model: Path) -> House:
    return House(shutil.copytree(model / "house", tmp_path / "house"))


@pytest.fixture
def kept(house: House, tmp_path: Path, model: Path) -> Path:
    """A backup of it."""
    return Path(shutil.copy(model / "kept.zip", tmp_path))


@pytest.fixture
def listing(tmp_path: Path) -> Iterator[Callable[[], list[str]]]:
    """Nothing half-made is left over anywhere."""

    def names() -> list[str]:
        return sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*"))

    yield names
    assert not [each for each in names() if ".potluck-" in each]
