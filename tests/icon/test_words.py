"""Questions, refusals and the log of ICON say whom and what they are about."""

from __future__ import annotations

import pytest

from affray.core.errors import IllegalError
from affray.core.event import Told
from affray.core.window import Deed
from affray.core.words import SILENT, parts_of
from affray.encounters.entries import entries
from affray.rulesets.icon import actions
from affray.rulesets.icon.action.legal import Act
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.choice import Pick
from affray.rulesets.icon.definitions import Ability
from affray.rulesets.icon.text.questions import QUESTIONS, deed_of
from affray.rulesets.icon.text.words import IconWords
from tests.icon.table import Table, sheet, strike
from tests.rules import rule


def why(table: Table, who: str, key: str) -> str:
    return Act(table.combat, table[who]).why_not(key)[1]


@rule("icon/attack.target-hostile")
def test_a_refused_target_tells_friends_from_foes_too_far_off() -> None:
    own = sheet(abilities=[strike()])
    table = Table("A B . . . c", A=own, B=sheet(), c=sheet(pc=False))

    table["A"].actions = 2

    assert why(table, "A", "strike B") == "it is no foe"
    assert why(table, "A", "strike c") == "c is 5 spaces away, and the range is 1"


@rule("icon/attack.target-hostile")
def test_what_is_typed_without_a_target_is_refused_for_the_nearest_foe() -> None:
    own = sheet(abilities=[strike()])
    table = Table("A B . . . c . d", A=own, B=sheet(), c=sheet(pc=False), d=sheet(pc=False))
    table["A"].actions = 2

    with pytest.raises(IllegalError, match="c is 5 spaces away, and the range is 1"):
        Act(table.combat, table["A"]).read("strike")


def test_an_interrupt_names_whom_it_interrupts_and_a_shove_whom_it_shoves() -> None:
    assert "{actor}" in QUESTIONS["interrupt.off-turn"]
    assert "{about}" in QUESTIONS["move.shove-direction"]
    assert "{prompt}" in QUESTIONS["turn.start-sequence: not"]


def test_what_has_hit_is_told_with_whom_first() -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    use = Use(table["A"].index, table["b"].index, strike())
    use.attack.result = 1

    assert deed_of(table.combat, use, ["Ann", "Bif"]) == "Ann has hit Bif with Strike"
    assert deed_of(table.combat, Deed(0, 1), ["Ann", "Bif"]) == ""


def test_a_part_of_an_ability_is_told_by_its_name() -> None:
    whole = Ability("swoop", "Swoop")
    whole.parts = [Ability("circle", "Circle")]
    table = Table("A b", A=sheet(abilities=[whole]), b=sheet(pc=False))

    told = parts_of(IconWords(), table.combat, Told("uses", 0, -1, "circle"))

    assert "".join([text for _, text in told]) == "A uses Circle."


def test_a_menu_says_what_it_is_about() -> None:
    asked = Pick(
        1, 0, "turn.start-sequence", [(0, "not now"), (1, "updraft")], "let-act", what="Up"
    )
    assert asked.prompt() == "Up"


def test_basic_attacks_are_explained_by_what_the_content_says_of_them() -> None:
    whole = Ability("basic-melee", "Basic heavy attack, melee")
    whole.cost = 2
    table = Table("A b", A=sheet(abilities=[whole]), b=sheet(pc=False))

    option = actions.option(table.combat, table["A"], actions.USE + 1 + table["b"].index)

    assert (option.key, option.ability) == ("basic-melee b", "basic-heavy-attack")
    assert "basic-heavy-attack" in {one.id for one in entries("icon")}


def test_ground_that_was_not_changed_is_not_told() -> None:
    assert IconWords().weight(Told("terrain", 0, -1, "dangerous", 0)) == SILENT
    assert IconWords().weight(Told("terrain", 0, -1, "dangerous", 1)) != SILENT
