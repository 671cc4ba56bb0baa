"""Encounters: deployment, the order of teams, who decides, and what an encounter may not say."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity import setup
from affray.rulesets.ingenuity.movement.moving import Move, MoveTo
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat
from tests.ingenuity.table import Table, library, sheet
from tests.rules import rule


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 3, "stamina": 0, "endurance": 60, **more})


Asked = list[tuple[str, str, list[str]]]


class Defaults(Agent):
    """Takes every default, and notes who was asked what."""

    def __init__(self, seats: list[str]) -> None:
        self.seats = seats
        self.asked: Asked = []

    def decide(self, choice: Choice) -> int:
        names = [name for n, name in enumerate(self.seats) if choice.seats >> n & 1]
        keys = [choice.key(one) for one in choice.answers()]
        self.asked.append((" ".join(names), choice.rule, keys))
        return choice.fallback()


def side(id: str, *members: dict[str, object], **more: object) -> dict[str, object]:
    return {"id": id, "members": list(members), **more}


def one(id: str = "town-guard", name: str = "", **more: object) -> dict[str, object]:
    return {"id": id, **({"name": name} if name else {}), **more}


def begun(
    *sides: dict[str, object], rows: list[str], **more: object
) -> tuple[IngenuityCombat, Defaults]:
    data = {
        "ruleset": "ingenuity",
        "id": "x",
        "name": "X",
        "map": {"rows": rows},
        "side": list(sides),
    }
    ruleset, setup = prepare(encounter_from({**data, **more}, "x.toml"))
    agent = Defaults(setup.seats)
    combat = ruleset.begin(setup, SeededDice(1), [agent] * len(setup.seats))
    assert isinstance(combat, IngenuityCombat)
    combat.watched = True
    return combat, agent


def until_turns(combat: IngenuityCombat) -> None:
    """Play until somebody's turn begins."""
    while combat.active < 0:
        combat.changes = 0
        combat.step()


@rule("ingenuity/setup.deployment", "ingenuity/gm.team-orders")
def test_teams_place_their_members_in_reverse_order_each_seat_its_own() -> None:
    ours = side("us", one(name="Ana"), one(name="Bea"), start=[[0, 0], [0, 1], [1, 1]])
    theirs = side("them", one(name="Cal"), start=[[4, 0], [4, 1]])
    combat, agent = begun(ours, theirs, rows=[".....", "....."], instigator="us")
    until_turns(combat)
    placed = [(who, keys) for who, rule, keys in agent.asked if rule == "setup.deployment"]
    assert placed == [
        ("foes", ["4,0", "4,1"]),
        ("players", ["0,0", "0,1", "1,1"]),
        ("players", ["0,1", "1,1"]),
    ]
    assert [combat.grid.name(unit.cell) for unit in combat.units] == ["0,0", "0,1", "4,0"]


@rule("ingenuity/setup.deployment")
def test_those_with_a_space_of_their_own_are_not_asked() -> None:
    combat, agent = begun(
        side("us", one(at=[0, 0])), side("them", one(at=[2, 0])), rows=["..."], instigator="us"
    )
    until_turns(combat)
    assert agent.asked == []


@rule("ingenuity/setup.initiative.others", "ingenuity/gm.seat")
def test_the_gm_orders_the_teams_that_neither_began_nor_were_attacked() -> None:
    sides = [side(id, one(at=[n, 0])) for n, id in enumerate(("a", "b", "c", "d"))]
    combat, agent = begun(
        *sides, rows=["...."], instigator="town-guard-3", options={"instigates": "town-guard-2"}
    )
    until_turns(combat)
    assert agent.asked[0] == ("gm", "setup.initiative.others", ["a", "d"])
    assert combat.rota.order == [2, 1, 0, 3]


@rule("ingenuity/setup.initiative.instigator", "ingenuity/setup.initiative.attacked")
def test_the_instigating_member_s_team_goes_first_and_the_attacked_one_second() -> None:
    sides = [side(id, one(at=[n, 0], name=id.upper())) for n, id in enumerate(("p", "q", "r"))]
    combat, _ = begun(*sides, rows=["..."], instigator="r", options={"instigates": "p"})
    until_turns(combat)
    assert combat.rota.order == [2, 0, 1]
    assert combat.active == 2


@rule("ingenuity/setup.teams")
def test_there_are_at_least_two_teams() -> None:
    with pytest.raises(InvalidError) as fault:
        begun(side("us", one(at=[0, 0])), rows=["..."])
    assert "expected at least two [setup.teams]" in str(fault.value)


