"""What a combatant can spend: Main and Move, Free actions, Effort, strain, quivers."""

from __future__ import annotations

from affray.rulesets.sovereign import actions
from affray.rulesets.sovereign.condition import PAVIS, lose
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    FOR_DAY,
    FOR_DURATION,
    FOR_NOTHING,
    FREED,
    LENT,
    LENT_SECOND,
    SHOT,
)

FREELY = (
    actions.FLY,
    actions.PIERCE,
    actions.PAVIS,
    actions.SLIP_AWAY,
    actions.SPARKS,
    actions.REWARD,
)
HASTELESS = (
    actions.CAST,
    actions.HEAL,
    actions.STUN,
    actions.DEFEND,
)  # not with the Main that Haste gives


def unpaid(unit: SovereignCombatant, code: int, verb: int) -> str:
    """Return the rule that says an action cannot be paid for.

    Rules: economy.main, economy.move, economy.main-as-move, economy.no-move-as-main, hold.cost.
    """
    if actions.with_main(code):
        return "" if unit.main or unit.again() else "economy.main"
    if verb in actions.MAINS and not free_spell(unit, code, verb):
        if not unit.main and (not unit.again() or hasteless(unit, code, verb)):
            return "economy.main"
    if verb in actions.MOVES and not unit.step:
        return "economy.move"
    if unit.used[FREED] and unit.used[FREED] & freed(unit, code, verb):
        return "economy.free"
    return unpaid_reload(unit, code // 1000 % 1000) if verb == actions.RELOAD else ""


def hasteless(unit: SovereignCombatant, code: int, verb: int) -> bool:
    """Return whether the Main that Haste gives does not pay for it: spells and arts."""
    if verb in actions.AIMED or verb == actions.HEW:
        return unit.sheet.strikes[code // 1000 % 1000].art != ""
    return verb in HASTELESS


def freed(unit: SovereignCombatant, code: int, verb: int) -> int:
    """Return the bit of an ability that costs a Free action, 0 for other deeds.

    Each may be used once in a turn. Rule: economy.free.
    """
    if verb in FREELY:
        return 1 << FREELY.index(verb)
    return 1 << len(FREELY) + code // 1000 % 1000 if free_spell(unit, code, verb) else 0


def unpaid_reload(unit: SovereignCombatant, weapon: int) -> str:
    """Rules: reload.crossbow, reload.bow."""
    cost = reload_cost(unit, weapon) if unit.unloaded >> weapon & 1 else BY_NOTHING
    if cost == BY_NOTHING or unit.main or unit.again() or (cost == BY_MOVE and unit.step):
        return ""
    return "reload.crossbow" if cost == BY_MAIN else "reload.bow"


def free_spell(unit: SovereignCombatant, code: int, verb: int) -> bool:
    return verb == actions.CAST and unit.sheet.spells[code // 1000 % 1000].free


def reload_cost(unit: SovereignCombatant, weapon: int) -> int:
    """Rules: reload.crossbow, reload.bow, reload.npc."""
    for one in unit.sheet.strikes:
        if one.weapon == weapon and one.mode == SHOT:
            return one.reload
    return 0


def pay(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> None:
    """Spend the Main, the Move, both or neither; Haste's Main costs strain.

    Rules: economy.main, economy.move, economy.free, charge.cost, charge.ac-penalty, strain.limit.
    """
    verb = actions.verb_of(code)
    if verb == actions.CHARGE:
        unit.charging = True  # from its declaration on
    unit.used[FREED] |= freed(unit, code, verb)
    main = verb in actions.MAINS or actions.with_main(code)
    step = verb in actions.MOVES and not actions.with_main(code)
    if free_spell(unit, code, verb):
        main = False
    if verb == actions.RELOAD:
        cost = reload_cost(unit, code // 1000 % 1000)
        step = cost == BY_MOVE and unit.step
        main = cost == BY_MAIN or (cost == BY_MOVE and not step)
    if main:
        spend_main(unit)
    if step:
        unit.step = False
    combat.mark_changed()


def spend_main(unit: SovereignCombatant) -> None:
    if unit.main:
        unit.main = False
    else:
        unit.extra = False
        unit.strain += 1


# ---- Effort and strain ---------------------------------------------------------------------------


def ready(combat: SovereignCombat, unit: SovereignCombatant, name: str) -> bool:
    """Return whether an art can be powered now. Rule: effort.pool."""
    if not equipment.works(unit, name):
        return False
    return combat.library.arts[name].commit == FOR_NOTHING or points(combat, unit, name) > 0


def elsewhere(combat: SovereignCombat, unit: SovereignCombatant, name: str) -> bool:
    """Return whether an art is of one's second tradition, whose pool is its own."""
    names = unit.sheet.traditions
    return len(names) > 1 and combat.library.arts[name].tradition == names[1]


def points(combat: SovereignCombat, unit: SovereignCombatant, name: str) -> int:
    """Return the Effort that an art can draw on. Rule: effort.pool."""
    return unit.second if elsewhere(combat, unit, name) else unit.effort


def charge(combat: SovereignCombat, unit: SovereignCombatant, name: str, amount: int) -> None:
    """Take Effort from the pool of an art's tradition, for the day or until it returns."""
    other = elsewhere(combat, unit, name)
    if other:
        unit.second -= amount
    else:
        unit.effort -= amount
    if combat.library.arts[name].commit != FOR_DAY:
        unit.used[LENT_SECOND if other else LENT] += amount


def commit(combat: SovereignCombat, unit: SovereignCombatant, name: str) -> None:
    """Commit a point of Effort for as long as the art says. Rule: effort.pool."""
    if combat.library.arts[name].commit != FOR_NOTHING:
        charge(combat, unit, name, 1)
    combat.mark_changed()
    if combat.watched:
        combat.say("art", unit.index, -1, name, 0, "effort.pool")


def can_take_back(unit: SovereignCombatant) -> bool:
    return unit.has(PAVIS)


def take_back(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Take back Effort committed for a duration, ending the art. Rule: effort.pool."""
    assert combat.library.arts["pavis-of-elements"].commit == FOR_DURATION
    lose(combat, unit, PAVIS)
    charge(combat, unit, "pavis-of-elements", -1)
    combat.mark_changed()


def can_take(target: SovereignCombatant) -> bool:
    """Rule: strain.limit."""
    return target.strain < target.sheet.strain_max


def quivered(unit: SovereignCombatant) -> bool:
    """Rule: reload.quiver; an NPC has one."""
    own = unit.sheet
    return (own.npc and not own.henchman) or equipment.has_gear(unit, "quiver")
