"""States of a combatant: what others lay on it, its stances, screens and grapples, its wounds."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, TURN_START, Effect, Held
from affray.core.event import Fell, Rose, Told
from affray.rulesets.sovereign import changes, geometry
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    DEAD,
    ESCAPED,
    FATES,
    MORTAL,
    MOST,
    NATURAL,
    STABLE,
)


class Written(Effect):
    """A state of a pack, in numbers."""

    def __init__(self, id: str, ac: int, attack: int, against: int, tenths: int) -> None:
        super().__init__(id)
        self.ac = ac
        self.attack = attack
        self.against = against
        self.tenths = tenths  # of the movement rate


CHILLED: Final = Effect("chilled")  # no attacks of opportunity: Grave Chill
MARKED: Final = Effect("marked-prey")  # the pack strikes it at +1
HASTED: Final = Effect("hasted")  # n: rounds left
SPEEDED: Final = Effect("speeded")
BLADED: Final = Effect("bladed")
BLUNTED: Final = Effect("blunted")  # n: rounds left
NUMBED: Final = Effect("numbed")  # n: rounds left
STUNNED: Final = Effect("stunned-main")
SHAKEN: Final = Effect("stunned-move")
AFRAID: Final = Effect("afraid")
BOILS: Final = Effect("boils")  # n: 1, or 2 when no save ends it any more
WARDED: Final = Effect("warded")  # against magical fire, frost, acid and lightning
INVISIBLE: Final = Effect("invisible")
FLYING: Final = Effect("flying")  # n: rounds left
PAVIS: Final = Effect("pavis")
TOUCH: Final = Effect("healing-touch")  # the Effort for it is committed
PIERCED: Final = Effect("pierced")  # counts as AC 10 against the favored weapon of the source
BURNING: Final = Effect("burning")  # n: the round at whose end the oil burns on
ALL: Final = (
    CHILLED,
    MARKED,
    HASTED,
    SPEEDED,
    BLADED,
    BLUNTED,
    NUMBED,
    STUNNED,
    SHAKEN,
    AFRAID,
    BOILS,
    WARDED,
    INVISIBLE,
    FLYING,
    PAVIS,
    TOUCH,
    PIERCED,
    BURNING,
)
NAMED: Final = {one.id: one for one in ALL}
ROUNDS: Final = (HASTED, BLUNTED, NUMBED, FLYING)  # counted down at the end of a round


def lay(combat: SovereignCombat, target: SovereignCombatant, effect: Effect, source: int) -> None:
    """Let somebody have a state until the start of the source's next turn, whoever else laid it.

    Rule: turn.start-of-next-turn.
    """
    if held_from(target, effect, source) is None:
        put(combat, target, Held(effect, 1, source, TURN_START, source))


def held_from(target: SovereignCombatant, effect: Effect, source: int) -> Held | None:
    """Return a state that one source has laid."""
    for held in target.effects:
        if held.effect is effect and held.source == source:
            return held
    return None


def put(combat: SovereignCombat, target: SovereignCombatant, held: Held, rule: str = "") -> None:
    """Lay a state on somebody beside all that it has."""
    if not target.has(held.effect):
        changes.tell_state(combat, target, held.effect.id, 0, 1, rule, held.source)
    target.effects = [*target.effects, held]
    combat.mark_changed()


def last(
    combat: SovereignCombat, target: SovereignCombatant, effect: Effect, n: int, source: int
) -> None:
    """Let somebody have a state for the rest of the fight that every source lays by itself."""
    put(combat, target, Held(effect, n, source, NEVER, -1))


def give(
    combat: SovereignCombat, target: SovereignCombatant, effect: Effect, n: int, source: int
) -> None:
    """Let somebody have a state for ``n`` rounds, or for the rest of the fight."""
    have = target.held(effect)
    if have is not None:
        have.n = max(have.n, n)
        combat.mark_changed()
        return
    combat.give(target.index, effect, n, source, NEVER, -1)
    changes.tell_state(combat, target, effect.id, 0, 1, "", source)


def lose(combat: SovereignCombat, target: SovereignCombatant, effect: Effect) -> None:
    """End a state, whoever has laid it."""
    if target.has(effect):
        target.effects = [one for one in target.effects if one.effect is not effect]
        combat.mark_changed()
        changes.tell_state(combat, target, effect.id, 1, 0, "")


def remove(combat: SovereignCombat, target: SovereignCombatant, held: Held, rule: str) -> None:
    """End one of the states that somebody has, others of the same kind remaining."""
    target.effects = [one for one in target.effects if one is not held]
    if not target.has(held.effect):
        changes.tell_state(combat, target, held.effect.id, 1, 0, rule)


def expire(combat: SovereignCombat, moment: int, anchor: int) -> None:
    """End what lasts until this moment of somebody's turn. Rule: turn.start-of-next-turn."""
    had = [[held.effect for held in unit.effects] for unit in combat.units if combat.watched]
    if combat.expire(moment, anchor) and combat.watched:
        for unit in combat.units:
            gone = {one.id for one in had[unit.index] if not unit.has(one)}
            for name in sorted(gone):
                changes.tell_state(combat, unit, name, 1, 0, "turn.start-of-next-turn")


