"""What a turn allows: actions, costs, limits, components, combos, delays, targets."""

from __future__ import annotations

import pytest

from affray.content.problems import InvalidError
from affray.core.combat import ROUND
from affray.core.errors import IllegalError, UnknownKeyError
from affray.rulesets.icon import actions, end, turn
from affray.rulesets.icon.action import basic, legal, using
from affray.rulesets.icon.damage import taking
from affray.rulesets.icon.movement import exits
from affray.rulesets.icon.state import IconCombat, Thing, with_at
from affray.rulesets.icon.terms import FIRST_OWN, SURRENDERED
from tests.icon.table import (
    BLAST,
    STRIKE,
    Ability,
    Mod,
    Op,
    Table,
    Trait,
    Trigger,
    ability,
    begun_plainly,
    begun_told,
    content_library,
    encounter_of,
    fighters,
    foe,
    hall,
    hero,
    made,
    quartet,
    sheet,
    strike,
    walker,
)
from tests.rules import rule


def room(objects: str) -> IconCombat:
    legend = {
        "L": {"zone": "object-lever"},
        "G": {"zone": "object-gate"},
    }
    setup = encounter_of(
        [{"id": "orrin-vale", "at": [0, 0]}],
        map={"rows": ["..L.G.", "......"], "legend": legend},
        options={"objects": objects},
    )
    return begun_plainly(setup)


def op(name: str, **more: object) -> Op:
    one = Op(name)
    for word, value in more.items():
        setattr(one, word, value)
    return one


def simple(id: str, cost: int = 1, **more: object) -> Ability:
    """Return an ability that gives its user evasion: nothing to choose, no dice."""
    one = Ability(id, id.title())
    one.cost = cost
    one.effect = [op("grant", who="user", id="evasion", until="combat")]
    for word, value in more.items():
        setattr(one, word, value)
    return one


def lone(*abilities: Ability, rows: str = "A . . b", **more: object) -> Table:
    return Table(rows, A=sheet(abilities=list(abilities), **more), b=sheet(pc=False))  # type: ignore[arg-type]


def ready(table: Table, name: str = "A") -> None:
    """Begin a new turn in a new round."""
    table.end(name)
    table.combat.clear(ROUND)
    table.begin(name)


# ---- costs and limits --------------------------------------------------------------------------


@rule("icon/action.two-per-turn", "icon/action.costs")
def test_two_actions_in_any_order_around_the_move() -> None:
    table = lone(simple("one"), simple("two"), simple("three"))

    table.act("A", "one")
    table.act("A", "move", "move 1,0")
    table.act("A", "two")

    assert table["A"].actions == 0
    assert table.refusal("A", "three") == "action.costs"


@rule("icon/action.costs", "icon/attack.cost-types")
@pytest.mark.parametrize(("left", "rule_"), [(2, ""), (1, "action.costs")])
def test_the_whole_cost_must_be_available(left: int, rule_: str) -> None:
    table = lone(simple("big", 2))
    table.offered("A")
    table["A"].actions = left

    assert table.refusal("A", "big") == rule_


@rule("icon/action.costs", "icon/attack.cost-types")
def test_a_superheavy_attack_costs_the_move_too() -> None:
    """It cannot follow a standard move and forbids one later."""
    table = lone(simple("slam", 2, uses_move=True))
    table.act("A", "slam")
    assert table.refusal("A", "move") == "move.standard"

    table = lone(simple("slam", 2, uses_move=True))
    table.act("A", "move", "move 1,0")
    assert table.refusal("A", "slam") == "action.costs"


@rule("icon/action.no-repeat")
def test_the_same_action_is_not_used_twice_in_a_turn() -> None:
    table = lone(simple("one"), simple("again", tags=["repeatable"]))
    table.act("A", "one")
    assert table.refusal("A", "one") == "action.no-repeat"
    ready(table)
    assert table.refusal("A", "one") == ""

    table.act("A", "again")
    table.act("A", "again")
    assert table["A"].actions == 0


@rule("icon/action.no-repeat", "icon/action.run", "icon/action.whack")
def test_basic_actions_are_not_repeated_either() -> None:
    table = lone()
    table.act("A", "run", "move 1,0")
    assert table.refusal("A", "run") == "action.no-repeat"
    table = lone()
    table.act("A", "whack b")

    assert table.refusal("A", "whack b") == "action.no-repeat"


@rule("icon/action.free", "icon/action.no-repeat")
def test_a_free_action_costs_nothing_and_is_not_repeated() -> None:
    table = lone(simple("free", 0))

    table.act("A", "free")

    assert table["A"].actions == 2
    assert table.refusal("A", "free") == "action.no-repeat"


@rule("icon/action.free")
def test_a_free_action_can_be_used_without_actions_left() -> None:
    table = lone(simple("big", 2), simple("free", 0))
    table.act("A", "big")

    assert table.refusal("A", "free") == ""


@rule("icon/action.limited-uses")
def test_x_per_turn_counts_afresh_in_each_turn_and_replaces_no_repeat() -> None:
    table = lone(simple("twice", 0, limit=2, per="turn"))
    table.act("A", "twice")
    table.act("A", "twice")
    assert table.refusal("A", "twice") == "action.limited-uses"

    table.begin("b")
    table.begin("A")

    assert table.refusal("A", "twice") == ""


@rule("icon/action.limited-uses")
def test_x_per_round_counts_afresh_at_the_start_of_the_round() -> None:
    table = lone(simple("once", 0, limit=1, per="round"))
    table.act("A", "once")
    table.begin("b")
    table.begin("A")
    assert table.refusal("A", "once") == "action.limited-uses"

    turn.start_round(table.combat)

    assert table.refusal("A", "once") == ""


@rule("icon/action.limited-uses")
def test_x_per_combat_never_counts_afresh() -> None:
    table = lone(simple("once", 0, limit=1, per="combat"))
    table.act("A", "once")
    turn.start_round(table.combat)
    table.begin("A")

    assert table.refusal("A", "once") == "action.limited-uses"


@rule("icon/action.limited-uses", "icon/action.one-attack-per-round")
def test_a_limit_does_not_lift_the_one_attack() -> None:
    jab = strike()
    jab.limit = 2
    jab.per = "turn"
    table = lone(jab, rows="A b . .")
    table.act("A", "strike b", dice="d20 1")

    assert table.refusal("A", "strike b") == "action.one-attack-per-round"


@rule("icon/action.one-attack-per-round")
def test_the_attack_comes_back_with_the_round_not_with_the_turn() -> None:
    table = lone(strike(), rows="A b . .")
    table.act("A", "strike b", dice="d20 1")
    table.begin("A")
    assert table.refusal("A", "strike b") == "action.one-attack-per-round"

    turn.start_round(table.combat)

    assert table.refusal("A", "strike b") == ""


