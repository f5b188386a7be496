"""A command of `potluck` as a person types it, run in this process, and what it says when it will not."""

from pathlib import Path

from typer.testing import CliRunner, Result

from potluck.cli import app


def potluck(*arguments: str | Path | int, typed: str = "", lang: str = "en") -> Result:
    """What comes of it; `typed` is what is there to be read."""
    env = {"LANG": f"{lang}.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "100"}
    return CliRunner().invoke(app, [str(each) for each in arguments], input=typed, env=env)


def done(result: Result, *parts: str) -> None:
    assert result.exit_code == 0, result.output
    for part in parts:
        assert part in result.stdout


def refused(result: Result, *parts: str) -> None:
    """No traceback, and as `is_refusal`."""
    assert result.exception is None or isinstance(result.exception, SystemExit)
    is_refusal(result.exit_code, result.stderr, *parts)


def is_refusal(code: int, said: str, *parts: str) -> None:
    """Exit code 1 and one worded line on the error stream."""
    assert code == 1, said
    assert len(said.strip().splitlines()) == 1, said
    assert "terminal." not in said
    for part in parts:
        assert part in said
