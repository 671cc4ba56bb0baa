"""What a game master changes at a table, refused in the words of the wire."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any, Final

from affray.core.errors import IllegalError, InvalidError
from affray.session import allowing
from affray.session.allowing import Allowance
from affray.session.fight import Fight
from affray.state import newcomers
from affray.web.naming import named, ruled, titles, written
from affray.web.things import recruits
from affray.web.wire import GmMessage, RefusedError

EDITS: Final = ("edit", "add", "remove")  # rulings that change the fight between two steps


@dataclass(slots=True)
class Postponed:
    """A ruling that came in the middle of a step: it waits, or did not fit when that was over."""

    seat: str  # who rules
    message: GmMessage
    text: str  # the ruling in words
    fault: str = ""  # why it did not come about, until that is read
    rule: str = ""  # the one that forbade it

    def data(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return {**asdict(self), "message": self.message.model_dump()}

    @staticmethod
    def of(data: dict[str, Any]) -> Postponed:
        """Return one as it was kept."""
        return Postponed(**{**data, "message": GmMessage.model_validate(data["message"])})


def plainly(fight: Fight, path: str, fault: str) -> str:
    """Return why a ruling cannot be, in people's names, without what ``in_words`` says already.

    Args:
        fight: as it is now.
        path: of the ruling: of a value, or who shall join or leave.
        fault: as the rules tell it.
    """
    text = re.sub(r"^(add|remove)\b[^:]*: ", "", fault)
    text = text.removeprefix(f"{path}: ").removeprefix("this cannot be: ")
    text = re.sub(r"; found [^;]*$", "", text)
    who = path.partition(".")[0]
    return named(fight, re.sub(rf"^{re.escape(who)} (has )?", "", text))


def supposed(fight: Fight, path: str, fault: str) -> str:
    """Return why what was supposed of somebody cannot be, in people's names."""
    who, _, what = path.partition(".")
    about = f"{titles(fight).get(who, who)}: {written(what)}: " if what else ""
    return about + plainly(fight, path, fault)


def worded(fight: Fight, message: GmMessage, fault: RefusedError, *, late: bool) -> RefusedError:
    """Return why a ruling is refused, in people's names: which one, and what is in its way.

    Args:
        fight: as it is now.
        message: the ruling.
        fault: why it cannot be.
        late: whether it has waited for the end of a step.
    """
    if fault.code == "busy" or (fault.code != "unknown" and not late):
        return fault
    after = "this does not fit any more now that the step is over: " if late else ""
    text = f"{in_words(fight, message)}: {after}{plainly(fight, message.path, fault.text)}"
    return RefusedError(fault.code, text, fault.rule)


def in_words(fight: Fight, message: GmMessage) -> str:
    """Return a ruling as people say it: whom it is about, what of them, and what that shall be."""
    names = titles(fight)
    if message.do == "remove":
        return f"Take out {names.get(message.path, message.path)}"
    value = message.value
    told = ",".join([str(one) for one in value]) if isinstance(value, list) else str(value)
    if message.do == "add":
        known = dict(recruits(fight)["recruits"])
        name = known.get(message.path) or names.get(message.path, message.path)
        return f"Bring in {name} at {told}"
    who, _, what = message.path.partition(".")
    return f"{names.get(who, who)}: {written(what)} {told}"


def change_die(fight: Fight, message: GmMessage, reason: str) -> str:
    """Let a die of the last throw show another face; return what everybody is told of it.

    Raises:
        InvalidError: there is no such die, or face of it.
        RefusedError: more than the step of that throw would be taken back, and ``value`` is not
            true, by which the game master says that this is meant.
    """
    thrown = fight.dice
    known = ", ".join([f"{number}: {die}" for number, die in enumerate(thrown, start=1)])
    if not 1 <= message.die <= len(thrown):
        was = f"in the last throw there were {known}" if thrown else "nothing was thrown"
        raise RefusedError("unknown", f"there is no die {message.die}: {was}")
    taken = fight.reroll_takes(message.die, message.face)
    rulings = [one.what for one in taken.events if one.kind == "ruling"]
    later = taken.later or bool(rulings)
    if later and message.value is not True:
        many = len(taken.answers)
        lost = [f"{many} answer{'s' if many > 1 else ''}"] if many else []
        lost += [f"a ruling that {ruled(fight, one)}" for one in rulings]
        raise RefusedError(
            "illegal",
            f"more has happened since that throw ({known}): with it {' and '.join(lost)}"
            " would be taken back",
        )
    fight.reroll(message.die, message.face, reason)
    back = " What was done since then is taken back." if later else ""
    return f"The game master changes a die: {reason.rstrip('.')}.{back}"


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
        RefusedError: nothing is asked, nothing forbids it, a step is under way that cannot begin
            again as it was, or no change of one value allows it.
    """
    if not fight.asking:
        raise RefusedError("stale", "nothing is asked")
    if not allowing.settled(fight):
        raise RefusedError("illegal", allowing.BUSY)
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
