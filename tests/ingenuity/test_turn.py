"""The order of turns, surprise, what a turn begins and ends with, rounds and actions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from affray.core.choice import Agent, Choice
from affray.rulesets.ingenuity import condition, setup
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def picks(table: Table, *keys: str) -> list[str]:
    """Let turns pass unused; return who had them."""
    found: list[str] = []
    left = list(keys)
    while left or len(found) < 1:
        key = left.pop(0) if left else ""
        table.step(*([key] if key else []))
        found.append(table.combat.units[table.combat.active].name)
        table.step()
        table.step("end turn")
    return found


@rule("ingenuity/turn.alternate", "ingenuity/turn.exhausted-team", "ingenuity/turn.team-picks")
def test_teams_alternate_and_the_larger_goes_on_alone() -> None:
    one = sheet(stamina=0)
    table = Table("A B C . b", A=one, B=one, C=one, b=one)
    assert picks(table, "C") == ["C"]
    assert picks(table) == ["b"]
    assert picks(table, "A") == ["A"]
    assert picks(table) == ["B"]


@rule("ingenuity/turn.round-restart", "ingenuity/turn.round-end", "ingenuity/turn.one-per-round")
def test_a_new_round_starts_with_the_first_team() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=sheet())
    assert picks(table, "A") == ["A"]
    assert picks(table) == ["b"]
    assert picks(table) == ["B"]
    table.step()
    assert table.combat.round == 2
    assert picks(table, "B") == ["B"]


@rule("ingenuity/turn.unable", "ingenuity/turn.revived")
def test_one_who_is_knocked_out_cannot_be_picked_until_revived() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=sheet())
    table.fell("B")
    assert picks(table) == ["A"]
    table.wake("B")
    assert picks(table) == ["b"]
    assert picks(table) == ["B"]


@rule("ingenuity/surprise.round", "ingenuity/surprise.no-actions", "ingenuity/surprise.after")
def test_only_the_surprising_team_acts_in_the_surprise_round() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=sheet(), surprised=[0])
    assert picks(table) == ["b"]
    table.step()
    assert table.combat.round == 1
    assert picks(table, "A") == ["A"]


@rule(
    "ingenuity/surprise.immune",
    "ingenuity/surprise.immune-initiative",
    "ingenuity/talent.danger-sense",
)
def test_clementine_with_danger_sense_acts_in_the_surprise_round() -> None:
    clementine = sheet(talents=["danger-sense"])
    table = Table("A C . b c", A=sheet(), C=clementine, b=sheet(), c=sheet(), surprised=[0])
    assert picks(table) == ["C"]
    assert picks(table, "b") == ["b"]
    assert picks(table) == ["c"]
    table.step()
    assert table.combat.round == 1


@rule(
    "ingenuity/action.spanning",
    "ingenuity/action.spanning.first",
    "ingenuity/attack.reload.crossbow",
)
def test_petra_shoots_seeks_cover_and_reloads_over_two_turns() -> None:
    petra = sheet(["crossbow"], ammo={"bolt": 5})
    table = Table("A o . b", A=petra, b=sheet(stamina=0, evasion=9))
    table.act("A", "shoot b with crossbow", dice="d6 2 2 d20 9")
    table.act("A", "seek cover")
    table.act("A", "reload crossbow")
    assert table["A"].task_left == 1
    table.start("A", "continue")
    assert table["A"].pieces[0].loaded == 1
    assert table["A"].actions == 2


@rule("ingenuity/action.spanning.abandon")
def test_petra_abandons_her_reload_and_starts_from_nothing() -> None:
    petra = sheet(["crossbow"], ammo={"bolt": 5})
    table = Table("A . b", A=petra, b=sheet())
    table["A"].pieces[0].loaded = 0
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("reload crossbow")
    table.start("A", "abandon")
    assert table["A"].actions == 3
    table.step("reload crossbow")
    assert table["A"].actions == 1
    assert table["A"].pieces[0].loaded == 1


@rule(
    "ingenuity/action.ready",
    "ingenuity/action.ready.uses-reaction",
    "ingenuity/action.ready.timing",
)
def test_petra_shoots_who_moves_and_her_reaction_is_spent() -> None:
    petra = sheet(["crossbow"], ammo={"bolt": 5})
    table = Table("A . # b\n. . . .", A=petra, b=sheet(stamina=0, evasion=5))
    table.act("A", "ready for a move")
    assert table.combat.active == -1
    keys = ("move", "move 1,1", "A: readied shoot b with crossbow", "b: stop")
    table.act("b", *keys, dice="d6 4 4 d20 9")
    assert table["b"].endurance == 0
    assert table["A"].used[2] == 1


@rule("ingenuity/action.command", "ingenuity/action.command.once-per-target")
def test_a_captain_commands_each_guard_once() -> None:
    table = Table("A B C . b", A=sheet(focus=10), B=sheet(), C=sheet(), b=sheet())
    table.act("A", "command B", "B: nothing")
    table.act("A", "command C", "C: nothing")
    assert table["A"].focus == 6
    assert table["A"].actions == 1
    with refused("action.command.once-per-target"):
        table.act("A", "command B")


@rule("ingenuity/action.move", "ingenuity/movement.speed", "ingenuity/action.sprint")
def test_move_then_sprint_for_stamina_but_no_second_move() -> None:
    table = Table(". " * 12 + "A b", A=sheet(speed=4), b=sheet())
    with refused("action.sprint"):
        table.act("A", "sprint")
    table.act("A", "move", "move 8,0")
    with refused("action.move"):
        table.act("A", "move")
    table.act("A", "sprint", "move 4,0")
    assert table["A"].stamina == 11
    assert table["A"].cell == 4


@rule("ingenuity/movement.diagonals", "ingenuity/movement.diagonals.scope")
def test_every_second_diagonal_costs_two() -> None:
    rows = "\n".join(["A . . . . . . ."] + [". . . . . . . ."] * 6 + [". . . . . . . b"])
    table = Table(rows, A=sheet(speed=9), b=sheet())
    table.act("A", "move", "move 6,6")
    other = Table(rows, A=sheet(speed=8), b=sheet())
    with refused("movement.speed"):
        other.act("A", "move", "move 6,6")


@rule("ingenuity/action.free.step")
def test_a_step_stands_in_for_the_move() -> None:
    table = Table(". A . b", A=sheet(), b=sheet())
    table.act("A", "step 0,0")
    assert table["A"].actions == 3
    with refused("action.move"):
        table.act("A", "move")


@rule("ingenuity/action.wait", "ingenuity/reaction.extra", "ingenuity/action.ends-turn")
def test_one_who_waits_has_two_reactions_and_no_turn() -> None:

    table = Table("A b", A=sheet(), b=sheet())
    table.act("A", "wait")
    assert table.combat.active == -1
    table["A"].set_count(2, 1)
    assert budget.can_react(table.combat, table["A"])
    table["A"].set_count(2, 2)
    assert not budget.can_react(table.combat, table["A"])


@rule("ingenuity/setup.instigating-action", "ingenuity/setup.initiative.attacked")
def test_the_instigator_opens_with_the_action_that_began_it() -> None:
    one = sheet(["spear"])
    table = Table("A b", A=one, b=sheet(stamina=0, evasion=12))
    table.combat.instigator = 0
    table.combat.aimed = 1
    with refused("setup.instigating-action"):
        table.act("A", "guard")
    table.act("A", "attack b with spear", "strength piercing", dice="d6 1 1 d20 9")
    assert table["A"].actions == 2
    assert table.combat.aimed == -1


@rule("ingenuity/end.last-team")
def test_the_last_team_that_remains_wins() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.act("A", "surrender", "accept")
    assert (table.combat.outcome, table.combat.winner) == ("end.last-team", 1)


@rule("ingenuity/action.ready.expiry")
def test_a_readied_shot_is_gone_once_its_trigger_has_come() -> None:
    one = sheet(["crossbow"], ammo={"bolt": 5})
    table = Table("A . # b\n. . . .", A=one, b=sheet(stamina=0))
    table.act("A", "ready for a move")
    table["A"].set_count(2, 1)
    table.act("b", "move", "move 1,1")
    assert table["A"].readied == 0


@rule("ingenuity/movement.corners")
def test_no_diagonal_step_past_a_wall() -> None:
    table = Table("A # .\n. . b", A=sheet(speed=1), b=sheet())
    with refused("movement.speed"):
        table.act("A", "move", "move 1,1")


@rule("ingenuity/action.stand-up", "ingenuity/action.free.drop-prone", "ingenuity/condition.prone")
def test_dropping_is_free_and_standing_up_costs_an_action() -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.act("A", "drop prone")
    assert (table["A"].prone, table["A"].actions) == (True, 3)
    table.act("A", "stand up")
    assert (table["A"].prone, table["A"].actions) == (False, 2)


@rule("ingenuity/fate.action", "ingenuity/fate.recover", "ingenuity/fate.spend")
def test_fate_buys_an_action_and_half_of_a_resource() -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table["A"].fate_points = 2
    table["A"].stamina = 1
    table.act("A", "fate action")
    assert table["A"].actions == 4
    table.act("A", "fate stamina")
    assert (table["A"].stamina, table["A"].fate_points) == (7, 0)


@rule("ingenuity/movement.half-speed", "ingenuity/condition.crippled", "ingenuity/test.rounding-up")
def test_halvings_of_speed_apply_in_turn_and_round_up() -> None:

    table = Table("A . b", A=sheet(speed=9), b=sheet())
    condition.gain(table.combat, table["A"], "crippled", 1, -1)
    assert condition.speed(table["A"]) == 5
    table["A"].prone = True
    assert condition.speed(table["A"]) == 3


@rule("ingenuity/setup.initiative.instigator", "ingenuity/setup.initiative.others")
def test_the_instigating_team_is_first_and_the_attacked_second() -> None:

    table = Table("A b . T", A=sheet(), b=sheet(), T=sheet())
    assert setup.order_teams(table.combat, 1) == [1, 0, 2]
    table.combat.aimed = table["T"].index
    assert setup.order_teams(table.combat, 1) == [1, 2, 0]


@rule("ingenuity/maneuver.attack", "ingenuity/maneuver.steps", "ingenuity/action.resources")
def test_a_stunning_strike_that_does_not_reach_constitution_only_hurts() -> None:
    one = sheet(maneuvers=["stunning-strike"], stamina=3)
    table = Table("A b", A=one, b=sheet(evasion=6, constitution=8, stamina=0))
    table.act("A", "stunning-strike b", "strength bludgeoning", dice="d6 4 3 d20 10")
    assert table["b"].endurance == 12 - 9
    assert not table["b"].is_held("stunned")
    with refused("action.resources"):
        table.act("A", "stunning-strike b")


@rule("ingenuity/power.attack", "ingenuity/power.steps", "ingenuity/power.tiers")
def test_a_power_may_work_and_its_attack_miss() -> None:
    mage = sheet(powers=["jolt"], dice={"wizardry": 6}, prof={"Evocation": 1})
    table = Table("A . b", A=mage, b=sheet(evasion=6, stamina=0))
    table.act("A", "jolt b", dice="d6 2 2 d20 10")
    assert table["b"].endurance == 12
    assert table["A"].focus == 11


@rule("ingenuity/power.multiple", "ingenuity/power.attack.no-map")
def test_the_second_power_of_a_round_takes_two_off() -> None:
    mage = sheet(powers=["jolt"], dice={"wizardry": 6}, prof={"Evocation": 1})
    table = Table("A . b", A=mage, b=sheet(evasion=4, endurance=30, stamina=0))
    table.act("A", "jolt b", dice="d6 3 2 d20 10")
    assert table["b"].endurance == 30 - 8
    table.act("A", "jolt b", dice="d6 3 2 d20 10")
    assert table["b"].endurance == 30 - 8 - 6
    assert table["A"].used[0] == 0


class Noted(Agent):
    """Ends every turn, and notes who was picked from whom."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[str]]] = []

    def decide(self, choice: Choice) -> int:
        self.asked.append((choice.rule, [choice.key(one) for one in choice.answers()]))
        return choice.fallback()


