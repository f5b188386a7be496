"""One server to a file: the lock is found by every name of the file and dies with its process."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from potluck.tables.keeping.lock import holding
from potluck.tables.keeping.paths import database_file, key_file
from potluck.tables.keeping.problems import KeepingError

HOLDER = textwrap.dedent("""
    import subprocess, sys
    from pathlib import Path
    from potluck.tables.keeping.lock import holding

    with holding(Path(sys.argv[1])):
        sleeps = [sys.executable, "-c", "import time; time.sleep(60)"]
        child = subprocess.Popen(sleeps, stdout=subprocess.DEVNULL)
        print(child.pid, flush=True)
        sys.stdin.read()
""")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "games.db"
    made.write_bytes(b"")
    return made


@contextmanager
def holder(file: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Another process that holds a database, and a child of it."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    child = int(process.stdout.readline())
    try:
        yield process, child
    finally:
        process.kill()
        process.communicate()
        os.kill(child, signal.SIGKILL)


def refusal(file: Path) -> KeepingError:
    with pytest.raises(KeepingError) as caught, holding(file):
        pass
    return caught.value


def test_a_second_process_is_refused_and_told_who_has_it(file: Path) -> None:
    with holder(file) as (process, _):
        problem = refusal(file)
        assert problem.key == "terminal.in_use_by"
        assert problem.texts == {"file": str(file), "process": str(process.pid)}


def test_the_same_file_by_another_way(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path, a detour, a symbolic link to the file or to its folder."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link.db").symlink_to("games.db")
    (tmp_path / "elsewhere" / "link").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path / "elsewhere")
    with holder(file):
        for way in ("../games.db", "../elsewhere/../games.db", "../link.db", "link/games.db", "link/link.db"):
            assert refusal(Path(way)).key == "terminal.in_use_by", way


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a hard link is not noticed, and docs say so")
def test_the_same_file_by_a_hard_link(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    os.link(file, other)
    with holder(file):
        assert refusal(other).key == "terminal.in_use"
    with holding(other):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is nothing but this file")
def test_the_file_of_the_lock_was_removed(file: Path) -> None:
    with holder(file):
        file.with_name("games.db.lock").unlink()
        assert refusal(file).key == "terminal.in_use"


def test_it_ends_with_its_process_though_a_child_lives_on(file: Path) -> None:
    with holder(file) as (process, child):
        refusal(file)
        process.kill()
        process.wait()
        os.kill(child, 0)
        with holding(file):
            assert refusal(file).texts["process"] == str(os.getpid())
        with holding(file):
            pass


def test_a_dead_holder_is_not_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed process has left in the file of the lock is not told of the next one."""
    with holder(file) as (process, _):
        pass
    text = f"{process.pid} {socket.gethostname()}\n"
    with holding(file):
        file.with_name("games.db.lock").write_text(text)
        assert refusal(file).key == "terminal.in_use"
        file.with_name("games.db.lock").write_text("77 far-away\n")
        problem = refusal(file)
        assert (problem.key, problem.texts["machine"]) == ("terminal.in_use_at", "far-away")
        for strange in (b"", b"\xff\xfe", b"x" * 1000, b"99999999999999999999 here\n"):
            file.with_name("games.db.lock").write_bytes(strange)
            assert refusal(file).key == "terminal.in_use"


def test_other_files_are_free(file: Path, tmp_path: Path) -> None:
    with holder(file), holding(tmp_path / "another.db", make=True):
        pass


def test_a_new_database_is_for_its_owner_and_goes_if_it_stays_empty(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    with holding(file, make=True):
        assert file.stat().st_mode & 0o777 == 0o600
    assert not file.exists()
    with holding(file, make=True):
        file.write_bytes(b"games")
    assert file.read_bytes() == b"games"
    with holding(tmp_path / "none.db"):
        pass
    assert not (tmp_path / "none.db").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be removed")
def test_a_lock_that_was_removed_while_it_was_taken_is_taken_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    lock, flock, removed = file.with_name("games.db.lock"), fcntl.flock, False

    def and_somebody_tidies_up(handle: int, how: int) -> None:
        nonlocal removed
        flock(handle, how)
        if not removed:
            removed = True
            lock.unlink()

    monkeypatch.setattr(fcntl, "flock", and_somebody_tidies_up)
    with holding(file):
        assert removed
        assert refusal(file).texts["process"] == str(os.getpid())


def test_where_nothing_can_be_locked_it_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without locks, a folder in place of the file, somebody else's link."""
    lock = file.with_name("games.db.lock")
    lock.mkdir()
    assert refusal(file).key == "terminal.lock_closed"
    lock.rmdir()
    lock.symlink_to(file)
    assert refusal(file).key == "terminal.lock_closed"
    assert file.read_bytes() == b""
    lock.unlink()
    if sys.platform != "win32":

        def none(*_: object) -> None:
            raise OSError(38, "Function not implemented")

        monkeypatch.setattr("fcntl.flock", none)
        problem = refusal(file)
        assert (problem.key, problem.texts["reason"]) == ("terminal.lock_closed", "Function not implemented")


def test_nothing_is_left_open(file: Path) -> None:
    before = len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0
    for _ in range(3):
        with holding(file):
            refusal(file)
    assert (len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0) == before


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:///games.db", "games.db"),
        ("sqlite:////var/lib/games.db", "/var/lib/games.db"),
        ("sqlite+pysqlite:///games.db?timeout=3", "games.db"),
        ("sqlite:///file:some%20games.db?uri=true", "some games.db"),
        ("sqlite:///file:///srv/games.db?mode=rwc&uri=true", "/srv/games.db"),
        ("sqlite://", None),
        ("sqlite:///:memory:", None),
        ("sqlite:///file::memory:?uri=true", None),
        ("sqlite:///file:x?mode=memory&uri=true", None),
        ("postgresql+psycopg://u:p@host/games", None),
        ("nonsense", None),
    ],
)
def test_the_file_of_a_database(url: str, file: str | None) -> None:
    """Only what is in a file has a lock; the key lies beside it."""
    assert database_file(url) == (None if file is None else Path(file))
    if "file:" not in url and file is not None:
        assert key_file(url) == Path(file + ".key")
