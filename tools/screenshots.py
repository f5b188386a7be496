"""Takes the README's pictures: a real server, a game really played against bots, a real Chromium.

Luck is live, so the pictures show another game every time. They are kept as JPEG in docs/images.
"""

import random
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import APIRequestContext, Browser, Page, ViewportSize, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
IMAGES: Final = ROOT / "docs" / "images"
QUALITY: Final = 82
PANS_TO_SHOW: Final = 6  # a table with so many pans looks played
TRIES: Final = 5  # games that end before they look like that
PATIENCE: Final = 60.0  # seconds that bots and the server may take

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 860}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def chromium() -> str:
    """The system's Chromium; Playwright's own download is never used."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise RuntimeError("no Chromium on the PATH; on Debian: apt install chromium")


class Player:
    """One guest who plays over plain HTTP, and whose browser then shows the table."""

    def __init__(self, request: APIRequestContext, address: str, seed: int) -> None:
        """`request` shares its cookies with the browser's context."""
        self._request = request
        self._headers = {"X-Potluck": "1", "Origin": address}
        self._address = address
        self._pick = random.Random(seed)
        self.table = ""
        self.token = ""

    def _post(self, path: str, body: dict[str, Any], **headers: str) -> Any:
        answer = self._request.post(
            f"{self._address}/api{path}", data=body, headers={**self._headers, **headers}
        )
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.status} {answer.text()}")
        return answer.json()

    def call_me(self, name: str) -> None:
        """Be a guest of this name."""
        self._post("/me", {"name": name})

    def sit_down(self) -> None:
        """A table with two bots, started."""
        seats = [{"kind": "me"}, {"kind": "bot", "level": "medium"}, {"kind": "bot", "level": "easy"}]
        body = {"game": "cooking_rumble", "options": {}, "seats": seats, "nonce": secrets.token_hex(16)}
        made = self._post("/tables", body)
        self.table, self.token = made["table"], made["seat_token"]
        room = self._request.get(f"{self._address}/api/tables/{self.table}").json()
        if room["status"] == "open":
            self._post(f"/tables/{self.table}/start", {})

    def look(self) -> Any:
        """All this seat may know now."""
        answer = self._request.get(
            f"{self._address}/api/tables/{self.table}/view?first=0",
            headers={"Authorization": f"Seat {self.token}"},
        )
        return answer.json()["look"]

    def wait(self) -> Any:
        """The look once this seat has something to choose, or the game is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            look = self.look()
            if look["legal"] or look["view"]["places"] is not None:
                return look
            time.sleep(0.2)
        raise RuntimeError("the bots did not move")

    def choose(self, look: Any) -> None:
        """Any move; a card rather than a second wild token, so that the game goes on."""
        texts = [move["text"] for move in look["legal"]]
        wild = [text for text in texts if text.startswith("wild")]
        plain = [text for text in texts if not text.startswith("wild")]
        fresh = all(all(held) for held in look["view"]["tokens"][:1])
        move = self._pick.choice(wild if wild and fresh and self._pick.random() < 0.5 else plain or texts)
        body = {"id": secrets.token_hex(8), "version": look["version"], "moves": [move]}
        self._post(f"/tables/{self.table}/moves", body, Authorization=f"Seat {self.token}")

    def play_until(self, pans: int) -> bool:
        """Until it is this seat's own turn with so many pans on the plates; False if the game ended first."""
        while True:
            look = self.wait()
            view = look["view"]
            if view["places"] is not None:
                return False
            lying = sum(row["pans"] for tile in view["tiles"] if tile for row in tile["rows"])
            if lying >= pans and view["step"] == "turn":
                return True
            self.choose(look)

    def finish(self) -> None:
        """Play to the end."""
        while (look := self.wait())["view"]["places"] is None:
            self.choose(look)


def shoot(page: Page, name: str) -> None:
    """Take a picture once nothing moves any more."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    for close in page.locator(".meanwhile .icon-button").all():  # what was played over HTTP nobody has seen
        close.click()
    page.wait_for_timeout(1000)
    file = IMAGES / f"{name}.jpg"
    page.screenshot(path=file, type="jpeg", quality=QUALITY)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB")


def take(browser: Browser, address: str) -> None:
    """All pictures, in the order of an evening."""
    wide = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    player = Player(wide.request, address, seed=7)
    player.call_me("Marta")
    for _ in range(TRIES):
        player.sit_down()
        if player.play_until(PANS_TO_SHOW):
            break
    state = wide.storage_state()
    narrow = browser.new_context(
        viewport=PHONE,
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        locale="en-GB",
        storage_state=state,
    )
    keep = f"localStorage.setItem('potluck.seat.{player.table}', '{player.token}')"
    for context, size in ((wide, "1280"), (narrow, "390")):
        context.add_init_script(keep)
        page = context.new_page()
        page.goto(f"{address}/")
        shoot(page, f"lobby-{size}")
        page.goto(f"{address}/t/{player.table}")
        shoot(page, f"table-{size}")
        page.close()
    player.finish()
    page = narrow.new_page()
    page.goto(f"{address}/t/{player.table}")
    shoot(page, "end-390")


def main() -> None:
    """`python -m tools.screenshots`."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    port = free_port()
    address = f"http://localhost:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "potluck.cli", "serve", "--host", "127.0.0.1"]
        server = subprocess.Popen(
            [*command, "--port", str(port), "--db", str(Path(folder) / "pictures.db")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                until = time.monotonic() + PATIENCE
                while server.poll() is None and time.monotonic() < until:
                    with socket.socket() as probe:
                        if probe.connect_ex(("127.0.0.1", port)) == 0:
                            break
                    time.sleep(0.2)
                take(browser, address)
                browser.close()
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
