"""What an encounter may change of its members: any value of a sheet, checked as content is."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content.library import encounter_from
from affray.content.problems import InvalidError
from affray.core.dice import ScriptedDice
from affray.encounters.prepare import prepare
from affray.rulesets.sovereign import death
from affray.rulesets.sovereign.movement import terrain
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ANY_AC
from tests.rules import rule


def begun(id: str, **changes: object) -> SovereignCombatant:
    """Return a member of a small encounter as it begins."""
    members = [{"id": id, "name": "Ana", "at": [0, 0], "with": changes}]
    others = [{"id": "ash-wolf", "name": "Bob", "at": [2, 0]}]
    encounter = encounter_from(
        {
            "ruleset": "sovereign",
            "id": "small",
            "name": "Small",
            "map": {"rows": ["..."]},
            "side": [{"id": "party", "members": members}, {"id": "foes", "members": others}],
        },
        "small.toml",
    )
    ruleset, setup = prepare(encounter)
    combat = ruleset.begin(setup, ScriptedDice([]), [])
    assert isinstance(combat, SovereignCombat)
    return combat.units[0]


def test_values_of_a_stat_block_may_differ() -> None:
    blade = {"name": "Blade", "bonus": -7, "damage": "1d6+1", "shock": 3, "shock_ac": "-"}

    unit = begun("oath-zealot", ac=9, max_hp=40, hp=30, attacks=[blade])

    assert (unit.sheet.ac, unit.sheet.max_hp, unit.hp) == (9, 40, 30)
    one = unit.sheet.strikes[0]
    assert (one.id, one.bonus, one.sides, one.plus) == ("blade", -7, 6, 1)
    assert (one.shock, one.shock_ac) == (3, ANY_AC)


def test_values_of_a_character_may_differ() -> None:
    unit = begun("maud-verrin", attributes={"Dexterity": 18}, skills={"brawl": 4}, shield=False)

    assert unit.sheet.mods[:2] == [1, 2]
    assert (unit.sheet.skills["brawl"], unit.sheet.skills["stab"]) == (4, 1)
    assert not unit.sheet.shield


def test_what_no_sheet_could_hold_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidError) as caught:
        begun("oath-zealot", armour_class=9)
    with pytest.raises(InvalidError) as dice:
        begun("oath-zealot", attacks=[{"name": "Blade", "bonus": 1, "damage": "d"}])

    assert 'side[0].members[0].with.armour_class: found "armour_class", expected one of' in str(
        caught.value
    )
    assert "with: attacks[0].damage" in str(dice.value)


@pytest.mark.parametrize(("changes", "place", "nearest", "rule_id"), [
    ({"class": "warior"}, "class", "warrior", "sheet.attack-bonus"),
    ({"tradition": "high-mag"}, "tradition", "high-mage", "sheet.spells"),
    ({"second_tradition": "healr"}, "second_tradition", "healer", "sheet.spells"),
    ({"readied": ["dager"]}, "readied", "dagger", "sheet.readied"),
    ({"stowed": ["caltrop"]}, "stowed", "caltrops", "sheet.stowed"),
    ({"favored": "dager"}, "favored", "dagger", "sheet.hands"),
])  # fmt: skip
def test_words_that_stand_for_nothing_are_refused_with_the_nearest(
    changes: dict[str, object], place: str, nearest: str, rule_id: str
) -> None:
    with pytest.raises(InvalidError) as caught:
        begun("tilda-reyes", **changes)

    (line,) = [one for one in str(caught.value).splitlines() if "members[0]" in one]
    assert f"with.{place}: found " in line
    assert line.endswith(f"did you mean {nearest}? [sovereign/{rule_id}]")


def test_what_is_fought_with_by_a_class_is_that_of_the_class_stated() -> None:
    """A full Warrior may turn an attack by luck, and only it."""
    assert begun("tilda-reyes", **{"class": "warrior"}).sheet.warrior
    assert not begun("maud-verrin", **{"class": "expert"}).sheet.warrior


def test_a_state_beyond_the_sheet_is_refused() -> None:
    assert begun("oath-zealot", max_hp=12, hp=12).hp == 12

    with pytest.raises(InvalidError, match=r"with\.hp"):
        begun("oath-zealot", max_hp=12, hp=13)


@rule("sovereign/morale.group")
def test_smaller_groups_break_apart_from_the_rest() -> None:
    """Two of one group, two of another and two of none; a member counts with its own alone."""
    foes = [
        {
            "id": "toll-cutter",
            "name": f"Foe {n}",
            "at": [2 + n, 0],
            **({"group": word} if word else {}),
        }
        for n, word in enumerate(("left", "left", "right", "right", "", ""))
    ]
    data = {
        "ruleset": "sovereign",
        "id": "small",
        "name": "Small",
        "map": {"width": 12, "height": 2},
        "side": [
            {"id": "party", "members": [{"id": "gate-serjeant", "at": [0, 0], "with": {"hd": 20}}]},
            {"id": "foes", "members": foes},
        ],
    }
    ruleset, setup = prepare(encounter_from(data, "small.toml"))
    combat = ruleset.begin(setup, ScriptedDice([]), [])
    assert isinstance(combat, SovereignCombat)

    death.die(combat, combat.units[1], "death.npc")

    assert combat.groups == [[1, 2], [3, 4]]
    assert [one.broken for one in combat.units[1:]] == [False, True, False, False, False, False]


def small(edge: str) -> dict[str, Any]:
    return {
        "ruleset": "sovereign",
        "id": "small",
        "name": "Small",
        "map": {"width": 4, "height": 3, "open_edges": [edge]},
        "side": [
            {"id": "party", "members": [{"id": "gate-serjeant", "at": [1, 0]}]},
            {"id": "foes", "members": [{"id": "gate-pike", "at": [3, 0]}]},
        ],
    }


@rule("sovereign/grid.map-edge")
def test_the_squares_of_an_open_edge_are_ways_out() -> None:
    ruleset, setup = prepare(encounter_from(small("west"), "small.toml"))
    combat = ruleset.begin(setup, ScriptedDice([]), [])
    assert isinstance(combat, SovereignCombat)

    assert [combat.grid.name(one) for one in combat.gates] == ["0,0", "0,1", "0,2"]


@rule("sovereign/grid.map-edge")
def test_the_same_ground_with_another_edge_open_has_other_ways_out() -> None:
    ruleset, setup = prepare(encounter_from(small("west"), "small.toml"))
    _, other = prepare(encounter_from(small("east"), "small.toml"))
    found: list[int] = []

    for one in (setup, other):
        combat = ruleset.begin(one, ScriptedDice([]), [])
        assert isinstance(combat, SovereignCombat)
        found.append(terrain.way_out(combat, 1)[combat.grid.read("0,0")])

    assert found == [0, 3]


def opened(more: dict[str, Any], **member: object) -> SovereignCombat:
    """Return a small encounter of three sides as it begins, with more said of it."""
    places = {"party": [1, 0], "foes": [3, 0], "beasts": [5, 0]}
    ids = {"party": "bram-tull", "foes": "gate-pike", "beasts": "ash-wolf"}
    members: dict[str, dict[str, Any]] = {
        side: {"id": ids[side], "at": at} for side, at in places.items()
    }
    members["party"].update(member)
    sides = [{"id": side, "members": [one]} for side, one in members.items()]
    data = {
        "ruleset": "sovereign",
        "id": "small",
        "name": "Small",
        "map": {"width": 8, "height": 3},
        "side": sides,
        **more,
    }
    ruleset, setup = prepare(encounter_from(data, "small.toml"))
    combat = ruleset.begin(setup, ScriptedDice([(6, 6), (6, 6)]), [])
    assert isinstance(combat, SovereignCombat)
    return combat


@rule("sovereign/surprise.opposed-check", "sovereign/surprise.gm-decides")
def test_the_side_that_surprises_rolls_as_the_encounter_says() -> None:
    combat = opened({"surprise": {"by": "beasts", "on": ["foes"], "how": "stealth"}})

    combat.watched = True
    combat.step()

    rolled = [one for one in combat.events if one.rule == "surprise.opposed-check"]
    assert {one.who for one in rolled} == {2}
    assert combat.units[1].surprised


@rule("sovereign/surprise.gm-decides")
def test_a_way_to_surprise_nobody_is_refused() -> None:
    with pytest.raises(InvalidError, match="expected a side that is surprised as well"):
        opened({"options": {"surprise": "stealth"}})


@rule("sovereign/sheet.hands")
def test_two_weapons_of_a_kind_are_held_one_in_each_hand() -> None:
    own = opened({}, holding=["dagger", "dagger"])

    unit = own.units[0]
    assert unit.hand == unit.off == unit.sheet.weapons.index("dagger")


@rule("sovereign/sheet.hands")
@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["dager"], "found dager, expected"),
        (["dagger", "dagger", "dagger"], "found dagger, of which 2 are Readied"),
    ],
)
def test_what_nobody_can_hold_is_refused(names: list[str], fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        opened({}, holding=names)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"readied": ["daggr"]}, r"with\.readied: .*daggr"),
        ({"tradition": "healr"}, r"with\.tradition: .*healr"),
        (
            {"attacks": [{"weapon": "sord", "mode": "melee", "bonus": 1, "damage": "1d6"}]},
            r"with\.attacks\[0\]\.weapon: .*sord",
        ),
    ],
)
def test_a_word_that_stands_for_nothing_is_told(change: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        opened({}, **{"with": change})


def test_an_unknown_weapon_of_a_stat_block_is_told() -> None:
    blade = {"weapon": "sord", "bonus": 1, "damage": "1d6"}

    with pytest.raises(InvalidError, match=r"with\.attacks\[0\]\.weapon: .*sord"):
        begun("oath-zealot", attacks=[blade])
