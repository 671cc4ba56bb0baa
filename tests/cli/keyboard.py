"""A keyboard and a screen for commands that run at a terminal of their own."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import affray

HOME = Path(affray.__file__).parents[1]
PROMPT = re.compile(r"\n(>|Roll [^\n]*:)[ \x08\r]*$")
PATIENCE = 60.0  # seconds, on a machine with much else to do
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07")

BEGUN = re.compile(r"\x1b(\[[0-9;?]*|\][^\x07]*)?$")  # a sequence that is cut off


class Keyboard:
    """``affray play`` at a terminal: types lines, and reads what is shown."""

    def __init__(self, *words: str, state: Path, width: int = 100, height: int = 40) -> None:
        self.shown = ""
        self.cut = ""  # the beginning of a sequence of which the rest has not come yet
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.closed = False
        self.child, self.screen = pty.fork()
        if self.child == 0:
            os.environ |= {
                "PYTHONPATH": str(HOME),
                "XDG_STATE_HOME": str(state),
                "TERM": "xterm-256color",
                "PROMPT_TOOLKIT_NO_CPR": "1",
                "COLUMNS": str(width),
                "LINES": str(height),
            }
            os.execv(sys.executable, [sys.executable, "-m", "affray", "play", *words])
        size = struct.pack("HHHH", height, width, 0, 0)
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, size)

    def read(self, wait: float) -> bool:
        """Take what is on the screen by now; return whether anything was."""
        ready, _, _ = select.select([self.screen], [], [], wait)
        if not ready:
            return False
        try:
            found = os.read(self.screen, 65536)
        except OSError:  # the other end is gone
            found = b""
        if not found:
            self.closed = True
            return False
        text = COLOURS.sub("", self.cut + self.decode(found))
        begun = BEGUN.search(text)
        self.cut = begun[0] if begun is not None else ""
        self.shown += text.removesuffix(self.cut)
        return True

    def prompt(self, since: int = 0, seconds: float = PATIENCE) -> str:
        """Return what is shown from a place on up to the next prompt, or to the program's end."""
        end = time.monotonic() + seconds
        while not self.closed:
            if PROMPT.search(self.shown[since:]) and not self.read(0.03):
                break
            if time.monotonic() > end:
                raise AssertionError(f"no prompt in: {self.shown[since:][-2000:]!r}")
            self.read(0.2)
        return self.shown[since:]

    def type(self, line: str, end: str = "\r") -> str:
        """Type a line; return what is shown until the next prompt."""
        since = len(self.shown)
        os.write(self.screen, (line + end).encode())
        return self.prompt(since)

    def ended(self) -> int:
        """Return how the program ended."""
        while not self.closed:
            self.read(0.5)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])

    def close(self) -> None:
        """End the program if it has not ended."""
        try:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.screen)