@rule("ingenuity/setup.starting-state")
@pytest.mark.parametrize(
    ("name", "value", "fine"),
    [("health", 7, True), ("health", -1, False), ("stamina", "much", False)],
)
def test_a_campaign_may_carry_over_values(name: str, value: object, fine: bool) -> None:
    sides = (side("us", {**one(at=[0, 0]), "with": {name: value}}), side("them", one(at=[2, 0])))
    if fine:
        combat, _ = begun(*sides, rows=["..."])
        assert combat.units[0].health == 7
        assert (combat.units[0].endurance, combat.units[0].stamina) == (12, 10)
    else:
        with pytest.raises(InvalidError):
            begun(*sides, rows=["..."])


@rule("ingenuity/gm.seat")
def test_options_of_the_gm_are_known_words() -> None:
    sides = (side("us", one(at=[0, 0])), side("them", one(at=[2, 0])))
    with pytest.raises(InvalidError) as fault:
        begun(*sides, rows=["..."], options={"creature_rank": True})
    assert "creature_rank" in str(fault.value)
    combat, _ = begun(*sides, rows=["..."], options={"creature_ranks": True})
    assert any(combat.options)


@rule("ingenuity/gm.team-orders")
def test_a_creature_may_have_a_seat_of_its_own() -> None:
    ours = side("us", one(at=[0, 0]), one(at=[1, 0], seat="guest"))
    combat, agent = begun(ours, side("them", one(at=[2, 0])), rows=["..."])
    assert agent.seats == ["players", "foes", "guest", "gm"]
    assert [unit.seats for unit in combat.units] == [1, 4, 2]


@rule("ingenuity/setup.starting-state", "ingenuity/resource.kinds", "ingenuity/fate.amount")
@pytest.mark.parametrize(("name", "most"), [("endurance", 12), ("fate_points", 3)])
def test_nobody_starts_with_more_than_it_can_have(name: str, most: int) -> None:
    def begin(value: int) -> None:
        ours = side("us", {**one(at=[0, 0]), "with": {name: value}})
        begun(ours, side("them", one(at=[2, 0])), rows=["..."])

    begin(most)
    with pytest.raises(InvalidError) as fault:
        begin(most + 1)
    assert f"expected a whole number from 0 to {most}" in str(fault.value)


@rule("ingenuity/resource.kinds", "ingenuity/gm.creature-ranks")
@pytest.mark.parametrize(("ranked", "times"), [(True, 2), (False, 1)])
def test_the_legendary_start_with_twice_as_much_only_where_ranks_count(
    ranked: bool, times: int
) -> None:
    def begin(value: int) -> None:
        drake = {**one("cinder-drake", at=[0, 0]), "with": {"endurance": value}}
        sides = (side("us", drake), side("them", one(at=[4, 0])))
        begun(*sides, rows=["....."] * 3, options={"creature_ranks": ranked})

    most = times * library().sheets["cinder-drake"].endurance
    begin(most)
    with pytest.raises(InvalidError) as fault:
        begin(most + 1)
    assert f"expected a whole number from 0 to {most}" in str(fault.value)


@rule("ingenuity/setup.instigating-action", "ingenuity/setup.initiative.instigator")
@pytest.mark.parametrize(
    ("instigator", "word", "said"),
    [
        ("town-guard-1", "town-gard-2", "found town-gard-2, expected a member; did you mean"),
        ("town-guard-1", "town-guard-1", "expected a member of another team"),
        ("us", "town-guard-1", "expected a member of another team"),
        ("", "town-guard-2", "expected nobody where there is no instigator"),
    ],
)
def test_whom_the_instigator_attacks_must_be_there(instigator: str, word: str, said: str) -> None:
    sides = (side("us", one(at=[0, 0])), side("them", one(at=[2, 0])))
    more = {"instigator": instigator} if instigator else {}
    with pytest.raises(InvalidError) as fault:
        begun(*sides, rows=["..."], options={"instigates": word}, **more)
    assert said in str(fault.value)


def three_teams(**more: object) -> tuple[IngenuityCombat, Defaults]:
    sides = [side(id, one(at=[n, 0], name=id.upper())) for n, id in enumerate(("p", "q", "r"))]
    return begun(*sides, rows=["..."], instigator="r", **more)


@rule("ingenuity/surprise.causes", "ingenuity/surprise.third-teams")
def test_only_those_who_approach_unseen_test_for_it() -> None:
    combat, _ = three_teams(surprise={"by": "r", "on": ["p"], "how": "stealth"})
    until_turns(combat)
    tested = [one.who for one in combat.events if one.name == "result"]
    assert [combat.units[who].name for who in tested] == ["r"]


