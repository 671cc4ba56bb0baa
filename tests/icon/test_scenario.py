"""What scenarios bring: objects, arrivals, elixirs, what is left to the GM, budgets."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from
from affray.content.problems import InvalidError
from affray.core.choice import Agent, Choice
from affray.core.dice import ScriptedDice
from affray.encounters.prepare import library_of, prepare
from affray.rulesets.icon import death, end, gm, resource, turn
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.damage import dealing, taking
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.geometry.maps import Maps
from affray.rulesets.icon.ruleset import Playing
from affray.rulesets.icon.setup import budget
from affray.rulesets.icon.state import Thing, with_at
from affray.rulesets.icon.terms import DEAD, DEFEATED, NORMAL
from tests.icon.table import Table, Trait, ability, content_library, sheet, strike
from tests.rules import rule


class Told(Agent):
    """Answers with the keys it was given, else by default; keeps what it was asked."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys)
        self.asked: list[str] = []

    def decide(self, choice: Choice) -> int:
        self.asked.append(choice.rule)
        known = [choice.key(answer) for answer in choice.answers()]
        if self.keys and self.keys[0] in known:
            return choice.read(self.keys.pop(0))
        return choice.fallback()


def begun(*keys: str, **more: object) -> tuple[Playing, Told]:
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["........", "........", "........"]},
        "side": [
            {"id": "party", "seat": "players", "members": [{"id": "orrin-vale", "at": [0, 0]}]},
            {"id": "foes", "seat": "foes", "members": [{"id": "toll-brute", "at": [7, 0]}]},
        ],
        **more,
    }
    ruleset, setup = prepare(encounter_from(data, "test"))
    agent = Told(*keys)
    combat = ruleset.begin(setup, ScriptedDice([]), [agent] * len(setup.seats))
    assert isinstance(combat, Playing)
    return combat, agent


def sides(*foes: dict[str, object]) -> list[dict[str, object]]:
    hero: dict[str, object] = {"id": "orrin-vale", "at": [0, 0]}
    party: dict[str, object] = {"id": "party", "seat": "players", "members": [hero]}
    return [party, {"id": "foes", "seat": "foes", "members": list(foes)}]


# ---- objects -----------------------------------------------------------------------------------


def hall(at: int = 1) -> Table:
    """A lever at 2,0 and a gate at 4,0, which it opens when it is worked twice."""
    table = Table("A . . . . . b", A=sheet(), b=sheet(pc=False))
    lever = Thing("object-lever", [2])
    lever.times = 2
    lever.opens = "object-gate"
    table.combat.things = [lever, Thing("object-gate", [4])]
    table.combat.worked = [0, 0]
    table.combat.move(table["A"], at)
    return table


@rule("icon/action.interact")
def test_an_object_next_to_one_is_worked_for_an_action() -> None:
    table = hall()

    table.act("A", "interact object-lever")

    assert (table.combat.worked, table["A"].actions) == ([1, 0], 1)
    assert table.combat.open_things == [], "it has to be worked twice"


@rule("icon/action.interact")
@pytest.mark.parametrize(("at", "fault"), [(0, "action.interact"), (1, ""), (3, "")])
def test_an_object_must_be_adjacent(at: int, fault: str) -> None:
    assert hall(at).refusal("A", "interact object-lever") == fault


@rule("icon/action.interact", "icon/action.no-repeat")
def test_interact_is_no_action_to_be_repeated_in_a_turn() -> None:
    table = hall(3)
    table.act("A", "interact object-lever")

    assert table.refusal("A", "interact object-gate") == "action.no-repeat"


@rule("icon/move.obstruction", "icon/action.interact")
def test_an_object_is_in_the_way_until_it_is_opened() -> None:
    table = hall(3)
    assert table.moves("A", 3) == []

    table.combat.worked = [1, 0]
    table.act("A", "interact object-lever")

    assert table.combat.open_things == [1]
    assert "4,0" in table.moves("A", 3)


@rule("icon/move.collide", "icon/move.obstruction")
def test_who_is_shoved_against_an_object_collides() -> None:
    """Gate Kick's collision stuns."""
    one = sheet(pc=False, abilities=[ability("gate-kick")])
    table = Table("a B . .", a=one, B=sheet())
    table.combat.things = [Thing("object", [3])]
    table.combat.worked = [0]

    table.act("a", "gate-kick B", dice="d20 1 d20 10")

    assert table.at("B") == "2,0"
    assert table["B"].status("stunned")


