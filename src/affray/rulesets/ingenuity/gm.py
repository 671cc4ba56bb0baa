"""What falls to the GM's seat, and the options by which an encounter asks for it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from affray.core.choice import PASS
from affray.core.dice import OTHER
from affray.core.event import Told
from affray.core.setup import Setup
from affray.rulesets.ingenuity import condition, fixtures, geometry
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.definitions import Task
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Library, Piece
from affray.rulesets.ingenuity.terms import (
    ATTRIBUTES,
    CHANGES,
    CIRCUMSTANCES,
    DEXTERITY,
    LYING,
    OPTION_NAMES,
    RESOLVE,
    SKILLS,
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
                made.difficulty = LADDER.get(words[4], -1)
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
            and (len(words) < 5 or words[4].isdecimal() or words[4] in LADDER)
        )
        what = "expected a space, attribute, skill, proficiency and perhaps a difficulty"
        return [] if right else [f"options.{name}: found {value}, {what} [action.short-task]"]
    if name.startswith("item."):
        if name[5:] not in library.by_id:
            return [f"options.{name}: found {name[5:]}, expected a thing [setup.objective-kinds]"]
        if setup_.grid.read(str(value)) < 0:
            return [f"options.{name}: found {value}, expected a space [setup.objective-kinds]"]
        return []
    if name.startswith(fixtures.KINDS):
        return fixtures.faults(setup_, name, value)
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


def circumstance(combat: IngenuityCombat) -> int:
    """Let the GM grant advantage or disadvantage, if the encounter says so.

    Rule: gm.circumstance.
    """
    if not combat.options[CIRCUMSTANCES]:
        return 0
    options = [(PASS, "nothing"), (1, "advantage"), (2, "disadvantage")]
    answer = combat.ask(Listed(1 << combat.gm, -1, "gm.circumstance", options))
    return (0, 1, -1)[answer]


# What a task is called by how hard it is. Rule: test.difficulties.
LADDER: Final = {
    "trivial": 0,
    "simple": 4,
    "standard": 6,
    "moderate": 8,
    "challenging": 10,
    "complex": 12,
    "demanding": 14,
    "daunting": 16,
    "arduous": 18,
    "ambitious": 20,
    "absurd": 22,
    "improbable": 24,
}


def difficulty(combat: IngenuityCombat, usual: int) -> int:
    """Let the GM seat say how hard something is that no rule fixes. Rule: test.difficulties."""
    options = [(level, word) for word, level in LADDER.items()]
    return combat.ask(Listed(1 << combat.gm, -1, "test.difficulties", options, usual))


def certain(unit: IngenuityCombatant, bonus: int, level: int) -> bool:
    """Return whether a test with a bonus cannot fail at a difficulty: then nobody rolls.

    Rules: test.automatic-when-certain, test.difficulties.
    """
    return level <= 0 or 2 + bonus + condition.on_tests(unit) >= level


def polled(
    combat: IngenuityCombat, actor: IngenuityCombatant, target: IngenuityCombatant
) -> list[int]:
    """Return who is asked, in which order, when somebody does something to somebody.

    The target, its allies by distance, enemies of the actor, all others. Rule: gm.reaction-polling.
    """
    order = combat.in_order()
    found: list[tuple[int, int, int, int]] = []
    for place, one in enumerate(order):
        unit = combat.units[one]
        if not unit.present or unit.cell < 0:
            continue
        if unit is target:
            found.append((0, 0, place, one))
        elif combat.allies(unit, target):
            found.append((1, geometry.distance(combat, target, unit), place, one))
        else:
            found.append((2 if combat.enemies(unit, actor) else 3, 0, place, one))
    found.sort()
    return [one for _, _, _, one in found]


def nearest_first(combat: IngenuityCombat, who: IngenuityCombatant, of: list[int]) -> list[int]:
    """Return those of some who are on the map by distance, then by initiative.

    Rule: gm.reaction-polling.
    """
    found: list[tuple[int, int, int]] = []
    order = combat.rota.order
    for one in of:
        unit = combat.units[one]
        if unit.present and unit.cell >= 0 and unit.side in order:
            found.append((geometry.distance(combat, who, unit), order.index(unit.side), one))
    found.sort()
    return [one for _, _, one in found]


def quickest(combat: IngenuityCombat) -> int:
    """Return the team with the quickest member, the players' on a tie.

    Rule: setup.initiative.no-instigator.
    """
    best = 0
    most = -1
    players = combat.side_seats[0] if combat.side_seats else 1
    sides = range(len(combat.side_ids))
    order = [side for side in sides if combat.side_seats[side] == players]
    order += [side for side in sides if combat.side_seats[side] != players]
    for side in order:
        for unit in combat.units:
            if unit.side == side and not unit.arrives:
                own = unit.sheet.attributes
                value = own[RESOLVE] // 2 + own[DEXTERITY] // 2
                if value > most:
                    best, most = side, value
    return best


def change_objectives(combat: IngenuityCombat) -> None:
    """Let the GM give a team another of its objectives between rounds; progress is dropped.

    Rule: setup.objective-change.
    """
    if not combat.options[CHANGES]:
        return
    options = [(PASS, "no change")]
    for number, goal in enumerate(combat.goals):
        if number in combat.dropped:
            options.append((1 + number, f"{combat.side_ids[goal.side]} {number} {goal.kind}"))
    if len(options) == 1:
        return
    answer = combat.ask(Listed(1 << combat.gm, -1, "setup.objective-change", options))
    if answer == PASS:
        return
    taken = combat.goals[answer - 1]
    for number, goal in enumerate(combat.goals):
        if goal.side == taken.side:
            if number in combat.dropped:
                combat.dropped.remove(number)
            if goal is not taken:
                combat.dropped.append(number)
            combat.held_rounds[number] = 0
    combat.dropped.sort()
    if combat.watched:
        combat.tell(Told("takes up", -1, taken.side, taken.kind, 0, "setup.objective-change"))


def advanced_by_fate(price: int, points: int) -> int:
    """Return what an advancement costs during the scene for a point of fate.

    Rules: fate.other, test.rounding-up.
    """
    return (price + 1) // 2 if points > 0 else price


# What can be bought with experience in a scene, and for how much. Rule: sheet.advancement.
ADVANCEMENTS: Final = (
    *[(f"a die to d{faces}", faces) for faces in (6, 8, 10, 12)],
    *[(f"a proficiency to +{bonus}", 4 * bonus) for bonus in (1, 2, 3, 4)],
    ("a manoeuvre", 6),
    *[(f"a power of tier {tier}", 4 * tier) for tier in (1, 2, 3)],
    ("a talent", 8),
    ("a step of a resource talent", 1),
)


def advancement(combat: IngenuityCombat, unit: IngenuityCombatant) -> tuple[str, int]:
    """Let somebody name an advancement; return it and its price in experience, "" for none.

    Rules: fate.other, sheet.advancement.
    """
    options = [(PASS, "better not")]
    options += [(1 + n, name) for n, (name, _) in enumerate(ADVANCEMENTS)]
    answer = combat.ask(Listed(unit.seats, unit.index, "fate.other", options))
    return ADVANCEMENTS[answer - 1] if answer != PASS else ("", 0)


TRUTHS: Final = ("told at the table", "yes", "no")


def truth(combat: IngenuityCombat) -> str:
    """Let the GM seat answer a question about the scene truly. Rule: fate.other."""
    options = [(1 + n, word) for n, word in enumerate(TRUTHS)]
    return TRUTHS[combat.ask(Listed(1 << combat.gm, -1, "fate.other", options, 1)) - 1]


def dropped_at_first(combat: IngenuityCombat) -> list[int]:
    """Return the objectives that wait: where they may change, all but the first of each team.

    Rule: setup.objective-change.
    """
    if not combat.options[CHANGES]:
        return []
    return [
        number
        for number, goal in enumerate(combat.goals)
        if goal.side in [goal.side for goal in combat.goals[:number]]
    ]


def drawn(combat: IngenuityCombat, actor: int, whom: list[int]) -> int:
    """Return whom an attack that strays meets: one roll over those it can, each told first.

    Rules: gm.random, attack.stray.random.
    """
    if len(whom) == 1:
        return whom[0]
    if combat.watched:
        for place, who in enumerate(whom):
            combat.tell(Told("may be struck", who, -1, "", 1 + place, "gm.random"))
    return whom[combat.roll(len(whom), OTHER, actor, "attack.stray.random") - 1]


def may_retry(combat: IngenuityCombat) -> bool:
    """Return whether the GM lets a task be tried again that failed. Rule: test.retry."""
    options = [(1, "it may be tried again"), (2, "it is given up")]
    return combat.ask(Listed(1 << combat.gm, -1, "test.retry", options, 1)) == 1


def ranked(unit: IngenuityCombatant) -> None:
    """Let somebody be what its rank makes it, where the encounter lets ranks count.

    The legendary have twice of everything, of the common only endurance is tracked.
    Rule: gm.creature-ranks.
    """
    unit.doubled = unit.sheet.rank == "legendary"
    unit.simple = unit.sheet.rank == "common" and not unit.sheet.pc
    unit.health = unit.most_health()
    unit.endurance = unit.most_endurance()
    unit.stamina = unit.most_stamina()
    unit.focus = unit.most_focus()


def named_team(combat: IngenuityCombat, rest: list[int], default: int, first: bool) -> int:
    """Return the team that the GM names as next in initiative, of those that are left.

    Rules: setup.initiative.others, setup.initiative.no-instigator, gm.seat.
    """
    rule = "setup.initiative.no-instigator" if first else "setup.initiative.others"
    options = [(1 + one, combat.side_ids[one]) for one in rest]
    return combat.ask(Listed(1 << combat.gm, -1, rule, options, 1 + default)) - 1
