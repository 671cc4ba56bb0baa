"""The actions of a turn: what forbids them."""

from __future__ import annotations

from affray.rulesets.sovereign import (
    art,
    item,
    magic,
    movement,
    sheet,
    spell,
    terrain,
)
from affray.rulesets.sovereign import geometry as geo
from affray.rulesets.sovereign import verbs as v
from affray.rulesets.sovereign.attack import cannot_attack
from affray.rulesets.sovereign.blow import GRAPPLE, HARM, SHOVE
from affray.rulesets.sovereign.condition import FLYING, PAVIS, PIERCED, TOUCH, held_from, routed
from affray.rulesets.sovereign.state import (
    ACTIVE,
    AIDED,
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    DRAWN,
    FREED,
    HEALED,
    HIDDEN,
    LEECH,
    MELEE,
    MORTAL,
    ONCE,
    SHOT,
    SLIPPED,
    SPENT_RALLY,
    STABLE,
    STUNNED_ONCE,
    TOUCHES,
    WHIRLED,
    Body,
    Field,
    Strike,
)

HEARING = 6  # squares: Rally
FREELY = (v.FLY, v.PIERCE, v.PAVIS, v.SLIP_AWAY, v.SPARKS, v.REWARD)
UNHELD = (v.SURRENDER, v.FLEE, v.DEFEND)  # Total Defense answers by itself
HASTELESS = (v.CAST, v.HEAL, v.STUN, v.DEFEND)  # not with the Main that Haste gives
REACHED = 10  # squares for each level: Stunning Shock
TOUCHED = 2  # squares for each level: Far Healer


# ---- what says no --------------------------------------------------------------------------------


def forbids(field: Field, unit: Body, code: int, *, held: bool) -> str:
    """Return the rule that forbids an action now, "" if none does."""
    no = unpaid(unit, code, v.verb_of(code)) or impossible(field, unit, code, held=held)
    if no == "" and v.with_main(code) and unit.step:
        return "economy.main-as-move"  # the Move is spent first
    return no


def impossible(field: Field, unit: Body, code: int, *, held: bool) -> str:
    """Return the rule that forbids an action whatever it costs, "" if none does."""
    verb, a, b = v.verb_of(code), code // 1000 % 1000, code % 1000
    if held and not v.with_main(code) and (verb in v.MOVES or verb in UNHELD):
        return "charge.not-held" if verb == v.CHARGE else "hold.trigger"
    if verb in v.ATTACKS or verb in v.SPELLINGS:
        if routed(unit) and not spell_for_friends(unit, verb, a):
            return "morale.retreat"
    if verb in v.AIMED:
        return aimed(field, unit, verb, a, field.units[b])
    if verb in v.SPELLED:
        return cannot_cast(field, unit, verb, a, field.units[b])
    if verb in v.TOWARDS:
        return helping(field, unit, verb, field.units[b])
    if verb in v.HANDLED or verb == v.PICK_UP:
        return handles(field, unit, verb, a)
    if verb == v.HEW:
        return cannot_hew(field, unit, a, b)
    return bodily(field, unit, verb)


