"""The rules compile with mypyc as they stand, and compiled they play the very same games."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from potluck.play.registry import games

from .files import HOT, SOURCE, rules_files

ROOT = Path(__file__).parents[2]
GAMES = sorted(games())

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="compiling needs a C compiler"),
    pytest.mark.skipif(importlib.util.find_spec("setuptools") is None, reason="mypyc needs setuptools"),
]


def checksums(path: Path) -> dict[str, Any]:
    """What the games come to with the package that lies in this folder."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(path), str(ROOT)])}
    program = ROOT / "tests" / "compiled" / "checksums.py"
    done = subprocess.run(
        [sys.executable, program, *GAMES], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_compiled_rules_play_the_same_games(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "potluck", ignore=shutil.ignore_patterns("static", "__pycache__"))
    pure = checksums(tmp_path)
    assert pure["compiled"] == []
    files = sorted({*HOT, *(file for game in GAMES for file in rules_files(game))})
    program = f"""
from setuptools import setup
from mypyc.build import mypycify
modules = mypycify({[f"potluck/{file}" for file in files]!r}, opt_level="0", debug_level="0")
setup(name="parity", ext_modules=modules, packages=[], script_args=["build_ext", "--inplace", "-q"])
"""
    (tmp_path / "build_parity.py").write_text(program, encoding="utf-8")
    built = subprocess.run(
        [sys.executable, "build_parity.py"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env=os.environ | {"MYPYPATH": str(tmp_path)},
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    compiled = checksums(tmp_path)
    wanted = {"potluck." + file.removesuffix(".py").replace("/", ".") for file in files}
    assert wanted <= {*compiled["compiled"]}, "some of the modules were not compiled"
    assert compiled["checksums"] == pure["checksums"]
