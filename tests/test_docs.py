"""The examples of the docs run as they stand, one page's after the other in one namespace."""

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^( *)```python\n(.*?)^\1```", re.M | re.S)
PAGES = [path for path in sorted(DOCS.glob("*.md")) if BLOCK.search(path.read_text(encoding="utf-8"))]


def test_there_are_examples() -> None:
    assert [page.name for page in PAGES] >= ["add-a-game.md", "architecture.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, Any] = {}
    said = 0
    for indent, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        exec(compile(re.sub(f"^{indent}", "", block, flags=re.M), str(page), "exec"), namespace)
        said += block.count("print(")
    assert len(capsys.readouterr().out.splitlines()) >= said > 0
