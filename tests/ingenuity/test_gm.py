"""What the GM's seat decides, allows and sets: teams, tasks, help, ranks, things of the map."""

from __future__ import annotations

import pytest

from affray import start
from affray.core.choice import Agent, Choice
from affray.core.dice import ScriptedDice
from affray.core.grid import LOW_COVER, OPEN, Grid
from affray.render import board
from affray.rulesets.ingenuity import condition, damage, death, end, geometry, gm, turn
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.movement import paths
from affray.rulesets.ingenuity.reaction import defence
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import Goal, IngenuityCombat, Piece
from affray.rulesets.ingenuity.terms import PSYCHIC
from tests.ingenuity.table import Table, refused, sheet
from tests.ingenuity.test_setup import begun, one, side, until_turns
from tests.rules import rule


@rule("ingenuity/gm.optional-surprise-reactions", "ingenuity/surprise.no-actions")
@pytest.mark.parametrize("alert", [False, True])
def test_the_surprised_react_only_where_the_option_says_so(alert: bool) -> None:
    table = Table(
        "A b",
        A=sheet(["spear"]),
        b=sheet(numbers={"evasion": 5}),
        surprised=[1],
        options={"surprise_reactions": alert},
    )
    keys = ["b: pass"] if alert else []
    table.act("A", "attack b with spear", "strength piercing", *keys, dice="d6 1 2 d20 9")
    assert table["b"].endurance == 12


@rule("ingenuity/gm.fiction-first")
def test_an_edit_of_the_gm_is_kept_and_told() -> None:
    fight = start("ingenuity", "toll-bridge", seed=4)
    while fight.choice.choice.kind != "action":
        fight.choose(fight.choice.options[0])
    fight.edit("boudica.endurance", 3)
    assert fight.value("boudica.endurance") == 3
    assert "boudica.endurance" in fight.journal.text()


def barricade() -> Table:
    """A beside a barricade of 10, b two metres behind it."""
    table = Table("A o b\n. . .", A=sheet(["maul"]), b=sheet())
    old = table.combat.grid
    ground = [LOW_COVER if one == LOW_COVER else OPEN for one in old.ground]
    table.combat.grid = Grid(3, 2, ground, [0] * 6, None, None, None, {1: 10})
    table.combat.struck = [0]
    table.combat.changing = True
    return table


@rule("ingenuity/attack.objects")
@pytest.mark.parametrize(("face", "damage"), [(2, 9), (1, 0)])
def test_an_object_is_hit_on_four_and_nothing_is_taken_off(face: int, damage: int) -> None:
    table = barricade()
    table.act("A", "attack 1,0 with maul", dice=f"d6 2 {face} d20 9")
    assert table.combat.struck == [damage]
    assert table["A"].used[0] == 1


@rule("ingenuity/attack.objects", "ingenuity/action.seek-cover.lost", "ingenuity/geometry.cover")
def test_a_destroyed_object_gives_no_cover_and_cannot_be_attacked_again() -> None:
    table = barricade()
    assert geometry.behind_cover(table.combat, table["A"], table["b"])
    assert board.ground_text(table.combat, 1) != "."
    table.combat.struck = [9]
    table.combat.changing = True
    table.act("A", "attack 1,0 with maul", dice="d6 2 2 d20 9")
    assert table.combat.ruined(1)
    assert board.ground_text(table.combat, 1) == "."
    assert not geometry.behind_cover(table.combat, table["A"], table["b"])
    with pytest.raises(Exception, match="no such option"):
        table.act("A", "attack 1,0 with maul")


@rule("ingenuity/end.last-team", "ingenuity/end.objective")
@pytest.mark.parametrize(("last_standing", "outcome"), [(True, "end.last-team"), (False, "")])
def test_an_encounter_may_leave_the_end_to_objectives(last_standing: bool, outcome: str) -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.combat.last_standing = last_standing
    table.fell("b")
    table.act("A", "end turn")
    assert table.combat.outcome == outcome


@rule("ingenuity/setup.objective-kinds")
def test_to_defeat_all_hostile_teams_is_an_objective_while_one_stands() -> None:
    table = Table("A T . b", A=sheet(), T=sheet(), b=sheet())
    table.combat.goals = [Goal("last-standing", 0, [], [], 0)]
    table.combat.held_rounds = [0]
    table.combat.stance = [2, 2, 0, 2, 2, 0, 0, 0, 2]
    table.fell("b")
    table.act("A", "end turn")
    assert (table.combat.outcome, table.combat.winner) == ("", -1)
    table.fell("T")
    table.act("A", "end turn")
    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


