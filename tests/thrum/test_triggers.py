"""Triggered effects and Stances: when, in which order, how they nest."""

from __future__ import annotations

from affray.core.event import Event
from affray.rulesets.thrum.terms import STANCE_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def happened(table: Table, *names: str) -> list[str]:
    """Return events of some names as ``name who``, in order."""
    found: list[Event] = [one for one in table.combat.events if one.name in names]
    return [f"{one.name} {table.combat.units[one.who].name}" for one in found]


def besieged(order: str = "CDAb") -> Table:
    """b attacks A, next to whom C and D stand in Protect."""
    table = Table(
        """
        C . .
        D A b
        """,
        A=pc(),
        C=pc(),
        D=pc(),
        b=npc("biffer"),
        order=order,
    )
    table.enter_stance("C", "protect")
    table.enter_stance("D", "protect")
    table.begin_turn("b")
    return table


@rule("thrum/trigger.needs-condition")
def test_a_triggered_effect_waits_for_its_condition() -> None:
    table = Table(
        """
        A . .
        b . .
        . . .
        """,
        A=pc(),
        b=npc("hookwarden"),
    )
    table.enter_stance("b", "iron-fence")

    table.act("A", "basic-attack b", "b: no defence")  # no leaving: nothing
    table.end("A")
    table.put("A", "2,0")
    table.begin_turn("A")
    table.move("A", "move 2,2")  # never next to b

    assert not table.told("responds")


@rule("thrum/trigger.initiative-order")
def test_common_triggers_are_resolved_in_the_current_initiative_order() -> None:
    for order in ("CDAb", "DCAb"):
        table = besieged(order=order)

        first, second = order[0], order[1]
        table.act(
            "b",
            "biffer-thump A",
            f"{first}: protect A",
            f"{second}: protect A",
            "A: resilience",
            dice="2 1 1 1 6 6",  # two Boons
        )

        assert table.totals() == (3 + 2, 12)

        assert happened(table, "responds") == [f"responds {first}", f"responds {second}"]


@rule("thrum/trigger.initiative-order")
def test_a_delay_counts_for_the_order_of_triggers() -> None:
    table = besieged()
    table.combat.lineup.place_after(table["C"].index, table["D"].index)

    table.act("b", "biffer-thump A", "D: protect A", "C: pass", "A: resilience", dice="1 1 1 6 6")


@rule("thrum/trigger.initiative-order")
def test_one_whose_condition_no_longer_holds_when_its_turn_comes_does_nothing() -> None:
    """Magnetic Armor forbids the step, so that b no longer leaves Guardian's reach."""
    rows = """
        M b G
        . . .
        . . .
        """
    sheets = {
        "M": pc(abilities=["magnetic-armor"]),
        "G": pc(abilities=["guardian"]),
        "b": npc("biffer"),
    }
    table = Table(rows, order="MGb", more=sheets)
    table.enter_stance("M", "magnetic-armor")
    table.enter_stance("G", "guardian")
    table.begin_turn("b")
    table.move("b", "move 1,2", "M: magnetic-armor b", "stop")
    assert happened(table, "responds") == ["responds M"]

    # In the other order Guardian strikes first.
    table = Table(rows, order="GMb", more=sheets)
    table.enter_stance("M", "magnetic-armor")
    table.enter_stance("G", "guardian")
    table.begin_turn("b")
    table.move(
        "b",
        "move 1,2",
        "b: pay 2",
        "b: resilience",
        "M: magnetic-armor b",
        "stop",
        dice="1 1 6 6",
    )
    assert happened(table, "responds") == ["responds G", "responds M"]


@rule("thrum/trigger.initiative-order", "thrum/trigger.move-interrupted")
def test_one_carried_off_by_an_earlier_response_no_longer_leaves_that_square() -> None:
    """c's attack lets B slip to (1,2) by The Prestige; d is not asked about the first step."""
    table = Table(
        """
        c . . .
        . B . .
        d . . .
        """,
        order="cdB",
        B=pc(abilities=["the-prestige"], upgrades=["the-prestige:a"]),
        c=npc("hookwarden"),
        d=npc("hookwarden"),
    )
    table.enter_stance("B", "the-prestige")
    table.enter_stance("c", "iron-fence")
    table.enter_stance("d", "iron-fence")

    table.move(
        "B",
        "move 2,1",
        "c: iron-fence",
        "B: the-prestige B",
        "B: step aside",
        "B: move 1,2",
        "d: pass",
        "B: end the-prestige",
        "B: stop",
    )

    assert (table.at("B"), table["B"].fatigue, table["B"].spent) == ("1,2", 0, 0)


@rule("thrum/trigger.same-owner", "thrum/turn.start.other-effects")
def test_several_effects_of_one_owner_come_in_the_order_it_chooses() -> None:
    for first, names in (
        ("plinker-perch", ["damaged", "condition-lost"]),
        ("purge bleed", ["condition-lost", "damaged"]),
    ):
        table = Table("p A", A=pc(), p=npc("plinker", trait="purger"))
        table.give("p", "bleed", 2)

        keys = (first, "purge bleed") if first == "plinker-perch" else (first,)
        table.start("p", *keys)

        assert [
            one.name for one in table.combat.events if one.name in ("damaged", "condition-lost")
        ] == names


