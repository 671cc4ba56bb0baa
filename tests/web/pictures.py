"""Write what is kept of every screen: its looks, what is heard of it, and the README's picture.

``python -m tests.web.pictures`` writes all, with names only those: ``readme``, or of screens.
Look at each, and read it, before it is committed.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import chain
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.browsing import Visits, chromium
from tests.web.screens import (
    DESK,
    GOLDENS,
    HEARD,
    TOURS,
    dress,
    golden,
    heard,
    kept_heard,
    picture,
    portrait,
    readme,
)
from tests.web.serving import ROOT, Server


def told(path: Path) -> None:
    sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB\n")


def main(names: list[str]) -> None:
    """Write pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        visit = Visits(browser, server)
        canvas = browser.new_page()
        GOLDENS.mkdir(exist_ok=True)
        HEARD.mkdir(exist_ok=True)
        for name, page in chain.from_iterable([tour(server, visit) for tour in TOURS]):
            if name == "deed" and (not names or "readme" in names):
                for theme in ("light", "dark"):
                    picture(theme).write_bytes(readme(page, canvas, theme))
                    told(picture(theme))
            if not names or name in names:
                dress(page, "light", DESK)
                kept_heard(name).write_text(heard(page), "utf-8")
                told(kept_heard(name))
                golden(name).write_bytes(portrait(page, canvas))
                told(golden(name))
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
