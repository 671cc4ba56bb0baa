"""Falling: Incapacity Rolls, the drain, Wounds, removal and the ways back."""

from __future__ import annotations

from affray.core.effect import Held
from affray.rulesets.thrum import roll
from affray.rulesets.thrum.condition import held_by, release
from affray.rulesets.thrum.feature import FALLS, INCAPACITY, MINION, Ability, Trigger, Use
from affray.rulesets.thrum.reaction import Buff, trigger
from affray.rulesets.thrum.state import Character, ThrumCombat


def incapacity_roll(combat: ThrumCombat, who: Character, rule: str, use: Use | None = None) -> bool:
    """Roll 2d6 plus Resilience; a total not greater than the Fatigue Load fells.

    Return whether it did.

    It is neither an offensive nor a defensive roll: only what names Incapacity Rolls modifies it.
    Rules: incapacity.roll, roll.defence-name, attack.on-incapacitated (none while down).
    """
    if not who.able():
        return False
    number = combat.number(INCAPACITY, who, -1, None)
    holds = roll.check(
        combat,
        who,
        combat.toughness(who),
        number.total,
        who.fatigue,
        rule,
        "incapacity",
        [number],
    )
    if not holds:
        holds = second_chance(
            combat, who, INCAPACITY, combat.toughness(who), number.total, who.fatigue
        )
    if not holds:
        fall(combat, who, use)
    return not holds


def second_chance(
    combat: ThrumCombat, who: Character, kind: int, modifier: int, boons: int, against: int
) -> bool:
    """Let a Buff that allows it reroll a failed Panic or Incapacity Roll.

    Return whether that held.
    """
    for held in who.effects:
        again = held.effect
        if isinstance(again, Reroll) and again.offers(combat, who, held, kind):
            rule = "incapacity.roll" if kind == INCAPACITY else "panic.roll"
            what = "incapacity" if kind == INCAPACITY else "panic"
            more = modifier + again.spend(combat, who, held, kind)
            holds = roll.check(combat, who, more, boons, against, rule, what)
            again.spent(combat, who, held, kind)
            return holds
    return False


class Reroll(Buff):
    """A Buff that may reroll a failed Panic or Incapacity Roll."""

    def offers(self, combat: ThrumCombat, who: Character, held: Held, kind: int) -> bool:
        """Ask its bearer; True: reroll."""
        return False

    def spend(self, combat: ThrumCombat, who: Character, held: Held, kind: int) -> int:
        """Use it; return what it adds to the reroll."""
        return 0

    def spent(self, combat: ThrumCombat, who: Character, held: Held, kind: int) -> None:
        """Do what follows the reroll."""


def fall(combat: ThrumCombat, who: Character, use: Use | None = None) -> None:
    """Become Incapacitated: the Stance ends at once, and Tolerance and Load drain by 1.

    Statuses and Buffs stay; so does the body, which holds its square and counts as ally or enemy.
    Rules: incapacitated.stance-ends, incapacitated.drain-on-falling, incapacitated.statuses-remain,
    incapacitated.falls-through-other-means, incapacitated.still-occupies, buff.survives-incapacity,
    incapacitated.npcs-too.
    """
    if not who.able():
        return
    who.incapacitated = True
    combat.mark_changed()
    if combat.watched:
        combat.say("falls", who.index, use.actor if use is not None else -1, rule="incapacity.roll")
    drop_stance(combat, who)
    release_all(combat, who)
    drain(combat, who, "incapacitated.drain-on-falling")
    dismiss_minion(combat, who)
    event = Trigger(FALLS, use.actor if use is not None else who.index, who.index, use)
    trigger(combat, event)


def drop_stance(combat: ThrumCombat, who: Character) -> None:
    """End the Stance, and a second one whose benefit was kept. Rule: stance.none."""
    ability = who.stance_ability()
    who.stance = -1
    who.kept = -1
    combat.mark_changed()
    combat.refresh(who)
    if ability is not None:
        if combat.watched:
            combat.say("stance ends", who.index, -1, ability.id)
        ability.ended(combat, who)


def release_all(combat: ThrumCombat, who: Character) -> None:
    """End every hold of one who can hold nobody any longer."""
    for held in held_by(combat, who.index):
        release(combat, held, who.index)


