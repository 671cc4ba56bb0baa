"""What programs need to play ICON: a plain answer, likely ones, a position in numbers."""

from __future__ import annotations

from typing import Any

from affray.core.choice import PASS, Choice
from affray.core.combat import Combat
from affray.core.grid import CHEBYSHEV, DROP
from affray.core.ruleset import Tactics
from affray.core.window import Reply
from affray.rulesets.icon import ability as abilities
from affray.rulesets.icon import action, choice, geometry
from affray.rulesets.icon.state import MOVED, IconCombat, Unit
from affray.rulesets.icon.vocabulary import Ability


class IconTactics(Tactics):
    """Quick and sensible: strike the weakest in reach, close in, help the fallen."""

    def answer(self, choice_: Choice) -> int:
        if isinstance(choice_, choice.Act):
            return self.act(choice_)
        if isinstance(choice_, choice.MoveTo):
            return self.go(choice_)
        if isinstance(choice_, choice.Areas | choice.Cells):
            return self.lay(choice_)
        if isinstance(choice_, Reply) and choice_.rule == "interrupt.off-turn":
            return choice_.answers()[1]
        return choice_.fallback()

    def act(self, asked: choice.Act) -> int:
        best = PASS
        most = 0
        for code in asked.answers():
            worth = self.worth(asked.field, asked.unit, code)
            if worth > most:
                best = code
                most = worth
        return best

    def worth(self, combat: IconCombat, unit: Unit, code: int) -> int:
        """Return what an answer promises, 0 for nothing."""
        if code == PASS or code == action.DROP_STANCE:
            return 0
        near = nearest(combat, unit)
        if code == action.STANDARD:
            return 500 if near > 1 and not unit.used[MOVED] else 0
        place, target = action.parts(code)
        whole = unit.sheet.abilities[place]
        one = abilities.part_of(unit, whole)
        if one.basic == "rescue":
            return 900
        if one.basic in ("run", "dash"):
            return 20 if near > 2 else 0
        if target >= action.CELL:
            return 0
        if one.attack:
            worth = 100 + 40 * strength(one) + 5 * len(one.hit)
            if one.shape or one.before:
                return worth if near <= max(one.size, one.reach, 3) else 0
            if target:
                foe = combat.units[target - 1]
                worth += max(0, 40 - foe.hp - foe.vigor)
            return worth
        if one.shape:
            return 60 if near <= max(one.size, one.reach + 1, 2) else 0
        if target:
            other = combat.units[target - 1]
            hostile = combat.hostile(unit, other)
            helps = one.target in ("ally", "self-or-ally")
            if one.basic == "whack" and not hostile:
                return 0
            return 50 + (20 if helps and other.bloodied() else 0)
        if one.has("stance"):
            return 0 if unit.stance() else 45
        return 15

    def go(self, asked: choice.MoveTo) -> int:
        """Go where the nearest foe is in reach, over safe ground."""
        combat = asked.move.combat
        unit = asked.move.unit
        best = PASS
        least = self.badness(combat, unit, unit.cell, 0)
        for cell in asked.spaces():
            bad = self.badness(combat, unit, cell, asked.harm(cell))
            if bad < least:
                least = bad
                best = 1 + cell
        return best

    def badness(self, combat: IconCombat, unit: Unit, cell: int, harm: int) -> int:
        wanted = 1
        for one in unit.sheet.abilities:
            if one.attack == "ranged" and not one.basic:
                wanted = max(wanted, one.range - 1, one.reach)
        far = 100
        for other in combat.units:
            if combat.hostile(unit, other) and other.able():
                gap = combat.grid.distance(cell, other.cell, CHEBYSHEV, unit.size, other.size)
                far = min(far, gap)
        off = (far - wanted if far > wanted else (wanted - far) // 2) * 4
        edge = 40 if combat.grid.ground[cell] == DROP else 0
        return off + edge + 3 * harm - combat.levels[cell]

    def lay(self, asked: choice.Areas | choice.Cells) -> int:
        """Cover foes, not friends."""
        combat = asked.combat
        assert isinstance(combat, IconCombat)
        side = combat.units[asked.who].side
        best = asked.fallback()
        most = -1000
        for answer in asked.answers():
            cells = asked.option(answer).cells
            worth = 0
            for cell in cells:
                around = combat.grid.near[cell] if len(cells) == 1 else ()
                for spot in (cell, *around):
                    unit = combat.at(spot)
                    if unit is not None and unit.able():
                        value = 4 if spot == cell else 1
                        worth += value if unit.side != side else -value
            if worth > most:
                most = worth
                best = answer
        return best

    def likely(self, choice_: Choice, most: int) -> list[int]:
        first = self.answer(choice_)
        return [first, *[one for one in choice_.answers() if one != first]][:most]

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        assert isinstance(combat, IconCombat)
        found = [0.0, 0.0, 0.0, 0.0]
        for unit in combat.units:
            sign = 1.0 if unit.side == side else -1.0
            if unit.able():
                found[0] += sign
                found[1] += sign * unit.hp
                found[2] += sign * unit.vigor
                found[3] -= sign * len([one for one in unit.effects if one.source >= 0])
        return found

    def feature_names(self) -> list[str]:
        return ["standing", "hit points", "vigor", "effects"]


def strength(ability: Ability) -> int:
    levels = {"fray": 0, "light": 1, "heavy": 2, "critical": 3, "": 1}
    return max([0, *[levels[op.level] for op in ability.hit if op.name == "damage"]])


def nearest(combat: IconCombat, unit: Unit) -> int:
    found = 100
    for other in combat.units:
        if combat.hostile(unit, other) and other.able():
            found = min(found, geometry.apart(combat, unit, other))
    return found
