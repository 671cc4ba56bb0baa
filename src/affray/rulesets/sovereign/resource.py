"""What a combatant can spend: Main and Move, Free actions, Effort, strain, quivers."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.sovereign import actions, changes
from affray.rulesets.sovereign.condition import HASTED, NUMBED, PAVIS, SHAKEN, STUNNED, lose
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    AIDED,
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    FOR_DAY,
    FOR_DURATION,
    FOR_NOTHING,
    FREED,
    LENT,
    LENT_SECOND,
    ONCE,
    SCREENED,
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


def refresh(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Give somebody a Main and a Move for the round that begins, less what magic takes.

    Rules: turn.refresh, economy.main, economy.move.
    """
    if not unit.effects:
        allow(combat, unit, True, True, False)
        return
    main, move = not unit.has(STUNNED), not unit.has(NUMBED) and not unit.has(SHAKEN)
    allow(combat, unit, main, move, unit.has(HASTED))
    lose(combat, unit, STUNNED)
    lose(combat, unit, SHAKEN)


def allow(
    combat: SovereignCombat, unit: SovereignCombatant, main: bool, move: bool, extra: bool
) -> None:
    """Set what somebody has for a round."""
    changes.set_main(combat, unit, main, "turn.refresh")
    changes.set_move(combat, unit, move, "turn.refresh")
    changes.set_extra(combat, unit, extra, "turn.refresh")


def lapse(combat: SovereignCombat) -> None:
    """Let what was kept for a better moment be lost at the end of a round."""
    for unit in combat.units:
        changes.set_holding(combat, unit, False, "hold.lost")
        changes.set_swarm(combat, unit, -1, "swarm.expires")


def unpaid(unit: SovereignCombatant, code: int, verb: int) -> str:
    """Return the rule that says an action cannot be paid for.

    Rules: economy.main, economy.move, economy.main-as-move, economy.no-move-as-main, hold.cost.
    """
    if actions.with_main(code):
        return "" if unit.main or unit.again() else "economy.main"
    if not unit.main and actions.IS_MAIN[verb] and not free_spell(unit, code, verb):
        if not unit.again() or hasteless(unit, code, verb):
            return "economy.main"
    if not unit.step and actions.IS_MOVE[verb]:
        return "economy.move"
    if unit.used[FREED] and unit.used[FREED] & freed(unit, code, verb):
        return "economy.free"
    return unpaid_reload(unit, actions.thing_of(code)) if verb == actions.RELOAD else ""


def hasteless(unit: SovereignCombatant, code: int, verb: int) -> bool:
    """Return whether the Main that Haste gives does not pay for it: spells and arts."""
    if verb in actions.AIMED or verb == actions.HEW:
        return unit.sheet.strikes[actions.thing_of(code)].art != ""
    return verb in HASTELESS


def freed(unit: SovereignCombatant, code: int, verb: int) -> int:
    """Return the bit of an ability that costs a Free action, 0 for other deeds.

    Each may be used once in a turn. Rule: economy.free.
    """
    if verb in FREELY:
        return 1 << FREELY.index(verb)
    return 1 << len(FREELY) + actions.thing_of(code) if free_spell(unit, code, verb) else 0


def unpaid_reload(unit: SovereignCombatant, weapon: int) -> str:
    """Return the rule that says a reloading cannot be paid for, "" if it can.

    Rules: reload.crossbow, reload.bow.
    """
    cost = reload_cost(unit, weapon) if unit.unloaded >> weapon & 1 else BY_NOTHING
    if cost == BY_NOTHING or unit.main or unit.again() or (cost == BY_MOVE and unit.step):
        return ""
    return "reload.crossbow" if cost == BY_MAIN else "reload.bow"


def free_spell(unit: SovereignCombatant, code: int, verb: int) -> bool:
    """Return whether an action is a spell that costs a Free action."""
    return verb == actions.CAST and unit.sheet.spells[actions.thing_of(code)].free


def reload_cost(unit: SovereignCombatant, weapon: int) -> int:
    """Return what reloading a weapon costs. Rules: reload.crossbow, reload.bow, reload.npc."""
    for strike in unit.sheet.strikes:
        if strike.weapon == weapon and strike.mode == SHOT:
            return strike.reload
    return 0


