"""Every encounter that comes with Affray loads, and says what its source says."""

import pytest

from affray.content import (
    Encounter,
    builtin_roster,
    encounter_data,
    encounter_from,
    grid_data,
    list_encounters,
    load_encounter,
    start_of,
)
from affray.content.members import encounter_members
from affray.core.grid import DIFFICULT, DROP, IMPASSABLE, LOW_COVER, PIT, WALL, WATER

KEYS = [listing.key for listing in list_encounters()]

# Columns and rows, then how many stand on each side.
EXPECTED = {
    "icon/bell-and-spark": (12, 10, [4, 7]),
    "icon/drowned-crown": (14, 10, [4, 8]),
    "icon/ferry-cliff-fight": (12, 10, [4, 8]),
    "icon/hold-the-gate": (12, 10, [4, 8]),
    "icon/sluice-gate": (12, 10, [4, 8]),
    "icon/tollgate-ambush": (12, 10, [4, 4]),
    "ingenuity/ash-chapel": (16, 10, [4, 4]),
    "ingenuity/cinder-ledge": (16, 8, [8, 4]),
    "ingenuity/drowned-ford": (15, 7, [4, 2, 3]),
    "ingenuity/hollow-way": (13, 9, [4, 4]),
    "ingenuity/toll-bridge": (18, 7, [4, 4]),
    "ingenuity/winch-house": (12, 9, [4, 3]),
    "quest/cairn-gate": (16, 10, [4, 6]),
    "quest/ford-of-reeds": (20, 10, [4, 6]),
    "quest/rival-companies": (18, 9, [4, 4]),
    "quest/sunken-shrine": (18, 10, [4, 8]),
    "quest/toll-bridge": (16, 8, [4, 6]),
    "sovereign/fire-in-the-yard": (24, 16, [4, 11]),
    "sovereign/pay-the-toll": (22, 12, [4, 5]),
    "sovereign/storm-the-gate": (22, 12, [4, 7]),
    "sovereign/the-bronze-watch": (18, 14, [4, 8]),
    "sovereign/the-quarry": (24, 16, [4, 4]),
    "sovereign/what-guards-below": (18, 14, [4, 7]),
    "thrum/broken-causeway": (16, 10, [4, 6]),
    "thrum/choir-in-the-mire": (14, 12, [4, 4]),
    "thrum/hold-the-gate": (15, 11, [3, 5]),
    "thrum/tide-stair": (15, 10, [4, 5]),
}


def keys_of(encounter: Encounter) -> list[str]:
    width = grid_data(encounter).width
    return [
        one.key for one in encounter_members(encounter, builtin_roster(encounter.ruleset), width)
    ]


def test_all_encounters_of_the_five_rulesets_are_there() -> None:
    assert sorted(EXPECTED) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_an_encounter_has_its_size_and_its_sides(key: str) -> None:
    encounter = load_encounter(key)

    data = grid_data(encounter)
    counts = [sum(member.count for member in side.members) for side in encounter.sides]

    assert (data.width, data.height, counts) == EXPECTED[key]
    assert f"{encounter.ruleset}/{encounter.id}" == key
    assert encounter.name
    assert encounter.text
    assert encounter.origin == "ours"


@pytest.mark.parametrize("key", KEYS)
def test_seats_are_players_then_foes_then_the_sides_own(key: str) -> None:
    encounter = load_encounter(key)

    seats = [side.seat for side in encounter.sides]

    assert seats == ["players", "foes", "robbers"][: len(seats)]


@pytest.mark.parametrize("key", KEYS)
def test_an_encounter_survives_being_written_as_data(key: str) -> None:
    encounter = load_encounter(key)

    again = encounter_from(encounter_data(encounter), key)

    assert again == encounter
    assert grid_data(again) == grid_data(encounter)


@pytest.mark.parametrize("key", KEYS)
def test_every_combatant_has_a_key_of_its_own(key: str) -> None:
    keys = keys_of(load_encounter(key))

    assert len(set(keys)) == len(keys)


