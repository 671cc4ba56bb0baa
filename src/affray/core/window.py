"""Reaction windows: one moment at which a deed may be answered, in a fixed order."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Option
from affray.core.combat import Combat, U
from affray.core.errors import IllegalError
from affray.core.event import Told

DEEPEST: Final = 24  # windows inside windows; compiled code has no recursion check
CODES: Final = 1000  # an answer is who * CODES + code


@mypyc_attr(allow_interpreted_subclasses=True)
class Deed:
    """What is under way and can be answered.

    Replies change it; its owner reads it again afterwards.
    """

    def __init__(self, actor: int, target: int) -> None:
        self.actor = actor
        self.target = target
        self.first = target  # whom it was aimed at: triggers speak of that, not of where it ends
        self.void = ""  # rule id of what stopped it


@mypyc_attr(allow_interpreted_subclasses=True)
class Reply(Choice):
    """The menu of a window: ``pass`` and what may be done now."""

    kind: ClassVar[str] = "reply"

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        listed: list[int],
        window: Window,
        group: list[int],
    ) -> None:
        super().__init__(seats, who, rule, listed[0])
        self.listed = listed
        self.window = window
        self.group = group  # those whom it asks

    def answers(self) -> list[int]:
        return self.listed

    def key(self, answer: int) -> str:
        if answer != PASS and answer in self.listed:
            return self.window.key(answer // CODES, answer % CODES)
        return self.option(answer).key

    def unlisted(self) -> list[int]:
        found: list[int] = []
        for who in self.group:
            for code in self.window.unlisted(who):
                if who * CODES + code not in self.window.taken:
                    found.append(who * CODES + code)
        return found

    def option(self, answer: int) -> Option:
        if answer == PASS and self.listed[0] == PASS:
            return Option(PASS, "pass", "pass", self.who)
        if answer in self.listed or answer in self.unlisted():
            return self.window.option(answer // CODES, answer % CODES)
        raise IllegalError(f"answer {answer}", "it is not among the options", self.rule)

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer == PASS and self.listed[0] == PASS:
            return space.packed(space.verb("pass"))
        return self.window.code(answer // CODES, answer % CODES, space)

    def why_not(self, key: str) -> tuple[str, str]:
        for who in self.group:
            rule, fact = self.window.why_not(who, key)
            if rule:
                return rule, fact
        return "", ""

    def prompt(self) -> str:
        return "react?"


@mypyc_attr(allow_interpreted_subclasses=True)
class Window:
    """One moment at which others may act.

    A ruleset's subclass answers the questions; core runs it.
    """

    def __init__(self, combat: Combat[Any], deed: Deed, rule: str) -> None:
        self.field = combat
        self.deed = deed
        self.rule = rule
        self.taken: list[int] = []  # who * CODES + code, in order
        self.until_all_pass = False  # after any reply everybody is asked again

    def groups(self) -> list[list[int]]:
        """Return who decides, in order; a group is offered together and its seat picks among it.

        Where those of a group have several seats, each is asked about its own.
        """
        raise NotImplementedError

    def holds(self) -> bool:
        """Return whether the trigger is still true; asked before every question."""
        return self.deed.void == "" and bool(self.field.units[self.deed.actor].able())

    def replies(self, who: int) -> list[int]:
        """Return what one may do now, as codes from 1 and below CODES."""
        raise NotImplementedError

    def unlisted(self, who: int) -> list[int]:
        """Return codes of what is legal as well but not listed: ways that are hardly ever wise."""
        return []

    def why_not(self, who: int, key: str) -> tuple[str, str]:
        """Return the rule that forbids somebody what a key names, and the fact.

        Two empty texts if none does.
        """
        return "", ""

    def must(self, who: int, code: int) -> bool:
        """Return whether the reply is no choice."""
        return False

    def declines(self, who: int, code: int) -> bool:
        """Return whether a reply does nothing but pass, here and for longer, and note for how long.

        Like a pass it is no reply: nobody is asked anew after it.
        """
        return False

    def key(self, who: int, code: int) -> str:
        """Return the key of what one may do."""
        raise NotImplementedError

    def option(self, who: int, code: int) -> Option:
        """Return a reply with its key and parts; its answer is ``who * CODES + code``."""
        return Option(who * CODES + code, self.key(who, code), "", who)

    def code(self, who: int, code: int, space: ActionSpace) -> int:
        """Return the action code of a reply: that of its option."""
        return space.code(self.option(who, code).action(space))

    def take(self, who: int, code: int) -> None:
        """Do what was chosen."""
        raise NotImplementedError

    def close(self) -> None:
        """Do after the last pass what was declared to happen together."""


def offer(combat: Combat[U], window: Window) -> None:
    """Run a window. Nothing is taken twice in one window, so none can go on for ever."""
    if combat.depth >= DEEPEST:
        if combat.watched:
            combat.tell(Told("too deep", window.deed.actor, -1, "", combat.depth, window.rule))
        return
    combat.depth += 1
    again = True
    while again:
        again = offer_groups(combat, window)
    window.close()
    combat.depth -= 1


def offer_groups(combat: Combat[U], window: Window) -> bool:
    """Offer every group what it may do; return whether all are to be asked again."""
    for group in window.groups():
        for part in by_seats(combat, group):
            if offer_group(combat, window, part):
                return True
    return False


def by_seats(combat: Combat[U], group: list[int]) -> list[list[int]]:
    """Return a group in parts of which each has the same seats, in the order of their first."""
    if len(group) == 1:
        return [group]
    found: list[list[int]] = []
    for who in group:
        seats = combat.units[who].seats
        for part in found:
            if combat.units[part[0]].seats == seats:
                part.append(who)
                break
        else:
            found.append([who])
    return found


def offer_group(combat: Combat[U], window: Window, group: list[int]) -> bool:
    """Offer a group what it may do until it passes; return whether all are to be asked again."""
    while window.holds():
        listed: list[int] = []
        forced = PASS
        for who in group:
            for code in window.replies(who):
                answer = who * CODES + code
                if not window.taken or answer not in window.taken:
                    listed.append(answer)
                    if window.must(who, code):
                        forced = answer
        if not listed:
            return False
        answer = listed[0]
        if not forced or len(listed) > 1:
            first = answer // CODES
            one = first if listed[-1] // CODES == first else -1
            if not forced:
                listed.insert(0, PASS)
            seats = combat.units[first].seats
            answer = combat.ask(Reply(seats, one, window.rule, listed, window, group))
        if answer == PASS or window.declines(answer // CODES, answer % CODES):
            return False
        window.taken.append(answer)
        window.take(answer // CODES, answer % CODES)
        if window.until_all_pass:
            return True
    return False
