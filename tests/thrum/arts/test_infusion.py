"""Infusion: every ability, its upgrades, its edges."""

from __future__ import annotations

import pytest

from affray.core.errors import UnknownKeyError
from affray.rulesets.thrum import terms
from affray.rulesets.thrum.condition import holding, kinds, listed
from affray.rulesets.thrum.movement import walking
from affray.rulesets.thrum.terms import MOVE_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

HIT = "4 3 2 2"
CRIT = "6 6 1 1"
MISS = "1 1 6 6"
FOUR = ("burning", "slowed", "blinded", "shocked")


def field(
    rows: str,
    *abilities: str,
    upgrades: tuple[str, ...] = (),
    foe: str = "biffer",
    training: dict[str, int] | None = None,
    more: dict[str, int] | None = None,
    **points: int,
) -> Table:
    """A, of level 0 with Infusion 3 (modifier 2 without REA), against b and c; D is A's ally."""
    chosen = pc(
        level=0,
        abilities=list(abilities),
        upgrades=list(upgrades),
        training=training,
        more=points | (more or {}),
    )
    return Table(rows, A=chosen, b=npc(foe), c=npc("biffer"), D=pc(level=0))


def numbers(table: Table, name: str) -> tuple[int, ...]:
    return tuple([table.n(name, status) for status in FOUR])


# ---- Infuse Weapon -------------------------------------------------------------------------------


@rule("thrum/attack.modifier")
def test_infuse_weapon_gives_one_status_hit_or_miss_and_one_more_on_a_success() -> None:
    table = field("A . . b", "infuse-weapon", training={"infusion": 3, "dueling": 9})

    table.act("A", "infuse-weapon b", "b: resilience", "A: shocked", dice=MISS)
    table.begin_turn("A")
    table.act("A", "infuse-weapon b", "b: resilience", "A: burning", "A: burning", dice="4 2 2 2")

    assert table.totals() == (6 + 2, 5)
    assert (numbers(table, "b"), table["b"].fatigue) == ((2, 0, 0, 1), 2)


@rule("thrum/attack.finisher", "thrum/attack.ranged-bane")
def test_infuse_weapon_is_a_finisher_and_not_ranged_against_an_adjacent_target() -> None:
    table = field("A b . .", "infuse-weapon")
    table["b"].fatigue = 2

    table.act("A", "infuse-weapon b", "b: resilience", "A: slowed", "A: blinded", dice=HIT + " 2 1")

    assert table["b"].incapacitated


def test_infuse_weapon_is_ranged_and_no_finisher_against_one_farther_away() -> None:
    table = field(
        """
        A . . b
        c . . .
        """,
        "infuse-weapon",
    )
    table["b"].fatigue = 9

    table.act("A", "infuse-weapon b", "b: resilience", "A: slowed", dice="6 1 1 6 6")

    assert not table["b"].incapacitated


def test_a_critical_of_infuse_weapon_and_its_upgrades() -> None:
    upgrades = ("infuse-weapon:a", "infuse-weapon:b")
    table = field("A . . b", "infuse-weapon", upgrades=upgrades, POW=2, FIN=4)

    table.act(
        "A",
        "infuse-weapon b",
        "b: resilience",
        "A: burning",
        "A: slowed",
        "A: blinded",
        "A: shocked",
        dice=CRIT,
    )

    assert (numbers(table, "b"), table["b"].fatigue) == ((1, 1, 1, 1), 4)


# ---- Wave of Mutilation --------------------------------------------------------------------------


@rule("thrum/area.affects-everyone", "thrum/area.range-zero", "thrum/attack.type")
def test_wave_of_mutilation_gives_a_status_to_everybody_its_user_too_without_a_defence() -> None:
    table = field(
        """
        . . c
        A b .
        . D .
        """,
        "wave-of-mutilation",
    )

    table.act("A", "wave-of-mutilation", "area 0,1", "A: shocked")

    assert [table.n(name, "shocked") for name in "AbDc"] == [1, 1, 1, 0]
    assert table["b"].stress == 0


def test_wave_of_mutilation_has_to_cover_the_users_square() -> None:
    table = field("A b . .", "wave-of-mutilation")

    with pytest.raises(Exception, match=r"area\.placement|none of its squares"):
        table.act("A", "wave-of-mutilation", "area 1,0")