def test_several_alike_are_numbered_and_a_single_one_is_not() -> None:
    assert keys_of(load_encounter("thrum/hold-the-gate")) == [
        "orrin-tal",
        "yssa-kell",
        "envoy",
        "gatebreaker",
        "biffer-1",
        "biffer-2",
        "chaff-1",
        "chaff-2",
    ]


def test_thrums_gate_is_won_by_time_and_lost_with_the_envoy() -> None:
    encounter = load_encounter("thrum/hold-the-gate")

    (win,) = encounter.wins
    (defeat,) = encounter.defeats

    assert (win.side, win.kind, win.rounds) == ("veterans", "rounds-survived", 8)
    assert (defeat.side, defeat.kind, defeat.who) == ("veterans", "taken-out", ["envoy"])
    factions = [member.faction for member in encounter.sides[1].members]
    assert factions == [None, "confed", "confed", None, None]
    assert [member.tier for member in encounter.sides[1].members] == [2, 1, 1, 0, 0]


def test_an_ally_that_is_a_creature_is_an_npc() -> None:
    encounter = load_encounter("thrum/hold-the-gate")
    combatants = encounter_members(encounter, builtin_roster("thrum"), 15)

    assert [one.npc for one in combatants[:3]] == [False, False, True]
    assert combatants[2].side == 0


def test_later_elevations_override_earlier_ones() -> None:
    data = grid_data(load_encounter("thrum/choir-in-the-mire"))

    assert data.levels[6 * 14 + 7] == 4
    assert data.levels[6 * 14 + 6] == 2
    assert data.levels[0] == 0


def test_icons_tollgate_has_walls_to_break_and_steps_to_climb() -> None:
    encounter = load_encounter("icon/tollgate-ambush")
    data = grid_data(encounter)

    assert data.hp == {2 * 12 + 5: 10, 3 * 12 + 5: 10, 6 * 12 + 5: 10, 7 * 12 + 5: 10}
    assert data.levels[2 * 12 + 9] == 2
    assert data.levels[2 * 12 + 5] == 1
    assert [data.ground[row * 12 + 3] for row in (3, 4, 5, 6)] == [0, WALL, WALL, 0]
    assert encounter.options == {"chapter": 1}


def test_a_start_keeps_the_order_of_its_cells() -> None:
    encounter = load_encounter("icon/tollgate-ambush")
    data = grid_data(encounter)

    cells = start_of(encounter.sides[0], data.zones, data.width)

    assert [divmod(cell, 12) for cell in cells] == [(3, 0), (4, 0), (4, 1), (5, 1), (5, 0), (6, 0)]


def test_icons_cliff_has_an_edge_and_an_exit() -> None:
    data = grid_data(load_encounter("icon/ferry-cliff-fight"))

    assert data.ground.count(DROP) == 24
    assert data.leaving() == (9 * 12 + 9, 9 * 12 + 10)


def test_icons_gate_has_a_goal_for_each_side() -> None:
    encounter = load_encounter("icon/hold-the-gate")

    players, foes = encounter.wins

    assert (players.side, players.kind, players.rounds) == ("lantern-road", "clear", 5)
    assert (foes.kind, foes.count, foes.when) == ("reached", 3, "round-end")
    assert len(grid_data(encounter).zones["gateway"]) == 30


def test_quests_hall_has_a_pit_thralls_and_a_hidden_stalker() -> None:
    encounter = load_encounter("quest/cairn-gate")
    data = grid_data(encounter)
    thralls = [member for member in encounter.sides[1].members if member.thralled]

    pits = [cell for cell in range(160) if data.ground[cell] == PIT]

    assert pits == [4 * 16 + 7, 4 * 16 + 8, 5 * 16 + 7, 5 * 16 + 8]
    assert {data.levels[cell] for cell in pits} == {-4}
    assert [member.summoned_by for member in thralls] == ["bone-caller", "bone-caller"]
    assert encounter.sides[1].members[-1].undetected
    assert encounter.round_limit == 30
    assert data.cover.count(1) == 4


