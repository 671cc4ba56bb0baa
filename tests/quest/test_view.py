"""What a seat cannot know makes no difference to what it is shown or offered."""

from __future__ import annotations

from affray.core.ruleset import EXISTENCE, PLACE
from affray.rulesets.quest.condition import sneaking
from affray.rulesets.quest.condition.sneaking import blind, knows
from affray.rulesets.quest.ruleset import Quest
from tests.contract.unknown import asked
from tests.quest.table import Table, unit
from tests.quest.unknown import pairs
from tests.rules import rule


@rule("quest/gm.detection", "quest/sneak.no-target")
def test_where_the_undetected_are_only_the_gm_and_their_team_know() -> None:
    table = Table("A . . b", A=unit(), b=unit(), hidden="b")
    combat = table.combat

    assert [knows(combat, seat, table["b"]) for seat in range(3)] == [EXISTENCE, PLACE, PLACE]
    assert [knows(combat, seat, table["A"]) for seat in range(3)] == [PLACE] * 3
    seen = blind(combat, 0)
    assert seen.units[1].cell == -1
    assert seen.at(table["b"].cell) is None
    assert blind(combat, 1).key() == combat.key()


@rule("quest/sneak.until-seen")
def test_one_unit_that_detects_is_enough_for_its_seat() -> None:
    table = Table("A . . b\n. B . .", A=unit(), B=unit(), b=unit(), hidden="b")

    table["b"].unseen &= ~(1 << table["B"].index)

    assert knows(table.combat, 0, table["b"]) == PLACE


@rule("quest/sneak.until-seen")
def test_what_an_undetected_unit_does_is_told_to_those_who_know_where_it_is() -> None:
    table = Table("A . # b .", A=unit(), b=unit(), hidden="b")

    table.act("b", "move", "move 4,0")

    assert [event.seen & 7 for event in table.told("moved")] == [0b110]


@rule("quest/sneak.until-seen")
def test_an_attack_from_hiding_is_told_to_everybody() -> None:
    table = Table("A b", A=unit(), b=unit(weapons=["mace"]), hidden="b")

    table.act("b", "attack A with mace", "unaimed", dice="d20 2")

    assert [event.seen & 7 for event in table.told("attacks")] == [7]


@rule("quest/sneak.start-unseen")
def test_a_watcher_of_whom_the_sneak_does_not_know_still_sees_it() -> None:
    table = Table("A . . b", A=unit(), b=unit(), hidden="b")

    assert table.why_not("A", "sneak") == ""
    sneaking.begin(table.combat, table["A"])

    assert table["A"].unseen == 0


@rule("quest/summon.place", "quest/sneak.until-seen")
def test_who_summons_upon_somebody_undetected_finds_out_and_chooses_anew() -> None:
    sheet = unit(mp=20, level=3, spells=["call-grey-wolf"])
    table = Table("A . b\n# # .", A=sheet, b=unit(), hidden="b")
    table.begin_turn("A")
    spell = table["A"].sheet.spells[0]
    table["A"].casting = 0
    table["A"].paid_aa, table["A"].paid_ma = spell.aa, spell.ma
    last = "aa" if spell.aa else "ma"
    if spell.aa:
        table["A"].paid_aa -= 1
    else:
        table["A"].paid_ma -= 1

    table.act(
        "A",
        f"cast {spell.id} with {last}",
        "no option",
        "at 2,0",
        "facing e",
        "pass",
    )

    assert [event.cell for event in table.told("is held")] == [2]
    assert table.combat.units[2].cell == 1
    assert table["b"].unseen


def test_two_battles_that_differ_in_what_is_unknown_are_one_to_a_seat() -> None:
    ruleset = Quest()
    questions = 0
    for number, (one, other, seat) in enumerate(pairs(5, 200)):
        seen = [ruleset.blind(combat, seat) for combat in (one, other)]
        assert seen[0].key() == seen[1].key(), number
        for who in range(len(one.units)):
            measures = [ruleset.measures(combat, who) for combat in seen]
            assert measures[0] == measures[1]
            assert ruleset.marks(seen[0], who) == ruleset.marks(seen[1], who)
        choices = [asked(combat, number) for combat in (one, other)]
        if choices[0] is None or not choices[0].seats >> seat & 1:
            continue
        assert choices[1] is not None
        questions += 1
        options = []
        for choice in choices:
            assert choice is not None
            listed = [choice.option(answer) for answer in choice.answers()]
            options.append([(o.key, o.verb, o.targets, o.cells, o.object) for o in listed])
            assert choice.prompt() == choices[0].prompt()
        assert options[0] == options[1]
        for key in choices[0].candidates():
            assert choices[0].why_not(key) == choices[1].why_not(key), key
    assert questions > 40
