"""Two sides, where they start, and the clean slate of a fight's beginning."""

from __future__ import annotations

import pytest

import affray
from affray.bots import BotRandom
from affray.content.library import encounter_from, load_encounter
from affray.content.problems import InvalidError
from affray.core.choice import Absent
from affray.core.dice import ScriptedDice
from affray.core.setup import Member, Objective, Setup
from affray.encounters.prepare import library_of, prepare
from affray.rulesets.icon import setup as setup_rules
from affray.rulesets.icon import turn
from affray.rulesets.icon.invariants import recount
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.setup import budget, cost
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import DECLARE
from affray.session.fight import Fight
from tests.icon.table import (
    Op,
    Sheet,
    Table,
    Trait,
    begun_told,
    content_library,
    sheet,
)
from tests.rules import rule


def creature(id: str, chapter: int = 1) -> Sheet:
    return content_library().maker.library.sheets[f"{id} {chapter}"]


Members = list[dict[str, object]]


def arranged(party: Members, foes: Members, **more: object) -> Setup:
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {
            "rows": ["......", ".#..~.", "......"],
            "legend": {"~": {"kind": "drop"}},
        },
        "side": [
            {"id": "party", "seat": "players", "members": party},
            {"id": "foes", "seat": "foes", "members": foes},
        ],
        **more,
    }
    return prepare(encounter_from(data, "test"))[1]


def begun(setup: Setup) -> IconCombat:
    ruleset = prepare(load_encounter("icon/tollgate-ambush"))[0]
    combat = ruleset.begin(setup, ScriptedDice([]), [Absent()] * len(setup.seats))
    assert isinstance(combat, IconCombat)
    return combat


HERO: dict[str, object] = {"id": "orrin-vale", "at": [0, 0]}
BRUTE: dict[str, object] = {"id": "toll-brute", "at": [5, 0]}


@rule("icon/setup.two-sides")
def test_there_are_exactly_two_sides() -> None:
    third = {"id": "third", "seat": "third", "members": [{"id": "glasswing", "at": [3, 0]}]}
    sides = [
        {"id": "party", "seat": "players", "members": [HERO]},
        {"id": "foes", "seat": "foes", "members": [BRUTE]},
    ]
    arranged([HERO], [BRUTE], side=sides)

    with pytest.raises(InvalidError, match=r"setup\.two-sides"):
        arranged([HERO], [BRUTE], side=[*sides, third])


@rule("icon/setup.two-sides")
def test_whoever_is_on_the_other_side_is_a_foe() -> None:
    combat = begun(
        arranged([HERO, {"id": "pell-ashby", "at": [1, 0]}], [BRUTE, {**BRUTE, "at": [4, 0]}])
    )
    a, b, c, d = combat.units

    assert not combat.hostile(a, b)
    assert not combat.hostile(c, d)
    assert combat.hostile(a, c)


@rule("icon/setup.deployment")
@pytest.mark.parametrize(
    ("at", "fault"),
    [([0, 0], "orrin-vale stands"), ([4, 1], "drop"), ([1, 1], "wall"), ([3, 0], "")],
)
def test_nobody_starts_on_another_on_an_edge_or_in_a_wall(at: list[int], fault: str) -> None:
    members: Members = [HERO, {"id": "pell-ashby", "at": at}]

    if fault:
        with pytest.raises(InvalidError, match=fault):
            arranged(members, [BRUTE])
    else:
        assert len(arranged(members, [BRUTE]).members) == 3


@rule("icon/setup.deployment")
def test_players_place_first_then_the_gm_on_free_spaces_of_their_side() -> None:
    party = {
        "id": "party",
        "seat": "players",
        "start": [[2, 2], [3, 2], [4, 1]],
        "members": [{"id": "orrin-vale"}, {"id": "pell-ashby"}],
    }
    foes = {
        "id": "foes",
        "seat": "foes",
        "start": [[5, 0], [5, 2], [3, 2]],
        "members": [{"id": "toll-brute"}],
    }
    setup = arranged([], [], side=[party, foes])
    ruleset = prepare(load_encounter("icon/tollgate-ambush"))[0]
    fight = Fight(ruleset, setup, 1, seats=dict.fromkeys(setup.seats, "human"))

    asked = []
    for key in ("space 3,2", "space 5,2"):
        asked.append((fight.choice.who, fight.choice.keys))
        fight.choose(key)

    assert asked == [
        ("orrin-vale", ["space 2,2", "space 3,2"]),  # 4,1 is an edge
        ("toll-brute", ["space 5,0", "space 5,2"]),  # 3,2 is taken; 2,2 alone was left to Pell
    ]
    assert [fight.combat.grid.name(unit.cell) for unit in fight.combat.units] == [
        "3,2",
        "2,2",
        "5,2",
    ]
    assert fight.choice.rule == "turn.slow-declare"
    assert [unit.turns for unit in fight.combat.units] == [1, 1, 1], "nobody has only arrived"


