"""Nova abilities that are no attacks: Buffs, a Stance, and a great turning about."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import TURN
from affray.core.effect import Held
from affray.rulesets.thrum import damage, terms
from affray.rulesets.thrum.action import minions
from affray.rulesets.thrum.arts.nova.store import Nova, Store
from affray.rulesets.thrum.attack.targeting import aim
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.holding import gain_status, give
from affray.rulesets.thrum.condition.kinds import BLINDED, HIDDEN, MARK, SHOCKED, SLOWED, STUNNED
from affray.rulesets.thrum.condition.lasting import Buff, give_buff
from affray.rulesets.thrum.condition.listed import BURNING
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Number, Trigger, Use
from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.reaction.triggers import trigger as set_off
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTED,
    AFFLICTED,
    ENTERS,
    FATIGUE,
    MINION,
    OFFENCE,
    READY,
    ROUND_ENDS,
    SIGHT,
    STARTS,
    STILLNESS,
    STRESS,
    TARGETED,
)

# ---- Messenger of Woe --------------------------------------------------------------------------

WOE: Final = Buff("messenger-of-woe")
WOES: Final = (BURNING, SLOWED, BLINDED, SHOCKED)
BEFORE: Final = 1  # its use in this turn: bits
AFTER: Final = 2


class MessengerOfWoe(Nova):
    """Buff: once per turn before or after the Action, teleport up to 3 and name a Status.

    Every enemy adjacent to the square left or the square reached gains +1 of it. A code is 1 + the
    place of the Status in WOES. a: Cost 3. b: both before and after. Potential: inflicting any
    Status on somebody else, once per turn.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        if self.has("a"):
            self.store.cost = 3
        self.listens |= READY | ACTED
        self.notices |= AFFLICTED
        self.gone = self.new_counter(TURN)
        self.gained = self.new_counter(TURN)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        inflicted = trigger.source == owner.index and trigger.target != owner.index
        if inflicted and owner.used[self.gained] == 0:
            owner.set_count(self.gained, 1)
            self.store.gain(combat, owner)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        give_buff(combat, use.actor, WOE, use.actor)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if trigger.actor != owner.index or not owner.has(WOE):
            return []
        gone = owner.used[self.gone]
        now = BEFORE if trigger.kind == READY else AFTER
        if gone & now or (gone and not self.has("b")):
            return []
        return [1, 2, 3, 4] if forced.teleport_squares(combat, owner, 3) else []

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"{self.id} {WOES[code - 1].id}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        """Who has gone before the Action has to take one."""
        if trigger.kind == READY:
            trigger.amount = 1
        owner.add_bits(self.gone, BEFORE if trigger.kind == READY else AFTER)
        cells = forced.teleport_squares(combat, owner, 3)
        asked = picking.PickCell(combat, owner, cells, "move.teleport.destination", "teleport")
        goal = combat.ask(asked) - 1 if len(cells) > 1 else cells[0]
        here = owner.cell
        forced.teleport(combat, owner, goal, self.id)
        if owner.cell == here:
            return
        for who in combat.in_order():
            other = combat.units[who]
            if not combat.enemies(owner, other) or not combat.on_map(other):
                continue
            if 1 in (combat.distance(other.cell, here), combat.distance(other.cell, goal)):
                gain_status(combat, who, WOES[code - 1], 1, owner.index)


# ---- Wraith on Wings ---------------------------------------------------------------------------


class Wings(Buff):
    """Nothing hinders its bearer's movement, nothing ends its Hidden.

    ``gloom``: enemies within 2 are under Blinded; the Statuses of those who end their turn there
    do not tick.
    """

    def __init__(self, id: str, gloom: bool) -> None:
        super().__init__(id)
        self.unhindered = True
        if gloom:
            self.adjusts = SIGHT | STILLNESS | OFFENCE

    def keeps_hidden(self, combat: ThrumCombat, owner: ThrumCombatant) -> bool:
        return True

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        """Rules: status.blinded, area.aura."""
        who = combat.units[number.who]
        if not combat.enemies(owner, who) or not 0 < combat.apart(owner, who) <= 2:
            return
        if number.kind == SIGHT:
            number.add(-1, self.id)
        elif number.kind == STILLNESS:
            number.add(1, self.id)
        elif number.other >= 0 and not who.has(BLINDED):
            target = combat.units[number.other]
            if combat.enemies(who, target) and combat.apart(who, target) > 1:
                number.add(-1, self.id)


WINGS: Final = Wings("wraith-on-wings", False)
GLOOM: Final = Wings("wraith-on-wings-gloom", True)


class WraithOnWings(Stance):
    """All enemies gain 1 Mark; a Buff that outlasts the Stance: see Wings.

    a: the first passage through each enemy's square in your turn deals it 1 Stress. b: the gloom.
    Potential: starting your turn Hidden, giving an enemy Blinded, attacking an enemy with Mark.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.always = True
        self.store = Store(entry, bound)
        self.notices |= STARTS | AFFLICTED | TARGETED
        self.passed = -1
        if self.has("a"):
            self.listens |= ENTERS
            self.passed = self.new_counter(TURN)

    def potential_cap(self) -> int:
        return self.store.cost

    def cannot(self, combat: ThrumCombat, user: ThrumCombatant) -> str:
        return self.store.cannot(user)

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        self.store.pay(combat, owner)
        for who in combat.in_order():
            if combat.enemies(owner, combat.units[who]) and combat.units[who].present:
                give(combat, who, MARK, 1, owner.index)
        if give_buff(combat, owner.index, GLOOM if self.has("b") else WINGS, owner.index):
            give(combat, owner.index, HIDDEN, 1, owner.index)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.kind == STARTS:
            if trigger.actor == owner.index and owner.has(HIDDEN):
                self.store.gain(combat, owner)
        elif trigger.kind == AFFLICTED:
            given = trigger.source == owner.index and trigger.status is BLINDED
            if given and combat.enemies(owner, combat.units[trigger.target]):
                self.store.gain(combat, owner)
        else:
            self.notice_targets(combat, owner, trigger.use)

    def notice_targets(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use | None) -> None:
        """Gain Potential for an attack on somebody with Mark."""
        if use is None or use.actor != owner.index or not use.attack():
            return
        for who in use.targets:
            target = combat.units[who]
            if combat.enemies(owner, target) and target.has(MARK):
                self.store.gain(combat, owner)

    def passed_by(
        self, combat: ThrumCombat, owner: ThrumCombatant, cell: int
    ) -> ThrumCombatant | None:
        """Return the enemy whose square it is."""
        for other in combat.units:
            if combat.enemies(owner, other) and other.present and other.cell == cell:
                return other
        return None

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if trigger.actor != owner.index or not trigger.own:
            return []
        if not owner.has(WINGS) and not owner.has(GLOOM):
            return []
        enemy = self.passed_by(combat, owner, trigger.goal)
        return [1] if enemy and not owner.used[self.passed] >> enemy.index & 1 else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        enemy = self.passed_by(combat, owner, trigger.goal)
        assert enemy is not None
        owner.add_bits(self.passed, 1 << enemy.index)
        use = Use(owner.index, self, -1)
        aim(combat, use, [enemy.index])
        damage.take(combat, enemy.index, STRESS, 1, owner.index, use)


