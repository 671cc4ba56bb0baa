"""A way that may be gone: what it costs, who may answer it, where, by which rule; no die falls."""

from __future__ import annotations

from typing import Any, Final

from affray.core.choice import Agent, Choice, Pending
from affray.core.combat import Combat
from affray.core.dice import ScriptedDice
from affray.core.move_choice import MoveChoice
from affray.core.ruleset import Ruleset
from affray.core.scene import PrefixedDice, Scene
from affray.core.walk import Walk, path_answer
from affray.session import asking
from affray.session.chances import HARM
from affray.session.question import Question
from affray.web.naming import what_for
from affray.web.views import Plain

MOST: Final = 12  # risks that are told of one way


class Passing(Agent):
    """Gives recorded answers, then lets everybody else pass and remembers what they were asked.

    ``own`` are answers to what the mover itself is asked on its way.
    """

    def __init__(
        self, ruleset: Ruleset, answers: list[int], mover: int, cells: list[int], own: list[int]
    ) -> None:
        self.ruleset = ruleset
        self.scene: Scene  # in which it answers
        self.own = own[:]
        self.measures: dict[str, Any] | None = None  # of the mover as last looked at
        self.harmed: list[tuple[int, str]] = []  # where the way did harm to it, and how much
        self.answers = answers
        self.mover = mover
        self.cells = cells  # of the way
        self.used = 0
        self.walk: Walk | None = None  # that the last answer sets off, if it is one
        self.before = 0  # what that had cost until then
        self.price = -1  # what the option of that says that it costs, -1 if nothing
        self.asked: list[tuple[int, int, str, str]] = []  # cell, who, verb, rule

    def decide(self, choice: Choice) -> int:
        """Return the next answer.

        Raises:
            Pending: the mover or its side is asked: what comes then is theirs to say.
        """
        if self.used < len(self.answers):
            self.used += 1
            walk = getattr(choice, "move", None)
            if self.used == len(self.answers):
                self.look(choice.combat)
            if self.used == len(self.answers) and isinstance(walk, Walk):
                self.walk, self.before = walk, walk.spent
                self.price = choice.option(self.answers[-1]).cost
            return self.answers[self.used - 1]
        if isinstance(choice, MoveChoice) and getattr(choice, "move", None) is self.walk:
            return self.onward(choice)
        if self.own and self.asks(choice):
            return self.own.pop(0)
        combat = choice.combat
        side = combat.units[self.mover].side
        passing = choice.fallback()
        options = [choice.option(answer) for answer in choice.answers() if answer != passing]
        able = {option.who if option.who >= 0 else choice.who for option in options}
        if choice.depth == 0 or any([who < 0 or combat.units[who].side == side for who in able]):
            raise Pending(choice)
        cell = int(combat.units[self.mover].cell)
        for option in options:
            who = option.who if option.who >= 0 else choice.who
            if not any([cell == known[0] and who == known[1] for known in self.asked]):
                self.asked.append((cell, who, option.verb.partition("-")[0], choice.rule))
        return passing

    def asks(self, choice: Choice) -> bool:
        """Return whether the mover itself is asked something on its way, not where to go on."""
        if self.walk is None or self.walk.over or isinstance(choice, MoveChoice):
            return False
        return choice.who == self.mover and choice.depth == 0

    def look(self, combat: Combat[Any]) -> None:
        """Note where the mover stands and what it has taken since it was looked at last."""
        at = int(combat.units[self.mover].cell)
        new = self.ruleset.measures(combat, self.mover)
        old = new if self.measures is None else self.measures
        for name, sign in HARM[self.ruleset.id]:
            was, now = int(old.get(name, 0)), int(new.get(name, 0))
            if (now - was) * sign > 0 and at >= 0:
                self.harmed.append((at, f"{name} {was} to {now}"))
        self.measures = new

    def onward(self, choice: MoveChoice) -> int:
        """Return what goes on with the way after something has been asked on it.

        Raises:
            Pending: it cannot be gone on with, or is at its end.
        """
        self.look(choice.combat)
        here = int(choice.combat.units[self.mover].cell)
        rest = self.cells[self.cells.index(here) + 1 :] if here in self.cells else []
        answer = 1 + rest[0] if len(rest) == 1 else path_answer(choice.grid, here, rest)
        if not rest or not choice.allows(answer):
            raise Pending(choice)
        return answer


