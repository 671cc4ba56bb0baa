"""Conditions: what is held, how it begins, and what it does to numbers."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, NEXT_TURN_END, TURN_START, Effect
from affray.rulesets.ingenuity.state import (
    DEXTERITY,
    NO_TASK,
    NO_TRIGGER,
    STRENGTH,
    Condition,
    IngenuityCombat,
    Piece,
    Unit,
)

ALL: Final = (
    "bleeding",
    "blinded",
    "burning",
    "crippled",
    "encumbered",
    "overencumbered",
    "incapacitated",
    "poison",
    "sickness",
    "stunned",
    "guarding",
    "waiting",
    "shaken",
    "heartened",
    "taunted",
    "wet",
    "feinted",
    "blessed",
    "cursed",
    "raging",
    "wild",
)
ADDING: Final = ("bleeding", "burning", "stunned")
VALUED: Final = ("bleeding", "burning", "stunned", "poison", "sickness", "heartened")
EFFECTS: Final[dict[str, Effect]] = {one: Condition(one, one in ADDING) for one in ALL}

# What is no effect: fields of a character, or what follows from them.
FIELDS: Final = (
    "bloodied",
    "harmed",
    "cover",
    "prone",
    "unconscious",
    "dead",
    "hidden",
    "readied",
    "busy",
)


def effects() -> dict[str, Effect]:
    return EFFECTS


def gain(
    combat: IngenuityCombat,
    unit: Unit,
    id: str,
    n: int,
    source: int,
    ends: int = NEVER,
    anchor: int = -1,
) -> None:
    """Begin a condition: one instance, the stronger or newer, unless it adds up.

    Rules: condition.no-stacking, condition.duration, condition.immunity.
    """
    if id in unit.sheet.immune or not unit.present:
        return
    if id == "burning" and unit.is_held("wet"):
        return  # condition.minor
    effect = EFFECTS[id]
    held = unit.held(effect)
    if held is None:
        combat.give(unit.index, effect, n, source, ends, anchor)
    else:
        assert isinstance(effect, Condition)
        held.n = held.n + n if effect.adds else max(held.n, n)
        if held.n == n:
            held.source, held.ends, held.anchor = source, ends, anchor
        combat.touch()
    if combat.watched:
        combat.say("gains", unit.index, source, id, n, f"condition.{id}")
    if id in ("stunned", "incapacitated"):
        interrupt(combat, unit)


def brief(combat: IngenuityCombat, unit: Unit, id: str, n: int, source: int) -> None:
    """Begin a condition that lasts to the end of its owner's next turn. Rule: condition.minor."""
    ends = NEXT_TURN_END
    gain(combat, unit, id, n, source, ends, unit.index)


def until_next(combat: IngenuityCombat, unit: Unit, id: str) -> None:
    """Begin a condition that lasts to the start of the next turn. Rule: turn.until-next."""
    gain(combat, unit, id, 1, unit.index, TURN_START, unit.index)


def lose(combat: IngenuityCombat, unit: Unit, id: str) -> None:
    if unit.is_held(id):
        unit.effects = [held for held in unit.effects if held.effect.id != id]
        combat.touch()
        if combat.watched:
            combat.say("loses", unit.index, -1, id)


def lessen(combat: IngenuityCombat, unit: Unit, id: str, by: int) -> None:
    """Lower a value; at zero the condition ends. Rules: condition.bleeding, condition.burning."""
    held = unit.held(EFFECTS[id])
    if held is not None:
        held.n -= by
        combat.touch()
        if held.n <= 0:
            lose(combat, unit, id)


def interrupt(combat: IngenuityCombat, unit: Unit) -> None:
    """Break off what is unfinished. Rules: action.spanning.interrupt, condition.stunned."""
    unit.task = NO_TASK
    unit.task_left = 0
    unit.readied = NO_TRIGGER
    combat.touch()


