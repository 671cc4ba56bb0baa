"""What each positive effect does."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER, TURN_END
from affray.core.errors import IllegalError
from affray.rulesets.icon import resource
from affray.rulesets.icon.condition import states, traits
from affray.rulesets.icon.damage import taking
from affray.rulesets.icon.definitions import Summon
from affray.rulesets.icon.state import Patch
from affray.rulesets.icon.terms import (
    FORCED,
)
from tests.icon.table import (
    BLAST,
    EAST,
    SOUTH,
    STRIKE,
    Op,
    Table,
    ability,
    fighters,
    foe,
    hero,
    made,
    neighbours,
    quartet,
    sheet,
    strike,
)
from tests.rules import rule


def lamp(at: str = "2,0") -> Table:
    one = sheet(pc=False, abilities=[ability("set-lamp")])
    table = Table("A . . b c", A=sheet(), b=one, c=sheet(pc=False))
    table.act("b", "set-lamp", f"space {at}")
    return table


@rule("icon/effect.evasion")
@pytest.mark.parametrize(("dice", "hp"), [("d6 4", 28), ("d6 3 d20 9 d6 1 1", 26)])
def test_evasion_makes_an_attack_miss_on_four_or_more(dice: str, hp: int) -> None:
    table = fighters(b=sheet(pc=False, gives=["evasion"]))

    table.act("A", STRIKE, dice=dice)

    assert table["b"].hp == hp


@rule("icon/effect.defiance")
def test_defiance_stops_at_one_hit_point_once() -> None:
    table = fighters()
    table.give("b", "defiance")

    taking.suffer(table.combat, taking.Damage(0, 1, 99))
    taking.suffer(table.combat, taking.Damage(0, 1, 99))

    assert table["b"].hp == 1


@rule("icon/effect.dodge", "icon/aoe.non-attack-area")
def test_dodge_halves_in_the_middle_of_an_area_that_has_no_attack_space() -> None:
    hail = made(**BLAST, effect=[{"op": "damage", "amount": 4, "who": "area"}])
    table = Table("A . . b c", A=hero(hail), b=foe(gives=["dodge"]), c=foe(gives=["dodge"]))

    table.act("A", "deed", "space 3,0")

    assert (table["b"].hp, table["c"].hp) == (26, 26)


@rule("icon/effect.intangible", "icon/move.obstruction")
def test_an_intangible_foe_stops_no_dash() -> None:
    table = Table("A b . . .", A=hero(ability("shoulder-through")), b=foe(gives=["intangible"]))

    table.act("A", "shoulder-through", "dash e")

    assert table.at("A") == "3,0"


@rule("icon/effect.stealth", "icon/effect.mark")
def test_a_mark_does_not_jump_to_one_in_stealth_that_is_not_adjacent() -> None:
    table = Table("A d b c", A=hero(ability("tangle", 3)), b=foe(), c=foe(), d=foe())
    table.act("A", "tangle b")
    for name in "cd":
        table.give(name, "stealth")
    agent = table.script(["mark d"], "")

    table.fell("b")

    table.done(agent)
    assert (table.holds("d", "tangled"), table.holds("c", "tangled")) == (True, False)


@rule("icon/effect.dodge", "icon/roll.save-ten")
def test_damage_after_the_saves_of_an_area_is_no_damage_of_the_area() -> None:
    """Who dodges takes half of areas, and all of what its own ability costs it."""
    fails = {"op": "save", "who": "area-foes", "fail": [{"op": "damage", "amount": 2}]}
    own = made(**BLAST, effect=[fails, {"op": "damage", "amount": 4, "who": "user"}])
    table = Table("A . . b . c", A=hero(own, gives=["dodge"]), b=foe(), c=foe())

    table.act("A", "deed", "space 3,0", dice="d20 9")

    assert (table["A"].hp, table["b"].hp) == (24, 26)


@rule("icon/effect.summon", "icon/status.vulnerable", "icon/surrender.when")
def test_damage_of_a_summon_is_no_abilitys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vulnerable take no more of it, and nobody is asked for surrender."""
    table = Table("A . . b\n. B . .", A=hero(), B=hero(), b=foe())
    op = Op("damage")
    op.amount = 27
    lamp = Summon("lamp")
    lamp.ops = [op]
    monkeypatch.setitem(table.combat.library.summons, "lamp", lamp)
    table.combat.patches.append(Patch(1, 0, 0, NEVER, 2, "lamp"))
    table.give("A", "vulnerable")

    table.begin("A")
    assert table["A"].hp == 1
    op.amount = 28
    table.begin("B")

    assert not table["B"].able()


