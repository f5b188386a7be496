"""The server's event loop: tasks nobody waits for, and calls from other threads, whenever they come."""

import asyncio
import logging
import threading

import pytest

from potluck.web.loop import Loop


def from_elsewhere(loop: Loop, heard: list[str], what: str) -> None:
    thread = threading.Thread(target=loop.soon, args=(heard.append, what))
    thread.start()
    thread.join()


def test_what_another_thread_says_is_heard_while_the_loop_runs() -> None:
    loop, heard = Loop(), list[str]()

    async def running() -> None:
        from_elsewhere(loop, heard, "too early")
        loop.start()
        from_elsewhere(loop, heard, "in time")
        await asyncio.sleep(0)
        await loop.stop()
        from_elsewhere(loop, heard, "too late")
        await asyncio.sleep(0)

    asyncio.run(running())
    assert heard == ["in time"]


def test_who_speaks_to_a_loop_that_is_closed_goes_on() -> None:
    loop, heard = Loop(), list[str]()

    async def running() -> None:
        loop.start()

    asyncio.run(running())
    loop.soon(heard.append, "nobody hears it")
    assert heard == []


def test_a_task_that_fails_is_logged_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    loop, done = Loop(), list[str]()

    async def fails() -> None:
        raise ZeroDivisionError

    async def works() -> None:
        await asyncio.sleep(0)
        done.append("done")

    async def running() -> None:
        loop.start()
        loop.spawn(fails())
        loop.spawn(works())
        await asyncio.sleep(0.01)
        await loop.stop()

    with caplog.at_level(logging.ERROR, "potluck.web"):
        asyncio.run(running())
    assert done == ["done"]
    [record] = caplog.records
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_a_task_that_is_stopped_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    loop = Loop()

    async def running() -> None:
        loop.start()
        loop.spawn(asyncio.sleep(60))
        await asyncio.sleep(0)
        await loop.stop()

    with caplog.at_level(logging.DEBUG, "potluck.web"):
        asyncio.run(running())
    assert caplog.records == []
