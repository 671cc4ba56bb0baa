"""What a game master does at the prompt: values, harm, statuses, places, rulings; all undoable."""

from __future__ import annotations

import re
from typing import Final

from affray.cli.playing.keys import chosen, read_value
from affray.cli.playing.table import Table
from affray.content.problems import nearest
from affray.core.combat import Combatant
from affray.core.errors import InvalidError
from affray.session.allowing import allowance
from affray.session.chances import HARM
from affray.session.fight import Fight
from affray.state.newcomers import DAMAGE

REASON: Final = "at the table"
ADDED_SO: Final = "add NAME [to SIDE] [as ITS-NAME] at COLUMN,ROW: who, and where?"
ADDED: Final = re.compile(
    r"(?P<id>\S+)(?: to (?P<side>\S+))?(?: as (?P<name>.+?))?(?: to (?P<late>\S+))?"
    r" (?:at )?(?P<at>\d+, ?\d+)"
)
HIT_POINTS: Final = ("hp", "health")
TRIED: Final = 60  # numbers that are tried where one cannot be


def edited(table: Table, path: str, value: object, reason: str = REASON) -> None:
    """Set a value, and tell it; a step under way runs again."""
    table.fight.edit(path, value, reason)
    table.again()


def set_(table: Table, words: str) -> None:
    """Set a value by its path."""
    path, _, value = words.partition(" ")
    edited(table, path, read_value(value.strip()))


def damage(table: Table, words: str) -> None:
    """Harm somebody: ``damage ana 5``, or of a kind: ``damage ana 2 stress``."""
    _harm(table, words, 1, "damage NAME N [WHAT]")


def heal(table: Table, words: str) -> None:
    """Heal somebody: ``heal ana 5``, or of a kind: ``heal ana 2 stress``."""
    _harm(table, words, -1, "heal NAME N [WHAT]")


def _harm(table: Table, words: str, sign: int, usage: str) -> None:
    fight = table.fight
    name, _, rest = words.partition(" ")
    number, _, what = rest.strip().partition(" ")
    unit = table.unit(name)
    if not number.isdecimal() or len(number) > 6:
        raise InvalidError([f"{usage}: how much?"])
    measures = fight.ruleset.measures(fight.combat, unit.index)
    struck = harm_of(fight, what.strip()) if sign > 0 else ""
    if struck:
        fight.damage(str(unit.name), int(number), struck, REASON)
        table.again()
        return
    kinds = [one for one in HARM.get(fight.ruleset.id, ()) if one[0] in measures]
    kinds = kinds or [(one, -1) for one in measures][:1]
    what = what.strip() or (kinds[0][0] if kinds else "")
    if what not in measures:
        known = ", ".join([one for one in measures if not one.startswith("max ")])
        raise InvalidError([f"{what or unit.name}: found no such number; there are {known}"])
    grows = dict(HARM.get(fight.ruleset.id, ())).get(what, -1)
    value = max(measures[what] + sign * grows * int(number), 0)
    most = measures.get(f"max {what}")
    if grows < 0 and most is not None and sign < 0:
        value = max(min(value, most), measures[what])
    path = f"{unit.name}.{what.replace(' ', '_')}"
    nearest_to(table, path, value, measures[what])


def harm_of(fight: Fight, what: str) -> str:
    """Return the harm of the rules that a word means, "" if a number is merely to be set.

    Hit points and endurance are what any damage takes.
    """
    harms = fight.ruleset.harms
    if not what or what in harms:
        return what or (harms[0] if harms else "")
    return harms[0] if harms[:1] == (DAMAGE,) and what in (*HIT_POINTS, "endurance") else ""


def nearest_to(table: Table, path: str, value: int, now: int) -> None:
    """Set a number, or what comes nearest to it of what can be.

    Raises:
        InvalidError: nothing between it and what it is now can be.
    """
    step = 1 if value < now else -1
    for number in [value, *range(value + step, now, step)][:TRIED]:
        try:
            edited(table, path, number)
        except InvalidError as fault:
            if number == value:
                why = fault
            continue
        if number != value:
            table.say(f"{why}; so it is {number}", "yellow")
        return
    raise why


def status(table: Table, words: str) -> None:
    """Give somebody a status or take it: ``status ana burning 2``, ``status ana no burning``."""
    fight = table.fight
    name, _, rest = words.partition(" ")
    unit = table.unit(name)
    parts = rest.split()
    gone = bool(parts) and parts[0] in ("no", "not", "off")
    parts = parts[1:] if gone else parts
    level = 1
    if len(parts) > 1 and parts[-1].isdecimal() and len(parts[-1]) < 5:
        level = int(parts.pop())
    word = "-".join(parts)
    known = {one.lower(): one for one in fight.ruleset.effects()}
    if word not in known:
        close = nearest(word, known)
        hint = f"; did you mean {close}?" if close else ""
        if not word:
            hint = f": {', '.join(sorted(known)[:40])}"
        raise InvalidError([f"{word or 'status NAME WORD'}: no such status{hint}"])
    edited(table, f"{unit.name}.{known[word]}", 0 if gone else level)


def put(table: Table, words: str) -> None:
    """Put somebody elsewhere: ``put ana 4,3``."""
    name, _, place = words.partition(" ")
    unit = table.unit(name)
    edited(table, f"{unit.name}.at", place.removeprefix("at ").strip())


def add(table: Table, words: str) -> None:
    """Let somebody join: ``add goblin at 4,3``, ``add ogre to foes as grub at 4,3``."""
    found = ADDED.fullmatch(words.strip())
    if found is None:
        raise InvalidError([ADDED_SO])
    data: dict[str, object] = {"id": found["id"], "at": found["at"]}
    side = found["side"] or found["late"]
    data |= {"side": side} if side else {}
    data |= {"name": found["name"]} if found["name"] else {}
    table.fight.edit("add", data, REASON)
    table.again()


def remove(table: Table, words: str) -> None:
    """Take somebody out of the fight."""
    unit = table.unit(words)
    table.fight.remove(str(unit.name), REASON)
    table.again()


def allow(table: Table, words: str) -> None:
    """Allow what the rules refuse: something that hinders it is changed, then it is done."""
    fight = table.fight
    words, _, reason = words.partition(" because ")
    key = chosen(fight.choice.options, words)
    found = allowance(fight, key)
    changes = ", ".join([f"{path} = {value}" for path, value in found.edits])
    table.say(f"The game master allows it: {changes}.")
    with fight.whole():
        found.carry_out(fight, reason.strip() or REASON)
        if found.answered:
            fight.choose(key)
    table.stood.clear()
    table.again()


def reroll(table: Table, words: str) -> None:
    """Run the last step that rolled dice again with another face."""
    fight = table.fight
    die, _, face = words.partition(" ")
    if not (die.isdecimal() and face.isdecimal() and len(words) < 12):
        dice = ", ".join([f"{n}: {die}" for n, die in enumerate(fight.dice, start=1)])
        table.say(f"reroll DIE FACE: the dice were {dice or 'none'}")
        return
    taken = fight.reroll_takes(int(die), int(face))
    if taken.later and not table.agreed(f"That is more than the last step. {taken}"):
        return
    table.say(str(fight.reroll(int(die), int(face), REASON)))
    table.stood.clear()
    table.again()


def known_values(table: Table, unit: Combatant) -> list[str]:
    """Return the words for what can be set of somebody."""
    measures = table.fight.ruleset.measures(table.fight.combat, unit.index)
    return [f"{unit.name}.{name.replace(' ', '_')}" for name in ("at", *measures)]
