"""Strikes: whom, whether they hit, and what harm they do."""

from __future__ import annotations

from affray.core.dice import ATTACK, DAMAGE, Dice, Throw
from affray.core.event import Damaged
from affray.core.grid import CHEBYSHEV
from affray.core.window import Deed, offer
from duel_game import condition, death
from duel_game.reaction import Parry
from duel_game.state import DuelCombat, Fighter


class Hit(Throw):
    """d6 and a skill: 1 for a hit, 0 for none."""

    def __init__(self, skill: int) -> None:
        self.skill = skill

    def made(self, dice: Dice) -> int:
        return 1 if dice.roll(6) + self.skill >= 5 else 0  # attack.hit

    def key(self) -> tuple[int, ...]:
        return (self.skill,)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("strike", faces, sum(faces) + self.skill)]


def cannot_strike(combat: DuelCombat, unit: Fighter, target: Fighter) -> str:
    """Return the rule that forbids a strike, "" if none does."""
    near = target.able() and combat.grid.distance(unit.cell, target.cell, CHEBYSHEV) == 1
    return "" if near and target.side != unit.side else "attack.reach"


def strike(combat: DuelCombat, unit: Fighter, target: Fighter) -> None:
    """Offer the parry, roll to hit, then for the harm. Rules: attack.hit, reaction.parry."""
    deed = Deed(unit.index, target.index)
    offer(combat, Parry(combat, deed))
    if deed.void:
        return
    skill = unit.sheet.skill + combat.sum(condition.SKILL, unit.index).total
    if not combat.throw(Hit(skill), ATTACK, unit.index, "attack.hit", "strike"):
        return
    harm = combat.roll(4, DAMAGE, unit.index, "attack.hit")
    before = target.hp
    target.hp = max(0, before - harm)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Damaged(target.index, "hp", before, target.hp, "attack.hit", unit.index))
    condition.daze(combat, target, harm)
    death.check(combat, target)
