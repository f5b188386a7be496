"""Where the servers of the crash tests come from: a process that has everything imported, and forks.

`python -m tests.crash.nest` reads wishes, a line of JSON each, and serves them one after the other: it
forks a server, says its process id, and once that has ended, how. Each server is a process of its own,
with its own connections, files and workers, and is killed as any other; only its imports are not made
anew, which took more time than all that is tested.
"""

import gc
import importlib
import json
import os
import sys
import traceback
from typing import Any, Final

from potluck.play.registry import games
from potluck.tables import crash
from potluck.tables.service import Tables
from potluck.web import serve
from potluck.web.app import app
from potluck.web.settings import WebSettings
from tests.crash import server

STDIN: Final = 0
STDOUT: Final = 1
STDERR: Final = 2


def warm() -> None:
    """Have imported what a server imports while it starts. Leaves no thread and no open file."""
    games()
    settings = WebSettings("sqlite://", bot_workers=0)
    tables = Tables(settings.database)
    serve.server(app(settings, tables), settings).config.load()
    tables.close()
    gc.collect()
    gc.freeze()


def become(wish: dict[str, Any]) -> None:
    """In the fork: be the server that was wished for."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, STDIN)
    os.dup2(STDERR, STDOUT)
    os.environ.update(wish["environment"])
    importlib.reload(crash)  # it has read the environment
    server.main(wish["port"], wish["database"])


def main() -> None:
    """Serve wishes until there are no more."""
    warm()
    for line in sys.stdin:
        wish = json.loads(line)
        child = os.fork()
        if child == 0:
            try:
                become(wish)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