def tried(
    ruleset: Ruleset,
    combat: Combat[Any],
    answers: list[int],
    told: list[int],
    mover: int,
    cells: list[int],
) -> Plain:
    """Return what the last of some answers, a way to go, comes to if nobody answers it.

    Args:
        ruleset: of the fight.
        combat: the state before the step, as far as the asker knows it.
        answers: of the step until now and the way.
        told: the dice of the step until now.
        mover: who goes.
        cells: of the way.

    Returns:
        ``cost`` and what is ``left`` to go on with, if it is gone to its end: neither where dice
        fall before that and no option says what it costs; ``risks``: what it may provoke, in the
        order of the way.
    """

    def gone(own: list[int]) -> Passing:
        agent = Passing(ruleset, answers, mover, cells, own)
        agent.scene = Scene(combat, answers, told)
        agent.scene.run(PrefixedDice(told, ScriptedDice([], live=True)), agent)
        return agent

    agent = gone([])
    known = risks(agent)
    asked = agent.scene.choice
    if asked is not None and agent.asks(asked):
        question = Question(asked, ruleset, [])
        later = {
            asking.shown(question, option, option.key)[0]: [
                one for one in risks(gone([option.answer])) if one not in known
            ]
            for option in question.options
        }
        known += depending(later)
    found: Plain = {"risks": known[:MOST]}
    cost = spent(agent)
    if agent.walk is not None and cost >= 0:
        left = agent.walk.left() - (agent.before + cost - agent.walk.spent)
        found |= {"cost": cost, "left": max(0, left)}
    return found


def spent(agent: Passing) -> int:
    """Return what a way that was tried costs, -1 if it was broken off and that is not known."""
    walk, scene = agent.walk, agent.scene
    if walk is None:
        return -1
    waits = scene.wanted is not None or (scene.choice is not None and agent.asks(scene.choice))
    after = scene.combat
    assert after is not None
    here = int(after.units[agent.mover].cell)
    if walk.over or not waits or (agent.cells and here == agent.cells[-1]):
        return walk.spent - agent.before
    return agent.price


def depending(later: dict[str, list[Plain]]) -> list[Plain]:
    """Return what follows on answers of the mover's own, each with those on which it does."""
    found: list[Plain] = []
    for one in [one for risks in later.values() for one in risks]:
        words = [f"“{label}”" for label, risks in later.items() if one in risks]
        on = f" on {' or '.join(words)}" if len(words) < len(later) else ""
        told = {**one, "text": one["text"] + on}
        if told not in found:
            found.append(told)
    return found


def risks(agent: Passing) -> list[Plain]:
    """Return what a way that was tried may provoke."""
    scene, mover = agent.scene, agent.mover
    grid = scene.before.grid
    after = scene.combat
    assert after is not None
    found: list[Plain] = []

    def add(cell: int, who: int, text: str, rule: str) -> None:
        place = [grid.column(cell), grid.row(cell)]
        name = str(after.units[who].name) if who >= 0 else ""
        found.append({"at": place, "who": name, "text": text, "rule": rule})

    for cell, who, verb, rule in agent.asked:
        add(cell, who, f"may {verb}" if verb else "may answer", rule)
    at = int(after.units[mover].cell)
    asked, wanted = scene.choice, scene.wanted
    if asked is not None and agent.asks(asked) and at >= 0:
        words = asking.sentence(Question(asked, agent.ruleset, []), after)
        words = words.removeprefix(f"{asking.called(agent.ruleset, after, mover)}, ")
        add(at, mover, f"is asked: {words}", asked.rule)
    if wanted is not None and at >= 0:
        add(at, wanted.who, f"rolls {what_for(agent.ruleset, wanted)}", wanted.rule)
    agent.look(after)
    for cell, text in agent.harmed:
        add(cell, mover, text, "")
    return found
