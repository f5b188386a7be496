"""What a proxy does to a request: another name in `Host`, a path before ours; and what is told in words."""

import logging
import re
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from potluck.locale import LANGUAGES, house_catalogue
from potluck.web.addresses import Hosts
from potluck.web.serve import addresses
from potluck.web.settings import WebSettings
from tests.web.conftest import ROOMY
from tests.web.house import ME, OPEN, Person, Server, assert_worded, served, wait_for

PUBLIC = "https://games.example"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGE = """<!doctype html><html lang="en"><head><meta name="base" content="./">
<link rel="stylesheet" href="./assets/main.css"></head><body><div id="app"></div></body></html>"""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Known as games.example, and under /potluck."""
    folder = tmp_path_factory.mktemp("named")
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(PAGE)
    (static / "assets" / "main.css").write_text("main{}")
    settings = WebSettings(
        f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=ROOMY, static=static,
        host_names=("games.example", "other.example:8443"), prefix="/potluck",
    )  # fmt: skip
    with served(folder, settings) as running:
        yield running


# Another name in `Host`


def test_a_page_of_our_name_speaks_though_the_proxy_hides_it(named: Server) -> None:
    for origin in (PUBLIC, "http://games.example", "https://other.example:8443"):
        answer = Person(named, None).post("/api/me", json={"name": "Ana"}, headers={"Origin": origin})
        assert answer.status_code == 200, origin
        connect(f"ws://127.0.0.1:{named.port}/socket", origin=Origin(origin), legacy=True).close()


@pytest.mark.parametrize(
    "origin",
    [
        "https://games.example:8443",
        "https://other.example",
        "https://evil.example",
        "https://games.example.evil.example",
        "https://evil.example/games.example",
        "ftp://games.example",
        "null",
        "",
    ],
)
def test_no_other_page_does(named: Server, origin: str) -> None:
    answer = Person(named, None).post("/api/me", json={"name": "Ana"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert_worded(answer.json()["why"], "error.origin_foreign")
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{named.port}/socket", origin=Origin(origin), legacy=True)


def test_files_come_whatever_page_a_browser_says_it_is(named: Server) -> None:
    """It names the page for scripts and fonts; nobody else's page can read them anyway."""
    foreign = {"Origin": "https://evil.example"}
    assert named.get("/assets/main.css", headers=foreign).status_code == 200
    answer = named.get("/api/house", headers=foreign)
    assert answer.status_code == 403
    assert_worded(answer.json()["why"], "error.origin_foreign")


def test_without_names_only_the_host_that_was_asked_speaks() -> None:
    assert not Hosts(()).speaks(PUBLIC, "127.0.0.1:8000")
    assert Hosts(()).speaks("http://127.0.0.1:8000", "127.0.0.1:8000")


def test_names_with_ports_are_printed_as_they_are() -> None:
    printed = addresses("0.0.0.0", 8000, ["games.example", "other.example:8443"])
    assert {"http://games.example:8000/", "http://other.example:8443/"} <= set(printed)


def test_a_code_leads_to_the_address_of_the_page(named: Server) -> None:
    def code(at: str) -> httpx.Response:
        return named.get("/api/qr", params={"text": "/t/abc", "at": at})

    assert code(PUBLIC).status_code == 200
    assert code(PUBLIC).text != named.get("/api/qr?text=/t/abc").text
    assert code("https://evil.example").status_code == 400


# A path before ours


@pytest.mark.parametrize(
    ("path", "up"),
    [("/", "./"), ("/about", "./"), ("/t/abc", "../"), ("/t/abc/", "../../"), ("/no/such/page", "../../")],
)
@pytest.mark.parametrize("prefix", ["", "/potluck"])
def test_a_page_names_its_files_from_where_it_is(named: Server, prefix: str, path: str, up: str) -> None:
    page = named.get(f"{prefix}{path}").text
    assert f'href="{up}assets/main.css"' in page
    assert f'<meta name="base" content="{up}">' in page


def test_a_slash_that_is_written_otherwise_is_none(named: Server) -> None:
    assert 'href="../assets/main.css"' in named.get("/t/a%2Fb").text


def test_nobody_fills_the_memory_with_addresses(named: Server) -> None:
    assert named.get(f"/{'a/' * 9}").status_code == 404
    before = named.get("/nowhere").text
    assert named.get("/elsewhere").text == before