@rule("thrum/turn.start.other-effects")
def test_start_of_turn_effects_of_several_owners_are_ordered_by_whose_turn_it_is() -> None:
    for first in ("m", "n"):
        table = Table(
            """
            m n . . A . C
            . . . . . . .
            """,
            order="mnAC",
            A=pc(),
            C=pc(),
            m=npc("mirewright"),
            n=npc("mirewright"),
        )
        for name in "mn":
            table.begin_turn(name)
            table.act(name, "sucking-bog", "area 4,-1")
        table.begin_turn("A")

        table.start("A", f"A: first {first}")

        responses = happened(table, "responds")
        assert responses == [f"responds {first}", f"responds {'n' if first == 'm' else 'm'}"]
        assert table.n("A", "slowed") == 2


@rule("thrum/turn.end.order-of-effects")
def test_end_of_turn_effects_are_ordered_by_whose_turn_it_is() -> None:
    """A Lurker's hiding and its Burning are of one owner: it chooses."""
    for first in ("burning", "lurker"):
        table = Table("b . . . A", A=pc(), b=npc("biffer", trait="lurker"))
        table.give("b", "burning", 2)

        table.end("b", first)

        assert table.told("responds")[0].what == first
        assert (table["b"].fatigue, table.n("b", "hidden")) == (1, 1)


