"""A step under way: run, answered, imagined, and reached from an agent."""

from __future__ import annotations

import pytest

from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.scene import Scene, recorded_step, scene_of
from tests.core.duel import Duel, DuelCombat, face_to_face


class Last(Agent):
    """Gives the last answer, and keeps every scene that it is asked in."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []

    def decide(self, choice: Choice) -> int:
        if choice.combat.record is not None:
            self.scenes.append(scene_of(choice))
        return choice.answers()[-1]


def begun(agent: Agent) -> DuelCombat:
    combat = Duel().begin(face_to_face(), SeededDice(2), [agent] * 3)
    for _ in range(3):
        combat.step()
    return combat


def test_a_scene_is_answered_question_by_question() -> None:
    combat = begun(Last())
    scene = Scene(combat.clone())
    whole = scene.advance()
    while not whole:
        assert scene.choice is not None
        whole = scene.answer(scene.choice.answers()[-1])
    combat.step()

    assert scene.choice is None
    assert scene.combat is not None
    assert scene.combat.key() == combat.key()
    assert len(scene.answers) >= 1


def test_a_scene_keeps_the_dice_that_fell_and_never_touches_the_state_before() -> None:
    combat = begun(Last())
    scene = Scene(combat)
    key, dice = combat.key(), combat.dice.state()
    while not scene.advance():
        assert scene.choice is not None
        scene.answers.append(scene.choice.answers()[-1])

    assert (combat.key(), combat.dice.state()) == (key, dice)
    assert all(1 <= face % 1000 <= face // 1000 for face in scene.faces)


def test_an_agent_reaches_the_scene_it_is_asked_in() -> None:
    player = Last()
    combat = begun(player)
    before = combat.clone()
    recorded_step(combat)

    assert player.scenes
    assert [len(one.answers) for one in player.scenes] == list(range(len(player.scenes)))
    assert all(one.before.key() == before.key() for one in player.scenes)
    assert combat.record is None


def test_imagining_gives_new_dice_only_after_the_question() -> None:
    player = Last()
    combat = begun(player)
    while not combat.outcome:
        recorded_step(combat)
    futures = []
    for scene in player.scenes:
        assert scene.choice is not None
        answer = scene.choice.answers()[-1]
        dice = [SeededDice(seed) for seed in range(9)]
        futures.append({scene.imagine(answer, one, Last()).key() for one in dice})

    assert max([len(one) for one in futures]) > 4


def test_a_record_of_another_step_is_refused() -> None:
    player = Last()
    recorded_step(begun(player))
    real = player.scenes[-1]
    assert real.choice is not None
    scene = Scene(real.before, [*real.answers, *[real.choice.answers()[-1]] * 50], real.faces)

    with pytest.raises(ValueError, match="not asked again"):
        scene.imagine(0, SeededDice(1), Last())


def test_a_step_that_is_not_recorded_has_no_scene() -> None:
    class Curious(Agent):
        def decide(self, choice: Choice) -> int:
            scene_of(choice)
            return 0

    with pytest.raises(ValueError, match="not recorded"):
        begun(Curious()).step()
