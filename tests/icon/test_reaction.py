"""Interrupts: when, how often, in which order, and what goes on afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.combat import OWN, ROUND, TURN
from affray.core.errors import UnknownKeyError
from affray.rulesets.icon import reaction
from affray.rulesets.icon.definitions import TARGETED
from tests.icon.table import (
    BLAST,
    Ability,
    Table,
    Use,
    ability,
    content_library,
    foe,
    hero,
    made,
    sheet,
    strike,
)
from tests.rules import rule


def shot(level: str = "light") -> Ability:
    one = strike(level=level, range=6)
    one.attack = "ranged"
    one.tags = ["attack", "ranged"]
    return one


# ---- use ---------------------------------------------------------------------------------------


@rule("icon/interrupt.off-turn")
def test_an_interrupt_is_optional_and_costs_no_action() -> None:
    table = Table("A . b", A=hero(ability("afterimage")), b=foe(shot()))

    table.act("b", "strike A", "pass", dice="d20 9 d6 1")
    assert table["A"].hp == 27
    table.combat.clear(2)
    table["b"].used = (0,) * len(table["b"].used)
    table["b"].actions = 2
    table.act("b", "strike A", "A afterimage", "stay", dice="d6 4")

    assert table["A"].hp == 27


@rule("icon/interrupt.off-turn")
def test_an_interrupt_is_no_action_of_the_own_turn() -> None:
    table = Table("A . b", A=hero(ability("afterimage")), b=foe())

    assert table.refusal("A", "afterimage") == "interrupt.off-turn"


@rule("icon/interrupt.uses", "icon/interrupt.once-per-turn")
def test_interrupt_one_is_spent_until_the_start_of_the_owners_next_turn() -> None:
    table = Table("A . b c", A=hero(ability("afterimage")), b=foe(shot()), c=foe(shot()))

    table.begin("b")
    table.act("b", "strike A", "A afterimage", "stay", dice="d6 4")
    table.end("b")
    table.begin("c")
    table.act("c", "strike A", dice="d20 9 d6 1")
    table.end("c")
    table.begin("A")
    table.end("A")
    table.combat.clear(2)
    table.begin("b")
    table.act("b", "strike A", "A afterimage", "stay", dice="d6 4")

    assert table["A"].hp == 27


@rule("icon/interrupt.once-per-turn")
def test_one_interrupt_in_a_turn_whichever_ability_it_is() -> None:
    table = Table(
        "A b . . .", A=hero(ability("afterimage", 3), ability("shear-away")), b=foe(shot())
    )
    table.begin("b")
    table.act("b", "strike A", "A afterimage", "stay", dice="d6 4")

    table.act("b", "move", "move 2,0 1,0")

    assert (table.at("b"), table["b"].hp) == ("1,0", 28)


@rule("icon/interrupt.uses")
def test_a_master_talent_gives_one_more_use() -> None:
    table = Table("A . b c", A=hero(ability("afterimage", 3)), b=foe(shot()), c=foe(shot()))
    for name in "bc":
        table.begin(name)
        table.act(name, "strike A", "A afterimage", "stay", dice="d6 4")
        table.end(name)

    assert table["A"].hp == 28


@rule("icon/interrupt.attack-limit", "icon/action.one-attack-per-round")
def test_an_interrupt_attack_needs_the_rounds_attack_and_uses_it() -> None:
    table = Table("A . . . b", A=hero(), b=foe(strike(range=4), ability("set-spear")))
    table.act("b", "strike A", dice="d20 1")
    table.end("b")

    table.act("A", "move", "move 2,0")  # nobody is asked
    assert table["b"].used[0] == 1
    table.end("A")
    table.combat.clear(2)
    table.begin("b")
    table.end("b")
    table.combat.move(table["A"], 0)
    table.begin("A")
    table.act("A", "move", "move 2,0", "b set-spear", "stop", dice="d20 1")

    assert table.refusal("b", "strike A") == "action.one-attack-per-round"


@rule("icon/interrupt.unable", "icon/status.stunned")
@pytest.mark.parametrize("how", ["stunned", "fallen", "off"])
def test_the_stunned_the_fallen_and_the_absent_do_not_interrupt(how: str) -> None:
    table = Table("A . . b ~ . c", A=hero(), b=foe(ability("set-spear")), c=foe())
    if how == "stunned":
        table.give("b", "stunned")
    elif how == "fallen":
        table.fell(1)
    else:
        table.combat.move(table["b"], 4)
        table.go_over("b")

    table.act("A", "move", "move 1,0")

    assert table.at("A") == "1,0"


@rule("icon/interrupt.unable", "icon/effect.unstoppable")
def test_stun_that_is_suspended_does_not_stop_an_interrupt() -> None:
    table = Table("A . . b", A=hero(), b=foe(ability("set-spear"), gives=["unstoppable"]))
    table.give("b", "stunned")

    table.act("A", "move", "move 1,0", "pass", "stop")

    assert table.at("A") == "1,0"


# ---- timing ------------------------------------------------------------------------------------


@rule("icon/interrupt.timing")
def test_is_targeted_comes_before_the_roll_and_its_cover_counts() -> None:
    table = Table("A B . b", A=hero(ability("mirror-pane")), B=hero(), b=foe(shot("heavy")))

    table.act("b", "strike B", "A mirror-pane", dice="d20 9 d6 4 5")

    assert table["B"].hp == 23


@rule("icon/interrupt.timing")
def test_is_damaged_comes_after_the_damage() -> None:
    """Thick Neck: fray damage and a shove, though the attack is over."""
    table = Table("A b . .", A=hero(ability("thick-neck"), fray=2), b=foe(strike()))

    table.act("b", "strike A", "A thick-neck", dice="d20 9 d6 2 3")

    assert (table["A"].hp, table["b"].hp, table.at("b")) == (23, 26, "2,0")


@rule("icon/interrupt.timing", "icon/damage.minimum-zero")
def test_who_was_not_damaged_has_no_trigger() -> None:
    table = Table("A b . .", A=hero(ability("thick-neck"), armor=9), b=foe(strike()))

    table.act("b", "strike A", dice="d20 9 d6 2 3")

    assert table.at("b") == "1,0"


@rule("icon/interrupt.timing")
def test_misses_comes_after_the_miss() -> None:
    table = Table("A . b . .", A=hero(shot()), b=foe(ability("ground-out")))

    table.act("A", "strike b", "b ground-out", "move 4,0", dice="d20 8")

    assert table.at("b") == "4,0"


@rule("icon/interrupt.timing")
def test_a_movement_trigger_is_looked_at_after_each_step() -> None:
    """The spear reaches two spaces: it stops the walker at the first of them."""
    table = Table("A . . . . b", A=hero(), b=foe(ability("set-spear")))

    table.act("A", "move", "move 1,0 2,0 3,0 4,0", "b set-spear", dice="d20 9 d6 2")

    assert (table.at("A"), table["A"].hp) == ("3,0", 26)


@rule("icon/interrupt.timing")
def test_after_an_interrupt_that_does_not_stop_it_the_movement_goes_on() -> None:
    table = Table("A . . . . b", A=hero(), b=foe(ability("set-spear")))

    table.act("A", "move", "move 1,0 2,0 3,0 4,0", "b set-spear", "move 4,0", dice="d20 8")

    assert (table.at("A"), table["A"].hp) == ("4,0", 28)


@rule("icon/interrupt.timing")
def test_an_attacker_felled_by_an_interrupt_never_rolls() -> None:
    reach = ability("thick-neck")
    reach.trigger = "self-targeted"
    table = Table("A b . C", A=hero(reach, fray=2), b=foe(strike()), C=hero())
    table["b"].hp = 2

    table.act("b", "strike A", "A thick-neck", "take it")

    assert (table["b"].able(), table["A"].hp) == (False, 28)


@rule("icon/interrupt.timing", "icon/attack.target-hostile")
def test_an_attack_goes_on_only_as_far_as_it_still_can() -> None:
    """The target has teleported out of reach."""
    step = ability("afterimage")
    step.effect = list(ability("smoke-step").effect)
    table = Table("A b . .\n. . . .\n. . . .", A=hero(step), b=foe(strike()))

    table.act("b", "strike A", "A afterimage", "space 0,2")

    assert table["A"].hp == 28
    assert table["b"].used[0] == 1, "costs paid stay paid"


@rule("icon/interrupt.timing", "icon/aoe.once-per-character")
def test_who_trades_places_becomes_the_target_of_a_single_attack() -> None:
    table = Table(
        "A B b . .", A=hero(ability("trade-places"), defense=5), B=hero(), b=foe(strike())
    )

    table.act("b", "strike B", "A trade-places", dice="d20 5 d6 2 3")

    assert (table.at("A"), table.at("B")) == ("1,0", "0,0")
    assert (table["A"].hp, table["B"].hp) == (23, 28)


# ---- order -------------------------------------------------------------------------------------


@rule("icon/interrupt.order")
@pytest.mark.parametrize(("turn_of", "order"), [("A", [[1, 2], [0, 3]]), ("b", [[0, 3], [1, 2]])])
def test_the_side_whose_turn_it_is_not_decides_first(turn_of: str, order: list[list[int]]) -> None:
    table = Table("A b c D", A=hero(), b=foe(), c=foe(), D=hero())
    table.combat.active = table[turn_of].index

    window = reaction.Interrupts(table.combat, Use(0, 1, strike()), TARGETED, 1)

    assert window.groups() == order


@rule("icon/interrupt.order", "icon/interrupt.once-per-turn")
def test_after_each_interrupt_the_trigger_is_checked_again() -> None:
    """The first has taken the attack upon itself: nobody is asked about the old target."""
    table = Table(
        "A B C b .",
        A=hero(ability("trade-places")),
        B=hero(ability("trade-places")),
        C=hero(),
        b=foe(strike()),
    )

    table.act("b", "strike C", "A trade-places", dice="d20 8")

    assert (table.at("A"), table.at("C"), table.at("B")) == ("2,0", "0,0", "1,0")


@rule("icon/interrupt.order")
def test_a_side_chooses_which_of_its_interrupts_comes_first_and_may_use_several() -> None:
    table = Table(
        "A . B . b",
        A=hero(ability("mirror-pane", 1)),
        B=hero(ability("afterimage")),
        b=foe(shot("heavy")),
    )

    table.act("b", "strike B", "B afterimage", "A mirror-pane", dice="d6 3 d20 9 d6 4 5")

    assert table["B"].hp == 23


# ---- the own turn ------------------------------------------------------------------------------


def tumbler() -> Ability:
    """Return an interrupt that is used when a foe attacks its user: it shoves that foe."""
    one = ability("thick-neck")
    one.trigger = "self-targeted"
    one.range = one.target_range = 2
    return one


@rule("icon/interrupt.own-turn", "icon/interrupt.timing")
def test_an_interrupt_can_be_used_in_the_own_turn_and_ends_the_movement() -> None:
    """A foe's spear is answered by the walker, who then stands where it is."""
    table = Table("A . . . . b .", A=hero(tumbler()), b=foe(ability("set-spear")))

    table.act("A", "move", "move 1,0 2,0 3,0 4,0", "b set-spear", "A thick-neck", dice="")

    assert (table.at("A"), table.at("b")) == ("3,0", "6,0")
    assert table["A"].used[1] == 1
    assert table.combat.active == 0, "the turn goes on"
    assert table.refusal("A", "whack b") == ""


