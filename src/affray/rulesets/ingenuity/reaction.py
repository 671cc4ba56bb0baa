"""Intercept, dodge, parry and block, and readied actions: the windows in which others act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from affray.core.choice import Menu
from affray.core.window import Deed, Window, offer
from affray.rulesets.ingenuity import damage, geometry, movement
from affray.rulesets.ingenuity.state import (
    MOVES_NEAR,
    NO_TRIGGER,
    IngenuityCombat,
    Piece,
    Unit,
)

if TYPE_CHECKING:
    from affray.rulesets.ingenuity.attack import Attack

# Moments of an attack.
BEFORE: Final = 0
AIMED: Final = 1
STRUCK: Final = 2

INTERCEPT: Final = 1
DODGE: Final = 2
PARRY: Final = 100  # + place of the piece
BLOCK: Final = 200


class Reactions(Window):
    """One moment of an attack. Rules: reaction.window, reaction.combine, gm.reaction-polling."""

    def __init__(self, combat: IngenuityCombat, deed: Attack, moment: int, rule: str) -> None:
        super().__init__(combat, deed, rule)
        self.combat = combat
        self.attack = deed
        self.moment = moment

    def groups(self) -> list[list[int]]:
        target = self.combat.units[self.attack.target]
        if self.moment == BEFORE:
            return [[who] for who in geometry.nearest_first(self.combat, target)]
        return [[self.attack.target]]

    def replies(self, who: int) -> list[int]:
        unit = self.combat.units[who]
        if self.moment == BEFORE:
            return [INTERCEPT] if self.intercepts(unit) else []
        free = self.attack.free == who
        if unit.stamina < 1 or not damage.can_react(self.combat, unit, free):
            return []
        found: list[int] = []
        if self.moment == STRUCK:
            if self.attack.block is None:
                for place, piece in enumerate(unit.pieces):
                    if usable(self.combat, piece) and self.combat.thing(piece).block:
                        found.append(BLOCK + place)
            return found
        if not self.attack.dodges:
            found.append(DODGE)
        if self.attack.parry is None:
            for place, piece in enumerate(unit.pieces):
                if usable(self.combat, piece):
                    found.append(PARRY + place)
        return found

    def intercepts(self, unit: Unit) -> bool:
        """Rules: reaction.intercept, reaction.intercept.reach."""
        target = self.combat.units[self.attack.target]
        if self.taken or unit is target or unit.side != target.side:
            return False
        if unit.index == self.attack.actor or unit.size != 1 or target.size != 1:
            return False
        if unit.stamina < 1 or not damage.can_react(self.combat, unit):
            return False
        if self.combat.shares(target):  # passing through another: nobody can stop there
            return False
        return movement.reaches(self.combat, unit, target) and bool(self.displaced(unit, target))

    def displaced(self, unit: Unit, ally: Unit) -> list[int]:
        """Return where the ally can go. Rule: reaction.intercept.reach."""
        found = [
            cell
            for cell in self.combat.grid.near[ally.cell]
            if movement.standing(self.combat, cell, 1)
            and self.combat.grid.distance(cell, ally.cell, 2) == 1
            and (cell == unit.cell or self.combat.free(cell))
        ]
        return sorted(found)

    def key(self, who: int, code: int) -> str:
        if code == INTERCEPT:
            return "intercept"
        if code == DODGE:
            return "dodge"
        return f"{'parry' if code < BLOCK else 'block'} with {self.name(who, code % 100)}"

    def name(self, who: int, place: int) -> str:
        return piece_word(self.combat, self.combat.units[who], place)

    def take(self, who: int, code: int) -> None:
        """Pay and do it.

        Rules: reaction.intercept.defence, resource.stamina-costs, reaction.free.
        """
        combat = self.combat
        unit = combat.units[who]
        unit.stamina -= 1
        free = self.attack.free == who and code != INTERCEPT
        damage.spend_reaction(combat, unit, free)
        if free:
            self.attack.free = -1
        if combat.watched:
            combat.say("reacts", who, self.attack.actor, self.key(who, code), 0, self.rule)
        if code == INTERCEPT:
            self.intercept(unit)
        elif code == DODGE:
            self.attack.dodges = True
            self.attack.dodgers.append(who)
        elif code < BLOCK:
            piece = unit.pieces[code - PARRY]
            self.attack.parry = piece
            self.attack.worn.append((who, piece))
            listed = combat.thing(piece).parry
            self.attack.parries = listed if listed >= 0 else 1  # reaction.parry.default
        else:
            self.attack.block = unit.pieces[code - BLOCK]

    def intercept(self, unit: Unit) -> None:
        """Trade places as the ally's seat says.

        Rules: reaction.intercept, reaction.intercept.recompute.
        """
        combat = self.combat
        ally = combat.units[self.attack.target]
        names = [(1 + cell, combat.grid.name(cell)) for cell in self.displaced(unit, ally)]
        answer = names[0][0]
        if len(names) > 1:
            menu = Menu(ally.seats, ally.index, "reaction.intercept.reach", names, answer)
            answer = combat.ask(menu)
        place = ally.cell
        combat.leave(unit)
        combat.leave(ally)
        combat.stand(ally, answer - 1)
        combat.stand(unit, place)
        unit.cover = ally.cover = -1
        self.attack.target = unit.index
        self.attack.free = unit.index


def piece_word(combat: IngenuityCombat, unit: Unit, place: int) -> str:
    """Return a piece's word in keys: its id, numbered where there are several."""
    piece = unit.pieces[place]
    same = [n for n, one in enumerate(unit.pieces) if one.thing == piece.thing]
    word = combat.thing(piece).id
    return word if len(same) == 1 else f"{word}-{1 + same.index(place)}"


