"""What every test may rely on: steady examples in CI, and the folder of the checkout."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

# Two cores are shared by many tests: no deadline. In CI the same examples every time.
hypothesis.settings.register_profile("local", deadline=None, print_blob=True)
hypothesis.settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder of the project's checkout."""
    return Path(__file__).parents[1]


def in_a_browser(node: str) -> bool:
    """Whether a test is one of those that drive a browser."""
    return "_browser" in node.partition("::")[0]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker begin with its share of browsers: they take longest and wait most."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    pages = [one for one in items if in_a_browser(one.nodeid)]
    others = [one for one in items if not in_a_browser(one.nodeid)]
    items[:] = [
        one
        for worker in range(workers)
        for all_of in (pages, others)
        for one in all_of[worker * len(all_of) // workers : (worker + 1) * len(all_of) // workers]
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what the tests in a browser have taken: they shall be 4 minutes of the whole suite."""
    taken = [
        float(one.duration)
        for reports in terminalreporter.stats.values()
        for one in reports
        if isinstance(one, pytest.TestReport) and in_a_browser(one.nodeid)
    ]
    if taken:
        workers = terminalreporter.config.getoption("numprocesses", None) or 1
        terminalreporter.write_line(
            f"In a browser: {sum(taken):.0f} s, {sum(taken) / workers:.0f} s of each worker."
        )
