"""Rounds, turns and actions: the worked examples of the source."""

from __future__ import annotations

from affray.rulesets.ingenuity import condition, setup
from affray.rulesets.ingenuity.reaction import budget
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
    table["A"].used[2] = 1
    assert budget.can_react(table.combat, table["A"])
    table["A"].used[2] = 2
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
    table["A"].used[2] = 1
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