def walled() -> Table:
    """A before a door of 10 in a wall, b behind it."""
    bow = sheet(["maul", "shortbow"], ammo={"arrow": 5})
    table = Table("A # b .\n. # . .", A=bow, b=sheet(stamina=0))
    old = table.combat.grid
    table.combat.grid = Grid(4, 2, list(old.ground), [0] * 8, None, None, None, {1: 10})
    table.combat.struck = [0]
    table.combat.changing = True
    return table


@rule("ingenuity/attack.objects", "ingenuity/geometry.line-of-sight", "ingenuity/movement.path")
@pytest.mark.parametrize(("before", "open_"), [(0, False), (1, True)])
def test_a_door_that_is_destroyed_no_longer_bars_way_or_sight(before: int, open_: bool) -> None:
    table = walled()
    assert not geometry.sees(table.combat, table["A"], table["b"])
    table.combat.struck = [before]
    table.act("A", "attack 1,0 with maul", dice="d6 2 2 d20 9")
    assert geometry.sees(table.combat, table["A"], table["b"]) == open_
    assert paths.steps(table.combat, table["A"]) == ([1, 4] if open_ else [4])


@rule("ingenuity/movement.corners", "ingenuity/attack.objects")
@pytest.mark.parametrize(("struck", "goals"), [(9, [1]), (10, [1, 3, 4])])
def test_a_wall_that_is_destroyed_is_no_corner_either(struck: int, goals: list[int]) -> None:
    table = Table("A . b\n# . .", A=sheet(), b=sheet())
    old = table.combat.grid
    table.combat.grid = Grid(3, 2, list(old.ground), [0] * 6, None, None, None, {3: 10})
    table.combat.struck = [struck]
    table.combat.changing = True
    assert sorted(paths.steps(table.combat, table["A"])) == goals


@rule("ingenuity/attack.objects")
def test_what_one_fight_destroys_stands_in_its_clone_of_before() -> None:
    table = walled()
    twin = table.combat.clone()
    assert isinstance(twin, IngenuityCombat)
    table.combat.struck = [10]
    table.combat.changing = True
    assert geometry.look(table.combat, 0, 2)
    assert not geometry.look(twin, 0, 2)
    table.combat.struck = [0]
    table.combat.changing = True
    assert not geometry.look(table.combat, 0, 2)


PLAIN = {"stamina": 0, "focus": 0, "evasion": 5, "constitution": 9}


def plain(**more: int) -> Sheet:
    return sheet(numbers={**PLAIN, **more})


def simple(table: Table, name: str) -> None:
    table[name].simple = True


