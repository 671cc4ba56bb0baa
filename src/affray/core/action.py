"""Action codes: what an option does, as four small numbers that programs can learn from.

Every option of every game has one: a verb, an object (an ability, a weapon, a way of doing it), a
target and a place. A ruleset declares the bounds for a fight; 0 stands for none in all but verbs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from affray.core.arrays import i64
from affray.core.errors import IllegalError


class Action(NamedTuple):
    """What an option does.

    Attributes:
        verb: its place among the verbs of the ``ActionSpace``.
        object: 1 + the number of an ability, item, way..., as the ruleset counts them; 0 none.
        target: 1 + the index of a combatant; 0 none.
        place: 1 + a cell of the map; 0 none.
    """

    verb: int
    object: int = 0
    target: int = 0
    place: int = 0


class ActionSpace:
    """The bounds of the action codes of one fight, and codes as single numbers.

    A code is ``((verb * objects + object) * targets + target) * places + place``; the largest is
    below ``size``. Verb 0 is to pass, so that code 0 is passing.
    """

    def __init__(self, verbs: tuple[str, ...], objects: int, targets: int, places: int) -> None:
        """Declare bounds.

        Args:
            verbs: their words, the first for passing.
            objects: how many objects there are, none included.
            targets: how many combatants there can be, plus 1 for none.
            places: how many cells the map has, plus 1 for none.
        """
        self.verbs = verbs
        self.numbers = {word: number for number, word in enumerate(verbs)}
        self.objects: i64 = objects
        self.targets: i64 = targets
        self.places: i64 = places

    @property
    def size(self) -> int:
        """How many codes there are, most of them never legal."""
        return len(self.verbs) * self.objects * self.targets * self.places

    def verb(self, word: str) -> int:
        """Return the number of a verb.

        Raises:
            IllegalError: there is no such verb.
        """
        number = self.numbers.get(word, -1)
        if number < 0:
            raise IllegalError(word, f"the verbs are {', '.join(self.verbs)}", "")
        return number

    def code(self, action: Action) -> int:
        """Return an action as one number."""
        return self.packed(action.verb, action.object, action.target, action.place)

    def packed(self, verb: i64, object: i64 = 0, target: i64 = 0, place: i64 = 0) -> int:
        """Return the parts of an action as one number, without an ``Action`` made of them.

        No machine integer, for it ends in a list: those are put in boxes sooner.
        """
        head = verb * self.objects + object
        return (head * self.targets + target) * self.places + place

    def action(self, code: int) -> Action:
        """Return the action that a number stands for."""
        code, place = divmod(code, self.places)
        code, target = divmod(code, self.targets)
        verb, thing = divmod(code, self.objects)
        return Action(verb, thing, target, place)

    def holds(self, action: Action) -> bool:
        """Return whether an action is within the bounds."""
        return (
            0 <= action.verb < len(self.verbs)
            and 0 <= action.object < self.objects
            and 0 <= action.target < self.targets
            and 0 <= action.place < self.places
        )


PASSING: Final = Action(0)
