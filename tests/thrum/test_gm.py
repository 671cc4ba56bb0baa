"""What the game master decides: defaults, and what an encounter may say."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.choice import Absent
from affray.core.dice import SeededDice
from affray.core.setup import Objective
from affray.rulesets.thrum import gm
from affray.rulesets.thrum.state import ThrumCombat
from affray.rulesets.thrum.terms import OPTION_NAMES
from tests.rules import rule
from tests.thrum.arena import ready, refusal, refusals
from tests.thrum.table import Table, npc, pc, refused


def begun(**changes: Any) -> ThrumCombat:
    ruleset, setup = ready(**changes)
    combat = ruleset.begin(setup, SeededDice(1), [Absent()] * len(setup.seats))
    assert isinstance(combat, ThrumCombat)
    return combat


# ---- table options -------------------------------------------------------------------------------


@rule("thrum/gm.options", "thrum/basic.coup-de-grace", "thrum/end.surrender")
def test_the_options_of_the_table_have_their_defaults() -> None:
    assert dict(zip(OPTION_NAMES, begun().options, strict=True)) == {
        "finisher-on-success": 0,
        "coup-de-grace": 0,
        "concession": 0,
        "level-cover": 1,
        "incapacitated-panic": 1,
    }


@rule("thrum/gm.options")
def test_an_encounter_sets_the_options_of_its_table() -> None:
    options = begun(options={"coup-de-grace": True, "level-cover": False, "concession": 1}).options

    assert options == [0, 1, 1, 0, 1]


@rule("thrum/gm.options", "thrum/recovery.downtime-amount")
@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (
            {"coup-de-grase": True},
            "arena.toml: options.coup-de-grase: found no option of Thrum; "
            "did you mean coup-de-grace? "
            "[thrum/gm.options]",
        ),
        (
            {"coup_de_grace": True},
            "arena.toml: options.coup_de_grace: found no option of Thrum; "
            "did you mean coup-de-grace? "
            "[thrum/gm.options]",
        ),
        (
            {"concession": 2},
            "arena.toml: options.concession: found 2, expected true or false [thrum/gm.options]",
        ),
        (
            {"concession": "yes"},
            'arena.toml: options.concession: found "yes", expected true or false '
            "[thrum/gm.options]",
        ),
        (
            {"concession": [1]},
            "arena.toml: options.concession: found [1], expected true, false, a number or a text "
            "[thrum/gm.options]",
        ),
        (
            {"downtime-wounds": "maximum"},
            'arena.toml: options.downtime-wounds: found "maximum", expected a number of Wounds '
            "[thrum/recovery.downtime-amount]",
        ),
        (
            {"downtime-fatigue-tolerance": -1},
            "arena.toml: options.downtime-fatigue-tolerance: found -1, expected a number, or "
            '"maximum" [thrum/recovery.downtime-amount]',
        ),
    ],
)
def test_an_option_that_is_none_is_refused(options: dict[str, Any], fault: str) -> None:
    assert refusal(options=options) == fault


def test_the_amounts_of_downtime_are_options_too() -> None:
    _, setup = ready(options={"downtime-wounds": 2, "downtime-stress-tolerance": "maximum"})

    assert gm.amount(setup.options, gm.DOWNTIME_WOUNDS) == 2
    assert gm.amount(setup.options, gm.DOWNTIME_STRESS) == gm.MAXIMUM


@rule("thrum/basic.coup-de-grace", "thrum/gm.options")
def test_coup_de_grace_is_refused_unless_the_table_has_it() -> None:
    def table(options: dict[str, int]) -> Table:
        found = Table("A b c", A=pc(), b=npc("chaff"), c=npc("chaff"), options=options)
        found["b"].incapacitated = True
        found["b"].fatigue = 3
        return found

    with refused("gm.options"):
        table({}).act("A", "coup-de-grace b")
    allowed = table({"coup-de-grace": 1})
    allowed.act("A", "coup-de-grace b")

    assert not allowed["b"].present
    assert allowed["b"].wounds == 0


# ---- conditions that need a judge ----------------------------------------------------------------


def judged(**options: int) -> Table:
    return Table(
        ". . . .\nA . b .\n. . . .",
        A=pc(POW=2, training={"brawling": 3}),
        b=npc("biffer"),
        options=options or None,
        objectives=[Objective("gm", 0, True, text="The bridge is cut.")],
    )


@rule("thrum/end.condition-kinds", "thrum/end.special-conditions")
def test_the_gm_is_asked_at_every_check_and_may_say_not_yet() -> None:
    table = judged()

    table.act("A", "no action", "side: not yet")
    table.stance("A", "no stance", "side: not yet")

    assert table.combat.outcome == ""


@rule("thrum/end.condition-kinds", "thrum/end.special-conditions")
def test_the_gm_declares_a_condition_met() -> None:
    table = judged()

    table.act("A", "no action", "side: met")

    assert (table.combat.outcome, table.combat.winner) == ("end.special-conditions", 0)


@rule("thrum/end.condition-kinds")
def test_a_gm_who_says_nothing_has_not_declared_it() -> None:
    table = judged()
    objective = table.combat.objectives[0]
    table.combat.agents = [Absent()] * 3

    assert not gm.declared(table.combat, objective)


# ---- concession and flight -----------------------------------------------------------------------


@rule("thrum/end.surrender")
def test_nobody_concedes_or_flees_where_the_table_has_not_the_option() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer"))

    table.end("A")

    assert table.combat.outcome == ""


@rule("thrum/end.surrender")
def test_combat_ends_when_the_other_side_accepts_a_concession() -> None:
    table = Table(". . .\n. A b\n. . .", A=pc(), b=npc("biffer"), options={"concession": 1})

    table.end("A", "A: concede", "side: accept")

    assert (table.combat.outcome, table.combat.winner) == ("end.surrender", 1)


@rule("thrum/end.surrender")
def test_a_concession_that_is_refused_changes_nothing() -> None:
    table = Table("b . . .\n. . A .\n. . . .", A=pc(), b=npc("biffer"), options={"concession": 1})

    table.end("A", "A: concede", "side: refuse")

    assert table.combat.outcome == ""


@rule("thrum/end.surrender")
def test_an_allied_npc_does_not_speak_for_the_side_of_the_pcs() -> None:
    table = Table(
        ". . . . .\n. A e b .\n. . . . .",
        A=pc(),
        e=npc("envoy"),
        b=npc("biffer"),
        allies="e",
        options={"concession": 1},
    )
    table["e"].seats = 2

    table.end("e")

    assert table.combat.outcome == ""


@rule("thrum/end.surrender")
def test_one_who_is_let_go_from_the_edge_is_out_without_wounds() -> None:
    table = Table("A B . b", A=pc(), B=pc(), b=npc("biffer"), options={"concession": 1})

    table.end("A", "A: fight on", "A: leave")

    assert (table["A"].present, table["A"].wounds) == (False, 0)
    assert table.combat.outcome == ""
    assert table["A"].index not in table.combat.lineup.order


@rule("thrum/end.surrender", "thrum/end.all-npcs-down")
def test_when_the_last_foe_has_fled_the_fight_is_won() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"), options={"concession": 1})

    table.end("b", "b: fight on", "b: leave")

    assert (table.combat.outcome, table.combat.winner) == ("end.all-npcs-down", 0)


# ---- fate ----------------------------------------------------------------------------------------


def removed(*keys: str) -> Table:
    """The PC A has been removed by Wounds when its friend B wins the fight."""
    table = Table("A B . b", A=pc(), B=pc(), b=npc("biffer"))
    table["A"].wounds = 3
    table["A"].present = False
    table.combat.leave(table["A"])
    table.combat.lineup.order.remove(0)
    table["b"].incapacitated = True
    table["b"].fatigue = 3
    table.act("B", "no action", *keys)
    return table


@rule("thrum/incapacitated.fate")
def test_the_gm_says_what_becomes_of_one_removed_by_wounds() -> None:
    table = removed("A: coma")

    assert gm.FATES[table["A"].fate] == "coma"


@rule("thrum/incapacitated.fate")
def test_the_fate_of_the_removed_is_undecided_by_default() -> None:
    table = removed("A: undecided")
    asked = gm.Ruling(table.combat, 0, "incapacitated.fate", list(gm.FATES), "?")

    assert (table["A"].fate, asked.fallback()) == (gm.UNDECIDED, gm.UNDECIDED)


# ---- who speaks for whom, where everybody stands -------------------------------------------------


@rule("thrum/gm.runs-npcs")
def test_whoever_runs_the_foes_runs_allied_npcs_too() -> None:
    _, setup = ready(party=[{"id": "ansa-brock"}, {"id": "envoy", "at": [2, 0]}])

    assert [member.seats for member in setup.members] == [1, 2, 2]


@rule("thrum/gm.runs-npcs")
def test_an_allied_npc_may_be_handed_to_the_players() -> None:
    _, setup = ready(party=[{"id": "ansa-brock"}, {"id": "envoy", "at": [2, 0], "seat": "players"}])

    assert [member.seats for member in setup.members] == [1, 1, 2]


@rule("thrum/gm.map")
def test_ground_is_open_and_level_unless_the_map_says_otherwise() -> None:
    _, setup = ready(
        rows=["PP....FF", "PP..,,FF"],
        map={
            "rows": ["PP....FF", "PP..,,FF"],
            "elevation": [{"level": 2, "rects": [[3, 0, 3, 0]]}],
        },
    )

    assert [cell for cell, kind in enumerate(setup.grid.ground) if kind] == [12, 13]
    assert [cell for cell, level in enumerate(setup.grid.levels) if level] == [3]


@rule("thrum/setup.npc-placement")
def test_npcs_without_a_square_stand_in_their_sides_start_in_listing_order() -> None:
    combat = begun(foes=[{"id": "biffer", "count": 2}, {"id": "chaff", "at": [6, 0]}])

    places = {unit.name: combat.grid.name(unit.cell) for unit in combat.units if unit.present}

    assert places == {"biffer-1": "7,0", "biffer-2": "6,1", "chaff": "6,0"}


@rule("thrum/setup.starting-area")
def test_an_encounter_needs_a_free_square_of_the_starting_area_for_every_pc() -> None:
    party = [{"id": "ansa-brock"}, {"id": "mirel-osh"}, {"id": "envoy", "at": [0, 0]}]

    enough = ready(rows=["PP....FF", "P.....FF"], party=party)
    lines = refusals(rows=["PP....FF", "......FF"], party=party)

    assert enough
    assert lines == ["arena.toml: side[0].start: found 1 free cells, expected at least 2"]


@rule("thrum/setup.starting-area")
def test_the_starting_area_is_counted_by_the_rules_as_well() -> None:
    ruleset, setup = ready(party=[{"id": "ansa-brock"}, {"id": "mirel-osh"}])
    setup.sides[0].start = [0, 0]

    assert ruleset.faults(setup) == [
        "side[0].start: found 1 free squares in the Starting Area, expected 2 for the PCs "
        "[thrum/setup.starting-area]"
    ]


@rule("thrum/setup.starting-area", "thrum/setup.round-zero.placement")
def test_a_pc_with_a_square_of_its_own_starts_there_in_round_zero() -> None:
    ruleset, setup = ready(party=[{"id": "ansa-brock", "at": [3, 1]}])
    combat = ruleset.begin(setup, SeededDice(1), [Absent()] * 3)
    assert isinstance(combat, ThrumCombat)

    unit = combat.units[0]

    while not unit.arrived:
        assert unit.cell < 0
        combat.step()

    assert combat.grid.name(unit.cell) == "3,1"


@rule("thrum/setup.sides")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"foes": [{"id": "mirel-osh"}]},
            "side[1]: found PCs on party and foes (mirel-osh), expected all of them on one side "
            "[thrum/setup.sides]",
        ),
        (
            {"foes": [{"id": "biffer", "at": [6, 0], "arrives": 2}]},
            "side[1]: found nobody of foes when the fight begins, expected at least one "
            "[thrum/setup.sides]",
        ),
        (
            {"side": [{"id": "party", "seat": "players", "members": [{"id": "ansa-brock"}]}]},
            "side: found 1 sides, expected 2: the PCs' and their opponents' [thrum/setup.sides]",
        ),
    ],
)
def test_there_are_two_sides_and_all_pcs_share_one(changes: dict[str, Any], fault: str) -> None:
    assert refusal(**changes) == f"arena.toml: {fault}"


@rule("thrum/setup.reinforcements")
def test_a_late_arrival_needs_a_square() -> None:
    foes = [{"id": "biffer"}, {"id": "chaff", "arrives": 2}]

    assert refusal(foes=foes) == (
        "arena.toml: side: found no square for chaff, which arrives in round 2 "
        "[thrum/setup.reinforcements]"
    )


@rule("thrum/setup.no-surprise")
def test_an_encounter_with_a_surprise_is_refused() -> None:
    assert refusal(surprise={"by": "foes"}) == (
        "arena.toml: surprise: found a surprise, expected none: Thrum has no surprise round "
        "[thrum/setup.no-surprise]"
    )


# ---- conditions of encounters --------------------------------------------------------------------


@rule("thrum/end.condition-kinds", "thrum/end.special-conditions", "thrum/end.check-timing")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"win": [{"side": "party", "kind": "hold", "zone": "foes", "rounds": 2}]},
            "win[0].kind: found hold, which Thrum has no rule for, expected one of last-standing, "
            "rounds-survived, taken-out, reached, gm; gm: the GM declares it "
            "[thrum/end.condition-kinds]",
        ),
        (
            {
                "win": [
                    {"side": "party", "kind": "rounds-survived", "rounds": 3},
                    {"side": "foes", "kind": "reached", "zone": "players"},
                ]
            },
            "win[1].kind: found reached for others than the PCs, expected kind gm: only PCs reach "
            "squares [thrum/end.condition-kinds]",
        ),
        (
            {"defeat": [{"side": "party", "kind": "last-standing"}]},
            "defeat[0].kind: found last-standing as a defeat, expected it as a win "
            "[thrum/end.condition-kinds]",
        ),
        (
            {"last_standing": False},
            "last_standing: found false, expected true: the two standard ends stay in force "
            "[thrum/end.special-conditions]",
        ),
        (
            {"win": [{"side": "party", "kind": "gm", "text": "It is over.", "when": "round-end"}]},
            'win[0].when: found "round-end", expected no such key: Thrum looks after every step '
            "[thrum/end.check-timing]",
        ),
    ],
)
def test_conditions_that_thrum_does_not_know_are_refused(
    changes: dict[str, Any], fault: str
) -> None:
    assert refusal(**changes) == f"arena.toml: {fault}"


def test_the_conditions_that_thrum_knows_are_taken() -> None:
    _, setup = ready(
        win=[
            {"side": "party", "kind": "last-standing"},
            {"side": "party", "kind": "reached", "zone": "foes"},
            {"side": "party", "kind": "rounds-survived", "rounds": 3},
            {"side": "party", "kind": "gm", "text": "The bell rings."},
        ],
        defeat=[{"side": "party", "kind": "taken-out", "who": ["ansa-brock"]}],
    )

    assert [one.kind for one in setup.objectives] == [
        "last-standing",
        "reached",
        "rounds-survived",
        "gm",
        "taken-out",
    ]


# ---- members -------------------------------------------------------------------------------------


@rule("thrum/sheet.validation", "thrum/sheet.faction-trait", "thrum/sheet.equipment")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"party": [{"id": "ansa-brock", "with": {"wounds": 3}}]},
            "side[0].members[0].with.wounds: found 3, expected 0 to 2 (with the third one is "
            "removed) [thrum/sheet.validation]",
        ),
        (
            {"foes": [{"id": "biffer", "with": {"wounds": 1}}]},
            "side[1].members[0].with.wounds: found no number of a stat block; NPCs start fresh, "
            "expected one of speed, initiative, resilience, evasion, resolve, fatigue_tolerance, "
            "stress_tolerance, attack [thrum/setup.tolerances-carry-in]",
        ),
        (
            {"party": [{"id": "ansa-brock", "faction": "confed"}]},
            "side[0].members[0].faction: found faction, expected it for creatures only "
            "[thrum/sheet.faction-trait]",
        ),
        (
            {"party": [{"id": "ansa-brock", "tier": 1}]},
            "side[0].members[0].tier: found tier, expected it for creatures only",
        ),
        (
            {"foes": [{"id": "biffer", "level": 1}]},
            "side[1].members[0].level: found level, expected it for characters only",
        ),
        (
            {"party": [{"id": "ansa-brock", "holding": ["spear"]}]},
            "side[0].members[0].holding: found holding, expected no such key: weapons have no "
            "numbers [thrum/sheet.equipment]",
        ),
        (
            {"party": [{"id": "ansa-brock", "facing": "N"}]},
            "side[0].members[0].facing: found facing, expected no such key: Thrum has no facings",
        ),
        (
            {"party": [{"id": "ansa-brock", "npc": True}]},
            "side[0].members[0].npc: found true for a PC, expected it for creatures only",
        ),
        (
            {"party": [{"id": "ansa-brock", "level": 0}]},
            "side[0].members[0].level: at level 0: abilities: found 4 Ability Points spent, "
            "expected at most 3 at level 0 [thrum/sheet.ability-points]",
        ),
        (
            {"party": [{"id": "ansa-brock", "level": 13}]},
            "side[0].members[0].level: at level 13: level: found 13, expected a level from 0 to 12 "
            "[thrum/sheet.level-range]",
        ),
    ],
)
def test_a_member_is_refused_with_its_place_and_rule(changes: dict[str, Any], fault: str) -> None:
    assert refusal(**changes) == f"arena.toml: {fault}"


@rule("thrum/setup.tolerances-carry-in")
def test_a_pc_starts_with_what_the_encounter_says_it_carries() -> None:
    combat = begun(party=[{"id": "ansa-brock", "with": {"fatigue_tolerance": 2, "wounds": 1}}])
    unit = combat.units[0]

    assert (unit.fatigue_tolerance, unit.stress_tolerance, unit.wounds) == (2, 2, 1)


@rule("thrum/sheet.npc-block", "thrum/setup.tolerances-carry-in")
def test_the_gm_may_list_other_numbers_for_an_npc() -> None:
    combat = begun(foes=[{"id": "biffer", "with": {"fatigue_tolerance": 9, "attack": 7}}])
    unit = combat.units[1]
    thump = unit.sheet.ability("biffer-thump")

    assert thump is not None
    assert (unit.fatigue_tolerance, thump.modifier) == (9, 7)


def test_a_character_may_be_of_a_higher_level_than_its_sheet() -> None:
    combat = begun(party=[{"id": "ansa-brock", "level": 4}])

    assert (combat.units[0].sheet.level, combat.units[0].sheet.arts) == (4, {"brawling": 4})
