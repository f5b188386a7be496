"""Writes src/potluck/locale/confusables.txt from Unicode's own file of the same name.

It is at https://www.unicode.org/Public/security/latest/confusables.txt; its licence is in
src/potluck/locale/confusables.LICENSE.

    python -m tools.confusables confusables.txt
"""

import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parents[1] / "src" / "potluck" / "locale" / "confusables.txt"


def compact(text: str) -> str:
    """One line for all letters that look alike, and the lines that say which version it is."""
    version = next(line.split(":")[1].strip() for line in text.splitlines() if line.startswith("# Version:"))
    like: dict[str, list[str]] = {}
    for line in text.splitlines():
        letter, *rest = line.lstrip("\ufeff").partition("#")[0].split(";")
        if rest:
            like.setdefault(" ".join(rest[0].split()), []).append(letter.strip())
    lines = [f"{prototype}: {' '.join(letters)}" for prototype, letters in sorted(like.items())]
    head = [
        f"# Unicode {version}, Technical Standard 39: what letters look like, by tools/confusables.py.",
        "# Copyright Unicode, Inc. Unicode License V3, see confusables.LICENSE.",
    ]
    return "\n".join([*head, *lines, ""])


if __name__ == "__main__":
    HERE.write_text(compact(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="ascii")
