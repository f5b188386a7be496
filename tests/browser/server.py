"""The server of the browser tests, in a process of its own so that it can be killed: bots think at once.

Run as `python -m tests.browser.server <port> <database file> <built client's folder> <seconds until away>
<further settings as JSON>`.
"""

import sys
from pathlib import Path

import msgspec

from potluck.tables.service import Tables
from potluck.tables.settings import Settings
from potluck.web.app import app
from potluck.web.serve import bind, server
from potluck.web.settings import Limits, WebSettings


def main(port: int, database: str, static: str, away: float, more: str) -> None:
    """Serve until told to stop; who has no tab for `away` seconds is away."""
    url = f"sqlite:///{database}"
    # All people of all tests share one address.
    limits = Limits().shared_by(1000)
    settings = WebSettings(database=url, port=port, bot_workers=1, limits=limits, static=Path(static))
    settings = msgspec.structs.replace(settings, **msgspec.json.decode(more))
    tables = Tables(url, settings=Settings(bot_pause=0.0, away_seconds=away))
    server(app(settings, tables), settings).run(sockets=[bind("127.0.0.1", port)])
    tables.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4]), sys.argv[5])
