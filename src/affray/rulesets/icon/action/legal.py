"""What one may do in a turn: who says no, and every option."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Option
from affray.rulesets.icon import actions, resource
from affray.rulesets.icon.action import basic, modifiers
from affray.rulesets.icon.actions import CELL, DROP_STANCE, STANDARD, USE, WORK
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.attack.targeting import Range
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.definitions import IMMOBILE
from affray.rulesets.icon.geometry import areas
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ATTACKED, FIRST_OWN, MOVED
from affray.rulesets.icon.text import refusals

OF_CHARACTERS: Final = ("basic-melee", "basic-ranged", "whack", "rescue")


def use_refusal(combat: IconCombat, unit: IconCombatant, place: int) -> str:
    """Return the rule that forbids an ability whatever its target.

    Rules: action.costs, action.free, action.one-attack-per-round, action.no-repeat,
    action.limited-uses, action.recharge, resource.limit-break-cost, resource.limit-break-once,
    interrupt.off-turn, golden.specific-beats-general.
    """
    whole = unit.sheet.abilities[place]
    ability = modifiers.part_of(unit, whole)
    if whole.uses:
        return "interrupt.off-turn"
    if modifiers.cost_of(combat, unit, whole) > unit.actions:
        return "action.costs"
    if ability.uses_move and unit.used[MOVED]:
        return "action.costs"
    if unit.used[ATTACKED] and modifiers.is_attack(whole, ability):
        if not modifiers.may_attack(combat, unit):
            return "action.one-attack-per-round"
    rule = resource.used_up(unit, place)
    if rule:
        return rule
    if unit.used[FIRST_OWN + place]:
        limited = whole.limit or whole.recharge or whole.has("limit-break")
        if not limited and not whole.has("repeatable"):
            return "action.no-repeat"
    if whole.basic in ("run", "dash"):
        if unit.holds(IMMOBILE):
            return "status.immobile"
        if states.forbidden(unit, whole.basic):
            return "golden.specific-beats-general"
    if ability.shape == "close-blast" and not areas.finds_room(combat, unit, ability):
        return "aoe.close-blast"
    return ""


def work_refusal(combat: IconCombat, unit: IconCombatant, code: int) -> str:
    """Return the rule that forbids working an object. Rule: action.interact."""
    if code - WORK >= len(combat.things) or code - WORK not in basic.workable(combat, unit):
        return "action.interact"
    place = basic.basic_place(unit, "interact")
    if place < 0:
        return "action.interact"
    return use_refusal(combat, unit, place)


def refusal(combat: IconCombat, unit: IconCombatant, code: int) -> str:
    """Return the rule that forbids a code, "" if none does: asked by options and refusals."""
    if code == STANDARD:
        if unit.holds(IMMOBILE):
            return "status.immobile"
        return "move.standard" if unit.used[MOVED] else ""
    if code == DROP_STANCE:
        begun = unit.used[MOVED] > 0 or acted(unit)
        return "effect.stance" if begun or not unit.stance() else ""
    if code < USE:
        return work_refusal(combat, unit, code)
    place, target = actions.parts(code)
    rule = use_refusal(combat, unit, place)
    return rule or aim_refusal(combat, unit, place, target)


def aim_refusal(combat: IconCombat, unit: IconCombatant, place: int, target: int) -> str:
    """Return the rule that forbids what an ability is aimed at."""
    ability = modifiers.part_of(unit, unit.sheet.abilities[place])
    if target >= CELL:
        return targeting.cell_refusal(combat, unit, ability, target - CELL)
    if target:
        return targeting.target_refusal(combat, unit, ability, combat.units[target - 1])
    if targeting.needs_target(ability):
        return "" if ability.optional else "attack.no-self-or-ally"
    return ""


def acted(unit: IconCombatant) -> bool:
    """Return whether it has done anything in its turn yet. Rule: effect.stance."""
    if unit.actions < 2:
        return True
    for place, ability in enumerate(unit.sheet.abilities):
        free = not ability.uses and not ability.recharge and not ability.resolve
        if free and ability.per not in ("round", "combat") and unit.used[FIRST_OWN + place]:
            return True
    return False


def possible(combat: IconCombat, unit: IconCombatant) -> list[int]:
    """Return every code that nothing forbids, in the order of ``thinkable``."""
    general = [STANDARD, DROP_STANCE, *[WORK + n for n in range(len(combat.things))]]
    found = [code for code in general if refusal(combat, unit, code) == ""]
    tough = actions.tough_cells(combat)
    far = combat.grid.far(unit.cell)  # from its first space: no nearer than the nearest
    nearest = 1000
    for cell in tough:
        if far[cell] < nearest:
            nearest = far[cell]
    for place, whole in enumerate(unit.sheet.abilities):
        if whole.uses or whole.basic == "interact" or use_refusal(combat, unit, place):
            continue
        base = (place + 1) * USE
        ability = modifiers.part_of(unit, whole)
        if not targeting.needs_target(ability):
            found.append(base)
            continue
        if ability.optional:
            found.append(base)
        reach = Range(combat, unit, ability)
        farthest = max(0, reach.down(0))
        foes_only = targeting.foes_only(ability)
        for other in combat.units:
            if other.cell < 0 or (foes_only and other.side == unit.side):
                continue
            single = unit.size == 1 and other.size == 1
            if (far[other.cell] if single else combat.apart(unit, other)) > farthest:
                continue
            if targeting.target_refusal(combat, unit, ability, other, reach) == "":
                found.append(base + 1 + other.index)
        if ability.attack and nearest < farthest + unit.size:
            for cell in tough:
                if far[cell] >= farthest + unit.size:
                    continue
                if targeting.cell_refusal(combat, unit, ability, cell, reach) == "":
                    found.append(base + CELL + cell)
    return found


class Act(Choice):
    """What to do next in a turn, or to end it. Answers are those of ``action``."""

    kind: ClassVar[str] = "action"

    def __init__(self, combat: IconCombat, unit: IconCombatant) -> None:
        super().__init__(unit.seats, unit.index, "action.two-per-turn", PASS)
        self.combat = combat
        self.unit = unit
        self.listed: list[int] | None = None

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = possible(self.combat, self.unit)
            self.listed.insert(0, PASS)
        return self.listed

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, "end turn", "pass", self.unit.index)
        return actions.option(self.combat, self.unit, answer)

    def code(self, answer: int, space: ActionSpace) -> int:
        return 0 if answer == PASS else actions.code_in(self.combat, answer, space)

    def why_not(self, key: str) -> tuple[str, str]:
        """Return the rule that forbids a key, and why. Rule: action.foe-actions."""
        for code in actions.thinkable(self.combat, self.unit):
            if actions.key(self.combat, self.unit, code) == key:
                rule = refusal(self.combat, self.unit, code)
                fact = refusals.why(self.combat, self.unit, code, rule) if rule else ""
                return rule, fact
        if not self.unit.sheet.pc and key.split(" ", 1)[0] in OF_CHARACTERS:
            return "action.foe-actions", refusals.fact("action.foe-actions")
        return "", ""

    def candidates(self) -> list[str]:
        """Return keys, of each ability those first that are aimed at the nearest whom it is for."""
        codes = actions.thinkable(self.combat, self.unit)
        codes.sort(key=self.likelihood)
        return [actions.key(self.combat, self.unit, code) for code in codes]

    def likelihood(self, code: int) -> tuple[int, int, int]:
        """Return what orders codes: by ability, by whom it is for, by distance."""
        if code < USE:
            return 0, 0, 0
        place, aim = actions.parts(code)
        if aim >= CELL:
            return 1 + place, 2, 0
        if not aim:
            return 1 + place, 0, 0
        ability = modifiers.part_of(self.unit, self.unit.sheet.abilities[place])
        target = self.combat.units[aim - 1]
        far = self.combat.apart(self.unit, target) if target.cell >= 0 else 1000
        wrong = ability.for_foes() != self.combat.hostile(self.unit, target)
        return 1 + place, int(wrong), far

    def prompt(self) -> str:
        move = "" if self.unit.used[MOVED] else ", the standard move"
        return f"{self.unit.actions} actions{move}"
