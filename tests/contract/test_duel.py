"""The toy ruleset keeps the contract, and the contract notices who does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from affray.core.choice import Agent
from affray.core.dice import Dice
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from tests.contract import suite
from tests.core.duel import Duel, DuelCombat, Fighter, face_to_face, skirmish


def made() -> tuple[Ruleset, Setup]:
    return Duel(), skirmish()


@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("setup", [face_to_face, skirmish])
def test_the_toy_ruleset_keeps(
    check: Callable[[Ruleset, Setup, int], None], seed: int, setup: Callable[[], Setup]
) -> None:
    check(Duel(), setup(), seed)


def test_options_come_in_a_fixed_order_under_any_hash_seed() -> None:
    suite.options_come_in_a_fixed_order("tests.contract.test_duel:made", 5)


class ForgetfulFighter(Fighter):
    def clone(self) -> Fighter:
        twin = ForgetfulFighter(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.hp = self.hp
        twin.moved = self.moved
        return twin  # without ``acted``


class SilentFighter(Fighter):
    def clone(self) -> Fighter:
        twin = SilentFighter(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.hp, twin.moved, twin.acted = self.hp, self.moved, self.acted
        return twin

    def key(self) -> tuple[object, ...]:
        return (*self.common_key(), self.hp, self.moved)  # without ``acted``


class NamelessFighter(SilentFighter):
    FIELDS: ClassVar[tuple[str, ...]] = tuple([one for one in Fighter.FIELDS if one != "acted"])

    def key(self) -> tuple[object, ...]:
        return Fighter.key(self)


class Odd(Duel):
    """Duel with other fighters."""

    def __init__(self, kind: type[Fighter]) -> None:
        self.kind = kind

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> DuelCombat:
        duel = super().begin(setup, dice, agents)
        units: list[Any] = []
        for unit in duel.units:
            twin = self.kind(unit.index, unit.side, unit.name, unit.cell, unit.sheet)
            unit.copy_to(twin)
            units.append(twin)
        duel.units = units
        return duel


@pytest.mark.parametrize(
    ("kind", "check"),
    [
        (ForgetfulFighter, suite.clones_carry_and_keys_show_every_field),
        (SilentFighter, suite.clones_carry_and_keys_show_every_field),
        (NamelessFighter, suite.fields_name_every_attribute),
        (NamelessFighter, suite.saved_and_loaded_at_every_step),
    ],
)
def test_the_contract_notices(
    kind: type[Fighter], check: Callable[[Ruleset, Setup, int], None]
) -> None:
    with pytest.raises(AssertionError):
        check(Odd(kind), face_to_face(), 3)
