"""Run the build and show how far it is; what it says goes to a file, and all of it on failure.

    python scripts/building.py LOG COMMAND...

The build itself tells its progress in lines such as ``affray: 12 of 260`` (setup.py writes them).
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

STAGE = re.compile(r"^\s*affray: (?P<done>\d+) of (?P<total>\d+)|^\s*affray: (?P<stage>.+)")
WIDTH = 30


class Progress:
    """What is under way, drawn over itself on a terminal, else told every tenth."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.stage = "preparing"
        self.share = 0.0
        self.told = -1
        self.ended = False
        self.live = sys.stderr.isatty()

    def line(self) -> str:
        """Return the present line."""
        seconds = int(time.monotonic() - self.begun)
        filled = round(self.share * WIDTH)
        bar = "#" * filled + "." * (WIDTH - filled) if self.share else "." * WIDTH
        return f"  [{bar}] {self.share:4.0%}  {seconds // 60}:{seconds % 60:02d}  {self.stage}"

    def heard(self, text: str) -> None:
        """Take a line of the build."""
        found = STAGE.match(text)
        if found is None:
            return
        if found["stage"]:
            self.stage = found["stage"]
        elif int(found["total"]):
            self.share = int(found["done"]) / int(found["total"])
        if not self.live and (int(self.share * 10) > self.told or found["stage"]):
            self.told = int(self.share * 10)
            sys.stderr.write(self.line() + "\n")

    def tick(self) -> None:
        """Draw once a second until the end."""
        while not self.ended:
            sys.stderr.write(f"\r{self.line():<78.78}")
            sys.stderr.flush()
            time.sleep(1)
        sys.stderr.write(f"\r{self.line():<78.78}\n")


def main(log: Path, command: list[str]) -> int:
    """Run the command; return its status."""
    progress = Progress()
    clock = threading.Thread(target=progress.tick, daemon=True)
    if progress.live:
        clock.start()
    with (
        log.open("w", encoding="utf-8") as file,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            file.write(line)
            progress.heard(line)
    progress.ended = True
    if progress.live:
        clock.join()
    if process.returncode:
        sys.stderr.write(log.read_text(encoding="utf-8"))
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
