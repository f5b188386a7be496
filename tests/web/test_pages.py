"""What a page reads: the client, catalogues, rules, codes; health and figures; the headers of it all."""

import socket
from pathlib import Path

import httpx
import pytest

from potluck.locale import LANGUAGES, game_catalogue, words_package
from potluck.play.options import option_fields
from potluck.play.registry import games
from potluck.web.addresses import Hosts
from potluck.web.serve import addresses, bind
from potluck.web.settings import WebSettings
from potluck.web.words import language, shelf
from tests.served import NO_TLS
from tests.web.house import ME, OPEN, Person, Server, served


@pytest.fixture
def built(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>page")
    (static / "build.txt").write_text("abc123\n")
    (static / "assets" / "main-1a2b.js").write_text("script")
    (static / "icon.svg").write_text("<svg/>")
    return static


def test_the_client(tmp_path: Path, built: Path) -> None:
    settings = WebSettings(f"sqlite:///{tmp_path}/p.db", bot_workers=0, static=built)
    with served(tmp_path, settings) as server, httpx.Client(base_url=server.origin, verify=NO_TLS) as client:
        for path in ("/", "/index.html", "/table/abc", "/new/cooking_rumble"):
            page = client.get(path)
            assert (page.status_code, page.text) == (200, "<!doctype html>page")
            assert page.headers["cache-control"] == "no-cache"
        script = client.get("/assets/main-1a2b.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/icon.svg").headers["cache-control"] == "no-cache"
        assert client.get("/assets/gone-1.js").status_code == 404
        assert client.get("/api/house").json()["build"] == "abc123"


def test_without_the_client_a_page_says_what_to_do(tmp_path: Path) -> None:
    settings = WebSettings(f"sqlite:///{tmp_path}/p.db", bot_workers=0, static=tmp_path / "none")
    with served(tmp_path, settings) as server:
        page = server.get("/", headers={"Accept-Language": "de"})
        assert page.status_code == 503
        assert "make client" in page.text
        assert 'lang="de"' in page.text
        assert server.get("/api/house").json()["build"] == "dev"


def test_headers_of_every_answer(server: Server) -> None:
    for path in ("/", "/api/house", "/api/nothing", "/healthz", "/x.js"):
        headers = server.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert server.get("/api/me").headers["cache-control"] == "no-store"


def test_house(server: Server) -> None:
    house = server.get("/api/house").json()
    assert house["languages"] == list(LANGUAGES)
    boxes = {game["id"]: game for game in house["games"]}
    assert len(boxes) == 5
    rumble = boxes["cooking_rumble"]
    assert rumble["ready"]
    assert [option["name"] for option in rumble["options"]] == ["expert", "allow_illegal_cards"]
    words = server.get("/api/words/pt_BR").json()
    for box in boxes:
        assert words[f"{box}.name"]
        assert words[f"{box}.blurb"]
    assert shelf()[0].ready


def test_words_are_had_by_game_and_all_of_them_can_be_had(server: Server) -> None:
    """The words of the house and a game's own, none twice, make up the whole catalogue."""
    house = server.get("/api/house").json()
    assert set(house["words"]) == set(LANGUAGES)
    for spoken in LANGUAGES:
        common = server.get(f"/api/words/{spoken}").json()
        assert set(house["words"][spoken]) == set(games())
        for name, game in games().items():
            address = f"/api/words/{spoken}/{name}/{house['words'][spoken][name]}"
            answer = server.get(address)
            assert "immutable" in answer.headers["cache-control"]
            own = answer.json()
            every = game_catalogue(words_package(game), spoken)
            early = {key for key in every if key in common}
            assert set(own) == set(every) - early
            assert {**common, **own}.items() >= dict(every).items()
            # What is read before a table is what the game declares for it, and nothing else.
            options = {f"{name}.option.{field.name}" for field in option_fields(game)}
            assert {f"{name}.name", f"{name}.blurb"} | options <= early
            assert not [key for key in early if key.split(".")[1] not in ("name", "blurb", "option")]


def test_words_of_before_an_update_are_todays_and_not_kept(server: Server) -> None:
    house = server.get("/api/house").json()
    now = server.get(f"/api/words/de/cooking_rumble/{house['words']['de']['cooking_rumble']}")
    old = server.get("/api/words/de/cooking_rumble/0123456789abcdef")
    assert old.json() == now.json()
    assert old.headers["cache-control"] == "no-cache"
    for address in ("xx/cooking_rumble/0", "de/chess/0", "de/cooking_rumble"):
        refused = server.get(f"/api/words/{address}")
        assert refused.status_code == 404
        assert refused.headers["cache-control"] == "no-store"


def test_rules(server: Server) -> None:
    pages = [server.get(f"/api/rules/cooking_rumble?lang={name}").json()["html"] for name in LANGUAGES]
    assert len(set(pages)) == len(LANGUAGES)
    assert all("<h" in page and "<script" not in page for page in pages)


def test_printed_addresses_are_ones_it_listens_on() -> None:
    assert addresses("127.0.0.1", 8000, []) == ["http://localhost:8000/"]
    assert addresses("10.0.0.5", 80, ["games.example"]) == ["http://10.0.0.5:80/", "http://games.example:80/"]
    assert not any("[" in each for each in addresses("0.0.0.0", 8000, []))
    with bind("::", 0) as both, socket.create_connection(("127.0.0.1", both.getsockname()[1]), 2):
        pass


def test_qr(server: Server) -> None:
    code = server.get("/api/qr?text=/table/abc")
    assert code.headers["content-type"] == "image/svg+xml"
    assert code.text.startswith("<svg")


def test_health_and_figures(server: Server) -> None:
    ana = Person(server, "Ana")
    made = ana.new_table([ME, OPEN])
    ana.tab(made["table"], made["seat_token"])
    assert server.get("/healthz").text == "ok\n"
    text = server.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert int(figures['potluck_tables{status="open"}']) >= 1
    assert int(figures["potluck_sockets"]) >= 1
    assert made["table"] not in text


def test_figures_are_not_for_everybody(tmp_path: Path) -> None:
    settings = WebSettings(
        f"sqlite:///{tmp_path}/p.db", bot_workers=0, trusted_proxy="127.0.0.1", metrics_token="figures"
    )
    with served(tmp_path, settings) as server:
        far = {"X-Forwarded-For": "203.0.113.9"}
        assert server.get("/metrics", headers=far).status_code == 404
        assert server.get("/metrics").status_code == 404, "it may be anybody behind the proxy"
        assert server.get("/metrics", headers={**far, "Authorization": "Bearer wrong"}).status_code == 404
        assert server.get("/metrics", headers={**far, "Authorization": "Bearer figures"}).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "accepted", "expected"),
    [
        (None, "", "en"),
        (None, "de-CH, en;q=0.5", "de"),
        (None, "fr, pt;q=0.7, en;q=0.3", "pt_BR"),
        (None, "en;q=0.1, de;q=0.9", "de"),
        (None, "xx;q=oops, ,;;, *", "en"),
        ("pt-BR", "de", "pt_BR"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        ("../../etc", "", "en"),
    ],
)
def test_language(wanted: str | None, accepted: str, expected: str) -> None:
    assert language(wanted, accepted) == expected


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("https://games.example.org", "games.example.org", True),
        ("https://games.example.org", "games.example.org:443", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://LOCALHOST:8000", "localhost:8000", True),
        ("http://localhost:8001", "localhost:8000", False),
        ("http://localhost", "localhost:8000", False),
        ("http://evil.example", "localhost", False),
        ("ftp://localhost", "localhost", False),
        ("null", "null", False),
        ("http://localhost:8000.evil.example", "localhost:8000", False),
        ("http://[::1].evil.example", "[::1]", False),
        ("http://a b", "c d", False),
        ("", "", False),
    ],
)
def test_same_origin(origin: str, host: str, same: bool) -> None:
    assert Hosts.same(origin, host) is same


def test_a_dead_database_is_not_healthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as server:
        monkeypatch.setattr(server.tables, "check", lambda: 1 / 0)
        assert server.get("/healthz").status_code == 503
