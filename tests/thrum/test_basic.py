"""The abilities that everybody has."""

from __future__ import annotations

from affray.rulesets.thrum.choice.steps import Act
from affray.rulesets.thrum.terms import COUP_DE_GRACE, FINISHER, MENTAL, PHYSICAL, RANGED
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


@rule("thrum/basic.attack")
def test_a_basic_attack_is_physical_and_ranged_reaches_3_and_deals_2_fatigue() -> None:
    """Best Art +3, dice 5,4: 12 against Resilience +1, dice 3,3: 7. Success (also a margin of 5,
    but there is no Critical entry): 2 Fatigue.
    """
    table = Table(
        "A . . b",
        A=pc(level=1, POW=2, training={"brawling": 3}),
        b=npc("biffer"),
    )
    ability = table["A"].sheet.ability("basic-attack")
    assert ability is not None
    assert (ability.tags & (PHYSICAL | MENTAL | RANGED | FINISHER), ability.range) == (
        PHYSICAL | RANGED,
        3,
    )

    table.act("A", "basic-attack b", "b: resilience", dice="5 4 3 3")

    assert table.totals() == (12, 7)
    assert table["b"].fatigue == 2


@rule("thrum/basic.dash")
def test_dash_moves_again_up_to_speed_with_a_fresh_budget() -> None:
    table = Table("A . . . . . . . . .", A=pc())

    table.move("A", "move 4,0")
    table.step("dash", "move 8,0")

    assert (table.at("A"), table["A"].spent) == ("8,0", 4)


@rule("thrum/basic.recover")
def test_recover_lowers_one_load_by_1_or_ends_one_status() -> None:
    for keys, expected in (
        (("recover fatigue",), (1, 2, 5, 1)),
        (("recover stress",), (2, 1, 5, 1)),
        (("end status", "bleed"), (2, 2, 0, 1)),
        (("end status", "weakened"), (2, 2, 5, 0)),
    ):
        table = Table("A b", A=pc(), b=npc("biffer"))
        table["A"].fatigue = table["A"].stress = 2
        table.give("A", "bleed", 5)
        table.give("A", "weakened", 1)
        table.give("A", "dazed")

        table.act("A", "recover", *keys)

        unit = table["A"]
        assert (
            unit.fatigue,
            unit.stress,
            table.n("A", "bleed"),
            table.n("A", "weakened"),
        ) == expected
        assert table.n("A", "dazed") == 1


@rule("thrum/basic.resuscitate")
def test_resuscitate_halves_both_loads_rounded_down_and_ends_statuses() -> None:
    table = Table("A C . b", A=pc(), C=pc(), b=npc("biffer"))
    table["C"].incapacitated = True
    table["C"].fatigue = 7
    table["C"].stress = 3
    table.give("C", "burning", 2)
    table.give("C", "mark", 2)
    table.give("C", "dazed")

    table.act("A", "resuscitate C")

    unit = table["C"]
    assert (unit.incapacitated, unit.fatigue, unit.stress) == (False, 3, 1)
    assert (table.n("C", "burning"), table.n("C", "mark"), table.n("C", "dazed")) == (0, 2, 1)


@rule("thrum/basic.resuscitate")
def test_resuscitate_takes_an_incapacitated_ally_within_1() -> None:
    table = Table("A C . D b", A=pc(), C=pc(), D=pc(), b=npc("biffer"))
    table["D"].incapacitated = True
    assert "resuscitate C" not in table.offers("A")
    assert "resuscitate D" not in table.offers("A")
    table["C"].incapacitated = True
    assert "resuscitate C" in table.offers("A")


def struck(stance: str, attacker: str, key: str, defence: str, dice: str) -> Table:
    table = Table("b A", A=pc(), b=npc(attacker))
    table.enter_stance("A", stance)
    table.act("b", f"{key} A", f"A: {defence}", dice=dice)
    return table


@rule("thrum/basic.brace")
def test_brace_is_a_boon_on_resilience_alone() -> None:
    assert struck("brace", "biffer", "biffer-thump", "resilience", "2 1 1 6 6").totals() == (5, 12)
    assert struck("brace", "biffer", "biffer-thump", "evasion", "2 1 1 6 6").totals() == (5, 12)
    struck("brace", "dirge-singer", "cold-whisper", "resolve", "1 1 6 6")


@rule("thrum/basic.dodge")
def test_dodge_is_a_boon_on_evasion_on_top_of_its_own() -> None:
    assert struck("dodge", "biffer", "biffer-thump", "evasion", "2 1 1 1 6 6").totals() == (5, 12)
    struck("dodge", "biffer", "biffer-thump", "resilience", "1 1 6 6")


@rule("thrum/basic.concentrate")
def test_concentrate_is_a_boon_on_resolve_alone() -> None:
    table = struck("concentrate", "dirge-singer", "cold-whisper", "resolve", "2 1 1 6 6")
    assert table.totals() == (3 + 3, 12)
    struck("concentrate", "dirge-singer", "cold-whisper", "evasion", "1 1 1 6 6")
    struck("concentrate", "biffer", "biffer-thump", "resilience", "1 1 6 6")


