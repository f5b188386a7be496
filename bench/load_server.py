"""The server that `bench.load` loads: as `potluck serve` runs it, with the limits on strangers lifted.

`python -m bench.load_server PORT DATABASE BOT_PAUSE [limited]`: with `limited` they are as usual. The potluck
that is served is the one on the path.
"""

import logging
import os
import sys

from bench.served import PLAIN

from potluck.tables.service import Tables
from potluck.tables.settings import Settings
from potluck.web.app import app
from potluck.web.serve import bind, server
from potluck.web.settings import Limits, WebSettings

MANY = 10**6


def main(port: int, database: str, bot_pause: float, limited: str = "") -> None:
    """Serve until told to stop."""
    logging.disable(logging.WARNING)
    # One machine plays all guests, who may not be held to what one household does.
    roomy = Limits(*(MANY for _ in Limits.__struct_fields__))
    settings = WebSettings(database, port=port, limits=Limits() if limited else roomy)
    tables = Tables(
        database, settings=Settings(bot_pause=bot_pause, tables_per_hour=MANY, tables_unfinished=MANY)
    )
    serving = server(app(settings, tables), settings)
    if os.environ.get(PLAIN):
        serving.config.loop, serving.config.http = "asyncio", "h11"
    serving.run(sockets=[bind("127.0.0.1", port)])


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), *sys.argv[4:])
