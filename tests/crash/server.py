"""The server that the crash tests kill: as `potluck serve` runs it, with bots that do not pause.

`python -m tests.crash.server PORT DATABASE`
"""

import sys

from potluck.tables.service import Tables
from potluck.tables.settings import Settings
from potluck.web.app import app
from potluck.web.serve import bind, server
from potluck.web.settings import Limits, WebSettings


def main(port: int, database: str) -> None:
    """Serve until killed."""
    roomy = Limits(*(10**6 for _ in Limits.__struct_fields__))  # all play from one address, and fast
    settings = WebSettings(database, port=port, bot_workers=1, limits=roomy)
    tables = Tables(database, settings=Settings(bot_pause=0.0, bot_nodes=40, tables_per_hour=10**6))
    server(app(settings, tables), settings).run(sockets=[bind("127.0.0.1", port)])


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
