"""Who is Self, Ally, Enemy, Character; what an ability needs."""

from __future__ import annotations

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
