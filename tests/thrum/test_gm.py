"""What the game master decides: defaults, and what an encounter may say."""

from __future__ import annotations

from affray.core.choice import Absent
from affray.core.setup import Objective
from affray.rulesets.thrum import gm
from affray.rulesets.thrum.terms import OPTION_NAMES
from tests.rules import rule
from tests.thrum.arena import begun, ready
from tests.thrum.table import Table, npc, pc, refused

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
