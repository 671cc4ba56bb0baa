"""What lies before, beside and after a fight: budget, arrivals, objects, elixirs, fates."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from, load_encounter
from affray.content.problems import InvalidError
from affray.core.choice import Agent, Choice
from affray.core.dice import ScriptedDice
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.rulesets.icon import actions, end, resource
from affray.rulesets.icon.action import basic, legal, using
from affray.rulesets.icon.movement import exits
from affray.rulesets.icon.ruleset import Icon, Playing
from affray.rulesets.icon.setup import budget, cost
from affray.rulesets.icon.terms import DEAD, DEFEATED
from tests.icon.table import Sheet, Table, Trait, ability, content_library, sheet, strike
from tests.rules import rule


def foe(id: str, chapter: int = 1) -> Sheet:
    return content_library().maker.library.sheets[f"{id} {chapter}"]


# ---- the budget --------------------------------------------------------------------------------


@rule("icon/setup.encounter-budget")
@pytest.mark.parametrize(
    ("id", "fifths"),
    [("toll-brute", 5), ("bell-ox", 10), ("ragged-scrapper", 1), ("mire-regent", 15)],
)
def test_a_foe_costs_1_an_elite_2_five_mobs_1_a_legend_as_many_as_there_are_players(
    id: str, fifths: int
) -> None:
    """In fifths of a point, against three player characters."""
    assert cost(foe(id), 3) == fifths


@rule("icon/setup.encounter-budget")
@pytest.mark.parametrize(
    "id", ["tollgate-ambush", "bell-and-spark", "drowned-crown", "ferry-cliff-fight"]
)
def test_the_encounters_of_the_content_are_standard_fights(id: str) -> None:
    """As many points as there are player characters."""
    members = prepare(load_encounter(f"icon/{id}"))[1].members
    sheets = [one.sheet for one in members if isinstance(one.sheet, Sheet)]
    foes = [one for one in sheets if not one.pc]

    spent, standard = budget(foes, len(sheets) - len(foes))

    assert spent == standard


# ---- arrivals ----------------------------------------------------------------------------------


class Plain(Agent):
    """Takes every default."""

    def decide(self, choice: Choice) -> int:
        return choice.fallback()


def arranged(party: list[dict[str, object]], **more: object) -> Setup:
    foes = [{"id": "toll-brute", "at": [5, 0], "with": {"traits": ""}}]
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["......", "......"], **dict(more.pop("map", {}))},  # type: ignore[call-overload]
        "side": [
            {"id": "party", "seat": "players", "members": party},
            {"id": "foes", "seat": "foes", "members": foes},
        ],
        **more,
    }
    return prepare(encounter_from(data, "test"))[1]


def begun(setup: Setup) -> Playing:
    made = Icon(content_library().maker.library).begin(
        setup, ScriptedDice([]), [Plain()] * len(setup.seats)
    )
    assert isinstance(made, Playing)
    made.watched = True
    return made


@rule("icon/turn.reinforcements", "icon/end.side-out")
def test_who_arrives_in_a_round_takes_its_first_turn_in_the_next() -> None:
    combat = begun(
        arranged(
            [{"id": "orrin-vale", "at": [0, 0]}, {"id": "pell-ashby", "at": [0, 1], "arrives": 2}]
        )
    )
    late = combat.units[1]
    turns: list[tuple[int, str]] = []
    while combat.round < 4:
        before = combat.active
        combat.step()
        if combat.active >= 0 and combat.active != before:
            turns.append((combat.round, combat.units[combat.active].name))
        assert late.present == (combat.round >= 2)

    assert [round_ for round_, who in turns if who == late.name] == [3]


# ---- objects -----------------------------------------------------------------------------------


def room(objects: str) -> Playing:
    legend = {
        "L": {"zone": "object-lever"},
        "G": {"zone": "object-gate"},
    }
    setup = arranged(
        [{"id": "orrin-vale", "at": [0, 0]}],
        map={"rows": ["..L.G.", "......"], "legend": legend},
        options={"objects": objects},
    )
    return begun(setup)


@rule("icon/action.interact", "icon/move.obstruction")
def test_an_object_is_worked_from_beside_it_for_an_action_and_does_what_the_scenario_says() -> None:
    combat = room("object-lever opens object-gate")
    hero = combat.units[0]
    combat.phase = 1
    combat.active = 0
    hero.actions = 2

    def refusal() -> str:
        codes = actions.thinkable(combat, hero)
        keys = {actions.key(combat, hero, code): code for code in codes}
        return legal.refusal(combat, hero, keys["interact object-lever"])

    assert refusal() == "action.interact", "two spaces away"
    combat.move(hero, 1)
    assert refusal() == ""
    assert combat.grid.read("4,0") in exits.obstructions(combat)
    codes = actions.thinkable(combat, hero)
    code = next(one for one in codes if actions.key(combat, hero, one) == "interact object-lever")
    using.take_action(combat, hero, code)

    assert hero.actions == 1
    assert combat.grid.read("4,0") not in exits.obstructions(combat)
    assert refusal() == "action.no-repeat"


@rule("icon/action.interact", "icon/end.alternate-conditions")
@pytest.mark.parametrize(("objects", "over"), [("object-lever wins party", True), ("", False)])
def test_an_object_may_win_the_fight(objects: str, *, over: bool) -> None:
    combat = room(objects)

    basic.work(combat, combat.units[0], 1)
    end.check(combat)

    assert (combat.outcome != "") == over


@rule("icon/action.interact")
def test_an_object_that_does_nothing_known_is_refused() -> None:
    with pytest.raises(InvalidError, match="objects"):
        room("object-lever eats object-gate")


# ---- healing, armor, elixirs -------------------------------------------------------------------


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

    resource.heal(table["A"], multiple)

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
    combat = begun(arranged([{"id": "orrin-vale", "at": [0, 0]}]))

    assert combat.units[0].elixirs == 2
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    assert not [key for key in table.offered("A") if "elixir" in key or "drink" in key]


@rule("icon/damage.armor-highest")
@pytest.mark.parametrize(
    ("own", "traits", "lost"),
    [
        (1, [], 8),
        (1, [(3, 0)], 6),
        (3, [(1, 0)], 6),
        (1, [(2, 0), (3, 0)], 6),
        (2, [(3, 0), (0, 1)], 5),
    ],
)
def test_of_several_armors_the_highest_counts_and_plus_armor_is_added(
    own: int, traits: list[tuple[int, int]], lost: int
) -> None:
    one = sheet(armor=own)
    for armor, plus in traits:
        trait = Trait("shell")
        trait.armor = armor
        trait.armor_plus = plus
        one.traits.append(trait)
    table = Table("A b", A=one, b=sheet(pc=False))

    table.hurt("A", 9, by="b")

    assert table["A"].hp == 28 - lost


# ---- other small rules -------------------------------------------------------------------------


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


@rule("icon/golden.specific-beats-general", "icon/effect.stance")
def test_a_stance_that_forbids_beats_the_rule_that_allows() -> None:
    """In Shield Lane there is no run and no dash, but the standard move."""
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    assert table.refusal("A", "run") == ""

    table.give("A", "stance-shield-lane")

    assert table.refusal("A", "run") == "golden.specific-beats-general"
    assert table.refusal("A", "dash") == "golden.specific-beats-general"
    assert table.refusal("A", "move") == ""


@rule("icon/golden.specific-beats-general", "icon/damage.pierce")
def test_pierce_overrides_armor_and_only_that() -> None:
    table = Table("A b", A=sheet(armor=3, gives=["resistance"]), b=sheet(pc=False))

    table.hurt("A", 8, by="b", pierce=True)

    assert table["A"].hp == 24


@rule("icon/geometry.grid", "icon/terrain.ground")
def test_spaces_are_named_by_column_and_row_from_zero_and_plain_ground_does_nothing() -> None:
    table = Table("A . . .\n. . . b", A=sheet(), b=sheet(pc=False))
    assert (table.at("A"), table.at("b")) == ("0,0", "3,1")

    table.act("A", "move", "move 1,0")

    assert (table.at("A"), table["A"].hp, table.cost("A", "0,0")) == ("1,0", 28, 1)


# ---- fates -------------------------------------------------------------------------------------


@rule("icon/defeat.foe-fate")
@pytest.mark.parametrize(("key", "fate"), [("b is dead", DEAD), ("b is alive", DEFEATED)])
def test_the_gm_decides_what_became_of_a_defeated_foe(key: str, fate: int) -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    table.fell("b")

    table.end("A", "", key)

    assert (table.combat.outcome, table["b"].fate) == ("end.side-out", fate)


@rule("icon/defeat.foe-fate")
@pytest.mark.parametrize(("monster", "fate"), [(True, DEAD), (False, DEFEATED)])
def test_by_default_a_foe_is_alive_unless_it_is_a_monster(monster: bool, fate: int) -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    table["b"].sheet.monster = monster
    table.fell("b")

    table.end("A")

    assert table["b"].fate == fate


@rule("icon/end.total-defeat")
@pytest.mark.parametrize(
    ("key", "fate", "hp"), [("the party is spared", 0, 1), ("the party is killed", DEAD, 0)]
)
def test_the_gm_decides_what_becomes_of_a_beaten_party(key: str, fate: int, hp: int) -> None:
    table = Table("A B . c", A=sheet(), B=sheet(pc=False), c=sheet(pc=False))
    table["B"].npc = True
    table.fell("A")

    table.end("c", "", key)

    assert (table.combat.outcome, table.combat.winner) == ("end.total-defeat", 1)
    assert (table["A"].fate, table["A"].hp) == (fate, hp)
