"""Falling: Incapacity Rolls, the drain, Wounds, removal and the ways back."""

from __future__ import annotations

from affray.core.effect import Held
from affray.core.event import Fell, Rose
from affray.rulesets.thrum.attack import roll
from affray.rulesets.thrum.condition.holding import held_by, release
from affray.rulesets.thrum.condition.lasting import Buff
from affray.rulesets.thrum.condition.stances import drop_stance
from affray.rulesets.thrum.feature import Trigger, Use
from affray.rulesets.thrum.ledger import add_wound, set_load, set_tolerance, take_off
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FALLS, FATIGUE, INCAPACITY, MINION


def incapacity_roll(
    combat: ThrumCombat, unit: ThrumCombatant, rule: str, use: Use | None = None
) -> bool:
    """Roll 2d6 plus Resilience; a total not greater than the Fatigue Load fells.

    Return whether it did.

    It is neither an offensive nor a defensive roll: only what names Incapacity Rolls modifies it.
    Rules: incapacity.roll, roll.defence-name, attack.on-incapacitated (none while down).
    """
    if not unit.able():
        return False
    number = combat.number(INCAPACITY, unit, -1, None)
    holds = roll.check(
        combat,
        unit,
        combat.toughness(unit),
        number.total,
        unit.fatigue,
        rule,
        "incapacity",
        [number],
    )
    if not holds:
        holds = second_chance(
            combat, unit, INCAPACITY, combat.toughness(unit), number.total, unit.fatigue
        )
    if not holds:
        fall(combat, unit, use)
    return not holds


def second_chance(
    combat: ThrumCombat, unit: ThrumCombatant, kind: int, modifier: int, boons: int, against: int
) -> bool:
    """Let a Buff that allows it reroll a failed Panic or Incapacity Roll.

    Return whether that held.
    """
    for held in unit.effects:
        again = held.effect
        if isinstance(again, Reroll) and again.offers(combat, unit, held, kind):
            rule = "incapacity.roll" if kind == INCAPACITY else "panic.roll"
            what = "incapacity" if kind == INCAPACITY else "panic"
            more = modifier + again.spend(combat, unit, held, kind)
            holds = roll.check(combat, unit, more, boons, against, rule, what)
            again.spent(combat, unit, held, kind)
            return holds
    return False


class Reroll(Buff):
    """A Buff that may reroll a failed Panic or Incapacity Roll."""

    def offers(self, combat: ThrumCombat, unit: ThrumCombatant, held: Held, kind: int) -> bool:
        """Ask its bearer; True: reroll."""
        return False

    def spend(self, combat: ThrumCombat, unit: ThrumCombatant, held: Held, kind: int) -> int:
        """Use it; return what it adds to the reroll."""
        return 0

    def spent(self, combat: ThrumCombat, unit: ThrumCombatant, held: Held, kind: int) -> None:
        """Do what follows the reroll."""


def fall(combat: ThrumCombat, unit: ThrumCombatant, use: Use | None = None) -> None:
    """Become Incapacitated: the Stance ends at once, and Tolerance and Load drain by 1.

    Statuses and Buffs stay; so does the body, which holds its square and counts as ally or enemy.
    Rules: incapacitated.stance-ends, incapacitated.drain-on-falling, incapacitated.statuses-remain,
    incapacitated.falls-through-other-means, incapacitated.still-occupies, buff.survives-incapacity,
    incapacitated.npcs-too.
    """
    if not unit.able():
        return
    unit.incapacitated = True
    combat.mark_changed()
    if combat.watched:
        by = use.actor if use is not None else -1
        combat.tell(Fell(unit.index, "incapacity.roll", by, "incapacitated"))
    drop_stance(combat, unit)
    release_all(combat, unit)
    drain(combat, unit, "incapacitated.drain-on-falling")
    dismiss_minion(combat, unit)
    event = Trigger(FALLS, use.actor if use is not None else unit.index, unit.index, use)
    trigger(combat, event)


