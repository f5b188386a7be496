"""The client as it was really built: every text has its siblings, and they say what it says."""

import gzip
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from potluck.play.registry import games
from potluck.web.built import Built
from potluck.web.settings import WebSettings

STATIC = WebSettings().static
TEXTS = (".js", ".css", ".html", ".svg")
WORTH = 300  # bytes; what is smaller may come out larger

pytestmark = pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the client is not built")


def ledger() -> Any:
    return json.loads((STATIC / "shipped.json").read_text(encoding="utf-8"))


def texts() -> list[Path]:
    return [path for path in STATIC.rglob("*") if path.suffix in TEXTS]


def test_every_text_has_siblings_that_say_the_same() -> None:
    known = ledger()["compressed"]
    assert len(texts()) > 10
    for path in texts():
        body = path.read_bytes()
        name = path.relative_to(STATIC).as_posix()
        assert name in known
        if len(body) < WORTH:
            continue
        small = Path(f"{path}.gz").read_bytes()
        assert gzip.decompress(small) == body
        assert small[4:8] == bytes(4)  # no time
        assert small[9] == 255  # no system
        assert len(Path(f"{path}.br").read_bytes()) < len(small)


def test_the_server_uses_them_all(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="potluck.web"):
        built = Built(STATIC)
    assert not caplog.records
    assert set(built.files) >= {path.relative_to(STATIC).as_posix() for path in texts()}
    assert not [name for name in built.files if name.endswith((".br", ".gz"))]


def test_what_is_preloaded_is_there() -> None:
    found = ledger()
    assert set(found["boards"]) <= set(games())
    assert {"", "new", "t", "seat", "about"} == set(found["pages"])
    preloads = [*found["pages"].values(), *found["boards"].values()]
    for each in preloads:
        assert each["modules"]
        for name in [*each["modules"], *each["styles"]]:
            assert (STATIC / name).is_file()


def test_every_page_that_is_loaded_by_itself_is_preloaded_by_its_address() -> None:
    client = Path(__file__).parents[2] / "client"
    loaded = set(re.findall(r'import\("\./(\w+)\.svelte"\)', (client / "src/pages/parts.ts").read_text()))
    shipping = (client / "shipping.ts").read_text()
    [pages] = re.findall(r"const PAGES: .* = \{(.*)\};", shipping)
    named = {each.strip().strip('"') for each in re.findall(r":\s*([^,]+)", pages)}
    assert loaded == {"TablePage" if each == "TABLE" else each for each in named}


def test_the_first_script_is_small_and_waits_for_nothing() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    [first] = [part.split('"')[0] for part in page.split('<script type="module" crossorigin src="./')[1:]]
    script = (STATIC / first).read_text(encoding="utf-8")
    assert len(script) < 10_000
    assert not script.startswith("import")


def test_fonts_are_preloaded_and_only_the_first_ones() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    fonts = [line for line in page.splitlines() if 'as="font"' in line]
    assert len(fonts) == 2
    for line in fonts:
        assert "crossorigin" in line
        assert "latin" in line
        assert "ext" not in line.replace("Next", "").replace("next", "")
