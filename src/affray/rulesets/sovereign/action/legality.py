"""What forbids the actions of a turn."""

from __future__ import annotations

from affray.rulesets.sovereign import actions, condition, geometry, items, resource
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.attack.declared import cannot_attack
from affray.rulesets.sovereign.choice import aiming
from affray.rulesets.sovereign.condition import FLYING, PAVIS, PIERCED, TOUCH, held_from, routed
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.magic import spells
from affray.rulesets.sovereign.movement import terrain, ways
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    DRAWN,
    GRAPPLE,
    HARM,
    HEALED,
    HIDDEN,
    LEECH,
    MELEE,
    MORTAL,
    POOLS,
    SHOVE,
    SLIPPED,
    SPENT_RALLY,
    STABLE,
    STUNNED_ONCE,
    TOUCHES,
    WHIRLED,
)

HEARING = 6  # squares: Rally
UNHELD = (actions.SURRENDER, actions.FLEE, actions.DEFEND)  # Total Defense answers by itself
REACHED = 10  # squares for each level: Stunning Shock
TOUCHED = 2  # squares for each level: Far Healer


def forbids(combat: SovereignCombat, unit: SovereignCombatant, code: int, *, held: bool) -> str:
    """Return the rule that forbids an action now, "" if none does."""
    no = resource.unpaid(unit, code, actions.verb_of(code))
    if no == "":
        no = impossible(combat, unit, code, held=held)
    if no == "" and unit.step and actions.with_main(code):
        return "economy.main-as-move"  # the Move is spent first
    return no


def impossible(combat: SovereignCombat, unit: SovereignCombatant, code: int, *, held: bool) -> str:
    """Return the rule that forbids an action whatever it costs, "" if none does."""
    verb, a, b = actions.parts_of(code)
    if held and not actions.with_main(code) and (actions.IS_MOVE[verb] or verb in UNHELD):
        return "charge.not-held" if verb == actions.CHARGE else "hold.trigger"
    if actions.IS_ATTACK[verb] or actions.IS_SPELL[verb]:
        if routed(unit) and not spell_for_friends(unit, verb, a):
            return "morale.retreat"
    if actions.IS_AIMED[verb]:
        return aimed(combat, unit, verb, a, combat.units[b])
    if actions.IS_SPELL[verb]:
        return cannot_cast(combat, unit, verb, a, combat.units[b])
    if actions.IS_TOWARDS[verb]:
        return helping(combat, unit, verb, combat.units[b])
    if actions.IS_HANDLED[verb]:
        return handles(combat, unit, verb, a)
    if verb == actions.HEW:
        return cannot_hew(combat, unit, a, b)
    if actions.IS_OPEN[verb]:
        return ""
    return bodily(combat, unit, verb)


def spell_for_friends(unit: SovereignCombatant, verb: int, a: int) -> bool:
    """Return whether a spell is no attack."""
    if verb not in actions.SPELLINGS:
        return False
    return aiming.aim_of(unit.sheet.spells[a]) in (aiming.FRIEND, aiming.FRIENDS, aiming.OTHERS)


def aimed(
    combat: SovereignCombat, unit: SovereignCombatant, verb: int, a: int, target: SovereignCombatant
) -> str:
    """Return the rule that forbids an attack, or what takes its place."""
    no = cannot_attack(combat, unit, unit.sheet.strikes[a], target)
    return no or not_instead(combat, unit, verb, target)


def not_instead(
    combat: SovereignCombat, unit: SovereignCombatant, verb: int, target: SovereignCombatant
) -> str:
    """Return the rule that forbids to put something in the place of an attack that can be made.

    Rules: shove.attack, grapple.attack, swarm.eligible, swarm.max-four, swarm.one-attack.
    """
    if verb == actions.GRAPPLE and unit.grappling >= 0:
        return "grapple.one-each"
    if verb in (actions.SHOVE, actions.GRAPPLE):
        return unwieldy(combat, unit, target, alone=True)
    if verb == actions.SWARM:
        if unit.side * POOLS + target.index in combat.struck:
            return "swarm.one-attack"
        if combat.joined.count(unit.side * POOLS + target.index) >= 4:
            return "swarm.max-four"
    return ""


