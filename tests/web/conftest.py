"""What the tests of the table share: one server and one browser for all that do not stop them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.browsing import PATIENCE, Visits, chromium
from tests.web.serving import Server

# What stands between a test and real processes.
PAGES: Final = {"browser", "server", "own_server", "servers", "postgres"}
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try what fails in a browser or against a server once more.

    Two cores that do other work can stall a process for longer than any test waits; what never
    ends is ended with its worker, and tried again in another. The summary names whatever was tried
    again (``-rR``); what fails twice fails.
    """
    for item in items:
        if PAGES & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"), AFFRAY_SOCKETS="100000").start()
    yield started
    started.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path).start()
    yield started
    if started.process is not None and started.process.poll() is None:
        started.stop()


@pytest.fixture(scope="module")  # while it runs nobody else may run an event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visits]:
    """Open a page as somebody who holds seats; what it complains of fails the test."""
    visits = Visits(browser, server)
    yield visits
    visits.close()
