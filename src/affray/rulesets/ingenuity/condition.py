"""Conditions: what is held, how it begins, and what it does to numbers."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, NEXT_TURN_END, ROUND_END, TURN_END, TURN_START, Effect, Held
from affray.core.event import ConditionGained, ConditionLost, Fell, Rose, Told
from affray.rulesets.ingenuity import carrying, geometry
from affray.rulesets.ingenuity.definitions import Condition
from affray.rulesets.ingenuity.movement import ground
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    ACTIVE,
    ATTRIBUTES,
    CONTROLLING,
    DEXTERITY,
    NO_TRIGGER,
    STRENGTH,
    TYPES,
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
    "sleeping",
    "warded",
    "shielded",
    "elemental",
    "resized",
    "breathing",
    "netted",
    "oiled",
    "provoked",
    "bidden",
    "diverted",
    "dazed",
    "evading",
    "halted",
    "bound",
    "rallied",
    "disarmed",
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
    "grappled",
    "concentrating",
)

# What several sources may each have laid on one and the same. Rule: condition.no-stacking.
APART: Final = ("warded", "provoked", "bidden", "evading", "feinted", "elemental")


def effects() -> dict[str, Effect]:
    """Return every condition of the game by its id."""
    return EFFECTS


def gain(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
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
    effect = EFFECTS.get(id) or combat.library.conditions[id]
    if ends == NEVER and id in combat.library.conditions:
        ends, anchor = until(combat, unit, combat.library.conditions[id])
    before = level(unit, id) if combat.watched else 0
    held = unit.laid_by(effect, source) if id in APART else unit.held(effect)
    if held is None:
        unit.effects = [*unit.effects, Held(effect, n, source, ends, anchor)]
        combat.mark_changed()
    else:
        assert isinstance(effect, Condition)
        held.n = held.n + n if effect.adds else max(held.n, n)
        if held.n == n:
            held.source, held.ends, held.anchor = source, ends, anchor
        combat.mark_changed()
    if combat.watched:
        rule = f"condition.{id}" if id in RULED else "condition.duration"
        tell_level(combat, unit, id, before, level(unit, id), rule, source)
    if id in ("stunned", "incapacitated"):
        interrupt(combat, unit)


def until(combat: IngenuityCombat, unit: IngenuityCombatant, effect: Condition) -> tuple[int, int]:
    """Return when a pack's condition ends. Rule: condition.duration."""
    if effect.rounds:
        return ROUND_END, combat.round + effect.rounds - 1
    if effect.ends == "next-turn-start":
        return TURN_START, unit.index
    return (NEXT_TURN_END, unit.index) if effect.ends == "own-turn-end" else (NEVER, -1)


RULED: Final = (
    "bleeding",
    "blinded",
    "burning",
    "crippled",
    "encumbered",
    "incapacitated",
    "poison",
    "sickness",
    "stunned",
)


def brief(combat: IngenuityCombat, unit: IngenuityCombatant, id: str, n: int, source: int) -> None:
    """Begin a condition that lasts to the end of its owner's next turn. Rule: condition.minor."""
    gain(combat, unit, id, n, source, NEXT_TURN_END, unit.index)


def until_next(
    combat: IngenuityCombat, unit: IngenuityCombatant, id: str, n: int = 1, source: int = -1
) -> None:
    """Begin a condition that lasts to the start of a next turn.

    ``source`` is who made it, if not its owner: its turn counts. Rule: turn.until-next.
    """
    who = unit.index if source < 0 else source
    gain(combat, unit, id, n, who, TURN_START, who)


def for_rounds(
    combat: IngenuityCombat, unit: IngenuityCombatant, id: str, n: int, source: int, rounds: int
) -> None:
    """Begin a condition that lasts a number of rounds, this one too.

    Rules: turn.round-length, surprise.round.
    """
    gain(combat, unit, id, n, source, ROUND_END, combat.round + rounds - 1)


def rounds_of(seconds: int) -> int:
    """Return a duration in rounds, rounded up. Rules: turn.round-length, test.rounding-up."""
    return (seconds + 5) // 6


def lose(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    id: str,
    rule: str = "condition.duration",
) -> None:
    """End a condition, whoever laid it on. Rule: condition.duration."""
    if unit.effects and unit.is_held(id):
        before = level(unit, id) if combat.watched else 0
        unit.effects = [held for held in unit.effects if held.effect.id != id]
        combat.mark_changed()
        if combat.watched:
            tell_level(combat, unit, id, before, 0, rule)