def release_all(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """End every hold of one who can hold nobody any longer."""
    for held in held_by(combat, unit.index):
        release(combat, held, unit.index)


def drain(combat: ThrumCombat, unit: ThrumCombatant, rule: str) -> None:
    """Take 1 from Fatigue Tolerance and Load, neither below 0. Rule: load.floor."""
    set_tolerance(combat, unit, FATIGUE, max(0, unit.fatigue_tolerance - 1), rule)
    set_load(combat, unit, FATIGUE, max(0, unit.fatigue - 1), rule)
    revive_without_load(combat, unit)


def end_turn_down(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Close the turn of one who ends it Incapacitated: drain, then revival, then the Wound.

    One who fell in this very turn drains a second time.
    Rules: incapacitated.drain-each-turn, incapacitated.same-turn-drain, incapacitated.wound,
    incapacitated.wound-order.
    """
    drain(combat, unit, "incapacitated.drain-each-turn")
    if unit.incapacitated and unit.fatigue_tolerance == 0:
        wound(combat, unit)


def wound(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Take a Wound; the third, earlier combats counted, removes.

    Rule: incapacitated.three-wounds.
    """
    add_wound(combat, unit, "incapacitated.wound")
    if unit.wounds >= 3:
        remove(combat, unit, "incapacitated.three-wounds")


def revive(combat: ThrumCombat, unit: ThrumCombatant, rule: str) -> None:
    """End Incapacity. Lost Tolerance stays lost, there is no Stance, the next turn is a normal one.

    Rules: incapacitated.lost-tolerance-stays, incapacitated.acts-after-revival.
    """
    if not unit.incapacitated:
        return
    unit.incapacitated = False
    combat.mark_changed()
    if combat.watched:
        combat.tell(Rose(unit.index, rule))


def revive_without_load(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """End Incapacity once the Fatigue Load is 0; one that is merely lower ends nothing.

    Rules: incapacitated.ends-at-zero-load, incapacitated.load-change-does-not-end.
    """
    if unit.fatigue == 0:
        revive(combat, unit, "incapacitated.ends-at-zero-load")


def revive_by_ability(combat: ThrumCombat, unit: ThrumCombatant, ability: str) -> None:
    """End Incapacity because an ability says so: Resuscitate, which everybody has, or another."""
    if ability == "resuscitate":
        revive(combat, unit, "incapacitated.ends-by-resuscitate")
    else:
        revive(combat, unit, "incapacitated.ends-by-ability")


def remove(combat: ThrumCombat, unit: ThrumCombatant, rule: str) -> None:
    """Take somebody out of combat: off the map, out of the order, its Terrain Effects with it.

    What becomes of one removed by Wounds is the table's decision (incapacitated.fate).
    Rules: turn.removed-have-none, terrain-effect.applies-to-all, minion.disappears.
    """
    take_off(combat, unit, rule, "removed")
    drop_stance(combat, unit)
    release_all(combat, unit)
    dismiss_minion(combat, unit)
    combat.terrains = [terrain for terrain in combat.terrains if terrain.creator != unit.index]
    combat.refresh(unit)
    if unit.index in combat.lineup.order:
        mine = combat.active == unit.index
        combat.lineup.remove(unit.index)
        if mine:
            combat.active = -1
    combat.mark_changed()
    if combat.watched:
        combat.tell(Fell(unit.index, rule, -1, "removed"))


def minion_of(combat: ThrumCombat, who: ThrumCombatant) -> ThrumCombatant | None:
    """Return the Minion slot of a controller, in play or not."""
    if who.sheet.minions:
        for unit in combat.units:
            if unit.controller == who.index:
                return unit
    return None


def dismiss_minion(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Take away the Minion of one who falls or is removed.

    Rule: minion.disappears, when its controller falls or is removed.
    """
    minion = minion_of(combat, unit)
    if minion is not None and minion.present:
        vanish(combat, minion)


def vanish(combat: ThrumCombat, minion: ThrumCombatant) -> None:
    """Take a Minion out of play."""
    cell = minion.cell
    take_off(combat, minion, "minion.disappears", "vanishes")
    event = Trigger(MINION, minion.controller, minion.index, None)
    event.cell = cell
    trigger(combat, event)
