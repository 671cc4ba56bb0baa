"""A fight as it is played: asking, answering, bots, dice rolled by hand, overrides."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content import load_encounter
from affray.core.choice import Absent, Agent, Choice
from affray.core.dice import Dice, ScriptedDice, SeededDice
from affray.core.errors import (
    AmbiguousError,
    IllegalError,
    InvalidError,
    UnknownKeyError,
)
from affray.core.event import Event, Told
from affray.core.outcome import Outcome
from affray.core.scene import scene_of
from affray.core.setup import Setup
from affray.session.fight import Fight
from affray.session.replay import again
from affray.session.start import begin
from tests.core.duel import Duel, DuelCombat, arena, face_to_face, skirmish


def duel(setup: Setup | None = None, seed: int = 3, **more: object) -> Fight:
    """Begin a fight; with seed 3 ana acts first."""
    return Fight(Duel(), setup or face_to_face(), seed, **more)  # type: ignore[arg-type]


def typed(fight: Fight, *faces: int) -> None:
    for face in faces:
        fight.give_die(face)


def by_hand(setup: Setup | None = None, *faces: int) -> Fight:
    """Begin a fight whose dice are typed in."""
    fight = duel(setup, dice="real")
    typed(fight, *faces)
    return fight


def state(fight: Fight) -> tuple[object, ...]:
    """All that somebody could see of a fight."""
    keys = fight.choice.keys if fight.asking else []
    wanted = fight.dice_wanted
    return (
        fight.digest,
        fight.combat.key(),
        keys,
        fight.choice.who if fight.asking else "",
        str(wanted),
        fight.log(rules=True),
        fight.dice,
        fight.outcome,
    )


# -- asking and answering ------------------------------------------------------------------------


def test_a_fight_goes_on_by_itself_to_the_first_question() -> None:
    fight = duel()

    assert (fight.choice.who, fight.choice.seats, fight.choice.kind) == ("ana", ["players"], "turn")
    assert fight.choice.rule == "duel/turn.deed"
    assert fight.choice.keys == ["end", "move", "guard", "strike bob", "trap"]
    assert not fight.choice.reaction
    assert not fight.over
    assert fight.outcome is None
    assert fight.entries == [("ana", "acting"), ("bob", "later")]


def test_options_are_found_by_key_number_and_themselves() -> None:
    question = duel().choice

    assert "strike bob" in question
    assert question.options[3] in question
    assert question.options[3].answer in question
    assert "strike ana" not in question
    assert 4711 not in question
    assert None not in question
    assert len(question) == len(list(question)) == 5
    assert question.fallback.key == "end"


@pytest.mark.parametrize("how", ["key", "option", "number", "list"])
def test_an_answer_may_be_a_key_an_option_or_a_number(how: str) -> None:
    fight = duel()
    option = fight.choice.options[3]
    answers: dict[str, Any] = {
        "key": option.key,
        "option": option,
        "number": option.answer,
        "list": [option.key],
    }

    fight.choose(answers[how])

    assert (fight.choice.who, fight.choice.keys) == ("bob", ["pass", "parry", "dodge"])
    assert fight.choice.reaction


def test_an_option_of_an_earlier_question_is_read_by_its_key() -> None:
    fight = duel()
    end = fight.choice.options[0]
    fight.choose("guard")

    fight.choose(end)

    assert fight.choice.who == "bob"


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("strike ana", IllegalError),
        ("strik", AmbiguousError),
        ("dance", UnknownKeyError),
        (4711, IllegalError),
        (True, IllegalError),
        ([], IllegalError),
        (["guard", "end"], IllegalError),
        ("guard / end", IllegalError),
        (["strike bob", "parry"], IllegalError),
    ],
)
def test_a_refused_answer_changes_nothing(answer: object, fault: type[Exception]) -> None:
    setup = arena(
        ["...", "..."],
        [("ana", "blade", 0, "0,0"), ("bob", "brute", 1, "1,0"), ("bo", "imp", 1, "1,1")],
    )
    fight = duel(setup, seed=2)
    assert fight.choice.who == "ana"
    before = state(fight), fight.journal.text()

    with pytest.raises(fault):
        fight.choose(answer)  # type: ignore[arg-type]

    assert (state(fight), fight.journal.text()) == before


def test_the_reason_of_a_refusal_is_a_rule_and_a_sentence() -> None:
    fight = duel()

    rule, text = fight.why_not("strike ana")

    assert rule == "duel/strike.foes-only"
    assert text == "Can't strike ana: ana cannot be struck now [duel/strike.foes-only]"
    assert fight.why_not("strike bob") == ("", "")
    rule, text = fight.why_not("strike bert")
    assert rule == ""
    assert "did you mean 'strike bob'" in text


def test_nothing_can_be_chosen_when_the_fight_is_over() -> None:
    fight = duel(seats={"players": "greedy", "foes": "greedy"})

    assert fight.over
    with pytest.raises(IllegalError, match="the fight is over"):
        fight.choose("end")


def test_the_outcome_names_side_rule_and_round() -> None:
    fight = duel(arena(["..."], [("ana", "blade", 0, "0,0"), ("imp", "imp", 1, "1,0")]))
    fight.auto()
    assert fight.outcome == Outcome("heroes", "duel/end.last-standing", fight.combat.round)

    limited = duel(arena(["....."], [("ana", "blade", 0, "0,0"), ("imp", "imp", 1, "4,0")], 1))
    while not limited.over:
        limited.choose("end")
    assert limited.outcome == Outcome(None, "duel/end.limit", 2)


# -- staged choices ------------------------------------------------------------------------------


def surrounded() -> Fight:
    members = [
        ("ana", "blade", 0, "1,1"),
        ("bob", "brute", 1, "0,1"),
        ("cat", "brute", 1, "2,1"),
        ("dot", "brute", 1, "1,0"),
    ]
    fight = duel(arena(["...", "...", "..."], members), dice="real")
    typed(fight, 6, 1, 1, 1)
    return fight


def test_a_composite_key_answers_stage_after_stage() -> None:
    fight = surrounded()

    fight.choose("sweep / bob / dot")

    assert fight.dice_wanted is not None
    assert [one.key for one in fight.timeline.open.answers] == ["sweep", "bob", "dot"]


def test_a_composite_key_that_goes_wrong_in_its_middle_changes_nothing() -> None:
    fight = surrounded()
    before = state(fight)

    with pytest.raises(UnknownKeyError):
        fight.choose("sweep / cat / bob")  # in ascending order only
    assert state(fight) == before
    with pytest.raises(IllegalError, match="nothing more is asked"):
        fight.choose("guard / bob")
    assert state(fight) == before


def test_a_stage_may_be_taken_back_while_nothing_was_rolled() -> None:
    fight = surrounded()
    before = state(fight)
    fight.choose("sweep / cat")
    assert fight.choice.keys == ["done", "dot"]

    assert fight.back() == "cat"
    assert fight.choice.keys == ["bob", "cat", "dot"]
    assert fight.back() == "sweep"
    assert state(fight) == before
    with pytest.raises(IllegalError):
        fight.back()


def test_nothing_is_taken_back_once_dice_fell() -> None:
    fight = surrounded()
    fight.choose("sweep / cat / done")
    typed(fight, 6)

    with pytest.raises(IllegalError, match="dice were rolled since"):
        fight.back()


# -- who answers ---------------------------------------------------------------------------------


def test_bots_answer_by_themselves_and_people_are_asked() -> None:
    fight = duel(skirmish(), seats={"foes": "greedy"})

    for _ in range(12):
        if not fight.over:
            assert fight.choice.seats == ["players"]
            fight.choose(fight.choice.fallback)
    by = {answer.by for done in fight.timeline.done for answer in done.answers}
    assert by == {"person", "bot", "default"}
    assert fight.seats == {"players": "human", "foes": "greedy", "gm": "default"}


def test_an_empty_seat_takes_the_default_and_a_game_master_is_asked() -> None:
    setup = arena(["*..", "..."], [("ana", "blade", 0, "1,1"), ("bob", "brute", 1, "2,1")])
    assert duel(setup).choice.seats != ["gm"]

    fight = duel(setup, seats={"gm": "human"})
    assert (fight.choice.seats, fight.choice.who) == (["gm"], "")
    fight.choose("gust")
    assert fight.value("fires.0,0") == 2


class Wrong(Agent):
    def decide(self, choice: Choice) -> int:
        return 4711


def test_a_bot_that_goes_wrong_changes_nothing() -> None:
    fight = duel(seats={"foes": Wrong()})
    before = state(fight)

    with pytest.raises(IllegalError, match="answer 4711"):
        fight.choose("strike bob")

    assert state(fight) == before


def test_seats_may_change_hands_in_the_fight() -> None:
    fight = duel()
    fight.seat({"players": "greedy"})

    assert fight.choice.seats == ["foes"]
    with pytest.raises(InvalidError, match=r'"palyers".*did you mean players'):
        fight.seat({"palyers": "greedy"})
    with pytest.raises(InvalidError, match=r'"gredy".*did you mean greedy'):
        fight.seat({"players": "gredy"})


def test_a_choice_of_several_seats_goes_to_whoever_of_them_is_a_person() -> None:
    setup = face_to_face()
    setup.members[0].seats = 0b11
    fight = duel(setup, seats={"players": "greedy"})

    assert fight.choice.who == "ana"
    assert fight.choice.seats == ["players", "foes"]


def test_a_standing_order_answers_and_is_journalled_as_one() -> None:
    fight = duel()
    fight.order("foes", "pass", "duel/strike.answer")
    fight.choose("strike bob")

    answers = fight.timeline.open.answers or fight.timeline.done[-1].answers
    assert [(one.key, one.by) for one in answers[:2]] == [
        ("strike bob", "person"),
        ("pass", "standing"),
    ]
    fight.cancel_orders("foes")
    assert fight.timeline.orders == {}


def test_programs_may_play_on_for_some_steps_or_to_the_end() -> None:
    fight = duel(skirmish())
    fight.auto("random", steps=4)
    steps = len(fight.timeline.done)
    assert fight.asking
    fight.auto({"players": "greedy", "foes": "random"})

    assert fight.over
    assert len(fight.timeline.done) > steps


class Dreamer(Agent):
    """Imagines every answer before it gives the default."""

    def __init__(self) -> None:
        self.imagined = 0

    def decide(self, choice: Choice) -> int:
        scene = scene_of(choice)
        for answer in choice.answers():
            after = scene.imagine(answer, SeededDice(7), Absent())
            assert after.depth == 0
            self.imagined += 1
        return choice.fallback()


def test_a_program_may_think_in_the_middle_of_a_step_and_nothing_comes_of_that() -> None:
    dreamer = Dreamer()
    fight = duel(skirmish(), 2, seats={"players": dreamer, "foes": "noisy"})
    other = duel(skirmish(), 2, seats={"players": Absent(), "foes": "noisy"})

    assert dreamer.imagined > 20
    assert fight.digest == other.digest


# -- dice rolled by hand -------------------------------------------------------------------------


def test_each_die_is_asked_for_and_impossible_faces_are_refused() -> None:
    fight = duel(dice="real")
    wanted = fight.dice_wanted
    assert wanted is not None
    assert (wanted.sides, wanted.who, wanted.rule) == (6, 0, "duel/order.roll")
    for face in (0, 7, -1, True, 10**30):
        with pytest.raises(InvalidError, match="expected a face of a d6: 1 to 6"):
            fight.give_die(face)
    with pytest.raises(IllegalError, match="first the d6"):
        fight.choose("end")

    typed(fight, 2, 5)

    assert fight.choice.who == "bob"
    assert fight.dice == ["d6 2", "d6 5"]
    with pytest.raises(IllegalError, match="no die is wanted"):
        fight.give_die(3)


def test_dice_by_hand_decide_what_happens() -> None:
    fight = by_hand(None, 6, 1)
    fight.choose("strike bob")
    fight.choose("parry")
    typed(fight, 5, 4, 3)
    assert fight.dice == ["d6 5", "d6 4", "d4 3"]
    fight.choose("keep")

    assert fight.value("bob.hp") == 10 - 3


def test_some_seats_may_roll_by_hand_and_the_rest_is_dealt() -> None:
    fight = duel(dice=["players"])

    assert fight.dice_wanted is not None
    assert fight.dice_wanted.who == 0
    fight.give_die(1)
    assert fight.choice.who == "bob"
    with pytest.raises(InvalidError, match="expected one of seeded, real, players"):
        duel(dice="raeal")


def test_dice_do_not_depend_on_how_often_a_step_was_interrupted() -> None:
    fight = duel(skirmish(), seed=11)
    straight = duel(skirmish(), seed=11, seats={"players": "greedy", "foes": "greedy"})
    tactics = fight.ruleset.tactics()

    while not fight.over:
        fight.choose(tactics.answer(fight.choice.choice))

    assert fight.digest == straight.digest
    assert fight.log() == straight.log()


# -- overrides -----------------------------------------------------------------------------------


def test_an_edit_sets_a_value_between_two_steps() -> None:
    fight = duel()
    fight.edit("bob.hp", 1, "he was wounded")
    fight.edit("bob.at", "4,2")

    assert fight.value("bob.hp") == 1
    assert fight.choice.keys == ["end", "move", "guard", "trap"]
    assert fight.log()[-1] == "ana"
    assert "The game master sets bob.hp = 1 [gm.override]" in fight.log(rules=True)


@pytest.mark.parametrize(
    ("path", "value", "found"),
    [
        ("bob.hq", 1, "did you mean bob.hp"),
        ("bob.hp", 99, "bob has 99 of 10 hp"),
        ("bob.hp", "much", "expected a whole number"),
        ("bob.at", "1,1", "shares 1,1"),
        ("bob.at", "9,9", "expected a cell"),
    ],
)
def test_an_edit_that_cannot_be_changes_nothing(path: str, value: object, found: str) -> None:
    fight = duel()
    before = state(fight), fight.journal.text()

    with pytest.raises(InvalidError, match=found):
        fight.edit(path, value)

    assert (state(fight), fight.journal.text()) == before


def test_an_edit_in_the_middle_of_a_step_runs_it_again() -> None:
    fight = duel()
    fight.choose("strike bob")
    before, asked = state(fight), fight.choice.keys

    fight.edit("bob.hp", 1)

    assert fight.value("bob.hp") == 1
    assert fight.choice.keys == asked  # the strike is under way again
    fight.undo()
    assert state(fight) == before
    fight.redo()
    assert fight.value("bob.hp") == 1
    assert fight.choice.keys == asked


def test_a_die_may_be_replaced_and_what_follows_is_dealt_and_asked_anew() -> None:
    fight = by_hand(None, 6, 1)
    fight.choose("strike bob")
    fight.choose("parry")
    typed(fight, 5, 2, 3)
    fight.choose("keep")
    fight.reroll(2, 5, "it was cocked")

    assert fight.value("bob.hp") == 10  # 5 + 2 - 2 against 5: no hit, and no damage die
    assert fight.dice == ["d6 5", "d6 5"]
    assert fight.choice.who == "ana"
    for die, face in ((0, 1), (3, 1), (1, 7), (1, 0)):
        with pytest.raises(InvalidError, match="reroll: found"):
            fight.reroll(die, face)


def test_a_reroll_of_an_interrupted_step_keeps_the_earlier_answers() -> None:
    fight = by_hand(None, 6, 1)
    fight.choose("strike bob")
    fight.choose("pass")
    typed(fight, 5, 2, 3)
    assert fight.choice.keys == ["keep", "press"]
    fight.reroll(3, 4)

    assert fight.choice.keys == ["keep", "press"]
    fight.choose("keep")
    assert fight.value("bob.hp") == 10 - 4 - 1


# -- what there is to see ------------------------------------------------------------------------


def test_every_event_is_shown_once_though_steps_run_again() -> None:
    fight = duel()
    shown: list[Event] = fight.fresh()
    for key in ("strike bob", "parry"):
        fight.choose(key)
        shown += fight.fresh()
    while not fight.over:
        fight.choose(fight.choice.fallback)
        shown += fight.fresh()

    assert fight.log(shown) == fight.log()
    assert fight.fresh() == []


def test_the_state_in_mid_step_is_seen_while_a_question_waits() -> None:
    fight = by_hand(None, 6, 1)
    fight.choose("move / move 1,0 0,0")

    assert fight.choice.keys == ["pass", "snap at ana"]
    assert fight.value("ana.at") == "1,0"
    assert fight.timeline.combat.units[0].cell == fight.combat.grid.read("1,1")


def test_a_seat_sees_what_it_may_know() -> None:
    fight = duel()
    secret = Told("hurt", 0, amount=1)
    secret.seen = 0b10
    fight.timeline.events.append(secret)

    assert secret in fight.seen_by("foes")
    assert secret not in fight.seen_by("players")


def test_the_aftermath_tells_everybody_as_they_leave() -> None:
    fight = duel()
    fight.edit("ana.hp", 5)

    assert fight.aftermath() == {"ana": {"hp": 5}, "bob": {"hp": 10}}
    assert fight.aftermath({}) == fight.aftermath()


def test_a_ruleset_without_rests_says_so() -> None:
    with pytest.raises(InvalidError) as fault:
        duel().aftermath({"kind": "rest"})

    assert str(fault.value) == "downtime.kind: Duel has no rule for time between fights"


def test_the_board_shows_everybody_as_text_and_as_a_picture() -> None:
    fight = duel(skirmish())
    text = fight.board()
    picture = fight._repr_svg_()

    assert text.splitlines()[0].split() == [str(column) for column in range(8)]
    for name in ("ana", "bob", "imp-1"):
        assert f"{name} (" in text
        assert name in picture
    assert picture.startswith("<svg")
    assert picture.count("<circle") == 5
    assert "wall" in text


class Stuck(DuelCombat):
    def step(self) -> None:
        self.mark_changed()

    def clone(self) -> DuelCombat:
        return Stuck(self.grid, [], self.dice.clone(), self.agents, self.exits)


class StuckDuel(Duel):
    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> DuelCombat:
        begun = super().begin(setup, dice, agents)
        return Stuck(begun.grid, [], dice, agents, begun.exits)


def test_rules_that_go_round_in_circles_are_stopped() -> None:
    with pytest.raises(RuntimeError, match="steps without a question or a die"):
        Fight(StuckDuel(), face_to_face())


def test_scripted_dice_of_a_ruleset_do_not_leak_into_a_session() -> None:
    """A session brings its own dice; it never rolls those of another combat."""
    dice = ScriptedDice([])
    Duel().begin(face_to_face(), dice, [])
    fight = duel()

    assert fight.timeline.done[0].dice
    assert dice.used == 0


def test_orders_that_lead_in_a_circle_are_not_followed_for_ever() -> None:
    """To begin something always and never to go on with it: the person is asked after all."""
    fight = begin(load_encounter("ingenuity/toll-bridge"), [], 1)
    while "improvise" not in fight.choice:
        fight.choose(fight.choice.fallback)
    seat, who = fight.choice.seats[0], fight.choice.who
    fight.order(seat, "better not", "maneuver.improvise")
    fight.order(seat, "improvise", fight.choice.rule)

    assert fight.choice.who == who
    assert "improvise" in fight.choice
    assert len(fight.timeline.done) < 30
    fight.choose("end turn")
    fight.cancel_orders(seat)
    result = again(fight.journal, "fight")
    assert result.difference is None
    assert result.fight.digest == fight.digest