def usable(combat: IngenuityCombat, piece: Piece) -> bool:
    """Return whether a piece can block or parry. Rules: item.broken, reaction.parry.item."""
    return piece.held and piece.wear < combat.thing(piece).durability


def offer_before(combat: IngenuityCombat, deed: Attack) -> None:
    """Rule: reaction.window."""
    trigger(combat, combat.units[deed.actor], 2)
    offer(combat, Reactions(combat, deed, BEFORE, "reaction.intercept"))
    offer_aimed(combat, deed)


def offer_aimed(combat: IngenuityCombat, deed: Attack) -> None:
    offer(combat, Reactions(combat, deed, AIMED, "reaction.window"))


def offer_block(combat: IngenuityCombat, deed: Attack) -> None:
    offer(combat, Reactions(combat, deed, STRUCK, "reaction.block"))


# ---- readied actions -----------------------------------------------------------------------------


class Readied(Window):
    """A readied attack, at the first occurrence of its trigger.

    Rules: action.ready, action.ready.timing, action.ready.uses-reaction, action.ready.expiry.
    """

    def __init__(self, combat: IngenuityCombat, actor: int, what: int) -> None:
        super().__init__(combat, Deed(actor, actor), "action.ready")
        self.combat = combat
        mover = combat.units[actor]
        self.due = [
            one.index
            for one in combat.units
            if one.readied == what and one.able() and met(combat, one, mover, what)
        ]

    def groups(self) -> list[list[int]]:
        mover = self.combat.units[self.deed.actor]
        return [[who] for who in geometry.nearest_first(self.combat, mover) if who in self.due]

    def replies(self, who: int) -> list[int]:
        unit = self.combat.units[who]
        if not unit.readied or not damage.can_react(self.combat, unit):
            return []
        return [1 + n for n in range(len(strikes(self.combat, unit, self.deed.actor)))]

    def key(self, who: int, code: int) -> str:
        unit = self.combat.units[who]
        return "readied " + strikes(self.combat, unit, self.deed.actor)[code - 1][1]

    def take(self, who: int, code: int) -> None:
        from affray.rulesets.ingenuity import action

        unit = self.combat.units[who]
        answer = strikes(self.combat, unit, self.deed.actor)[code - 1][0]
        unit.readied = NO_TRIGGER
        damage.spend_reaction(self.combat, unit)
        action.strike(self.combat, unit, answer)

    def close(self) -> None:
        for who in self.due:
            self.combat.units[who].readied = NO_TRIGGER


def met(combat: IngenuityCombat, unit: Unit, mover: Unit, what: int) -> bool:
    """Return whether what somebody waits for happens now."""
    if unit is mover or unit.side == mover.side or not mover.present:
        return False
    return what != MOVES_NEAR or bool(strikes(combat, unit, mover.index))


def strikes(combat: IngenuityCombat, unit: Unit, target: int) -> list[tuple[int, str]]:
    from affray.rulesets.ingenuity import action

    found = action.strikes_at(combat, unit, target)
    return [(code, action.key(combat, unit, code)) for code in found]


def trigger(combat: IngenuityCombat, mover: Unit, what: int) -> None:
    """Let those who wait for this act. Rule: action.ready.timing."""
    if any([one.readied == what for one in combat.units]):
        window = Readied(combat, mover.index, what)
        if window.due:
            offer(combat, window)