@rule("icon/effect.summon")
def test_only_summons_of_foes_act_on_who_starts_its_turn_beside_them() -> None:
    """No ally's, and no terrain that a foe has laid."""
    table = Table("A B . . b", A=hero(), B=hero(), b=foe())
    table.combat.patches = [
        Patch(2, 0, 0, NEVER, 0, "jar-lamp"),
        Patch(2, 1, 0, TURN_END, 2, ""),
        Patch(3, 0, 0, NEVER, 2, "jar-lamp"),
    ]

    assert traits.beside_summons(table.combat, table["B"]) == []
    assert traits.beside_summons(table.combat, table["b"]) == []
    table.combat.move(table["B"], 2)
    assert traits.beside_summons(table.combat, table["B"]) == [2]


@rule("icon/effect.intangible", "icon/roll.save-ten")
def test_the_intangible_in_an_area_does_not_save() -> None:
    fails = {"op": "save", "who": "area-foes", "fail": [{"op": "damage", "amount": 2}]}
    table = Table("A . . b c", A=hero(made(**BLAST, effect=[fails])), b=foe(), c=foe())
    table.give("b", "intangible")

    table.act("A", "deed", "space 3,0", dice="d20 9")

    assert (table["b"].hp, table["c"].hp) == (28, 26)


@rule("icon/effect.summon", "icon/defeat.pc")
def test_the_summons_of_a_fallen_player_character_go_with_it() -> None:
    table = quartet()
    for anchor in (0, 1, 2):
        table.combat.patches.append(Patch(4, 0, 0, NEVER, anchor, "jar-lamp"))

    table.fell("A")

    assert [one.anchor for one in table.combat.patches] == [1, 2]


@rule("icon/effect.summon", "icon/end.flee")
def test_the_summons_of_who_flees_go_with_it() -> None:
    table = quartet()
    table.combat.leaving = [0]
    for anchor in (0, 1):
        table.combat.patches.append(Patch(4, 0, 0, NEVER, anchor, "jar-lamp"))

    table.end("A", "", "flee")

    assert [one.anchor for one in table.combat.patches] == [1]


@rule("icon/effect.sturdy", "icon/move.teleport")
@pytest.mark.parametrize(("at", "trades"), [(1, True), (2, False)])
def test_a_foe_trades_spaces_with_a_sturdy_one_only_if_it_moves_1_space(
    at: int, *, trades: bool
) -> None:
    """And that was the space that foes may move it in the turn."""
    table = Table("A . b . .", A=sheet(), b=sheet(pc=False, gives=["sturdy"]))
    table.combat.move(table["b"], at)

    table.swap("A", "b")
    assert (table.at("b") == "0,0", table["b"].used[FORCED]) == (trades, int(trades))
    table.shove("A", "b", 1, EAST if at == 2 else SOUTH)

    assert table["b"].used[FORCED] == 1


@rule("icon/effect.summon")
def test_a_summon_does_what_its_text_says_and_no_more() -> None:
    table = lamp("1,0")

    assert table.combat.at(table.cell("1,0")) is None, "intangible: no obstruction"
    table.begin("c")
    table.begin("A", "d20 9")

    assert table.holds("A", "electrified")
    assert len(table.combat.units) == 3, "it takes no turns"


@rule("icon/effect.summon")
def test_a_summon_two_spaces_away_does_nothing() -> None:
    table = lamp("2,0")

    table.begin("A")

    assert table["A"].effects == []


@rule("icon/effect.summon")
def test_a_summon_goes_with_its_summoner() -> None:
    table = lamp("1,0")

    table.fell(1)
    table.begin("A")

    assert table.combat.patches == []


