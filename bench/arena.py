"""The fights that the bench measures: the reference encounter of each game, played by programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from affray import odds
from affray.bots import GreedyBot
from affray.content import load_encounter
from affray.content.encounter import Encounter
from affray.content.library import encounter_from
from affray.core.action import ActionSpace
from affray.core.choice import Agent, Choice, Pending, Script
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.event import TurnBegan
from affray.core.ruleset import Ruleset, Tactics
from affray.core.scene import resume
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from bench import battles
from bench.battles import Counter

GAMES: Final = ("icon", "ingenuity", "quest", "sovereign", "thrum")
# Encounters of our own: one that is changed for its players must not move the numbers.
ENCOUNTERS: Final = Path(__file__).parent / "encounters"
EVERY: Final = ""  # kind of question
NO_KIND: Final = "none"  # no question is of it
OPTIONS: Final = 12  # answers that a player compares at the most
# What an ordinary attack is called where a turn's menu also has special ones.
ORDINARY: Final = {"ingenuity": "attack ", "quest": "attack ", "sovereign": "attack "}
# Questions that make an attack more than ordinary: about dice to be rolled again or raised.
UNUSUAL: Final = {"ingenuity": ("test.advantage", "fate.maximize")}
SMALL: Final = (4, 16, 3, 16)  # heads a side, cells across, columns of a start, spots of a battle
LARGE: Final = (32, 32, 6, 30)


class Masking(Agent):
    """Gives recorded answers; before each it works out the action codes of all that are legal.

    Without a space of actions it works out none: what such a player takes by itself.
    """

    def __init__(self, answers: list[int], space: ActionSpace | None) -> None:
        self.script = Script(answers)
        self.space = space
        self.codes: list[int] = []

    def decide(self, choice: Choice) -> int:
        """Return the next answer."""
        if self.space is not None:
            self.codes = choice.codes(self.space)
        return self.script.decide(choice)


class Comparing(Agent):
    """Gives recorded answers; before each it finds those that a player that thinks would compare.

    Of questions of one kind alone; of all if it is ``EVERY``.
    """

    def __init__(self, answers: list[int], tactics: Tactics, kind: str) -> None:
        self.script = Script(answers)
        self.tactics = tactics
        self.kind = kind
        self.asked = 0

    def decide(self, choice: Choice) -> int:
        """Return the next answer."""
        if self.kind in (EVERY, choice.kind):
            self.asked += 1
            self.tactics.likely(choice, OPTIONS)
        return self.script.decide(choice)


class Arena:
    """An encounter, the reference one of a game, played by greedy bots."""

    def __init__(self, encounter: str | Encounter) -> None:
        if isinstance(encounter, str):
            encounter = load_encounter(encounter)
        self.name = encounter.id
        self.ruleset: Ruleset
        self.setup: Setup
        self.ruleset, self.setup = prepare(encounter)
        self.greedy = GreedyBot(self.ruleset.tactics())
        agents: list[Agent] = [self.greedy] * len(self.setup.seats)
        self.begun = self.ruleset.begin(self.setup, SeededDice(1), agents)

    def begin(self, number: int, agent: Agent) -> Combat[Any]:
        """Return a fresh fight: as in a simulation, a clone of the one begun once."""
        combat = self.begun.clone()
        combat.dice = SeededDice(1, number)
        combat.agents = [agent] * len(self.setup.seats)
        return combat

    def play(self, fights: int) -> None:
        """Play some fights to the end."""
        for number in range(fights):
            combat = self.begin(number, self.greedy)
            while not combat.outcome:
                combat.step()

    def decisions(self, fights: int) -> int:
        """Count the choices of the same fights."""
        counter = Counter(self.greedy)
        for number in range(fights):
            combat = self.begin(number, counter)
            while not combat.outcome:
                combat.step()
        return counter.asked

    def recorded(self, fights: int) -> list[list[int]]:
        """Return the answers of the same fights."""
        records: list[list[int]] = []
        for number in range(fights):
            recorder = Recorder(self.greedy)
            combat = self.begin(number, recorder)
            while not combat.outcome:
                combat.step()
            records.append(recorder.answers)
        return records

    def scripted(self, records: list[list[int]]) -> None:
        """Play fights whose answers are recorded: rules without a player."""
        for number, answers in enumerate(records):
            combat = self.begin(number, Script(answers))
            while not combat.outcome:
                combat.step()

    def rounds(self, rounds: int, number: int = 0) -> int:
        """Play some rounds of a fight; return how many choices there were."""
        counter = Counter(self.greedy)
        combat = self.begin(number, counter)
        while not combat.outcome and combat.round <= rounds:
            combat.step()
        return counter.asked

    def masked(self, records: list[list[int]], space: ActionSpace | None) -> None:
        """Play fights whose answers are recorded, with a mask of what is legal for each.

        Without a space there is none.
        """
        for number, answers in enumerate(records):
            combat = self.begin(number, Masking(answers, space))
            while not combat.outcome:
                combat.step()

    def compared(self, records: list[list[int]], kind: str) -> int:
        """Play fights whose answers are recorded, with the likely ones of each question of a kind.

        Return how many questions those were.
        """
        asked = 0
        for number, answers in enumerate(records):
            agent = Comparing(answers, self.ruleset.tactics(), kind)
            combat = self.begin(number, agent)
            while not combat.outcome:
                combat.step()
            asked += agent.asked
        return asked

    def turns(self, fights: int) -> int:
        """Count the turns that creatures take in the same fights."""
        count = 0
        for number in range(fights):
            combat = self.begin(number, self.greedy)
            combat.watched = True
            while not combat.outcome:
                combat.step()
            count += sum([isinstance(event, TurnBegan) for event in combat.events])
        return count

    def interrupted(self, fights: int) -> None:
        """Play the same fights, every choice breaking its step off."""
        for number in range(fights):
            combat = self.begin(number, self.greedy)
            while not combat.outcome:
                combat = self.step_by_step(combat)

    def step_by_step(self, snapshot: Combat[Any]) -> Combat[Any]:
        answers: list[int] = []
        while True:
            script: Agent = Script(answers)
            try:
                return resume(snapshot, [script] * len(self.setup.seats))
            except Pending as pending:
                answers.append(self.greedy.decide(pending.choice))

    def attack(self) -> tuple[Combat[Any], list[int]]:
        """Return a state before an attack with dice, and the answers that begin it."""
        for number in range(50):
            combat = self.begin(number, self.greedy)
            while not combat.outcome:
                before = combat.clone()
                asked = Recorder(self.greedy)
                combat.agents = [asked] * len(self.setup.seats)
                combat.step()
                ordinary = asked.key.startswith(ORDINARY.get(self.ruleset.id, ""))
                for rule in UNUSUAL.get(self.ruleset.id, ()):
                    ordinary = ordinary and rule not in asked.rules
                if asked.targets == 1 and ordinary and combat.round >= 2:
                    return before, asked.answers[: asked.place]
        raise RuntimeError(f"no attack in 50 fights of {self.name}")

    def odds(self, before: Combat[Any], first: list[int], runs: int) -> None:
        """Work out the odds of a step some times."""
        for _ in range(runs):
            odds.odds(before, first, self.ruleset, lines=0)


class Recorder(Agent):
    """Writes down the answers of a step, its first action and how many targets that names."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.answers: list[int] = []
        self.targets = 0
        self.place = 0  # answers up to that action
        self.key = ""
        self.rules: list[str] = []

    def decide(self, choice: Choice) -> int:
        """Answer as the inner agent does."""
        answer = self.inner.decide(choice)
        self.answers.append(answer)
        self.rules.append(choice.rule)
        if not self.place and choice.kind == "action":
            option = choice.option(answer)
            self.targets = len(option.targets) if option.ability else 0
            self.place = len(self.answers)
            self.key = option.key
        return answer


def reference(game: str) -> Arena:
    """Return the reference encounter of a game."""
    return Arena(str(ENCOUNTERS / f"{game}.toml"))


def battle(game: str, size: tuple[int, int, int, int]) -> Arena:
    """Return a battle of a game: ``SMALL``, 4 v 4 on 16x16 with walls, or ``LARGE``, 32 v 32."""
    return Arena(encounter_from(battles.encounter(game, *size), f"{game}, {size[0]} a side"))


def clones(before: Combat[Any], count: int) -> None:
    """Clone a fight some times."""
    for _ in range(count):
        before.clone()