def aims(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    strike: Strike,
    target: SovereignCombatant,
    *,
    alone: bool = True,
) -> list[int]:
    """Return what an attack may be meant to do, [] if it cannot be made."""
    if cannot_attack(combat, unit, strike, target):
        return []
    return meanings(combat, unit, strike, target, alone=alone)


def meanings(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    strike: Strike,
    target: SovereignCombatant,
    *,
    alone: bool = True,
) -> list[int]:
    """Return what an attack that can be made may be meant to do.

    Rules: shove.attack, grapple.attack, grapple.one-each.
    """
    if strike.mode != MELEE or unwieldy(combat, unit, target, alone=alone):
        return [HARM]
    return [HARM, SHOVE, GRAPPLE] if strike.unarmed and unit.grappling < 0 else [HARM, SHOVE]


def unwieldy(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, *, alone: bool
) -> str:
    """Return the rule that lets nobody manhandle a target; the GM may be asked when it is done.

    Rule: maneuver.size.
    """
    if checks.too_big(unit, target) and "size" not in combat.topics:
        return "maneuver.size"
    if alone and unit.size == 1 and "bronze-hide" in target.sheet.abilities:
        return "maneuver.size"
    return ""


def cannot_cast(
    combat: SovereignCombat, unit: SovereignCombatant, verb: int, a: int, target: SovereignCombatant
) -> str:
    """Return the rule that forbids to cast a spell, or to let go a hung one.

    Rule: spell.action.
    """
    one = unit.sheet.spells[a]
    if verb == actions.LOOSE:  # effort.pool: a hung spell
        if unit.hung != a:
            return "spell.slots"
        return aiming.cannot_aim(combat, unit, one, target)
    return spells.cannot_cast(combat, unit, one, target, swift=verb == actions.SWIFT)


def bodily(combat: SovereignCombat, unit: SovereignCombatant, verb: int) -> str:
    """Return what forbids an action of one's own body.

    Rules: charge.not-prone, grapple.restraint, disengage.effect, hold.cost, ready.sheathing-free.
    """
    if verb == actions.CHARGE:
        if unit.prone or condition.held_fast(combat, unit):
            return "charge.not-prone"
        return "" if ways.can_charge(combat, unit) else "charge.minimum"
    if verb in (actions.RUN, actions.WITHDRAW) and condition.held_fast(combat, unit):
        return "grapple.restraint"
    if verb == actions.RUN:
        return ""
    if verb == actions.SCREEN:
        return cannot_guard(combat, unit)
    if verb == actions.STAND and not unit.prone:
        return "stand.action"
    if verb == actions.PRONE and (unit.prone or unit.has(FLYING)):
        return "prone.go"
    if verb in (actions.ESCAPE, actions.SLIP) and not condition.grappled(combat, unit):
        return "grapple.escape"
    if verb in (actions.MOVE_HELD, actions.RELEASE) and unit.grappling < 0:
        return "grapple.release"
    if verb == actions.DRINK and not equipment.has_gear(unit, "healing-potion"):
        return "item.potion"
    if verb == actions.DEFEND:
        return condition.defends(unit)
    if verb == actions.SHEATHE:
        if not swaps(combat, unit, unit.hand):
            return "ready.swap-veto"
        return "" if unit.hand >= 0 or unit.off >= 0 else "ready.sheathing-free"
    if verb in (actions.STREW, actions.SMOKE):
        return cannot_lay(combat, unit, verb)
    return special(combat, unit, verb)


