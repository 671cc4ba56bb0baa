"""Vigor, healing, wounds, Resolve and elixirs."""

from __future__ import annotations

import pytest

from affray.rulesets.icon import death, end, resource
from affray.rulesets.icon.ruleset import Icon
from tests.icon.table import (
    Table,
    ability,
    begun_plainly,
    begun_told,
    content_library,
    encounter_of,
    fighters,
    quartet,
    sheet,
    strike,
)
from tests.rules import rule


@rule("icon/vigor.multiples-of-health", "icon/vigor.stacks-to-maximum")
def test_vigor_is_a_multiple_of_health_up_to_the_maximum() -> None:
    table = fighters()

    resource.give_vigor(table.combat, table["A"], 1)
    assert table["A"].vigor == 7
    resource.give_vigor(table.combat, table["A"], 9)
    assert table["A"].vigor == 28


@rule("icon/resource.wound-clamps", "icon/resource.wound-lowers-maxima")
def test_a_wound_takes_hit_points_and_vigor_down_to_the_new_maximum() -> None:
    table = fighters()
    table["A"].vigor = 28

    death.wound(table.combat, table["A"])
    assert (table["A"].hp, table["A"].vigor, table["A"].wounds) == (21, 21, 1)
    table["A"].hp = 5
    table["A"].vigor = 14
    death.wound(table.combat, table["A"])

    assert (table["A"].hp, table["A"].vigor) == (5, 14)


@rule("icon/resource.healing-multiples")
@pytest.mark.parametrize(
    ("hp", "multiple", "after"), [(10, 2, 21), (5, 2, 19), (7, 2, 21), (6, 2, 20)]
)
def test_healing_comes_in_health_steps_up_to_the_maximum(
    hp: int, multiple: int, after: int
) -> None:
    """Health 7, one wound, 10 HP, heals 2: 14 more would be 24; the maximum is 21."""
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    table["A"].wounds = 1
    table["A"].hp = hp

    table["A"].hp += resource.healing(table["A"], multiple)

    assert table["A"].hp == after


@rule("icon/resource.elixir", "icon/vigor.no-healing")
@pytest.mark.parametrize(("wounds", "hp", "after"), [(1, 9, 20), (1, 12, 21), (0, 3, 17)])
def test_an_elixir_heals_half_of_the_maximum_rounded_up(wounds: int, hp: int, after: int) -> None:
    """Max 21 HP, at 9 HP: +11, 20 HP."""
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    one = table["A"]
    one.wounds = wounds
    one.hp = hp
    one.elixirs = 1

    resource.drink(one)
    assert (one.hp, one.elixirs) == (after, 0)
    one.hp = hp
    resource.drink(one)

    assert one.hp == hp, "none is left"


@rule("icon/resource.elixir")
def test_characters_start_with_two_elixirs_which_no_one_can_drink_in_combat() -> None:
    combat = begun_plainly(encounter_of([{"id": "orrin-vale", "at": [0, 0]}]))

    assert combat.units[0].elixirs == 2
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    assert not [key for key in table.offered("A") if "elixir" in key or "drink" in key]


@rule("icon/effect.cure", "icon/vigor.multiples-of-health")
def test_the_cured_gain_vigor_1() -> None:
    """Trade Places with its talent: the ally is cured."""
    table = Table(
        "A B b . .",
        A=sheet(abilities=[ability("trade-places", 2)], defense=5),
        B=sheet(health=6),
        b=sheet(pc=False, abilities=[strike()]),
    )

    table.act("b", "strike B", "A trade-places", dice="d20 4")

    assert table["B"].vigor == 6


@rule("icon/resource.elixir")
@pytest.mark.parametrize(
    ("state", "hp", "left"),
    [
        ({"wounds": 1, "hp": 9, "drink": 1}, 20, 1),
        ({"wounds": 1, "hp": 9, "drink": 2}, 21, 0),
        ({"wounds": 1, "hp": 9, "elixirs": 0, "drink": 0}, 9, 0),
        ({"wounds": 0, "hp": 27, "drink": 1}, 28, 1),
        ({"wounds": 0, "drink": 1}, 28, 2),
    ],
)
def test_an_elixir_heals_half_of_the_maximum(state: dict[str, int], hp: int, left: int) -> None:
    """Max 21 HP (Health 7, one wound), at 9 HP: +11, 20 HP."""
    party = {"id": "orrin-vale", "at": [0, 0], "with": state}
    foes = {"id": "foes", "seat": "foes", "members": [{"id": "toll-brute", "at": [7, 0]}]}
    combat, _ = begun_told(side=[{"id": "party", "seat": "players", "members": [party]}, foes])

    assert (combat.units[0].hp, combat.units[0].elixirs) == (hp, left)


@rule("icon/resource.resolve-gain")
def test_the_incapacitated_and_foes_gain_no_resolve() -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet(pc=False))
    table.fell("A")
    for name in ("A", "B", "b"):
        resource.give_resolve(table.combat, table[name], 2)

    assert [table[name].resolve for name in ("A", "B", "b")] == [0, 2, 0]


@rule("icon/resource.elixir")
def test_no_elixir_is_offered_in_combat() -> None:
    table = Table(
        "A . b", A=content_library().maker.library.sheets["orrin-vale"], b=sheet(pc=False)
    )
    table["A"].hp = 3

    assert not [key for key in table.offered("A") if "elixir" in key]
    assert table["A"].elixirs == 2


@rule("icon/resource.healing-multiples", "icon/vigor.no-healing")
def test_healing_restores_multiples_of_health_up_to_the_wounded_maximum() -> None:
    """Health 7, one wound, 10 HP, heals 2: 14 more would be 24; the maximum is 21."""
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    one = table["A"]
    one.wounds = 1
    one.hp = 10
    one.vigor = 5

    one.hp += resource.healing(one, 2)
    assert (one.hp, one.vigor) == (21, 5)
    one.hp = 3
    assert resource.healing(one, 1) == 7
    assert resource.healing(one, 1, 2) == 2, "another number in the text"


@rule("icon/effect.cure")
def test_who_is_cured_gains_vigor_one() -> None:
    """Trade Places' second talent cures the ally."""
    one = sheet(abilities=[ability("trade-places", 2)])
    foe = sheet(pc=False, abilities=[strike(level="light")])
    table = Table("A B . c", A=one, B=sheet(health=5), c=foe)
    table.combat.move(table["c"], 2)

    table.act("c", "strike B", "A trade-places", dice="d20 1")

    assert (table.at("A"), table.at("B")) == ("1,0", "0,0")
    assert table["B"].vigor == 5


@rule("icon/resource.resolve-gain", "icon/interrupt.uses")
def test_resolve_grows_by_one_a_turn_to_six() -> None:
    table = Table("A . d", A=sheet(), d=sheet(pc=False))
    table["A"].resolve = 6

    table.begin("A")

    assert table["A"].resolve == 6
    table["A"].resolve = 2
    table.begin("A")
    assert table["A"].resolve == 3


@rule("icon/resource.wound-recovery", "icon/end.cleanup")
def test_wounds_are_what_is_left_after_the_combat() -> None:
    table = quartet()
    table["A"].wounds = 2
    table.fell("c")
    table.fell("d")
    end.check(table.combat)

    left = Icon().aftermath(table.combat, 0)

    assert left == {"hp": table["A"].hp, "wounds": 2, "elixirs": 0}