def end_stance(combat: ThrumCombat, who: Character, ability: Ability) -> None:
    """End one Stance by its own text; if two are in force the other stays."""
    for feature in who.in_force():
        if feature.keeps_stance(combat, who, ability):
            return
    if who.kept == ability.slot and who.stance != ability.slot:
        who.kept = -1
        combat.refresh(who)
        ability.ended(combat, who)
        return
    kept = who.kept
    drop_stance(combat, who)
    who.kept = kept
    combat.refresh(who)


def drain(combat: ThrumCombat, who: Character, rule: str) -> None:
    """Take 1 from Fatigue Tolerance and Load, neither below 0. Rule: load.floor."""
    who.fatigue_tolerance = max(0, who.fatigue_tolerance - 1)
    who.fatigue = max(0, who.fatigue - 1)
    combat.mark_changed()
    if combat.watched:
        combat.say("drains", who.index, -1, "fatigue", 1, rule, who.fatigue + 1, who.fatigue)
    if who.fatigue == 0:
        revive(combat, who, "incapacitated.ends-at-zero-load")


def end_turn_down(combat: ThrumCombat, who: Character) -> None:
    """Close the turn of one who ends it Incapacitated: drain, then revival, then the Wound.

    One who fell in this very turn drains a second time.
    Rules: incapacitated.drain-each-turn, incapacitated.same-turn-drain, incapacitated.wound,
    incapacitated.wound-order.
    """
    drain(combat, who, "incapacitated.drain-each-turn")
    if who.incapacitated and who.fatigue_tolerance == 0:
        wound(combat, who)


def wound(combat: ThrumCombat, who: Character) -> None:
    """Take a Wound; the third, earlier combats counted, removes.

    Rule: incapacitated.three-wounds.
    """
    who.wounds += 1
    combat.mark_changed()
    if combat.watched:
        combat.say(
            "wounded", who.index, -1, "wounds", 1, "incapacitated.wound", who.wounds - 1, who.wounds
        )
    if who.wounds >= 3:
        remove(combat, who, "incapacitated.three-wounds")


def revive(combat: ThrumCombat, who: Character, rule: str) -> None:
    """End Incapacity. Lost Tolerance stays lost, there is no Stance, the next turn is a normal one.

    Rules: incapacitated.lost-tolerance-stays, incapacitated.acts-after-revival.
    """
    if not who.incapacitated:
        return
    who.incapacitated = False
    combat.mark_changed()
    if combat.watched:
        combat.say("revives", who.index, rule=rule)


def remove(combat: ThrumCombat, who: Character, rule: str) -> None:
    """Take somebody out of combat: off the map, out of the order, its Terrain Effects with it.

    What becomes of one removed by Wounds is the table's decision (incapacitated.fate).
    Rules: turn.removed-have-none, terrain-effect.applies-to-all, minion.disappears.
    """
    combat.leave(who)
    who.present = False
    drop_stance(combat, who)
    release_all(combat, who)
    dismiss_minion(combat, who)
    combat.terrains = [one for one in combat.terrains if one.creator != who.index]
    combat.refresh(who)
    if who.index in combat.lineup.order:
        mine = combat.active == who.index
        combat.lineup.remove(who.index)
        if mine:
            combat.active = -1
    combat.mark_changed()
    if combat.watched:
        combat.say("removed", who.index, rule=rule)


def minion_of(combat: ThrumCombat, who: Character) -> Character | None:
    """Return the Minion slot of a controller, in play or not."""
    for unit in combat.units:
        if unit.controller == who.index:
            return unit
    return None


def dismiss_minion(combat: ThrumCombat, who: Character) -> None:
    """Rule: minion.disappears, when its controller falls or is removed."""
    minion = minion_of(combat, who)
    if minion is not None and minion.present:
        vanish(combat, minion)


def vanish(combat: ThrumCombat, minion: Character) -> None:
    """Take a Minion out of play."""
    cell = minion.cell
    combat.leave(minion)
    minion.present = False
    combat.mark_changed()
    if combat.watched:
        combat.say("vanishes", minion.index, rule="minion.disappears")
    event = Trigger(MINION, minion.controller, minion.index, None)
    event.cell = cell
    trigger(combat, event)
