"""What several test folders share."""

from importlib.resources import files

import pytest
from hypothesis import settings

from potluck.locale import LANGUAGES, read_catalogue
from potluck.play.conformance import Catalogues

# Helpers assert, too: what was there and what should be is said as in a test.
pytest.register_assert_rewrite(
    *(f"tests.{each}" for each in ("browser", "command", "games", "play", "served", "tables", "web"))
)

# How long an example takes says more of what else the machine does than of ours.
settings.register_profile("potluck", deadline=None)
settings.load_profile("potluck")


@pytest.fixture(scope="session")
def toy_words() -> Catalogues:
    """The toy game's catalogues by language."""
    folder = files("tests.play.toy") / "words"
    return {language: read_catalogue(folder, language) for language in LANGUAGES}