def pass_turns(table: Table, steps: int) -> Noted:
    """Play steps, every choice answered by its default."""
    agent = Noted()
    table.combat.agents = [agent] * 4
    for _ in range(steps):
        table.combat.changes = 0
        table.combat.step()
    return agent


def turns(table: Table) -> list[str]:
    return [table.combat.units[one.who].name for one in table.told("turn")]


@rule("ingenuity/turn.free-order", "ingenuity/turn.team-picks", "ingenuity/turn.one-per-round")
def test_a_team_may_use_its_members_in_another_order_each_round() -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet())
    for first in ("A", "B"):
        table.step(first)
        table.step()
        table.step("end turn")
        pass_turns(table, 6)
        table.step()
    assert turns(table) == ["A", "b", "B", "B", "b", "A"]


@rule("ingenuity/turn.must-act")
def test_a_team_cannot_pass_the_pick() -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet())
    agent = pass_turns(table, 1)
    assert agent.asked == [("turn.team-picks", ["A", "B"])]


@rule("ingenuity/turn.unused-lost", "ingenuity/turn.three-actions")
def test_actions_that_are_not_used_are_lost() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.start("A")
    assert table["A"].actions == 3
    table.step("stand up") if table["A"].prone else table.step("drop prone")
    table.step("stand up")
    assert table["A"].actions == 2
    table.step("end turn")
    assert table["A"].actions == 0
    table.start("A")
    assert table["A"].actions == 3


