"""Undo and redo: exactly where one was; dice that were seen are not simply dealt again."""

from __future__ import annotations

import pytest

from affray.core.errors import AffrayError, InvalidError
from affray.session.fight import Fight
from affray.session.replay import again
from tests.core.duel import Duel, face_to_face, skirmish
from tests.session.test_fight import by_hand, duel, state, typed


def played(fight: Fight, answers: int) -> list[tuple[object, ...]]:
    """Play on by defaults and odd choices; return every state met, the first included."""
    states = [state(fight)]
    for number in range(answers):
        if fight.over:
            break
        keys = fight.choice.keys
        fight.choose(keys[(number * 7 + 3) % len(keys)])
        states.append(state(fight))
    return states


@pytest.mark.parametrize("seed", range(6))
def test_undo_and_redo_walk_through_exactly_the_same_states(seed: int) -> None:
    fight = duel(skirmish(), seed)
    states = played(fight, 40)

    for expected in reversed(states[:-1]):
        fight.undo(same_dice=True)
        assert state(fight) == expected
    for expected in states[1:]:
        fight.redo()
        assert state(fight) == expected
    with pytest.raises(InvalidError, match="nothing to redo"):
        fight.redo()


@pytest.mark.parametrize("seed", range(6))
def test_what_was_tried_is_forgotten_to_the_line_also_after_an_undo(seed: int) -> None:
    fight = duel(skirmish(), seed)
    played(fight, 12)
    timeline = fight.timeline
    before = state(fight), timeline.done[:], timeline.lines[:], timeline.events[:]
    mark = timeline.mark()
    played(fight, 5)
    inner = timeline.mark()
    fight.undo(3)
    played(fight, 4)
    timeline.reset(inner)
    timeline.advance()
    fight.undo()
    timeline.reset(mark)
    timeline.advance()

    assert (state(fight), timeline.done, timeline.lines, timeline.events) == before


@pytest.mark.parametrize("seed", range(6))
def test_events_are_told_from_any_of_them_on(seed: int) -> None:
    fight = duel(skirmish(), seed)
    played(fight, 12)

    assert fight.happened == len(fight.events)
    for first in range(fight.happened + 2):
        assert fight.events_from(first) == fight.events[first:]


def test_several_are_undone_at_once_and_redone_one_by_one() -> None:
    fight = duel(skirmish(), 1)
    states = played(fight, 12)
    fight.undo(9)
    assert state(fight)[2:4] == states[-10][2:4]

    for expected in states[-9:]:
        fight.redo()
        assert state(fight) == expected


def test_undoing_more_than_there_is_changes_nothing() -> None:
    fight = duel()
    fight.choose("guard")
    before = state(fight), fight.journal.text()

    with pytest.raises(InvalidError, match="undo 5: found 1 to undo"):
        fight.undo(5)
    with pytest.raises(InvalidError, match="expected 1 or more"):
        fight.undo(0)

    assert (state(fight), fight.journal.text()) == before


def struck(fight: Fight) -> list[str]:
    fight.choose("strike bob")
    fight.choose("pass")
    return fight.dice


def test_seen_dice_are_not_dealt_again_unless_wanted() -> None:
    dealt = set()
    fight = duel()
    first = struck(fight)
    for _ in range(12):
        fight.undo(2)
        dealt.add(tuple(struck(fight)))
    assert len(dealt) > 3

    fight = duel()
    assert struck(fight) == first
    fight.undo(2, same_dice=True)
    assert struck(fight) == first


def test_an_undo_of_no_dice_deals_as_before() -> None:
    fight, other = duel(), duel()
    fight.choose("strike bob")
    fight.undo()

    assert struck(fight) == struck(other)


def test_dice_before_the_point_stay_and_later_ones_are_new() -> None:
    """In the middle of a step: the clash is seen, the choice about the damage die taken back."""
    for seed in range(40):
        fight = duel(seed=seed)
        if fight.choice.who != "ana":
            continue
        struck(fight)
        if fight.asking and fight.choice.rule == "duel/harm.press":
            break
    dice = fight.dice
    fight.choose("press")
    faces = set()
    for _ in range(10):
        fight.undo()
        assert fight.choice.keys == ["keep", "press"]
        assert fight.dice == dice
        fight.choose("press")
        faces.add(fight.timeline.done[-1].dice[-1])

    assert len(faces) > 1


