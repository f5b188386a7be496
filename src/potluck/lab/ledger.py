"""What a run has found so far, in a folder, so that it can be stopped at any moment and go on later.

`plan.json` says what is being played: another plan is not mixed in. `games.jsonl` has a line for each
batch that was played, in order; a line that was cut off by a stop is played again.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from potluck.lab.pieces import Outcome
from potluck.lab.problems import LabError

PLAN: Final = "plan.json"
GAMES: Final = "games.jsonl"

_line: Final = msgspec.json.Decoder(list[Outcome])


class Ledger:
    """The folder of one run."""

    def __init__(self, folder: Path, plan: dict[str, Any]) -> None:
        """Open it, or begin it with this plan. Raises LabError, OSError."""
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(plan, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
        path = folder / PLAN
        if path.exists():
            if path.read_text(encoding="utf-8") != text:
                raise LabError("terminal.lab.other_plan", folder=str(folder))
        elif any(folder.iterdir()):
            raise LabError("terminal.lab.not_empty", folder=str(folder))
        else:
            path.write_text(text, encoding="utf-8", newline="\n")

    def known(self) -> Iterator[list[Outcome]]:
        """What was found before, batch after batch; a last line that is not whole is taken away."""
        path = self._folder / GAMES
        if not path.exists():
            return
        with path.open("r+b") as file:
            good = 0
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    batch = _line.decode(line)
                except msgspec.MsgspecError as problem:
                    raise LabError(
                        "terminal.lab.line", file=str(path), line=str(number), reason=str(problem)
                    ) from None
                good += len(line)
                yield batch
            file.truncate(good)

    def add(self, batch: list[Outcome]) -> None:
        """Write down what was found next."""
        with (self._folder / GAMES).open("ab") as file:
            file.write(msgspec.json.encode(batch) + b"\n")