@rule("ingenuity/surprise.causes")
def test_who_is_unconscious_perceives_nobody() -> None:
    combat, _ = three_teams(surprise={"by": "r", "on": ["p", "q"], "how": "stealth"})
    combat.units[0].awake = False
    combat.units[0].sheet.perception, kept = 30, combat.units[0].sheet.perception
    combat.units[1].sheet.perception, also = 1, combat.units[1].sheet.perception
    try:
        until_turns(combat)
    finally:
        combat.units[0].sheet.perception, combat.units[1].sheet.perception = kept, also
    assert combat.surprised == [0, 1]


@rule("ingenuity/surprise.causes")
def test_how_they_are_surprised_is_a_word_of_this_game() -> None:
    with pytest.raises(InvalidError) as fault:
        three_teams(surprise={"by": "r", "how": "forced-entry"})
    assert "surprise.how: found forced-entry, expected given or stealth" in str(fault.value)


@rule("ingenuity/surprise.causes", "ingenuity/dice.order")
def test_sneakers_test_in_the_order_of_their_teams() -> None:
    from tests.ingenuity.table import Table, sheet

    table = Table("A b T", A=sheet(perception=2), b=sheet(), T=sheet(), surprised=[0])
    table.combat.rota.order = [2, 1, 0]
    table.combat.ambush = True
    table.step(dice="d6 4 4 d20 9 d6 3 3 d20 9")
    assert [table.combat.units[each.who].name for each in table.told("result")] == ["T", "b"]


def test_nobody_runs_to_the_exit_of_the_toll_bridge_past_the_guard_in_the_gate() -> None:
    """A Move and two Sprints of the quickest do not lead through, nor do jumps without a test."""
    from affray.content.library import load_encounter

    ruleset, setup = prepare(load_encounter("ingenuity/toll-bridge"))
    combat = ruleset.begin(setup, SeededDice(1), [Defaults(setup.seats)] * len(setup.seats))
    assert isinstance(combat, IngenuityCombat)
    until_turns(combat)
    assert combat.grid.name(combat.units[4].cell) == "12,3"
    quickest = max(combat.units[:4], key=lambda one: one.sheet.speed)
    reach = MoveTo(Move(combat, quickest, 3 * quickest.sheet.speed, own=True)).reach()
    assert max([combat.grid.xs[cell] for cell in reach.cells]) == 11


@rule("ingenuity/setup.deployment", "ingenuity/setup.initiative.fixed")
def test_while_places_are_taken_everybody_is_shown_in_the_order_of_initiative() -> None:
    ours = side("us", one(name="Ana"), one(name="Bea"), start=[[0, 0], [0, 1], [1, 1]])
    theirs = side("them", one(name="Cal"), start=[[4, 0], [4, 1]])
    combat, _ = begun(ours, theirs, rows=[".....", "....."], instigator="them")
    combat.step()
    assert combat.entries() == [(2, "later"), (0, "later"), (1, "later")]
    until_turns(combat)
    assert combat.entries()[0] == (2, "acting")


def pass_round(combat: IngenuityCombat) -> None:
    """Let everybody's turn of this round pass unused."""
    now = combat.round
    while combat.round == now and not combat.outcome:
        combat.changes = 0
        for unit in combat.units:
            unit.acted = True
        combat.active = -1
        combat.phase = 2
        combat.step()


def later(at: list[int] | None = None) -> IngenuityCombat:
    third = one(name="C", arrives=2, at=at) if at else one(name="C", arrives=2)
    sides = (
        side("c", third, start=[[4, 0], [5, 0]]),
        side("a", one(name="A", at=[0, 0])),
        side("b", one(name="B", at=[2, 0]), one(name="D", at=[3, 0], arrives=3)),
    )
    combat, _ = begun(*sides, rows=["......"], instigator="b")
    until_turns(combat)
    return combat


@rule("ingenuity/setup.initiative.fixed", "ingenuity/setup.initiative.others")
def test_a_team_that_joins_later_is_placed_last_and_joins_with_its_round() -> None:
    combat = later()
    assert [combat.side_ids[n] for n in combat.rota.order] == ["b", "a", "c"]
    assert not combat.units[0].present
    pass_round(combat)
    assert combat.round == 2
    assert (combat.units[0].present, combat.grid.name(combat.units[0].cell)) == (True, "4,0")
    assert [one.name for one in combat.events if one.name == "joins"] == ["joins"]
    assert combat.ready()[0] == [0]
    assert not combat.units[3].present
    pass_round(combat)
    assert combat.grid.name(combat.units[3].cell) == "3,0"