def test_an_undo_says_what_it_takes_back() -> None:
    fight = by_hand(None, 6, 1)
    fight.choose("strike bob")
    fight.choose("parry")
    typed(fight, 5, 2, 3)
    fight.choose("keep")
    fight.choose("end")

    taken = fight.undo(3)

    assert [one.key for one in taken.answers] == ["parry", "keep", "end"]
    assert taken.dice == ["d6 5", "d6 2", "d4 3"]
    assert "hurt" in [event.name for event in taken.events]
    assert str(taken) == "taken back: bob: parry, ana: keep, ana: end; d6 5, d6 2, d4 3"
    assert fight.choice.who == "bob"


def test_an_edit_is_undone_and_redone() -> None:
    fight = duel()
    before = state(fight)
    fight.edit("bob.hp", 4)
    after = state(fight)
    fight.undo()
    assert state(fight) == before
    fight.redo()
    assert state(fight) == after


def test_a_fight_of_bots_is_undone_step_by_step() -> None:
    fight = duel(skirmish())
    fight.auto("greedy")
    steps = len(fight.timeline.done)
    end = fight.digest
    fight.undo(3, same_dice=True)

    assert len(fight.timeline.done) < steps
    assert fight.asking
    assert not fight.over
    for _ in range(3):
        fight.redo()
    assert fight.digest == end
    assert fight.over


def test_what_a_bot_did_after_a_person_is_undone_with_it() -> None:
    fight = duel(skirmish(), seats={"foes": "greedy"})
    before = state(fight)
    steps = len(fight.timeline.done)
    while len(fight.timeline.done) < steps + 3:
        before = state(fight)
        steps = len(fight.timeline.done)
        fight.choose(fight.choice.fallback)  # until the foes act before the players are asked again
    fight.undo(same_dice=True)

    assert state(fight) == before


def test_there_is_nothing_to_redo_on_a_new_branch() -> None:
    fight = duel()
    fight.choose("guard")
    fight.undo()
    fight.choose("end")

    with pytest.raises(InvalidError, match="nothing to redo"):
        fight.redo()


def test_the_journal_keeps_every_branch() -> None:
    fight = duel()
    fight.choose("strike bob")
    fight.choose("dodge")
    fight.undo()
    fight.choose("parry")

    kinds = [next(iter(entry)) for entry in fight.journal.entries]
    keys = [one["key"] for entry in fight.journal.entries for one in entry.get("answers", [])]

    assert kinds.count("undo") == 1
    assert "dodge" in keys
    assert "parry" in keys


def test_typed_dice_are_asked_for_again_after_an_undo() -> None:
    fight = by_hand(face_to_face(), 6, 1)
    fight.choose("strike bob")
    fight.choose("pass")
    typed(fight, 6, 1)
    fight.undo()

    assert fight.choice.keys == ["pass", "parry", "dodge"]
    fight.choose("pass")
    assert fight.dice_wanted is not None
    typed(fight, 1, 6)
    assert fight.value("bob.hp") == 10


def test_undo_reaches_the_first_question_and_no_further() -> None:
    fight = Fight(Duel(), face_to_face(), 3)
    with pytest.raises(InvalidError, match="there is nothing to undo"):
        fight.undo()


# -- rerolls -------------------------------------------------------------------------------------


def struck_and_gone_on(seed: int = 3) -> Fight:
    """ana strikes; then others go on where no die falls."""
    fight = duel(seed=seed)
    while not fight.timeline.open.told and not (
        fight.timeline.done and len(fight.timeline.done[-1].dice) > 1
    ):
        keys = [key for key in fight.choice.keys if key.startswith("strike")]
        fight.choose(keys[0] if keys else fight.choice.fallback)
    while fight.timeline.open.answers:
        fight.choose(fight.choice.fallback)
    for _ in range(2):
        fight.choose("end" if "end" in fight.choice.keys else fight.choice.fallback)
    return fight


@pytest.mark.parametrize("seed", range(6))
def test_a_reroll_is_undone_and_redone_exactly(seed: int) -> None:
    fight = struck_and_gone_on(seed)
    before = state(fight)
    text = fight.journal.text()
    sides = int(fight.dice[0].split()[0][1:])
    face = int(fight.dice[0].split()[1]) % sides + 1
    fight.reroll(1, face)
    after = state(fight)
    assert after != before

    for _ in range(2):
        fight.undo()
        assert state(fight) == before
        fight.redo()
        assert state(fight) == after
    fight.undo()
    fight.undo(2, same_dice=True)
    fight.redo()
    fight.redo()
    assert state(fight) == before
    assert fight.journal.text().startswith(text[: text.rindex('{"end"')])


