"""Intercept, dodge, parry and block: the windows in which an attack is answered."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Option
from affray.core.event import Placed, Rose, Told
from affray.core.window import CODES, Window, offer
from affray.rulesets.ingenuity import carrying, condition, geometry, gm
from affray.rulesets.ingenuity.action import maneuver, power, power_use, test
from affray.rulesets.ingenuity.actions import VERBS
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import fate
from affray.rulesets.ingenuity.choice.menu import Listed, Places
from affray.rulesets.ingenuity.movement import ground, moving, paths
from affray.rulesets.ingenuity.reaction import budget, readied
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ACTIVE,
    ATTACKS_ALLY,
    RELENTLESS,
    SLASHING,
    UNKNOWN,
    USES,
)

# Moments of an attack.
BEFORE: Final = 0
AIMED: Final = 1
STRUCK: Final = 2
INTERCEPT: Final = 1
DODGE: Final = 2
CATCH: Final = 3
SCREEN: Final = 4  # with a shield of force, for stamina
SCREEN_FOCUS: Final = 5
FATE: Final = 6  # stamina first
PARRY: Final = 100  # + place of the piece
BLOCK: Final = 200
HARD: Final = 300
HOOK: Final = 400
RIPOSTE: Final = 500
WORDS: Final = {
    INTERCEPT: "intercept",
    DODGE: "dodge",
    CATCH: "arrow-catch",
    SCREEN: "block with shield-of-force",
    SCREEN_FOCUS: "block with shield-of-force for focus",
    FATE: "fate stamina",
}


WEAPONS: Final = ("", "parry", "block", "hard-parry", "hook-parry", "riposte")  # by hundreds
# The verbs of the action codes of both.
VERBS_ALONE: Final = bytes([0, *[VERBS.index(word.split()[0]) for word in WORDS.values()]])
VERBS_WITH: Final = bytes([0, *[VERBS.index(word) for word in WEAPONS[1:]]])


class Reactions(Window):
    """One moment of an attack.

    Rules: reaction.window, reaction.combine, gm.reaction-polling, reaction.defensive-list,
    reaction.attacks-only, reaction.aware.
    """

    def __init__(self, combat: IngenuityCombat, deed: Attack, moment: int, rule: str) -> None:
        super().__init__(combat, deed, rule)
        self.combat = combat
        self.attack = deed
        self.moment = moment

    def groups(self) -> list[list[int]]:
        if self.moment == BEFORE:
            target = self.combat.units[self.attack.target]
            able = [unit.index for unit in self.combat.units if self.may_intercept(unit)]
            if len(able) > 1:
                able = gm.nearest_first(self.combat, target, able)
            return [[who] for who in able]
        return [[self.attack.target]]

    def unknown(self, who: int) -> bool:
        """Return whether the option denies answers to an unknown attacker. Rule: reaction.aware."""
        actor = self.combat.units[self.attack.actor]
        return self.combat.options[UNKNOWN] and actor.hidden >> who & 1 == 1

    def replies(self, who: int) -> list[int]:
        unit = self.combat.units[who]
        if self.moment == BEFORE:
            if not self.intercepts(unit):
                return []
            return [INTERCEPT] if unit.stamina > 0 else [FATE]
        free = self.attack.answers.free == who
        if not budget.can_react(self.combat, unit, free, True):
            return []
        if self.moment == STRUCK:
            return self.blocks(unit)
        if self.unknown(self.attack.target):
            return []
        if unit.stamina < 1:
            return [FATE] if unit.fate_points > 0 and not self.attack.answers.dodges else []
        found: list[int] = []
        if not self.attack.answers.dodges:
            found.append(DODGE)
            missile = self.attack.ranged and self.attack.power is None
            able = missile and not unit.spent()
            if able and weapon.free_hands(self.combat, unit) > 0:
                found.append(CATCH)
        if self.attack.answers.parry is None:
            found.extend(self.parries(unit))
        return found

    def parries(self, unit: IngenuityCombatant) -> list[int]:
        """Return the ways to parry. Rules: reaction.parry.item, maneuver.reaction."""
        found: list[int] = []
        near = not self.attack.ranged and self.attack.power is None
        for place, piece in enumerate(unit.pieces):
            if not piece.held or not weapon.usable(self.combat, piece):
                continue
            thing = self.combat.thing(piece)
            found.append(PARRY + place)
            if unit.spent():
                continue
            if thing.melee and SLASHING in thing.types:
                found.append(HARD + place)
            if near and thing.hooked:
                found.append(HOOK + place)
            if near and unit.stamina >= self.price(unit, RIPOSTE):
                found.append(RIPOSTE + place)
        return found

    def blocks(self, unit: IngenuityCombatant) -> list[int]:
        """Return the ways to block. Rules: reaction.block, item.broken."""
        if self.attack.answers.block is not None or self.attack.answers.screen:
            return []
        found: list[int] = []
        for place, piece in enumerate(unit.pieces):
            if piece.held and self.combat.thing(piece).block and weapon.usable(self.combat, piece):
                found.append(BLOCK + place)
        if found and unit.stamina < 1:
            found = [FATE] if unit.fate_points > 0 else []
        if unit.effects and unit.is_held("shielded"):
            if unit.stamina > 0:
                found.append(SCREEN)
            if unit.focus > 0:
                found.append(SCREEN_FOCUS)
        return found

    def intercepts(self, unit: IngenuityCombatant) -> bool:
        """Rules: reaction.intercept, reaction.intercept.reach, reaction.intercept.recompute."""
        if not self.may_intercept(unit):
            return False
        target = self.combat.units[self.attack.target]
        if geometry.distance(self.combat, unit, target) > condition.speed(unit):
            return False
        if not paths.room(self.combat, target, target.cell):  # it is passing through another
            return False
        return self.gives_way(unit, target) and paths.reaches(self.combat, unit, target)

    def may_intercept(self, unit: IngenuityCombatant) -> bool:
        """Return whether somebody is free to, wherever it stands. Rule: reaction.intercept."""
        target = self.combat.units[self.attack.target]
        if not unit.present or unit.cell < 0:
            return False
        stepped_in = any(one % CODES == INTERCEPT for one in self.taken)
        if stepped_in or unit is target or self.attack.area:
            return False
        if not self.combat.allies(unit, target) or self.unknown(unit.index):
            return False
        if unit.index == self.attack.actor or unit.size != 1 or target.size != 1:
            return False
        if unit.stamina < 1 and unit.fate_points < 1:
            return False
        if unit.grappling >= 0 or target.grappling >= 0:
            return False
        return budget.can_react(self.combat, unit)

    def displaced(self, unit: IngenuityCombatant, ally: IngenuityCombatant) -> list[int]:
        """Return where the ally can go. Rule: reaction.intercept.reach."""
        return sorted([one for one in self.combat.grid.near[ally.cell] if self.takes(one, unit)])

    def gives_way(self, unit: IngenuityCombatant, ally: IngenuityCombatant) -> bool:
        """Return whether there is anywhere for the ally to go."""
        for cell in self.combat.grid.near[ally.cell]:
            if self.takes(cell, unit):
                return True
        return False

    def takes(self, cell: int, unit: IngenuityCombatant) -> bool:
        """Return whether a place is free for the ally once somebody has left its own."""
        open_to = cell == unit.cell or self.combat.free(cell)
        return open_to and ground.standing(self.combat, cell, 1)

    def price(self, unit: IngenuityCombatant, code: int) -> int:
        """Return the stamina that an answer takes. Rule: resource.stamina-costs."""
        if code < RIPOSTE:
            return 0 if code == SCREEN_FOCUS else 1
        return 1 + maneuver.cost(unit, maneuver.by_id(self.combat, "riposte"), boosted=False)

    def key(self, who: int, code: int) -> str:
        if code in WORDS:
            return WORDS[code]
        word = WEAPONS[code // 100]
        return f"{word} with {self.name(who, code % 100)}"

    def option(self, who: int, code: int) -> Option:
        key = self.key(who, code)
        found = Option(who * CODES + code, key, "", who)
        found.object = self.object_of(code)
        return found

    def object_of(self, code: int) -> int:
        """Return which object of the action codes an answer is about."""
        return 100 + code if code < PARRY else 1 + code % 100

    def code(self, who: int, code: int, space: ActionSpace) -> int:
        verb = VERBS_ALONE[code] if code < PARRY else VERBS_WITH[code // 100]
        return space.packed(verb, self.object_of(code))

    def name(self, who: int, place: int) -> str:
        return weapon.piece_word(self.combat, self.combat.units[who], place)

    def take(self, who: int, code: int) -> None:
        """Pay and do it.

        Rules: reaction.intercept.defence, resource.stamina-costs, reaction.free,
        action.resources.
        """
        combat = self.combat
        unit = combat.units[who]
        if code == FATE:
            fate.recover(combat, unit, 1)
            return
        word = self.key(who, code)
        focus = 1 if code == SCREEN_FOCUS else 0
        spending.spend(combat, unit, self.price(unit, code), focus)
        if code == CATCH or code >= HARD:
            unit.count(USES)  # gm.creature-ranks
        if code >= RIPOSTE:
            unit.set_count(RELENTLESS, 1)
        free = self.attack.answers.free == who and code != INTERCEPT
        budget.spend_reaction(combat, unit, free, code != INTERCEPT)
        if free:
            self.attack.answers.free = -1
        if combat.watched:
            combat.tell(Told("reacts", who, self.attack.actor, word, 0, self.rule))
        if code == INTERCEPT:
            self.intercept(unit)
        elif code in (DODGE, CATCH):
            self.attack.answers.dodges = True
            self.attack.answers.catches = code == CATCH
            if code == DODGE:
                self.attack.answers.dodgers.append(who)
        elif code in (SCREEN, SCREEN_FOCUS):
            self.attack.answers.screen = True
        elif BLOCK <= code < HARD:
            self.attack.answers.block = unit.pieces[code - BLOCK]
        else:
            self.parry(unit, code)

    def parry(self, unit: IngenuityCombatant, code: int) -> None:
        """Rules: reaction.parry, reaction.parry.default, maneuver.reaction, maneuver.improvise."""
        piece = unit.pieces[code % 100]
        thing = self.combat.thing(piece)
        self.attack.answers.parry = piece
        self.attack.answers.worn.append((unit.index, piece))
        kind = code // 100 * 100
        if kind == HOOK:
            self.attack.answers.hook = thing
            self.attack.added.against += 1
            return
        self.attack.answers.parries = thing.parry if thing.parry >= 0 else 1
        if kind == HARD:
            self.attack.answers.hard = unit.index
        elif kind == RIPOSTE:
            less = 0 if test.knows(unit, "riposte") else 1
            self.attack.answers.ripostes.append((unit.index, less))

    def intercept(self, unit: IngenuityCombatant) -> None:
        """Trade places as the ally's seat says; spaces do to both what they do.

        Rules: reaction.intercept, reaction.intercept.recompute, reaction.intercept.reach,
        movement.path.
        """
        combat = self.combat
        ally = combat.units[self.attack.target]
        names = [(1 + cell, combat.grid.name(cell)) for cell in self.displaced(unit, ally)]
        answer = names[0][0]
        if len(names) > 1:
            menu = Places(ally.seats, ally.index, "reaction.intercept.reach", names, answer)
            answer = combat.ask(menu)
        place = ally.cell
        came_from = unit.cell
        combat.leave(unit)
        combat.leave(ally)
        combat.stand(ally, answer - 1)
        combat.stand(unit, place)
        condition.lose_cover(combat, unit)
        condition.lose_cover(combat, ally)
        self.attack.target = unit.index
        self.attack.answers.free = unit.index
        if combat.watched:
            combat.tell(Placed(ally.index, place, ally.cell, self.rule, "swap", unit.index))
            combat.tell(Placed(unit.index, came_from, place, self.rule, "swap", ally.index))
        moving.arrive(combat, unit, -1, came_from)
        if ally.present:
            moving.arrive(combat, ally, -1, place)


def offer_before(combat: IngenuityCombat, deed: Attack) -> None:
    """Let an attack be answered before its test. Rules: reaction.window, attack.sequence."""
    actor = combat.units[deed.actor]
    readied.trigger(combat, actor, ATTACKS_ALLY, deed.target)
    if not actor.able():
        return
    readied.offer_interception(combat, deed)
    offer_intercept(combat, deed)
    offer_aimed(combat, deed)


def offer_intercept(combat: IngenuityCombat, deed: Attack) -> None:
    """Let allies of the target step in. Rules: reaction.intercept, reaction.intercept.recompute."""
    if not deed.area:
        offer(combat, Reactions(combat, deed, BEFORE, "reaction.intercept"))


def offer_aimed(combat: IngenuityCombat, deed: Attack) -> None:
    """Let the target dodge or parry."""
    offer(combat, Reactions(combat, deed, AIMED, "reaction.window"))


def offer_block(combat: IngenuityCombat, deed: Attack) -> None:
    """Let the target block what has hit."""
    conjure(combat, deed)
    offer(combat, Reactions(combat, deed, STRUCK, "reaction.block"))


def conjure(combat: IngenuityCombat, deed: Attack) -> None:
    """Let a shield of force be made for one block: a free reaction, 1 focus less.

    Rules: reaction.free, power.steps.
    """
    unit = combat.units[deed.target]
    for one in unit.sheet.powers:
        if one.works != "shield-of-force" or (unit.effects and unit.is_held("shielded")):
            continue
        if unit.spent() or not budget.can_react(combat, unit, True):
            continue
        if power.wealth(combat, unit, one) < power.hasty_cost(one):
            continue
        options = [(0, "pass"), (1, f"conjure {one.id}")]
        if combat.ask(Listed(unit.seats, unit.index, "reaction.free", options)) != 0:
            if power_use.conjured(combat, unit, one):
                deed.answers.screen = True
                condition.gain(combat, unit, "shielded", one.durability, unit.index)


def catch(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, deed: Attack
) -> None:
    """Let an Arrow Catch that made the attack miss take the missile."""
    if combat.watched:
        combat.tell(
            Told("catches", target.index, unit.index, deed.weapon.id, 0, "maneuver.reaction")
        )
    piece = deed.piece
    if deed.thrown and piece is not None and piece in unit.pieces:
        carrying.part_with(combat, unit, piece, -1)
        target.pieces.append(piece)
        piece.held = weapon.free_hands(combat, target) >= combat.thing(piece).hands
    elif deed.weapon.ammo in combat.library.ammo:
        number = combat.library.ammo.index(deed.weapon.ammo)
        count = target.ammo[number] + 1
        spending.set_ammunition(combat, target, number, count, "maneuver.reaction")
    combat.mark_changed()


def take_up_arms(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let somebody who had surrendered and is attacked fight on. Rule: end.surrender."""
    options = [(PASS, "stay out of it"), (1, "take up arms")]
    if combat.ask(Listed(unit.seats, unit.index, "end.surrender", options)) != PASS:
        unit.fate = ACTIVE
        combat.mark_changed()
        if combat.watched:
            combat.tell(Rose(unit.index, "end.surrender", -1, "arms"))