@rule("icon/setup.deployment")
def test_who_has_a_space_already_is_not_asked_be_it_the_very_first() -> None:
    party = {
        "id": "party",
        "seat": "players",
        "start": [[1, 0], [2, 0]],
        "members": [HERO, {"id": "pell-ashby"}],
    }
    foes = {"id": "foes", "seat": "foes", "members": [BRUTE]}
    setup = arranged([], [], side=[party, foes])
    ruleset = prepare(load_encounter("icon/tollgate-ambush"))[0]
    fight = Fight(ruleset, setup, 1, seats=dict.fromkeys(setup.seats, "human"))

    assert (fight.choice.who, fight.choice.keys) == ("pell-ashby", ["space 1,0", "space 2,0"])
    fight.choose("space 2,0")

    assert fight.combat.grid.name(fight.combat.units[0].cell) == "0,0"
    assert fight.choice.rule == "turn.slow-declare"


@rule("icon/setup.deployment")
def test_a_place_that_leaves_no_room_for_a_large_one_is_not_offered() -> None:
    """Of the four spaces that a Bell-Ox fills and one more, a small foe can take only that."""
    foes = {
        "id": "foes",
        "seat": "foes",
        "start": [[2, 0], [4, 0]],
        "members": [{"id": "toll-brute"}, {"id": "bell-ox"}],
    }
    party = {"id": "party", "seat": "players", "members": [HERO]}
    rows = ["......", "......", "......"]
    combat = begun(arranged([], [], side=[party, foes], map={"rows": rows}))
    brute, ox = combat.units[1:]

    assert setup_rules.places(combat, brute) == [2, 4]
    combat.stand(brute, 2)
    assert setup_rules.places(combat, ox) == [4]


@rule("icon/setup.deployment", "icon/turn.slow-declare")
def test_positions_are_chosen_before_slow_turns_are_declared() -> None:
    combat = begun(arranged([HERO], [BRUTE]))

    assert combat.phase == DECLARE
    assert [combat.grid.name(unit.cell) for unit in combat.units] == ["0,0", "5,0"]


@rule("icon/setup.start-state", "icon/interrupt.uses", "icon/action.combo", "icon/action.recharge")
def test_everybody_starts_with_a_clean_slate() -> None:
    combat = begun(arranged([HERO], [{"id": "gutter-marten", "at": [5, 0]}]))
    hero = combat.units[0]

    assert isinstance(hero, IconCombatant)
    assert (hero.hp, hero.vigor, hero.resolve, hero.combo) == (28, 0, 0, 0)
    assert (hero.effects, hero.used, hero.stance()) == ([], (0,) * len(hero.used), "")


@rule("icon/setup.start-state", "icon/effect.stealth")
def test_a_trait_may_say_otherwise_of_the_start() -> None:
    """Gutter start: stealth. Toughness: vigor 1. A wound lowers the hit points."""
    combat = begun(
        arranged(
            [{**HERO, "with": {"wounds": 1}}],
            [{"id": "gutter-marten", "at": [5, 0]}, {"id": "toll-brute", "at": [5, 2]}],
        )
    )

    hero, marten, brute = combat.units
    assert (hero.hp, hero.wounds) == (21, 1)
    assert [held.effect.id for held in marten.effects] == ["stealth"]
    assert brute.vigor == brute.sheet.health


@rule("icon/setup.start-state")
def test_current_hit_points_are_those_of_the_sheet() -> None:
    combat = begun(arranged([{**HERO, "with": {"hp": 9}}], [BRUTE]))

    assert combat.units[0].hp == 9


@rule("icon/sheet.chapter-from-level")
def test_the_chapter_of_an_encounter_is_1_2_or_3() -> None:
    foe = arranged([HERO], [BRUTE], options={"chapter": 3}).members[1].sheet
    assert getattr(foe, "health", 0) == 7

    with pytest.raises(InvalidError, match="chapter"):
        arranged([HERO], [BRUTE], options={"chapter": 4})