def test_the_upgrades_of_wave_of_mutilation_widen_it_and_give_others_more() -> None:
    upgrades = ("wave-of-mutilation:a", "wave-of-mutilation:b")
    table = field("A b c .", "wave-of-mutilation", upgrades=upgrades, REA=2, FIN=3)

    table.act("A", "wave-of-mutilation", "area 0,-2", "A: burning")

    assert [table.n(name, "burning") for name in "Abc"] == [1, 2, 2]


# ---- Homing Beacon -------------------------------------------------------------------------------

WIDE = """
    . . . . . . . .
    . A . . . D . b
    . . . . . . . .
"""


def beacon(*upgrades: str, rows: str = WIDE, area: str = "area 0,0", **points: int) -> Table:
    table = field(rows, "homing-beacon", upgrades=upgrades, more=points)
    table.act("A", "homing-beacon", area)
    return table


@rule("thrum/terrain-effect.ongoing", "thrum/move.teleport.destination")
def test_its_owner_teleports_to_a_beacon_from_anywhere_for_4_movement() -> None:
    table = beacon()
    table.put("A", "7,0")

    table.move("A", "to-beacon A", "teleport 2,2")

    assert (table.at("A"), table["A"].spent) == ("2,2", 4)


def test_placing_a_beacon_targets_nobody() -> None:
    table = beacon(rows="A b . .", area="area 0,-2")

    assert not table.told("targets")
    assert len(table.combat.terrains) == 1


def test_a_beacon_has_to_include_its_users_square() -> None:
    table = field(WIDE, "homing-beacon")

    with pytest.raises(Exception, match="no area of that name has a square"):
        table.act("A", "homing-beacon", "area 2,0")


def test_a_beacon_needs_the_whole_price_and_a_free_square() -> None:
    table = beacon()
    table.put("A", "7,0")

    table.give("A", "slowed")

    assert "to-beacon A" not in table.offers("A", MOVE_PHASE)


def test_its_owner_may_teleport_with_its_action() -> None:
    table = beacon()
    table.put("A", "7,0")
    table.begin_turn("A")

    table.act("A", "to-beacon A", "teleport 0,0")

    assert (table.at("A"), table["A"].acted) == ("0,0", True)


def test_an_ally_adjacent_to_the_owner_teleports_to_the_beacon() -> None:
    table = beacon()
    table.put("A", "6,2")

    assert "from-beacon A" not in table.offers("D", MOVE_PHASE)
    table.move("D", "to-beacon A", "teleport 1,1")
    assert table.at("D") == "1,1"
    table.put("D", "5,0")

    assert "to-beacon A" not in table.offers("D")


def test_an_ally_teleports_from_the_beacon_to_a_square_adjacent_to_the_owner() -> None:
    table = beacon()
    table.put("D", "2,2")
    table.put("A", "7,0")

    assert "to-beacon A" not in table.offers("D", MOVE_PHASE)
    table.act("D", "from-beacon A", "teleport 6,1")

    assert table.at("D") == "6,1"


def test_no_enemy_uses_a_beacon() -> None:
    table = beacon()
    table.put("b", "2,2")

    assert [key for key in table.offers("b", MOVE_PHASE) if "beacon" in key] == []
    assert [key for key in table.offers("b") if "beacon" in key] == []


@rule("thrum/condition.immobilized")
def test_one_who_is_immobilized_may_still_teleport_to_a_beacon() -> None:
    table = beacon()
    table.put("A", "7,0")
    table.give("A", "immobilized")

    assert table.offers("A", MOVE_PHASE) == ["stop", "to-beacon A"]
    table.move("A", "to-beacon A", "teleport 0,1")

    assert table.at("A") == "0,1"


@rule("thrum/terrain-effect.applies-to-all")
def test_a_beacon_serves_allies_of_a_fallen_owner() -> None:
    table = beacon()
    table.put("A", "6,2")
    table["A"].incapacitated = True

    table.move("D", "to-beacon A", "teleport 1,1")

    assert table.at("D") == "1,1"


@rule("thrum/terrain-effect.one-per-creator")
def test_a_second_beacon_ends_the_first() -> None:
    table = beacon()
    table.put("A", "7,0")
    table.begin_turn("A")

    table.act("A", "homing-beacon", "area 5,0")

    assert [terrain.cells[0] for terrain in table.combat.terrains] == [5]