@rule("ingenuity/turn.collapse", "ingenuity/turn.start-sequence")
def test_who_collapses_at_the_start_of_its_turn_has_none() -> None:
    table = Table("A b", A=sheet(stamina=0, constitution=2), b=sheet())
    table["A"].health = 10
    table.give("A", "bleeding", 1)
    table.start("A")
    assert not table["A"].awake
    assert table["A"].actions == 0
    table.step()
    assert table.combat.outcome == "" or table.combat.winner == 1


@rule("ingenuity/turn.until-next", "ingenuity/action.guard", "ingenuity/action.wait")
def test_guard_ends_at_the_start_of_the_own_next_turn() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.act("A", "guard")
    pass_turns(table, 4)
    assert table.combat.round == 2
    assert table["A"].is_held("guarding")
    pass_turns(table, 2)
    assert table.combat.active == table["A"].index
    assert not table["A"].is_held("guarding")


@rule("ingenuity/turn.until-next")
def test_without_a_next_turn_it_ends_with_the_round_in_which_that_would_have_come() -> None:
    table = Table("A b B", A=sheet(), b=sheet(), B=sheet())
    table.act("A", "guard")
    table.fell("A")
    table["B"].acted = table["b"].acted = True
    table.step()
    assert table.combat.round == 2
    assert table["A"].is_held("guarding")
    table["B"].acted = table["b"].acted = True
    table.step()
    assert table.combat.round == 3
    assert not table["A"].is_held("guarding")


