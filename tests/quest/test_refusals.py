"""Why an act is refused, in words."""

from __future__ import annotations

from tests.quest.table import Table, unit

SWORD = ["longsword"]


def test_every_refusal_says_in_words_why() -> None:
    table = Table("A . . b", A=unit(weapons=SWORD, mp=2, spells=["mend", "frost-bind"]), b=unit())
    table.begin_turn("A")
    choice = table.question()
    assert choice is not None

    refusals = {key: choice.why_not(key) for key in choice.candidates()}
    assert refusals["break free"] == ("condition.bound", "it is not tied up")
    assert refusals["cast mend with ma"][1] == "no such action is due for that spell"
    assert all(fact for rule, fact in refusals.values() if rule)
    assert "the rules do not allow it now" not in [fact for _, fact in refusals.values()]