def test_upgrades_a_and_b_of_homing_beacon_widen_it_and_halve_its_price() -> None:
    table = beacon("homing-beacon:a", "homing-beacon:b", area="area 0,-1", REA=2)
    table.put("A", "7,0")

    table.move("A", "to-beacon A", "teleport 3,2", "stop")

    assert (table.at("A"), table["A"].spent) == ("3,2", 2)


def test_with_upgrade_c_a_beacon_and_another_terrain_effect_stay_side_by_side() -> None:
    table = Table(
        WIDE,
        A=pc(
            level=0,
            abilities=["homing-beacon", "blizzard"],
            upgrades=["homing-beacon:c"],
        ),
        b=npc("biffer"),
        D=pc(level=0),
    )
    table.act("A", "homing-beacon", "area 0,0")
    table.begin_turn("A")
    table.act("A", "blizzard", "plain", "area 4,1")
    table.begin_turn("A")
    table.act("A", "blizzard", "plain", "area 5,1")

    slots = [table["A"].sheet.abilities[one.slot].id for one in table.combat.terrains]
    assert slots == ["homing-beacon", "blizzard"]


# ---- Force Armor ---------------------------------------------------------------------------------


def armored(rows: str, stance: str, *upgrades: str, foe: str = "biffer", **points: int) -> Table:
    table = field(rows, stance, upgrades=upgrades, foe=foe, more=points)
    table.enter_stance("A", stance)
    return table


@rule("thrum/move.forced.push-away")
def test_force_armor_pushes_an_attacker_away_after_a_resilience_success() -> None:
    table = armored("A b . . .", "force-armor")

    table.act(
        "b", "biffer-thump A", "A: resilience", "A: force-armor", "push b e 1", dice="2 2 3 4"
    )

    assert (table.at("b"), table.stance_of("A"), table["A"].fatigue) == ("2,0", "force-armor", 0)


def test_force_armor_pushes_2_on_a_critical() -> None:
    table = armored("A b . . .", "force-armor")

    table.act("b", "biffer-thump A", "A: resilience", "A: force-armor", "push b e 2", dice=MISS)

    assert table.at("b") == "3,0"


def test_force_armor_may_be_declined_and_needs_resilience_and_success() -> None:
    table = armored("A b . . .", "force-armor")

    table.act("b", "biffer-thump A", "A: resilience", "A: pass", dice=MISS)
    table.begin_turn("b")
    table.act("b", "biffer-lob A", "A: evasion", dice="1 1 1 6 6")  # Boon and Dazed
    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="6 6 1 1 1")

    assert table.at("b") == "1,0"


def test_force_armor_is_not_asked_when_the_attacker_cannot_be_pushed() -> None:
    table = armored("A b c . .", "force-armor")

    table.act("b", "biffer-thump A", "A: resilience", dice=MISS)

    assert table.at("b") == "1,0"


def test_upgrade_a_of_force_armor_adds_half_rea_and_rea_on_a_critical() -> None:
    table = armored("A b . . . . . .", "force-armor", "force-armor:a", REA=3)
    more = armored("A b . . . . . .", "force-armor", "force-armor:a", REA=3)

    with pytest.raises(UnknownKeyError):
        table.act(
            "b", "biffer-thump A", "A: resilience", "A: force-armor", "push b e 3", dice="2 2 3 4"
        )
    more.act("b", "biffer-thump A", "A: resilience", "A: force-armor", "push b e 5", dice=MISS)

    assert more.at("b") == "6,0"


def test_upgrade_b_of_force_armor_adds_half_foc_until_it_has_been_used() -> None:
    table = armored("A b . . .", "force-armor", "force-armor:b", FOC=4)

    table.act("b", "biffer-thump A", "A: resilience", "A: pass", dice="2 2 2 2")
    assert table.totals() == (6, 6)
    table.begin_turn("b")
    table.act(
        "b", "biffer-thump A", "A: resilience", "A: force-armor", "push b e 1", dice="2 2 2 2 3"
    )
    assert table.totals() == (6, 6)  # Dazed: 2 + 2 + 2
    table.put("b", "1,0")
    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="2 2 2 2 3")
    assert table.totals() == (6, 4)
    table.end("A")
    table.act("b", "biffer-thump A", "A: resilience", "A: pass", dice="2 2 2 2 3")

    assert table.totals() == (6, 6)


# ---- Magnetic Armor ------------------------------------------------------------------------------