def cannot_guard(combat: SovereignCombat, unit: SovereignCombatant) -> str:
    """Return the rule that forbids to screen anybody, "" if none does.

    Rules: screen.action, screen.ends-when-helpless.
    """
    if condition.grappled(combat, unit):
        return "screen.ends-when-helpless"
    far = 1 if unit.grappling >= 0 else 1 + ways.rate(unit)
    for other in combat.units:
        if other.present and other.side == unit.side and other is not unit:
            if geometry.apart(combat, unit, other) <= far:
                return ""
    return "screen.action"


def cannot_lay(combat: SovereignCombat, unit: SovereignCombatant, verb: int) -> str:
    """Content: caltrops, smoke-pot."""
    name = "caltrops" if verb == actions.STREW else "smoke-pot"
    if not equipment.has_gear(unit, name):
        return "ready.action"
    if not equipment.free_hands(unit):
        return "sheet.hands"
    if verb == actions.STREW:
        return "" if items.caltrop_spots(combat, unit) else "skill.action"
    return "" if items.smoke_spots(combat, unit) else "los.needed-to-attack"


def special(combat: SovereignCombat, unit: SovereignCombatant, verb: int) -> str:
    """Return what forbids an ability, feat or art of one's own.

    Rule: effort.pool.
    """
    if verb == actions.WHIRL:
        return "turn.fight-is-a-turn" if unit.used[WHIRLED] else ""
    if verb == actions.RALLY:
        no = "" if rallied(combat, unit) else "morale.when-checked"
        return resource.spent(unit, SPENT_RALLY) or no
    if verb == actions.VANISH:
        return cannot_vanish(combat, unit)
    if verb == actions.TOUCH:
        if unit.has(TOUCH):
            return "effort.pool"
        return "" if resource.ready(combat, unit, "healing-touch") else "effort.pool"
    if verb == actions.PAVIS:
        if unit.has(PAVIS):
            return "effort.pool"
        return "" if resource.ready(combat, unit, "pavis-of-elements") else "effort.pool"
    if verb == actions.TAKE_BACK:
        return "" if resource.can_take_back(unit) else "effort.pool"
    if verb == actions.SLIP:
        if unit.used[SLIPPED]:
            return "effort.pool"
        return "" if resource.ready(combat, unit, "unbindable") else "effort.pool"
    if verb == actions.WITHDRAW:
        return "" if resource.ready(combat, unit, "gentlemans-withdrawal") else "effort.pool"
    if verb == actions.SCRATCH:
        return "" if spells.curable(unit) else "save.roll"
    return ""


def rallied(combat: SovereignCombat, unit: SovereignCombatant) -> list[SovereignCombatant]:
    """Return the broken allies within 30 ft that can hear. Content: rally."""
    return [
        one
        for one in combat.units
        if one.side == unit.side
        and one.broken
        and one.able()
        and one is not unit
        and geometry.apart(combat, unit, one) <= HEARING
    ]


def cannot_vanish(combat: SovereignCombat, unit: SovereignCombatant) -> str:
    """Content: vanish-in-shadow."""
    if unit.unseen or unit.used[HIDDEN] or condition.held_fast(combat, unit):
        return "turn.refresh"
    if not terrain.by_solid(combat, unit):
        return "attack.mod.unseen-known"
    for other in combat.nearby(unit, 1):
        if other.side == unit.side or not other.able():
            continue
        if geometry.located(combat, unit, other) and geometry.adjacent(combat, unit, other):
            return "grid.adjacent"
    return ""


def swaps(combat: SovereignCombat, unit: SovereignCombatant, weapon: int) -> bool:
    """Return whether what is in hand may change once more in this turn. Rule: ready.swap-veto."""
    if weapon >= 0 and unit.sheet.feat("assassin") and unit.sheet.knives[weapon]:
        return True
    if "swaps" in combat.topics:
        return True  # the GM is asked when it is done
    return unit.used[DRAWN] == 0


