"""Where the system's Chromium is: Playwright's own download is never used."""

import os
import shutil


def chromium() -> str:
    """The program of POTLUCK_CHROMIUM, else the first Chromium or Chrome on the PATH."""
    named = os.environ.get("POTLUCK_CHROMIUM")
    found = named or next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))),
        None,
    )
    if found is None:
        raise RuntimeError("no Chromium: apt install chromium, or set POTLUCK_CHROMIUM to one")
    return found