@rule("thrum/trigger.move-interrupted", "thrum/move.speed-change-mid-move")
def test_magnetic_armor_slows_a_leaving_enemy_which_does_not_make_the_step() -> None:
    table = armored("A b . . .", "magnetic-armor")

    table.move("b", "move 4,0", "A: magnetic-armor b", "b: move 3,0")

    assert (table.at("b"), table["b"].spent, table.n("b", "slowed")) == ("3,0", 2, 1)


def test_magnetic_armor_answers_the_first_try_of_a_turn_only_taken_or_not() -> None:
    table = armored("A b . . .", "magnetic-armor")

    table.move("b", "move 2,0", "A: pass", "b: move 1,0 2,0")

    assert (table.at("b"), table["b"].spent, table.n("b", "slowed")) == ("2,0", 3, 0)


def test_magnetic_armor_minds_no_enemy_outside_its_own_turn() -> None:
    table = armored("A b . . .", "magnetic-armor")
    table.begin_turn("A")

    agent = table.script(("move 2,0",), "")
    walking.move_by(table.combat, table["b"], terms.FIXED, 1)
    table.done(agent)

    assert table.at("b") == "2,0"


def test_magnetic_armor_keeps_an_ally_where_it_is_and_immobilizes_it() -> None:
    table = armored("A D . b .", "magnetic-armor", foe="hookwarden")

    table.act(
        "b", "hook-line D", "D: resilience", "b: push D e 1", "A: magnetic-armor D", dice=MISS
    )

    assert (table.at("D"), table.n("D", "immobilized")) == ("1,0", 1)
    table.end("b")
    assert table.n("D", "immobilized") == 0


def test_magnetic_armor_minds_allies_in_adjacent_squares_and_abilities_of_enemies_only() -> None:
    table = armored("A . D . b", "magnetic-armor", foe="hookwarden")
    ours = Table(
        """
        . . . . .
        A E . D b
        """,
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=npc("biffer"),
        D=pc(level=0, abilities=["bull-rush"]),
        E=pc(level=0),
    )
    ours.enter_stance("A", "magnetic-armor")

    table.act("b", "hook-line D", "D: resilience", "b: push D e 1", dice=MISS)
    ours.act("D", "bull-rush E", "move 2,1", "E: resilience", "D: push E n 1", dice=CRIT)

    assert (table.at("D"), ours.at("E")) == ("3,0", "1,0")


def test_magnetic_armor_keeps_an_ally_whom_an_enemy_makes_walk() -> None:
    table = Table(
        "A D . . b",
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=pc(level=0, abilities=["compulsion"]),
        D=pc(level=0),
    )
    table.enter_stance("A", "magnetic-armor")

    table.act(
        "b", "compulsion D", "plain", "D: resolve", "move 2,0", "A: magnetic-armor D", dice=MISS
    )

    assert (table.at("D"), table.n("D", "immobilized")) == ("1,0", 1)


def test_the_upgrades_of_magnetic_armor_add_half_fin_slowed_and_half_pow_fatigue() -> None:
    upgrades = ("magnetic-armor:a", "magnetic-armor:b")
    table = armored("A b . . .", "magnetic-armor", *upgrades, FIN=4, POW=3)
    ally = armored("A D . b .", "magnetic-armor", *upgrades, foe="hookwarden", FIN=4, POW=3)

    table.move("b", "move 2,0", "A: magnetic-armor b", "b: stop")
    ally.act("b", "hook-line D", "D: resilience", "b: push D e 1", "A: magnetic-armor D", dice=MISS)

    assert (table.n("b", "slowed"), table["b"].fatigue) == (3, 1)
    assert ally["b"].fatigue == 1