def unpaid(unit: Body, code: int, verb: int) -> str:
    """Return the rule that says an action cannot be paid for.

    Rules: economy.main, economy.move, economy.main-as-move, economy.no-move-as-main, hold.cost.
    """
    if v.with_main(code):
        return "" if unit.main or unit.again() else "economy.main"
    if verb in v.MAINS and not free_spell(unit, code, verb):
        if not unit.main and (not unit.again() or hasteless(unit, code, verb)):
            return "economy.main"
    if verb in v.MOVES and not unit.step:
        return "economy.move"
    if unit.used[FREED] and unit.used[FREED] & freed(unit, code, verb):
        return "economy.free"
    return unpaid_reload(unit, code // 1000 % 1000) if verb == v.RELOAD else ""


def hasteless(unit: Body, code: int, verb: int) -> bool:
    """Return whether the Main that Haste gives does not pay for it: spells and arts."""
    if verb in v.AIMED or verb == v.HEW:
        return unit.sheet.strikes[code // 1000 % 1000].art != ""
    return verb in HASTELESS


def freed(unit: Body, code: int, verb: int) -> int:
    """Return the bit of an ability that costs a Free action, 0 for other deeds.

    Each may be used once in a turn. Rule: economy.free.
    """
    if verb in FREELY:
        return 1 << FREELY.index(verb)
    return 1 << len(FREELY) + code // 1000 % 1000 if free_spell(unit, code, verb) else 0


def unpaid_reload(unit: Body, weapon: int) -> str:
    """Rules: reload.crossbow, reload.bow."""
    cost = reload_cost(unit, weapon) if unit.unloaded >> weapon & 1 else BY_NOTHING
    if cost == BY_NOTHING or unit.main or unit.again() or (cost == BY_MOVE and unit.step):
        return ""
    return "reload.crossbow" if cost == BY_MAIN else "reload.bow"


def free_spell(unit: Body, code: int, verb: int) -> bool:
    return verb == v.CAST and unit.sheet.spells[code // 1000 % 1000].free


def spell_for_friends(unit: Body, verb: int, a: int) -> bool:
    """Return whether a spell is no attack."""
    if verb not in v.SPELLINGS:
        return False
    return spell.aim_of(unit.sheet.spells[a]) in (spell.FRIEND, spell.FRIENDS, spell.OTHERS)


def aimed(field: Field, unit: Body, verb: int, a: int, target: Body) -> str:
    """Return the rule that forbids an attack, or what takes its place."""
    no = cannot_attack(field, unit, unit.sheet.strikes[a], target)
    return no or not_instead(field, unit, verb, target)


def not_instead(field: Field, unit: Body, verb: int, target: Body) -> str:
    """Return the rule that forbids to put something in the place of an attack that can be made.

    Rules: shove.attack, grapple.attack, swarm.eligible, swarm.max-four, swarm.one-attack.
    """
    if verb == v.GRAPPLE and unit.grappling >= 0:
        return "grapple.one-each"
    if verb in (v.SHOVE, v.GRAPPLE):
        return unwieldy(field, unit, target, alone=True)
    if verb == v.SWARM:
        if unit.side * 1000 + target.index in field.struck:
            return "swarm.one-attack"
        if field.joined.count(unit.side * 1000 + target.index) >= 4:
            return "swarm.max-four"
    return ""


def aims(
    field: Field, unit: Body, strike: Strike, target: Body, *, alone: bool = True
) -> list[int]:
    """Return what an attack may be meant to do, [] if it cannot be made.

    Rules: shove.attack, grapple.attack, grapple.one-each.
    """
    if cannot_attack(field, unit, strike, target):
        return []
    if strike.mode != MELEE or unwieldy(field, unit, target, alone=alone):
        return [HARM]
    return [HARM, SHOVE, GRAPPLE] if strike.unarmed and unit.grappling < 0 else [HARM, SHOVE]


def unwieldy(field: Field, unit: Body, target: Body, *, alone: bool) -> str:
    """Return the rule that lets nobody manhandle a target; the GM may be asked when it is done.

    Rule: maneuver.size.
    """
    if sheet.too_big(unit, target) and "size" not in field.topics:
        return "maneuver.size"
    if alone and unit.size == 1 and "bronze-hide" in target.sheet.abilities:
        return "maneuver.size"
    return ""


def cannot_cast(field: Field, unit: Body, verb: int, a: int, target: Body) -> str:
    """Rules: spell.action, spell.slots."""
    one = unit.sheet.spells[a]
    if verb == v.LOOSE:  # effort.pool: a hung spell
        if unit.hung != a:
            return "spell.slots"
        return spell.cannot_aim(field, unit, one, target)
    return spell.cannot_cast(field, unit, one, target, swift=verb == v.SWIFT)


def bodily(field: Field, unit: Body, verb: int) -> str:
    """Return what forbids an action of one's own body.

    Rules: charge.not-prone, grapple.restraint, disengage.effect, hold.cost, ready.sheathing-free.
    """
    if verb in (v.RUN, v.CHARGE, v.WITHDRAW) and sheet.held_fast(field, unit):
        return "charge.not-prone" if verb == v.CHARGE else "grapple.restraint"
    if verb == v.SCREEN:
        return cannot_guard(field, unit)
    if verb == v.CHARGE and unit.prone:
        return "charge.not-prone"
    if verb == v.CHARGE and not movement.can_charge(field, unit):
        return "charge.minimum"
    if verb == v.STAND and not unit.prone:
        return "stand.action"
    if verb == v.PRONE and (unit.prone or unit.has(FLYING)):
        return "prone.go"
    if verb in (v.ESCAPE, v.SLIP) and not sheet.grappled(field, unit):
        return "grapple.escape"
    if verb in (v.MOVE_HELD, v.RELEASE) and unit.grappling < 0:
        return "grapple.release"
    if verb == v.DRINK and not sheet.has_gear(unit, "healing-potion"):
        return "item.potion"
    if verb == v.DEFEND and unit.total:
        return "total.not-twice"
    if verb == v.SHEATHE:
        if not swaps(field, unit, unit.hand):
            return "ready.swap-veto"
        return "" if unit.hand >= 0 or unit.off >= 0 else "ready.sheathing-free"
    if verb in (v.STREW, v.SMOKE):
        return cannot_lay(field, unit, verb)
    return special(field, unit, verb)


def cannot_guard(field: Field, unit: Body) -> str:
    """Rules: screen.action, screen.ends-when-helpless."""
    if sheet.grappled(field, unit):
        return "screen.ends-when-helpless"
    far = 1 if unit.grappling >= 0 else 1 + movement.rate(unit)
    for other in field.units:
        if other.present and other.side == unit.side and other is not unit:
            if geo.apart(field, unit, other) <= far:
                return ""
    return "screen.action"


def cannot_lay(field: Field, unit: Body, verb: int) -> str:
    """Content: caltrops, smoke-pot."""
    name = "caltrops" if verb == v.STREW else "smoke-pot"
    if not sheet.has_gear(unit, name):
        return "ready.action"
    if not sheet.free_hands(unit):
        return "sheet.hands"
    if verb == v.STREW:
        return "" if item.caltrop_spots(field, unit) else "skill.action"
    return "" if item.smoke_spots(field, unit) else "los.needed-to-attack"


def special(field: Field, unit: Body, verb: int) -> str:
    """Return what forbids an ability, feat or art of one's own.

    Rules: effort.pool, turn.fight-is-a-turn, economy.free.
    """
    if verb == v.WHIRL:
        return "turn.fight-is-a-turn" if unit.used[WHIRLED] else ""
    if verb == v.RALLY:
        if unit.used[ONCE] & SPENT_RALLY:
            return "turn.fight-is-a-turn"
        return "" if rallied(field, unit) else "morale.when-checked"
    if verb == v.VANISH:
        return cannot_vanish(field, unit)
    if verb == v.TOUCH:
        if unit.has(TOUCH):
            return "effort.pool"
        return "" if art.ready(field, unit, "healing-touch") else "effort.pool"
    if verb == v.PAVIS:
        if unit.has(PAVIS):
            return "effort.pool"
        return "" if art.ready(field, unit, "pavis-of-elements") else "effort.pool"
    if verb == v.TAKE_BACK:
        return "" if art.can_take_back(unit) else "effort.pool"
    if verb == v.SLIP:
        if unit.used[SLIPPED]:
            return "effort.pool"
        return "" if art.ready(field, unit, "unbindable") else "effort.pool"
    if verb == v.WITHDRAW:
        return "" if art.ready(field, unit, "gentlemans-withdrawal") else "effort.pool"
    if verb == v.SCRATCH:
        return "" if magic.curable(unit) else "save.roll"
    return ""


def rallied(field: Field, unit: Body) -> list[Body]:
    """Return the broken allies within 30 ft that can hear. Content: rally."""
    return [
        one
        for one in field.units
        if one.side == unit.side
        and one.broken
        and one.able()
        and one is not unit
        and geo.apart(field, unit, one) <= HEARING
    ]


def cannot_vanish(field: Field, unit: Body) -> str:
    """Content: vanish-in-shadow."""
    if unit.unseen or unit.used[HIDDEN] or sheet.held_fast(field, unit):
        return "turn.refresh"
    if not terrain.by_solid(field, unit):
        return "attack.mod.unseen-known"
    for other in field.units:
        if other.side != unit.side and other.able() and geo.adjacent(field, unit, other):
            return "grid.adjacent"
    return ""


def swaps(field: Field, unit: Body, weapon: int) -> bool:
    """Return whether what is in hand may change once more in this turn. Rule: ready.swap-veto."""
    if weapon >= 0 and unit.sheet.feat("assassin") and unit.sheet.knives[weapon]:
        return True
    if "swaps" in field.topics:
        return True  # the GM is asked when it is done
    return unit.used[DRAWN] == 0


def handles(field: Field, unit: Body, verb: int, a: int) -> str:
    """Rules: ready.sheathing-free, pickup.action, ready.drop, sheet.hands, sheet.readied."""
    own = unit.sheet
    if verb == v.PICK_UP:
        thing = item.place_of(unit, field.library.weapons[a])
        if thing < 0 or not item.lying(field, unit, a):
            return "pickup.action"
        if thing < len(own.weapons) and not sheet.free_hands(unit):
            return "sheet.hands"
        return "sheet.readied" if item.too_much(unit, thing) else ""
    if verb in (v.DRAW, v.DRAW_OFF):
        return cannot_draw(field, unit, verb, a)
    if verb == v.UNSTOW:
        if not item.quick(unit, a):
            return "ready.action"
        return "sheet.readied" if item.too_much(unit, a) else ""
    if verb == v.READY:
        if not own.stowed or not unit.stowed[a]:
            return "ready.action"
        return "sheet.readied" if item.too_much(unit, a) else ""
    if verb in (v.STOW, v.DROP):
        rule = "ready.action" if verb == v.STOW else "ready.drop"
        if verb == v.DROP and a < len(own.weapons) and a not in (unit.hand, unit.off):
            return rule
        if verb == v.STOW and len(own.stowed) <= a:
            return rule
        if verb == v.STOW and item.readied(unit, a) and item.burdened(unit, a):
            return "sheet.stowed"
        return "" if item.readied(unit, a) else rule
    return cannot_reload(unit, a)


def cannot_draw(field: Field, unit: Body, verb: int, a: int) -> str:
    """Rules: ready.sheathing-free, ready.swap-veto, sheet.hands."""
    own = unit.sheet
    if not swaps(field, unit, a):
        return "ready.swap-veto"
    if unit.stock[a] < 1:
        return "ready.sheathing-free"
    if verb == v.DRAW:
        if unit.hand == a and (unit.off < 0 or not own.both[a]):
            return "ready.sheathing-free"
        return "sheet.hands" if own.both[a] and own.shield else ""
    if own.both[a] or not sheet.second_hand(unit):
        return "sheet.hands"
    spare = unit.stock[a] - (1 if unit.hand == a else 0) - (1 if unit.off == a else 0)
    return "" if spare > 0 else "ready.sheathing-free"


def cannot_reload(unit: Body, a: int) -> str:
    """Rules: reload.quiver, reload.starts-loaded."""
    if not unit.unloaded >> a & 1 or not sheet.holds(unit, a):
        return "reload.starts-loaded"
    for one in unit.sheet.strikes:
        if one.weapon == a and one.quiver and not sheet.quivered(unit):
            return "reload.quiver"
    return ""


def reload_cost(unit: Body, weapon: int) -> int:
    """Rules: reload.crossbow, reload.bow, reload.npc."""
    for one in unit.sheet.strikes:
        if one.weapon == weapon and one.mode == SHOT:
            return one.reload
    return 0


def helping(field: Field, unit: Body, verb: int, target: Body) -> str:
    """Return what forbids an action towards somebody.

    Rules: death.stabilise, item.potion, strain.limit, effort.pool, skill.action.
    """
    if verb in (v.AID, v.LEECH):
        return cannot_aid(field, unit, verb, target)
    if verb == v.ROUSE:
        beside = target is not unit and target.asleep and geo.adjacent(field, unit, target)
        return "" if beside else "skill.action"
    if verb == v.GIVE:
        if not sheet.has_gear(unit, "healing-potion") or target is unit:
            return "item.potion"
        return "" if geo.adjacent(field, unit, target) else "item.potion"
    if verb in (v.HEAL, v.SWIFT_HEAL):
        return cannot_heal(field, unit, verb, target)
    if verb == v.FLY:
        if not art.ready(field, unit, "steps-of-air") or target.has(FLYING) or not target.able():
            return "effort.pool"
        return "" if target is unit else hidden(field, unit, target)
    if verb == v.STUN:
        return cannot_stun(field, unit, target)
    if verb == v.PIERCE:
        if not art.ready(field, unit, "piercing-strike"):
            return "effort.pool"
        if held_from(target, PIERCED, unit.index) is not None:
            return "effort.pool"
        return hidden(field, unit, target)
    if verb == v.REWARD:
        if not unit.wards or target is unit or unit.guards(target):
            return "screen.one-ward"
        return "" if geo.adjacent(field, unit, target) else "screen.proximity"
    if geo.located(field, unit, target):
        return "skill.action"  # there is nothing to search for
    return ""


def hidden(field: Field, unit: Body, target: Body) -> str:
    """Return the rule by which somebody is not visible, "" if it is."""
    if geo.unseen(field, unit, target):
        return "attack.mod.unseen-known"
    return "" if geo.sighted(field, unit, target) else "los.needed-to-attack"


def cannot_aid(field: Field, unit: Body, verb: int, target: Body) -> str:
    """Rules: death.stabilise, death.one-attempt."""
    if target.fate != MORTAL or target is unit:
        return "death.stabilise"
    if not sheet.has_gear(unit, "healers-kit") or not geo.adjacent(field, unit, target):
        return "death.stabilise"
    if verb == v.LEECH and unit.used[LEECH]:
        return "economy.free"
    return "death.one-attempt" if target.used[AIDED] else ""


def cannot_heal(field: Field, unit: Body, verb: int, target: Body) -> str:
    """Content: healing-touch, far-healer, swift-healer. Rule: strain.limit."""
    if not unit.has(TOUCH) or not art.works(unit, "healing-touch"):
        return "effort.pool"
    if verb == v.SWIFT_HEAL:
        if unit.used[TOUCHES] >= unit.sheet.level or target.used[HEALED]:
            return "effort.pool"
    if target.hp >= target.sheet.max_hp or target.fate not in (ACTIVE, MORTAL, STABLE):
        return "skill.action"
    if not item.can_take(target):
        return "strain.limit"
    if target is unit:
        return ""
    far = geo.apart(field, unit, target)
    if far <= 1:
        return ""
    if "far-healer" in unit.sheet.arts and far <= TOUCHED * unit.sheet.level:
        return hidden(field, unit, target)
    return "grid.adjacent"


def cannot_stun(field: Field, unit: Body, target: Body) -> str:
    """Content: stunning-shock."""
    if not art.ready(field, unit, "stunning-shock"):
        return "effort.pool"
    if target.used[ONCE] & STUNNED_ONCE:
        return "turn.fight-is-a-turn"
    if not target.sheet.metal or geo.apart(field, unit, target) > REACHED * unit.sheet.level:
        return "ranged.max-range"
    return "" if geo.sighted(field, unit, target) else "los.needed-to-attack"


def cannot_hew(field: Field, unit: Body, a: int, line: int) -> str:
    """Content: wall-of-thorns."""
    strike = unit.sheet.strikes[a]
    if not sheet.in_hand(unit, strike) or not sheet.loaded(unit, strike):
        return "ready.sheathing-free"
    if sheet.held_fast(field, unit):
        return "grapple.restraint"
    if strike.art and not art.ready(field, unit, strike.art):
        return "effort.pool"
    if sheet.blunted(unit, strike):
        return "spell.creatures"
    cell = field.thorns[line] // 100 // 2
    far = geo.between(field.grid, unit.cell, unit.size, cell, 1)
    return (
        "" if far <= (strike.reach if strike.mode == MELEE else strike.range_max) else "melee.range"
    )
