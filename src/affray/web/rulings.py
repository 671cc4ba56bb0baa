"""What a game master changes at a table, refused in the words of the wire."""

from __future__ import annotations

from typing import Final

from affray.core.errors import IllegalError, InvalidError
from affray.session import allowing
from affray.session.allowing import Allowance
from affray.session.fight import Fight
from affray.state import newcomers
from affray.web.wire import GmMessage, RefusedError

EDITS: Final = ("edit", "add", "remove")  # rulings that change the fight between two steps


def edit_of(message: GmMessage) -> tuple[str, object]:
    """Return the path and the value of the edit that a ruling is.

    Raises:
        RefusedError: somebody is to join, and no place is named.
    """
    if message.do == "edit":
        return message.path, message.value
    if message.do == "remove":
        return newcomers.REMOVE, message.path
    at = message.value
    if not isinstance(at, str | list):
        raise RefusedError("malformed", "a newcomer needs a place")
    place = at if isinstance(at, str) else ",".join([str(one) for one in at])
    side = {"side": message.side} if message.side else {}
    return newcomers.ADD, {"id": message.path, "at": place, **side}


def allowance(fight: Fight, key: str) -> Allowance:
    """Return what allows an answer that the rules refuse; the fight is as before.

    Raises:
        RefusedError: nothing is asked, nothing forbids it, a step is under way, or no change of
            one value allows it.
    """
    if not fight.asking:
        raise RefusedError("stale", "nothing is asked")
    if fight.timeline.open.answers:
        raise RefusedError("illegal", "a step is under way: wait for its end to allow something")
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