def after_dodge(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let a dodger fall prone, take cover or go 1 m. Rule: reaction.dodge.after."""
    moved = False
    nimble = (condition.speed(unit) + 3) // 4 if unit.talented("nimble") else 1
    while unit.able():
        options = [(PASS, "stay")]
        cells = [-1]
        if condition.may_fall_prone(unit):
            options.append((1, "drop prone"))
            cells.append(-1)
        if unit.cover != unit.cell and geometry.covers_beside(combat, unit.cell, unit.size):
            options.append((2, "seek cover"))
            cells.append(-1)
        if not moved and not unit.prone:
            for cell in paths.steps(combat, unit, nimble):
                options.append((10 + cell, f"step {combat.grid.name(cell)}"))
                cells.append(cell)
        if len(options) == 1:
            return
        rule = "reaction.dodge.after"
        answer = combat.ask(Listed(unit.seats, unit.index, rule, options, PASS, None, cells))
        if answer == PASS:
            return
        if answer == 1:
            condition.fall_prone(combat, unit, "reaction.dodge.after")
        elif answer == 2:
            condition.take_cover(combat, unit, "reaction.dodge.after")
            combat.mark_changed()
        else:
            moved = True
            moving.shift(combat, unit, answer - 10)


def offer_anew(combat: IngenuityCombat, deed: Attack) -> None:
    """Let whom a stray attack meets answer it; what the first target did counts no more.

    Rule: attack.stray.reactions.
    """
    deed.answers.dodges = deed.answers.catches = False
    deed.answers.parry = None
    deed.answers.parries = 0
    deed.answers.hard = -1
    deed.answers.hook = None
    deed.answers.free = -1
    offer_aimed(combat, deed)