def handles(combat: SovereignCombat, unit: SovereignCombatant, verb: int, a: int) -> str:
    """Return the rule that forbids to handle a thing so, "" if none does.

    Rules: ready.sheathing-free, pickup.action, ready.drop, sheet.hands, sheet.readied.
    """
    own = unit.sheet
    if verb == actions.PICK_UP:
        thing = equipment.place_of(unit, combat.library.weapons[a])
        if thing < 0 or not items.lying(combat, unit, a):
            return "pickup.action"
        if thing < len(own.weapons) and not equipment.free_hands(unit):
            return "sheet.hands"
        return "sheet.readied" if equipment.too_much(unit, thing) else ""
    if verb in (actions.DRAW, actions.DRAW_OFF):
        return cannot_draw(combat, unit, verb, a)
    if verb == actions.UNSTOW:
        if not equipment.quick(unit, a):
            return "ready.action"
        return "sheet.readied" if equipment.too_much(unit, a) else ""
    if verb == actions.READY:
        if not own.stowed or not unit.stowed[a]:
            return "ready.action"
        return "sheet.readied" if equipment.too_much(unit, a) else ""
    if verb in (actions.STOW, actions.DROP):
        rule = "ready.action" if verb == actions.STOW else "ready.drop"
        if verb == actions.DROP and a < len(own.weapons) and a not in (unit.hand, unit.off):
            return rule
        if verb == actions.STOW and len(own.stowed) <= a:
            return rule
        if verb == actions.STOW and equipment.readied(unit, a) and equipment.burdened(unit, a):
            return "sheet.stowed"
        return "" if equipment.readied(unit, a) else rule
    return cannot_reload(unit, a)


def cannot_draw(combat: SovereignCombat, unit: SovereignCombatant, verb: int, a: int) -> str:
    """Return the rule that forbids to take a weapon in hand, "" if none does.

    Rules: ready.sheathing-free, ready.swap-veto, sheet.hands.
    """
    own = unit.sheet
    if not swaps(combat, unit, a):
        return "ready.swap-veto"
    if unit.stock[a] < 1:
        return "ready.sheathing-free"
    if verb == actions.DRAW:
        if unit.hand == a and (unit.off < 0 or not own.both[a]):
            return "ready.sheathing-free"
        return "sheet.hands" if own.both[a] and own.shield else ""
    if own.both[a] or not equipment.second_hand(unit):
        return "sheet.hands"
    spare = unit.stock[a] - (1 if unit.hand == a else 0) - (1 if unit.off == a else 0)
    return "" if spare > 0 else "ready.sheathing-free"


def cannot_reload(unit: SovereignCombatant, a: int) -> str:
    """Return the rule that forbids to reload a weapon, "" if none does.

    Rules: reload.quiver, reload.starts-loaded.
    """
    if not unit.unloaded >> a & 1 or not equipment.holds(unit, a):
        return "reload.starts-loaded"
    for strike in unit.sheet.strikes:
        if strike.weapon == a and strike.quiver and not resource.quivered(unit):
            return "reload.quiver"
    return ""


def helping(
    combat: SovereignCombat, unit: SovereignCombatant, verb: int, target: SovereignCombatant
) -> str:
    """Return what forbids an action towards somebody.

    Rules: death.stabilise, item.potion, strain.limit, effort.pool, skill.action.
    """
    if verb in (actions.AID, actions.LEECH):
        return cannot_aid(combat, unit, verb, target)
    if verb == actions.ROUSE:
        beside = target is not unit and target.asleep and geometry.adjacent(combat, unit, target)
        return "" if beside else "skill.action"
    if verb == actions.GIVE:
        if not equipment.has_gear(unit, "healing-potion") or target is unit:
            return "item.potion"
        return "" if geometry.adjacent(combat, unit, target) else "item.potion"
    if verb in (actions.HEAL, actions.SWIFT_HEAL):
        return cannot_heal(combat, unit, verb, target)
    if verb == actions.FLY:
        if (
            not resource.ready(combat, unit, "steps-of-air")
            or target.has(FLYING)
            or not target.able()
        ):
            return "effort.pool"
        return "" if target is unit else hidden(combat, unit, target)
    if verb == actions.STUN:
        return cannot_stun(combat, unit, target)
    if verb == actions.PIERCE:
        if not resource.ready(combat, unit, "piercing-strike"):
            return "effort.pool"
        if held_from(target, PIERCED, unit.index) is not None:
            return "effort.pool"
        return hidden(combat, unit, target)
    if verb == actions.REWARD:
        if not unit.wards or target is unit or unit.guards(target):
            return "screen.one-ward"
        return "" if geometry.adjacent(combat, unit, target) else "screen.proximity"
    if geometry.located(combat, unit, target):
        return "skill.action"  # there is nothing to search for
    return ""