def fall_prone(combat: IngenuityCombat, unit: Unit, rule: str) -> None:
    """Rule: condition.prone."""
    if unit.present and not unit.prone and "prone" not in unit.sheet.immune:
        unit.prone = True
        combat.touch()
        if combat.watched:
            combat.say("falls prone", unit.index, rule=rule)


def drop(combat: IngenuityCombat, unit: Unit, piece: Piece) -> None:
    """Let a thing fall in the own space. Rule: action.free.drop-item."""
    unit.pieces.remove(piece)
    piece.held = False
    piece.cell = unit.cell
    combat.litter.append(piece)
    combat.touch()
    if combat.watched:
        combat.say("drops", unit.index, -1, combat.thing(piece).id, 0, "action.free.drop-item")


def knock_out(combat: IngenuityCombat, unit: Unit, rule: str) -> None:
    """Rules: condition.unconscious, condition.prone."""
    unit.awake = False
    unit.prone = True
    unit.cover = -1
    unit.hidden = 0
    interrupt(combat, unit)
    for piece in [one for one in unit.pieces if one.held]:
        drop(combat, unit, piece)
    if combat.watched:
        combat.say("falls unconscious", unit.index, rule=rule)


def wake(combat: IngenuityCombat, unit: Unit, rule: str) -> None:
    """Rule: action.resuscitate.outcome."""
    unit.awake = True
    combat.touch()
    if combat.watched:
        combat.say("comes round", unit.index, rule=rule)


# ---- numbers -------------------------------------------------------------------------------------


def guard(unit: Unit) -> int:
    """Rule: action.guard."""
    return 1 if unit.is_held("guarding") else 0


def constitution(unit: Unit) -> int:
    """Rules: sheet.constitution, action.guard, condition.sickness."""
    return unit.sheet.constitution + guard(unit) - unit.amount("sickness")


def evasion(unit: Unit) -> int:
    """Rules: sheet.evasion, action.guard, condition.sickness."""
    low = unit.amount("wild")
    return unit.sheet.evasion + guard(unit) - unit.amount("sickness") - low


def willpower(unit: Unit) -> int:
    """Rules: sheet.willpower, action.guard, condition.sickness."""
    return unit.sheet.willpower + guard(unit) - unit.amount("sickness")


def defence(unit: Unit, name: str) -> int:
    if name == "constitution":
        return constitution(unit)
    if name == "willpower":
        return willpower(unit)
    if name == "passive_perception":
        return unit.sheet.perception
    return evasion(unit)


def on_tests(unit: Unit) -> int:
    """Return what conditions add to any test. Rules: condition.sickness, condition.minor."""
    total = unit.amount("heartened") - unit.amount("sickness")
    if unit.is_held("shaken"):
        total -= 2
    if unit.is_held("blessed"):
        total += 1
    if unit.is_held("cursed"):
        total -= 1
    return total


def used_up(combat: IngenuityCombat, unit: Unit) -> None:
    """End what counts for one test. Rule: condition.minor."""
    lose(combat, unit, "shaken")
    lose(combat, unit, "heartened")


def hindrances(unit: Unit, attribute: int, target: int) -> int:
    """Return the sources of disadvantage that conditions give to a test.

    Rules: condition.encumbered, condition.blinded, condition.minor.
    """
    count = 0
    if attribute in (STRENGTH, DEXTERITY):
        if unit.is_held("encumbered") or unit.is_held("overencumbered"):
            count += 1
    if target >= 0 and target != unit.index:
        if unit.is_held("blinded"):
            count += 1
        for held in unit.effects:
            if held.effect.id == "taunted" and held.source != target:
                count += 1
    return count


def speed(unit: Unit) -> int:
    """Return the metres of one Move. Rules: movement.speed, movement.half-speed."""
    metres = unit.sheet.speed
    if unit.is_held("overencumbered"):
        return 0
    for id in ("crippled", "encumbered"):
        if unit.is_held(id):
            metres = (metres + 1) // 2
    if unit.prone:
        metres = (metres + 1) // 2
    return max(1, metres)
