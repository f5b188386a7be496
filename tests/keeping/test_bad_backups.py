"""What is no sound backup is refused in words and changes nothing."""

import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command import potluck, refused
from tests.keeping.house import LANGUAGES, House, change, damage


def rewritten(kept: Path, name: str, content: bytes | None, *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A backup with one of its files changed, added or left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(kept) as old, zipfile.ZipFile(out, "w", method) as new:
        for each in old.namelist():
            if each != name:
                new.writestr(each, old.read(each))
        if content is not None:
            new.writestr(name, content)
    return out.getvalue()


def manifest(kept: Path, **changes: Any) -> bytes:
    with zipfile.ZipFile(kept) as old:
        said = json.loads(old.read("manifest.json"))
    return rewritten(kept, "manifest.json", json.dumps({**said, **changes}).encode())


def with_database(kept: Path, change_it: Callable[[Path], None], folder: Path) -> bytes:
    """A backup whose checksums are right and whose database is not."""
    from potluck.tables.keeping.container import part_of

    file = folder / "inside.db"
    with zipfile.ZipFile(kept) as old:
        file.write_bytes(old.read("potluck.db"))
    change_it(file)
    part = part_of(file)
    changed = folder / "changed.zip"
    changed.write_bytes(rewritten(kept, "potluck.db", file.read_bytes()))
    return manifest(changed, database={"bytes": part.bytes, "sha256": part.sha256})


def bomb(kept: Path) -> bytes:
    """A few kilobytes that say they hold 300 megabytes, and do."""
    size = 300 << 20
    out = io.BytesIO()
    with zipfile.ZipFile(kept) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        said = json.loads(old.read("manifest.json"))
        said["database"]["bytes"] = size
        new.writestr("manifest.json", json.dumps(said))
        new.writestr("potluck.db.key", old.read("potluck.db.key"))
        with new.open("potluck.db", "w") as target:
            for _ in range(size >> 20):
                target.write(bytes(1 << 20))
    return out.getvalue()


BAD: dict[str, tuple[Callable[[Path, Path], bytes], str]] = {
    "empty": (lambda kept, _: b"", "not a backup"),
    "text": (lambda kept, _: b"a shopping list\n" * 99, "not a backup"),
    "cut off": (lambda kept, _: kept.read_bytes()[:-40], "damaged or cut off"),
    "cut in the middle": (lambda kept, _: kept.read_bytes()[:2000], "damaged or cut off"),
    "a byte flipped": (lambda kept, _: flipped(kept.read_bytes()), "damaged or cut off"),
    "another zip": (lambda kept, _: rewritten(kept, "manifest.json", None), "not a backup"),
    "no database": (lambda kept, _: rewritten(kept, "potluck.db", None), "not a backup"),
    "no key, though it says so": (lambda kept, _: rewritten(kept, "potluck.db.key", None), "damaged"),
    "out of its folder": (lambda kept, _: rewritten(kept, "../../evil", b"x"), "not a backup"),
    "an absolute name": (lambda kept, _: rewritten(kept, "/tmp/evil", b"x"), "not a backup"),
    "one name twice": (lambda kept, _: twice(kept), "not a backup"),
    "another compression": (
        lambda kept, _: rewritten(kept, "potluck.db.key", b"k" * 64, method=zipfile.ZIP_BZIP2),
        "not a backup",
    ),
    "a manifest of somebody else": (
        lambda kept, _: rewritten(kept, "manifest.json", b'{"name": "x"}'),
        "not a backup",
    ),
    "a manifest that is no JSON": (lambda kept, _: rewritten(kept, "manifest.json", b"{"), "not a backup"),
    "a manifest without end": (
        lambda kept, _: rewritten(kept, "manifest.json", b" " * (1 << 20)),
        "not a backup",
    ),
    "a newer format": (lambda kept, _: manifest(kept, format=2, version="9.1"), "version 9.1"),
    "half a manifest": (lambda kept, _: manifest(kept, made=3), "damaged"),
    "made on no day": (lambda kept, _: manifest(kept, made="yesterday"), "damaged"),
    "made after all days": (lambda kept, _: manifest(kept, made="9999-12-31T23:59:59-12:00"), "damaged"),
    "a wrong checksum": (lambda kept, _: rewritten(kept, "potluck.db.key", b"k" * 64), "damaged"),
    "more than it says": (
        lambda kept, _: rewritten(kept, "potluck.db.key", b"k" * 900),
        "damaged",
    ),
    "less than it says": (lambda kept, _: rewritten(kept, "potluck.db.key", b"k"), "damaged"),
    "a bomb": (lambda kept, _: bomb(kept), "300 MB"),
    "less than it says of the database": (
        lambda kept, _: manifest(kept, database={"bytes": 1 << 60, "sha256": "0"}),
        "damaged",
    ),
    "a damaged database": (lambda kept, folder: with_database(kept, damage, folder), "bad.zip"),
    "a text as database": (
        lambda kept, folder: with_database(kept, lambda file: void(file.write_bytes(b"x" * 5000)), folder),
        "bad.zip",
    ),
    "a newer database": (
        lambda kept, folder: with_database(
            kept, lambda file: change(file, "UPDATE alembic_version SET version_num = '9999'"), folder
        ),
        "newer Potluck",
    ),
    "a database of something else": (
        lambda kept, folder: with_database(kept, lambda file: change(file, "DROP TABLE seats"), folder),
        "not one of Potluck",
    ),
    "a database that would do something": (
        lambda kept, folder: with_database(
            kept,
            lambda file: change(
                file, "CREATE TRIGGER evil AFTER INSERT ON seats BEGIN DELETE FROM tables; END"
            ),
            folder,
        ),
        "not one of Potluck",
    ),
}  # fmt: skip


def void(_: object) -> None:
    """For the sake of a lambda."""


def flipped(content: bytes) -> bytes:
    middle = 1500
    return content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


def twice(kept: Path) -> bytes:
    out = io.BytesIO(kept.read_bytes())
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(out, "a") as new:
        new.writestr("potluck.db.key", "k" * 64)
    return out.getvalue()


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_sound_backup_is_refused(
    what: str, house: House, kept: Path, tmp_path: Path, listing: Callable[[], list[str]]
) -> None:
    """In words, in every language, with nothing changed; neither an empty house nor one with games."""
    make, says = BAD[what]
    (tmp_path / "work").mkdir()
    bad = tmp_path / "bad.zip"
    bad.write_bytes(make(kept, tmp_path / "work"))
    before = listing()
    refused(potluck("restore", bad, "--db", tmp_path / "back.db"), says)
    refused(potluck("restore", bad, "--db", house.file, "--force"), says)
    for lang in LANGUAGES[1:]:
        result = potluck("restore", bad, "--db", tmp_path / "back.db", lang=lang)
        refused(result)
    assert [each for each in listing() if not each.endswith(".lock")] == before
    assert len(house.ids()) == 2
    assert not Path("/tmp/evil").exists()


def test_every_cut_is_noticed(kept: Path, tmp_path: Path) -> None:
    """However much of the file arrived."""
    content = kept.read_bytes()
    cut = tmp_path / "cut.zip"
    for length in range(0, len(content), 97):
        cut.write_bytes(content[:length])
        refused(potluck("restore", cut, "--db", tmp_path / "back.db"))
    assert not (tmp_path / "back.db").exists()


def test_a_list_of_contents_that_lies_about_sizes(kept: Path, tmp_path: Path) -> None:
    """The sizes in a zip's directory are its maker's; no more is unpacked than the manifest says."""
    content = bytearray(kept.read_bytes())
    at = content.rindex(b"PK\x01\x02", 0, content.rindex(b"potluck.db.key"))
    content[at + 24 : at + 28] = struct.pack("<I", 1 << 30)
    bad = tmp_path / "bad.zip"
    bad.write_bytes(content)
    refused(potluck("restore", bad, "--db", tmp_path / "back.db"), "damaged")
