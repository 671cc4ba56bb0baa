"""Loaded last by the process from which all others are forked: what every game comes with.

Whoever is forked from it has that read already: what somebody brings, and the first chances of a
game, do not wait for it, nor does it count as time that a file takes.
"""

from contextlib import suppress

from affray.content.game import games
from affray.content.problems import InvalidError
from affray.encounters.prepare import library_of

for _id in games():
    with suppress(InvalidError):  # whoever plays that game is told
        library_of(_id)
