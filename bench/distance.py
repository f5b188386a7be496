"""A network that takes its time: hands on whatever two sides say, later. Runs in a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Distance:
    """Listens on a port of its own and passes everything on to another, `delay` seconds each way."""

    def __init__(self, target: int, delay: float) -> None:
        """`target` is a port of this machine."""
        self.target = target
        self.delay = delay
        self.port = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._met, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Listen no more, and drop what is under way: connections that outlive their loop complain of it."""
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for _ in range(3):  # what is closed is gone, and its readers have heard of it
            await asyncio.sleep(0)

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The kernel has shaken hands already; over a real distance that costs a round trip.
        try:
            await asyncio.sleep(2 * self.delay)
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except BaseException:
            writer.close()
            raise
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, part = await under_way.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not part:
                    sink.close()
                    return
                sink.write(part)

        delivery = asyncio.create_task(deliver())
        try:
            while part := await source.read(64 * 1024):
                under_way.put_nowait((loop.time() + self.delay, part))
            under_way.put_nowait((loop.time() + self.delay, b""))
            await delivery
        except OSError:
            pass
        finally:
            delivery.cancel()
            sink.close()


@contextmanager
def distance(target: int, delay: float) -> Iterator[int]:
    """The port of a server that is `delay` seconds away, each way."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    between = Distance(target, delay)
    asyncio.run_coroutine_threadsafe(between.open(), loop).result(10)
    try:
        yield between.port
    finally:
        asyncio.run_coroutine_threadsafe(between.close(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