def test_quests_ford_has_water_and_everybody_faces_the_other_bank() -> None:
    encounter = load_encounter("quest/ford-of-reeds")

    assert grid_data(encounter).ground.count(WATER) == 20
    assert [one.facing for side in encounter.sides for one in side.members] == ["E"] * 4 + ["W"] * 6


def test_sovereigns_slits_are_exact_to_half_a_foot() -> None:
    encounter = load_encounter("sovereign/pay-the-toll")
    data = grid_data(encounter)

    assert len(data.solids) == 11
    assert data.solids[5] == (79 * 128, 12 * 128, 576, 80 * 128, 13 * 128, 10 * 128)
    assert data.unit == 5
    assert data.ground.count(IMPASSABLE) == 3 * 5 + 3 * 5
    assert data.ground.count(DIFFICULT) == 20
    assert data.levels[5 * 22 + 17] == 5
    assert data.open_edges == ("east", "west")
    assert len(data.leaving()) == 2 * 12


def test_sovereigns_crypt_has_a_pit_of_twenty_feet() -> None:
    data = grid_data(load_encounter("sovereign/the-bronze-watch"))

    assert [data.levels[6 * 18 + column] for column in (9, 10, 11, 12, 15)] == [0, -20, -20, 0, 5]


def test_ingenuitys_objectives_differ_by_team() -> None:
    chapel = load_encounter("ingenuity/ash-chapel")
    ford = load_encounter("ingenuity/drowned-ford")
    ledge = load_encounter("ingenuity/cinder-ledge")
    bridge = load_encounter("ingenuity/toll-bridge")

    assert [one.kind for one in chapel.wins] == ["last-standing", "hold"]
    assert grid_data(chapel).zones["rite"] == tuple(
        [row * 16 + column for row in (3, 4, 5) for column in (6, 7, 8, 9)]
    )
    assert (ford.wins[0].kind, ford.wins[0].zone, ford.wins[0].count) == ("reached", "exit", 3)
    assert (ledge.wins[0].kind, ledge.wins[0].who) == ("taken-out", ["cinder-drake"])
    assert ledge.options == {}
    assert (bridge.wins[1].kind, bridge.wins[1].rounds) == ("rounds-survived", 8)


def test_ingenuitys_ambush_surprises_the_wayfarers() -> None:
    encounter = load_encounter("ingenuity/hollow-way")

    assert encounter.instigator == "goblins"
    assert encounter.surprise is not None
    assert (encounter.surprise.by, encounter.surprise.on) == ("goblins", ["wayfarers"])
    assert encounter.surprise.how == "given"
    assert grid_data(encounter).ground.count(LOW_COVER) == 8


def test_big_creatures_have_their_footprints() -> None:
    sizes = {
        ruleset: builtin_roster(ruleset).known(member)
        for ruleset, member in (
            ("icon", "mire-regent"),
            ("ingenuity", "cinder-drake"),
            ("quest", "cairn-brute"),
            ("sovereign", "quarry-giant"),
            ("thrum", "gatebreaker"),
        )
    }

    assert sizes == {"icon": 2, "ingenuity": 3, "quest": 2, "sovereign": 2, "thrum": 1}
    assert builtin_roster("ingenuity").known("boudica") == 1
    assert builtin_roster("thrum").known("nobody") == 0


def test_each_game_has_an_easy_an_even_and_a_hard_encounter_and_one_with_an_objective() -> None:
    found = list_encounters()

    for ruleset in {one.ruleset for one in found}:
        of_it = [one for one in found if one.ruleset == ruleset]
        assert {one.difficulty for one in of_it} == {"easy", "even", "hard"}
        assert any(one.objective for one in of_it)
    labels = {one.key: one.label for one in found}
    assert labels["quest/ford-of-reeds"] == "Easy, with an objective"
    assert labels["quest/rival-companies"] == "Even"
