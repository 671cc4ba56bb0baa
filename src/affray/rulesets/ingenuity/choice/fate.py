"""What a point of fate is spent on."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Told
from affray.rulesets.ingenuity import gm
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import ADVANCED


class DieToRaise(Listed):
    """Whether fate sets a die of a test to its highest face, and which.

    ``names`` are those of the dice that are known to the face: of the luck die no more is kept
    than what it means to the test, unless it is rolled alone.
    """

    def __init__(
        self,
        unit: IngenuityCombatant,
        options: list[tuple[int, str]],
        names: tuple[str, ...],
        faces: list[int],
        dice: list[int],
        default: int = PASS,
    ) -> None:
        super().__init__(unit.seats, unit.index, "fate.maximize", options, default)
        self.names = names
        self.faces = faces
        self.dice = dice

    def prompt(self) -> str:
        shown = zip(self.names, self.faces, self.dice, strict=False)
        return ", ".join([f"{name} {face} of {sides}" for name, face, sides in shown])


class HarmToBear(Listed):
    """Whether fate halves damage, or puts endurance before it."""

    def __init__(
        self, unit: IngenuityCombatant, options: list[tuple[int, str]], amount: int
    ) -> None:
        super().__init__(unit.seats, unit.index, "fate.halve", options)
        self.amount = amount

    def prompt(self) -> str:
        return f"{self.amount} damage"


def lacking(unit: IngenuityCombatant, number: int) -> int:
    """Return how much of endurance (0), stamina (1) or focus (2) somebody lacks."""
    if number == 0:
        return unit.most_endurance() - unit.endurance
    if number == 1:
        return unit.most_stamina() - unit.stamina
    return unit.most_focus() - unit.focus


def pay(combat: IngenuityCombat, unit: IngenuityCombatant, what: str, rule: str) -> None:
    """Spend a point of fate on something. Rule: fate.spend."""
    if combat.watched:
        combat.tell(Told("spends fate", unit.index, -1, what, 0, rule))
    spending.set_fate(combat, unit, unit.fate_points - 1, rule)


def recover(combat: IngenuityCombat, unit: IngenuityCombatant, number: int) -> None:
    """Let fate restore half of endurance (0), stamina (1) or focus (2). Rule: fate.recover."""
    pay(combat, unit, ("endurance", "stamina", "focus")[number], "fate.recover")
    if number == 0:
        spending.heal(combat, unit, (unit.most_endurance() + 1) // 2, 0, "fate.recover")
    elif number == 1:
        most = unit.most_stamina()
        count = min(most, unit.stamina + (most + 1) // 2)
        spending.set_stamina(combat, unit, count, "fate.recover")
    else:
        most = unit.most_focus()
        count = min(most, unit.focus + (most + 1) // 2)
        spending.set_focus(combat, unit, count, "fate.recover")
    combat.mark_changed()


def halve(
    combat: IngenuityCombat, unit: IngenuityCombatant, amount: int, direct: int
) -> tuple[int, int]:
    """Let fate halve the damage of one source, rounded up, or put endurance before it.

    Rules: fate.halve, fate.recover, fate.spend.
    """
    halved = False
    while unit.fate_points > 0:
        options = [(PASS, "take it")]
        if amount > 1 and not halved:
            options.append((1, "fate halve"))
        if unit.endurance < min(amount - direct, unit.most_endurance()):
            options.append((2, "fate endurance"))
        if len(options) == 1:
            break
        answer = combat.ask(HarmToBear(unit, options, amount))
        if answer == PASS:
            break
        if answer == 2:
            recover(combat, unit, 0)
            continue
        halved = True
        pay(combat, unit, "half the damage", "fate.halve")
        amount = (amount + 1) // 2
        direct = min(direct, amount)
    return amount, direct


def favour(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Give fate back to fortune's favourites: on a rolled 20, and where maximising was in vain."""
    if unit.talented("fortunes-favour"):
        if combat.watched:
            combat.tell(Told("draws on", unit.index, -1, "fortunes-favour", 1, "fate.amount"))
        spending.set_fate(combat, unit, min(3, unit.fate_points + 1), "fate.amount")


def maximize(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    names: tuple[str, str, str],
    faces: list[int],
    dice: list[int],
) -> int:
    """Let fate set dice of a test to their highest face; return how many points that took.

    ``faces`` are those of the dice with these ``names`` and so many sides, and are changed.
    Rules: fate.maximize, fate.spend.
    """
    raised = 0
    while unit.fate_points > 0:
        options = [(PASS, "no fate")]
        options += [(1 + n, f"fate {names[n]}") for n in range(3) if faces[n] < dice[n]]
        if len(options) == 1:
            break
        answer = combat.ask(DieToRaise(unit, options, names[:2], faces, dice))
        if answer == PASS:
            break
        pay(combat, unit, names[answer - 1], "fate.maximize")
        raised += 1
        faces[answer - 1] = dice[answer - 1]
    return raised


def gain_action(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let fate give one more action in a turn. Rule: fate.action."""
    pay(combat, unit, "an action", "fate.action")
    spending.set_actions(combat, unit, unit.actions + 1, "fate.action")


QUESTION: Final = 0
ADVANCEMENT: Final = 1
OTHERS: Final = ("question", "advancement")


def use_otherwise(combat: IngenuityCombat, unit: IngenuityCombatant, what: int) -> None:
    """Let fate buy a true answer, or an advancement for half of its experience, rounded up.

    What is learned so is written on the sheet after the combat. Rules: fate.other, fate.spend.
    """
    if what == QUESTION:
        pay(combat, unit, "a true answer", "fate.other")
        word = gm.truth(combat)
        if combat.watched:
            combat.tell(Told("is answered", unit.index, -1, word, 0, "fate.other"))
        return
    name, price = gm.advancement(combat, unit)
    if not name:
        return
    half = gm.advanced_by_fate(price, unit.fate_points)
    pay(combat, unit, "an advancement", "fate.other")
    unit.count(ADVANCED, half)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("advances", unit.index, -1, name, half, "fate.other"))
