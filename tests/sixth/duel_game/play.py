"""How a program plays a duel, and how it is told in sentences."""

from __future__ import annotations

from typing import Any

from affray.core.choice import PASS, Choice
from affray.core.combat import Combat
from affray.core.event import Damaged, Event, Fell, Moved, Rolled, RoundBegan, TurnBegan
from affray.core.grid import CHEBYSHEV
from affray.core.ruleset import Tactics, Words
from duel_game.turn import MOVE, STRIKE, TurnChoice


class DuelTactics(Tactics):
    """Strike the weakest foe, else go towards one; always parry."""

    def answer(self, choice: Choice) -> int:
        answers = choice.answers()
        if not isinstance(choice, TurnChoice):
            return answers[-1]
        duel, me = choice.duel, choice.duel.units[choice.who]
        strikes = [one for one in answers if STRIKE <= one < MOVE]
        if strikes:
            return min(strikes, key=lambda one: (duel.units[one - STRIKE].hp, one))
        foes = [one.cell for one in duel.units if one.side != me.side and one.able()]
        ways = [
            (min([duel.grid.distance(one - MOVE, foe, CHEBYSHEV) for foe in foes]), one)
            for one in answers
            if one >= MOVE
        ]
        return min(ways)[1] if ways else PASS

    def likely(self, choice: Choice, most: int) -> list[int]:
        first = self.answer(choice)
        return [first, *[one for one in choice.answers() if one != first]][:most]

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        return [float(sum([one.hp if one.side == side else -one.hp for one in combat.units]))]

    def feature_names(self) -> list[str]:
        return ["hit points"]


class DuelWords(Words):
    """Events as sentences, in parts."""

    def parts(self, combat: Combat[Any], event: Event) -> list[tuple[str, str]]:
        who = ("who", combat.units[event.who].name if event.who >= 0 else "")
        if isinstance(event, Rolled):
            faces = " ".join([str(face) for face in event.faces])
            return [who, ("text", " rolls "), ("die", faces)]
        if isinstance(event, RoundBegan):
            return [("text", f"Round {event.amount}")]
        if isinstance(event, TurnBegan):
            return [who, ("text", "'s turn")]
        if isinstance(event, Moved):
            return [who, ("text", " goes to "), ("cell", combat.grid.name(event.after))]
        if isinstance(event, Damaged):
            return [who, ("text", " loses "), ("number", str(event.amount))]
        if isinstance(event, Fell):
            return [who, ("text", " is out")]
        return [who, ("text", f" {event.name} {event.what}")] if event.who >= 0 else []

    def weight(self, event: Event) -> int:
        return {"round": 0, "turn": 1, "asked": -1}.get(event.name, 2)