@rule("icon/action.interact", "icon/end.alternate-conditions")
def test_working_an_object_may_win_the_fight() -> None:
    combat, _ = begun(
        map={
            "rows": ["........", "........", "........"],
            "zone": [{"name": "object-altar", "rects": [[1, 1, 1, 1]]}],
        },
        options={"objects": "object-altar 2 wins party"},
    )
    assert (combat.things[0].times, combat.things[0].wins) == (2, 0)

    combat.worked = [1]
    end.check(combat)
    assert combat.outcome == ""
    combat.worked = [2]
    end.check(combat)

    assert (combat.outcome, combat.winner) == ("end.alternate-conditions", 0)


@pytest.mark.parametrize("text", ["object-x opens object-x", "object-altar sinks object-altar"])
def test_what_objects_do_must_be_readable(text: str) -> None:
    field = {"rows": ["........"], "zone": [{"name": "object-altar", "rects": [[1, 0, 1, 0]]}]}

    with pytest.raises(InvalidError, match=r"options\.objects"):
        begun(map=field, options={"objects": text})


# ---- arrivals ----------------------------------------------------------------------------------


@rule("icon/turn.reinforcements")
def test_who_arrives_in_a_round_acts_from_the_next() -> None:
    combat, _ = begun(
        side=sides(
            {"id": "toll-brute", "at": [7, 0]},
            {"id": "glasswing", "at": [7, 2], "arrives": 2},
        )
    )
    late = combat.units[2]
    seen: list[tuple[int, int]] = []
    while combat.round < 4:
        before = combat.active
        combat.step()
        if combat.active >= 0 and combat.active != before:
            seen.append((combat.round, combat.active))
        if combat.round == 1:
            assert late.cell < 0

    assert late.cell == 23
    assert (2, 2) not in seen
    assert (3, 2) in seen


@rule("icon/turn.reinforcements", "icon/end.side-out")
def test_a_side_that_awaits_somebody_is_not_out() -> None:
    combat, _ = begun(
        side=sides(
            {"id": "toll-brute", "at": [7, 0]},
            {"id": "glasswing", "at": [7, 2], "arrives": 2},
        )
    )
    death.defeat(combat, combat.units[1])

    end.check(combat)

    assert combat.outcome == ""


@rule("icon/turn.reinforcements")
def test_who_finds_its_place_taken_arrives_next_to_it() -> None:
    combat, agent = begun(
        "space 6,2",
        side=sides(
            {"id": "toll-brute", "at": [7, 0]},
            {"id": "glasswing", "at": [7, 2], "arrives": 1},
        ),
    )
    combat.move(combat.units[1], 23)

    turn.start_round(combat)

    assert combat.grid.name(combat.units[2].cell) == "6,2"
    assert "setup.deployment" in agent.asked


# ---- elixirs and healing -----------------------------------------------------------------------


@rule("icon/resource.elixir")
@pytest.mark.parametrize(
    ("state", "hp", "left"),
    [
        ({"wounds": 1, "hp": 9, "drink": 1}, 20, 1),
        ({"wounds": 1, "hp": 9, "drink": 2}, 21, 0),
        ({"wounds": 1, "hp": 9, "drink": 3}, 21, 0),
        ({"wounds": 1, "hp": 9, "elixirs": 0, "drink": 1}, 9, 0),
        ({"wounds": 0, "hp": 27, "drink": 1}, 28, 1),
        ({"wounds": 0, "drink": 1}, 28, 2),
    ],
)
def test_an_elixir_heals_half_of_the_maximum(state: dict[str, int], hp: int, left: int) -> None:
    """Max 21 HP (Health 7, one wound), at 9 HP: +11, 20 HP."""
    party = {"id": "orrin-vale", "at": [0, 0], "with": state}
    foes = {"id": "foes", "seat": "foes", "members": [{"id": "toll-brute", "at": [7, 0]}]}
    combat, _ = begun(side=[{"id": "party", "seat": "players", "members": [party]}, foes])

    assert (combat.units[0].hp, combat.units[0].elixirs) == (hp, left)


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

    assert resource.heal(one, 2) == 11
    assert (one.hp, one.vigor) == (21, 5)
    one.hp = 3
    assert resource.heal(one, 1) == 7
    assert resource.heal(one, 1, 2) == 2, "another number in the text"


# ---- the GM ------------------------------------------------------------------------------------


@rule("icon/defeat.foe-fate")
def test_the_gm_decides_what_became_of_the_beaten() -> None:
    """By default monsters are dead and others alive."""
    foes: list[dict[str, object]] = [
        {"id": "toll-brute", "at": [7, 0]},
        {"id": "glasswing", "at": [7, 2]},
    ]
    combat, agent = begun(side=sides(*foes))
    for unit in combat.units[1:]:
        death.defeat(combat, unit)
    end.check(combat)

    assert agent.asked == ["defeat.foe-fate", "defeat.foe-fate"]
    assert [unit.fate for unit in combat.units[1:]] == [DEFEATED, DEAD]
    other, _ = begun("toll-brute is dead", "glasswing is alive", side=sides(*foes))
    for unit in other.units[1:]:
        death.defeat(other, unit)
    gm.decide_fates(other)
    assert [unit.fate for unit in other.units[1:]] == [DEAD, DEFEATED]


