"""Every ruleset that can be played keeps the contract, in every encounter of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from affray.content import list_encounters, load_encounter
from affray.content.game import BUILTIN
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from tests.contract import suite

ENCOUNTERS = [one.key for ruleset in BUILTIN for one in list_encounters(ruleset)]


@cache
def prepared(key: str) -> tuple[Ruleset, Setup]:
    return prepare(load_encounter(key))


def causeway() -> tuple[Ruleset, Setup]:
    return prepared("thrum/broken-causeway")


@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("key", ENCOUNTERS)
def test_every_encounter_keeps(check: Callable[[Ruleset, Setup, int], None], key: str) -> None:
    check(*prepared(key), 11)


def test_options_come_in_a_fixed_order_under_any_hash_seed() -> None:
    suite.options_come_in_a_fixed_order("tests.contract.test_rulesets:causeway", 5)
