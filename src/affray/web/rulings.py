"""Allow anyway at a table: what a game master changes, refused in the words of the wire."""

from __future__ import annotations

from affray.core.errors import IllegalError, InvalidError
from affray.session import allowing
from affray.session.allowing import Allowance
from affray.session.fight import Fight
from affray.web.wire import RefusedError


def allowance(fight: Fight, key: str) -> Allowance:
    """Return what allows an answer that the rules refuse; the fight is as before.

    Raises:
        RefusedError: nothing is asked, nothing forbids it, a step is under way, or no change of
            one value allows it.
    """
    if not fight.asking:
        raise RefusedError("stale", "nothing is asked")
    if fight.timeline.open.answers:
        raise RefusedError("busy", "a step is under way: the ruling follows when it is over")
    rule, fact = fight.why_not(key)
    if not rule and not fact:
        raise RefusedError("malformed", "no rule forbids that: it can be answered")
    try:
        return allowing.allowance(fight, key)
    except IllegalError as fault:
        text = "no change of one value allows that: set what it needs"
        raise RefusedError("illegal", text, fault.rule) from fault
    except InvalidError as fault:
        raise RefusedError("unknown", str(fault)) from fault