@rule("icon/interrupt.own-turn", "icon/interrupt.once-per-turn", "icon/interrupt.uses")
def test_the_own_turn_counts_as_a_turn_for_the_one_interrupt() -> None:
    """Two spears in one's own turn: only the first is answered, though a use is left."""
    table = Table(
        ". . . . b .\nA . . . . .\n. . . . c .",
        A=hero(ability("afterimage", 3)),
        b=foe(ability("set-spear")),
        c=foe(ability("set-spear")),
    )

    table.act(
        "A",
        "move",
        "move 1,1 2,1",
        "b set-spear",
        "A afterimage",
        "stay",
        "c set-spear",
        dice="d6 4 d20 1",
    )

    assert table.at("A") == "2,1"


# ---- reach -------------------------------------------------------------------------------------


@rule("icon/attack.target-hostile", "icon/interrupt.off-turn")
def test_an_interrupt_attack_is_offered_only_against_whom_it_can_reach() -> None:
    """A wall hides the walker; stealth does too."""
    table = Table("A . # b\n. . . .", A=hero(), b=foe(ability("set-spear")))
    table.act("A", "move", "move 1,0")
    assert table.at("A") == "1,0"

    table = Table("A . . . b", A=hero(), b=foe(ability("set-spear")))
    table.give("A", "stealth")
    table.act("A", "move", "move 2,0")

    assert table.at("A") == "2,0"