def test_everything_is_found_under_the_path(named: Server) -> None:
    under = "/potluck"
    assert named.get(f"{under}/api/house").json()["games"]
    assert named.get(f"{under}/api/house").headers["content-encoding"] == "gzip"
    assert named.get(f"{under}/api/me").headers["cache-control"] == "no-store"
    assert "immutable" in named.get(f"{under}/assets/main.css").headers["cache-control"]
    connect(f"ws://127.0.0.1:{named.port}/potluck/socket", origin=Origin(named.origin), legacy=True).close()
    moved = named.get(f"{under}?lang=de")
    assert (moved.status_code, moved.headers["location"]) == (307, "/potluck/?lang=de")
    assert named.get("/potluckx/api/house").headers["content-type"].startswith("text/html")


def test_the_log_says_who_has_answered_there(named: Server, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        assert Person(named, None).post("/potluck/api/me", json={"name": "Ana"}).status_code == 200
        wait_for(lambda: any(each.getMessage().startswith("POST handler=name_me") for each in caplog.records))


def test_the_cookie_is_kept_to_the_path_we_know(named: Server) -> None:
    def path(prefix: str) -> str:
        answer = Person(named, None).post(f"{prefix}/api/me", json={"name": "Ana"})
        found: list[str] = re.findall(r"Path=([^;]*)", answer.headers["set-cookie"])
        return found[0]

    assert (path(""), path("/potluck")) == ("/", "/potluck")


def test_a_cookie_of_another_house_under_the_same_name_hides_nobody(named: Server) -> None:
    ana = Person(named, "Ana")
    mine = f"potluck.guest={ana.cookies['potluck.guest']}"
    for both in (f"{mine}; potluck.guest=somebody.else", f"potluck.guest=somebody.else; {mine}"):
        me = named.get("/api/me", headers={"Cookie": both})
        assert me.json()["name"] == "Ana"


# In words


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_opens_a_page_under_a_foreign_name_reads_why(named: Server, language: str) -> None:
    host = 'evil.example"><script>'
    asked = {**BROWSER, "Host": host, "Accept-Language": language.replace("_", "-")}
    for path in ("/", "/t/abc", "/potluck", "/potluck/t/abc"):
        page = named.get(path, headers=asked)
        assert page.status_code == 421
        assert page.headers["content-type"].startswith("text/html")
        assert "--host-name" in page.text
        assert str(house_catalogue(language)["error.host_foreign"]) in page.text
        assert f'lang="{language.replace("_", "-")}"' in page.text
        assert "evil" not in page.text
        assert "default-src 'self'" in page.headers["content-security-policy"]


def test_programs_read_it_as_json(named: Server) -> None:
    foreign = {"Host": "evil.example"}
    for path, headers in (("/", foreign), ("/api/house", {**foreign, **BROWSER})):
        answer = named.get(path, headers=headers)
        assert_worded(answer.json()["why"], "error.host_foreign")


def test_no_browser_is_shown_json_for_a_page(named: Server) -> None:
    for path in ("/nothing.png", "/assets/gone.js", f"/{'a/' * 9}"):
        page = named.get(path, headers=BROWSER)
        assert page.status_code == 404
        assert str(house_catalogue("en")["error.page_unknown"]) in page.text


def test_a_page_whose_files_do_not_come_says_so(named: Server) -> None:
    page = named.get("/").text
    for language in LANGUAGES:
        assert str(house_catalogue(language)["unstyled.text"]) in page


# Cookies blocked


def guests(server: Server) -> int:
    with server.tables.ground.database.read() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM guests").scalar_one())


def test_who_brings_no_cookie_back_is_told_so_and_becomes_nobody(named: Server) -> None:
    before = guests(named)
    for _ in range(3):
        answer = Person(named, None).post("/api/me", json={"name": "Ana", "tried": True})
        assert answer.status_code == 403
        assert_worded(answer.json()["why"], "error.cookies_blocked")
    assert guests(named) == before


def test_who_does_becomes_a_guest(named: Server) -> None:
    ana = Person(named, None)
    assert ana.get("/api/me").json()["name"] is None
    assert ana.post("/api/me", json={"name": "Ana", "tried": True}).status_code == 200
    assert ana.post("/api/me", json={"name": "Ana Maria", "tried": True}).status_code == 200
    assert ana.new_table([ME, OPEN])["table"]


def test_a_program_that_tries_nothing_out_becomes_one_too(named: Server) -> None:
    assert Person(named, "Ana").get("/api/me").json()["name"] == "Ana"
