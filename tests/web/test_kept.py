"""Answers that are the same for everybody: compressed as the asker likes it, tagged, asked for again; and
never anything that is not the same for everybody."""

import gzip
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from potluck.web.kept import CODINGS, Kept, chosen, gzipped, known
from potluck.web.settings import WebSettings
from tests.served import NO_TLS
from tests.web.conftest import ROOMY, Started
from tests.web.house import ME, OPEN, Person, Server, served

SCRIPT = b"export const what = 'something that is said again and again'; " * 30
BROTLI = b"what a brotli encoder would make of the script"  # served as it is: no server can read it
PAGE = b"<!doctype html><html><head><title>Potluck</title></head><body>" + b"<p>words</p>" * 40 + b"</body>"
FORMS = {"br": b"", "gzip": b"", "identity": b""}


def digest(body: bytes) -> str:
    return sha256(body).hexdigest()


def ship(static: Path, **more: Any) -> None:
    """What the build leaves: files, siblings, the ledger."""
    (static / "assets").mkdir(parents=True, exist_ok=True)
    script, page = static / "assets/main-1a2b.js", static / "index.html"
    script.write_bytes(SCRIPT)
    page.write_bytes(PAGE)
    (static / "assets/letters-1a2b.woff2").write_bytes(b"letters" * 100)
    (static / "icon.svg").write_bytes(b"<svg>" + b"<path d='M0 0'/>" * 50 + b"</svg>")
    (static / "build.txt").write_text("abc123\n")
    Path(f"{script}.br").write_bytes(BROTLI)
    Path(f"{script}.gz").write_bytes(gzipped(SCRIPT))
    Path(f"{page}.gz").write_bytes(gzipped(PAGE))
    compressed = {
        "assets/main-1a2b.js": {
            "of": digest(SCRIPT),
            "forms": {"br": digest(BROTLI), "gz": digest(gzipped(SCRIPT))},
        },
        "index.html": {"of": digest(PAGE), "forms": {"gz": digest(gzipped(PAGE))}},
    }
    ledger = {
        "compressed": compressed,
        "pages": {"t": {"modules": ["assets/table-1.js"], "styles": ["assets/table-1.css"]}},
        "boards": {"cooking_rumble": {"modules": ["assets/rumble-1.js"]}},
    }
    (static / "shipped.json").write_text(json.dumps({**ledger, **more}))


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("shipped")
    ship(folder / "static")
    settings = WebSettings(f"sqlite:///{folder}/p.db", bot_workers=0, static=folder / "static", limits=ROOMY)
    with served(folder, settings) as running:
        yield running


