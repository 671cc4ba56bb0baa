"""With what one attacks: attribute, proficiency, type of damage, whether to spare."""

from __future__ import annotations

from affray.rulesets.ingenuity import damage
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.definitions import Thing
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import ATTRIBUTES, NONLETHAL, TYPES


class Means(Listed):
    """How an attack that has been declared is made; the attack is told with the question."""

    def __init__(
        self, unit: IngenuityCombatant, options: list[tuple[int, str]], default: int, attack: Attack
    ) -> None:
        super().__init__(unit.seats, unit.index, "attack.choices", options, default)
        self.attack = attack


def choose_type(combat: IngenuityCombat, unit: IngenuityCombatant, types: tuple[int, ...]) -> int:
    """Let one of some types of damage be chosen."""
    options = [(1 + type, TYPES[type]) for type in types]
    return combat.ask(Listed(unit.seats, unit.index, "power.steps", options, options[0][0])) - 1


def proficiency_of(unit: IngenuityCombatant, weapon: Thing, among: list[str]) -> str:
    """Return the best fitting proficiency. Rules: attack.choices, test.one-proficiency."""
    names = [
        proficiency for proficiency in weapon.proficiencies if proficiency in among
    ] or weapon.proficiencies
    best = names[0] if names else ""
    for name in names:
        if unit.sheet.proficiencies.get(name, 0) > unit.sheet.proficiencies.get(best, 0):
            best = name
    return best


def choose_how(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack) -> None:
    """Let the attacker pick attribute, proficiency, type and intent; the best is proposed.

    Rules: attack.choices, damage.choose-type, attack.nonlethal, test.one-proficiency.
    """
    thing = deed.weapon
    target = combat.units[deed.target]
    among = deed.maneuver.proficiencies if deed.maneuver is not None else thing.proficiencies
    deed.proficiency = proficiency_of(unit, thing, among)
    options: list[tuple[int, str]] = []
    top = -1000
    default = 1
    spared = deed.ranged or deed.lethal or thing.has(NONLETHAL) or thing.harmless
    for attribute in thing.attributes:
        for type in weapon.types_of(unit, thing, deed.piece):
            for mercy in range(1 if spared else 2):
                code = 1 + (attribute * 100 + type) * 2 + mercy
                word = f"{ATTRIBUTES[attribute]} {TYPES[type]}"
                options.append((code, word + (" nonlethal" if mercy else "")))
                less = damage.deflection(target, type, 0, 0) + (100 if mercy else 0)
                worth = unit.sheet.attributes[attribute] * 2 - less
                if worth > top:
                    top, default = worth, code
    answer = default
    if len(options) > 1:
        answer = combat.ask(Means(unit, options, default, deed))
    code = answer - 1
    deed.attribute = code // 2 // 100
    deed.type = code // 2 % 100
    if code % 2:
        deed.nonlethal = True
        deed.added.bonus -= 2