@rule("icon/interrupt.off-turn")
@pytest.mark.parametrize(("at", "asked"), [("2,0", True), ("3,0", False)])
def test_a_trigger_says_how_near_an_ally_must_be(at: str, *, asked: bool) -> None:
    table = Table("A B . . . b", A=hero(ability("trade-places")), B=hero(), b=foe(shot()))
    table.combat.move(table["B"], table.cell(at))

    table.act("b", "strike B", *(["pass"] if asked else []), dice="d20 1")

    assert table["B"].hp == 28


@rule("icon/interrupt.off-turn")
def test_a_ranged_trigger_does_not_answer_melee() -> None:
    table = Table("A B b .", A=hero(ability("mirror-pane")), B=hero(), b=foe(strike()))

    table.act("b", "strike B", dice="d20 1")

    assert table["B"].hp == 28


@rule("icon/interrupt.off-turn", "icon/move.shove-free")
def test_a_foe_that_is_moved_does_not_move() -> None:
    table = Table("A b . . C", A=hero(), b=foe(), C=hero(ability("shear-away")))

    table.shove("A", "b", 2, 2)

    assert (table.at("b"), table["b"].hp) == ("3,0", 28)


@rule("icon/interrupt.timing", "icon/effect.stance")
def test_lean_in_lasts_for_this_attack_only() -> None:
    table = Table("A b c . .", A=hero(shot("heavy")), b=foe(), c=foe(ability("lean-in")))

    table.act("A", "strike b", "c lean-in", dice="d20 12 d6 1 d6 4 5")
    assert table["b"].hp == 23
    table.hurt("b", 4, by="A")

    assert table["b"].hp == 19


