"""The application: everything put together, and what is started and stopped with it."""

import logging
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from potluck.play.errors import PotluckError
from potluck.tables import discreet
from potluck.tables.database import out_of_reach
from potluck.tables.refusals import NotRead, NotWritten
from potluck.tables.service import Tables
from potluck.web import api, words
from potluck.web.addresses import Hosts
from potluck.web.desk import Desk
from potluck.web.errors import Broken, MessageInvalid, MethodWrong, PageUnknown
from potluck.web.finishing import finishing
from potluck.web.garbage import collecting
from potluck.web.guard import Guard
from potluck.web.hub import Hub
from potluck.web.identity import Identity, signing_key
from potluck.web.limiting import Brakes
from potluck.web.logs import counting
from potluck.web.pages import Pages
from potluck.web.posted import Lines
from potluck.web.prefix import Prefixed, Slashed
from potluck.web.session import Sessions
from potluck.web.settings import WebSettings
from potluck.web.sweeper import sweeping
from potluck.web.watch import RequestLog, Watch
from potluck.web.worded import READING, refused

log = logging.getLogger("potluck.web")

# SQLite has one writer; readers gain nothing from many threads under the interpreter's lock.
_THREADS: Final = 4


def app(settings: WebSettings, tables: Tables | None = None) -> Starlette:
    """The application of one server. `tables` may be given by tests; else the database is opened."""
    served = tables if tables is not None else Tables(settings.database)
    build = words.build_id(settings.static)
    executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="tables")
    identity = Identity(signing_key(settings.database, settings.secret))
    brakes = Brakes(settings.limits)
    hub = Hub(served, build, executor, settings.limits.newcomers_per_address)
    answers: Counter[int] = Counter()
    watch = Watch(served, hub, answers, settings.metrics_token, proxied=bool(settings.trusted_proxy))

    hosts = Hosts(settings.host_names)
    sessions = Sessions(hub, identity, brakes, build)
    lines = Lines(sessions, identity, brakes)
    pages = Pages(settings.static, lambda table: hub.run(lambda: served.game_of(table)))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        hub.start()
        try:
            async with (
                finishing(hub),
                _bots(served, settings.bot_workers, watch),
                sweeping(hub),
                collecting(hub),
                counting(),
            ):
                yield
        finally:
            await lines.stop()
            await hub.stop()
            executor.shutdown(wait=True)
            if tables is None:
                served.close()

    routes = [
        *api.routes(Desk(hub, identity, brakes), build, settings, hosts),
        *lines.routes(),
        WebSocketRoute("/socket", sessions.socket),
        Route("/healthz", watch.healthz, methods=["GET"]),
        Route("/metrics", watch.metrics, methods=["GET"]),
        Route("/{path:path}", pages.page, methods=["GET"]),
    ]
    made = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(RequestLog, answers=answers),
            *([Middleware(Prefixed, prefix=settings.prefix)] if settings.prefix else ()),
            Middleware(Guard, hosts=hosts, brakes=brakes),
            *([Middleware(Slashed)] if settings.prefix else ()),
        ],
        exception_handlers={
            PotluckError: _refused,
            HTTPException: _http_error,
            OperationalError: _out_of_reach,
            Exception: _failed,
        },
    )
    made.state.hub = hub
    made.state.purses = brakes.purses
    made.state.tables = served
    return made


@asynccontextmanager
async def _bots(tables: Tables, workers: int | None, watch: Watch) -> AsyncIterator[None]:
    if workers == 0:  # another process thinks for them
        yield
        return
    from potluck.tables.bots import BotDriver

    driver = BotDriver(tables, workers=workers)
    await driver.start()
    watch.bots_waiting = driver.waiting
    try:
        yield
    finally:
        await driver.stop()


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, PotluckError)
    return refused(request.scope, error)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {404: PageUnknown, 405: MethodWrong}
    return refused(request.scope, known.get(error.status_code, MessageInvalid)())


def _out_of_reach(request: Request, error: Exception) -> Response:
    if not out_of_reach(error):
        raise error
    log.warning("a request could not have the database: %s", discreet.kind(error))
    return refused(request.scope, NotRead() if request.method in READING else NotWritten())


def _failed(request: Request, error: Exception) -> Response:
    # The handler's traceback is logged by the server; the person gets words.
    return refused(request.scope, Broken(type(error).__name__))