@rule("icon/end.total-defeat")
@pytest.mark.parametrize(("key", "hp"), [("", 1), ("the party is killed", 0)])
def test_the_gm_decides_what_the_foes_do_with_a_beaten_party(key: str, hp: int) -> None:
    combat, agent = begun(key)
    death.defeat(combat, combat.units[0])

    end.check(combat)

    assert combat.outcome == "end.total-defeat"
    assert agent.asked == ["end.total-defeat"]
    assert (combat.units[0].hp, combat.units[0].fate == DEAD) == (hp, hp == 0)


@rule("icon/surrender.when")
@pytest.mark.parametrize(("option", "asked"), [("always", True), ("when-felled", False)])
def test_surrender_may_be_offered_before_every_damage(option: str, *, asked: bool) -> None:
    combat, agent = begun(options={"surrender": option})
    combat.phase = NORMAL
    blow = taking.Damage(1, 0, 5)

    dealing.deal(combat, Use(1, 0, strike()), blow)

    assert ("surrender.when" in agent.asked) == asked


# ---- numbers -----------------------------------------------------------------------------------


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


@rule("icon/damage.armor-highest")
def test_the_highest_armor_counts_and_what_adds_is_added() -> None:
    one = sheet(armor=1)
    plate, hide, charm = Trait("plate"), Trait("hide"), Trait("charm")
    plate.armor = 3
    hide.armor = 2
    charm.armor_plus = 1
    one.traits = [hide, plate, charm]
    table = Table("A b", A=one, b=sheet(pc=False))

    table.hurt("A", 10, "b")

    assert table["A"].hp == 28 - (10 - 4)


@rule("icon/geometry.grid", "icon/terrain.ground")
def test_spaces_are_columns_and_rows_from_zero_and_ground_costs_nothing_more() -> None:
    table = Table("A . .\n. . b", A=sheet(), b=sheet(pc=False))

    assert [
        table.combat.grid.name(one) for one in distance.footprint(table.combat, table["b"])
    ] == ["2,1"]
    assert table.cost("A", "1,0") == 1
    assert table.combat.floor == (0,) * 6


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


@rule("icon/golden.specific-beats-general")
def test_what_forbids_beats_what_allows() -> None:
    """Range 5 and 2 more by a talent, but blinded: 2."""
    table = Table("A . . b", A=sheet(abilities=[ability("cold-snap", 1)]), b=sheet(pc=False))
    assert table.refusal("A", "cold-snap b") == ""

    table.give("A", "blinded")

    assert table.refusal("A", "cold-snap b") == "attack.target-hostile"


@rule("icon/golden.specific-beats-general", "icon/effect.stance")
def test_a_stance_forbids_what_everybody_else_may_do() -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))
    table.give("A", "stance-shield-lane")

    assert table.refusal("A", "run") == "golden.specific-beats-general"
    assert table.refusal("A", "dash") == "golden.specific-beats-general"
    assert table.refusal("A", "move") == ""


@rule("icon/move.no-stop-when-shared", "icon/defeat.pc")
def test_who_falls_while_passing_an_ally_lies_in_the_last_free_space() -> None:
    """And can be rescued there."""
    table = Table("A . B . b", A=sheet(), B=sheet(), b=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 2, 2)
    table["A"].hp = 1

    table.act("A", "dash", "move 3,0")

    assert (table.at("A"), table["A"].hp) == ("1,0", 0)
    table.act("B", "rescue A")
    assert table.combat.recount() == ""


@rule("icon/interrupt.timing")
def test_a_step_that_stays_adjacent_brings_nobody_next_to_one() -> None:
    """Shear Away answers a foe that comes, not one that goes round."""
    rows = "A . . b\n. . . ."
    table = Table(rows, A=sheet(abilities=[ability("shear-away")]), b=sheet(pc=False))
    table.combat.move(table["b"], 1)
    table.act("b", "move", "move 1,1")
    assert table["b"].hp == 28

    table.end("b")
    table.combat.move(table["b"], 3)
    table["b"].used[2] = 0
    table.act("b", "move", "move 1,0", "A shear-away", "stop", "stop")
    assert table["b"].hp == 26


def test_what_is_kept_of_heights_is_dropped_in_time_and_never_mixed_up() -> None:
    maps = Maps()
    first = maps.number((0, 1))
    numbers = {maps.number((0, n)) for n in range(2, 900)}

    assert maps.number((0, 1)) not in numbers
    assert first not in numbers
    assert len(maps.shapes) <= 300