@rule("icon/interrupt.timing")
def test_a_line_that_waits_for_a_miss_comes_after_it() -> None:
    """Afterimage: evasion, then the teleport only if the attack missed."""
    table = Table("A . b .", A=hero(ability("afterimage")), b=foe(shot()))
    table.act("b", "strike A", "A afterimage", "space 1,0", dice="d6 3 d20 8")
    assert table.at("A") == "1,0"

    table = Table("A . b .", A=hero(ability("afterimage")), b=foe(shot()))
    table.act("b", "strike A", "A afterimage", dice="d6 3 d20 9 d6 1")
    assert table.at("A") == "0,0"
    assert not table.has("A", "evasion")


@rule("icon/interrupt.off-turn", "icon/interrupt.timing")
@pytest.mark.parametrize(
    ("rows", "target"), [("A . b . .", "A"), ("A C b . .", "C"), ("C A b . .", "C")]
)
def test_thick_neck_answers_only_an_adjacent_foe_that_has_damaged_its_user(
    rows: str, target: str
) -> None:
    others = {"C": hero()} if "C" in rows else {}
    table = Table(rows, A=hero(ability("thick-neck")), b=foe(strike(range=3)), **others)

    table.act("b", f"strike {target}", dice="d20 9 d6 1 1")

    assert table[target].hp == 26


# ---- what an interrupt is aimed at, and what it answers ----------------------------------------


def answer(trigger: str, **fields: Any) -> Ability:
    """Return an interrupt that answers a word of ``dsl.trigger``."""
    own = {"uses": 1, "trigger": trigger, "within": fields.pop("within", 0)}
    return made(id="answer", tags=["interrupt"], interrupt=own, **fields)


@rule("icon/interrupt.timing", "icon/action.order-of-components")
def test_an_interrupt_may_be_aimed_at_its_user() -> None:
    own = answer("self-targeted", target={"who": "self"}, effect=[{"op": "vigor", "multiple": 1}])
    table = Table("A b", A=hero(own), b=foe(strike(level="light")))

    table.act("b", "strike A", "A answer", dice="d20 9 d6 4")

    assert (table["A"].hp, table["A"].vigor) == (28, 3)