@rule("ingenuity/setup.initiative.fixed", "ingenuity/end.last-team")
def test_who_has_yet_to_join_is_neither_there_nor_down() -> None:

    combat = later()
    assert "yet to come" in Ingenuity().marks(combat, 0)
    assert not Ingenuity().down(combat, 0)
    combat.units[1].awake = False
    pass_round(combat)
    assert (combat.outcome, combat.side_ids[combat.winner]) == ("end.last-team", "b")


@rule("ingenuity/setup.teams", "ingenuity/setup.initiative.fixed")
def test_two_teams_at_least_are_there_from_the_start() -> None:
    with pytest.raises(InvalidError) as fault:
        begun(side("us", one(at=[0, 0])), side("them", one(at=[2, 0], arrives=2)), rows=["..."])
    assert "expected at least two [setup.teams]" in str(fault.value)


@rule("ingenuity/setup.initiative.fixed", "ingenuity/setup.deployment")
def test_who_finds_its_space_taken_joins_beside_it() -> None:
    combat = later([2, 0])
    pass_round(combat)
    assert combat.units[0].present
    assert combat.grid.name(combat.units[0].cell) == "1,0"


@rule("ingenuity/attack.noisy", "ingenuity/surprise.causes")
@pytest.mark.parametrize(
    ("noisy", "dice", "stealth"), [(True, "d6 6 3 d20 9 d6 1", 4), (False, "d6 6 3 d20 9", 9)]
)
def test_noisy_armour_hampers_who_approaches_unseen(noisy: bool, dice: str, stealth: int) -> None:
    sneak = sheet()
    sneak.noisy = noisy
    table = Table("A . b", A=sneak, b=foe(perception=12), surprised=[1])
    table.combat.ambush = True
    table.step(dice=dice)
    assert table["A"].stealth == stealth


@rule("ingenuity/setup.initiative.fixed")
def test_a_team_joins_with_the_first_of_its_members() -> None:
    table = Table("A . b T", A=foe(), b=foe(), T=foe())
    table["b"].arrives, table["T"].arrives = 4, 3
    assert setup.latecomers(table.combat) == [2, 1]
    table = Table("A . b T\nS . . c", A=foe(), b=foe(), T=foe(), c=foe())
    for name, round_ in (("b", 2), ("c", 5), ("T", 3)):
        table[name].arrives = round_
    assert setup.latecomers(table.combat) == [1, 2]


@rule("ingenuity/setup.objective-kinds", "ingenuity/gm.seat", "ingenuity/action.short-task")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"item.ropes": "0,0"}, "found ropes, expected a thing"),
        ({"item.rope": "9,9"}, "9,9"),
        ({"darkness": "yes"}, "found yes, expected true or false"),
        ({"task.lock": "1,0 dexterity handling"}, "expected a space"),
        ({"task.lock": "1,0 dexterity handling Sleight 8 9"}, "expected a space"),
        ({"task.lock": "1,0 dexterity handling Sleight hard"}, "expected a space"),
        ({"task.lock": "1,0 dexterity handling Sleight moderate", "item.rope": "0,0"}, ""),
        ({"task.lock": "1,0 dexterity handling Sleight"}, ""),
    ],
)
def test_what_an_option_says_must_be_something(options: dict[str, object], said: str) -> None:
    sides = (side("us", one(at=[0, 0])), side("them", one(at=[2, 0])))
    if not said:
        begun(*sides, rows=["..."], options=options)
        return
    with pytest.raises(InvalidError) as fault:
        begun(*sides, rows=["..."], options=options)
    assert said in str(fault.value)


@rule("ingenuity/condition.prone", "ingenuity/surprise.causes")
def test_who_approaches_on_its_belly_has_advantage() -> None:
    table = Table("A . b", A=sheet(), b=foe(perception=12), surprised=[1])
    table["A"].prone = True
    table.combat.ambush = True
    table.step("reroll dexterity 2", dice="d6 2 3 d20 9 d6 6")
    assert table["A"].stealth == 9


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/setup.free-brandish", "ingenuity/setup.instigating-action")
def test_the_instigator_may_brandish_for_free_after_its_opening_action() -> None:
    table = Table("A b", A=sheet(["spear", "dagger"]), b=bare_foe())
    table.combat.instigator, table.combat.aimed = 0, 1
    table["A"].brandished = False
    table.start("A")
    table.step("attack b with spear", "strength piercing", "brandish dagger", dice="d6 1 1 d20 9")
    assert [table.combat.thing(one).id for one in table["A"].pieces if one.held] == ["dagger"]
    assert table["A"].actions == 2
