"""Whatever a file is called and by whichever name it is reached: it is that file, with its one key."""

import os
import sys
from pathlib import Path

import pytest
from sqlalchemy import make_url

from potluck.commands.database import database_url
from potluck.tables.keeping.paths import database_file, key_file
from potluck.tables.keeping.problems import KeepingError
from potluck.tables.service import Tables
from potluck.web.identity import signing_key
from tests import served
from tests.command import done, is_refusal, potluck, refused
from tests.keeping.house import LANGUAGES, House, ids

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="names that Windows does not allow")

NAMES = [
    "a b.db", "a%20b.db", "%3F.db", "%.db", "q?x=1.db", "h#ash.db", "ümläut.db", "a:b.db", "x:memory:y.db",
    ":memory:", "quo'te\".db", "a&b=c;d+e@f.db", "-dash.db", "file:x.db", "back\\slash.db", "new\nline.db",
    "bytes-\udcff%41.db",
]  # fmt: skip
GARBAGE = {
    "bytes": b"\xff\xfe" * 32, "zeros": b"\0" * 64, "two keys": b"a" * 128, "few bytes": b"\x80",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_opened_by_its_own_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as what its name would mean in a URL: that may be another house."""
    monkeypatch.chdir(tmp_path)
    url = database_url(name)
    file = tmp_path / name
    assert make_url(url).database == str(file)
    assert database_file(url) == file
    assert key_file(url) == tmp_path / f"{name}.key"
    Tables(url).close()
    signing_key(url, "")
    assert sorted(os.listdir(tmp_path)) == sorted([name, f"{name}.key"])


@pytest.mark.parametrize("name", ["a%20b.db", "q?x=1.db", "x:memory:y.db", "-dash.db", "file:x.db"])
def test_it_is_kept_and_restored_by_its_own_name(name: str, house: House, kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    done(potluck("restore", kept, "--db", folder / name), "2 tables are back")
    assert ids(folder / name) == house.ids()
    assert sorted(each.name for each in folder.iterdir()) == sorted([name, f"{name}.key", f"{name}.lock"])
    done(potluck("backup", tmp_path / "again.zip", "--db", folder / name), "2 tables and the key")


@pytest.mark.parametrize("what", GARBAGE)
def test_what_is_no_key_is_neither_used_nor_overwritten(what: str, house: House, tmp_path: Path) -> None:
    key = house.file.with_name("games.db.key")
    key.write_bytes(GARBAGE[what])
    for lang in LANGUAGES:
        said = potluck("backup", tmp_path / "kept.zip", "--db", house.file, lang=lang)
        refused(said, f"{key}")
    with pytest.raises(KeepingError, match=r"terminal\.key_broken"):
        signing_key(house.url, "")
    assert key.read_bytes() == GARBAGE[what]
    assert not (tmp_path / "kept.zip").exists()


@pytest.mark.parametrize(
    ("lang", "part"),
    [
        pytest.param("en", "something else", marks=pytest.mark.slow),
        ("de", "etwas anderes"),
        pytest.param("pt_BR", "outra coisa", marks=pytest.mark.slow),
    ],
)
def test_serving_says_in_one_line_that_the_key_is_none(house: House, lang: str, part: str) -> None:
    key = house.file.with_name("games.db.key")
    key.write_bytes(b"\xff" * 64)
    said = served.potluck("serve", "--db", house.file, "--port", "9", lang=lang)
    is_refusal(said.returncode, said.stderr.decode(), part, str(key))


def test_a_key_that_is_a_link_to_nowhere_is_named_as_the_key(house: House, tmp_path: Path) -> None:
    key = house.file.with_name("games.db.key")
    key.unlink()
    key.symlink_to("nowhere/key")
    refused(
        potluck("backup", tmp_path / "kept.zip", "--db", house.file), f"key of the guests' cookies in {key}"
    )
    with pytest.raises(KeepingError, match=r"terminal\.key_closed"):
        signing_key(house.url, "")


@pytest.fixture
def link(house: House, tmp_path: Path) -> Path:
    """Another name of the house's database, in another folder."""
    (tmp_path / "near").mkdir()
    name = tmp_path / "near" / "link.db"
    name.symlink_to(house.file)
    return name


def test_the_key_is_found_beside_the_real_file(house: House, link: Path, tmp_path: Path) -> None:
    assert signing_key(database_url(str(link)), "") == house.key
    done(potluck("backup", tmp_path / "kept.zip", "--db", link), "2 tables and the key")
    house.file.with_name("games.db.key").unlink()
    made = signing_key(database_url(str(link)), "")
    assert signing_key(house.url, "") == made != house.key
    assert [each.name for each in link.parent.iterdir()] == ["link.db"]


def test_a_key_beside_the_link_goes_on_being_used(house: House, link: Path, tmp_path: Path) -> None:
    """Older versions made it there; people's cookies are signed with it."""
    old = link.with_name("link.db.key")
    old.write_text("b" * 64)
    assert signing_key(database_url(str(link)), "") == "b" * 64
    assert signing_key(house.url, "") == house.key
    for key in (old, house.file.with_name("games.db.key")):
        refused(potluck("backup", key, "--force", "--db", link), "belongs to the database")
    done(potluck("backup", tmp_path / "kept.zip", "--db", link))
    # What is restored by one name is what is found by both; the one beside the link is kept aside.
    done(potluck("restore", tmp_path / "kept.zip", "--force", "--db", link))
    assert signing_key(house.url, "") == signing_key(database_url(str(link)), "") == "b" * 64
    (aside,) = link.parent.glob("link.db.key.before-*")
    assert aside.read_text() == "b" * 64
    assert not os.path.lexists(old)