def test_a_session_begins_with_the_placing_of_the_first_player() -> None:
    fight = affray.start("icon", "tollgate-ambush", seed=1)

    assert fight.choice is not None
    assert (fight.choice.rule, fight.choice.who) == ("setup.deployment", "orrin-vale")


@rule("icon/setup.deployment")
@pytest.mark.parametrize(("rows", "legal"), [(3, True), (2, False)])
def test_a_start_has_room_for_everybody_on_it(rows: int, *, legal: bool) -> None:
    """Of two that fill 2 by 2 spaces one stands two rows below the other."""
    drawn = ["....ff" if row < rows else "......" for row in range(4)]
    field = {"rows": drawn, "legend": {"f": {"zone": "foes"}}}
    foes: Members = [{"id": "mire-regent", "count": 2}]
    if legal:
        assert len(arranged([HERO], foes, map=field).members) == 3
    else:
        with pytest.raises(InvalidError, match="expected room for every member"):
            arranged([HERO], foes, map=field)


@rule("icon/terrain.height")
@pytest.mark.parametrize(("height", "legal"), [(3, True), (4, False)])
def test_terrain_is_at_most_three_high(height: int, *, legal: bool) -> None:
    rows = ["......", f"...{height}..", "......"]
    if legal:
        assert max(arranged([HERO], [BRUTE], map={"rows": rows}).grid.levels) == 3
    else:
        with pytest.raises(InvalidError, match=r"terrain\.height"):
            arranged([HERO], [BRUTE], map={"rows": rows})


@rule("icon/setup.deployment")
@pytest.mark.parametrize(("cell", "refused"), [(0, False), (1, True), (2, True), (3, False)])
def test_the_rules_themselves_refuse_a_start_in_a_wall_or_on_an_edge(
    cell: int, *, refused: bool
) -> None:
    table = Table("A # ~ . b", A=sheet(), b=sheet(pc=False))
    setup = Setup(table.combat.grid, ["players", "foes", "gm"])
    member = Member("A", "A", 0, sheet())
    member.cell = cell
    setup.members = [member]

    faults = " ".join(Icon(content_library().maker.library).faults(setup))

    assert ("setup.deployment" in faults) == refused


@rule("icon/end.flee", "icon/end.alternate-conditions", "icon/setup.start-state")
def test_the_exits_and_objectives_of_a_setup_are_those_of_the_fight() -> None:
    setup = arranged([HERO], [BRUTE])
    setup.leaving = [0]
    setup.last_standing = False
    setup.round_limit = 7
    setup.objectives = [Objective("reached", 0, True, None, [0], 1)]

    combat = begun(setup)

    assert (combat.leaving, combat.objectives) == ([0], setup.objectives)
    assert (combat.last_standing, combat.round_limit) == (False, 7)
    assert combat.kept == [0]
    assert [unit.seats for unit in combat.units] == [one.seats for one in setup.members]
    assert len({one.seats for one in setup.members}) == 2


@rule("icon/surrender.when")
@pytest.mark.parametrize(("word", "legal"), [("always", True), ("never", False)])
def test_surrender_is_offered_as_the_rules_know_it(word: str, *, legal: bool) -> None:
    if legal:
        arranged([HERO], [BRUTE], options={"surrender": word})
    else:
        with pytest.raises(InvalidError, match=r"surrender\.when"):
            arranged([HERO], [BRUTE], options={"surrender": word})


@rule("icon/vigor.stacks-to-maximum", "icon/resource.resolve-gain")
@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("hp", 28, ""),
        ("hp", 29, "hit points"),
        ("vigor", 28, ""),
        ("vigor", 29, "vigor"),
        ("resolve", 6, ""),
        ("resolve", 7, "spent"),
        ("actions", -1, "spent"),
        ("cell", 1, "hold"),
    ],
)
def test_a_state_out_of_bounds_is_found(field: str, value: int, fault: str) -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))
    setattr(table["A"], field, value)

    found = recount(table.combat)

    assert fault in found
    assert (found == "") == (fault == "")


@rule("icon/setup.start-state", "icon/sheet.traits-always-on")
@pytest.mark.parametrize(("resolve", "left"), [(2, 2), (7, 6)])
def test_traits_act_at_the_start_of_combat(resolve: int, left: int) -> None:
    """A stance, Resolve up to its maximum, and what waits for the next attack."""
    trait = Trait("ready")
    stance = Op("stance")
    stance.id = "hearth-ring"
    more = Op("resolve")
    more.n = resolve
    waits = Op("modify-next")
    waits.on = "attack"
    trait.at_start = [stance, more, waits]
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table["A"].sheet.traits.append(trait)

    setup_rules.start(table.combat, table["A"])

    assert table["A"].stance() == "stance-hearth-ring"
    assert (table["A"].resolve, table["A"].pending) == (left, [waits.text()])