@rule("icon/interrupt.off-turn", "icon/attack.target-hostile")
def test_an_interrupt_with_an_area_needs_nobody_in_range_of_its_attack() -> None:
    """Its area is laid where the user likes; its attack space may be empty."""
    own = answer(
        "self-targeted",
        attack={"mode": "melee"},
        pattern={"shape": "blast", "size": 1, "range": 2},
        area=[{"op": "damage", "amount": 1, "who": "area-foes"}],
    )
    table = Table("A . c . b", A=hero(own), b=foe(shot()), c=foe())

    table.act("b", "strike A", "A answer", "space 1,0", dice="d20 8")

    assert (table["b"].hp, table["c"].hp) == (28, 27)


@rule("icon/interrupt.off-turn")
@pytest.mark.parametrize(("line", "asked"), [("hit", True), ("effect", False)])
def test_what_answers_the_damage_of_an_attack_answers_no_other_damage(
    line: str, *, asked: bool
) -> None:
    own = answer(
        "self-damaged-by-adjacent", target={"who": "self"}, effect=[{"op": "vigor", "multiple": 1}]
    )
    blow = made(attack={"mode": "melee", "range": 1}, **{line: [{"op": "damage", "amount": 5}]})
    table = Table("A b", A=hero(own), b=foe(blow))

    table.act("b", "deed A", *(["A answer"] if asked else []), dice="d20 9")

    assert (table["A"].hp, table["A"].vigor) == (23, 7 if asked else 0)


@rule("icon/interrupt.timing", "icon/aoe.attack-and-area-spaces")
def test_nobody_draws_an_area_attack_upon_itself_from_outside_its_attack_space() -> None:
    own = answer("ally-targeted", within=2, effect=[{"op": "retarget"}])
    burst = made(
        attack={"mode": "ranged"},
        pattern={"shape": "blast", "size": 1, "range": 5},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 2, "who": "area"}],
    )
    table = Table("A B . . . b", A=hero(own), B=hero(), b=foe(burst))

    table.act("b", "deed", "space 1,0", "A answer", dice="d20 9")

    assert (table["A"].hp, table["B"].hp) == (26, 19)


@rule("icon/action.combo", "icon/interrupt.uses")
def test_an_interrupt_that_is_a_combo_goes_on_to_its_next_part() -> None:
    parts = [
        {"id": name, "name": name, "target": {"who": "self"}, "effect": effect}
        for name, effect in (
            ("one", [{"op": "vigor", "multiple": 1}]),
            ("two", [{"op": "resolve", "who": "user", "n": 1}]),
        )
    ]
    own = answer("self-targeted", part=parts)
    table = Table("A b", A=hero(own), b=foe(strike(level="light")))

    table.act("b", "strike A", "A answer", dice="d20 8")

    assert (table["A"].vigor, table["A"].resolve, table["A"].combo) == (7, 0, 1)


@rule("icon/interrupt.timing", "icon/effect.intangible")
def test_what_lasts_for_an_attack_is_not_given_to_the_intangible() -> None:
    """An intangible ally of the one that answers stays without evasion: no die for it."""
    grant = {"op": "grant", "effect": "evasion", "who": "allies-within", "range": 2}
    own = answer("ally-targeted", within=2, effect=[{**grant, "until": "attack"}])
    table = Table("A B b", A=hero(own), B=hero(), b=foe(strike(level="light")))
    table.act("b", "strike B", "A answer", dice="d6 3 d20 8")
    table.end("b")
    table.combat.clear(2)
    for name in "Ab":
        table.begin(name)
        if name == "A":
            table.end(name)
    table["b"].used = (0,) * len(table["b"].used)
    table["b"].actions = 2
    table.give("B", "intangible")

    table.act("b", "strike B", "A answer", dice="d20 8")

    assert not table.holds("B", "evasion")


@rule("icon/interrupt.off-turn", "icon/geometry.adjacent")
@pytest.mark.parametrize(("rows", "asked"), [("A b", True), ("A . b", False)])
def test_what_answers_the_damage_of_an_adjacent_foe_answers_none_from_afar(
    rows: str, *, asked: bool
) -> None:
    own = answer(
        "self-damaged-by-adjacent", target={"who": "self"}, effect=[{"op": "vigor", "multiple": 1}]
    )
    table = Table(rows, A=hero(own), b=foe(strike(level="light", range=2)))

    table.act("b", "strike A", *(["A answer"] if asked else []), dice="d20 9 d6 4")

    assert table["A"].vigor == (7 if asked else 0)