@rule("thrum/basic.assist")
def test_assist_gives_an_enemy_next_to_one_a_bane_on_its_defence_and_ends() -> None:
    table = Table("A . b C", order="CAb", A=pc(), b=npc("biffer"), C=pc())
    table.enter_stance("C", "assist")

    table.act("A", "basic-attack b", "C: assist b", "b: resilience", dice="2 1 6 5 4")

    assert table.totals() == (3 + table["A"].sheet.best_art(), 9 + 1)
    assert table.stance_of("C") == ""


@rule("thrum/basic.assist")
def test_assist_may_be_withheld_and_reaches_1() -> None:
    table = Table("A . b C", order="CAb", A=pc(), b=npc("biffer"), C=pc())
    table.enter_stance("C", "assist")
    table.act("A", "basic-attack b", "C: pass", "b: resilience", dice="1 1 6 6")
    assert table.stance_of("C") == "assist"

    table = Table("A . b . C", order="CAb", A=pc(), b=npc("biffer"), C=pc())
    table.enter_stance("C", "assist")
    table.act("A", "basic-attack b", "b: resilience", dice="1 1 6 6")


@rule("thrum/basic.assist")
def test_assist_does_not_serve_ones_own_attack_or_an_enemys() -> None:
    table = Table("C b . A", A=pc(), b=npc("biffer"), C=pc())
    table.enter_stance("C", "assist")

    table.act("C", "basic-attack b", "b: resilience", dice="1 1 1 6 6")
    table.begin_turn("b")
    table.act("b", "biffer-lob A", "A: resilience", dice="1 1 1 6 6")


@rule("thrum/basic.protect")
def test_protect_gives_an_ally_next_to_one_a_boon_on_its_defence_and_ends() -> None:
    table = Table("b A C", order="CbA", A=pc(), b=npc("biffer"), C=pc())
    table.enter_stance("C", "protect")

    table.act("b", "biffer-thump A", "C: protect A", "A: resilience", dice="2 1 1 6 6")

    assert table.totals() == (3 + 2, 12)
    assert table.stance_of("C") == ""


@rule("thrum/basic.protect")
def test_protect_may_be_withheld_reaches_1_and_does_not_serve_oneself() -> None:
    table = Table("b A C", order="CbA", A=pc(), b=npc("biffer"), C=pc())
    table.enter_stance("C", "protect")
    table.act("b", "biffer-thump A", "C: pass", "A: resilience", dice="1 1 6 6")
    assert table.stance_of("C") == "protect"

    table = Table("b A . C", order="CbA", A=pc(), b=npc("biffer"), C=pc())
    table.enter_stance("C", "protect")
    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6")

    table = Table("b A", A=pc(), b=npc("biffer"))
    table.enter_stance("A", "protect")
    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6")


@rule("thrum/basic.coup-de-grace")
def test_coup_de_grace_is_off_unless_the_table_has_it_and_removes() -> None:
    table = Table("A b c", A=pc(), b=npc("biffer"), c=npc("biffer"))
    table["b"].incapacitated = True
    assert "coup-de-grace b" not in table.offers("A")

    table = Table("A b c", options={"coup-de-grace": 1}, A=pc(), b=npc("biffer"), c=npc("biffer"))
    assert "coup-de-grace b" not in table.offers("A")  # it stands
    table["b"].incapacitated = True
    table.act("A", "coup-de-grace b")

    assert (table["b"].present, table.order()) == (False, "Ac")


@rule("thrum/gm.options", "thrum/grid.range-inclusive", "thrum/target.needs-valid-target")
def test_what_cannot_be_done_is_refused_with_its_cause() -> None:
    table = Table("A . . . . . b . c", A=pc(), b=npc("biffer"), c=npc("biffer"))

    def why(key: str) -> tuple[str, str]:
        return Act(table.combat, table["A"]).why_not(key)

    assert why("coup-de-grace") == ("gm.options", "this fight is played without that option")
    assert why("basic-attack") == (
        "target.needs-valid-target",
        "b is 6 squares away, and the Range is 3",
    )
    assert why("resuscitate") == (
        "target.needs-valid-target",
        "there is no incapacitated ally",
    )
    assert why("basic-attack c")[1] == "c is 8 squares away, and the Range is 3"


@rule("thrum/basic.protect", "thrum/basic.assist", "thrum/attack.type")
def test_nobody_protects_or_assists_where_nothing_is_rolled() -> None:
    """A Coup de Grace is no attack: the Stances are not used up for it."""
    rows = """
        P A b
        . . a
        """
    table = Table(rows, order="PAba", P=pc(), A=pc(), b=npc("biffer"), a=npc("biffer"))
    table.combat.options[COUP_DE_GRACE] = 1
    table.enter_stance("P", "protect")
    table.enter_stance("a", "assist")
    table["A"].incapacitated = True
    table["A"].fatigue = 5

    table.act("b", "coup-de-grace A")

    assert not table["A"].present
    assert (table.stance_of("P"), table.stance_of("a")) == ("protect", "assist")