@rule("icon/turn.reinforcements", "icon/setup.deployment")
def test_who_arrives_later_is_not_placed_before_the_first_round() -> None:
    party = {
        "id": "party",
        "seat": "players",
        "start": [[1, 0], [2, 0]],
        "members": [{"id": "orrin-vale", "arrives": 2}, {"id": "pell-ashby"}],
    }
    foes = {"id": "foes", "seat": "foes", "members": [BRUTE]}
    combat = begun(arranged([], [], side=[party, foes]))
    while combat.phase != DECLARE:
        setup_rules.place_next(combat)

    assert [unit.cell >= 0 for unit in combat.units] == [False, True, True]


@rule("icon/setup.start-state")
def test_a_copy_of_a_sheet_has_all_of_its_values() -> None:
    one = sheet(health=9, defense=3, armor=2, speed=7, bonus=4, fray=5, die=10, size=2)
    one.chapter, one.level, one.flat, one.type, one.wounds, one.elixirs = 3, 11, 4, "magical", 2, 3
    one.mob = one.elite = one.legend = one.monster = True
    one.permanent = ["evasion"]
    one.traits = [Trait("own")]

    twin = one.twin()

    numbers = ["health", "hp", "defense", "armor", "speed", "attack_bonus", "fray", "die", "flat"]
    others = ["size", "chapter", "level", "type", "wounds", "elixirs"]
    for name in [*numbers, *others, "mob", "elite", "legend", "monster"]:
        assert getattr(twin, name) == getattr(one, name), name
    for name in ("abilities", "traits", "permanent"):
        assert getattr(twin, name) == getattr(one, name)
        assert getattr(twin, name) is not getattr(one, name)


@rule("icon/setup.deployment")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize(("held", "room"), [(0, False), (7, True)])
def test_everybody_of_every_size_needs_room(size: int, held: int, *, room: bool) -> None:
    """A place for it whose first space is held, or the one beside the map's corner."""
    rows = "\n".join(["A . . . . . . b"] + [". . . . . . . ."] * 3)
    table = Table(rows, A=sheet(pc=False, size=size), b=sheet())
    table["A"].places = [0]

    assert setup_rules.Room(table.combat, [table["A"]]).left(table["b"], held) == room


def found_room(combat: IconCombat, waiting: list[IconCombatant], held: list[int]) -> bool:
    """The rule as one would play it: each takes the first of its places that is still free."""
    for size in (4, 3, 2, 1):
        for unit in [one for one in waiting if one.size == size]:
            for place in unit.places:
                cells = combat.grid.footprint(place, size)
                if setup_rules.stands(combat, unit, place) and not set(cells) & set(held):
                    held = held + cells
                    break
            else:
                return False
    return True


