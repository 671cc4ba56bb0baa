"""Where a line comes from: an editor with history and completion, or plain input."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.text import Text

from affray.cli.autosave import Leaving, state_folder
from affray.cli.faults import Left

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

HISTORY: Final = "history"  # the file of typed lines, in the user's state folder
WORDS: Final = 60  # that a completion offers at once


class Reader:
    """Reads lines as they are: for pipes, files and terminals that cannot edit."""

    def __init__(self, console: Console, leaving: Leaving) -> None:
        self.console = console
        self.leaving = leaving

    def read(self, prompt: Text) -> str | None:
        """Return what is typed at a prompt, None at the end of the input.

        Raises:
            Left: whoever plays is gone.
        """
        self.console.print(prompt, end="")
        try:
            line = self.leaving.wait(input).strip()
        except EOFError:
            return None
        if not sys.stdin.isatty():
            self.console.print(line)
        return line


class Editor(Reader):
    """Reads lines with editing, history and completion."""

    def __init__(
        self, console: Console, leaving: Leaving, complete: Callable[[str], Iterable[str]]
    ) -> None:
        """Begin a session.

        Args:
            console: where everything is printed.
            leaving: hears signals.
            complete: returns the lines that what is typed so far may become.
        """
        super().__init__(console, leaving)
        self.complete = complete
        self.session: PromptSession[str] = self._session()

    def _session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import FileHistory, History, InMemoryHistory

        complete = self.complete

        class Words(Completer):
            def get_completions(self, document: Any, complete_event: Any) -> Iterable[Completion]:
                typed = document.text_before_cursor
                part = typed.rpartition(";")[2].lstrip()
                for number, whole in enumerate(complete(part)):
                    if number == WORDS:
                        return
                    yield Completion(whole, start_position=-len(part))

        history: History = InMemoryHistory()
        path = _history_file()
        if path is not None:
            history = FileHistory(str(path))
        return PromptSession(
            history=history,
            completer=Words(),
            complete_while_typing=False,
            enable_history_search=True,
            reserve_space_for_menu=5,
        )

    def read(self, prompt: Text) -> str | None:
        """Return what is typed at a prompt, None at the end of the input.

        Raises:
            Left: whoever plays is gone, or breaks off.
        """
        from prompt_toolkit.formatted_text import ANSI

        with self.console.capture() as shown:
            self.console.print(prompt, end="")
        app = self.session.app

        def leave(number: int) -> None:
            if app.loop is not None and app.is_running:
                app.loop.call_soon_threadsafe(lambda: app.exit(exception=Left(number)))

        try:
            line = self.leaving.wait(lambda: self.session.prompt(ANSI(shown.get())), leave)
        except EOFError:
            return None
        except KeyboardInterrupt:
            raise Left(signal.SIGINT) from None
        return line.strip()


def _history_file() -> Path | None:
    """Return the file of typed lines; None where there can be none."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    path = folder / HISTORY
    return path if os.access(folder, os.W_OK) else None


def can_edit() -> bool:
    """Return whether somebody sits at a terminal that can edit lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