def lose_from(combat: IngenuityCombat, unit: IngenuityCombatant, id: str, source: int) -> bool:
    """End what a source laid on somebody; return whether there was any."""
    if not unit.from_whom(id, source):
        return False
    before = level(unit, id) if combat.watched else 0
    unit.effects = [held for held in unit.effects if held.effect.id != id or held.source != source]
    combat.mark_changed()
    if combat.watched:
        tell_level(combat, unit, id, before, level(unit, id), "condition.duration", source)
    return True


def lessen(combat: IngenuityCombat, unit: IngenuityCombatant, id: str, by: int) -> None:
    """Lower a value; at zero the condition ends. Rules: condition.bleeding, condition.burning."""
    held = unit.held(EFFECTS.get(id) or combat.library.conditions[id])
    if held is None:
        return
    if held.n <= by:
        lose(combat, unit, id)
        return
    before = level(unit, id) if combat.watched else 0
    held.n -= by
    combat.mark_changed()
    if combat.watched:
        tell_level(combat, unit, id, before, level(unit, id), "condition.duration")


def interrupt(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Break off what is unfinished, readied or kept up.

    Rules: action.spanning.interrupt, condition.stunned, condition.concentration.
    """
    break_off(combat, unit)
    stop_concentrating(combat, unit)


def break_off(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Break off what is unfinished or readied."""
    unit.task = unit.task_code = unit.task_left = 0
    unit.readied = NO_TRIGGER
    combat.mark_changed()


# What each thing that is kept up lays on others.
KEPT: Final[dict[str, str]] = {
    "bless": "blessed",
    "curse": "cursed",
    "physical-ward": "warded",
    "elemental-ward": "warded",
    "shield-of-force": "shielded",
    "elemental-weapon": "elemental",
    "alter-size": "resized",
    "iron-breath": "breathing",
    "rage": "raging",
}


def concentrate(combat: IngenuityCombat, unit: IngenuityCombatant, what: str) -> None:
    """Keep an effect up; another one ends. Rule: condition.concentration."""
    stop_concentrating(combat, unit)
    set_concentration(combat, unit, what, "condition.concentration")


def kept_by(combat: IngenuityCombat, what: str) -> str:
    """Return the condition that concentrating on something keeps up."""
    if what in KEPT:
        return KEPT[what]
    for power in combat.library.powers:
        if power.id == what:
            return power.effect
    return what


def stop_concentrating(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """End what somebody keeps up. Rule: condition.concentration."""
    what = unit.concentrates
    if not what:
        return
    if combat.watched:
        combat.tell(Told("lets go of", unit.index, -1, what, 0, "condition.concentration"))
    set_concentration(combat, unit, "", "condition.concentration")
    for other in combat.units:
        if other.effects and lose_from(combat, other, kept_by(combat, what), unit.index):
            if what == "alter-size":
                ground.resize(combat, other, 0)
    combat.zones = [zone for zone in combat.zones if zone.owner != unit.index or zone.last]


def fall_prone(combat: IngenuityCombat, unit: IngenuityCombatant, rule: str) -> None:
    """Let somebody fall prone, if it can. Rule: condition.prone."""
    if unit.present and may_fall_prone(unit):
        set_prone(combat, unit, True, rule)


def may_fall_prone(unit: IngenuityCombatant) -> bool:
    """Return whether somebody stands and can fall. Rule: condition.prone."""
    return not unit.prone and "prone" not in unit.sheet.immune


def knock_out(combat: IngenuityCombat, unit: IngenuityCombatant, rule: str) -> None:
    """Let somebody fall unconscious. Rules: condition.unconscious, condition.prone."""
    unit.awake = False
    if combat.watched:
        combat.tell(Fell(unit.index, rule))
    set_prone(combat, unit, "prone" not in unit.sheet.immune, rule)
    set_hidden(combat, unit, 0, rule)
    if unit.cell >= 0:
        combat.move(unit, unit.cell)
    interrupt(combat, unit)
    let_go(combat, unit)
    for piece in [piece for piece in unit.pieces if piece.held]:
        if unit.cell >= 0:
            carrying.drop(combat, unit, piece)
        else:  # not on the map yet, or no more: it has them with it
            piece.held = piece.single = False


def wake(combat: IngenuityCombat, unit: IngenuityCombatant, rule: str) -> None:
    """Bring somebody round. Rule: action.resuscitate.outcome."""
    unit.awake = True
    lose(combat, unit, "sleeping", rule)
    if unit.cell >= 0:
        combat.move(unit, unit.cell)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Rose(unit.index, rule))


def let_go(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """End a grapple for both. Rule: condition.grappled."""
    if unit.grappling >= 0:
        other = combat.units[unit.grappling]
        unit.grappling = other.grappling = -1
        combat.mark_changed()
        if combat.watched:
            for one, foe in ((unit, other), (other, unit)):
                combat.tell(
                    ConditionLost(one.index, "grappled", 1, 0, "condition.grappled", foe.index)
                )


def guard(unit: IngenuityCombatant) -> int:
    """Return what is added to all defences. Rule: action.guard."""
    total = 0
    for held in unit.effects:
        if held.effect.id == "guarding":
            total += 1
        elif isinstance(held.effect, Condition):
            total += held.effect.defences
    return total


def rage(unit: IngenuityCombatant) -> int:
    """Return what rage adds to strength, and to damage in melee."""
    return 1 if unit.effects and unit.is_held("raging") else 0


def constitution(unit: IngenuityCombatant) -> int:
    """Return the constitution of somebody as it is now.

    Rules: sheet.constitution, action.guard, condition.sickness.
    """
    if not unit.effects:
        return unit.sheet.constitution
    return unit.sheet.constitution + guard(unit) - unit.amount("sickness")


def evasion(unit: IngenuityCombatant) -> int:
    """Return the evasion of somebody as it is now.

    Rules: sheet.evasion, action.guard, condition.sickness.
    """
    if not unit.effects:
        return unit.sheet.evasion
    low = unit.amount("wild")
    return unit.sheet.evasion + guard(unit) - unit.amount("sickness") - low


def willpower(unit: IngenuityCombatant) -> int:
    """Return the willpower of somebody as it is now.

    Rules: sheet.willpower, action.guard, condition.sickness.
    """
    if not unit.effects:
        return unit.sheet.willpower
    return unit.sheet.willpower + guard(unit) - unit.amount("sickness")


def defence(unit: IngenuityCombatant, name: str) -> int:
    """Return a defence by its name."""
    if name == "constitution":
        return constitution(unit)
    if name == "willpower":
        return willpower(unit)
    if name == "passive_perception":
        return unit.sheet.perception
    return evasion(unit)


def on_tests(unit: IngenuityCombatant) -> int:
    """Return what conditions add to any test.

    Rules: condition.sickness, condition.minor, condition.grappled.
    """
    total = 0
    if unit.grappling >= 0:
        total -= (2, 1, 0)[unit.control]
    if not unit.effects:
        return total
    total += unit.amount("heartened") - unit.amount("sickness")
    if unit.is_held("shaken"):
        total -= 2
    if unit.is_held("blessed"):
        total += 1
    if unit.is_held("cursed"):
        total -= 1
    for held in unit.effects:
        if isinstance(held.effect, Condition):
            total += held.effect.tests
    return total


def used_up(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """End what counts for one test. Rule: condition.minor."""
    if unit.effects:
        lose(combat, unit, "shaken")
        lose(combat, unit, "heartened")
        lose(combat, unit, "dazed")


def hindrances(unit: IngenuityCombatant, attribute: int, target: int, helps: bool = False) -> int:
    """Return the sources of disadvantage that conditions give to a test.

    Rules: condition.encumbered, condition.blinded, condition.minor.
    """
    if not unit.effects:
        return 0
    count = 0
    if attribute in (STRENGTH, DEXTERITY):
        if unit.is_held("encumbered") or unit.is_held("overencumbered"):
            count += 1
    if unit.is_held("dazed"):
        count += 1
    if target >= 0 and target != unit.index:
        if unit.is_held("blinded"):
            count += 1
        for held in unit.effects:
            if held.effect.id == "taunted" and held.source != target and not helps:
                count += 1
    for held in unit.effects:
        if isinstance(held.effect, Condition) and held.effect.hinders:
            count += hinders(held.effect.hinders, attribute, target)
    return count


def hinders(what: str, attribute: int, target: int) -> int:
    """Return 1 if a pack's condition gives disadvantage on a test."""
    if what == "targeted-actions":
        return 1 if target >= 0 else 0
    return 1 if what == "tests" or ATTRIBUTES[attribute] in what.split(",") else 0


def halvings(unit: IngenuityCombatant, type: int) -> int:
    """Return how often damage of a type is halved: by resistance, and by a ward.

    Rules: condition.immunity, damage.order.
    """
    times = 1 if type in unit.sheet.resists else 0
    for held in unit.effects:
        if held.effect.id == "warded" and held.n == type:
            return times + 1
    return times


def immune_to(unit: IngenuityCombatant, type: int) -> bool:
    """Return whether a type of damage does nothing to somebody. Rule: condition.immunity."""
    return bool(unit.sheet.immune) and TYPES[type] in unit.sheet.immune


def stumbles(unit: IngenuityCombatant) -> bool:
    """Return whether all terrain is difficult for somebody. Rule: condition.blinded."""
    for held in unit.effects:
        if held.effect.id == "blinded":
            return True
        if isinstance(held.effect, Condition) and held.effect.rough:
            return True
    return False


def speed(unit: IngenuityCombatant) -> int:
    """Return the metres of one Move.

    Rules: movement.speed, movement.half-speed, condition.crippled, condition.encumbered,
    condition.grappled.
    """
    metres = unit.sheet.speed + unit.grown
    if unit.effects:
        for id in ("overencumbered", "halted", "bound"):
            if unit.is_held(id):
                return 0
    if unit.grappling >= 0:
        return 1
    if unit.effects:
        for id in ("crippled", "encumbered"):
            if unit.is_held(id) or (id == "crippled" and unit.is_held("netted")):
                metres = (metres + 1) // 2
        for held in unit.effects:
            if isinstance(held.effect, Condition) and held.effect.slows:
                if held.effect.slows > 1:
                    return 0
                metres = (metres + 1) // 2
            if isinstance(held.effect, Condition) and held.effect.pace:
                metres = min(metres, held.effect.pace)
    if unit.prone:
        metres = (metres + 1) // 2
    return max(1, metres)


def idle(unit: IngenuityCombatant) -> bool:
    """Return whether somebody has laid down its arms. Rule: end.surrender."""
    return unit.present and unit.fate != ACTIVE


def hands_bound(unit: IngenuityCombatant) -> bool:
    """Return whether a grapple keeps somebody from its weapons. Rule: condition.grappled."""
    return unit.grappling >= 0 and unit.control != CONTROLLING


def until_end(combat: IngenuityCombat, unit: IngenuityCombatant, id: str, source: int) -> None:
    """Begin a condition that lasts to the end of the turn under way, whosever it is."""
    if combat.active >= 0:
        gain(combat, unit, id, 1, source, TURN_END, combat.active)


def found_out(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """End hiding from whoever sees where a movement ends. Rule: condition.hidden."""
    for other in combat.units:
        if unit.hidden >> other.index & 1 and other.present and geometry.sees(combat, other, unit):
            if geometry.behind_cover(combat, other, unit) or geometry.in_the_dark(
                combat, other, unit
            ):
                continue
            set_hidden(combat, unit, unit.hidden & ~(1 << other.index), "condition.hidden")
            combat.mark_changed()


USUAL_POISON: Final = 6  # difficulty
SPAN: Final = 20_000_000  # more rounds than an interval of 999 days and a combat have
HARD: Final = 10_000  # more than any difficulty


def dose(difficulty: int, every: int, due: int) -> int:
    """Return the anchor of a poison: its difficulty, its interval and its next bout in rounds.

    Rule: condition.poison.
    """
    return (every * SPAN + due) * HARD + difficulty


def difficulty_of(poison: Held) -> int:
    """Return what a defence is to meet. Rule: condition.poison."""
    return poison.anchor % HARD if poison.anchor > 0 else USUAL_POISON


def interval_of(poison: Held) -> int:
    """Return the rounds between two bouts of a poison. Rule: condition.poison."""
    return max(1, poison.anchor // HARD // SPAN)


def next_bout(poison: Held) -> int:
    """Return the round of the next bout of a poison. Rule: condition.poison."""
    return poison.anchor // HARD % SPAN


def due(combat: IngenuityCombat, poison: Held) -> bool:
    """Return whether an interval of a poison ends in this round; then the next one begins.

    Rule: condition.poison.
    """
    every = interval_of(poison)
    if every < 2:
        return True
    if combat.round < next_bout(poison):
        return False
    poison.anchor += every * HARD
    return True


# ---- what shows ----------------------------------------------------------------------------------


def harmed(unit: IngenuityCombatant) -> bool:
    """Return whether half of the endurance or more is gone. Rule: damage.harmed."""
    return unit.endurance <= (unit.most_endurance() + 1) // 2


def bloodied(unit: IngenuityCombatant) -> bool:
    """Return whether health is missing. Rule: damage.bloodied."""
    return unit.health < unit.most_health()


def wounded(unit: IngenuityCombatant) -> bool:
    """Return whether somebody is harmed or bloodied: it does nothing but let others say so.

    Rule: damage.harmed-bloodied-only-flags.
    """
    return harmed(unit) or bloodied(unit)


def broken(combat: IngenuityCombat, piece: Piece) -> bool:
    """Return whether a thing has no durability left: it neither blocks nor parries.

    Rule: item.broken.
    """
    return piece.wear >= combat.library.things[piece.thing].durability


def stealth(unit: IngenuityCombatant) -> tuple[int, int]:
    """Return the sources of advantage and of disadvantage of tests to go unseen.

    Rules: condition.prone, attack.noisy.
    """
    return 1 if unit.prone else 0, 1 if unit.sheet.noisy else 0


def take_cover(combat: IngenuityCombat, unit: IngenuityCombatant, rule: str) -> None:
    """Let somebody be in the cover beside its space. Rule: condition.cover."""
    before = unit.cover
    unit.cover = unit.cell
    combat.mark_changed()
    if combat.watched and before < 0:
        tell_level(combat, unit, "cover", 0, 1, rule)


def lose_cover(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """End the cover that somebody has sought. Rule: action.seek-cover.lost."""
    if unit.cover >= 0:
        unit.cover = -1
        if combat.watched:
            tell_level(combat, unit, "cover", 1, 0, "action.seek-cover.lost")


def in_cover(
    combat: IngenuityCombat, attacker: IngenuityCombatant, unit: IngenuityCombatant
) -> bool:
    """Return whether the cover that somebody has sought lies between it and an attacker.

    Rule: condition.cover.
    """
    return unit.cover == unit.cell and geometry.behind_cover(combat, attacker, unit)


# ---- what is told --------------------------------------------------------------------------------

# Of these the number that is kept with them is no level.
UNLEVELLED: Final = (
    "warded",
    "elemental",
    "sleeping",
    "provoked",
    "bidden",
    "evading",
    "feinted",
    "diverted",
    "taunted",
)


def level(unit: IngenuityCombatant, id: str) -> int:
    """Return the level of a condition: its value, or how many hold; 0 if it is not held."""
    total = 0
    for held in unit.effects:
        if held.effect.id == id:
            total += 1 if id in UNLEVELLED else held.n
    return total


def levels(combat: IngenuityCombat) -> list[dict[str, int]]:
    """Return the levels of all conditions, by combatant and id."""
    return [
        {held.effect.id: level(unit, held.effect.id) for held in unit.effects}
        for unit in combat.units
    ]


def tell_level(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    id: str,
    before: int,
    after: int,
    rule: str,
    source: int = -1,
) -> None:
    """Tell that a condition began, grew, shrank or ended, if it did."""
    if after > before:
        combat.tell(ConditionGained(unit.index, id, before, after, rule, source))
    elif after < before:
        combat.tell(ConditionLost(unit.index, id, before, after, rule, source))


def tell_ended(combat: IngenuityCombat, before: list[dict[str, int]]) -> None:
    """Tell what has ended of the levels that there were."""
    for unit, had in zip(combat.units, before, strict=True):
        for id, n in had.items():
            tell_level(combat, unit, id, n, level(unit, id), "condition.duration")


def set_prone(combat: IngenuityCombat, unit: IngenuityCombatant, prone: bool, rule: str) -> None:
    """Let somebody be prone or on its feet. Rule: condition.prone."""
    if unit.prone != prone:
        unit.prone = prone
        combat.mark_changed()
        if combat.watched:
            tell_level(combat, unit, "prone", int(not prone), int(prone), rule)


def set_hidden(combat: IngenuityCombat, unit: IngenuityCombatant, whom: int, rule: str) -> None:
    """Let somebody be hidden from some, as bits by index. Rule: condition.hidden."""
    before = unit.hidden
    if before == whom:
        return
    if combat.watched and not whom:
        unit.hidden = 0
        tell_level(combat, unit, "hidden", 1, 0, rule)
    unit.hidden = whom
    combat.mark_changed()
    if combat.watched and not before:
        tell_level(combat, unit, "hidden", 0, 1, rule)


def set_concentration(
    combat: IngenuityCombat, unit: IngenuityCombatant, what: str, rule: str
) -> None:
    """Let somebody keep up something, "" nothing. Rule: condition.concentration."""
    before = unit.concentrates
    unit.concentrates = what
    combat.mark_changed()
    if combat.watched:
        tell_level(combat, unit, "concentrating", int(before != ""), int(what != ""), rule)