# ---- Twirling Towards Freedom ------------------------------------------------------------------

CLOCKWISE: Final = 0
TURNS: Final = ("clockwise", "counterclockwise")


class TwirlingTowardsFreedom(Nova):
    """Move any other characters around you, each as many squares as its distance from you.

    It goes clockwise or counterclockwise around the ring of that distance. An enemy that meets a
    character or ground 2 or more above stops and is Stunned. a: and takes 1 Fatigue. b: a moved
    enemy may be shifted 1 diagonally outward on the way, and goes on around that ring.
    Potential: an enemy is moved by another ability of yours.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.notices |= terms.MOVED

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        use = trigger.use
        if trigger.actor != owner.index or (use is not None and use.ability is self):
            return
        if combat.enemies(owner, combat.units[trigger.target]):
            self.store.gain(combat, owner)

    def after(self, combat: ThrumCombat, use: Use) -> None:
        """Turn one after another, in the order its user picks. Rule: move.forced.path."""
        user = combat.units[use.actor]
        waiting = [
            other.index for other in combat.units if other is not user and combat.on_map(other)
        ]
        while waiting and user.able():
            menu = [(PASS, "done")]
            about = [-1]
            for who in waiting:
                name = combat.units[who].name
                menu.extend([(1 + 2 * who + n, f"turn {name} {TURNS[n]}") for n in range(2)])
                about.extend([who, who])
            asked = picking.Listed(user, menu, "move.forced.path", PASS, about)
            answer = combat.ask(asked)
            if answer == PASS:
                return
            waiting.remove((answer - 1) // 2)
            unit = combat.units[(answer - 1) // 2]
            if unit.present:
                self.turn(combat, user, unit, (answer - 1) % 2, use)
            waiting = [who for who in waiting if combat.on_map(combat.units[who])]

    def turn(
        self, combat: ThrumCombat, user: ThrumCombatant, unit: ThrumCombatant, way: int, use: Use
    ) -> None:
        """Move one around, square by square, until it has gone its distance or meets something."""
        left = combat.apart(user, unit)
        outward = self.has("b") and combat.enemies(user, unit)
        made = 0
        while left > 0 and unit.present:
            goal = along_ring(combat, user.cell, unit.cell, way)
            if outward:
                cells = outward_of(combat, user.cell, unit.cell)
                if cells:
                    asked = picking.PickCell(
                        combat, user, cells, "move.forced.path", "shift", "go on"
                    )
                    answer = combat.ask(asked)
                    if answer != PASS:
                        outward = False
                        goal = answer - 1
                        left += 1
            if not self.carry(combat, user, unit, goal, use):
                break
            made += 1
            left -= 1
        if made:
            event = Trigger(terms.MOVED, user.index, unit.index, use)
            event.amount = made
            set_off(combat, event)

    def carry(
        self, combat: ThrumCombat, user: ThrumCombatant, unit: ThrumCombatant, goal: int, use: Use
    ) -> bool:
        """Move one square; an enemy that something stands in the way of is Stunned."""
        here = unit.cell
        if forced.can_be_pushed(combat, here, goal):
            return forced.force(combat, user, unit, goal, use)
        if goal < 0 or not combat.enemies(user, unit):
            return False
        levels = combat.grid.levels
        if not combat.free(goal) or levels[goal] - levels[here] >= 2:
            give(combat, unit.index, STUNNED, 1, user.index)
            if self.has("a"):
                damage.take(combat, unit.index, FATIGUE, 1, user.index, use)
        return False


def along_ring(combat: ThrumCombat, centre: int, cell: int, way: int) -> int:
    """Return the next square around a centre at the same distance, -1 off the map."""
    width = combat.grid.width
    x = cell % width - centre % width
    y = cell // width - centre // width
    ring = max(abs(x), abs(y))
    turn = 1 if way == CLOCKWISE else -1
    # rows grow downward: going clockwise the right side runs down, the lower side left
    if x == ring and y * turn < ring:
        step = (0, turn)
    elif x == -ring and -y * turn < ring:
        step = (0, -turn)
    elif y == ring and -x * turn < ring:
        step = (-turn, 0)
    else:
        step = (turn, 0)
    return combat.grid.beside(cell, step[0], step[1])


def outward_of(combat: ThrumCombat, centre: int, cell: int) -> list[int]:
    """Return the squares diagonally beside a square that are farther from a centre."""
    far = combat.distance(centre, cell)
    width = combat.grid.width
    return [
        goal
        for goal in combat.grid.near[cell]
        if goal % width != cell % width
        and goal // width != cell // width
        and combat.distance(centre, goal) > far
    ]


# ---- The Unbearable Light of Beings ------------------------------------------------------------


class Light(Buff):
    """A Minion is positioned or gone, or an ally targeted: enemies beside it suffer.

    Each takes 1 Fatigue and 1 Blinded.
    """

    def __init__(self) -> None:
        super().__init__("the-unbearable-light-of-beings")
        self.made_by = self.id
        self.listens = MINION | TARGETED

    def centres(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Return the squares of the Minion or of the allies targeted."""
        if trigger.actor != owner.index:
            return []
        if trigger.kind == MINION:
            return [trigger.cell]
        use = trigger.use
        if use is None:
            return []
        targets = [combat.units[who] for who in use.targets]
        return [
            target.cell
            for target in targets
            if combat.allies(owner, target) and combat.on_map(target)
        ]

    def near(self, combat: ThrumCombat, owner: ThrumCombatant, cell: int) -> list[int]:
        """Return the enemies next to a square."""
        return [
            who
            for who in combat.in_order()
            if combat.enemies(owner, combat.units[who])
            and combat.on_map(combat.units[who])
            and combat.distance(cell, combat.units[who].cell) == 1
        ]

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        cells = self.centres(combat, owner, trigger)
        return [1] if any(self.near(combat, owner, cell) for cell in cells) else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        held = owner.held(self)
        assert held is not None
        ability = combat.units[held.source].sheet.coded(self.made_by)
        assert ability is not None  # recount: a Buff has a creator with its ability
        for cell in self.centres(combat, owner, trigger):
            for who in self.near(combat, owner, cell):
                use = Use(owner.index, ability, cell)
                aim(combat, use, [who])
                damage.take(combat, who, FATIGUE, 1, owner.index, use)
                gain_status(combat, who, BLINDED, 1, owner.index, use)


LIGHT: Final = Light()
MINION_RANGE: Final = 4  # of the widest Animism ability; its own text gives none


class LightOfBeings(Nova):
    """Position a Minion, then the Buff: see Light. Potential: the end of each round."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.notices |= ROUND_ENDS
        bound.sheet.minions = True

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.actor == owner.index:
            self.store.gain(combat, owner)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        user = combat.units[use.actor]
        minions.position(combat, user, MINION_RANGE)
        give_buff(combat, user.index, LIGHT, user.index)
