"""What the steps of a turn and a defence ask: a delay, an Action, a Stance, a defence."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Menu, Option
from affray.rulesets.thrum.action import lent
from affray.rulesets.thrum.actions import EXTRA, PER_ABILITY, thing
from affray.rulesets.thrum.condition.kinds import SLOWED, VULNERABLE
from affray.rulesets.thrum.feature import Ability, Use
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTION,
    DEFENCES,
    EVASION,
    MENTAL,
    NO_DEFENCE,
    RESILIENCE,
    RESOLVE,
    SPECIAL,
    STANCE,
)

# Why an ability cannot be used, by the rule that forbids it.
FACTS: Final[dict[str, str]] = {
    "gm.options": "this fight is played without that option",
    "nova.spend": "there is too little Potential for it",
    "nova.once-per-combat": "it was used in this fight",
}


class Delay(Choice):
    """To act now, or to wait until another has acted; an answer is 1 + that combatant."""

    kind: ClassVar[str] = "menu"

    def __init__(self, combat: ThrumCombat, unit: ThrumCombatant, later: list[int]) -> None:
        super().__init__(unit.seats, unit.index, "delay.choose-a-point", PASS)
        self.combat = combat
        self.later = later

    def answers(self) -> list[int]:
        return [PASS, *[1 + other for other in self.later]]

    def option(self, answer: int) -> Option:
        combat: ThrumCombat = self.combat
        if answer == PASS:
            return Option(PASS, "act", "pass", self.who)
        key = f"delay {combat.units[answer - 1].name}"
        return Option(answer, key, "delay", self.who, [answer - 1])

    def code(self, answer: int, space: ActionSpace) -> int:
        return PASS if answer == PASS else space.packed(space.verb("delay"), 0, answer)


DEFENDING: Final = [(1 + number, name) for number, name in enumerate(DEFENCES)]  # as options


class Defend(Menu):
    """How to defend, before any die falls.

    Rules: attack.defence-before-roll, attack.always-may-defend, attack.waive-defence.
    """

    kind: ClassVar[str] = "defend"

    def __init__(
        self,
        roller: ThrumCombatant,
        use: Use,
        slot: int,
        rule: str,
        defences: list[int],
        default: int,
    ) -> None:
        options = [DEFENDING[defence] for defence in defences]
        super().__init__(roller.seats, roller.index, rule, options, 1 + default)
        self.roller = roller
        self.use = use
        self.slot = slot

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "defend"
        found.ability = self.use.ability.id
        found.object = answer
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        return space.packed(space.verb("defend"), answer)

    def prompt(self) -> str:
        """Say what each defence adds, and what Evasion brings besides.

        Rules: defence.resilience, defence.resolve, defence.evasion.boon, defence.evasion.success,
        defence.evasion.failure, defence.evasion.critical.
        """
        own = self.roller.sheet
        modifiers = {RESILIENCE: own.resilience, EVASION: own.evasion, RESOLVE: own.resolve}
        told: list[str] = []
        for answer, name in self.options:
            if answer - 1 in modifiers:
                told.append(f"{name.capitalize()} adds {modifiers[answer - 1]}")
            if answer - 1 == EVASION:
                boon = "" if self.roller.has(VULNERABLE) else " and a Boon (a third die)"
                told[-1] += f"{boon}, and brings 1 Vulnerable unless it wins by 5"
        return "; ".join(told) or "defend?"


class Act(Choice):
    """The Action of a turn: a basic Action or one that the character has, or none.

    An answer is slot * PER_ABILITY + 1 + what the ability offers (0, or 1 + target); of an Action
    that somebody's feature lends, EXTRA + what lent.offers says.
    Rules: turn.one-action, turn.steps-optional, turn.basic-abilities-always.
    """

    kind: ClassVar[str] = "action"

    def __init__(self, combat: ThrumCombat, unit: ThrumCombatant) -> None:
        super().__init__(unit.seats, unit.index, "turn.one-action", PASS)
        self.combat = combat
        self.unit = unit
        self.listed: list[int] | None = None
        self.must = False  # something done just before it asks for an Action

    def fallback(self) -> int:
        return self.answers()[0]

    def answers(self) -> list[int]:
        combat: ThrumCombat = self.combat
        if self.listed is None:
            found = [] if self.must else [PASS]
            for ability in self.unit.sheet.actions:
                if ability.cannot(combat, self.unit) == "":
                    base = ability.slot * PER_ABILITY + 1
                    for answer in ability.answers(combat, self.unit):
                        found.append(base + answer)
            found.extend([EXTRA + offer for offer in lent.offers(combat, self.unit)])
            self.listed = found
        return self.listed

    def ability(self, answer: int) -> Ability:
        """Return the ability that an answer uses."""
        combat: ThrumCombat = self.combat
        if answer >= EXTRA:
            return lent.offered(combat, answer - EXTRA)
        return self.unit.sheet.abilities[(answer - 1) // PER_ABILITY]

    def take(self, answer: int) -> None:
        """Take the Action that an answer names."""
        combat: ThrumCombat = self.combat
        if answer >= EXTRA:
            lent.take_offer(combat, self.unit, answer - EXTRA)
        else:
            self.ability(answer).act(combat, self.unit, (answer - 1) % PER_ABILITY)

    def option(self, answer: int) -> Option:
        combat: ThrumCombat = self.combat
        who = self.unit.index
        if answer == PASS:
            return Option(PASS, "no action", "pass", who)
        ability = self.ability(answer)
        if answer >= EXTRA:
            return lent.offer_option(combat, self.unit, answer)
        target = (answer - 1) % PER_ABILITY - 1
        key = ability.id if target < 0 else f"{ability.id} {combat.units[target].name}"
        targets = [target] if target >= 0 else []
        found = Option(answer, key, "use", who, targets, None, ability.id)
        found.object = thing(ability.slot)
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer == PASS:
            return PASS
        if answer >= EXTRA:
            return super().code(answer, space)
        slot = (answer - 1) // PER_ABILITY
        return space.packed(space.verb("use"), thing(slot), (answer - 1) % PER_ABILITY)

    def why_not(self, key: str) -> tuple[str, str]:
        combat: ThrumCombat = self.combat
        words = key.split()
        ability = self.unit.sheet.ability(words[0]) if words else None
        if ability is None:
            return "", ""
        if ability.kind != ACTION:
            what = "a Stance, taken at the end of a turn" if ability.kind == STANCE else "no Action"
            return "turn.one-action", f"{ability.name} is {what}"
        rule = ability.cannot(combat, self.unit)
        if not rule and not ability.answers(combat, self.unit):
            rule = "target.needs-valid-target"
        if rule and rule != "target.needs-valid-target":
            return rule, FACTS.get(rule, f"{ability.name} cannot be used now")
        for other in combat.units:
            if len(words) > 1 and other.name == words[1]:
                return ability.target_rule(combat, self.unit, other)
        if rule:
            return ability.nobody(combat, self.unit)
        return "target.needs-valid-target", "it names its target differently"

    def candidates(self) -> list[str]:
        combat: ThrumCombat = self.combat
        found: list[str] = []
        for ability in self.unit.sheet.abilities:
            found.append(ability.id)
            found.extend([f"{ability.id} {other.name}" for other in combat.units])
        return found

    def prompt(self) -> str:
        return "action"


class Compel(Menu):
    """The Action that somebody makes a puppet take; answers are those of ``Act``."""

    def __init__(self, user: ThrumCombatant, options: list[tuple[int, str]], default: int) -> None:
        super().__init__(user.seats, user.index, "attack.compelled", options, default)
        self.user = user

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        ability = self.user.sheet.abilities[(answer - 1) // PER_ABILITY]
        target = (answer - 1) % PER_ABILITY - 1
        found.verb = "use"
        found.ability = ability.id
        found.targets = [target] if target >= 0 else []
        found.object = thing(ability.slot)
        return found


class TakeStance(Choice):
    """A Stance to take or renew, or the present one to keep.

    An answer is 1 + slot. Rules: turn.stance-step, stance.renew.
    """

    kind: ClassVar[str] = "stance"

    def __init__(
        self, combat: ThrumCombat, unit: ThrumCombatant, rule: str, basic_only: bool = False
    ) -> None:
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.combat = combat
        self.unit = unit
        self.basic_only = basic_only

    def answers(self) -> list[int]:
        combat: ThrumCombat = self.combat
        found = [PASS]
        for ability in self.unit.sheet.stances:
            if ability.cannot(combat, self.unit) == "":
                if not self.basic_only or ability.art == "basic":
                    found.append(1 + ability.slot)
        return found

    def option(self, answer: int) -> Option:
        who = self.unit.index
        if answer == PASS:
            return Option(
                PASS, "keep stance" if self.unit.stance >= 0 else "no stance", "pass", who
            )
        ability = self.unit.sheet.abilities[answer - 1]
        object = thing(ability.slot)
        return Option(answer, ability.id, "stance", who, None, None, ability.id, -1, object)

    def code(self, answer: int, space: ActionSpace) -> int:
        return PASS if answer == PASS else space.packed(space.verb("stance"), thing(answer - 1))

    def why_not(self, key: str) -> tuple[str, str]:
        combat: ThrumCombat = self.combat
        ability = self.unit.sheet.ability(key)
        if ability is None:
            return "", ""
        if ability.kind != STANCE:
            return self.rule, f"{ability.name} is no Stance"
        rule = ability.cannot(combat, self.unit)
        if self.basic_only and not rule:
            return self.rule, "a basic Stance alone can be taken here"
        return rule or self.rule, FACTS.get(rule, f"{ability.name} cannot be taken now")

    def candidates(self) -> list[str]:
        return [ability.id for ability in self.unit.sheet.abilities]


def defences(combat: ThrumCombat, use: Use, target: ThrumCombatant) -> tuple[str, list[int]]:
    """Return the rule and the defences that a target may choose from, no defence last.

    A Minion is defended by its controller, with Resolve.
    Rules: attack.physical-defences, attack.mental-defences, status.slowed, minion.defends,
    attack.waive-defence.
    """
    if target.controller >= 0:
        return "minion.defends", [RESOLVE, NO_DEFENCE]
    if use.contested:
        return "ability.text-wins", [use.contested, NO_DEFENCE]
    slowed = target.has(SLOWED)
    if use.tags & SPECIAL:
        return "ability.text-wins", [NO_DEFENCE] if slowed else [EVASION, NO_DEFENCE]
    first = RESOLVE if use.tags & MENTAL else RESILIENCE
    rule = "attack.mental-defences" if use.tags & MENTAL else "attack.physical-defences"
    return rule, [first, NO_DEFENCE] if slowed else [first, EVASION, NO_DEFENCE]