def count_down(combat: SovereignCombat) -> None:
    """End at the end of a round what lasts for so many. Rule: turn.end-of-round-order."""
    for unit in combat.units:
        if unit.effects:
            for effect in ROUNDS:
                have = unit.held(effect)
                if have is not None:
                    have.n -= 1
                    if have.n <= 0:
                        lose(combat, unit, effect)


def routed(unit: SovereignCombatant) -> bool:
    """Return whether it retreats: its morale broken, or in flight from magic.

    Rules: morale.when-checked, morale.retreat.
    """
    fleeing = unit.retreating or (bool(unit.effects) and unit.has(AFRAID))
    return fleeing and not unit.fighting


def reveal(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """End being unseen: it attacks, casts, or moves into the open; Invisibility ends for all."""
    if not unit.unseen:
        return
    changes.set_unseen(combat, unit, False, "attack.mod.unseen-known")
    unit.located = 0
    combat.mark_changed()
    have = unit.held(INVISIBLE)
    if have is None:
        return
    source = have.source
    for other in combat.units:
        held = other.held(INVISIBLE)
        if held is not None and held.source == source:
            lose(combat, other, INVISIBLE)
            changes.set_unseen(combat, other, False, "attack.mod.unseen-known")
            other.located = 0


def number(unit: SovereignCombatant, what: int) -> int:
    """Return what states of packs add: 0 AC, 1 own attacks, 2 attacks against their bearer."""
    return sum((one.ac, one.attack, one.against)[what] for one in written(unit))


def written(unit: SovereignCombatant) -> list[Written]:
    """Return the states of packs that somebody has, each once. Rule: attack.mods-stack."""
    found: list[Written] = []
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Written) and effect not in found:
            found.append(effect)
    return found


def paced(unit: SovereignCombatant, rate: int) -> int:
    """Return a movement rate as states of packs change it."""
    for one in written(unit):
        rate = rate * one.tenths // 10
    return rate


# ---- stances and screens -------------------------------------------------------------------------

GUARD: Final = 2  # what Total Defense adds to an AC. Rule: total.ac


def stance(unit: SovereignCombatant) -> int:
    """Return what stances change of an AC. Rules: total.ac, charge.ac-penalty."""
    return (GUARD if unit.total else 0) - (2 if unit.charging else 0)


def defends(unit: SovereignCombatant) -> str:
    """Return the rule that forbids a second Total Defense, "" if none does.

    Rule: total.not-twice.
    """
    return "total.not-twice" if unit.total else ""