def raw(server: Server, path: str, *, method: str = "GET", **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer and its bytes as they came over the wire."""
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx.Client(verify=NO_TLS) as client:
        client.headers.pop("accept-encoding")
        with client.stream(method, f"{server.origin}{path}", headers=asked) as answer:
            return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ([], "identity"),
        ([""], "identity"),
        (["gzip, deflate, br, zstd"], "br"),
        (["gzip, deflate"], "gzip"),
        (["x-gzip"], "gzip"),
        (["GZIP"], "gzip"),
        (["deflate"], "identity"),
        (["identity"], "identity"),
        (["*"], "br"),
        (["*;q=0"], "identity"),  # nothing is acceptable: what everybody understands
        (["br;q=0, *"], "gzip"),
        (["gzip;q=1.0, br;q=0.5"], "gzip"),
        (["br;q=0.5,gzip;q=0.5"], "br"),
        (["gzip;q=0"], "identity"),
        (["gzip;q=0.000"], "identity"),
        (["identity;q=0, gzip;q=0.1"], "gzip"),
        (["identity;q=1, gzip;q=0.5"], "identity"),
        (["identity;q=0.5, gzip;q=0.5"], "gzip"),
        (["gzip ; Q=1 , br ; q=0"], "gzip"),
        (["gzip;q=2"], "identity"),
        (["gzip;q=-1"], "identity"),
        (["gzip;q=nan"], "identity"),
        (["gzip;q=1e0"], "identity"),
        (["gzip;q=oops, br"], "br"),
        (["gzip;foo=1"], "gzip"),
        ([",,;;,"], "identity"),
        (["gzip", "br"], "br"),
        (["x" * 100_000 + ", gzip"], "identity"),
    ],
)
def test_which_form_is_chosen(accepted: list[str], expected: str) -> None:
    assert chosen(accepted, FORMS) == expected


def test_a_form_that_is_not_there_is_not_chosen() -> None:
    assert chosen(["br"], {"gzip": b"", "identity": b""}) == "identity"
    assert chosen(["br, gzip"], {"gzip": b"", "identity": b""}) == "gzip"


@pytest.mark.parametrize(
    ("headers", "there"),
    [([], False), (['"a"'], True), (['W/"a"'], True), (['"b", "a"'], True), (['"b"', '"a"'], True),
     (["*"], True), (['"a-gz"'], False), (["a"], False), ([""], False)],
)  # fmt: skip
def test_which_tags_are_known(headers: list[str], there: bool) -> None:
    assert known(headers, '"a"') is there


def test_a_form_that_is_no_smaller_is_not_kept() -> None:
    kept = Kept(b"short", "text/plain", {"gzip": gzipped(b"short")})
    assert kept.plain == b"short"
    assert len(gzipped(b"short")) > len(b"short")
    assert gzipped(SCRIPT) == gzipped(SCRIPT)  # nothing of the time or the machine is in it


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("br, gzip", "br", BROTLI),
        ("gzip", "gzip", gzipped(SCRIPT)),
        ("deflate", None, SCRIPT),
        ("", None, SCRIPT),
    ],
)
def test_a_script_in_every_coding(shipped: Server, accepted: str, coding: str | None, body: bytes) -> None:
    path = "/assets/main-1a2b.js"
    answer, got = raw(shipped, path, accept_encoding=accepted)
    headers = answer.headers
    assert (answer.status_code, got) == (200, body)
    assert headers.get("content-encoding") == coding
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert headers["content-length"] == str(len(body))
    assert headers["vary"] == "Accept-Encoding"
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["etag"].endswith(f'-{CODINGS[coding]}"' if coding else '"')
    head, nothing = raw(shipped, path, method="HEAD", accept_encoding=accepted)
    assert nothing == b""
    assert {**head.headers, "date": ""} == {**headers, "date": ""}
    again, nothing = raw(shipped, path, accept_encoding=accepted, if_none_match=headers["etag"])
    assert (again.status_code, nothing) == (304, b"")
    for name in ("etag", "vary", "cache-control"):
        assert again.headers[name] == headers[name]
    # The tag of one coding does not stand for another.
    other = "gzip" if coding != "gzip" else "br"
    changed, _ = raw(shipped, path, accept_encoding=other, if_none_match=headers["etag"])
    assert changed.status_code == 200


def test_fonts_are_compressed_already_and_siblings_have_no_address(shipped: Server) -> None:
    answer, got = raw(shipped, "/assets/letters-1a2b.woff2", accept_encoding="br, gzip")
    assert got == b"letters" * 100
    assert "content-encoding" not in answer.headers
    assert "vary" not in answer.headers
    assert answer.headers["content-type"] == "font/woff2"
    for hidden in ("assets/main-1a2b.js.br", "assets/main-1a2b.js.gz", "shipped.json", "build.txt"):
        assert raw(shipped, f"/{hidden}")[0].status_code == 404


def test_the_page_of_a_table_names_its_game_and_what_it_will_need(shipped: Server) -> None:
    ana = Person(shipped, "Ana")
    table = ana.new_table([ME, OPEN])["table"]
    page = ana.get(f"/t/{table}").text
    assert '<meta name="game" content="cooking_rumble">' in page
    for asset in ("table-1.js", "table-1.css", "rumble-1.js"):
        assert f'href="../assets/{asset}"' in page
    assert page.index("rumble-1.js") < page.index("</head>")
    # Whoever has no table is told what any table needs, whether there is one or not.
    for path in ("/t/nothing-here", "/t/", "/t"):
        gone = ana.get(path).text
        assert "table-1.js" in gone
        assert 'name="game"' not in gone
    assert (
        ana.get("/").content
        == ana.get("/new/cooking_rumble").content
        == ana.get(f"/x/{table}").content
        == PAGE
    )


def test_a_page_does_without_its_tables(shipped: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = Person(shipped, "Ana")
    table = ana.new_table([ME, OPEN])["table"]

    def broken(_: str) -> str:
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(shipped.tables, "game_of", broken)
    assert ana.get(f"/t/{table}").status_code == 200


@pytest.mark.parametrize("broken", ["missing", "cut", "foreign", "stale", "no ledger", "bad ledger"])
def test_a_wrong_sibling_never_breaks_a_page(tmp_path: Path, broken: str) -> None:
    static = tmp_path / "static"
    ship(static)
    sibling = static / "assets/main-1a2b.js.gz"
    if broken == "missing":
        sibling.unlink()
    elif broken == "cut":
        sibling.write_bytes(gzipped(SCRIPT)[:40])
    elif broken == "foreign":
        sibling.write_bytes(gzipped(b"another script"))
    elif broken == "stale":
        (static / "assets/main-1a2b.js").write_bytes(SCRIPT + b"// newer")
    elif broken == "no ledger":
        (static / "shipped.json").unlink()
    else:
        (static / "shipped.json").write_text('{"compressed": [')
    settings = WebSettings(f"sqlite:///{tmp_path}/p.db", bot_workers=0, static=static)
    wanted = SCRIPT + b"// newer" if broken == "stale" else SCRIPT
    with served(tmp_path, settings) as server:
        for accepted in ("gzip", "br, gzip", ""):
            answer, got = raw(server, "/assets/main-1a2b.js", accept_encoding=accepted)
            coding = answer.headers.get("content-encoding")
            assert answer.status_code == 200
            if coding == "br":
                assert got == BROTLI
                assert broken not in ("stale", "no ledger", "bad ledger")
            else:
                assert (gzip.decompress(got) if coding == "gzip" else got) == wanted
            assert raw(server, "/", accept_encoding=accepted)[0].status_code == 200


@pytest.mark.parametrize(
    "path", ["/api/house", "/api/words/de", "/api/rules/cooking_rumble?lang=de", "words"]
)
def test_public_answers_are_compressed_and_tagged(server: Server, path: str) -> None:
    if path == "words":
        house = server.get("/api/house").json()
        path = f"/api/words/en/secret_recipe/{house['words']['en']['secret_recipe']}"
    answer, got = raw(server, path, accept_encoding="gzip, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == "application/json"
    plain, whole = raw(server, path)
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(got) == whole
    assert 2 * len(got) < len(whole)
    again, nothing = raw(server, path, accept_encoding="gzip", if_none_match=answer.headers["etag"])
    assert (again.status_code, nothing) == (304, b"")


def test_nothing_of_a_table_or_a_person_is_compressed(started: Started) -> None:
    """What is not the same for everybody goes plain, or its size would tell what is in it."""
    ana = started.people[0]
    table, token = started.table, started.tokens[0]
    seat = {"Authorization": f"Seat {token}", "Accept-Encoding": "gzip, br"}
    code = ana.post(f"/api/tables/{table}/link", json={"seat_token": token}).json()["code"]
    paths = [
        "/api/me",
        "/api/reach",
        f"/api/tables/{table}",
        f"/api/tables/{table}/view",
        f"/api/links/{code}",
    ]
    for path in [*paths, "/api/nothing", "/api/qr?text=/t/abc"]:
        answer = ana.get(path, headers=seat)
        assert "content-encoding" not in answer.headers, path
        assert "etag" not in answer.headers, path
    named = ana.post("/api/me", json={"name": "Ana" * 6}, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in named.headers
    tab = ana.tab(table, token)
    assert not tab.socket.protocol.extensions
    tab.close()


def test_an_older_build_is_served(tmp_path: Path) -> None:
    """Without siblings and without a ledger."""
    static = tmp_path / "static"
    ship(static)
    for path in [*static.rglob("*.br"), *static.rglob("*.gz"), static / "shipped.json"]:
        path.unlink()
    settings = WebSettings(
        f"sqlite:///{tmp_path}/p.db", bot_workers=0, static=Path(shutil.move(static, tmp_path / "old"))
    )
    with served(tmp_path, settings) as server:
        page = server.get("/t/abc")
        assert page.content == PAGE
        assert server.get("/assets/main-1a2b.js").content == SCRIPT