def test_long_reach_widens_magnetic_armor_for_enemies() -> None:
    table = Table(
        "A . b . .",
        A=pc(level=0, abilities=["magnetic-armor", "long-reach"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "magnetic-armor")

    table.move("b", "move 3,0", "A: magnetic-armor b", "b: stop")

    assert (table.at("b"), table.n("b", "slowed")) == ("2,0", 1)


# ---- Transmuter ----------------------------------------------------------------------------------


def test_transmuter_replaces_a_status_by_the_same_number_of_another_of_the_four() -> None:
    table = field("A b . .", "transmuter", "flaming-arrow", training={"infusion": 3, "archery": 3})
    agent = table.script(("A: transmuter blinded",), "")

    holding.gain_status(table.combat, 1, listed.BURNING, 2, table["A"].index)
    table.done(agent)

    assert numbers(table, "b") == (0, 0, 2, 0)


def test_transmuter_works_on_what_allies_give_and_may_be_declined() -> None:
    table = field("A b . D", "transmuter")
    agent = table.script(("A: transmuter shocked", "A: pass"), "")

    holding.gain_status(table.combat, 1, kinds.SLOWED, 1, table["D"].index)
    holding.gain_status(table.combat, 1, kinds.SLOWED, 1, table["D"].index)
    table.done(agent)

    assert numbers(table, "b") == (0, 1, 0, 1)


def test_transmuter_minds_neither_other_statuses_nor_the_far_nor_friends_nor_foes_gifts() -> None:
    table = field("A b c D", "transmuter")
    agent = table.script((), "")

    holding.gain_status(table.combat, 1, kinds.BLEED, 1, table["A"].index)
    holding.gain_status(table.combat, 2, kinds.SLOWED, 1, table["A"].index)
    holding.gain_status(table.combat, 3, kinds.SLOWED, 1, table["A"].index)
    holding.gain_status(table.combat, 1, kinds.SLOWED, 1, table["c"].index)
    table.done(agent)

    assert [table.n("b", "bleed"), table.n("c", "slowed"), table.n("b", "slowed")] == [1, 1, 1]


def test_the_upgrades_of_transmuter_reach_farther_and_deal_stress() -> None:
    upgrades = ("transmuter:a", "transmuter:b")
    table = field("A . b .", "transmuter", upgrades=upgrades, REA=2)
    agent = table.script(("A: transmuter slowed", "A: transmuter slowed"), "")

    holding.gain_status(table.combat, 1, listed.BURNING, 1, table["A"].index)
    assert table["b"].stress == 0
    holding.gain_status(table.combat, 1, listed.BURNING, 1, table["A"].index)
    table.done(agent)

    assert (numbers(table, "b"), table["b"].stress) == ((0, 2, 0, 0), 1)


def test_transmuter_turns_each_choice_of_infuse_weapon() -> None:
    table = field("A b . .", "transmuter", "infuse-weapon")

    table.act(
        "A", "infuse-weapon b", "b: resilience", "A: burning", "A: transmuter shocked", dice=MISS
    )

    assert numbers(table, "b") == (0, 0, 0, 1)


# ---- Resonance -----------------------------------------------------------------------------------


def test_resonance_gives_a_status_of_ones_own_with_a_successful_attack() -> None:
    table = field("A b . .", "resonance", "precision-slash")
    table.give("A", "shocked", 3)
    table.give("A", "slowed")

    table.act("A", "precision-slash b", "b: resilience", "A: resonance shocked", dice=HIT)

    assert (numbers(table, "b"), table.n("b", "bleed")) == ((0, 0, 0, 1), 1)


def test_resonance_is_silent_on_a_miss_and_without_one_of_the_four() -> None:
    table = field("A b . .", "resonance", "precision-slash")
    table.give("A", "bleed")

    table.act("A", "precision-slash b", "b: resilience", dice=HIT)
    table.give("A", "slowed")
    table.begin_turn("A")
    table.act("A", "precision-slash b", "b: resilience", dice=MISS)

    assert numbers(table, "b") == (0, 0, 0, 0)


def test_resonance_may_be_declined() -> None:
    table = field("A b . .", "resonance", "precision-slash")
    table.give("A", "slowed")

    table.act("A", "precision-slash b", "b: no defence", "A: pass")

    assert numbers(table, "b") == (0, 0, 0, 0)


def test_the_upgrades_of_resonance_give_half_fin_more_of_half_rea_more_kinds() -> None:
    upgrades = ("resonance:a", "resonance:b")
    table = field("A b . .", "resonance", "precision-slash", upgrades=upgrades, FIN=2, REA=2)
    few = field("A b . .", "resonance", "precision-slash", upgrades=upgrades, FIN=2, REA=2)
    for one in (table, few):
        one.give("A", "slowed")
        one.give("A", "shocked")
        one.give("A", "burning")

    table.act(
        "A",
        "precision-slash b",
        "b: no defence",
        "A: resonance shocked",
        "A: burning",
    )
    few.act("A", "precision-slash b", "b: no defence", "A: resonance slowed", "A: done")

    assert numbers(table, "b") == (2, 0, 0, 2)
    assert numbers(few, "b") == (0, 2, 0, 0)
