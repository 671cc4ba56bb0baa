"""What shuts people out of a page, as axe finds it."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Nothing but what is at fault comes back: all that is well is ten times as much.
RUN = """async () => {
  const found = await axe.run({ resultTypes: ['violations'] })
  return found.violations
}"""


def barriers(page: Page) -> list[dict[str, Any]]:
    """Return the violations that axe finds on a page as it is."""
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(RUN))
