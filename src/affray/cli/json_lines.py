"""Playing over lines of JSON: a question goes out, a key comes in."""

from __future__ import annotations

import json
import sys

from affray.cli.autosave import Leaving
from affray.cli.output import put_line
from affray.cli.playing.keys import chosen, purpose
from affray.content.problems import show
from affray.core.errors import AffrayError, InvalidError
from affray.render import terminal
from affray.session.fight import Fight
from affray.session.journal import event_data


class JsonSitting:
    """A session with a program, or a page, at the other end."""

    def __init__(self, fight: Fight, leaving: Leaving | None = None) -> None:
        self.fight = fight
        self.leaving = leaving or Leaving()

    def run(self) -> None:
        """Play until the fight is over or the input ends."""
        while not self.fight.over:
            put_line({"events": [event_data(event) for event in self.fight.fresh()]})
            put_line(self.question())
            sys.stdout.flush()
            line = self.leaving.wait(sys.stdin.readline)
            if not line or line.strip() == "quit":
                break
            try:
                self.take(line.strip())
            except AffrayError as fault:
                put_line({"error": str(fault)})
        put_line({"events": [event_data(event) for event in self.fight.fresh()]})
        outcome = self.fight.outcome
        if outcome is not None:
            put_line({"winner": outcome.winner, "reason": outcome.reason, "rounds": outcome.rounds})

    def question(self) -> dict[str, object]:
        """Return what is asked as plain data."""
        combat = self.fight.combat
        wanted = self.fight.dice_wanted
        if wanted is not None:
            who = combat.units[wanted.who].name if wanted.who >= 0 else ""
            die = {"sides": wanted.sides, "for": purpose(wanted.purpose), "rule": wanted.rule}
            return {"round": combat.round, "who": who, "die": die}
        question = self.fight.choice
        return {
            "round": combat.round,
            "who": question.who,
            "seats": question.seats,
            "prompt": question.prompt,
            "rule": question.rule,
            "reaction": question.reaction,
            "options": question.keys,
            "fallback": question.fallback.key,
            "combatants": terminal.lines(self.fight.ruleset, combat),
        }

    def take(self, line: str) -> None:
        """Take a key, or the face of a die.

        ``{"seat": "foes", "answer": "pass"}`` says which seat answers.
        """
        wanted = self.fight.dice_wanted
        if wanted is not None:
            self.fight.give_die(int(line) if line.isdecimal() and len(line) < 7 else 0)
        elif line == "undo":
            self.fight.undo()
        elif line == "redo":
            self.fight.redo()
        elif line.startswith("{"):
            seat, answer = read_answer(line)
            self.fight.choose(chosen(self.fight.choice.options, answer), seat=seat)
        else:
            self.fight.choose(chosen(self.fight.choice.options, line))


def read_answer(line: str) -> tuple[str, str]:
    """Return the seat and the key of an answer that is a table of JSON.

    Raises:
        InvalidError: it is none.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict) and set(data) <= {"seat", "answer"}:
        seat, answer = data.get("seat", ""), data.get("answer")
        if isinstance(seat, str) and isinstance(answer, str):
            return seat, answer
    expected = '{"seat": "players", "answer": "pass"}'
    raise InvalidError([f"found {show(line)}, expected a key, or {expected}"])