@rule("icon/effect.intangible", "icon/damage.immune", "icon/move.engagement-exempt")
def test_the_intangible_are_targets_that_nothing_touches_and_nobody_minds() -> None:
    table = Table("A b . .", A=sheet(abilities=[strike()]), b=sheet(pc=False, gives=["intangible"]))

    assert table.cost("A", "2,0") == 2, "neither in the way nor engaging"
    assert "1,0" not in table.moves("A")
    table.inflict("b", "dazed", 0)
    table.inflict("b", "burning", 0)
    table.grant("b", "evasion", 0, "combat")
    resource.give_vigor(table.combat, table["b"], 1)
    assert not table.shove("A", "b", 1, 2)
    table.act("A", "strike b", dice="d20 9 d6 5 5")

    assert (table["b"].hp, table["b"].vigor, table["b"].effects) == (28, 0, [])


@rule("icon/effect.evasion", "icon/attack.miss-results")
def test_evaded_attacks_have_their_miss_results() -> None:
    one = strike()
    op = Op("damage")
    op.level = "fray"
    one.miss = [op]
    table = Table("A b", A=sheet(abilities=[one]), b=sheet(pc=False, gives=["evasion"]))

    table.act("A", "strike b", dice="d6 4")

    assert table["b"].hp == 26


@rule("icon/effect.dodge")
def test_dodge_makes_immune_to_all_of_an_attack_that_misses() -> None:
    table = Table(
        "A b",
        A=sheet(abilities=[ability("pile-on")]),
        b=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "pile-on b", dice="d20 8")
    assert table["b"].hp == 28
    table.combat.round = 2
    table["A"].used = (0,) * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "pile-on b", dice="d20 9")

    assert table["b"].hp == 25


@rule("icon/effect.dodge")
@pytest.mark.parametrize(("dice", "hp"), [("d20 10", 28), ("d20 9", 26)])
def test_dodge_makes_immune_to_what_follows_a_passed_save(dice: str, hp: int) -> None:
    """Jar Throw with a second line: who saves with dodge is spared that line too."""
    jar = ability("jar-throw")
    op = Op("damage")
    op.amount = 2
    jar.effect = [*jar.effect, op]
    table = Table("A b", A=sheet(abilities=[jar]), b=sheet(pc=False, gives=["dodge"]))

    table.act("A", "jar-throw b", dice=dice)

    assert table["b"].hp == hp


@rule("icon/effect.dodge")
def test_without_dodge_a_passed_save_prevents_only_its_own_line() -> None:
    jar = ability("jar-throw")
    op = Op("damage")
    op.amount = 2
    jar.effect = [*jar.effect, op]
    table = Table("A b", A=sheet(abilities=[jar]), b=sheet(pc=False))

    table.act("A", "jar-throw b", dice="d20 10")

    assert table["b"].hp == 26


@rule("icon/effect.dodge")
def test_dodge_halves_area_damage_outside_the_attack_space() -> None:
    table = Table(
        "A . b c",
        A=sheet(fray=3, abilities=[ability("forked-line")]),
        b=sheet(pc=False, gives=["dodge"]),
        c=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "forked-line", "area 1,0 2,0 3,0", dice="d20 9 d6 2 3")

    assert table["b"].hp == 23
    assert table["c"].hp == 26


@rule("icon/effect.stealth")
def test_stealth_hides_from_foes_that_are_not_adjacent() -> None:
    table = Table("A . b", A=sheet(abilities=[strike(range=3)]), b=sheet(pc=False))
    table.give("b", "stealth")

    assert table.refusal("A", "strike b") == "effect.stealth"
    assert table.refusal("A", "whack b") == "effect.stealth"
    table.combat.move(table["A"], 1)

    assert table.refusal("A", "strike b") == ""


