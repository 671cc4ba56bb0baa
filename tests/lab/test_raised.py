"""Every point of damage more that one attack of one combatant can have, as the bench plays them."""

from __future__ import annotations

from functools import cache

import pytest

from affray.lab import diff
from affray.lab.variants import variant
from bench.arena import ENCOUNTERS, GAMES
from bench.raised import DOUBLE, Raises, combatants, raises


@cache
def changes(game: str) -> Raises:
    return raises(game, ENCOUNTERS / f"{game}.toml")


@pytest.mark.parametrize("game", GAMES)
def test_each_change_is_of_one_attack_of_one_combatant(game: str) -> None:
    everybody = [who for who, _ in combatants(variant(ENCOUNTERS / f"{game}.toml"))]
    found = changes(game)

    raised = [(one.who, one.what) for one in found.made]
    left_out = {who for who, _, _ in found.refused}
    assert len(set(raised)) == len(raised)
    assert {who for who, _ in raised} <= set(everybody)
    assert set(everybody) - {who for who, _ in raised} - left_out <= {"bonesetter", "mirel-osh"}
    for _, _, why in found.refused:
        assert "its code holds it" in why
    for one in found.made:
        members = [entry for side in one.version.encounter().sides for entry in side.members]
        doubles = [entry.count for entry in members if entry.id.endswith(DOUBLE)]
        assert doubles == ([] if game == "icon" else [1])


def test_with_no_point_more_the_fight_stays_as_it_is() -> None:
    path = ENCOUNTERS / "sovereign.toml"

    for one in raises("sovereign", path, points=0).made[::5]:
        pairs = diff(path, one.version, count=2).pairs
        assert pairs.margins[2].squares == pairs.rounds[2].squares == 0


def test_a_point_more_is_dealt_by_whoever_has_it() -> None:
    """The mace deals 1d6+1; the double's deals one more, and its owner's attack says so."""
    mace = next(one.version for one in changes("sovereign").made if one.what == "mace")

    assert mace.value(f"weapon.mace{DOUBLE}.damage") == "1d6+1"
    assert mace.value(f"character.brother-ansel{DOUBLE}.attacks[0].damage") == "1d6+2"
    assert mace.value("character.brother-ansel.attacks[0].damage") == "1d6+1"