def hidden(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> str:
    """Return the rule by which somebody is not visible, "" if it is."""
    if geometry.unseen(combat, unit, target):
        return "attack.mod.unseen-known"
    return "" if geometry.sighted(combat, unit, target) else "los.needed-to-attack"


def cannot_aid(
    combat: SovereignCombat, unit: SovereignCombatant, verb: int, target: SovereignCombatant
) -> str:
    """Return the rule that forbids first aid, "" if none does. Rule: death.stabilise."""
    if target.fate != MORTAL or target is unit:
        return "death.stabilise"
    if not equipment.has_gear(unit, "healers-kit") or not geometry.adjacent(combat, unit, target):
        return "death.stabilise"
    if verb == actions.LEECH and unit.used[LEECH]:
        return "economy.free"
    return resource.attempted(target)


def cannot_heal(
    combat: SovereignCombat, unit: SovereignCombatant, verb: int, target: SovereignCombatant
) -> str:
    """Content: healing-touch, far-healer, swift-healer. Rule: strain.limit."""
    if not unit.has(TOUCH) or not equipment.works(unit, "healing-touch"):
        return "effort.pool"
    if verb == actions.SWIFT_HEAL:
        if unit.used[TOUCHES] >= unit.sheet.level or target.used[HEALED]:
            return "effort.pool"
    if target.hp >= target.sheet.max_hp or target.fate not in (ACTIVE, MORTAL, STABLE):
        return "skill.action"
    if not resource.can_take(target):
        return "strain.limit"
    if target is unit:
        return ""
    far = geometry.apart(combat, unit, target)
    if far <= 1:
        return ""
    if "far-healer" in unit.sheet.arts and far <= TOUCHED * unit.sheet.level:
        return hidden(combat, unit, target)
    return "grid.adjacent"


def cannot_stun(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant
) -> str:
    """Content: stunning-shock."""
    if not resource.ready(combat, unit, "stunning-shock"):
        return "effort.pool"
    if not geometry.located(combat, unit, target):
        return "attack.mod.unseen-unknown"
    if resource.spent(target, STUNNED_ONCE):
        return resource.spent(target, STUNNED_ONCE)
    if not target.sheet.metal or geometry.apart(combat, unit, target) > REACHED * unit.sheet.level:
        return "ranged.max-range"
    return "" if geometry.sighted(combat, unit, target) else "los.needed-to-attack"


def cannot_hew(combat: SovereignCombat, unit: SovereignCombatant, a: int, line: int) -> str:
    """Content: wall-of-thorns."""
    strike = unit.sheet.strikes[a]
    if not equipment.in_hand(unit, strike) or not equipment.loaded(unit, strike):
        return "ready.sheathing-free"
    if condition.held_fast(combat, unit):
        return "grapple.restraint"
    if strike.art and not resource.ready(combat, unit, strike.art):
        return "effort.pool"
    if equipment.blunted(unit, strike):
        return "spell.creatures"
    cell = combat.thorns[line] // 100 // 2
    far = geometry.between(combat.grid, unit.cell, unit.size, cell, 1)
    return (
        "" if far <= (strike.reach if strike.mode == MELEE else strike.range_max) else "melee.range"
    )
