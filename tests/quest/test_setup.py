"""Placing, opening attacks, and what is refused of an encounter."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content import encounter_from
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.encounters.prepare import prepare
from affray.rulesets.quest import geometry, gm
from affray.rulesets.quest.end import decided
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.setup import combatant_of, opening_of
from affray.rulesets.quest.setup import faults as setup_faults
from affray.rulesets.quest.state import QuestCombat
from tests.quest.table import Table, content_library, creature, library, unit
from tests.rules import rule

SWORD = ["longsword"]


def arena(**changes: Any) -> dict[str, Any]:
    """Return an encounter as a file would hold it; ``party`` and ``foes`` are members."""
    party = changes.pop("party", [{"id": "brannoch-vale", "at": [0, 0]}])
    foes = changes.pop("foes", [{"id": "ashback-hound", "at": [5, 0]}])
    return {
        "ruleset": "quest",
        "id": "arena",
        "name": "The arena",
        "map": {"rows": changes.pop("rows", ["......", "......"])},
        "side": [{"id": "party", "members": party}, {"id": "foes", "members": foes}],
        **changes,
    }


def begun(**changes: Any) -> QuestCombat:
    ruleset, setup = prepare(encounter_from(arena(**changes), "arena.toml"))
    combat = ruleset.begin(setup, SeededDice(1), [])
    assert isinstance(combat, QuestCombat)
    return combat


def refusal(**changes: Any) -> str:
    with pytest.raises(InvalidError) as caught:
        begun(**changes)
    return "\n".join(caught.value.problems)


@rule("quest/setup.unit")
def test_characters_creatures_and_summons_have_the_same_statistics() -> None:
    combat = begun()

    for one in combat.units:
        assert (one.hp, one.max_hp) == (one.sheet.max_hp, one.sheet.max_hp)
    assert combat.units[1].npc
    assert not combat.units[0].npc


@rule("quest/setup.placement")
def test_places_facings_weapons_and_hiding_are_as_stated() -> None:
    combat = begun(
        party=[
            {"id": "brannoch-vale", "at": [2, 1], "facing": "S", "holding": ["handaxe", "dagger"]}
        ],
        foes=[{"id": "ashback-hound", "at": [5, 0], "undetected": True}],
    )
    brannoch, hound = combat.units

    assert combat.grid.name(brannoch.cell) == "2,1"
    assert brannoch.facing == 4
    assert [combat.thing(one).id for one in brannoch.held_things] == ["handaxe", "dagger"]
    assert hound.unseen == 1


@rule("quest/setup.placement", "quest/attack.hands")
def test_unstated_the_first_weapon_and_shield_are_held_and_it_faces_the_nearest() -> None:
    combat = begun(
        foes=[{"id": "shell-guard", "at": [3, 0]}, {"id": "ashback-hound", "at": [5, 1]}]
    )
    brannoch, guard, hound = combat.units

    assert brannoch.facing == 2
    assert hound.facing == 6
    assert [combat.thing(one).id for one in guard.held_things] == ["mace", "tower-shield"]


@rule("quest/setup.placement")
def test_two_in_a_space_or_nobody_placed_is_refused() -> None:
    two = refusal(foes=[{"id": "ashback-hound", "at": [0, 0]}])
    nowhere = refusal(foes=[{"id": "ashback-hound"}])
    walled = refusal(rows=["#.....", "......"])

    assert "0,0" in two
    assert "without a cell" in nowhere
    assert "0,0" in walled


@rule("quest/setup.teams")
def test_a_battle_needs_two_teams() -> None:
    _, setup = prepare(encounter_from(arena(), "arena.toml"))
    setup.members = setup.members[:1]

    assert [fault.rule for fault in setup_faults(setup)] == ["setup.teams"]


@rule("quest/gm.options", "quest/gm.who-initiates")
def test_unknown_options_and_initiators_are_refused() -> None:
    assert "gm.options" in refusal(options={"merci": True})
    assert "gm.options" in refusal(options={"mercy": 3})
    assert "gm.who-initiates" in refusal(options={"opening": "nobody"})
    assert "gm.who-initiates" in refusal(instigator="party")
    combat = begun(instigator="brannoch-vale")
    assert combat.opening == (0,)
    assert begun().opening == ()


@rule("quest/setup.unthralled-vanish-at-start", "quest/thrall.cost")
def test_the_bone_callers_thralls_tie_up_twelve_of_its_hit_points() -> None:
    combat = begun(
        foes=[
            {"id": "bone-caller", "at": [3, 0]},
            {"id": "bone-servant", "at": [4, 0], "summoned_by": "bone-caller", "thralled": True},
            {"id": "bone-servant", "at": [5, 0], "summoned_by": "bone-caller", "thralled": True},
        ]
    )

    assert (combat.units[1].hp, combat.units[1].max_hp) == (16, 16)


def test_saves_know_every_sheet_that_can_join() -> None:
    rules = content_library().ruleset(Quest())
    for spell in library().spells.values():
        if spell.summon is not None:
            assert rules.record(f"unit {spell.summon.id}")
    assert unit().size == 1


def test_the_twin_of_a_sheet_has_all_its_values() -> None:
    one = creature("tamsin-quill")
    other = one.twin()

    apart = ("twin", "has", "threat")
    names = [name for name in dir(one) if not name.startswith("_") and name not in apart]
    assert len(names) == 24
    assert all(getattr(one, name) == getattr(other, name) for name in names)
    assert other.threat == -1  # worked out anew, as its numbers may be replaced


def test_values_of_a_sheet_may_differ_in_an_encounter() -> None:
    values = {"accuracy": 7, "weapons": "mace dagger", "feats": "reach", "armour": "", "hp": 9}
    combat = begun(party=[{"id": "brannoch-vale", "at": [0, 0], "with": values}])
    changed = combat.units[0]

    assert (changed.hp, changed.sheet.accuracy, changed.sheet.max_hp) == (9, 7, 38)
    assert [combat.thing(one).id for one in changed.held_things] == ["mace"]
    assert geometry.reach(changed) == 2
    assert changed.sheet.armour is None
    assert creature("brannoch-vale").accuracy == 3
    assert "laser" in refusal(
        party=[{"id": "brannoch-vale", "at": [0, 0], "with": {"weapons": "laser"}}]
    )


@rule("quest/sheet.level", "quest/death.zero-hit-points", "quest/spell.mp-cost")
@pytest.mark.parametrize(
    ("name", "fine", "wrong", "expected"),
    [
        ("hp", [1, 38], [0, 39], "1 to 38"),
        ("mp", [0], [-1, 1], "0 to 0"),
        ("level", [1, 10], [0, 11], "1 to 10"),
        ("max_hp", [1], [0], "1 to 1000"),
        ("max_mp", [0, 5], [-1], "0 to 1000"),
        ("movement", [0], [-1], "0 to 1000"),
        ("hide", [0, 3], [-1], "0 to 1000"),
        ("slowing", [0, 3], [-1, 101], "0 to 100"),
    ],
)
def test_numbers_of_a_member_have_bounds(
    name: str, fine: list[int], wrong: list[int], expected: str
) -> None:
    for value in fine:
        assert begun(party=[{"id": "brannoch-vale", "at": [0, 0], "with": {name: value}}])
    for value in wrong:
        line = refusal(party=[{"id": "brannoch-vale", "at": [0, 0], "with": {name: value}}])
        assert f"with.{name}: found {value}, expected {expected}" in line


@rule("quest/summon.slots", "quest/thrall.mhp-is-maximum-hp")
def test_nobody_arrives_with_more_summons_than_slots_or_dearer_than_its_hit_points() -> None:
    def with_servants(number: int, **values: int) -> Any:
        called = {"id": "bone-servant", "summoned_by": "bone-caller", "thralled": True}
        servants = [{**called, "at": [n, 1]} for n in range(number)]
        return {"foes": [{"id": "bone-caller", "at": [5, 0], "with": values}, *servants]}

    assert begun(**with_servants(4, max_hp=25)).units[1].max_hp == 1
    assert "found thralls for 24 Mhp, expected at most 23" in refusal(**with_servants(4, max_hp=24))
    assert begun(**with_servants(5, max_hp=50)).units[1].max_hp == 20
    slots = refusal(**with_servants(6, max_hp=50))
    assert "found 6 summons, expected at most 5 [quest/summon.slots]" in slots


@rule("quest/summon.control", "quest/gm.will-to-fight")
def test_a_summons_from_before_is_in_the_hands_of_its_summoners_seat() -> None:
    wolf = {"id": "grey-wolf", "at": [1, 1], "summoned_by": "odda-rime", "thralled": True}
    combat = begun(party=[{"id": "odda-rime", "at": [0, 0], "seat": "odda"}, wolf])
    odda, wolf_unit = combat.units[:2]

    assert wolf_unit.summoner == odda.index
    assert wolf_unit.seats == odda.seats
    assert not wolf_unit.npc


@rule("quest/sheet.derived", "quest/sheet.calling", "quest/feat.athlete")
def test_other_feats_in_an_encounter_change_the_numbers_that_follow_from_them() -> None:
    def sheet_of(**values: Any) -> Any:
        return begun(party=[{"id": "brannoch-vale", "at": [0, 0], "with": values}]).units[0].sheet

    assert creature("brannoch-vale").movement == 8
    assert sheet_of(feats="reach").movement == 6
    assert sheet_of(feats="reach", movement=8).movement == 8
    tough = sheet_of(feats="athlete toughness deep-well")
    assert (tough.movement, tough.max_hp, tough.max_mp) == (8, 44, 4)
    assert sheet_of(feats="toughness", max_hp=10).max_hp == 10


@rule("quest/sheet.validation", "quest/sheet.armour", "quest/attack.hands")
def test_things_in_the_wrong_list_or_hand_are_refused() -> None:
    def fault(**member: Any) -> str:
        return refusal(party=[{"id": "brannoch-vale", "at": [0, 0], **member}])

    assert "with.weapons" in fault(**{"with": {"weapons": "buckler"}})
    assert "with.armour" in fault(**{"with": {"armour": "longsword"}})
    assert "with.items" in fault(**{"with": {"items": "dagger"}})
    assert "more than one armour" in fault(**{"with": {"armour": "mail-shirt padded-coat"}})
    assert "more than one shield" in fault(**{"with": {"armour": "buckler tower-shield"}})
    assert "3 hands full" in fault(holding=["greatsword", "red-draught"])
    for name, word in (("spells", "mend"), ("feats", "reach"), ("focus", "mace")):
        assert f'found "{word}" twice' in fault(**{"with": {name: f"{word} {word}"}})


@rule("quest/setup.placement", "quest/attack.hands")
def test_without_a_word_on_weapons_the_first_is_drawn_and_the_shield_held() -> None:
    first = unit(weapons=["mace", "dagger"], armour=["buckler"])
    drawn = unit(weapons=["mace", "dagger"], drawn=["dagger"], armour=["buckler"])
    plain = unit(weapons=["mace", "dagger"])
    table = Table("A B C . b", A=first, B=drawn, C=plain, b=unit())

    assert (table.holding("A"), table.carrying("A")) == (["mace", "buckler"], ["dagger"])
    assert (table.holding("B"), table.carrying("B")) == (["dagger", "buckler"], ["mace"])
    assert (table.holding("C"), table.carrying("C")) == (["mace"], ["dagger"])


@rule("quest/gm.options", "quest/initiative.several-initiators")
def test_the_options_are_names_of_the_rules_with_true_or_false() -> None:
    assert not gm.option_faults({"opening": "ana, bob", "mercy": True, "no-facings": False})
    places = [one.place for one in gm.option_faults({"mercy": 1, "fog": True, "opening": "a"})]
    assert places == ["options.mercy", "options.fog"]


@rule("quest/setup.teams")
def test_one_team_alone_is_no_battle() -> None:
    table = Table("A B b", opening=True, A=unit(), B=unit(), b=unit())

    assert not decided(table.combat)
    table["b"].present = False
    assert decided(table.combat)


@rule("quest/setup.unit", "quest/spell.mp-cost")
def test_an_encounter_may_state_hit_points_mp_and_wounds() -> None:
    party = [{"id": "odda-rime", "at": [0, 0], "with": {"hp": 7, "mp": 3, "slowing": 2}}]

    one = begun(party=party).units[0]

    assert (one.hp, one.mp, one.wounds) == (7, 3, (0, 2, 0, 0))


@rule("quest/setup.unit")
@pytest.mark.parametrize(("value", "ok"), [(7, True), (True, False), ("7", False)])
def test_hit_points_are_a_whole_number(value: int | str, ok: bool) -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.setup.members[0].values = {"hp": value}

    found = [fault.place for fault in setup_faults(table.setup)]

    assert found == ([] if ok else ["member[0].with.hp"])


@rule("quest/setup.unit")
def test_a_member_is_played_by_the_seats_that_the_encounter_gives_it() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.setup.members[0].seats = 6

    assert combatant_of(table.setup.members[0], 0).seats == 6


@rule("quest/setup.placement")
@pytest.mark.parametrize("names", ["bc", "cb"])
def test_of_equally_near_foes_one_faces_the_first_from_north_round(names: str) -> None:
    rows = f"""
        . . {names[0]} . .
        . . . . .
        . . A . {names[1]}
        . . . . .
        . . . . .
    """
    near = rows.replace(f"A . {names[1]}", f"A {names[1]} .")

    assert Table(rows, A=unit(), b=unit(), c=unit())["A"].facing == 0
    assert Table(near, A=unit(), b=unit(), c=unit())["A"].facing == 2  # the nearer counts first


@rule("quest/gm.who-initiates", "quest/initiative.several-initiators")
def test_one_named_twice_opens_hostilities_once() -> None:
    table = Table("A b", opening=True, options={"opening": "b, b A b"}, A=unit(agi=1), b=unit())

    assert opening_of(table.setup) == ["b", "A"]
    table.steps(4, "A: no opening attack", "b: no opening attack")
    assert table.order() == "A b"


@rule("quest/setup.placement")
def test_nobody_stands_in_a_wall() -> None:
    table = Table("A # b", A=unit(), b=unit())
    table.combat.move(table["A"], 1)

    assert table.combat.recount() == "A stands in a wall"
    assert Quest(library()).value_words(table.combat, 0, "facing")[4] == "s"


@rule("quest/setup.placement")
def test_one_of_two_equal_weapons_may_be_held() -> None:
    twin = unit(weapons=["dagger", "dagger"])
    one = Table("A . b", A=twin, b=unit(), holding={"A": ["dagger"]})
    two = Table("A . b", A=twin, b=unit(), holding={"A": ["dagger", "dagger"]})

    assert one.holding("A") == ["dagger"]
    assert one.carrying("A") == ["dagger"]
    assert two.holding("A") == ["dagger", "dagger"]


@rule("quest/setup.unthralled-vanish-at-start", "quest/summon.summoner-gone")
def test_a_summons_whose_summoner_falls_fights_on_and_its_team_has_not_lost() -> None:
    table = Table(
        "A b S", A=unit(hp=9, mp=9, spells=["raise-bone-servant"]), S=unit(), b=unit(weapons=SWORD),
        thralls={"S": "A"},
    )  # fmt: skip

    table.act("b", "attack A with longsword", "unaimed", dice="d20 15 d8 3")

    assert not table["A"].present
    assert table["S"].present
    assert table["S"].thrall
    assert table.combat.outcome == ""