@rule("icon/action.recharge")
def test_a_recharging_ability_is_spent_until_its_die_says_otherwise() -> None:
    """Several dice: in the order of the stat block."""
    table = Table(
        "A . d",
        A=sheet(),
        d=sheet(pc=False, abilities=[simple("gust", 1, recharge=5), simple("gale", 1, recharge=4)]),
    )
    table.act("d", "gust")
    table.act("d", "gale")
    table.end("d")
    assert table.refusal("d", "gust") == "action.recharge"

    table.begin("d", "d6 4 4")

    assert table.refusal("d", "gust") == "action.recharge"
    assert table.refusal("d", "gale") == ""


@rule("icon/action.foe-actions")
def test_foes_run_and_dash_but_neither_rescue_nor_whack_nor_strike_basically() -> None:
    table = Table("A b c . .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    theirs = " ".join(table.offered("b"))
    own = " ".join(table.offered("A"))

    assert "run" in theirs
    assert "dash" in theirs
    for word in ("whack", "basic-melee", "basic-ranged", "rescue"):
        assert word not in theirs
    for word in ("whack b", "basic-melee b", "basic-ranged b", "run", "dash"):
        assert word in own


@rule("icon/attack.melee-and-ranged", "icon/sheet.basic-attacks-by-class")
@pytest.mark.parametrize(
    ("id", "melee", "ranged", "type_"),
    [("orrin-vale", 1, 3, "physical"), ("pell-ashby", 1, 5, "magical")],
)
def test_the_class_sets_range_and_type_of_both_basic_attacks(
    id: str, melee: int, ranged: int, type_: str
) -> None:
    one = content_library().maker.library.sheets[id]
    found = {each.id: each for each in one.abilities}

    assert (found["basic-melee"].range, found["basic-melee"].attack) == (melee, "melee")
    assert (found["basic-ranged"].range, found["basic-ranged"].attack) == (ranged, "ranged")
    assert one.type == type_
    assert found["basic-melee"].cost == 2


@rule("icon/action.end-turn")
def test_end_turn_ends_it_after_the_ability() -> None:
    table = lone(simple("bow-out", 1, tags=["end-turn"]))

    table.act("A", "bow-out")

    assert table.has("A", "evasion")
    assert table.combat.active == -1


# ---- components --------------------------------------------------------------------------------


@rule("icon/action.order-of-components", "icon/attack.components", "icon/attack.steps")
@pytest.mark.parametrize(("dice", "lost"), [("d20 9 d6 2 d6 3 d6 4", 9), ("d20 8 d6 1 d6 4", 5)])
def test_an_attack_resolves_before_its_effect_which_happens_hit_or_miss(
    dice: str, lost: int
) -> None:
    """Hit: two dice in two lines; miss: one; then the effect line's die."""
    one = strike(level="light")
    one.hit.append(op("damage", level="light"))
    one.miss = [op("damage", level="light")]
    one.effect = [op("damage", level="light")]
    table = lone(one, rows="A b . .")

    table.act("A", "strike b", dice=dice)

    assert table["b"].hp == 28 - lost


@rule("icon/action.order-of-components", "icon/attack.components")
def test_an_effect_that_needs_a_save_asks_for_it_after_the_attack() -> None:
    one = strike(level="light")
    one.effect = [op("status", id="slow", save=True), op("status", id="dazed", save=True)]
    table = lone(one, rows="A b . .")

    table.act("A", "strike b", dice="d20 8 d20 10 d20 9")

    assert (table.holds("b", "slow"), table.holds("b", "dazed")) == (False, True)


@rule("icon/attack.miss-results", "icon/attack.steps")
def test_an_attack_without_a_miss_line_does_nothing_when_it_misses() -> None:
    table = lone(strike(), rows="A b . .")

    table.act("A", "strike b", dice="d20 8")

    assert table["b"].hp == 28


@rule("icon/action.order-of-components")
def test_what_happens_before_comes_before_the_target_is_chosen() -> None:
    """Swoop: fly, then attack somebody whom it could not reach before."""
    table = lone(ability("swoop"), rows="A . . b")

    table.act("A", "swoop", "move 2,0", dice="d20 9 d6 4")

    assert (table.at("A"), table["b"].hp) == ("2,0", 24)


@rule("icon/action.order-of-components", "icon/attack.target-hostile")
def test_of_several_targets_after_the_flight_the_user_chooses_one() -> None:
    table = Table(
        "A . . b\n. . . c",
        A=sheet(abilities=[ability("swoop")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )

    table.act("A", "swoop", "move 2,0", "target c", dice="d20 9 d6 4")

    assert (table["b"].hp, table["c"].hp) == (28, 24)


@rule("icon/attack.auto-hit")
def test_an_auto_hit_rolls_nothing_and_is_never_critical_or_evaded() -> None:
    one = strike()
    one.tags.append("auto-hit")
    table = Table(
        "A1 b .", A=sheet(bonus=19, abilities=[one]), b=sheet(pc=False, gives=["evasion"])
    )

    table.act("A", "strike b", dice="d6 2 3")

    assert table["b"].hp == 23


@rule("icon/attack.next-ability-modifiers")
def test_the_next_attack_waits_for_an_ability_with_an_attack() -> None:
    table = lone(simple("one", 0), strike(), rows="A b . .")
    text = next(
        text
        for text, each in table.combat.library.nexts.items()
        if each.on == "attack"
        and [(mod.word, mod.n) for mod in each.mods] == [("boon", 1), ("bonus", 1)]
    )
    table["A"].pending = [text]

    table.act("A", "one")
    assert table["A"].pending == [text]
    table.act("A", "strike b", dice="d20 6 d6 3 d6 1 2 3")

    assert table["b"].hp == 23
    assert table["A"].pending == []


@rule("icon/attack.next-ability-modifiers")
def test_the_next_ability_is_the_next_one_but_no_basic_action() -> None:
    """Spent even if it had nothing to modify; a whack, a run do not count."""
    more = Op("modify-next")
    more.on = "ability"
    more.mods = [Mod("boon", 1)]
    table = lone(simple("one", 0), rows="A . b .")
    nexts = table.combat.library.nexts
    nexts[more.text()] = more
    try:
        table["A"].pending = [more.text()]
        table.act("A", "whack b")
        table.act("A", "run", "stop")
        assert table["A"].pending == [more.text()]
        table.act("A", "one")
        assert table["A"].pending == []
    finally:
        del nexts[more.text()]


# ---- combos, delay, charge ---------------------------------------------------------------------


@rule("icon/action.combo", "icon/end.cleanup")
def test_one_counter_moves_all_combos_on_and_carries_over_turns() -> None:
    """Wick Cut's Trim, then next round its Snuff; a combo of three goes by the same counter."""
    three = Ability("three", "Three")
    three.parts = [simple("p1"), simple("p2"), simple("p3")]
    for n, part in enumerate(three.parts):
        part.effect = [op("vigor", who="user", n=n + 1)]
    table = lone(ability("verse-and-answer"), three, rows="A . b .", health=1)

    table.act("A", "three")
    assert (table["A"].combo, table["A"].vigor) == (1, 1)
    ready(table)
    table["A"].vigor = 0
    table.act("A", "three")
    assert (table["A"].combo, table["A"].vigor) == (2, 2)
    ready(table)
    table["A"].combo = 3
    table["A"].vigor = 0
    table.act("A", "three")

    assert (table["A"].combo, table["A"].vigor) == (4, 1), "they loop"


@rule("icon/action.combo")
def test_a_combo_attack_uses_its_parts_in_turn() -> None:
    table = lone(ability("wick-cut"), rows="A b . .")
    table.act("A", "wick-cut b", "stop", dice="d20 9 d6 4")
    assert table["b"].hp == 24
    ready(table)

    table.act("A", "wick-cut b", dice="d20 9 d6 4 5 d20 9")

    assert table["b"].hp == 15
    assert table.holds("b", "blinded")


@rule("icon/action.delay", "icon/turn.slow-forced", "icon/action.end-turn")
def test_a_delayed_ability_falls_at_the_start_of_the_next_turn_which_is_slow() -> None:
    table = Table(
        ". . . . .\nA . . b .\n. . . . .",
        A=sheet(abilities=[ability("kiln-sky")]),
        b=sheet(pc=False),
    )
    table["A"].resolve = 3
    table.act("A", "kiln-sky", "space 3,1")
    assert table.combat.active == -1, "end turn"
    assert (table["b"].hp, table["A"].goes_slow()) == (28, True)
    assert not turn.may_act(table.combat, table["A"])

    agent = table.script([], "d6 1 2 3")
    turn.begin(table.combat, table["A"], slow=True)

    table.done(agent)
    assert (table["b"].hp, table["A"].goes_slow()) == (22, False)
    assert table.combat.dangerous(table.cell("3,1"))


@rule("icon/action.delay")
def test_a_delayed_effect_hits_who_stands_there_then_and_is_lost_with_its_user() -> None:
    table = Table(
        "A . . . b . . .\n. . . . . . . c",
        A=sheet(abilities=[ability("falling-wall")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )
    table.act("A", "falling-wall", "space 4,0")
    table.combat.move(table["b"], table.cell("7,0"))
    table.combat.move(table["c"], table.cell("5,0"))

    table.begin("A", "d6 2 3 d20 10 d6 1")

    assert (table["b"].hp, table["c"].hp) == (28, 23)
    table.end("A")
    table["A"].used = (0,) * len(table["A"].used)
    table.act("A", "falling-wall", "space 4,0")
    table["A"].hp = 1
    table.hurt("A", 5)

    assert (table["A"].delays, table["A"].must_slow) == ([], False)


@rule("icon/action.charge")
@pytest.mark.parametrize(
    ("slow", "dice", "hp"), [(True, "d20 9 d6 2 3", 23), (False, "d20 9 d6 2", 26)]
)
def test_charge_lines_apply_in_the_own_slow_turn_only(slow: bool, dice: str, hp: int) -> None:
    """Coal Spit's master talent boosts the damage."""
    table = lone(ability("coal-spit", 3), rows="A . b .")
    turn.begin(table.combat, table["A"], slow=slow)

    table.act("A", "coal-spit b", dice=dice)

    assert table["b"].hp == hp


@rule("icon/action.charge", "icon/foe.elite")
def test_an_interrupt_in_anothers_turn_is_no_charge() -> None:
    spear = ability("set-spear")
    charge = Trigger("charge", "")
    charge.mods = [Mod("boost", 1)]
    spear.triggers = [charge]
    table = Table("A . b", A=sheet(), b=sheet(pc=False, abilities=[spear]))
    table["b"].slow_now = True

    table.act("A", "move", "move 1,0", "b set-spear", dice="d20 9 d6 2")

    assert table["A"].hp == 26


# ---- triggers ----------------------------------------------------------------------------------


@rule("icon/action.triggers")
@pytest.mark.parametrize(
    ("id", "mine", "theirs", "dice", "lost"),
    [
        ("upward-gore", 13, 28, "d20 8 d6 1 d6 1 1", 2),
        ("upward-gore", 14, 28, "d20 8 d6 1", 1),
        ("hamstring", 28, 13, "d20 9 d6 1 1 d20 10 10", 2),
        ("hamstring", 28, 14, "d20 9 d6 1 2 d20 10 10", 2),
    ],
)
def test_comeback_asks_for_a_bloodied_user_and_finishing_blow_for_a_bloodied_target(
    id: str, mine: int, theirs: int, dice: str, lost: int
) -> None:
    """Upward Gore's talent gives a boon; Hamstring pierces armor 1."""
    table = Table(
        "A b . . .",
        A=sheet(abilities=[ability(id, 2) if id == "upward-gore" else ability(id)]),
        b=sheet(pc=False, armor=1 if id == "hamstring" else 0),
    )
    table["A"].hp = mine
    table["b"].hp = theirs

    table.act("A", f"{id} b", dice=dice)

    assert table["b"].hp == theirs - lost


@rule("icon/action.triggers")
@pytest.mark.parametrize(("round_", "dice", "lost"), [(2, "d20 9 d6 3", 3), (3, "d20 9 d6 3 4", 7)])
def test_overdrive_three_begins_in_round_three(round_: int, dice: str, lost: int) -> None:
    table = lone(ability("cold-snap", 2), rows="A . b .")
    table.combat.round = round_

    table.act("A", "cold-snap b", dice=dice)

    assert table["b"].hp == 28 - lost


@rule("icon/action.triggers", "icon/attack.components")
def test_lines_of_a_trigger_follow_the_abilitys_own() -> None:
    """Cutting Thread against the tangled: sealed by the hit, then shattered."""
    table = lone(ability("cutting-thread"), rows="A . b .")
    table.give("b", "tangled", source=0)

    table.act("A", "cutting-thread b", dice="d20 9 d6 1 d6 2 d20 9 d20 9")

    assert table.effects("b") == ["tangled", "sealed", "shattered"]


@rule("icon/action.triggers")
def test_slay_resolves_at_once_and_once() -> None:
    """Hundred Ribbons refunds its Resolve once though two foes fall."""
    table = Table(
        "A . . b c\n. . . d .",
        A=sheet(abilities=[ability("hundred-ribbons", 3)]),
        b=sheet(pc=False),
        c=sheet(pc=False),
        d=sheet(pc=False),
    )
    table["A"].resolve = 3
    table["b"].hp = table["c"].hp = 1

    table.act(
        "A",
        "hundred-ribbons",
        "space 3,0",
        "take it",
        "take it",
        "stop",
        dice="d20 9 d6 1 1 1 d6 1 d20 10",
    )

    assert table["A"].resolve == 3
    assert (table["b"].able(), table["c"].able(), table["d"].able()) == (False, False, True)


# ---- targets -----------------------------------------------------------------------------------


@rule("icon/attack.target-hostile")
def test_only_foes_in_range_and_sight_can_be_attacked() -> None:
    table = Table(
        "A b C . # d",
        A=sheet(abilities=[strike(range=5)]),
        b=sheet(pc=False),
        C=sheet(),
        d=sheet(pc=False),
    )

    assert table.refusal("A", "strike b") == ""
    assert table.refusal("A", "strike C") == "attack.target-hostile"
    assert table.refusal("A", "strike A") == "attack.target-hostile"
    assert table.refusal("A", "strike d") == "attack.target-hostile"
    assert table.refusal("A", "basic-ranged d") == "attack.target-hostile"


@rule("icon/attack.no-self-or-ally", "icon/setup.two-sides")
def test_an_ability_targets_the_kinds_that_its_text_names() -> None:
    """An ally is never oneself; a character is anybody; self or ally is no foe."""
    table = Table(
        "A B c .",
        A=sheet(
            abilities=[ability("verse-and-answer"), ability("warm-refrain"), ability("tangle")]
        ),
        B=sheet(),
        c=sheet(pc=False),
    )

    def may(id: str) -> list[str]:
        return [name for name in "ABc" if table.refusal("A", f"{id} {name}") == ""]

    assert may("verse-and-answer") == ["B"]
    assert may("warm-refrain") == ["A", "B"]
    assert may("tangle") == ["c"]
    assert may("whack") == ["A", "B", "c"]


@rule("icon/attack.no-self-or-ally")
def test_every_targeted_ability_needs_line_of_sight() -> None:
    table = Table(
        "A # B c", A=sheet(abilities=[ability("warm-refrain")]), B=sheet(), c=sheet(pc=False)
    )

    assert table.refusal("A", "warm-refrain B") == "attack.target-hostile"
    assert table.refusal("A", "warm-refrain A") == ""


@rule("icon/action.whack")
@pytest.mark.parametrize(("at", "rule_"), [("3,0", ""), ("4,0", "attack.target-hostile")])
def test_a_whack_reaches_three_spaces(at: str, rule_: str) -> None:
    table = lone(rows="A b . . .")
    table.combat.move(table["b"], table.cell(at))

    assert table.refusal("A", "whack b") == rule_


@rule("icon/action.whack", "icon/action.one-attack-per-round")
def test_a_whack_is_no_attack_and_armor_stops_it() -> None:
    table = Table("A b .", A=sheet(abilities=[strike()]), b=sheet(pc=False, armor=1))
    table.act("A", "strike b", dice="d20 1")

    table.act("A", "whack b")

    assert table["b"].hp == 28


@rule("icon/terrain.destructible")
def test_an_area_hurts_terrain_too_and_its_centre() -> None:
    """Falling Wall: heavy damage to all its spaces, the centre of the cross included."""
    table = Table("A . .1 . . b", A=sheet(abilities=[ability("falling-wall")]), b=sheet(pc=False))
    table.combat.toughness = with_at(table.combat.toughness, 2, 10)
    one = table["A"].sheet.abilities[0]
    one.tags = []
    one.triggers = []

    table.act("A", "falling-wall", "space 2,0", dice="d6 5 5 d20 10")

    assert (table.combat.toughness[2], table.combat.levels[2]) == (0, 0)
    assert table["A"].hp == 18, "two spaces from the centre"


@rule("icon/terrain.destructible", "icon/terrain.fall")
def test_who_stands_on_destroyed_terrain_falls_its_height() -> None:
    table = Table(
        "A . . b2 . c",
        A=sheet(fray=10, abilities=[ability("acid-lob")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )
    table.combat.toughness = with_at(table.combat.toughness, 3, 10)

    table.act(
        "A",
        "acid-lob",
        "space 2,0",
    )

    assert table.combat.levels[3] == 0
    assert table["b"].hp == 28 - 10 - 2


@rule("icon/terrain.space-type")
def test_made_terrain_replaces_the_older_and_never_lies_in_walls() -> None:
    one = ability("snare-loop")
    table = Table("A . # ^ .1 b\n. . . . . .", A=sheet(abilities=[one]), b=sheet(pc=False))
    table.act("A", "snare-loop", "space 3,1")

    assert [table.combat.floor[cell] for cell in (2, 3, 4)] == [0, 1, 1]
    assert table.combat.levels[4] == 1, "raised terrain keeps its height"


@rule("icon/terrain.space-type", "icon/terrain.destructible")
def test_raised_terrain_is_made_only_where_nobody_stands() -> None:
    table = Table(
        "A . b .\n. . . .", A=sheet(abilities=[ability("raise-pane", 1)]), b=sheet(pc=False)
    )

    table.act("A", "raise-pane", "space 1,0", "space 2,0", "space 3,0")

    assert [table.combat.levels[cell] for cell in (1, 2, 3)] == [1, 0, 1]
    assert [table.combat.toughness[cell] for cell in (1, 2, 3)] == [10, 0, 10]


def test_a_refused_action_changes_nothing() -> None:
    table = lone(simple("big", 2))
    table.offered("A")
    table["A"].actions = 1
    before = table.combat.key()

    with pytest.raises(IllegalError):
        table.act("A", "big")

    assert table.combat.key() == before


@rule("icon/attack.no-self-or-ally", "icon/status.blinded")
@pytest.mark.parametrize(
    ("at", "blind", "legal"),
    [
        ("3,0", False, True),
        ("4,0", False, False),
        ("2,0", True, True),
        ("3,0", True, False),
        ("0,1", False, False),
    ],
)
def test_an_ability_may_ask_for_a_space_in_range_and_sight(
    at: str, blind: bool, legal: bool
) -> None:
    mud = Ability("mud", "Mud")
    mud.cost = 1
    mud.target = "space"
    mud.target_range = 3
    mud.effect = [op("terrain", kind="difficult", where="target-space", until="combat")]
    table = lone(mud, rows="A . . . . b\n# . . . . .")
    if blind:
        table.give("A", "blinded")

    if legal:
        table.act("A", "mud", f"space {at}")
        assert [cell for cell in range(12) if table.combat.floor[cell]] == [table.cell(at)]
    else:
        with pytest.raises(IllegalError):
            table.act("A", "mud", f"space {at}")


@rule("icon/attack.cost-types", "icon/action.costs")
@pytest.mark.parametrize(
    ("cost", "move", "words"),
    [
        (1, False, "a light attack needs 1 action,"),
        (2, False, "a heavy attack needs 2 actions,"),
        (2, True, "a superheavy attack needs 2 actions and the standard move,"),
    ],
)
def test_the_cost_of_an_attack_names_it(cost: int, move: bool, words: str) -> None:
    one = strike(cost=cost)
    one.uses_move = move
    table = lone(one, rows="A b . .")
    table.offered("A")
    table["A"].actions = 0

    with pytest.raises(IllegalError, match=words):
        table.act("A", "strike b")


@rule("icon/los.taller-blocks", "icon/terrain.destructible", "icon/move.elevation-up")
def test_sight_and_ways_follow_the_terrain_as_it_rises_and_falls_in_play() -> None:
    pane = ability("raise-pane", 3)
    shot = strike(level="critical", range=6)
    table = Table("A . . b . .", A=sheet(abilities=[pane, shot]), b=sheet(pc=False))
    assert table.refusal("A", "strike b") == ""
    assert table.cost("A", "2,0") == 2
    turn.begin(table.combat, table["A"], slow=True)

    table.act("A", "raise-pane", "space 2,0", "space 1,0", "height 2")
    assert table.refusal("A", "strike b") == "attack.target-hostile"
    assert table.cost("A", "2,0") == 1 + 2 + 1
    table.combat.toughness = with_at(table.combat.toughness, 1, 3)
    table.act("A", "strike at 1,0", dice="d6 1 1 1")
    table.combat.toughness = with_at(table.combat.toughness, 2, 1)
    table["A"].set_count(0, 0)
    ready(table)
    table.act("A", "strike at 2,0", dice="d6 1 1 1")
    ready(table)

    assert table.refusal("A", "strike b") == ""
    assert table.cost("A", "2,0") == 2


# ---- what is aimed at, and what it meets -------------------------------------------------------


@rule("icon/terrain.destructible")
def test_terrain_is_attacked_in_range_only() -> None:
    table = Table("A . . . b", A=sheet(abilities=[strike(range=2)]), b=sheet(pc=False))
    for cell in (2, 3):
        table.combat.toughness = with_at(table.combat.toughness, cell, 10)

    assert table.refusal("A", "strike at 2,0") == ""
    assert table.refusal("A", "strike at 3,0") == "terrain.destructible"
    code = next(
        one
        for one in legal.possible(table.combat, table["A"])
        if actions.key(table.combat, table["A"], one) == "strike at 2,0"
    )
    option = actions.option(table.combat, table["A"], code)
    assert (option.cells, option.ability, option.cost) == ([2], "strike", 1)
    table.combat.move(table["b"], 1)
    codes = legal.possible(table.combat, table["A"])
    options = [actions.option(table.combat, table["A"], one) for one in codes]
    assert [one.targets for one in options if one.key == "strike b"] == [[1]]


@rule("icon/action.interact")
def test_who_has_no_basic_action_for_it_works_no_object() -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))
    table.combat.things = [Thing("object-lever", [2])]
    table.combat.worked = [0]
    assert table.refusal("b", "interact object-lever") == ""

    table["b"].sheet.abilities = []

    assert table.refusal("b", "interact object-lever") == "action.interact"


def volley(**fields: object) -> Table:
    """A user of an ability with two targets, three foes in range and one beyond."""
    own = made(
        target={"who": "foe", "range": 4, "count": 2},
        effect=[{"op": "damage", "amount": 1}],
        **fields,
    )
    foe = sheet(pc=False)
    return Table("A . b c d e", A=sheet(abilities=[own]), b=foe, c=foe, d=foe, e=foe)


@rule("icon/attack.no-self-or-ally", "icon/roll.dice-order")
@pytest.mark.parametrize(
    ("keys", "hurt"),
    [(["deed b", "also d"], "bd"), (["deed b", "no more"], "b")],
)
def test_an_ability_with_two_targets_reaches_one_or_two(keys: list[str], hurt: str) -> None:
    table = volley()

    table.act("A", *keys)

    assert "".join([one.name for one in table.combat.units if one.hp < 28]) == hurt


@rule("icon/attack.no-self-or-ally")
def test_the_very_first_combatant_may_be_the_first_of_several_targets() -> None:
    own = made(
        target={"who": "foe", "range": 4, "count": 2}, effect=[{"op": "damage", "amount": 1}]
    )
    table = Table("A C . b", A=sheet(), C=sheet(), b=sheet(pc=False, abilities=[own]))

    table.act("b", "deed A", "also C")

    assert (table["A"].hp, table["C"].hp) == (27, 27)


@rule("icon/attack.no-self-or-ally", "icon/attack.target-hostile")
def test_further_targets_must_be_legal_and_others_than_the_first() -> None:
    table = volley()

    for key in ("also b", "also e", "also A"):
        with pytest.raises(UnknownKeyError):
            table.act("A", "deed b", key)
        table["A"].used = (0,) * len(table["A"].used)
        table["A"].actions = 2
        table.combat.using.clear()
    for name in "cde":
        table.fell(name)

    table.act("A", "deed b")  # nobody else is in reach: nothing is asked

    assert table["b"].hp == 27


@rule("icon/action.order-of-components")
def test_two_targets_are_chosen_after_what_happens_before() -> None:
    """The dash brings the fourth foe in range."""
    table = volley(before=[{"op": "move", "who": "user", "kind": "dash", "spaces": 1}])

    table.act("A", "deed", "move 1,0", "target c", "also e")

    assert [table[name].hp for name in "bcde"] == [28, 27, 28, 27]


@rule("icon/action.order-of-components", "icon/roll.save-ten")
def test_what_a_save_brings_to_one_target_leaves_the_others_for_the_next_line() -> None:
    save = {"op": "save", "fail": [{"op": "damage", "amount": 5}]}
    own = made(
        target={"who": "foe", "range": 4, "count": 2},
        effect=[save, {"op": "damage", "amount": 1}],
    )
    table = Table("A . b c", A=sheet(abilities=[own]), b=sheet(pc=False), c=sheet(pc=False))

    table.act("A", "deed b", "also c", dice="d20 9 10")

    assert (table["b"].hp, table["c"].hp) == (22, 27)


@rule("icon/move.collide", "icon/action.triggers")
def test_one_character_collides_once_with_an_ability_however_often_it_is_shoved() -> None:
    own = made(
        target={"who": "foe", "range": 1},
        effect=[{"op": "shove", "spaces": 1}, {"op": "shove", "spaces": 1}],
        triggers=[{"when": "collide", "ops": [{"op": "damage", "amount": 3}]}],
    )
    table = Table("A b #", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed b")

    assert table["b"].hp == 25


@rule("icon/action.delay")
def test_a_delayed_ability_falls_once() -> None:
    own = made(
        tags=["delay"],
        target={"who": "foe", "range": 4},
        effect=[{"op": "damage", "amount": 2}],
    )
    table = Table("A . b", A=sheet(abilities=[own]), b=sheet(pc=False))
    table.act("A", "deed b")
    assert table["b"].hp == 28
    table.end("A")

    for _ in range(2):
        table.begin("A")
        table.end("A")

    assert (table["b"].hp, table["A"].delays) == (26, [])


@rule("icon/action.delay", "icon/turn.start-sequence", "icon/action.recharge")
def test_who_falls_by_its_own_delayed_ability_does_nothing_more_in_its_turn() -> None:
    """No Resolve, and no die for what recharges."""
    own = made(
        tags=["delay"],
        pattern={"shape": "blast", "size": 1, "range": 4},
        effect=[{"op": "damage", "amount": 99, "who": "area"}],
    )
    other = made(id="other", recharge=5, target={"who": "self"}, effect=[])
    table = Table("A . . B . c", A=sheet(abilities=[own, other]), B=sheet(), c=sheet(pc=False))
    table["A"].set_count(FIRST_OWN + 1, 1)
    table.act("A", "deed", "space 1,0")
    table.end("A")

    table.begin("A", "", "take it")

    assert (table["A"].able(), table["A"].resolve, table.combat.active) == (False, 0, -1)


@rule("icon/effect.stealth")
@pytest.mark.parametrize(("grants", "hidden"), [("stealth", True), ("evasion", False)])
def test_an_ability_ends_the_stealth_of_its_user_unless_it_gives_it(
    grants: str, *, hidden: bool
) -> None:
    grant = {"op": "grant", "effect": grants, "who": "user", "until": "combat"}
    own = made(target={"who": "self"}, effect=[grant])
    table = Table("A . b", A=sheet(abilities=[own]), b=sheet(pc=False))
    table.give("A", "stealth")

    table.act("A", "deed")

    assert table.holds("A", "stealth") == hidden


@rule("icon/attack.next-ability-modifiers")
def test_what_spares_no_save_for_the_next_attack_does_so_on_its_hit_line_alone() -> None:
    slow = {"op": "status", "status": "slow", "save": True}
    lift = {"op": "modify-next", "who": "user", "on": "attack", "mods": [{"mod": "no-save"}]}
    own = made(
        attack={"mode": "melee", "range": 1},
        hit=[{**slow, "status": "dazed"}],
        effect=[slow],
        talent={"add": {"effect": [lift]}},
    )
    table = Table("A b", A=sheet(abilities=[own]), b=sheet(pc=False))
    op = own.effect[-1]
    table.combat.library.nexts[op.text()] = op
    table["A"].pending = [op.text()]

    table.act("A", "deed b", dice="d20 15 10")

    assert (table["b"].status("dazed"), table["b"].status("slow")) == (True, False)


@rule("icon/attack.next-ability-modifiers", "icon/action.costs")
@pytest.mark.parametrize(
    ("on", "mode", "fault"),
    [
        ("attack", "attack", ""),
        ("attack", "other", "attack.target-hostile"),
        ("ability", "attack", ""),
        ("ability", "other", ""),
    ],
)
def test_what_reaches_farther_with_the_next_attack_does_so_with_attacks_alone(
    on: str, mode: str, fault: str
) -> None:
    lift = Op("modify-next")
    lift.on = on
    lift.mods = [Mod("range", 1)]
    aim = {"attack": {"mode": "melee", "range": 1}}
    own = made(**aim) if mode == "attack" else made(target={"who": "foe", "range": 1})
    table = Table("A . b", A=sheet(abilities=[own]), b=sheet(pc=False))
    assert table.refusal("A", "deed b") == "attack.target-hostile"

    table.combat.library.nexts[lift.text()] = lift
    table["A"].pending = [lift.text()]

    assert table.refusal("A", "deed b") == fault


@rule("icon/action.delay", "icon/action.triggers")
@pytest.mark.parametrize(("then", "now", "hp"), [(13, 28, 22), (14, 13, 11)])
def test_what_a_delayed_ability_has_met_is_what_was_so_when_it_was_used(
    then: int, now: int, hp: int
) -> None:
    """5 more against the bloodied."""
    own = made(
        tags=["delay"],
        target={"who": "foe", "range": 4},
        effect=[{"op": "damage", "amount": 1}],
        triggers=[{"when": "target-bloodied", "ops": [{"op": "damage", "amount": 5}]}],
    )
    table = Table("A . b", A=sheet(abilities=[own]), b=sheet(pc=False))
    table["b"].hp = then
    table.act("A", "deed b")
    table["b"].hp = now

    table.begin("A")

    assert table["b"].hp == (hp if then == 13 else now - 1)


@rule("icon/effect.stance", "icon/action.recharge")
@pytest.mark.parametrize(("cost", "fault"), [(0, ""), (1, "effect.stance")])
def test_a_stance_is_dropped_before_any_action_is_spent(cost: int, fault: str) -> None:
    own = made(cost=cost, recharge=5, target={"who": "self"}, effect=[])
    table = Table("A . b", A=sheet(abilities=[own]), b=sheet(pc=False))
    table.give("A", "stance-hearth-ring")
    assert table.refusal("A", "drop stance") == ""

    table.act("A", "deed")

    assert table.refusal("A", "drop stance") == fault


@rule("icon/aoe.line", "icon/aoe.off-map")
def test_an_area_that_can_lie_nowhere_is_lost_with_its_cost() -> None:
    own = made(
        pattern={"shape": "line", "size": 2},
        effect=[{"op": "vigor", "multiple": 1, "who": "user"}],
    )
    table = Table("A # # b", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed")

    assert (table["A"].actions, table["A"].vigor) == (1, 0)


@rule("icon/effect.summon")
def test_where_no_space_is_free_nothing_is_summoned() -> None:
    own = made(effect=[{"op": "summon", "summon": "jar-lamp", "where": "free-space", "range": 1}])
    table = Table("A b .", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed")

    assert table.combat.patches == []


@rule("icon/attack.miss-results", "icon/damage.boost")
@pytest.mark.parametrize(("face", "hp"), [(8, 25), (9, 20)])
def test_a_boost_raises_the_damage_of_a_hit_and_not_that_of_a_miss(face: int, hp: int) -> None:
    """Light damage, boosted to heavy: 3, or 3 and 5."""
    light = [{"op": "damage", "level": "light"}]
    own = made(attack={"mode": "melee", "range": 1}, hit=light, miss=light, mods=[{"mod": "boost"}])
    table = Table("A b", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed b", dice=f"d20 {face} d6 3" + (" 5" if face == 9 else ""))

    assert table["b"].hp == hp


@rule("icon/effect.intangible", "icon/move.dash-ignores")
@pytest.mark.parametrize("id", ["intangible", "immobile"])
def test_nobody_asks_the_intangible_or_the_immobile_to_move(id: str) -> None:
    dash = {"op": "move", "who": "allies-within", "range": 3, "kind": "dash", "spaces": 2}
    table = Table("A C . . b", A=sheet(abilities=[made(effect=[dash])]), C=sheet(), b=sheet())
    table.give("C", id)

    table.act("A", "deed")

    assert table.at("C") == "1,0"


@rule("icon/effect.true-strike", "icon/status.blinded", "icon/action.charge")
@pytest.mark.parametrize(
    ("when", "slow", "fault"),
    [
        ("charge", True, ""),
        ("charge", False, "attack.target-hostile"),
        ("target-bloodied", True, "attack.target-hostile"),
    ],
)
def test_true_strike_under_a_condition_sets_blindness_aside_if_it_needs_no_target(
    when: str, fault: str, *, slow: bool
) -> None:
    own = made(
        attack={"mode": "melee", "range": 3},
        triggers=[{"when": when, "mods": [{"mod": "true-strike"}]}],
    )
    table = Table("A . . b", A=sheet(abilities=[own]), b=sheet(pc=False))
    table.give("A", "blinded")
    table.combat.active = 0
    table["A"].actions = 2
    table["A"].slow_now = slow
    table["b"].hp = 1

    assert table.refusal("A", "deed b") == fault


@rule("icon/effect.stealth", "icon/effect.stance", "icon/action.interact")
@pytest.mark.parametrize("key", ["drop stance", "interact object-lever"])
def test_dropping_a_stance_and_working_an_object_end_stealth(key: str) -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))
    table.combat.things = [Thing("object-lever", [1])]
    table.combat.worked = [0]
    table.give("A", "stance-braced-pike")
    table.give("A", "stealth")

    table.act("A", key)

    assert not table.holds("A", "stealth")


@rule("icon/effect.intangible")
@pytest.mark.parametrize(("id", "left"), [("intangible", True), ("evasion", False)])
@pytest.mark.parametrize("op", ["cleanse-all", "strip"])
def test_what_takes_everything_off_takes_nothing_off_the_intangible(
    op: str, id: str, *, left: bool
) -> None:
    takes = {"op": op, "who": "allies-within", "range": 3, "what": ["marks"]}
    own = made(effect=[takes if op == "strip" else {**takes, "what": []}])
    table = Table("A B . b", A=sheet(abilities=[own]), B=sheet(), b=sheet(pc=False))
    table.give("B", "tangled", source=2)
    table.give("B", id)

    table.act("A", "deed")

    assert table.holds("B", "tangled") == left


@rule("icon/attack.no-self-or-ally")
def test_who_wants_no_more_targets_is_asked_for_none() -> None:
    own = made(
        target={"who": "foe", "range": 4, "count": 3}, effect=[{"op": "damage", "amount": 1}]
    )
    foe = sheet(pc=False)
    table = Table("A . b c d", A=sheet(abilities=[own]), b=foe, c=foe, d=foe)

    table.act("A", "deed b", "no more")

    assert [table[name].hp for name in "bcd"] == [27, 28, 28]


@rule("icon/action.triggers", "icon/damage.bonus")
def test_a_line_after_a_collision_is_still_a_line_of_the_hit() -> None:
    """Its bonus die counts."""
    own = made(
        attack={"mode": "melee", "range": 1},
        hit=[{"op": "shove", "spaces": 1}, {"op": "damage", "level": "light"}],
        mods=[{"mod": "bonus"}],
        triggers=[{"when": "collide", "ops": [{"op": "blight", "blight": "burning"}]}],
    )
    table = Table("A b #", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed b", dice="d20 10 d6 2 5")

    assert (table["b"].hp, table["b"].blights()) == (23, 1)


@rule("icon/damage.bonus", "icon/sheet.traits-always-on")
@pytest.mark.parametrize(("blight", "dice"), [("burning", "4 5 6"), ("poisoned", "4 5")])
def test_a_trait_gives_a_bonus_die_against_who_has_its_blight(blight: str, dice: str) -> None:
    trait = Trait("keen")
    trait.bonus_blight = "burning"
    one = sheet(abilities=[strike()])
    one.traits = [trait]
    table = Table("A b", A=one, b=sheet(pc=False))
    table.give("b", blight)

    table.act("A", "strike b", dice=f"d20 10 d6 {dice}")

    assert table["b"].hp == 28 - sum(sorted(int(one) for one in dice.split())[-2:])


@rule("icon/action.one-attack-per-round")
def test_a_second_attack_in_a_round_is_refused() -> None:
    table = fighters()
    table.act("A", STRIKE, dice="d20 1")

    with pytest.raises(IllegalError) as caught:
        table.act("A", "strike b")

    assert caught.value.rule == "action.one-attack-per-round"


@rule("icon/action.rescue", "icon/resource.wound-lowers-maxima")
def test_a_rescue_restores_the_maximum_lowered_by_wounds() -> None:
    """Health 8 with two wounds: rescued to 16 HP."""
    table = Table("A B b", A=sheet(), B=sheet(health=8), b=sheet(pc=False))
    table["B"].wounds = 1
    taking.suffer(table.combat, taking.Damage(2, 1, 99))

    table.act("A", "rescue B")

    assert table["B"].hp == 16


@rule("icon/action.whack")
def test_a_whack_is_one_physical_damage_without_a_roll() -> None:
    table = fighters()

    table.act("A", "whack b")

    assert table["b"].hp == 27


@rule("icon/action.triggers", "icon/attack.miss-results")
@pytest.mark.parametrize(("dice", "lost"), [("d20 9 d6 1", 3), ("d20 8", 1)])
def test_a_trigger_may_add_lines_to_the_hit_and_to_the_miss(dice: str, lost: int) -> None:
    one = strike(level="light")
    more = Trigger("comeback", "")
    for lines, amount in ((more.hit, 2), (more.miss, 1)):
        line = Op("damage")
        line.amount = amount
        lines.append(line)
    one.triggers = [more]
    table = fighters(sheet(abilities=[one]))
    table["A"].hp = 5

    table.act("A", STRIKE, dice=dice)

    assert table["b"].hp == 28 - lost


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


@rule("icon/action.interact", "icon/end.alternate-conditions")
def test_working_an_object_may_win_the_fight() -> None:
    combat, _ = begun_told(
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


@rule("icon/attack.no-self-or-ally")
def test_rise_together_without_a_name_rescues_nobody() -> None:
    table = Table("A . B b", A=hero(ability("rise-together")), B=hero(), b=foe())
    table["A"].resolve = 4
    table.fell("B")

    table.act("A", "rise-together")

    assert table["B"].hp == 0


@rule("icon/attack.no-self-or-ally", "icon/effect.summon")
@pytest.mark.parametrize(("at", "legal"), [("2,0", True), ("4,0", False)])
def test_a_summon_is_placed_in_sight(at: str, *, legal: bool) -> None:
    table = Table(". A . # . b", A=hero(ability("set-lamp")), b=foe())

    if legal:
        table.act("A", "set-lamp", f"space {at}")
    else:
        with pytest.raises(IllegalError):
            table.act("A", "set-lamp", f"space {at}")

    assert [one.cell for one in table.combat.patches] == ([2] if legal else [])


@rule("icon/action.delay", "icon/aoe.attack-and-area-spaces")
def test_a_delayed_attack_is_against_who_stands_in_its_attack_space_then() -> None:
    own = made(
        **BLAST,
        tags=["delay"],
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 2, "who": "area"}],
    )
    table = Table("A . . . b . .\n. . . . . . c", A=hero(own), b=foe(), c=foe())
    table.act("A", "deed", "space 4,0")
    table.combat.move(table["b"], table.cell("5,0"))
    table.combat.move(table["c"], table.cell("4,0"))

    table.begin("A", "d20 15")

    assert (table["b"].hp, table["c"].hp) == (26, 19)


@rule("icon/action.delay", "icon/move.shove-direction")
def test_a_delayed_blast_shoves_away_from_its_centre() -> None:
    own = made(**BLAST, tags=["delay"], effect=[{"op": "shove", "spaces": 1, "who": "area-foes"}])
    table = Table("A . . b . . c", A=hero(own), b=foe(), c=foe())
    table.act("A", "deed", "space 4,0")

    table.begin("A")

    assert table.at("b") == "2,0"


@rule("icon/action.delay", "icon/action.combo")
def test_the_first_part_of_a_combo_may_be_the_delayed_one() -> None:
    hurt = {"op": "damage", "amount": 2}
    aimed = {"target": {"who": "foe", "range": 4}, "effect": [hurt]}
    parts = [
        {"id": "one", "name": "One", "tags": ["delay"], **aimed},
        {"id": "two", "name": "Two", "target": {"who": "self"}, "effect": [hurt]},
    ]
    table = Table("A . b", A=hero(made(tags=["combo"], part=parts)), b=foe())
    table.act("A", "deed b")

    table.begin("A")

    assert (table["A"].hp, table["b"].hp) == (28, 26)


@rule("icon/action.delay", "icon/action.combo")
def test_what_a_talent_adds_to_a_combo_holds_for_its_delayed_part() -> None:
    aimed = {"target": {"who": "ally", "range": 4}, "effect": [{"op": "vigor", "multiple": 1}]}
    parts = [
        {"id": "one", "name": "One", "tags": ["delay"], **aimed},
        {"id": "two", "name": "Two", **aimed},
    ]
    own = made(tags=["combo"], part=parts)
    own.flags.append("self-too")
    table = Table("A C . b", A=hero(own), C=hero(), b=foe())
    table.act("A", "deed C")

    table.begin("A")

    assert (table["A"].vigor, table["C"].vigor) == (7, 7)


@rule("icon/action.order-of-components")
def test_an_ally_near_a_target_in_the_very_first_space_is_found() -> None:
    near = {"op": "vigor", "multiple": 1, "who": "one-ally", "from": "target", "within": 1}
    own = made(target={"who": "foe", "range": 3}, effect=[near])
    table = Table("b C . A", A=hero(own), C=hero(), b=foe())

    table.act("A", "deed b", "ally C")

    assert table["C"].vigor == 7


@rule("icon/action.order-of-components")
def test_an_ally_near_the_very_first_combatant_is_found_by_it() -> None:
    near = {"op": "vigor", "multiple": 1, "who": "one-ally", "from": "target", "within": 1}
    own = made(target={"who": "foe", "range": 4}, effect=[near])
    table = Table("A c . . b", A=hero(), b=foe(own), c=foe())

    table.act("b", "deed A", "ally c")

    assert table["c"].vigor == 7


@rule("icon/action.delay", "icon/aoe.attack-space-without-foe")
def test_a_delayed_attack_attacks_no_ally_that_stands_in_its_attack_space() -> None:
    own = made(
        **BLAST,
        tags=["delay"],
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 2, "who": "area"}],
    )
    table = Table("A . . . . . b\n. . . . . . C", A=hero(own), b=foe(), C=hero())
    table.act("A", "deed", "space 4,0")
    table.combat.move(table["C"], table.cell("4,0"))

    table.begin("A")

    assert table["C"].hp == 26


@rule("icon/action.recharge", "icon/roll.special-rolls")
@pytest.mark.parametrize(("face", "ready"), [(4, True), (3, False)])
def test_a_spent_ability_comes_back_on_its_number(face: int, ready: bool) -> None:
    gust = Ability("gust", "Gust")
    gust.recharge = 4
    table = Table("A . d", A=sheet(), d=sheet(pc=False, abilities=[gust]))
    table["d"].set_count(FIRST_OWN, 1)

    table.begin("d", f"d6 {face}")

    assert (table["d"].used[FIRST_OWN] == 0) == ready


@rule("icon/action.rescue-limits", "icon/defeat.pc-dies")
def test_the_dead_the_surrendered_and_foes_cannot_be_rescued() -> None:
    table = quartet()
    table["B"].wounds = 3
    table.fell("B")
    table.fell("c")

    assert not basic.can_be_rescued(table["B"])
    assert not basic.can_be_rescued(table["c"])
    assert not [key for key in table.offered("A") if key.startswith("rescue")]


@rule("icon/action.rescue-limits")
def test_those_who_stand_and_those_far_away_are_not_rescued() -> None:
    table = quartet("A . B c d")
    assert table.refusal("A", "rescue B") == "action.rescue-limits"
    table.fell("B")
    assert table.refusal("A", "rescue B") == "attack.target-hostile"
    table.combat.move(table["A"], 1)

    assert table.refusal("A", "rescue B") == ""


@rule("icon/action.dash", "icon/move.dash-ignores")
@pytest.mark.parametrize(("key", "asked"), [("move", True), ("dash", False)])
def test_a_dash_triggers_no_interrupts(key: str, *, asked: bool) -> None:
    spear = ability("set-spear")
    table = Table("A . . b .", A=sheet(), b=sheet(pc=False, abilities=[spear]))

    table.act("A", key, "move 1,0", *(["pass", "stop"] if asked else []))

    assert table.at("A") == "1,0"


@rule("icon/action.dash")
def test_a_dash_is_two_actions_and_full_speed() -> None:
    table = walker("A . . . . . b", speed=3)

    with pytest.raises(IllegalError):
        table.act("A", "dash", "move 4,0")
    table = walker("A . . . . . b", speed=3)
    table.act("A", "dash", "move 3,0")

    assert (table.at("A"), table["A"].actions) == ("3,0", 0)
    table = walker("A . . . . . b", speed=3)
    table.act("A", "run", "stop")
    assert table.refusal("A", "dash") == "action.costs"


@rule("icon/action.rescue")
def test_one_may_be_rescued_in_the_very_first_space() -> None:
    table = Table("B A . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.fell("B")

    table.act("A", "rescue B")

    assert table["B"].hp == 21


@rule("icon/action.order-of-components")
@pytest.mark.parametrize(
    ("save", "dice", "lost"), [(True, "d20 9", 3), (True, "d20 10", 0), (False, "", 0)]
)
def test_only_who_failed_a_save_is_one_who_failed_it(save: bool, dice: str, lost: int) -> None:
    one = ability("bellow")
    first, more = Op("status"), Op("damage")
    first.id = "dazed"
    first.save = save
    first.who = "area-foes"
    more.amount = 3
    more.who = "area-failed"
    one.effect = [first, more]
    table = Table("A . b", A=sheet(abilities=[one]), b=sheet(pc=False))

    table.act("A", "bellow", dice=dice)

    assert table["b"].hp == 28 - lost


@rule("icon/action.rescue-limits", "icon/surrender.out")
def test_the_rescue_of_who_surrendered_is_refused_by_its_rule() -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet(pc=False))
    table["B"].fate = SURRENDERED
    table.combat.leave(table["B"])
    table["B"].present = False

    assert table.refusal("A", "rescue B") == "action.rescue-limits"