@rule("thrum/trigger.stack", "thrum/trigger.preempts")
def test_a_trigger_of_a_trigger_resolves_first_and_all_before_the_interrupted_deed() -> None:
    """b leaves G; G's Guardian strikes; that lets c Protect b; then the strike, then the step."""
    table = Table(
        """
        G b c
        . . .
        """,
        order="Gcb",
        G=pc(abilities=["guardian"]),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.enter_stance("G", "guardian")
    table.enter_stance("c", "protect")
    table.begin_turn("b")

    table.move(
        "b",
        "move 2,1",
        "b: pay 2",
        "c: protect b",
        "b: resilience",
        "stop",
        dice="1 1 1 6 6",
    )

    assert happened(table, "responds", "contests", "moved") == [
        "responds G",
        "responds c",
        "contests G",
        "moved b",
    ]


@rule("thrum/trigger.preempts")
def test_what_was_interrupted_goes_on_with_the_changed_situation_if_still_possible() -> None:
    """Guardian's Critical Immobilizes: the step that set it off is not made."""
    table = Table(
        """
        G b .
        . . .
        """,
        G=pc(abilities=["guardian"]),
        b=npc("biffer"),
    )
    table.enter_stance("G", "guardian")

    table.move("b", "move 2,1", "b: pay 2", "b: resilience", dice="6 6 1 1")

    assert (table.at("b"), table.n("b", "immobilized")) == ("1,0", 1)


@rule("thrum/trigger.optional")
def test_may_is_a_choice_each_time_and_without_it_the_effect_is_automatic() -> None:
    table = besieged()
    for _ in range(2):
        table.begin_turn("b")
        table.act(
            "b",
            "biffer-thump A",
            "C: pass",
            "D: pass",
            "A: resilience",
            dice="1 1 6 6" if not table.n("A", "dazed") else "1 1 6 6 6",
        )
    assert (table.stance_of("C"), table.stance_of("D")) == ("protect", "protect")

    table = Table("G b .\n. . .", G=pc(abilities=["guardian"]), b=npc("biffer"))
    table.enter_stance("G", "guardian")
    table.move("b", "move 2,1", "b: pay 2", "b: no defence", "stop")  # G is not asked
    assert happened(table, "responds") == ["responds G"]


@rule("thrum/trigger.once-per-event")
def test_one_effect_responds_once_to_one_event() -> None:
    """Interpose stays in force, yet moves once for an attack on two allies."""
    table = Table(
        """
        M . . . b
        . . . . c
        . . . d .
        . . . . .
        """,
        order="dbcM",
        M=pc(REA=5, abilities=["fire-burst"]),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer", tier=1),
    )
    table.enter_stance("d", "biffer-interpose")
    table.put("d", "2,2")
    table.begin_turn("M")

    table.act(
        "M",
        "fire-burst",
        "plain",
        "area 4,0",
        "d: biffer-interpose b",
        "d: stop",
        "b: no defence",
        "c: no defence",
    )

    assert len(table.told("responds")) == 1
    assert table.stance_of("d") == "biffer-interpose"


@rule("thrum/trigger.once-per-event")
def test_retargeting_an_attack_is_no_new_targeting() -> None:
    """C pounces in; D, next to where C lands, is not asked whether it protects C."""
    table = Table(
        """
        A b . D
        . . . .
        C . . .
        """,
        order="CDAb",
        A=pc(),
        C=pc(abilities=["pounce"]),
        D=pc(),
        b=npc("biffer"),
    )
    table.enter_stance("C", "pounce")
    table.enter_stance("D", "protect")
    table.begin_turn("b")

    table.act(
        "b",
        "biffer-thump A",
        "C: pounce A",
        "C: move 2,1",
        "b: attack C",
        "C: resilience",
        dice="1 1 6 6",
    )

    assert table.stance_of("D") == "protect"
    assert table.told("contests")[-1].other == table["C"].index


@rule("thrum/trigger.move-interrupted")
def test_a_trigger_on_leaving_comes_before_the_step_one_on_entering_after_it() -> None:
    table = Table(
        """
        A . .
        b . .
        """,
        A=pc(),
        b=npc("hookwarden"),
    )
    table.enter_stance("b", "iron-fence")
    table.move("A", "move 2,0", "b: iron-fence", "A: no defence", "move 2,0")
    assert happened(table, "contests", "damaged", "moved") == ["damaged A", "moved A", "moved A"]

    table = Table(
        "S . . . b",
        order="Sb",
        S=pc(abilities=["study"]),
        b=npc("biffer"),
    )
    table.enter_stance("S", "study")
    table.give("b", "mark", 1)
    table.begin_turn("b")
    table.move("b", "move 1,0", "stop")  # into Aura 1: a Mark
    assert happened(table, "moved", "condition-gained")[-2:] == ["moved b", "condition-gained b"]
    assert table.n("b", "mark") == 2


@rule("thrum/trigger.move-interrupted")
def test_if_movement_becomes_impossible_the_rest_of_it_is_lost() -> None:
    table = Table(
        """
        G b . . .
        """,
        G=pc(abilities=["guardian"]),
        b=npc("biffer"),
    )
    table.enter_stance("G", "guardian")

    table.turn(
        "b",
        "move 4,0",
        "b: go back",
        "b: resilience",
        "no action",
        "no stance",
        dice="6 6 1 1",
    )

    assert table.at("b") == "1,0"


# -- Stances ---------------------------------------------------------------------------------------


@rule("thrum/stance.one")
def test_taking_a_stance_ends_the_one_before() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.enter_stance("A", "brace")
    table.stance("A", "dodge")

    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6")  # no Boon of Brace

    assert table.stance_of("A") == "dodge"


@rule("thrum/stance.persists")
def test_a_stance_stays_through_later_rounds() -> None:
    table = Table("A . . . b", A=pc(), b=npc("biffer"))
    table.enter_stance("A", "brace")

    for _ in range(3):
        table.turn("A", "act", "stop", "no action", "keep stance")
        table.turn("b", "stop", "no action", "no stance")
        table.step()

    assert (table.combat.round, table.stance_of("A")) == (4, "brace")


@rule("thrum/stance.persists")
def test_a_stance_ends_by_its_own_text() -> None:
    table = besieged()

    table.act(
        "b",
        "biffer-thump A",
        "C: protect A",
        "D: pass",
        "A: resilience",
        dice="1 1 1 6 6",
    )

    assert (table.stance_of("C"), table.stance_of("D")) == ("", "protect")


@rule("thrum/stance.none")
def test_one_whose_stance_has_ended_has_none_until_the_next_stance_step() -> None:
    table = besieged()
    table.act("b", "biffer-thump A", "C: protect A", "D: pass", "A: resilience", dice="1 1 1 6 6")
    table.end("b")

    table.begin_turn("b")
    table.act("b", "biffer-thump A", "D: pass", "A: resilience", dice="1 1 6 6 6")
    assert table.offers("C", STANCE_PHASE)[0] == "no stance"
    table.stance("C", "no stance")
    assert table.stance_of("C") == ""


@rule("thrum/stance.renew")
def test_a_stance_may_be_renewed_and_does_again_what_it_does_on_being_taken() -> None:
    table = Table("p . . . A", A=pc(), p=npc("plinker"))
    table.enter_stance("p", "plinker-duck")
    table.combat.units[1].effects = []

    table.stance("p", "keep stance")
    assert table.n("p", "hidden") == 0
    table.begin_turn("p")
    table.stance("p", "plinker-duck")

    assert (table.n("p", "hidden"), table.stance_of("p")) == (1, "plinker-duck")


MISS = "1 1 6 6"


@rule("thrum/trigger.needs-condition", "thrum/turn.out-of-turn")
def test_iron_fence_does_not_mind_an_enemy_that_is_led_away_outside_its_turn() -> None:
    table = Table(
        "b A . . . C",
        A=pc(),
        C=pc(abilities=["compulsion"], FIN=4),
        b=npc("hookwarden"),
    )
    table.enter_stance("b", "iron-fence")

    table.act("C", "compulsion A", "plain", "move 3,0", "no overexert")

    assert table.at("A") == "3,0"


@rule("thrum/trigger.needs-condition", "thrum/turn.out-of-turn")
def test_command_protector_does_not_mind_an_enemy_that_is_led_away_outside_its_turn() -> None:
    table = Table(
        "A . b . . C",
        A=pc(abilities=["command-protector"]),
        C=pc(abilities=["compulsion"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "command-protector")

    table.act("C", "compulsion b", "plain", "b: resolve", "move 3,0", dice=MISS)

    assert (table.at("b"), table.stance_of("A")) == ("3,0", "command-protector")