@rule("ingenuity/turn.no-turn-effects", "ingenuity/condition.bleeding")
def test_who_gets_no_turn_bleeds_at_the_end_of_the_round_and_only_once() -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet())
    table.fell("A")
    table.give("A", "bleeding", 3)
    table.give("B", "bleeding", 2)
    pass_turns(table, 3)
    assert (table["B"].health, table["B"].endurance) == (11, 11)
    assert table["A"].health == 12
    pass_turns(table, 4)
    assert table.combat.round == 2
    assert (table["A"].health, table["A"].endurance) == (11, 10)
    assert (table["B"].health, table["B"].endurance) == (11, 11)


@rule("ingenuity/turn.no-turn-effects")
def test_those_without_a_turn_suffer_in_the_order_of_initiative() -> None:
    table = Table("A b B c", A=sheet(), b=sheet(), B=sheet(), c=sheet())
    for name in ("A", "b"):
        table.fell(name)
        table.give(name, "bleeding", 1)
    table.combat.rota.order = [1, 0]
    table["B"].acted = table["c"].acted = True
    table.step()
    assert [table.combat.units[one.who].name for one in table.told("damaged")] == ["b", "A"]


@rule("ingenuity/turn.start-sequence")
def test_bleeding_comes_before_burning_and_burning_before_poison() -> None:
    table = Table("A b", A=sheet(constitution=9), b=sheet())
    for id in ("poison", "burning", "bleeding"):
        table.give("A", id, 2)
    table.start("A")
    assert list(dict.fromkeys([one.rule for one in table.told("damaged")])) == [
        "condition.bleeding",
        "condition.burning",
        "condition.poison",
    ]