@rule("icon/interrupt.timing", "icon/attack.target-hostile")
def test_an_attack_is_lost_on_who_has_gone_out_of_sight() -> None:
    """In range still, but behind a wall."""
    step = ability("afterimage")
    step.effect = list(ability("smoke-step").effect)
    table = Table("A . . . b\n. # . . .\n. . . . .", A=hero(step), b=foe(shot()))

    table.act("b", "strike A", "A afterimage", "space 0,2")

    assert (table["A"].hp, table["b"].used[0]) == (28, 1)


def cured(id: str, trigger: str, within: int = 0) -> Ability:
    """Return an interrupt that gives its user vigor."""
    own = answer(
        trigger, within=within, target={"who": "self"}, effect=[{"op": "vigor", "multiple": 1}]
    )
    own.id = id
    return own


@rule("icon/interrupt.off-turn")
def test_each_interrupt_answers_its_own_moment_alone() -> None:
    table = Table(
        "A . b",
        A=hero(cured("one", "foe-moves-within-2"), cured("two", "self-targeted")),
        b=foe(shot()),
    )

    with pytest.raises(UnknownKeyError):
        table.act("b", "strike A", "A one")

    table.combat.using.clear()
    table.combat.depth = 0
    table["b"].used = (0,) * len(table["b"].used)
    table["b"].actions = 2
    table.act("b", "strike A", "A two", dice="d20 8")
    assert table["A"].vigor == 7


@rule("icon/interrupt.off-turn")
def test_nobody_answers_what_its_own_side_does() -> None:
    table = Table("A . B . c", A=hero(cured("one", "foe-moves-within-2")), B=hero(), c=foe())

    table.act("B", "move", "move 1,0")

    assert (table.at("B"), table["A"].vigor) == ("1,0", 0)


@rule("icon/interrupt.off-turn", "icon/geometry.distance")
@pytest.mark.parametrize(("rows", "asked"), [("A . B b", True), ("A . . B b", False)])
def test_what_answers_an_attack_on_an_ally_does_so_near_enough(rows: str, *, asked: bool) -> None:
    table = Table(
        rows,
        A=hero(cured("one", "ally-targeted", 2)),
        B=hero(),
        b=foe(strike(level="light")),
    )

    table.act("b", "strike B", *(["A one"] if asked else []), dice="d20 8")

    assert table["A"].vigor == (7 if asked else 0)


@rule("icon/interrupt.timing", "icon/attack.target-hostile")
@pytest.mark.parametrize(("wall", "hit"), [(".", "A"), ("#", "C")])
def test_nobody_draws_an_attack_upon_itself_that_cannot_see_it(wall: str, hit: str) -> None:
    own = answer("ally-targeted", within=2, effect=[{"op": "retarget"}])
    table = Table(
        f"A {wall} . b\n. C . .",
        A=hero(own),
        C=hero(),
        b=foe(strike(level="light", range=4)),
    )

    table.act("b", "strike C", "A answer", dice="d20 9 d6 4")

    assert [unit.name for unit in table.combat.units if unit.hp == 24] == [hit]


@rule("icon/interrupt.timing", "icon/geometry.adjacent")
def test_a_step_that_ends_2_away_brings_nobody_next_to_one() -> None:
    table = Table("A . . b", A=hero(cured("one", "foe-moves-adjacent")), b=foe())

    table.act("b", "move", "move 2,0 1,0", "A one", "stop")

    assert (table.at("b"), table["A"].vigor) == ("1,0", 7)


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
    table["b"].set_count(2, 0)
    table.act("b", "move", "move 1,0", "A shear-away", "stop", "stop")
    assert table["b"].hp == 26