def test_what_was_answered_since_a_reroll_is_undone_first() -> None:
    fight = struck_and_gone_on()
    before = state(fight)
    fight.reroll(1, 1)
    states = [state(fight)]
    for _ in range(3):
        fight.choose(fight.choice.fallback)
        states.append(state(fight))

    for expected in reversed(states[:-1]):
        fight.undo(same_dice=True)
        assert state(fight) == expected
    fight.undo(same_dice=True)
    assert state(fight) == before
    for expected in states:
        fight.redo()
        assert state(fight) == expected


def test_rerolls_upon_each_other_are_undone_one_by_one() -> None:
    fight = struck_and_gone_on()
    states = [state(fight)]
    for face in (1, 2, 3):
        fight.reroll(1, face)
        states.append(state(fight))
    for expected in reversed(states[:-1]):
        fight.undo()
        assert state(fight) == expected


def test_a_reroll_says_what_it_takes_back_and_whether_that_is_more_than_a_step() -> None:
    fight = struck_and_gone_on()
    expected = fight.reroll_takes(1)
    assert expected.later
    assert [one.key for one in expected.answers[-2:]] == ["end", "end"]
    taken = fight.reroll(1, 1)
    assert (taken.answers, taken.dice) == (expected.answers, expected.dice)

    other = duel()
    struck(other)
    assert not other.reroll_takes(1).later
    with pytest.raises(InvalidError, match="found die 9"):
        other.reroll_takes(9)


@pytest.mark.parametrize("seed", range(4))
def test_a_journal_of_rerolls_plays_again(seed: int) -> None:
    fight = struck_and_gone_on(seed)
    fight.reroll(1, 1)
    fight.undo()
    fight.reroll(1, 2)
    fight.undo()
    fight.redo()
    fight.choose(fight.choice.fallback)
    result = again(fight.journal, "fight", lambda _: (Duel(), face_to_face()))

    assert result.difference is None
    assert state(result.fight) == state(fight)
    assert result.fight.journal.text() == fight.journal.text()
    for one in (fight, result.fight):
        one.undo(2)
    assert state(result.fight) == state(fight)


@pytest.mark.parametrize("steps", range(2, 16))
def test_steps_that_follow_a_redo_are_lines_of_their_own(steps: int) -> None:
    """Programs' steps are undone one by one; after a redo the next ones may make themselves."""
    fight = duel(skirmish(), 2)
    fight.auto("greedy", steps=steps)
    fight.undo(2, same_dice=True)
    fight.redo()
    result = again(fight.journal, "fight", lambda _: (Duel(), skirmish()))

    assert result.difference is None
    assert state(result.fight) == state(fight)


@pytest.mark.parametrize("answers", [1, 2])
def test_an_answer_taken_back_after_an_undo_is_not_there_when_loaded(answers: int) -> None:
    fight = duel()
    fight.choose("strike bob")
    fight.choose("parry")
    fight.undo()
    for _ in range(answers - 1):
        fight.choose("dodge")
        fight.undo()
    fight.back()
    result = again(fight.journal, "fight", lambda _: (Duel(), face_to_face()))

    assert result.difference is None
    assert state(result.fight) == state(fight)
    assert result.fight.journal.text() == fight.journal.text()


def test_an_edit_after_an_answer_that_an_undo_left_was_taken_back_plays_again() -> None:
    fight = duel()
    fight.choose("strike bob")
    fight.choose("parry")
    fight.undo()
    fight.back()
    fight.edit("bob.hp", 4)
    result = again(fight.journal, "fight", lambda _: (Duel(), face_to_face()))

    assert result.difference is None
    assert state(result.fight) == state(fight)
    assert result.fight.journal.text() == fight.journal.text()
    for one in (fight, result.fight):
        one.undo()
    assert state(result.fight) == state(fight)


def test_a_refusal_does_not_bring_back_an_answer_that_was_taken_back() -> None:
    """What was taken back after an undo stays so, also when what comes next is refused."""
    fight = duel()
    fight.choose("strike bob")
    fight.choose("parry")
    fight.undo()
    fight.back()
    with pytest.raises(AffrayError):
        fight.choose(["strike bob", "dance a jig"])
    result = again(fight.journal, "fight", lambda _: (Duel(), face_to_face()))

    assert fight.choice.keys == result.fight.choice.keys
    assert state(result.fight) == state(fight)
    assert result.fight.journal.text() == fight.journal.text()


def test_the_step_that_an_edit_breaks_off_is_written_down_once() -> None:
    fight = duel()
    fight.choose("strike bob")
    fight.edit("bob.hp", 4)

    kinds = [next(iter(line)) for line in fight.journal.entries]
    assert kinds.count("edit") == 1
    assert kinds[: kinds.index("edit")].count("open") == 1