class Seat(Agent):
    """Somebody who chooses death, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def decide(self, choice: Choice) -> int:
        self.asked.append(choice.rule)
        return choice.read("dead")


@rule("ingenuity/gm.creature-ranks")
def test_the_attacker_chooses_though_it_strikes_in_the_turn_of_the_fallen() -> None:
    table = Table("A b", A=sheet(["spear"]), b=plain())
    simple(table, "b")
    table["b"].endurance = 2
    table.begin_turn("b")
    seats = [Seat() for _ in range(4)]
    table.combat.agents = list(seats)
    deed = Attack(0, 1, table.combat.library.by_id["spear"], None)
    damage.hurt(table.combat, table["b"], 5, 1, "attack.damage", deed=deed)
    assert [one.asked for one in seats] == [["gm.creature-ranks"], [], [], []]
    assert not table["b"].present


@rule("ingenuity/gm.creature-ranks", "ingenuity/condition.bleeding")
def test_of_a_common_creature_bleeding_takes_endurance_alone() -> None:
    table = Table("A . b", A=plain(), b=plain())
    simple(table, "b")
    table.give("b", "bleeding", 3)
    damage.suffer(table.combat, table["b"])
    assert (table["b"].endurance, table["b"].health) == (9, 12)


@rule("ingenuity/gm.creature-ranks", "ingenuity/maneuver.reaction")
@pytest.mark.parametrize(("used", "asked"), [(1, True), (2, False)])
def test_a_common_creature_s_answers_count_among_its_two(used: int, asked: bool) -> None:
    one = sheet(["longsword"], maneuvers=["opportunity-strike", "riposte"])
    table = Table("A . . . d\nb . . . .", A=one, b=sheet(["longsword"], speed=6), d=plain())
    simple(table, "A")
    table.count("A", "used", used)
    keys = ["A: pass", "stop"] if asked else []
    table.act("b", "move", "move 1,1 2,1 3,1", *keys)
    table = Table("A b", A=one, b=sheet(["longsword"]))
    simple(table, "A")
    table.count("A", "used", used)
    window = "riposte with longsword" if asked else "parry with longsword"
    dice = "d6 1 1 d20 9" + (" d6 1 1 d20 9" if asked else "")
    keys = ["A: with longsword held", "A: strength piercing", "b: pass"] if asked else []
    table.act("b", "attack A with longsword", "strength piercing", f"A: {window}", *keys, dice=dice)
    assert table.used("A", "used") == 2


@rule("ingenuity/fate.amount", "ingenuity/fate.maximize")
def test_fortune_favours_a_twenty_that_was_rolled_not_one_that_was_bought() -> None:
    table = Table("A b", A=sheet(["longsword"], talents=["fortunes-favour"], fate=1), b=plain())
    swing = ("attack b with longsword", "strength piercing")
    table.act("A", *swing, "fate luck", dice="d6 1 1 d20 9")
    assert table["A"].fate_points == 0
    table.act("A", *swing, dice="d6 1 1 d20 20")
    assert table["A"].fate_points == 1


@rule("ingenuity/fate.amount", "ingenuity/test.luck-test")
def test_fortune_favours_a_twenty_of_a_luck_test_too() -> None:
    table = Table("A b", A=sheet(talents=["fortunes-favour"]), b=plain())
    table.combat.dice = ScriptedDice([(20, 20)])
    assert test.luck_test(table.combat, table["A"], 10, "death.risk")
    assert table["A"].fate_points == 1


@rule("ingenuity/condition.blinded")
@pytest.mark.parametrize("blind", [True, False])
def test_a_blinded_one_has_disadvantage_whoever_its_action_is_for(blind: bool) -> None:
    more = " d6 1" if blind else ""
    for keys, who in (
        (["resuscitate B"], sheet()),
        (["inspire B"], sheet(maneuvers=["inspire"])),
        (["staunch B"], sheet()),
        (["bless B", "B: willing"], sheet(powers=["bless"], prof={"Charity": 1})),
    ):
        table = Table("A B c", A=who, B=plain(), c=plain())
        table.give("B", "bleeding", 3)
        if keys[0].startswith("res"):
            table.fell("B")
        if blind:
            table.give("A", "blinded")
            table.give("A", "taunted", 1, "c")  # which is no matter when who helps
        table.act("A", *keys, dice="d6 6 5 d20 9" + more)
        assert table.results()[0] == (6 if blind else 11) + (1 if "bless B" in keys else 0)


@rule("ingenuity/condition.poison", "ingenuity/turn.round-length")
def test_a_slow_poison_acts_at_the_end_of_its_interval_not_at_once() -> None:
    viper = sheet(["bite"])
    table = Table("A b", A=viper, b=plain(constitution=2))
    condition.gain(table.combat, table["b"], "poison", 3, 0, 0, condition.dose(7, 5, 6))
    lost = []
    for number in range(1, 8):
        table.combat.round = number
        table["b"].suffered = False
        damage.suffer(table.combat, table["b"])
        lost.append(12 - table["b"].health)
        table["b"].awake = True
    assert lost == [0, 0, 0, 0, 0, 3, 3]


@rule("ingenuity/condition.poison", "ingenuity/fate.spend")
def test_fate_buys_the_stamina_to_fortify_against_a_poison() -> None:
    table = Table("A b", A=plain(), b=sheet(numbers={"constitution": 2}, fate=1))
    table["b"].stamina = 0
    table.give("b", "poison", 3)
    table["b"].effects[0].anchor = 7
    table.start("b", "fate and fortify", dice="d6 3 4 d20 9")
    assert (table["b"].health, table["b"].fate_points) == (12 - 2, 0)
    assert table["b"].stamina == 5


@rule("ingenuity/end.cleanup", "ingenuity/reaction.recovery")
def test_what_runs_down_at_the_end_is_met_with_a_reaction_each_turn() -> None:
    table = Table("A b", A=sheet(numbers={"constitution": 1}), b=plain())
    table["A"].health = 10
    table.give("A", "bleeding", 2)
    table.count("A", "reactions", 1)
    table.act("A", "end turn")
    table.fell("b")
    table.step("A: fortify", "A: fortify", dice="d6 6 6 d20 9 d6 6 6 d20 9")
    assert table.combat.outcome == "end.last-team"
    assert table["A"].awake


@rule("ingenuity/end.cleanup")
def test_what_lay_about_from_the_beginning_stays_where_it_lies() -> None:
    table = Table("A b", A=plain(), b=plain())
    found = Piece(table.combat.library.by_id["rope"].number)
    found.serial = 9900
    found.cell = 1
    table.combat.litter.append(found)
    end.gather(table.combat, 0)
    assert table.combat.litter == [found]


@rule("ingenuity/end.cleanup")
def test_a_comrade_takes_up_what_one_who_lies_there_threw() -> None:
    table = Table("A B c", A=sheet(["knife"]), B=plain(), c=plain())
    table.act("A", "shoot c with knife", dice="d6 1 1 d20 9")
    table.fell("A")
    end.gather(table.combat, 0)
    assert not table.combat.litter
    assert len(table["A"].pieces) == 1


@rule("ingenuity/damage.healing")
def test_no_more_is_told_to_be_restored_than_is() -> None:
    table = Table("A b", A=plain(), b=plain())
    table["A"].endurance = 10
    spending.heal(table.combat, table["A"], 6, 1, "damage.healing")
    assert table.told("healed")[0].amount == 2


@rule("ingenuity/maneuver.steps", "ingenuity/reaction.fortify", "ingenuity/reaction.resist")
@pytest.mark.parametrize("answer", ["fortify", "resist", "dodge"])
def test_a_rally_adds_to_the_next_defence_test_whichever_it_is(answer: str) -> None:
    table = Table("A b", A=plain(), b=sheet(numbers={"constitution": 2, "willpower": 2}))
    table.give("b", "rallied", 2)
    made = {"fortify": defence.fortify, "resist": defence.resist}.get(answer)
    table.combat.dice = ScriptedDice([(6, 3), (6, 3), (20, 9)])
    if made is not None:
        assert made(table.combat, table["b"], 20) == 8
    else:
        table["A"].sheet.weapons = [table.combat.library.by_id["bite"]]
        table.act("A", "attack b with bite", "strength piercing", "dodge", "stay",
                  dice="d6 3 3 d20 9 d6 3 3 d20 9")  # fmt: skip
        assert table.results() == [6, 8]
    assert not table["b"].is_held("rallied")


@rule("ingenuity/turn.round-length", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("seconds", "rounds"), [(1, 1), (6, 1), (7, 2), (12, 2), (60, 10)])
def test_seconds_are_rounds_rounded_up(seconds: int, rounds: int) -> None:
    assert condition.rounds_of(seconds) == rounds


@rule("ingenuity/gm.creature-ranks", "ingenuity/reaction.free")
@pytest.mark.parametrize(("used", "asked"), [(1, True), (2, False)])
def test_a_shield_made_in_haste_counts_among_a_common_creature_s_two(
    used: int, asked: bool
) -> None:
    mage = sheet(powers=["shield-of-force"], prof={"Abjuration": 2}, stamina=0)
    table = Table("A b", A=mage, b=sheet(["longsword"]))
    simple(table, "A")
    table.count("A", "used", used)
    more = ["conjure shield-of-force"] if asked else []
    dice = "d6 3 3 d20 9" + (" d6 3 3 d20 9" if asked else "")
    table.act("b", "attack A with longsword", "strength piercing", *more, dice=dice)
    assert table["A"].endurance == (12 if asked else 12 - 11)


@rule("ingenuity/gm.creature-ranks")
def test_all_resources_of_the_legendary_are_doubled() -> None:
    table = Table("A b", A=plain(), b=plain())
    unit = table["b"]
    unit.doubled = True
    unit.sheet = sheet(health=5, endurance=6, stamina=7, focus=8)
    most = [unit.most_health(), unit.most_endurance(), unit.most_stamina(), unit.most_focus()]
    assert most == [10, 12, 14, 16]


STAB = ("attack b with spear", "strength piercing")


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 60, **more})


@rule("ingenuity/test.contest")
@pytest.mark.parametrize(
    ("own", "other", "alike", "wins"),
    [(11, 8, True, True), (8, 8, True, False), (8, 8, False, True), (7, 8, False, False)],
)
def test_in_a_contest_of_the_very_same_thing_a_tie_changes_nothing(
    own: int, other: int, alike: bool, wins: bool
) -> None:
    assert test.opposed(own, other, alike) == wins


@rule("ingenuity/test.contest.size")
def test_the_smaller_counts_higher_when_caught_and_lower_when_shoved() -> None:
    table = Table("A b", A=sheet(size=4), b=sheet(size=1))
    assert test.bulk(table["A"], table["b"], catching=True) == -3
    assert test.bulk(table["A"], table["b"], catching=False) == 3


def opened(**more: object) -> Table:
    """A and B beside a lock; a task that both know how to do."""
    options: dict[str, int | str | bool] = {"task.lock": "1,0 dexterity handling Sleight 8"}
    return Table("A . b\nB C .", A=sheet(), B=sheet(), C=sheet(), b=foe(), options=options)


@rule("ingenuity/test.assist", "ingenuity/action.short-task")
@pytest.mark.parametrize(
    ("dice", "bonus"),
    [("d6 1 2", 0), ("d6 2 2", 1), ("d6 4 3", 1), ("d6 4 4", 2), ("d6 6 5", 2), ("d6 6 6", 3)],
)
def test_an_assistant_s_result_helps_by_the_threshold_it_reaches(dice: str, bonus: int) -> None:
    table = opened()
    table.act("B", "assist lock", dice=f"{dice} d20 9")
    assert table["B"].actions == 0
    table.act("A", "task lock", "side: it may be tried again", dice="d6 1 1 d20 9")
    assert table.results()[-1] == 2 + bonus


@rule("ingenuity/test.assist.best-only")
def test_of_several_assistants_only_the_best_counts() -> None:
    table = opened()
    table.act("B", "assist lock", dice="d6 2 2 d20 9")
    table.act("C", "assist lock", dice="d6 4 4 d20 9")
    table.act("A", "task lock", "side: it may be tried again", dice="d6 1 1 d20 9")
    assert table.results()[-1] == 4


@rule("ingenuity/test.assist")
def test_help_of_an_earlier_round_is_gone() -> None:
    table = opened()
    table.act("B", "assist lock", dice="d6 4 4 d20 9")
    turn.end_round(table.combat)
    table.act("A", "task lock", "side: it may be tried again", dice="d6 1 1 d20 9")
    assert table.results()[-1] == 2


@rule("ingenuity/test.retry", "ingenuity/action.short-task")
def test_a_task_is_tried_three_times_in_all_and_costs_its_actions_each_time() -> None:
    table = opened()
    for again in ("side: it may be tried again", "side: it may be tried again", ""):
        table.act("A", "task lock", *([again] if again else []), dice="d6 1 1 d20 9")
        assert table["A"].actions == 0
        table.combat.active = -1
    with refused("test.retry"):
        table.act("B", "task lock")


@rule("ingenuity/test.retry")
def test_what_the_gm_gives_up_nobody_tries_again() -> None:
    table = opened()
    table.act("A", "task lock", "side: it is given up", dice="d6 1 1 d20 9")
    with refused("test.retry"):
        table.act("B", "task lock")


@rule("ingenuity/test.difficulties", "ingenuity/gm.seat")
@pytest.mark.parametrize(("word", "works"), [("moderate", True), ("challenging", False)])
def test_the_gm_says_how_hard_a_task_is_that_no_rule_fixes(word: str, works: bool) -> None:
    options: dict[str, int | str | bool] = {"task.lock": "1,0 dexterity handling Sleight"}
    table = Table("A . b", A=sheet(), b=foe(), options=options)
    keys = ["task lock", f"side: {word}"] + ([] if works else ["side: it may be tried again"])
    table.act("A", *keys, dice="d6 4 4 d20 9")
    assert bool(table.told("achieves")) == works


@rule("ingenuity/test.difficulties")
def test_the_ladder_of_difficulties() -> None:
    assert list(gm.LADDER.values()) == [0, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]


def three(**words: list[str]) -> IngenuityCombat:
    sides = [
        side("a", one(at=[0, 0], name="A")),
        side("b", one(at=[1, 0], name="B"), **words),
        side("c", one(at=[2, 0], name="C")),
    ]
    return begun(*sides, rows=["..."], instigator="a")[0]


@rule("ingenuity/setup.hostility")
@pytest.mark.parametrize(
    ("words", "enemies", "allies"),
    [({}, True, False), ({"allied": ["a"]}, False, True), ({"neutral": ["a"]}, False, False)],
)
def test_teams_are_hostile_neutral_or_allied(
    words: dict[str, list[str]], enemies: bool, allies: bool
) -> None:
    combat = three(**words)
    a, b, c = combat.units
    for first, second in ((a, b), (b, a)):
        assert combat.enemies(first, second) == enemies
        assert combat.allies(first, second) == allies
    assert combat.enemies(b, c)
    assert not combat.enemies(a, a)


@rule("ingenuity/end.allied-teams", "ingenuity/setup.hostility")
@pytest.mark.parametrize("words", [{"allied": ["a"]}, {"neutral": ["a"]}])
def test_it_ends_when_no_two_teams_left_are_hostile(words: dict[str, list[str]]) -> None:
    combat = three(**words)
    until_turns(combat)
    end.check(combat)
    assert combat.outcome == ""
    death.die(combat, combat.units[2], "test")
    end.check(combat)
    assert combat.outcome == "end.allied-teams"


@rule("ingenuity/geometry.flank", "ingenuity/setup.hostility")
def test_a_neutral_one_does_not_flank() -> None:

    for words, flanked in (({}, True), ({"neutral": ["a"]}, False)):
        sides = [
            side("a", one(at=[1, 0], name="A")),
            side("b", one(at=[0, 0], name="B"), **words),
            side("c", one(at=[2, 0], name="C")),
        ]
        combat, _ = begun(*sides, rows=["..."], instigator="a")
        until_turns(combat)
        assert geometry.flanked(combat, combat.units[0]) == flanked


@rule("ingenuity/setup.combat-start", "ingenuity/setup.instigating-action")
def test_what_begins_the_combat_is_not_resolved_before_the_order_is_fixed() -> None:
    ours = side("us", one(at=[0, 0], name="Ana"))
    combat, _ = begun(
        ours,
        side("them", one(at=[1, 0], name="Bob")),
        rows=[".."],
        instigator="ana",
        options={"instigates": "bob"},
    )
    until_turns(combat)
    assert combat.rota.order == [0, 1]
    assert combat.active == 0
    assert combat.units[1].endurance == 12
    assert sum(combat.units[0].used) == 0


@rule("ingenuity/surprise.causes", "ingenuity/dice.order")
@pytest.mark.parametrize(("face", "surprised"), [(3, True), (2, False)])
def test_every_sneaker_must_meet_the_highest_perception(face: int, surprised: bool) -> None:
    sneak = sheet(prof={"Stealth": 1})
    table = Table(
        "A B b c", A=sneak, B=sneak, b=sheet(perception=7), c=sheet(perception=5), surprised=[1]
    )
    table.combat.ambush = True
    table.step(dice=f"d6 4 4 d20 9 d6 3 {face} d20 9")
    assert table.combat.surprised == ([1] if surprised else [])
    assert table.combat.round == (0 if surprised else 1)


@rule("ingenuity/setup.objective-change")
def test_the_gm_changes_an_objective_only_between_rounds_and_progress_is_dropped() -> None:

    table = Table("A . b", A=sheet(), b=foe(), options={"objective_changes": True})
    combat = table.combat
    combat.goals = [Goal("hold", 0, [], [0], 3), Goal("rounds-survived", 0, [], [], 9)]
    combat.held_rounds = [0, 0]
    combat.dropped = [1]
    for key, dropped, held in (
        ("no change", [1], [1, 0]),
        ("team-0 1 rounds-survived", [0], [0, 0]),
    ):
        for unit in combat.units:
            unit.acted = True
        combat.active = -1
        combat.phase = 2
        table.step(f"side: {key}")
        assert combat.dropped == dropped
        assert combat.held_rounds == held


@rule("ingenuity/reaction.defensive-list", "ingenuity/reaction.free")
def test_prepared_defence_makes_the_first_defensive_reaction_of_a_round_free() -> None:
    guard = sheet(["straight-sword"], talents=["prepared-defense"], evasion=0, stamina=9)
    table = Table("A b c", A=sheet(["spear"]), b=guard, c=sheet(stamina=0))
    keys = (*STAB, "b: parry with straight-sword")
    for used, more in ((0, ["b: pass"]), (1, [])):
        table.act("A", *keys, *more, dice="d6 1 1 d20 9")
        assert table.used("b", "reactions") == used
    assert table["b"].stamina == 7


@rule("ingenuity/reaction.defensive-list", "ingenuity/reaction.intercept")
def test_an_intercept_is_no_defensive_reaction() -> None:
    guard = sheet(talents=["prepared-defense"], evasion=0)
    table = Table("A b c .", A=sheet(["spear"]), b=foe(), c=guard)
    table.act("A", *STAB, "c: intercept", "c: pass", dice="d6 1 1 d20 9")
    assert table.used("c", "reactions") == 1


@rule("ingenuity/reaction.aware")
@pytest.mark.parametrize("denied", [False, True])
def test_an_unseen_attacker_may_be_dodged_unless_the_gm_denies_it(denied: bool) -> None:
    options: dict[str, int | str | bool] = {"no_reactions_to_the_unknown": denied}
    table = Table("A b .", A=sheet(["spear"]), b=sheet(evasion=0), options=options)
    table.hide("A", "b")
    keys = [] if denied else ["b: dodge"]
    more = [] if denied else ["b: stay"]
    table.act(
        "A",
        *STAB,
        *keys,
        "A: keep both",
        *more,
        dice="d6 2 2 d20 9" + ("" if denied else " d6 4 4 d20 9"),
    )
    assert (table["b"].endurance == 12) != denied


@rule("ingenuity/reaction.any-turn", "ingenuity/action.ready.timing")
def test_one_may_react_in_the_own_turn() -> None:
    table = Table("A . # b\n. . . .", A=sheet(["spear"]), b=sheet(speed=2, evasion=3))
    table.act("A", "ready for a move")
    keys = ("move", "b: move 2,1", "A: readied attack b with spear", "A: strength piercing")
    table.act("b", *keys, "b: dodge", "b: stay", dice="d6 2 2 d20 9 d6 4 4 d20 9")
    assert table["b"].endurance == 12
    assert table.used("b", "reactions") == 1


@rule("ingenuity/reaction.block.no-size", "ingenuity/attack.size.deflection")
def test_a_block_value_is_not_changed_by_size() -> None:
    bearer = sheet(shields=["large-shield"], evasion=0, physical=9, size=2)
    table = Table("A b", A=sheet(["spear"], size=5), b=bearer)
    table.act("A", *STAB, "b: pass", "b: block with large-shield", dice="d6 3 3 d20 9")
    assert table["b"].pieces[0].wear == 10 - 4


@rule("ingenuity/reaction.block.any-type", "ingenuity/damage.psychic")
def test_twelve_psychic_against_a_block_of_two_wear_the_shield_by_ten() -> None:

    bearer = sheet(shields=["small-shield"], evasion=0, physical=9, elemental=9)
    table = Table("A b", A=sheet(["spear"]), b=bearer)
    spear, piece = table.combat.library.by_id["spear"], table["A"].pieces[0]
    deed = Attack(0, 1, spear, piece)
    deed.type, deed.rolled.total, deed.answers.block = PSYCHIC, 8, table["b"].pieces[0]
    damage.wound(table.combat, table["A"], table["b"], deed, 0)
    assert table["b"].pieces[0].wear == 8
    assert table["b"].endurance == 10


@rule("ingenuity/attack.ally")
@pytest.mark.parametrize(("answer", "hit"), [("evade", False), ("forgo evasion", True)])
def test_an_ally_may_be_attacked_and_may_forgo_its_evasion(answer: str, hit: bool) -> None:
    table = Table("A B b", A=sheet(["spear"]), B=sheet(evasion=9, stamina=0), b=foe())
    keys = ("attack B with spear", "strength piercing", f"B: {answer}")
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert (table["B"].endurance < 12) == hit


@rule("ingenuity/condition.cover", "ingenuity/reaction.dodge.after")
def test_cover_is_gained_by_seeking_it_or_after_a_dodge() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 3})
    table = Table("A . o b", A=archer, b=sheet(evasion=0, stamina=1))
    keys = ("shoot b with shortbow", "dexterity piercing")
    table.act("A", *keys, "b: dodge", "b: seek cover", "b: stay", dice="d6 4 3 d20 9 d6 1 1 d20 9")
    assert table["b"].cover == table["b"].cell
    table.count("A", "attacks", 0)
    table.act("A", *keys, dice="d6 6 3 d20 9 d6 1")
    assert table.results()[-1] == 4


@rule("ingenuity/maneuver.improvise")
def test_a_manoeuvre_that_was_not_learned_takes_one_off() -> None:
    table = Table("A b", A=sheet(), b=foe())
    table.act("A", "improvise", "heavy-attack b", "strength bludgeoning", dice="d6 3 3 d20 9")
    assert table.results() == [6 - 1 - 1]
    assert (table["A"].stamina, table["A"].actions) == (11, 2)


@rule("ingenuity/power.provoke", "ingenuity/movement.no-opportunity")
def test_casting_beside_enemies_has_no_drawback() -> None:
    mage = sheet(powers=["jolt"], dice={"wizardry": 6}, prof={"Evocation": 1})
    armed = sheet(["spear"], evasion=30, stamina=5)
    table = Table("c A b", A=mage, b=foe(evasion=30), c=armed)
    table.act("A", "jolt b", dice="d6 3 3 d20 9")
    assert table.results() == [7]


@rule("ingenuity/action.ready.what", "ingenuity/action.ready")
def test_what_costs_one_action_and_ends_no_turn_can_be_readied() -> None:
    one_sheet = sheet(maneuvers=["heavy-attack", "rushing-strike"], powers=["jolt", "harm"])
    table = Table("A . b", A=one_sheet, b=foe())
    table.begin_turn("A")

    asked = act.Act(table.combat, table["A"], True)
    keys = [asked.key(each) for each in asked.answers()]
    ready = [key for key in keys if key.startswith("ready")]
    assert "ready heavy-attack for a move" in ready
    assert not [key for key in ready if "rushing" in key or "harm" in key or "guard" in key]


@rule("ingenuity/gm.circumstance")
@pytest.mark.parametrize(
    ("say", "dice", "result"),
    [("nothing", "d6 5 2 d20 9", 7), ("disadvantage", "d6 5 2 d20 9 d6 1", 3)],
)
def test_the_gm_may_grant_one_source_for_circumstances(say: str, dice: str, result: int) -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe(), options={"circumstances": True})
    table.act("A", *STAB, f"side: {say}", dice=dice)
    assert table.results() == [result]


@rule("ingenuity/gm.random", "ingenuity/attack.stray.random")
def test_what_is_random_has_equal_chances_and_scripted_dice_may_decide() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 5})
    rows = "A . c b d\n. . . e ."
    for face, struck in ((1, "c"), (2, "d"), (3, "e")):
        table = Table(rows, A=archer, b=foe(), c=foe(), d=foe(), e=foe())
        table.act(
            "A", "shoot b with shortbow", "dexterity piercing", dice=f"d6 3 3 d20 1 d3 {face}"
        )
        assert [name for name in "bcde" if table[name].endurance < 60] == [struck]


@rule("ingenuity/resource.kinds")
def test_each_resource_goes_from_nothing_to_its_maximum() -> None:
    table = Table("A b", A=sheet(), b=foe())
    unit = table["A"]
    for name in ("health", "endurance", "stamina", "focus"):
        for value, fine in ((0, True), (12, True), (13, False), (-1, False)):
            setattr(unit, name, value)
            assert (table.combat.recount() == "") == fine
        setattr(unit, name, 12)


@rule("ingenuity/movement.grid", "ingenuity/movement.speed")
def test_a_space_is_a_metre() -> None:
    table = Table("A . . . . b", A=sheet(speed=3), b=foe())
    table.act("A", "move", "move 3,0")
    assert table.at("A") == "3,0"


@rule("ingenuity/end.cleanup")
def test_at_the_end_wounds_run_down_and_what_was_thrown_comes_back() -> None:
    archer = sheet(["dagger", "shortbow"], ammo={"arrow": 5})
    table = Table("A b", A=archer, b=sheet(stamina=0, evasion=9, numbers={"constitution": 0}))
    table.give("A", "bleeding", 3)
    table.give("A", "crippled")
    table["A"].ammo[1] = 2
    table.act("A", "shoot b with dagger", dice="d6 1 1 d20 9")
    table["A"].readied = 1
    table.fell("b")
    table.step("drop prone")
    assert table.combat.outcome == "end.last-team"
    one_unit = table["A"]
    assert (one_unit.health, one_unit.endurance) == (9, 9)
    assert one_unit.effects == []
    assert not one_unit.readied
    assert [table.combat.thing(each).id for each in one_unit.pieces] == ["shortbow", "dagger"]
    assert one_unit.ammo[1] == 2 + 2


@rule("ingenuity/attack.objects")
@pytest.mark.parametrize(("struck", "gone"), [(9, False), (10, True)])
def test_an_object_is_destroyed_when_its_durability_is_used_up(struck: int, gone: bool) -> None:
    ours, theirs = side("us", one(at=[0, 0])), side("them", one(at=[3, 0]))
    drawn = {"rows": [".o.."], "legend": {"o": {"kind": "low-cover", "hp": 10}}}
    combat, _ = begun(ours, theirs, rows=[], instigator="us", map=drawn)
    assert combat.objects() == [1]
    combat.struck[0] = struck
    assert combat.ruined(1) == gone


@rule("ingenuity/gm.fiction-first", "ingenuity/gm.seat")
def test_the_gm_overrules_by_an_edit_that_is_logged() -> None:
    import affray

    fight = affray.start("ingenuity", "toll-bridge", seed=1)
    name = fight.combat.units[0].name
    fight.edit(f"{name}.endurance", 3, "a blow in the dark")
    assert fight.value(f"{name}.endurance") == 3
    assert any(f"sets {name}.endurance = 3" in line for line in fight.log())
    assert "a blow in the dark" in fight.journal.text()


FIST = "strength bludgeoning"


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/gm.creature-ranks")
def test_a_common_creature_uses_two_manoeuvres_in_a_combat_and_falls_without_endurance() -> None:
    grunt = sheet(maneuvers=["heavy-attack"])
    grunt.rank = "common"
    options: dict[str, int | str | bool] = {"creature_ranks": True}
    table = Table("b A\n. c", b=grunt, A=bare_foe(), c=grunt, options=options)
    keys = ("heavy-attack A", FIST)
    for _ in range(2):
        table.act("b", *keys, dice="d6 3 3 d20 9")
    with refused("gm.creature-ranks"):
        table.act("b", "heavy-attack A")
    table["c"].endurance = 1
    table["b"].stamina = table["c"].stamina = 0
    table.act("A", "attack c with bare-hands", FIST, "c: dead", dice="d6 6 6 d20 9")
    assert not table["c"].present
    assert table["c"].health == 12
