"""Who is Self, Ally, Enemy, Character; what an ability needs; targets that change."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused


def scene() -> Table:
    """A with an ally B and an allied NPC e, against b and c."""
    return Table(
        """
        A B e
        b . c
        """,
        allies="e",
        A=pc(POW=2, abilities=["accelerate", "compulsion", "ameliorate", "sockem"]),
        B=pc(),
        e=npc("envoy"),
        b=npc("biffer"),
        c=npc("biffer"),
    )


def named(table: Table, ability: str) -> str:
    """Return the targets that A may give an ability, as letters."""
    found = [key.split() for key in table.offers("A")]
    return "".join([words[1] for words in found if words[0] == ability and len(words) == 2])


@rule("thrum/target.self")
def test_self_is_the_user_alone() -> None:
    table = scene()
    table["A"].fatigue = 2
    table["B"].fatigue = 2

    table.act("A", "recover")

    assert (table["A"].fatigue, table["B"].fatigue) == (1, 2)
    with refused("target.needs-valid-target"):
        table.begin_turn("A")
        table.act("A", "recover B")


@rule("thrum/target.ally")
def test_an_ally_is_another_of_the_same_side_pc_or_npc_never_oneself() -> None:
    table = scene()
    for name in "ABebc":
        table[name].incapacitated = name != "A"

    table.put("e", "1,1")
    assert named(table, "resuscitate") == "Be"
    table["A"].incapacitated = True
    assert not table.combat.allies(table["A"], table["A"])


@rule("thrum/target.enemy")
def test_an_enemy_is_one_of_a_side_opposing_the_users() -> None:
    table = scene()

    assert named(table, "basic-attack") == "bc"
    with refused("target.enemy"):
        table.act("A", "basic-attack B")
    with refused("target.enemy"):
        table.act("A", "basic-attack A")


@rule("thrum/target.character")
def test_a_character_is_anyone_at_all() -> None:
    assert named(scene(), "compulsion") == "ABebc"


@rule("thrum/target.combinations")
def test_joined_categories_admit_whoever_fits_any_of_them() -> None:
    table = scene()
    for name in "ABebc":
        table[name].fatigue = 1

    assert named(table, "ameliorate") == "AB"  # Ally or Self, Range 1
    table.put("e", "1,1")
    assert named(table, "ameliorate") == "ABe"


@rule("thrum/target.needs-valid-target")
def test_an_ability_that_names_a_target_is_not_offered_without_one() -> None:
    table = Table("A . . . b", A=pc(abilities=["sockem"]), b=npc("biffer"))

    assert table.offers("A") == ["no action", "dash", "recover"]
    with refused("target.needs-valid-target"):
        table.act("A", "sockem")


@rule("thrum/target.needs-valid-target")
def test_an_area_may_be_placed_on_empty_ground() -> None:
    table = Table(
        """
        m . . . . B
        . . . . . .
        """,
        m=npc("mirewright"),
        B=pc(),
    )

    table.act("m", "cinder-jar", "area 1,0")  # nobody there: no dice

    assert table["B"].fatigue == 0


@rule("thrum/ability.text-wins")
def test_a_text_that_contradicts_a_rule_wins_for_that_ability_only() -> None:
    """Smite Them may be defended against with Evasion alone, other attacks with Resilience too."""
    table = Table(
        "A b",
        A=pc(novas=["smite-them"], abilities=["sockem"]),
        b=npc("biffer"),
    )
    table["A"].potential = [4]

    for key, defences in (
        ("smite-them", ["evasion", "no defence"]),
        ("sockem b", ["resilience", "evasion", "no defence"]),
    ):
        table.begin_turn("A")
        choice = table.question("A", keys=[key])
        assert choice is not None
        assert table.options(choice) == defences


def swapping(ability: str) -> Table:
    """A swaps whom b attacks with D, who has a Stance of its own; C stands by."""
    table = Table(
        """
        . D . . .
        . A C . .
        . b . . .
        """,
        order="ACDb",
        A=pc(abilities=["the-prestige"]),
        C=pc(abilities=["the-prestige"]),
        D=pc(abilities=[] if ability == "dodge" else [ability]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "the-prestige")
    table.enter_stance("D", ability)
    table.begin_turn("b")
    return table


@rule("thrum/trigger.once-per-event")
@pytest.mark.parametrize("stance", ["parry-and-riposte", "earthen-hide", "cloak-of-wind"])
def test_one_swapped_in_has_not_been_targeted(stance: str) -> None:
    """D stands next to b after the swap, but its Stance waits for being targeted."""
    table = swapping(stance)

    table.act(
        "b",
        "biffer-thump A",
        "A: the-prestige A",
        "A: swap with D",
        "A: end the-prestige",
        "D: resilience",
        dice="1 1 6 6",
    )

    assert (table.at("D"), table.stance_of("D")) == ("1,1", stance)


@rule("thrum/trigger.once-per-event")
def test_a_pivot_waits_for_one_who_is_targeted_next_to_it() -> None:
    """C, swapped in, stands next to D; A, who was named, stood two squares off."""
    table = Table(
        """
        . . C D .
        . A . . .
        . b . . .
        """,
        order="ACDb",
        A=pc(abilities=["the-prestige"]),
        C=pc(),
        D=pc(abilities=["pivot"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "the-prestige")
    table.enter_stance("D", "pivot")
    table.begin_turn("b")
    table.put("D", "3,1")

    table.act(
        "b",
        "biffer-thump A",
        "A: the-prestige A",
        "A: end the-prestige",
        "C: resilience",
        dice="1 1 6 6",
    )

    assert table.stance_of("D") == "pivot"


@rule("thrum/trigger.once-per-event")
def test_a_second_prestige_does_not_answer_the_swap_of_the_first() -> None:
    table = swapping("dodge")
    table.enter_stance("C", "the-prestige")

    table.act(
        "b",
        "biffer-thump A",
        "A: the-prestige A",
        "A: swap with D",
        "A: end the-prestige",
        "D: resilience",
        dice="1 1 6 6",
    )

    assert table.stance_of("C") == "the-prestige"


@rule("thrum/trigger.once-per-event")
def test_pounce_does_not_answer_an_attack_that_a_swap_has_turned_on_an_ally() -> None:
    """C itself was named, which is no trigger of its Pounce; D, swapped in, was not named."""
    table = Table(
        """
        . D . . .
        . C A . .
        . b . . .
        . . . . .
        """,
        order="ACDb",
        A=pc(abilities=["the-prestige"]),
        C=pc(abilities=["pounce"]),
        D=pc(),
        b=npc("biffer"),
    )
    table.enter_stance("A", "the-prestige")
    table.enter_stance("C", "pounce")
    table.begin_turn("b")

    table.act(
        "b",
        "biffer-thump C",
        "A: the-prestige C",
        "A: swap with D",
        "A: end the-prestige",
        "D: resilience",
        dice="1 1 6 6",
    )

    assert table.stance_of("C") == "pounce"


@rule("thrum/basic.protect", "thrum/move.swap")
def test_the_boon_of_protect_stays_with_the_ally_it_was_given_to() -> None:
    """C protects A; then A has D swapped in, who rolls two dice."""
    table = Table(
        """
        . D . . .
        . A C . .
        . b . . .
        """,
        order="CADb",
        A=pc(abilities=["the-prestige"]),
        C=pc(),
        D=pc(),
        b=npc("biffer"),
    )
    table.enter_stance("A", "the-prestige")
    table.enter_stance("C", "protect")
    table.begin_turn("b")

    table.act(
        "b",
        "biffer-thump A",
        "C: protect A",
        "A: the-prestige A",
        "A: swap with D",
        "A: end the-prestige",
        "D: resilience",
        dice="1 1 6 6",
    )

    assert table.totals() == (4, 12)


@rule("thrum/roll.separate-contest-per-target", "thrum/roll.dice-order")
def test_targets_are_fought_in_initiative_order_after_a_swap_too() -> None:
    """A and C stand in the Area; D, last in the order, takes the place of A."""
    table = Table(
        """
        . D . . . . .
        . A C . . b .
        . . . . . . .
        """,
        order="ACDb",
        A=pc(abilities=["the-prestige"], END=1),
        C=pc(END=2),
        D=pc(END=3),
        b=npc("mirewright"),
    )
    table.enter_stance("A", "the-prestige")
    table.begin_turn("b")

    table.act(
        "b",
        "cinder-jar",
        "area 1,1",
        "A: the-prestige A",
        "A: end the-prestige",
        "C: resilience",
        "D: resilience",
        dice="1 1 6 6 1 1 1 6 6",
    )

    assert table.totals() == (4, 15)


@rule("thrum/basic.assist", "thrum/condition.hidden")
def test_assist_with_a_longer_reach_finds_the_hidden_half_as_far() -> None:
    """Long Reach makes it 2, Hidden halves that."""
    table = Table("B . c . A", A=pc(abilities=["long-reach"]), B=pc(), c=npc("biffer"))
    table.enter_stance("A", "assist")
    table.give("c", "hidden")

    table.act("B", "basic-attack c", "c: resilience", dice="1 1 1 6 6")

    assert table.stance_of("A") == "assist"


@rule("thrum/move.swap", "thrum/grid.one-character-per-square")
def test_nobody_is_swapped_while_passing_through_anothers_square() -> None:
    """C is attacked in the square of A, whom nobody else can join there."""
    table = Table(
        """
        # # # # #
        C A . . .
        # b D # #
        """,
        order="CADb",
        A=pc(abilities=["the-prestige"]),
        C=pc(),
        D=pc(),
        b=npc("hookwarden"),
    )
    table.enter_stance("A", "the-prestige")
    table.enter_stance("b", "iron-fence")

    table.move(
        "C",
        "move 1,1 2,1",
        "b: pass",
        "C: move 2,1",
        "b: iron-fence",
        "C: resilience",
        "C: stop",
        dice="1 1 6 6",
    )

    assert (table.at("C"), table.stance_of("A")) == ("2,1", "the-prestige")