@rule("icon/setup.deployment")
@pytest.mark.parametrize("number", range(12))
def test_places_leave_as_much_room_as_placing_all_the_others_shows(number: int) -> None:
    whim = BotRandom(number)
    foe = sheet(pc=False)
    rows = "\n".join([" ".join(["."] * 6), " ".join([".#"[whim.below(9) // 8] for _ in range(6)])])
    table = Table(f"A B C d e f\n{rows}", **dict.fromkeys("ABC", sheet()), d=foe, e=foe, f=foe)
    start = [cell for cell in range(18) if whim.below(3)]
    for name in "ABCdef":
        table.combat.leave(table[name])
        table[name].size = 1 + whim.below(2) if name in "def" else 1
        table[name].places = start if whim.below(4) else [whim.below(18)]
    for name in "ABCdef":
        one = table[name]
        others = [other for other in table.combat.units if other is not one]
        room = setup_rules.Room(table.combat, setup_rules.by_size(others))

        for cell in range(18):
            cells = table.combat.grid.footprint(cell, one.size)
            assert room.left(one, cell) == found_room(table.combat, others, cells)


@rule("icon/setup.deployment", "icon/turn.reinforcements")
def test_those_without_a_space_who_do_not_arrive_later_are_still_to_be_placed() -> None:
    table = Table("A B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    for name in "AB":
        table.combat.leave(table[name])
    table["B"].arrives = 2
    table["c"].arrives = 0

    assert setup_rules.unplaced(table.combat) == [table["A"]]


@rule("icon/turn.reinforcements")
@pytest.mark.parametrize(
    ("round_", "arrives", "fresh"), [(1, 1, True), (2, 2, True), (2, 1, False), (1, 0, False)]
)
def test_one_is_fresh_in_the_round_in_which_it_arrives(
    round_: int, arrives: int, *, fresh: bool
) -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.combat.round = round_
    table["b"].arrives = arrives

    assert turn.fresh(table.combat, table["b"]) == fresh


@rule("icon/foe.legend")
@pytest.mark.parametrize(("heroes", "hp"), [("", 28), ("A", 28), ("AB", 56)])
def test_a_legend_has_its_hit_points_for_each_player_character_but_once_at_least(
    heroes: str, hp: int
) -> None:
    legend = sheet(pc=False)
    legend.legend = True
    heads = {name: sheet(pc=name in heroes) for name in "AB"}

    table = Table("A B . c", **heads, c=legend)

    assert (table["c"].max_hp(), table["c"].hp) == (hp, hp)


@rule("icon/defeat.at-zero", "icon/defeat.foe")
def test_who_is_out_of_the_fight_counts_as_down() -> None:
    table = Table("A B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.fell("A")

    icon = Icon(content_library().maker.library)

    assert [icon.down(table.combat, who) for who in range(3)] == [True, False, False]


@rule("icon/turn.reinforcements")
def test_one_may_arrive_in_the_very_first_space() -> None:
    late = {"id": "glasswing", "at": [0, 0], "arrives": 1}
    combat = begun(arranged([{"id": "orrin-vale", "at": [2, 0]}], [BRUTE, late]))

    turn.start_round(combat)

    assert combat.grid.name(combat.units[2].cell) == "0,0"


@rule("icon/setup.encounter-budget")
@pytest.mark.parametrize(
    ("id", "fifths"),
    [("toll-brute", 5), ("bell-ox", 10), ("ragged-scrapper", 1), ("mire-regent", 15)],
)
def test_a_foe_costs_1_an_elite_2_five_mobs_1_a_legend_as_many_as_there_are_players(
    id: str, fifths: int
) -> None:
    """In fifths of a point, against three player characters."""
    assert cost(creature(id), 3) == fifths


@rule("icon/setup.encounter-budget")
@pytest.mark.parametrize(
    ("id", "spent", "difficulty"),
    [
        ("tollgate-ambush", 20, "easy"),
        ("bell-and-spark", 40, "easy"),
        ("sluice-gate", 45, "even"),
        ("drowned-crown", 55, "hard"),
    ],
)
def test_a_standard_fight_of_four_takes_four_points_and_is_easy_a_hard_one_takes_more(
    id: str, spent: int, difficulty: str
) -> None:
    """In fifths of a point: as many points as there are player characters are a standard fight.

    Twice as many are still easy for players that think, one more is even: what an encounter says of
    itself is what they make of it.
    """
    encounter = load_encounter(f"icon/{id}")
    members = prepare(encounter)[1].members
    sheets = [one.sheet for one in members if isinstance(one.sheet, Sheet)]
    foes = [one for one in sheets if not one.pc]

    assert budget(foes, len(sheets) - len(foes)) == (spent, 20)
    assert encounter.difficulty == difficulty


@pytest.mark.parametrize("text", ["object-x opens object-x", "object-altar sinks object-altar"])
def test_what_objects_do_must_be_readable(text: str) -> None:
    field = {"rows": ["........"], "zone": [{"name": "object-altar", "rects": [[1, 0, 1, 0]]}]}

    with pytest.raises(InvalidError, match=r"options\.objects"):
        begun_told(map=field, options={"objects": text})


@rule("icon/setup.encounter-budget")
def test_foes_cost_points_and_a_standard_fight_spends_as_many_as_there_are_players() -> None:
    known = library_of("icon", ())
    sheets = content_library().maker.library.sheets
    mobs = [sheets["ragged-scrapper 1"]] * 5
    ox = sheets["bell-ox 1"]
    regent = sheets["mire-regent 1"]

    assert budget([sheets["toll-brute 1"]], 4) == (5, 20)
    assert budget(mobs, 4) == (5, 20)
    assert budget([ox, *mobs], 4) == (15, 20)
    assert budget([regent], 4) == (20, 20)
    assert budget([regent], 3) == (15, 15)
    assert "2.2 points" in known.notes(["bell-ox", "ragged-scrapper"])[0]
    assert known.notes(["orrin-vale"]) == []
