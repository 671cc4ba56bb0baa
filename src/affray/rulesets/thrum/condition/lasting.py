"""What abilities leave behind: Buffs on somebody, Terrain Effects on the ground."""

from __future__ import annotations

from affray.core.effect import NEVER, Held
from affray.core.event import Told
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.feature import Ability, Feature, Number
from affray.rulesets.thrum.ledger import level, tell_gained, tell_lost
from affray.rulesets.thrum.state import Terrain, ThrumCombat, ThrumCombatant


class Buff(Feature):
    """A Buff: a feature held by its target until the end of combat. Rule: buff.lasts."""

    def lost(self, combat: ThrumCombat, owner: ThrumCombatant) -> None:
        """Do what its end brings, before the end of combat."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.buff = True
        self.made_by = ""  # the ability of its creator whose numbers it has, if it has any


def buff_of(unit: ThrumCombatant) -> Buff | None:
    """Return the Buff on somebody."""
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Buff):
            return effect
    return None


def give_buff(combat: ThrumCombat, who: int, buff: Buff, source: int, n: int = 1) -> bool:
    """Give a Buff; one who has another chooses which to keep. Return whether the new one is there.

    The same Buff anew from the same creator needs no choice: it starts afresh, with this number.
    Rules: buff.lasts, buff.creator-unlimited, buff.one-per-target, minion.what.
    """
    unit = combat.units[who]
    if unit.controller >= 0 or not unit.present:
        return False
    old = buff_of(unit)
    held = unit.held(buff)
    if old is not None and (held is None or held.source != source):
        if combat.ask(picking.KeepBuff(unit, old.id, buff.id)) == 0:
            return False
    if old is not None:
        end_buff(combat, unit)
    combat.give(who, buff, n, source, NEVER, -1)
    combat.refresh(unit)
    if combat.watched:
        tell_gained(combat, unit, buff, n, "buff.lasts", source)
    return True


def lay_on(
    combat: ThrumCombat, unit: ThrumCombatant, effect: Feature, source: int, ends: int
) -> None:
    """Put on somebody an effect that is no Buff, until a moment of its own turn."""
    before = level(unit, effect) if combat.watched else 0
    held = combat.give(unit.index, effect, 1, source, ends, unit.index)
    held.n = 1
    combat.refresh(unit)
    if combat.watched and not before:
        tell_gained(combat, unit, effect, 1, effect.rule, source)


def end_buff(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """End the Buff on somebody, with what it gave."""
    old = buff_of(unit)
    if old is None:
        return
    before = level(unit, old) if combat.watched else 0
    unit.effects = [held for held in unit.effects if held.effect is not old]
    combat.mark_changed()
    combat.refresh(unit)
    if combat.watched:
        tell_lost(combat, unit, old, before, "buff.one-per-target")
    old.lost(combat, unit)


class Warding(Buff):
    """A Buff that modifies its bearer's rolls of one kind, for one defence (0: any)."""

    def __init__(self, id: str, kind: int, defence: int, amount: int) -> None:
        super().__init__(id)
        self.adjusts = kind
        self.defence = defence
        self.amount = amount

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index and self.defence in (0, number.defence):
            number.add(self.amount, self.id)


def lay(combat: ThrumCombat, owner: ThrumCombatant, ability: Ability, cells: list[int]) -> Terrain:
    """Put a Terrain Effect in place; an earlier one of its creator ends if both count.

    Rules: terrain-effect.ongoing, terrain-effect.one-per-creator.
    """
    if not ability.uncounted:
        combat.terrains = [
            terrain
            for terrain in combat.terrains
            if terrain.creator != owner.index or owner.sheet.abilities[terrain.slot].uncounted
        ]
    terrain = Terrain(owner.index, ability.slot, cells)
    combat.terrains = [*combat.terrains, terrain]
    combat.mark_changed()
    combat.refresh(owner)
    if combat.watched:
        rule = "terrain-effect.ongoing"
        combat.tell(Told("lays", owner.index, -1, ability.id, len(cells), rule))
    return terrain
