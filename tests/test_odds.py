"""Odds: exactly what trying every die gives; sampled only where that would take too long."""

from __future__ import annotations

import gc
import json
import weakref
from fractions import Fraction
from typing import Any

import pytest

from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import ScriptedDice, Unrolled
from affray.core.errors import IllegalError, UnknownKeyError
from affray.intervals import wilson
from affray.odds import Odds, odds
from affray.session.fight import Fight
from tests.core.duel import Duel, arena, face_to_face
from tests.session.test_fight import by_hand, duel, typed


class Follow(Agent):
    """First answers, then one answer to one rule, else the default."""

    def __init__(self, first: list[int], rule: str, key: str) -> None:
        self.first = list(first)
        self.rule = rule
        self.key = key

    def decide(self, choice: Choice) -> int:
        if self.first:
            return self.first.pop(0)
        if choice.rule == self.rule:
            return choice.read(self.key)
        return choice.fallback()


def enumerated(
    combat: Combat[Any], first: list[int], rule: str = "", key: str = ""
) -> dict[tuple[int, ...], Fraction]:
    """Return the chances of everybody's hp by running the step on every sequence of faces."""
    found: dict[tuple[int, ...], Fraction] = {}
    waiting: list[tuple[list[tuple[int, int]], Fraction]] = [([], Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        work = combat.clone()
        work.dice = ScriptedDice(faces, live=True)
        work.agents = [Follow(first, rule, key)] * 3
        try:
            work.step()
        except Unrolled as missing:
            sides = missing.sides
            more = [[*faces, (sides, face)] for face in range(1, sides + 1)]
            waiting += [(one, chance / sides) for one in more]
            continue
        hp = tuple([unit.hp for unit in work.units])
        found[hp] = found.get(hp, Fraction(0)) + chance
    return found


def health(found: Odds, number: int, names: list[str], before: list[int]) -> dict[Any, Fraction]:
    """Return a line's chances of everybody's hp."""
    chances: dict[tuple[int, ...], Fraction] = {}
    line = found.lines[number]
    for joint, chance in line.chances.items():
        hp = tuple(
            [
                joint[line.who.index(n)][0] if n in line.who else b
                for n, b in zip(names, before, strict=True)
            ]
        )
        chances[hp] = chances.get(hp, Fraction(0)) + chance
    return chances


@pytest.mark.parametrize("guarding", [0, 1, 3])
@pytest.mark.parametrize("hp", [1, 3, 10])
def test_every_line_is_what_trying_every_die_gives(guarding: int, hp: int) -> None:
    fight = duel()
    fight.edit("bob.guarding", guarding)
    fight.edit("bob.hp", hp)
    found = fight.odds("strike bob")
    strike = fight.choice.read("strike bob")
    combat = fight.timeline.combat

    questions = {"parry": "duel/strike.answer", "dodge": "duel/strike.answer"}
    questions |= {"keep": "duel/harm.press", "press": "duel/harm.press"}
    assert found.exact
    assert [line.answers for line in found.lines] == [
        [], [("bob", "parry")], [("bob", "dodge")], [("ana", "keep")], [("ana", "press")]
    ]  # fmt: skip
    for number, line in enumerate(found.lines):
        key = line.answers[0][1] if line.answers else ""
        expected = enumerated(combat, [strike], questions.get(key, ""), key)
        assert health(found, number, ["ana", "bob"], [8, hp]) == expected
        assert sum(line.chances.values()) == 1
        assert sum(line.marginal("bob").values()) == 1


def test_a_simple_chance_is_a_simple_fraction() -> None:
    """A d6 and 2 against a d6: no hit on 1 or less more, 10 of 36."""
    found = duel().odds("strike bob")

    assert found.base.of("bob", "hp")[10] == Fraction(10, 36)


def test_sampled_odds_agree_with_exact_ones_and_say_what_they_are() -> None:
    fight = duel()
    exact = fight.odds("strike bob")
    sampled = fight.odds("strike bob", budget=20)

    assert exact.exact
    assert not sampled.base.exact
    assert sampled.base.runs == 10 + 200
    assert "(sampled, 210 runs, bounds of 95 %)" in sampled.table()
    assert sum(sampled.base.chances.values()) == 1
    many = odds(fight.timeline.combat, [fight.choice.read("strike bob")], Duel(), budget=1, seed=1)
    assert not many.exact
    for hp, chance in exact.base.of("bob", "hp").items():
        assert abs(float(sampled.base.of("bob", "hp").get(hp, 0) - chance)) < 0.12
    assert fight.odds("strike bob", budget=20).data() == sampled.data()  # seeded: the same again


def test_a_sampled_chance_has_bounds_and_an_exact_one_is_its_own() -> None:
    fight = duel()
    exact = fight.odds("strike bob").base
    sampled = fight.odds("strike bob", budget=20).base
    missed = Fraction(10, 36)
    seen = sampled.of("bob", "hp")[10]
    low, high = sampled.bounds(seen)

    assert exact.bounds(missed) == (float(missed), float(missed))
    assert (low, high) == wilson(round(seen * 200), 200)
    assert low < seen < high
    assert exact.told(missed, 24) == "5/18"
    assert sampled.told(seen, 24) == f"{low:.1%} to {high:.1%}"
    assert f"{float(seen):.2%}  {low:.1%} to {high:.1%}" in str(fight.odds("strike bob", budget=20))
    told = sampled.data()["results"]
    assert isinstance(told, list)
    assert all(one["bounds"][0] < Fraction(one["chance"]) < one["bounds"][1] for one in told)
    plain = exact.data()["results"]
    assert isinstance(plain, list)
    assert not any("bounds" in one for one in plain)


class Counting(Duel):
    """The duel, and how often somebody looked what a run had come to."""

    runs = 0

    def alike(self, before: Combat[Any], after: Combat[Any], who: int) -> bool:
        self.runs += who == 0
        return super().alike(before, after, who)


def test_other_answers_are_worked_out_when_they_are_read_from_the_same_moment() -> None:
    fight = duel()
    at_once = fight.odds("strike bob").data()
    ruleset = Counting()
    found = odds(fight.timeline.combat, [fight.choice.read("strike bob")], ruleset)

    assert ruleset.runs == found.base.runs > 0
    fight.edit("bob.hp", 1)
    fight.choose("guard")
    assert found.data() == at_once
    assert ruleset.runs == found.runs > found.base.runs


def test_chances_are_let_go_with_the_fight_that_they_hold_as_soon_as_nobody_reads_them() -> None:
    found = duel().odds("strike bob")
    assert len(found.lines) == 5
    kept = weakref.ref(found)

    gc.disable()
    try:
        del found
        assert kept() is None
    finally:
        gc.enable()


def test_whom_another_answer_alone_changes_stays_as_before_in_the_base_line() -> None:
    """A guard hurts nobody by default; ``marginal`` of whoever is present is told all the same."""
    found = duel().odds("guard")

    assert found.base.marginal("bob") == {found.result_before("bob"): Fraction(1)}
    with pytest.raises(ValueError, match="nobody called 'carol' is present; present are ana, bob"):
        found.base.marginal("carol")
    with pytest.raises(ValueError, match="no number called 'luck'; there are hp, down"):
        found.base.of("bob", "luck")


def test_odds_change_nothing() -> None:
    fight = duel()
    before = fight.digest, fight.journal.text(), fight.timeline.combat.dice.state()
    fight.odds("strike bob")

    assert (fight.digest, fight.journal.text(), fight.timeline.combat.dice.state()) == before
    other = duel()
    for one in (fight, other):
        one.choose("strike bob")
        one.choose("parry")
    assert fight.dice == other.dice


def test_odds_of_a_refused_answer_are_refused() -> None:
    fight = duel()

    with pytest.raises(IllegalError, match=r"duel/strike\.foes-only"):
        fight.odds("strike ana")
    with pytest.raises(UnknownKeyError):
        fight.odds("dance")


def test_dice_that_have_fallen_stay_as_they_are() -> None:
    """Asked about the damage die when the clash is known: only what is still open varies."""
    fight = by_hand(face_to_face(), 6, 1)
    fight.choose("strike bob")
    fight.choose("pass")
    typed(fight, 5, 4, 1)
    assert fight.choice.keys == ["keep", "press"]

    assert fight.odds("keep").base.of("bob", "hp") == {9 - 1: Fraction(1)}
    assert fight.odds("press").base.of("bob", "hp") == {
        10 - 1 - face: Fraction(1, 4) for face in (4, 3, 2, 1)
    }


def test_a_throw_of_which_one_die_has_fallen_is_finished_with_the_others() -> None:
    """The attack die of a clash is typed in, the defence die is not: a question of a third seat."""
    fight = by_hand(face_to_face(), 6, 1)
    fight.choose("strike bob")
    fight.choose("pass")
    fight.give_die(1)
    assert fight.dice_wanted is not None
    timeline = fight.timeline
    answers = [one.answer for one in timeline.open.answers]

    found = odds(timeline.combat, answers, fight.ruleset, told=timeline.open.told)

    missed = found.base.of("bob", "hp")[10]
    assert missed == Fraction(4, 6)  # 1 + 2 beats a 1 or a 2 only


def sweeping() -> Fight:
    members = [
        ("ana", "blade", 0, "1,1"),
        ("bob", "brute", 1, "0,1"),
        ("imp", "imp", 1, "2,1"),
    ]
    fight = duel(arena(["...", "...", "..."], members), dice="real")
    typed(fight, 6, 1, 1)
    return fight


def test_staged_answers_have_odds_and_marginals_of_every_target() -> None:
    fight = sweeping()
    both = fight.odds("sweep / bob / imp")
    one = fight.odds("sweep / bob / done")

    assert both.who == ["bob", "imp"]
    assert one.who == ["bob"]
    assert both.base.of("bob", "hp")[10] == Fraction(10, 36)
    assert sum(both.base.chances.values()) == 1
    joint = both.base.chances
    assert len(joint) > len(both.base.marginal("bob"))
    strike = [fight.choice.read("sweep"), 1001, 1002]
    assert health(both, 0, ["ana", "bob", "imp"], [8, 10, 3]) == enumerated(
        fight.timeline.combat, strike
    )


def test_what_cannot_change_anything_says_so() -> None:
    found = duel().odds("guard")

    assert found.who == []
    assert found.base.chances == {(): Fraction(1)}
    assert "nothing changes" in str(found)


def test_answers_beyond_the_limit_are_counted() -> None:
    fight = duel()
    found = odds(fight.timeline.combat, [fight.choice.read("strike bob")], Duel(), lines=1)

    assert len(found.lines) == 2
    assert found.left == 3
    assert "3 more answers" in found.table()


def test_odds_are_told_as_a_table_and_as_data() -> None:
    found = duel().odds("strike bob")
    table = found.table()
    data = json.loads(json.dumps(found.data()))

    assert "All others answer by default (exact, " in table
    assert "If bob answers 'parry'" in table
    assert "unchanged" in table
    assert "27.78%  5/18" in table
    assert data["exact"] is True
    assert data["before"] == {"bob": {"hp": 10, "down": 0}}
    for line in data["lines"]:
        assert sum([Fraction(one["chance"]) for one in line["results"]]) == 1
        assert sum([Fraction(one["chance"]) for one in line["marginals"]["bob"]]) == 1
    assert data["lines"][1]["answers"] == [{"who": "bob", "key": "parry"}]
    assert data["runs"] == sum([line["runs"] for line in data["lines"]])
