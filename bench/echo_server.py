"""A bare WebSocket echo by the same libraries as the server: what a round trip costs at the least.

`python -m bench.echo_server PORT`
"""

import sys
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Send back what comes."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    while True:
        message = await receive()
        match message["type"]:
            case "websocket.connect":
                await send({"type": "websocket.accept"})
            case "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})
            case _:
                return


def main(port: int) -> None:
    """Serve until told to stop."""
    settings = uvicorn.Config(
        echo,
        port=port,
        lifespan="off",
        log_level="warning",
        access_log=False,
        ws=WebSocketsSansIOProtocol,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
    )
    uvicorn.Server(settings).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