@rule("ingenuity/turn.three-actions", "ingenuity/action.free", "ingenuity/turn.round-end")
def test_free_actions_come_between_and_after_the_three() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.start("A")
    for _ in range(3):
        table.step("drop prone")
        table.step("stand up")
    assert table["A"].actions == 0
    table.step("drop prone")
    assert table["A"].prone
    with refused("turn.three-actions"):
        table.step("stand up")


@rule("ingenuity/turn.start-sequence", "ingenuity/condition.stunned")
def test_stun_takes_actions_before_an_unfinished_task_goes_on() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.give("A", "stunned", 4)
    table.start("A")
    assert table["A"].actions == 0
    assert not table["A"].is_held("stunned")
    table.step("drop prone")
    assert table["A"].prone


@rule("ingenuity/surprise.third-teams")
def test_a_team_neither_surprising_nor_surprised_acts_in_the_order_of_initiative() -> None:
    table = Table("A b T", A=sheet(), b=sheet(), T=sheet(), surprised=[1])
    pass_turns(table, 6)
    assert turns(table) == ["A", "T"]
    assert table.combat.round == 0
    pass_turns(table, 1)
    assert table.combat.round == 1


@rule("ingenuity/surprise.no-command", "ingenuity/surprise.immune")
def test_a_surprised_ally_cannot_be_commanded() -> None:
    captain = sheet(talents=["danger-sense"])
    table = Table("A B b", A=captain, B=sheet(), b=sheet(), surprised=[0])
    with refused("surprise.no-command"):
        table.act("A", "command B")
    assert (table["A"].focus, table["A"].actions) == (12, 3)


@rule("ingenuity/surprise.after", "ingenuity/attack.multiple.round")
def test_counts_of_the_round_restart_after_the_surprise_round() -> None:
    foe = sheet(evasion=9, stamina=0)
    table = Table("A b", A=sheet(["spear"]), b=foe, surprised=[1])
    table.act("A", "attack b with spear", "strength piercing", dice="d6 1 1 d20 9")
    assert table.used("A", "attacks") == 1
    table.step("end turn")
    table.step()
    assert table.combat.round == 1
    assert table.used("A", "attacks") == 0


@rule("ingenuity/surprise.no-actions", "ingenuity/turn.no-turn-effects")
def test_the_surprised_bleed_at_the_end_of_the_surprise_round() -> None:
    table = Table("A b", A=sheet(), b=sheet(), surprised=[1])
    table.give("b", "bleeding", 1)
    pass_turns(table, 4)
    assert table.combat.round == 1
    assert table["b"].health == 11


@rule("ingenuity/setup.initiative.no-instigator")
@pytest.mark.parametrize(
    ("ours", "theirs", "first"),
    [((6, 6), (6, 8), 1), ((6, 8), (8, 6), 0), ((8, 6), (6, 6), 0), ((4, 4), (4, 6), 1)],
)
def test_without_an_instigator_the_highest_resolve_and_dexterity_go_first(
    ours: Sequence[int], theirs: Sequence[int], first: int
) -> None:

    def one(dice: Sequence[int]) -> Sheet:
        return sheet(dice={"resolve": dice[0], "dexterity": dice[1], "strength": 12})

    table = Table("A b", A=one(ours), b=one(theirs))
    assert setup.order_teams(table.combat, -1)[0] == first


@rule("ingenuity/setup.initiative.fixed")
def test_the_order_of_teams_stays_for_the_whole_combat() -> None:
    table = Table("A b T", A=sheet(), b=sheet(), T=sheet())
    pass_turns(table, 30)
    assert turns(table)[:9] == ["A", "b", "T"] * 3


@rule("ingenuity/setup.starting-state")
def test_everybody_starts_whole_with_a_reaction_and_weapons_loaded() -> None:
    one = sheet(["crossbow"], ammo={"bolt": 3})
    table = Table("A b", A=one, b=sheet())
    found = table["A"]
    assert (found.health, found.endurance, found.stamina, found.focus) == (12, 12, 12, 12)
    assert found.effects == []
    assert (found.prone, found.awake, sum(found.used)) == (False, True, 0)
    assert found.pieces[0].loaded == 1


