"""Affray: plays and simulates tactical combat of tabletop role-playing games, rules-complete."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from affray.core import VERSION

if TYPE_CHECKING:
    from affray import bots
    from affray.core.choice import Agent, Choice, Option
    from affray.core.errors import AffrayError, IllegalError, InvalidError
    from affray.core.event import Event
    from affray.core.outcome import Outcome
    from affray.session.fight import Fight
    from affray.session.question import Question
    from affray.session.replay import load
    from affray.session.start import start

__version__ = VERSION

__all__ = [
    "AffrayError",
    "Agent",
    "Choice",
    "Event",
    "Fight",
    "IllegalError",
    "InvalidError",
    "Option",
    "Outcome",
    "Question",
    "bots",
    "load",
    "start",
]

# Where each name comes from. It is imported when it is first asked for, so that whoever wants
# little, the version say, does not wait for everything.
HOMES: Final = {
    "AffrayError": "affray.core.errors",
    "Agent": "affray.core.choice",
    "Choice": "affray.core.choice",
    "Event": "affray.core.event",
    "Fight": "affray.session.fight",
    "IllegalError": "affray.core.errors",
    "InvalidError": "affray.core.errors",
    "Option": "affray.core.choice",
    "Outcome": "affray.core.outcome",
    "Question": "affray.session.question",
    "load": "affray.session.replay",
    "start": "affray.session.start",
}

if not TYPE_CHECKING:  # a checker of types sees the imports above, and no other names

    def __getattr__(name: str) -> object:
        """Import what is asked for."""
        if name == "bots":
            return import_module("affray.bots")
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(HOMES[name]), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        """Name what may be asked for."""
        return sorted({*globals(), *__all__})