@rule("icon/interrupt.timing", "icon/aoe.attack-space-without-foe")
def test_who_was_swapped_out_of_the_attack_space_is_affected_where_it_stands_now() -> None:
    """The one who took its place cannot be attacked: both take the area effect, one line each."""
    shot = made(
        **BLAST,
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 3, "who": "area"}],
        effect=[{"op": "damage", "amount": 1, "who": "area"}],
    )
    swap = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "ally-targeted", "within": 2},
        effect=[{"op": "swap", "who": "ally"}],
    )
    table = Table("A . . b . c", A=hero(shot), b=foe(), c=foe(swap))

    table.act("A", "deed", "space 3,0", "c deed")

    assert (table.at("b"), table.at("c")) == ("5,0", "3,0")
    assert (table["b"].hp, table["c"].hp) == (28, 24)


@rule("icon/interrupt.timing")
@pytest.mark.parametrize(("apart", "hp"), [(2, 22), (1, 28)])
def test_an_attack_that_cannot_target_the_adjacent_does_not_hit_who_came_close(
    apart: int, hp: int
) -> None:
    """Whom an interrupt brought next to the slinger it cannot hit any more."""
    come = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "self-targeted"},
        effect=[{"op": "move", "who": "user", "kind": "dash", "spaces": 2}],
    )
    table = Table("A . . b", A=hero(ability("stone-cast")), b=foe(come))

    table.act(
        "A", "stone-cast b", "b deed", f"move {apart},0", dice="d20 9 d6 3 3" if apart > 1 else ""
    )

    assert table["b"].hp == hp


@rule("icon/interrupt.order", "icon/interrupt.timing")
def test_a_step_that_was_stopped_is_still_answered_by_another() -> None:
    """The first ends the movement, the second strikes as well."""
    table = Table(
        "A . . b\nC . . .",
        A=hero(ability("shear-away", 2)),
        C=hero(ability("shear-away", 2)),
        b=foe(),
    )

    table.act("b", "move", "move 1,0", "A shear-away", "stop", "C shear-away", "stop")

    assert (table.at("b"), table["b"].hp) == ("1,0", 24)


@rule("icon/interrupt.off-turn", "icon/interrupt.once-per-turn", "icon/interrupt.timing")
def test_an_interrupt_is_used_once_in_a_turn_before_the_roll() -> None:
    hero = content_library().maker.library.sheets["sable-quill"]
    foe = sheet(pc=False, abilities=[strike(level="light")])
    table = Table("A b .", A=hero, b=foe)

    table.act("b", "strike A", "A afterimage", "stay", dice="d6 3 d20 8")

    assert table["A"].hp == 20
    assert not table.has("A", "evasion")


def answering(**more: object) -> Ability:
    """Return an interrupt that gives its user vigor when it is targeted."""
    return made(
        id="answer",
        cost=0,
        tags=["interrupt", *more.pop("tags", [])],  # type: ignore[misc]
        interrupt={"uses": 2, "trigger": "self-targeted"},
        effect=[{"op": "vigor", "who": "user", "n": 1}],
        **more,
    )


@rule("icon/interrupt.uses", "icon/resource.limit-break-cost", "icon/resource.limit-break-once")
@pytest.mark.parametrize(("resolve", "asked"), [(2, False), (3, True)])
def test_an_interrupt_that_is_a_limit_break_costs_resolve(resolve: int, asked: bool) -> None:
    own = answering(tags=["limit-break"], resolve=3)
    table = Table("A b", A=hero(own), b=foe(strike()))
    table["A"].resolve = resolve

    table.act("b", "strike A", *(["A answer"] if asked else []), dice="d20 1")

    assert (table["A"].vigor > 0, table["A"].resolve) == (asked, 0 if asked else 2)
    if asked:
        table["A"].resolve = 6
        table.combat.clear(TURN)
        table.combat.clear(ROUND)
        table.combat.clear(OWN, 0)
        table.act("b", "strike A", dice="d20 1")


@rule("icon/interrupt.uses", "icon/action.limited-uses")
def test_an_interrupt_that_is_limited_in_a_combat_is_used_up() -> None:
    own = answering(limit={"n": 1, "per": "combat"})
    table = Table("A b", A=hero(own), b=foe(strike()))

    table.act("b", "strike A", "A answer", dice="d20 1")
    table.combat.clear(TURN)
    table.combat.clear(ROUND)
    table.combat.clear(OWN, 0)
    table.act("b", "strike A", dice="d20 1")

    assert table["A"].vigor == 7, "once"