@rule("ingenuity/setup.held-items", "ingenuity/sheet.hands")
@pytest.mark.parametrize(
    ("weapons", "shields", "held"),
    [
        (["longsword", "dagger"], ["buckler"], ["longsword", "buckler"]),
        (["spear", "dagger"], ["buckler"], ["spear"]),
        (["longsword", "spear", "dagger"], [], ["longsword", "dagger"]),
        (["dagger", "dagger", "club"], [], ["dagger", "dagger"]),
        (["bite", "dagger"], [], ["dagger"]),
    ],
)
def test_the_first_weapon_is_held_then_a_shield_or_a_second_weapon(
    weapons: list[str], shields: list[str], held: list[str]
) -> None:
    table = Table("A b", A=sheet(weapons, shields), b=sheet())
    pieces = [one for one in table["A"].pieces if one.held]
    assert [table.combat.thing(one).id for one in pieces] == held


@rule("ingenuity/setup.free-brandish")
@pytest.mark.parametrize("off", [False, True])
def test_in_the_first_turn_one_may_choose_for_free_what_one_holds(off: bool) -> None:
    options: dict[str, int | str | bool] = {"no_free_brandish": off}
    table = Table("A b", A=sheet(["spear", "dagger"]), b=sheet(), options=options)
    table["A"].brandished = False
    table.start("A", *([] if off else ["brandish dagger"]))
    held = [table.combat.thing(one).id for one in table["A"].pieces if one.held]
    assert held == (["spear"] if off else ["dagger"])
    assert table["A"].actions == 3
    table.start("A")


@rule("ingenuity/setup.instigating-action")
def test_the_instigator_acts_freely_if_its_action_has_become_impossible() -> None:
    table = Table("A b c", A=sheet(["spear"]), b=sheet(), c=sheet())
    table.combat.instigator = 0
    table.combat.aimed = table["b"].index
    table.fell("b")
    table.combat.leave(table["b"])
    table["b"].present = False
    table.act("A", "guard")
    assert table["A"].is_held("guarding")


@rule("ingenuity/setup.instigating-action")
def test_the_team_need_not_let_the_instigator_go_first() -> None:
    table = Table("A B b", A=sheet(["spear"]), B=sheet(), b=sheet(stamina=0, evasion=12))
    table.combat.instigator = 0
    table.combat.aimed = table["b"].index
    table.step("B")
    table.step()
    table.step("guard")
    assert table["B"].is_held("guarding")
    assert table.combat.aimed == table["b"].index


def reloader() -> Table:
    """Somebody with an action of reloading left, on whose turn that is gone on with."""
    table = Table("A . . b", A=sheet(["crossbow"], items=["torch"], ammo={"bolt": 5}), b=sheet())
    table["A"].pieces[0].loaded = 0
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("reload crossbow")
    return table


@rule("ingenuity/action.spanning.first", "ingenuity/action.free", "ingenuity/action.free.step")
def test_free_actions_come_before_what_is_unfinished_too() -> None:
    table = reloader()
    table.start("A", "step 1,0", "continue")
    assert table.at("A") == "1,0"
    assert table["A"].pieces[0].loaded == 1
    assert table["A"].actions == 2


@rule("ingenuity/action.spanning.first", "ingenuity/fate.action")
def test_an_action_that_fate_gives_may_come_before_what_is_unfinished() -> None:
    table = reloader()
    table["A"].fate_points = 1
    table.start("A", "fate action", "continue")
    assert table["A"].actions == 3


@rule("ingenuity/action.spanning.first")
@pytest.mark.parametrize("key", ["move", "guard", "shoot b with crossbow"])
def test_no_other_action_comes_before_what_is_unfinished(key: str) -> None:
    table = reloader()
    with refused("action.spanning.first"):
        table.start("A", key)


@rule("ingenuity/action.spanning.interrupt", "ingenuity/action.free.drop-item")
def test_what_is_dropped_first_is_not_gone_on_with() -> None:
    table = reloader()
    table.start("A", "drop crossbow")
    assert (table["A"].task, table["A"].actions) == (0, 3)