def takes(unit: SovereignCombatant, code: int) -> tuple[bool, bool]:
    """Return whether an action takes the Main, and whether it takes the Move.

    Rules: economy.main, economy.move, economy.free, economy.main-as-move, charge.cost.
    """
    verb = actions.verb_of(code)
    if free_spell(unit, code, verb):
        return False, False
    if verb == actions.RELOAD:
        cost = reload_cost(unit, actions.thing_of(code))
        step = cost == BY_MOVE and unit.step
        return cost == BY_MAIN or (cost == BY_MOVE and not step), step
    if actions.with_main(code):
        return True, False
    return verb in actions.MAINS, verb in actions.MOVES


def pay(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> None:
    """Spend the Main, the Move, both or neither; Haste's Main costs strain.

    Rules: economy.main, economy.move, economy.free, charge.cost, charge.ac-penalty, strain.limit.
    """
    verb = actions.verb_of(code)
    if verb == actions.CHARGE:
        changes.set_charging(combat, unit, True, "charge.ac-penalty")  # from its declaration on
    unit.add_bits(FREED, freed(unit, code, verb))
    main, step = takes(unit, code)
    if main:
        spend_main(combat, unit)
    if step:
        changes.set_move(combat, unit, False, "economy.move")
    combat.mark_changed()


def spend_main(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Spend the Main of the round, or else the one that Haste gives, for strain."""
    if unit.main:
        changes.set_main(combat, unit, False, "economy.main")
    else:
        changes.set_extra(combat, unit, False, "economy.main")
        changes.strain(combat, unit, "strain.limit")


# ---- out of turn ---------------------------------------------------------------------------------


def spare_main(unit: SovereignCombatant) -> bool:
    """Return whether a Main is left for an Instant; Haste's serves none.

    Rules: economy.unspent-main, snap.unspent-main.
    """
    return unit.main


def give_up_main(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Spend the Main of the round on an Instant, and what was held with it.

    Rule: hold.main-for-instants.
    """
    changes.set_main(combat, unit, False, "economy.unspent-main")
    changes.set_holding(combat, unit, False, "hold.main-for-instants")


def can_screen(unit: SovereignCombatant, attacker: int) -> bool:
    """Return whether somebody may screen against an attacker in this round.

    Rules: screen.limit, screen.needs-skill.
    """
    against = unit.used[SCREENED]
    return bool(against >> attacker & 1) or bits(against) < unit.sheet.screens


def bits(number: int) -> int:
    """Return how many bits of a number are set."""
    count = 0
    while number:
        count += number & 1
        number >>= 1
    return count


# ---- what is done only so often ------------------------------------------------------------------


def spent(unit: SovereignCombatant, bit: int) -> str:
    """Return the rule that lets what is done once in a fight be done no more, "" if it may be.

    Rule: turn.fight-is-a-turn.
    """
    return "turn.fight-is-a-turn" if unit.used[ONCE] & bit else ""


def attempted(target: SovereignCombatant) -> str:
    """Return the rule that forbids one more attempt to stabilise somebody, "" if none does.

    Rule: death.one-attempt.
    """
    return "death.one-attempt" if target.used[AIDED] else ""


def no_slot(unit: SovereignCombatant) -> str:
    """Return the rule that leaves somebody no casting, "" if one is left. Rule: spell.slots."""
    return "spell.slots" if unit.casting < 1 or unit.hung >= 0 else ""


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
    changes.add_effort(combat, unit, -amount, other, "effort.pool")
    if combat.library.arts[name].commit != FOR_DAY:
        unit.count(LENT_SECOND if other else LENT, amount)


def commit(combat: SovereignCombat, unit: SovereignCombatant, name: str) -> None:
    """Commit a point of Effort for as long as the art says. Rule: effort.pool."""
    if combat.library.arts[name].commit != FOR_NOTHING:
        charge(combat, unit, name, 1)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("art", unit.index, -1, name, 0, "effort.pool"))


def can_take_back(unit: SovereignCombatant) -> bool:
    """Return whether Effort is committed for a duration."""
    return unit.has(PAVIS)


def take_back(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Take back Effort committed for a duration, ending the art. Rule: effort.pool."""
    assert combat.library.arts["pavis-of-elements"].commit == FOR_DURATION
    lose(combat, unit, PAVIS)
    charge(combat, unit, "pavis-of-elements", -1)
    combat.mark_changed()


def can_take(target: SovereignCombatant) -> bool:
    """Return whether somebody can bear one more point of strain. Rule: strain.limit."""
    return target.strain < target.sheet.strain_max


def quivered(unit: SovereignCombatant) -> bool:
    """Return whether a quiver is Readied; an NPC has one. Rule: reload.quiver."""
    own = unit.sheet
    return (own.npc and not own.henchman) or equipment.has_gear(unit, "quiver")
