"""Instants and attacks of opportunity: the windows of a fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from affray.core.window import Deed, Window, offer
from affray.rulesets.sovereign import sheet
from affray.rulesets.sovereign.condition import CHILLED
from affray.rulesets.sovereign.state import LUCK, MELEE, Body, Field, Strike

if TYPE_CHECKING:
    from affray.rulesets.sovereign.attack import Blow

TOTAL: Final = 1
VETERAN: Final = 2
HELD: Final = 3
SNAPS: Final = 10  # + place of the attack * CROWD + target
CROWD: Final = 60


class Instants(Window):
    """One moment at which Instants and held actions may answer.

    Rules: economy.response-windows, economy.window-order, economy.instant-any-time,
    economy.instant-after-dice, snap.not-a-swarm.
    """

    def __init__(self, field: Field, deed: Deed, rolled: bool) -> None:
        super().__init__(field, deed, "economy.response-windows")
        self.place = field
        self.rolled = rolled
        self.until_all_pass = True
        self.declared: list[Blow] = []

    def groups(self) -> list[list[int]]:
        return [[who] for who in self.place.asked()]

    def blow(self) -> Blow | None:
        from affray.rulesets.sovereign.attack import Blow

        return self.deed if isinstance(self.deed, Blow) else None

    def holds(self) -> bool:
        """Between turns nobody acts; else the actor must still be able."""
        if self.place.outcome:
            return False
        return self.deed.actor < 0 or super().holds()

    def replies(self, who: int) -> list[int]:
        """Rules: economy.instant-source, economy.unspent-main."""
        unit = self.place.units[who]
        if not unit.able():
            return []
        found: list[int] = []
        blow = self.blow()
        if blow is not None and blow.target == who and unit.main and not unit.total:
            found.append(TOTAL)  # total.cost, total.not-twice
        if blow is not None and self.rolled and self.lucky(unit, blow):
            found.append(VETERAN)
        if unit.holding and who != self.deed.actor:
            found.append(HELD)
        if unit.main and unit.sheet.disciplined() and who != self.deed.actor:
            found += self.snaps(unit)
        return found

    def lucky(self, unit: Body, blow: Blow) -> bool:
        """Rule: luck.veteran."""
        from affray.rulesets.sovereign.attack import hits

        if not unit.sheet.warrior or unit.used[LUCK] or unit.sheet.npc:
            return False
        if blow.actor == unit.index:
            return not hits(self.place, blow)
        return blow.target == unit.index and hits(self.place, blow)

    def snaps(self, unit: Body) -> list[int]:
        """Rules: snap.cost, snap.unspent-main, snap.out-of-turn, snap.npc-discipline."""
        from affray.rulesets.sovereign.attack import cannot_attack

        found: list[int] = []
        field = self.place
        for place, strike in enumerate(unit.sheet.strikes):
            if not sheet.in_hand(unit, strike):
                continue
            for target in field.units:
                if self.deed.actor >= 0 and target.index != self.deed.actor:
                    continue
                if target.present and field.enemies(unit, target):
                    if not cannot_attack(field, unit, strike, target):
                        found.append(SNAPS + place * CROWD + target.index)
        return [code for code in found if code < 1000]

    def key(self, who: int, code: int) -> str:
        unit = self.place.units[who]
        if code == TOTAL:
            return f"{unit.name} total defense"
        if code == VETERAN:
            return f"{unit.name} veteran's luck"
        if code == HELD:
            return f"{unit.name} act now"
        strike = unit.sheet.strikes[(code - SNAPS) // CROWD]
        target = self.place.units[(code - SNAPS) % CROWD]
        return f"{unit.name} snap at {target.name} with {strike.id}"

    def take(self, who: int, code: int) -> None:
        """Rules: economy.instant-simultaneous, total.after-roll, hold.resolves-first."""
        from affray.rulesets.sovereign import attack, turn

        field = self.place
        unit = field.units[who]
        field.touch()
        if code == TOTAL:
            unit.main = False
            unit.total = True
            unit.holding = False  # hold.main-for-instants
        elif code == VETERAN:
            unit.used[LUCK] = 1
            blow = self.blow()
            assert blow is not None
            blow.forced = 1 if blow.actor == who else -1
        elif code == HELD:
            unit.holding = False
            turn.held(field, unit)
            return
        else:
            unit.main = False
            unit.holding = False
            strike = unit.sheet.strikes[(code - SNAPS) // CROWD]
            target = (code - SNAPS) % CROWD
            self.declared.append(attack.Blow(who, target, strike, attack.HARM, attack.SNAP))
        if field.watched:
            field.say("instant", who, self.deed.actor, self.key(who, code), 0, self.rule)

    def close(self) -> None:
        """Strike all that was declared, then inflict it. Rule: economy.instant-simultaneous."""
        from affray.rulesets.sovereign import attack

        waiting = self.declared
        self.declared = []
        for blow in waiting:
            attack.strike(self.place, blow)
        for blow in waiting:
            attack.apply(self.place, blow)
            attack.land(self.place, blow)


class Opening(Window):
    """Attacks of opportunity against one who provokes.

    Rules: aoo.who, aoo.free, aoo.order, aoo.one-per-action.
    """

    def __init__(self, field: Field, deed: Deed, foes: list[int]) -> None:
        super().__init__(field, deed, "aoo.who")
        self.place = field
        self.foes = foes

    def groups(self) -> list[list[int]]:
        found: list[list[int]] = []
        for side in self.place.sides():
            group = [who for who in self.foes if self.place.units[who].side == side]
            if group:
                found.append(group)
        return found

    def replies(self, who: int) -> list[int]:
        unit = self.place.units[who]
        if who not in self.foes or not threatens(self.place, unit):
            return []
        found: list[int] = []
        for place, strike in enumerate(unit.sheet.strikes):
            if usable(self.place, unit, strike, self.place.units[self.deed.actor]):
                found.append(1 + place)
        return found

    def key(self, who: int, code: int) -> str:
        unit = self.place.units[who]
        return f"{unit.name} strikes with {unit.sheet.strikes[code - 1].id}"

    def take(self, who: int, code: int) -> None:
        """Rule: aoo.is-a-melee-attack."""
        from affray.rulesets.sovereign import attack

        self.foes.remove(who)
        strike = self.place.units[who].sheet.strikes[code - 1]
        blow = attack.Blow(who, self.deed.actor, strike, attack.HARM, attack.FREE)
        attack.assault(self.place, blow)


def threatens(field: Field, unit: Body) -> bool:
    return not unit.has(CHILLED) and sheet.threatens(field, unit)


def usable(field: Field, unit: Body, strike: Strike, target: Body) -> bool:
    """Return whether an attack of opportunity may be made so. Rule: aoo.natural-weapons."""
    from affray.rulesets.sovereign.attack import cannot_attack

    if strike.mode != MELEE or cannot_attack(field, unit, strike, target):
        return False
    bare = strike.unarmed and not unit.sheet.natural
    return not bare or unit.sheet.feat("unarmed-combatant") > 0


def provoke(field: Field, unit: Body, foes: list[int]) -> None:
    """Let enemies strike at one who provokes. Rules: aoo.resolves-first, disengage.effect."""
    open_to = [who for who in foes if not unit.disengaged >> who & 1]
    if open_to:
        offer(field, Opening(field, Deed(unit.index, unit.index), open_to))


def beside(field: Field, unit: Body) -> list[int]:
    """Return the armed enemies adjacent to one who provokes by standing.

    Rules: aoo.standing-actions, aoo.charge-start, aoo.screen-start.
    """
    from affray.rulesets.sovereign import geometry

    found: list[int] = []
    for who in field.asked():
        other = field.units[who]
        if field.enemies(unit, other) and other.present and threatens(field, other):
            if geometry.adjacent(field, unit, other):
                found.append(who)
    return found