@rule("icon/effect.stealth")
def test_areas_affect_the_hidden() -> None:
    table = Table(
        "A . b c",
        A=sheet(abilities=[ability("forked-line")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )
    table.give("c", "stealth")

    table.act("A", "forked-line", "area 1,0 2,0 3,0", dice="d20 1 d6 1")

    assert table["c"].hp == 26


@rule("icon/effect.stealth")
@pytest.mark.parametrize(
    ("keys", "hidden"),
    [
        (["move", "move 1,0"], True),
        (["run", "move 1,0"], True),
        (["dash", "move 1,0"], True),
        (["whack b"], False),
        (["smoke-step", "stay"], False),
    ],
)
def test_stealth_ends_with_any_action_but_movement(keys: list[str], *, hidden: bool) -> None:
    table = Table("A . . b", A=sheet(abilities=[ability("smoke-step")]), b=sheet(pc=False))
    table.give("A", "stealth")

    table.act("A", *keys)

    assert table.holds("A", "stealth") == hidden


@rule("icon/effect.unstoppable")
def test_the_unstoppable_take_no_status_and_are_not_moved_or_engaged() -> None:
    table = Table(". A b . .", A=sheet(gives=["unstoppable"]), b=sheet(pc=False))

    assert not table.inflict("A", "slow", 1)
    assert table.inflict("A", "burning", 1)
    assert not table.shove("b", "A", 1, 6)

    assert table.at("A") == "1,0"
    assert table.cost("A", "0,0") == 1


@rule("icon/effect.unstoppable")
def test_statuses_of_the_unstoppable_are_suspended() -> None:
    table = neighbours()
    table.give("A", "slow")
    table.give("A", "dazed")
    table.give("A", "unstoppable")

    table.act("A", "strike b", dice="d20 9 d6 1 1")

    assert not table["A"].goes_slow()
    assert table["b"].hp == 26


@rule("icon/effect.sturdy")
def test_the_sturdy_are_moved_again_in_the_next_turn_and_by_allies() -> None:
    table = Table(
        "A b . . . . . c", A=sheet(), b=sheet(pc=False, gives=["sturdy"]), c=sheet(pc=False)
    )

    table.shove("A", "b", 3, 2)
    table.shove("c", "b", 2, 2)
    assert table.at("b") == "4,0"
    table.begin("c")
    table.shove("A", "b", 3, 2)

    assert table.at("b") == "5,0"


@rule("icon/effect.regeneration")
@pytest.mark.parametrize(("hp", "vigor"), [(13, 7), (14, 0)])
def test_regeneration_gives_vigor_at_the_end_of_the_turn_while_bloodied(
    hp: int, vigor: int
) -> None:
    table = Table("A b", A=sheet(gives=["regeneration"]), b=sheet(pc=False))
    table["A"].hp = hp

    table.end("b")
    assert table["A"].vigor == 0
    table.end("A")

    assert table["A"].vigor == vigor


@rule("icon/effect.defiance")
def test_defiance_makes_immune_to_the_end_of_the_turn_and_is_spent() -> None:
    table = neighbours()
    table.give("b", "defiance")
    table.begin("A")

    table.hurt("b", 99)
    assert table["b"].hp == 1
    table.hurt("b", 99)
    assert table["b"].hp == 1
    table.end("A")
    table.begin("A")
    table.hurt("b", 99)

    assert table["b"].hp == 0


@rule("icon/effect.counter")
def test_counter_answers_the_first_damage_of_a_foe_in_a_turn() -> None:
    table = Table("A B c", A=sheet(), B=sheet(), c=sheet(pc=False, gives=["counter"]))
    table.begin("A")

    table.hurt("c", 2, by="A")
    table.hurt("c", 2, by="B")
    assert (table["A"].hp, table["B"].hp) == (27, 28)
    table.begin("B")
    table.hurt("c", 2, by="B")
    table.hurt("c", 2)

    assert table["B"].hp == 27


@rule("icon/effect.counter")
def test_the_felled_do_not_counter() -> None:
    table = Table("A B c d", A=sheet(), B=sheet(), c=sheet(gives=["counter"]), d=sheet(pc=False))

    table.hurt("c", 99)

    assert table["d"].hp == 28


@rule("icon/effect.summon")
@pytest.mark.parametrize(("at", "legal"), [("4,0", True), ("5,0", False), ("2,0", False)])
def test_a_summon_is_placed_in_a_free_space_within_its_range(at: str, *, legal: bool) -> None:
    table = Table(
        "A b C . . .", A=sheet(), b=sheet(pc=False, abilities=[ability("set-lamp")]), C=sheet()
    )

    if legal:
        table.act("b", "set-lamp", f"space {at}")
        assert [one.cell for one in table.combat.patches] == [table.cell(at)]
    else:
        with pytest.raises(IllegalError):
            table.act("b", "set-lamp", f"space {at}")


@rule("icon/effect.dodge")
def test_dodge_halves_nothing_that_is_no_area() -> None:
    """Shoulder Through is no attack: its fray damage of 3 is whole."""
    table = Table(
        "A . b . . .",
        A=sheet(fray=3, abilities=[ability("shoulder-through")]),
        b=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "shoulder-through", "dash e")

    assert table["b"].hp == 25


@rule("icon/effect.dodge", "icon/aoe.additional-effects")
def test_dodge_halves_nothing_in_the_attack_space() -> None:
    """A line beyond attack and area deals 3 to all: whole in the attack space, halved beside it."""
    one = ability("forked-line")
    more = Op("damage")
    more.amount = 3
    more.who = "area"
    one.effect = [more]
    one.area = []
    table = Table(
        "A . b c",
        A=sheet(abilities=[one]),
        b=sheet(pc=False, gives=["dodge"]),
        c=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "forked-line", "area 1,0 2,0 3,0", dice="d20 9 d6 1 1")

    assert (table["b"].hp, table["c"].hp) == (23, 26)


@rule("icon/effect.defiance")
@pytest.mark.parametrize(("amount", "kept"), [(27, True), (28, False)])
def test_defiance_answers_damage_that_would_leave_no_hit_point(amount: int, *, kept: bool) -> None:
    table = neighbours()
    table.give("b", "defiance")

    table.hurt("b", amount)

    assert (table["b"].hp, table.holds("b", "defiance")) == (1, kept)


@rule("icon/effect.sturdy", "icon/move.teleport")
@pytest.mark.parametrize(("moved", "swaps"), [(0, True), (1, False)])
def test_a_sturdy_one_that_foes_have_moved_trades_places_with_none(
    moved: int, *, swaps: bool
) -> None:
    table = Table("A b . .", A=sheet(), b=sheet(pc=False, gives=["sturdy"]))
    table["b"].set_count(FORCED, moved)

    table.swap("A", "b")

    assert (table.at("A") == "1,0") == swaps


@rule("icon/effect.defiance", "icon/setup.start-state", "icon/effect.stealth")
@pytest.mark.parametrize("id", ["defiance", "stealth"])
def test_what_is_spent_is_there_at_the_start_of_combat_and_gone_when_it_was_used(id: str) -> None:
    table = Table("A . b", A=sheet(gives=[id]), b=sheet(pc=False))
    assert table.has("A", id)

    states.lose(table.combat, table["A"], id)

    assert not table.has("A", id)


@rule("icon/effect.stealth", "icon/effect.mark")
@pytest.mark.parametrize(
    ("first", "then", "grants", "left"),
    [
        ("end-of-turn", "end-of-turn", 1, False),
        ("end-of-turn", "end-of-user-next-turn", 2, True),
        ("end-of-user-next-turn", "end-of-turn", 2, True),
        ("combat", "end-of-turn", 1, True),
    ],
)
def test_two_grants_of_an_effect_end_each_in_its_time(
    first: str, then: str, grants: int, *, left: bool
) -> None:
    table = neighbours()
    table.begin("A")

    table.grant("A", "evasion", 0, first)
    table.grant("A", "evasion", 0, then)
    assert table.effects("A") == ["evasion"] * grants
    table.end("A")

    assert table.holds("A", "evasion") == left


@rule("icon/effect.sturdy")
def test_the_sturdy_are_moved_one_space_a_turn() -> None:
    table = Table("A b . . .", A=sheet(), b=sheet(pc=False, gives=["sturdy"]))

    table.shove("A", "b", 3, 2)
    table.shove("A", "b", 3, 2)

    assert table.at("b") == "2,0"
