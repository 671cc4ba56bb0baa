"""What those who are attacked do about it: evading, parrying hard, catching, moving away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.choice import PASS, Menu
from affray.core.dice import SAVE
from affray.rulesets.ingenuity import (
    bearing,
    condition,
    damage,
    geometry,
    movement,
    test,
    weapon,
)
from affray.rulesets.ingenuity.state import (
    AGILITY,
    DEXTERITY,
    FIGHTING,
    IngenuityCombat,
    Thing,
    Unit,
)

if TYPE_CHECKING:
    from affray.rulesets.ingenuity.attack import Attack


def evade(combat: IngenuityCombat, unit: Unit, target: Unit, deed: Attack) -> int:
    """Return what the attack is compared with: evasion, or the better of it and the dodge.

    Rules: reaction.dodge, reaction.dodge.floor, reaction.dodge.luck, attack.size.evasion,
    attack.size.dodge, attack.size.floor, attack.ally.
    """
    if combat.allies(unit, target) and target.awake and not deed.strayed and yields(combat, target):
        return 0
    level = condition.evasion(target)
    if target.effects and target.from_whom("evading", unit.index):
        level += 1
        condition.lose_from(combat, target, "evading", unit.index)
    if deed.dodges:
        made = test.Test(target, DEXTERITY, AGILITY, "reaction.dodge")
        made.proficiency = target.sheet.proficiencies.get("Dodge", 0)
        made.bonus = (
            condition.guard(target) + target.amount("breathing") + damage.rallied(combat, target)
        )
        if deed.catches and not test.knows(target, "arrow-catch"):
            made.bonus -= 1
        made.level = deed.total + 1
        level = max(level, test.make(combat, made))
    if not deed.sizeless:
        level += unit.bulk() - target.bulk()
    return max(0, level)


def yields(combat: IngenuityCombat, target: Unit) -> bool:
    """Let an ally forgo its evasion. Rule: attack.ally."""
    options = [(PASS, "evade"), (1, "forgo evasion")]
    return combat.ask(Menu(target.seats, target.index, "attack.ally", options)) != PASS


def hard_parry(combat: IngenuityCombat, target: Unit, deed: Attack) -> int:
    """Roll a Hard Parry; return the deflection that it makes, without the weapon's parry value.

    Rule: dice.order.
    """
    thing = combat.thing(deed.parry) if deed.parry is not None else deed.weapon
    best = thing.attributes[0]
    for one in thing.attributes:
        if target.sheet.attributes[one] > target.sheet.attributes[best]:
            best = one
    made = test.Test(target, best, FIGHTING, "maneuver.reaction")
    made.purpose = SAVE
    listed = combat.library.named["hard-parry"].proficiencies
    fitting = [one for one in thing.proficiencies if one in listed]
    made.proficiency = target.sheet.proficiency(fitting)
    made.bonus = 0 if test.knows(target, "hard-parry") else -1
    return test.make(combat, made)


def hooked(combat: IngenuityCombat, target: Unit, thing: Thing) -> bool:
    """Roll the luck die of a Hook Parry against the weapon's threshold. Rule: dice.order."""
    return test.luck_test(combat, target, thing.threshold, "maneuver.reaction")


def catch(combat: IngenuityCombat, unit: Unit, target: Unit, deed: Attack) -> None:
    """Let an Arrow Catch that made the attack miss take the missile."""
    if combat.watched:
        combat.say("catches", target.index, unit.index, deed.weapon.id, 0, "maneuver.reaction")
    piece = deed.piece
    if deed.thrown and piece is not None and piece in unit.pieces:
        bearing.part_with(combat, unit, piece, -1)
        target.pieces.append(piece)
        piece.held = weapon.free_hands(combat, target) >= combat.thing(piece).hands
    elif deed.weapon.ammo in combat.library.ammo:
        target.ammo[combat.library.ammo.index(deed.weapon.ammo)] += 1
    combat.mark_changed()


def take_up_arms(combat: IngenuityCombat, unit: Unit) -> None:
    """Let somebody who had surrendered and is attacked fight on. Rule: end.surrender."""
    options = [(PASS, "stay out of it"), (1, "take up arms")]
    if combat.ask(Menu(unit.seats, unit.index, "end.surrender", options)) != PASS:
        unit.fate = 0
        combat.mark_changed()


def after_dodge(combat: IngenuityCombat, unit: Unit) -> None:
    """Let a dodger fall prone, take cover or go 1 m. Rule: reaction.dodge.after."""
    moved = False
    nimble = (condition.speed(unit) + 3) // 4 if unit.talented("nimble") else 1
    while unit.able():
        options = [(PASS, "stay")]
        if not unit.prone:
            options.append((1, "drop prone"))
        if unit.cover != unit.cell and geometry.covers_beside(combat, unit.cell, unit.size):
            options.append((2, "seek cover"))
        if not moved and not unit.prone:
            for cell in movement.steps(combat, unit, nimble):
                options.append((10 + cell, f"step {combat.grid.name(cell)}"))
        if len(options) == 1:
            return
        answer = combat.ask(Menu(unit.seats, unit.index, "reaction.dodge.after", options))
        if answer == PASS:
            return
        if answer == 1:
            condition.fall_prone(combat, unit, "reaction.dodge.after")
        elif answer == 2:
            unit.cover = unit.cell
            combat.mark_changed()
        else:
            moved = True
            movement.shift(combat, unit, answer - 10)
