"""What a plain player looks at before it answers: its arms, its enemies, who is open to it."""

from __future__ import annotations

from affray.rulesets.ingenuity import attack, code, end, hands, weapon
from affray.rulesets.ingenuity.state import IngenuityCombat, Piece, Unit


class Prospect:
    """What somebody looks at before it acts, once for all that it may do."""

    def __init__(self, combat: IngenuityCombat, unit: Unit) -> None:
        self.combat = combat
        self.unit = unit
        self.arms = weapon.arms(combat, unit)
        self.able = 0  # whether it can attack: 1 with bare hands, 2 with more
        self.edges: dict[int, int] = {}
        self.foes: list[Unit] | None = None
        self.pieces: list[Piece] | None = None

    def weigh(self, answers: list[int]) -> None:
        """Learn from what can be done whether it can attack."""
        for answer in answers:
            if code.verb_of(answer) == code.ATTACK:
                each, _ = self.arms[code.a_of(answer) // 2]
                if each.id not in ("bare-hands", "improvised"):
                    self.able = 2
                    return
                self.able = 1

    def edge(self, target: Unit, flies: bool) -> int:
        """Return advantages less disadvantages against somebody."""
        number = target.index * 2 + int(flies)
        if number not in self.edges:
            up, down = attack.advantages(self.combat, self.unit, target, flies)
            self.edges[number] = up - down
        return self.edges[number]

    def at_hand(self) -> list[Piece]:
        """Return what can be taken in hand."""
        if self.pieces is None:
            self.pieces = hands.at_hand(self.combat, self.unit)
        return self.pieces

    def enemies(self) -> list[Unit]:
        """Return the enemies left on the map."""
        if self.foes is None:
            self.foes = [
                one
                for one in self.combat.units
                if one.cell >= 0 and end.remains(one) and self.combat.enemies(self.unit, one)
            ]
        return self.foes
