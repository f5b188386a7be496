"""The addresses of `/api`: which request is answered by which handler."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from potluck.web.addresses import Hosts
from potluck.web.api_absent import AbsentApi
from potluck.web.api_house import HouseApi
from potluck.web.api_play import PlayApi
from potluck.web.api_tables import TablesApi
from potluck.web.desk import Desk
from potluck.web.settings import WebSettings


def routes(desk: Desk, build: str, settings: WebSettings, hosts: Hosts) -> list[Route]:
    """The table of addresses."""
    house, tables, play = HouseApi(desk, build, settings, hosts), TablesApi(desk), PlayApi(desk, build)
    absent = AbsentApi(desk)

    def get(path: str, handler: Callable[[Request], Awaitable[Response]]) -> Route:
        return Route(f"/api{path}", handler, methods=["GET"])

    def post(path: str, handler: Callable[[Request], Awaitable[Response]]) -> Route:
        return Route(f"/api{path}", handler, methods=["POST"])

    return [
        get("/house", house.house),
        get("/reach", house.reach),
        get("/words/{language}", house.words),
        get("/words/{language}/{game}/{hash}", house.game_words),
        get("/rules/{game}", house.rules),
        get("/qr", house.qr),
        get("/me", house.me),
        post("/me", house.name_me),
        post("/tables", tables.create),
        get("/tables/{table}", tables.room),
        post("/tables/{table}/sit", tables.sit),
        post("/tables/{table}/leave", tables.leave),
        post("/tables/{table}/nonce", tables.renew_nonce),
        post("/tables/{table}/arrange", tables.arrange),
        post("/tables/{table}/start", tables.start),
        post("/tables/{table}/link", tables.link),
        post("/tables/{table}/rematch", tables.rematch),
        post("/tables/{table}/reclaim", tables.reclaim),
        post("/tables/{table}/hand", absent.hand),
        post("/tables/{table}/offer", absent.offer),
        post("/tables/{table}/vote", absent.vote),
        post("/tables/{table}/back", absent.back),
        post("/tables/{table}/concede", absent.concede),
        post("/tables/{table}/close", absent.close),
        get("/tables/{table}/view", play.view),
        post("/tables/{table}/moves", play.moves),
        post("/tables/{table}/why", play.why),
        post("/tables/{table}/try", play.tried),
        get("/tables/{table}/record", play.record),
        get("/links/{code}", tables.linked),
        post("/links/{code}", tables.redeem),
    ]
