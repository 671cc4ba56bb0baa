"""What the options of an encounter say: tasks, things that lie there, who attacks whom."""

from __future__ import annotations

from difflib import get_close_matches

from affray.core.setup import Setup
from affray.rulesets.ingenuity import test
from affray.rulesets.ingenuity.state import (
    ATTRIBUTES,
    LYING,
    OPTION_NAMES,
    SKILLS,
    IngenuityCombat,
    Library,
    Piece,
    Task,
)


def tasks_of(setup_: Setup) -> list[Task]:
    """Return the Short Tasks that the options of an encounter name. Rule: action.short-task."""
    found: list[Task] = []
    for name, value in setup_.options.items():
        if name.startswith("task."):
            words = str(value).split()
            cell = setup_.grid.read(words[0])
            made = Task(
                name[5:], cell, ATTRIBUTES.index(words[1]), SKILLS.index(words[2]), words[3]
            )
            if len(words) > 4:
                made.difficulty = test.LADDER.get(words[4], -1)
                if words[4].isdecimal():
                    made.difficulty = int(words[4])
            found.append(made)
    return found


def place_items(combat: IngenuityCombat, setup_: Setup) -> None:
    """Lay out what the options of an encounter name. Rule: setup.objective-kinds."""
    for name, value in setup_.options.items():
        if name.startswith("item."):
            piece = Piece(combat.library.by_id[name[5:]].number)
            piece.cell = setup_.grid.read(str(value))
            piece.serial = LYING + len(combat.litter)
            piece.uses = combat.thing(piece).uses
            combat.litter.append(piece)


def option_faults(setup_: Setup, name: str, value: object, library: Library) -> list[str]:
    """Return what is wrong with one option of an encounter. Rules: gm.seat, test.difficulties."""
    if name == "instigates":
        return instigates_faults(setup_, str(value))
    if name.startswith("task."):
        words = str(value).split()
        right = (
            4 <= len(words) <= 5
            and setup_.grid.read(words[0]) >= 0
            and words[1] in ATTRIBUTES
            and words[2] in SKILLS
            and (len(words) < 5 or words[4].isdecimal() or words[4] in test.LADDER)
        )
        what = "expected a space, attribute, skill, proficiency and perhaps a difficulty"
        return [] if right else [f"options.{name}: found {value}, {what} [action.short-task]"]
    if name.startswith("item."):
        if name[5:] not in library.by_id:
            return [f"options.{name}: found {name[5:]}, expected a thing [setup.objective-kinds]"]
        if setup_.grid.read(str(value)) < 0:
            return [f"options.{name}: found {value}, expected a space [setup.objective-kinds]"]
        return []
    if name not in OPTION_NAMES:
        known = ", ".join(OPTION_NAMES)
        return [f"options.{name}: found {name}, expected one of {known} [gm.seat]"]
    if not isinstance(value, bool):
        return [f"options.{name}: found {value}, expected true or false [gm.seat]"]
    return []


def instigates_faults(setup_: Setup, word: str) -> list[str]:
    """Return what is wrong with whom the instigator attacks.

    Rules: setup.instigating-action, setup.initiative.instigator.
    """
    names = [member.name for member in setup_.members]
    began = setup_.instigator
    if setup_.instigators:
        began = setup_.members[names.index(setup_.instigators[0])].side
    if word not in names:
        close = get_close_matches(word, names, 1)
        more = f"; did you mean {close[0]}?" if close else ""
        what = f"found {word}, expected a member{more}"
    elif began < 0:
        what = f"found {word}, expected nobody where there is no instigator"
    elif setup_.members[names.index(word)].side == began:
        what = f"found {word}, expected a member of another team"
    else:
        return []
    return [f"options.instigates: {what} [setup.instigating-action]"]
