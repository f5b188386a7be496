"""What several test folders share."""

from importlib.resources import files

import pytest

from potluck.locale import LANGUAGES, read_catalogue
from potluck.play.conformance import Catalogues


@pytest.fixture(scope="session")
def toy_words() -> Catalogues:
    """The toy game's catalogues by language."""
    folder = files("tests.play.toy") / "words"
    return {language: read_catalogue(folder, language) for language in LANGUAGES}