def start(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """End what lasts until the start of somebody's next turn.

    Rules: total.duration, screen.duration.
    """
    expire(combat, TURN_START, unit.index)
    changes.set_total(combat, unit, False, "total.duration")
    changes.set_wards(combat, unit, 0, "screen.duration")


def part_screens(combat: SovereignCombat) -> None:
    """End screens whose ward is farther than 5 ft. Rule: screen.proximity."""
    for unit in combat.those(combat.screening):
        for ward in combat.those(unit.wards):
            here = ward.present and unit.present
            if not here or geometry.apart(combat, unit, ward) > 1:
                now = unit.wards & ~(1 << ward.index)
                changes.set_wards(combat, unit, now, "screen.proximity")
                combat.mark_changed()


def surprise(combat: SovereignCombat, side: int) -> None:
    """Take a side by surprise; the Alert never are. Rule: surprise.no-reactions."""
    for unit in combat.units:
        if unit.side == side and not unit.sheet.feat("alert"):
            changes.set_surprised(combat, unit, True, "surprise.no-reactions")
    combat.mark_changed()


# ---- grapples ------------------------------------------------------------------------------------


def grapplers(combat: SovereignCombat, unit: SovereignCombatant) -> list[SovereignCombatant]:
    """Return all who hold somebody. Rule: grapple.one-each."""
    return [one for one in combat.units if one.grappling == unit.index and one.able()]


def grappled(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether somebody is held by anyone."""
    if not combat.grappled or not combat.grappled >> unit.index & 1:
        return False
    for one in combat.units:
        if one.grappling == unit.index and one.able():
            return True
    return False


def held_fast(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether somebody holds or is held. Rule: grapple.restraint."""
    return unit.grappling >= 0 or grappled(combat, unit)


def distracted(combat: SovereignCombat, unit: SovereignCombatant, *, swift: bool) -> str:
    """Return the rule by which what has befallen somebody keeps it from casting, "" if none does.

    Rules: spell.disrupted-round, grapple.no-casting.
    """
    if unit.hurt and (swift or not unit.steeled):
        return "spell.disrupted-round"
    return "grapple.no-casting" if held_fast(combat, unit) else ""


def settle(combat: SovereignCombat) -> None:
    """End grapples whose grappler is felled or too far away. Rule: grapple.release."""
    for unit in combat.units:
        if unit.grappling >= 0:
            target = combat.units[unit.grappling]
            gone = not target.present or not unit.able()
            if gone or not geometry.adjacent(combat, unit, target):
                changes.set_grappling(combat, unit, -1, "grapple.release")
                combat.mark_changed()


# ---- felled and healed ---------------------------------------------------------------------------


def fall(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Fell somebody: prone, hands empty; what it keeps up ends, and who holds it lets go.

    Rule: death.falls-prone.
    """
    changes.set_prone(combat, target, True, "death.falls-prone")
    let_go(combat, target)
    for other in combat.units:
        if other.grappling == target.index:
            changes.set_grappling(combat, other, -1, "death.falls-prone")
    drop_hands(combat, target)


def let_go(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """End stances, screens, holds and grapples.

    Rules: screen.ends-when-helpless, grapple.release, death.falls-prone.
    """
    rule = "death.falls-prone"
    changes.set_total(combat, target, False, rule)
    changes.set_wards(combat, target, 0, "screen.ends-when-helpless")
    changes.set_holding(combat, target, False, rule)
    changes.set_swarm(combat, target, -1, rule)
    changes.set_grappling(combat, target, -1, "grapple.release")
    changes.set_unseen(combat, target, target.has(INVISIBLE), rule)
    for other in combat.units:
        if target.fate in (DEAD, ESCAPED):
            now = other.wards & ~(1 << target.index)
            changes.set_wards(combat, other, now, "screen.proximity")


def drop_hands(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Let what is held fall into the own square. Rule: ready.drop."""
    for weapon in (target.hand, target.off):
        let_fall(combat, target, weapon)
    target.hand = NATURAL
    target.off = NATURAL


def let_fall(combat: SovereignCombat, target: SovereignCombatant, weapon: int) -> None:
    """Let one weapon fall into the own square, if there is any of it."""
    if weapon >= 0 and target.stock[weapon] > 0 and target.cell >= 0:
        litter(combat, target.cell, target, weapon)
        changes.add_readied(combat, target, weapon, -1, "ready.drop")


def disarm(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Lay down every weapon that is Readied. Rule: morale.surrender."""
    for weapon, count in enumerate(target.stock):
        for _ in range(count):
            let_fall(combat, target, weapon)


def litter(combat: SovereignCombat, cell: int, owner: SovereignCombatant, weapon: int) -> None:
    """Let a weapon lie in a square. Rule: ranged.thrown-lands."""
    number = combat.library.weapons.index(owner.sheet.weapons[weapon])
    combat.litter.append(cell * MOST + number)
    combat.litter.sort()
    combat.mark_changed()


def lie(
    combat: SovereignCombat, target: SovereignCombatant, fate: int, rule: str, source: int = -1
) -> None:
    """Let somebody lie Mortally Injured, or stable until the end. Rule: death.stable."""
    fell = target.fate != MORTAL
    if fell:
        target.fell = combat.round
    target.fate = fate
    combat.mark_changed()
    if combat.watched and fell:
        combat.tell(Fell(target.index, rule, source, FATES[fate]))
    elif combat.watched:
        combat.tell(Told("stabilised", target.index, source, rule=rule))


def wake(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Let one who has hit points again come to, Frail. Rules: death.healed, death.stable."""
    if target.fate in (MORTAL, STABLE) and target.hp > 0:
        target.fate = ACTIVE
        target.fell = 0
        combat.mark_changed()
        if combat.watched:
            combat.tell(Rose(target.index, "death.healed"))
        changes.set_prone(combat, target, True, "death.healed")
        changes.set_frail(combat, target, True, "death.healed")
