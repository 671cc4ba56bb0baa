"""Affray: plays and simulates tactical combat of tabletop role-playing games, rules-complete."""

from affray import bots
from affray.core import VERSION
from affray.core.errors import AffrayError, IllegalError, InvalidError
from affray.core.outcome import Outcome
from affray.session.fight import Fight
from affray.session.replay import load
from affray.session.start import start

__version__ = VERSION

__all__ = [
    "AffrayError",
    "Fight",
    "IllegalError",
    "InvalidError",
    "Outcome",
    "bots",
    "load",
    "start",
]
