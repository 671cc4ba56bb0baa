"""What somebody types or asks about, read as if whom they do not know of were not there."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any, Final

from affray.core.combat import Combat
from affray.core.errors import IllegalError, UnknownKeyError
from affray.core.event import Event
from affray.web.naming import titles
from affray.web.views import Lens

BUMPS: Final = frozenset({"is barred"})  # events that tell that somebody unknown is there


def unknown(lens: Lens) -> list[str]:
    """Return the names of those of whom an audience does not know that they take part."""
    combat = lens.fight.combat
    units = [] if lens.all_known else combat.units
    return [str(one.name) for one in units if not lens.takes_part(combat, one.index)]


def unseen(lens: Lens) -> list[str]:
    """Return the names of those of whom an audience does not know where they are."""
    combat = lens.fight.combat
    units = [] if lens.all_known else combat.units
    return [str(one.name) for one in units if not lens.sees(combat, one.index)]


def mentions(text: str, names: list[str]) -> bool:
    """Return whether a text has one of some names in it, as a whole word."""
    return any([re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for name in names])


def read(lens: Lens, key: str) -> int:
    """Return the answer that a key names.

    Raises:
        IllegalError: the rules forbid it; of whom the audience does not know where they are, the
            reason names those alone that the key names.
        AmbiguousError: it is the beginning of several keys.
        UnknownKeyError: it names nothing, or somebody of whom the audience does not know; either
            is told in the same words.
    """
    question = lens.fight.choice
    try:
        return question.read(key)
    except (IllegalError, UnknownKeyError) as fault:
        names, lost = unknown(lens), unseen(lens)
        if not lost:
            raise
        if isinstance(fault, IllegalError) and not mentions(key, names):
            called = titles(lens.fight)
            fact = fault.fact
            for name in [one for one in lost if not mentions(key, [one])]:
                for word in (name, called[name]):
                    fact = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", "somebody", fact)
            raise IllegalError(fault.what, fact, fault.rule) from None
        words = " ".join(key.split())
        every = [*question.keys, *question.choice.candidates()]
        close = get_close_matches(words, [one for one in every if not mentions(one, names)], 1)
        raise UnknownKeyError(words, close[0] if close else "") from None


def learned(lens: Lens, before: Combat[Any], events: list[Event]) -> bool:
    """Return whether an audience knows more of others than it did before some events.

    Args:
        lens: of the audience, as it is now.
        before: the state before them.
        events: what has happened since.
    """
    if lens.all_known:
        return False
    now = lens.fight.combat
    for unit in before.units:
        for known in (lens.takes_part, lens.sees):
            if known(now, unit.index) and not known(before, unit.index):
                return True
    return any([event.name in BUMPS and lens.knows(event) for event in events])
