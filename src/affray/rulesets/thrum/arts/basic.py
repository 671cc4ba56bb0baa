"""The basic abilities that everybody has. Rule: turn.basic-abilities-always."""

from __future__ import annotations

from typing import Final

from affray.rulesets.thrum import death
from affray.rulesets.thrum.ability import Action, Bare, Stance
from affray.rulesets.thrum.arts import minions
from affray.rulesets.thrum.condition import BURNING, end
from affray.rulesets.thrum.feature import TARGETED, Trigger, Use
from affray.rulesets.thrum.geometry import reach_at
from affray.rulesets.thrum.state import Character, ThrumCombat
from affray.rulesets.thrum.vocabulary import Bound, Entry

MOST_SLOTS: Final = 19  # codes of one ability end there


class Recover(Action):
    """One Load -1, or one Status ended; Burning ends besides.

    Rules: basic.recover, status.burning.
    """

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        super().apply(combat, use, slot)
        end(combat, use.actor, BURNING, recover=True)


class CoupDeGrace(Action):
    """Remove one Incapacitated enemy within 1, where the table has it.

    Rule: basic.coup-de-grace.
    """

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        death.remove(combat, combat.units[use.targets[slot]], "basic.coup-de-grace")


class Helping(Stance):
    """A Stance that may help one target of an attack, and then ends.

    A code is 1 + the target's place.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED

    def reaches(self, combat: ThrumCombat, owner: Character, target: Character) -> bool:
        return any(
            [
                combat.distance(place.cell, target.cell) <= reach_at(place.range, target, True)
                for place in self.places(combat, owner)
            ]
        )

    def close(self, combat: ThrumCombat, owner: Character, target: Character) -> None:
        """End the Stance, which may have reached its target from the square of a Minion."""
        minions.channelled(combat, owner, self.places(combat, owner), target)
        death.end_stance(combat, owner, self)

    def word(self, combat: ThrumCombat, owner: Character, trigger: Trigger, code: int) -> str:
        use = trigger.use
        assert use is not None
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"


class Assist(Helping):
    """An ally targets an enemy in range: +1 Bane on its defence. Rule: basic.assist."""

    def codes(self, combat: ThrumCombat, owner: Character, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not combat.allies(owner, combat.units[trigger.actor]):
            return []
        return [
            1 + slot
            for slot in range(min(len(use.targets), MOST_SLOTS))
            if use.named(slot)
            and combat.enemies(owner, combat.units[use.targets[slot]])
            and self.reaches(combat, owner, combat.units[use.targets[slot]])
        ]

    def respond(self, combat: ThrumCombat, owner: Character, trigger: Trigger, code: int) -> None:
        use = trigger.use
        assert use is not None
        use.defence_boons[code - 1] -= 1
        self.close(combat, owner, combat.units[use.targets[code - 1]])


class Protect(Helping):
    """An ally in range is targeted by an enemy: +1 Boon on its defence. Rule: basic.protect."""

    def codes(self, combat: ThrumCombat, owner: Character, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not combat.enemies(owner, combat.units[trigger.actor]):
            return []
        return [
            1 + slot
            for slot in range(min(len(use.targets), MOST_SLOTS))
            if use.named(slot)
            and combat.allies(owner, combat.units[use.targets[slot]])
            and self.reaches(combat, owner, combat.units[use.targets[slot]])
        ]

    def respond(self, combat: ThrumCombat, owner: Character, trigger: Trigger, code: int) -> None:
        use = trigger.use
        assert use is not None
        use.defence_boons[code - 1] += 1
        self.close(combat, owner, combat.units[use.targets[code - 1]])


MADE: dict[str, type[Bare]] = {
    "recover": Recover,
    "coup-de-grace": CoupDeGrace,
    "assist": Assist,
    "protect": Protect,
}
