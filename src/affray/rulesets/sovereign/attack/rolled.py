"""The die of an attack, and whether it hits."""

from __future__ import annotations

from affray.core.dice import Dice, Throw
from affray.core.event import Told
from affray.rulesets.sovereign import condition, geometry
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.condition import BLUNTED
from affray.rulesets.sovereign.magic import arts
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat


class AttackDie(Throw):
    """The d20 of an attack, as far as an AC and the same with Total Defense tell its faces apart.

    ``need`` is what the face must come to; the result is the least face of its kind.
    Rules: attack.meet-or-beat, attack.no-naturals, total.ac.
    """

    def __init__(self, need: int) -> None:
        self.need = max(1 - condition.GUARD, min(21, need))

    def made(self, dice: Dice) -> int:
        face = dice.roll(20)
        for least in (self.need + condition.GUARD, self.need):
            if face >= least:
                return max(1, least)
        return 1

    def key(self) -> tuple[int, ...]:
        return (self.need,)


def hits(combat: SovereignCombat, attack: Attack) -> bool:
    """Return whether an attack hits; an Assassin's knife from the dark cannot miss.

    Rules: attack.meet-or-beat, luck.veteran.
    """
    if attack.forced:
        return attack.forced > 0
    unit = combat.units[attack.actor]
    target = combat.units[attack.target]
    if combat.round == 0 and attack.strike.small and unit.sheet.feat("assassin"):
        if geometry.apart(combat, unit, target) <= 1:
            return True
    return attack.total >= numbers.ac(combat, target)


def counts(combat: SovereignCombat, attack: Attack) -> bool:
    """Return whether a hit counts: blunt-contact, and a great Nullifier against magic."""
    target = combat.units[attack.target]
    held = target.held(BLUNTED) if target.effects and attack.strike.weapon >= 0 else None
    if held is not None:
        unit = combat.units[attack.actor]
        return arts.resists(combat, combat.units[held.source], unit, numbers.PHYSICAL)
    return not (attack.strike.art and arts.nullifies(combat, target))


def tell(combat: SovereignCombat, attack: Attack, told: str) -> str:
    """Tell whether a blow hits, and again if an Instant has turned it; return what was told."""
    if not combat.watched:
        return ""
    what = "hits" if hits(combat, attack) else "misses"
    if what != told:
        name, rule = what, "attack.meet-or-beat"
        ac = numbers.ac(combat, combat.units[attack.target])
        if attack.forced:
            name, rule = f"{what} by luck", "luck.veteran"
        elif told:
            name = f"{what} after all"
        elif (what == "hits") != (attack.total >= ac):
            name, rule = "cannot miss", "sheet.feats"
        one = attack.strike.id
        combat.tell(Told(name, attack.actor, attack.target, one, attack.total, rule, ac))
    return what
