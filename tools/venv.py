"""Makes the virtual environment that `make` works in: pinned dependencies and Potluck itself, editable.

Runs on whatever Python the person has, before anything is installed: standard library only. A stamp
file (`.run`, or `.dev` with the developers' tools) tells make that the work is done.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


def fail(words: str) -> None:
    """Say what is wrong and what to do, and stop."""
    sys.exit(f"potluck: {words}")


def python_of(folder: Path) -> Path:
    """The interpreter inside a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make(folder: Path) -> None:
    """Create the environment unless there is one that works."""
    python = python_of(folder)
    if (
        python.exists()
        and subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode == 0
    ):
        return
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        fail(
            "this Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv; "
            "elsewhere install a complete Python, then try again."
        )
    print(f"potluck: making {folder.name} with Python {sys.version.split()[0]}", flush=True)
    try:
        venv.create(folder, with_pip=True, clear=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        fail(f"the virtual environment could not be made: {problem}")


def install(folder: Path, dev: bool) -> None:
    """Install Potluck from this checkout, everything at the versions of constraints.txt."""
    what = "the developers' tools and dependencies" if dev else "dependencies"
    print(f"potluck: installing {what} (the first time takes a minute)", flush=True)
    constraints = str(ROOT / "constraints.txt")
    # Older pips read PIP_CONSTRAINT for build tools too, newer ones only PIP_BUILD_CONSTRAINT.
    env = {**os.environ, "PIP_CONSTRAINT": constraints, "PIP_BUILD_CONSTRAINT": constraints}
    target = f"{ROOT}[dev]" if dev else str(ROOT)
    done = subprocess.run(
        [python_of(folder), "-m", "pip", "install", "--quiet", "--editable", target], env=env
    )
    if done.returncode != 0:
        fail("pip could not install the dependencies; what it said stands above. Is the network up?")


def main() -> None:
    """`python -m tools.venv FOLDER [--dev]`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dev", action="store_true", help="with what tests and checks need")
    arguments = parser.parse_args()
    if sys.version_info < OLDEST:
        fail(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is {sys.version.split()[0]}.")
    folder: Path = arguments.folder
    make(folder)
    install(folder, arguments.dev)
    (folder / ".run").touch()
    if arguments.dev:
        (folder / ".dev").touch()


if __name__ == "__main__":
    main()
