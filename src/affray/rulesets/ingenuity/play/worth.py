"""What an answer is worth to a program that plays plainly."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Choice
from affray.core.grid import ALTERNATING, Grid
from affray.core.window import Reply
from affray.rulesets.ingenuity import actions, condition, damage, end, geometry
from affray.rulesets.ingenuity.action import hands, interact, maneuver, offered, power, ready
from affray.rulesets.ingenuity.attack import aim, areas, numbers, weapon
from affray.rulesets.ingenuity.definitions import Maneuver, Power, Thing
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.reaction.windows import Reactions
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.sheet import Handling, Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    ATTACKS,
    DARK,
    DOOR_CLOSED,
    DOOR_OPEN,
    FIGHTING,
    MOVES_NEAR,
    POWERS,
    REACTIONS,
    SWIFT,
)

UNKNOWN: Final = -1000  # no edge is so low
WAITING: Final = ready.ready_code(0, MOVES_NEAR)  # with an attack for whoever moves
# Manoeuvres of which a plain player makes nothing.
WORTHLESS: Final = ("demoralize", "feint", "taunt", "inspire", "distract", "provoke", "grapple")


class Prospect:
    """What somebody looks at before it acts, once for all that it may do.

    Of whom it would command its ``arms`` are known already, and ``flanks`` of everybody whether it
    is flanked, as far as that has been asked.
    """

    def __init__(
        self,
        combat: IngenuityCombat,
        unit: IngenuityCombatant,
        arms: list[tuple[Thing, Piece | None]],
        flanks: list[int] | None = None,
    ) -> None:
        self.combat = combat
        self.unit = unit
        self.arms = arms
        self.able = 0  # whether it can attack: 1 with bare hands, 2 with more
        self.edges = [UNKNOWN] * (2 * len(combat.units))
        self.flanks = [UNKNOWN] * len(combat.units) if flanks is None else flanks
        self.foes: list[IngenuityCombatant] | None = None
        self.pieces: list[Piece] | None = None
        self.exit = -2  # the space of what opens the way, -1 none, -2 not looked for yet

    def weigh(self, answers: list[int]) -> None:
        """Learn from what can be done whether it can attack."""
        for answer in answers:
            if actions.verb_of(answer) == actions.ATTACK:
                each, _ = self.arms[actions.a_of(answer) // 2]
                if each.id not in ("bare-hands", "improvised"):
                    self.able = 2
                    return
                self.able = 1

    def edge(self, target: IngenuityCombatant, flies: bool) -> int:
        """Return advantages less disadvantages against somebody."""
        number = target.index * 2 + int(flies)
        found = self.edges[number]
        if found == UNKNOWN:
            flanked = self.flanked(target)
            up, down = numbers.advantages(self.combat, self.unit, target, flies, flanked)
            found = up - down
            self.edges[number] = found
        return found

    def flanked(self, target: IngenuityCombatant) -> bool:
        """Return whether somebody is flanked."""
        found = self.flanks[target.index]
        if found == UNKNOWN:
            found = self.flanks[target.index] = int(geometry.flanked(self.combat, target))
        return found == 1

    def at_hand(self) -> list[Piece]:
        """Return what can be taken in hand."""
        if self.pieces is None:
            self.pieces = hands.at_hand(self.combat, self.unit)
        return self.pieces

    def enemies(self) -> list[IngenuityCombatant]:
        """Return the enemies left on the map."""
        if self.foes is None:
            self.foes = foes_of(self.combat, self.unit)
        return self.foes

    def enemies_of(self, ally: IngenuityCombatant) -> list[IngenuityCombatant]:
        """Return the same for an ally: of one team both have the same."""
        one_team = ally.side == self.unit.side
        return self.enemies() if one_team else foes_of(self.combat, ally)

    def way_out(self) -> int:
        """Return the nearest door or lever that may open the way, -1 if there is no need of one.

        There is none while an enemy or the goal is in sight.
        """
        if self.exit == -2:
            self.exit = self.nearest_exit() if self.combat.door_states else -1
        return self.exit

    def nearest_exit(self) -> int:
        """Return the nearest door that is shut and not locked, or lever of a shut door."""
        combat, unit = self.combat, self.unit
        if unit.sheet.hands < 1 or any(
            geometry.sees(combat, unit, enemy) for enemy in self.enemies()
        ):
            return -1
        for goal in combat.goals:
            if goal.side == unit.side and goal.kind in ("reached", "hold", "retrieve"):
                if any(geometry.look(combat, unit.cell, cell) for cell in goal.cells):
                    return -1
        cells = [
            interact.cell_of(combat, code) for code in interact.codes(combat) if opens(combat, code)
        ]
        near = [(geometry.distance_to(combat, unit, cell), cell) for cell in cells]
        return min(near)[1] if near else -1


def look_of(combat: IngenuityCombat, unit: IngenuityCombatant) -> Prospect:
    """Return what somebody looks at with all that it can attack with."""
    return Prospect(combat, unit, weapon.arms(combat, unit))


def foes_of(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[IngenuityCombatant]:
    """Return somebody's enemies left on the map, as far as its seat knows where they are."""
    return [
        one
        for one in combat.units
        if one.cell >= 0
        and end.remains(one)
        and combat.enemies(unit, one)
        and located(combat, unit, one)
    ]


def located(combat: IngenuityCombat, unit: IngenuityCombatant, one: IngenuityCombatant) -> bool:
    """Return whether the seat of a unit knows where another is.

    Rules: condition.hidden, attack.unseen-target.
    """
    if not one.hidden and not combat.options[DARK]:
        return True
    return bool(combat.aware_of(one) & unit.seats)


def tempting_verbs(armed: bool) -> offered.Verbs:
    """Return the verbs that may be worth anything to one who is armed, or is not."""
    verbs = [
        actions.ATTACK,
        actions.MOVE,
        actions.SPRINT,
        actions.STAND,
        actions.GUARD,
        actions.READY,
        actions.COMMAND,
        actions.RELOAD,
        actions.RESUSCITATE,
        actions.COVER,
        actions.STAUNCH,
        actions.MANEUVER,
        actions.POWER,
        actions.GIVE,
        actions.LEAVE,
        actions.TALENT,
        actions.GO_ON,
        actions.SHED,
        actions.SHAKE,
        actions.INTERACT,
    ]
    if not armed:
        verbs.append(actions.BRANDISH)
    return offered.Verbs(verbs, [WAITING], WORTHLESS)


UNSAFE: Final = -1000  # no place is less safe
UNSEEN: Final = 6  # what it adds to the safety of a place that an enemy does not see it
LEAST: Final = 50  # below which another attack is not worth its action

# What an effect is worth when it takes hold.
EFFECTS: Final = {
    "prone": 120,
    "stunned": 220,
    "crippled": 90,
    "shaken": 70,
    "bleeding 2": 200,
    "burning": 150,
    "taunted": 60,
}
# Of two dice, by their faces: how many of 100 rolls reach each number.
CHANCES: Final[dict[int, list[int]]] = {}
DICE: Final = 1000  # more faces than any die has
SURE: Final = 2  # what every roll of two dice reaches
STAMINA: Final = 35  # what a point of stamina or focus is worth
SCARCE: Final = 4
PARTING: Final = 150  # what it costs to throw a thing that one also strikes or guards with


# The verbs of which ``of`` ever makes anything: a plain player asks for no others, and who is armed
# for nothing else to hold.
TEMPTING: Final = tempting_verbs(False)
TEMPTING_ARMED: Final = tempting_verbs(True)


def of(look: Prospect, answer: int) -> int:
    """Return what an action is worth."""
    verb = actions.verb_of(answer)
    if verb == actions.READY:
        return of_ready(look, answer)
    if verb == actions.ATTACK:
        value = strike(look, answer)
        return value if value >= LEAST else 0
    if verb == actions.MANEUVER:
        return of_maneuver(look, answer)
    if verb == actions.POWER:
        return of_power(look.combat, look.unit, answer)
    if verb == actions.COMMAND:
        return of_command(look, look.combat.units[actions.b_of(answer)])
    if verb in (actions.MOVE, actions.SPRINT):
        return of_moving(look, verb)
    return of_rest(look, answer)


def of_rest(look: Prospect, answer: int) -> int:
    """Return what the plain things are worth."""
    combat, unit = look.combat, look.unit
    verb = actions.verb_of(answer)
    if verb == actions.STAND:
        return 150
    if verb == actions.GO_ON:
        return 200
    if verb == actions.RELOAD:
        return 140
    if verb == actions.LEAVE:
        return 10000 if wants_out(combat, unit) else 0
    if verb == actions.RESUSCITATE:
        other = combat.units[actions.b_of(answer)]
        return 260 if combat.allies(unit, other) and not other.is_held("sleeping") else 0
    if verb == actions.SHAKE:
        return 300
    if verb == actions.SHED:
        return 160
    if verb == actions.BRANDISH:
        return of_brandish(look, answer)
    if verb == actions.COVER:
        return 45 if shoots(look) else 0
    if verb == actions.STAUNCH:
        return 60 * combat.units[actions.b_of(answer)].amount("bleeding")
    if verb == actions.GIVE:
        return of_giving(combat, unit, answer)
    if verb == actions.INTERACT:
        return of_interact(look, answer)
    if verb == actions.TALENT:
        return of_talent(unit, actions.a_of(answer))
    if verb == actions.FATE_ACTION:
        return 0
    return 20 if verb == actions.GUARD else 0


def opens(combat: IngenuityCombat, code: int) -> bool:
    """Return whether a door, or a lever, opens what is shut."""
    number = actions.a_of(code)
    if number < len(combat.fixtures.doors):
        return combat.door_states[number] == DOOR_CLOSED
    moves = combat.fixtures.levers[number - len(combat.fixtures.doors)].moves
    return any(
        door.id in moves and combat.door_states[n] != DOOR_OPEN
        for n, door in enumerate(combat.fixtures.doors)
    )


def of_interact(look: Prospect, answer: int) -> int:
    """Return what it is worth to use a door or lever: to open the way, to spring a trap on foes."""
    combat, unit = look.combat, look.unit
    if look.way_out() == interact.cell_of(combat, answer) and opens(combat, answer):
        return 130
    number = actions.a_of(answer) - len(combat.fixtures.doors)
    value = 0
    for n, trap in enumerate(combat.fixtures.traps):
        if number >= 0 and trap.id in combat.fixtures.levers[number].moves and combat.armed[n]:
            for one in combat.units:
                known = one.present and one.awake and located(combat, unit, one)
                if one.cell in trap.cells and known:
                    foe = combat.enemies(unit, one)
                    value += 20 * trap.damage if foe else -50 * trap.damage
    return max(0, value)


def of_giving(combat: IngenuityCombat, unit: IngenuityCombatant, answer: int) -> int:
    """Return what it is worth to give a thing, or to use it on somebody."""
    other = combat.units[actions.b_of(answer)]
    thing = combat.thing(unit.pieces[actions.a_of(answer)])
    lacking = other.most_endurance() - other.endurance
    if thing.douses:
        return 50 * other.amount("burning")
    return 30 * min(thing.endurance, lacking) if other.awake and lacking >= 6 else 0


def of_talent(unit: IngenuityCombatant, number: int) -> int:
    """Return what it is worth to use a talent."""
    if number == 0:
        return 180 if 2 * unit.endurance <= unit.most_endurance() else 0
    if number == 1:
        return 90 if 3 * unit.stamina <= unit.most_stamina() else 0
    return 260 if number == 2 else 0


def shoots(look: Prospect) -> bool:
    """Return whether somebody has anything in hand that takes ammunition."""
    return any(each.ammo != "" for each, _ in look.arms)


def armed(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether somebody holds a weapon, of whatever use it is now."""
    for piece in unit.pieces:
        if piece.held and combat.thing(piece).attributes:
            return True
    return False


def of_brandish(look: Prospect, answer: int) -> int:
    """Return what it is worth to take something in hand: much for who has nothing useful."""
    combat, unit = look.combat, look.unit
    if look.able > 1 or armed(combat, unit):
        return 0
    best = 0
    for piece in hands.chosen(look.at_hand(), answer):
        thing = combat.thing(piece)
        if thing.attributes and piece.wear < thing.durability:
            ready = not thing.reload or piece.loaded > 0
            number = spending.ammo_of(combat, thing)
            fed = number < 0 or unit.ammo[number] > 0
            best = max(best, 60 + thing.damage if ready and fed else 0)
    return best


def wants_out(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether somebody's team has a place to reach."""
    return any(goal.kind == "reached" and goal.side == unit.side for goal in combat.goals)


def chance(unit: IngenuityCombatant, attribute: int, skill: int, need: int) -> int:
    """Return how many of 100 rolls of two dice reach a number."""
    if need <= SURE:
        return 100
    row = rolls(unit.sheet.attributes[attribute], unit.sheet.skills[skill])
    return row[need] if need < len(row) else 0


def rolls(a: int, s: int) -> list[int]:
    """Return how many of 100 rolls of a die of ``a`` faces and one of ``s`` reach each number."""
    row = CHANCES.get(a * DICE + s)
    if row is None:
        row = [100 * ways(a, s, one) // (a * s) for one in range(a + s + 1)]
        CHANCES[a * DICE + s] = row
    return row


def ways(a: int, s: int, need: int) -> int:
    """Return in how many ways a die of ``a`` faces and one of ``s`` come to so much or more."""
    good = 0
    for face in range(1, a + 1):
        good += max(0, min(s, s - (need - face) + 1))
    return good


def handling(sheet: Sheet, each: Thing) -> Handling:
    """Return how somebody handles a weapon that has any attribute, worked out once."""
    known = sheet.handlings
    while len(known) <= each.number:
        known.append(None)
    found = known[each.number]
    if found is None:
        best = each.attributes[0]
        for attribute in each.attributes:
            if sheet.attributes[attribute] > sheet.attributes[best]:
                best = attribute
        a, s = sheet.attributes[best], sheet.skills[FIGHTING]
        bonus = sheet.proficiency(each.proficiencies)
        found = Handling(best, bonus, rolls(a, s), (a + s + 2) // 2)
        known[each.number] = found
    return found


def thinnest(target: IngenuityCombatant, each: Thing, size: int) -> int:
    """Return the least that somebody takes off the damage of a weapon, by its types."""
    least = -1
    for kind in each.types:
        less = damage.deflection(target, kind, size, 0)
        if least < 0 or less < least:
            least = less
    return max(0, least)


def expected(
    look: Prospect,
    target: IngenuityCombatant,
    each: Thing,
    flies: bool,
    bonus: int = 0,
    harm: int = 0,
    luck: int = 0,
    beat: int = -1,
) -> int:
    """Return the damage to expect of an attack, in hundredths.

    Of one that could not come to more than ``beat`` with every advantage, what it then came to: for
    and against it nothing more is sought.
    """
    if not target.awake or condition.idle(target) or not each.attributes or each.harmless:
        return 0
    unit = look.unit
    own = handling(unit.sheet, each)
    before = unit.used[ATTACKS]
    bonus += own.bonus - 2 * before
    if before and each.has(SWIFT):
        bonus += 1
    apart = geometry.distance(look.combat, unit, target)
    bonus -= max(0, weapon.penalty_at(unit, apart, each, flies))
    level = max(0, condition.evasion(target) + unit.bulk() - target.bulk())
    need = level - bonus
    crits = max(0, 5 * (21 - each.threshold + luck))
    less = thinnest(target, each, unit.bulk())
    dice = own.half + bonus
    through = max(1, max(level, dice) + each.damage + harm - less)
    critical = max(1, dice + each.crit + harm - less)
    value = crits * critical
    left = target.endurance + target.health
    value += 150 * through // max(1, left) if through * 2 >= left else 0
    value -= PARTING if flies and each.thrown and each.melee else 0
    if beat >= 0:
        most = value + max(hits(own, need - numbers.MOST_EDGE) - crits, 0) * through
        if most <= beat:
            return most
    return value + max(hits(own, need - look.edge(target, flies)) - crits, 0) * through


def hits(own: Handling, need: int) -> int:
    """Return how many of 100 attacks reach a number."""
    if need <= SURE:
        return 100
    return own.rolls[need] if need < len(own.rolls) else 0


def strike(look: Prospect, answer: int, beat: int = -1) -> int:
    """Return what a plain attack is worth; see ``expected`` for ``beat``."""
    each, _ = look.arms[actions.a_of(answer) // 2]
    target = look.combat.units[actions.b_of(answer)]
    return expected(look, target, each, actions.a_of(answer) % 2 == 1, 0, 0, 0, beat)


def of_maneuver(look: Prospect, answer: int) -> int:
    """Return what a manoeuvre is worth: what it does, less what it costs."""
    combat, unit = look.combat, look.unit
    one = combat.library.maneuvers[actions.a_of(answer) // 2]
    boosted = actions.a_of(answer) % 2 == 1
    target = combat.units[actions.b_of(answer)]
    spent = maneuver.cost(unit, one, boosted) + one.focus
    price = STAMINA * spent + (60 if spent and unit.stamina - spent < SCARCE else 0)
    if one.attack:
        value = of_striking(look, target, one, boosted) // max(1, one.actions)
        return value - price if value - price >= LEAST else 0
    if one.works == "superficial-treatment":
        lacking = target.most_endurance() - target.endurance
        return 170 if lacking >= 5 else 0
    if one.works == "rally":
        return 40 if unit.focus > 8 else 0
    if one.works == "kip-up":
        return 160
    if one.works in WORTHLESS:
        return 0
    if one.against == "constitution" and not target.prone:
        if "prone" in one.effect:
            bonus = unit.sheet.proficiency(one.proficiencies) + unit.bulk() - target.bulk()
            odds = chance(unit, 0, 1, condition.constitution(target) - bonus)
            return odds * friends_near(combat, unit, target) - price
    return 0


def friends_near(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant
) -> int:
    """Return how many of one's side stand beside somebody."""
    return sum(
        1
        for one in combat.units
        if one.able() and one.cell >= 0 and combat.allies(one, unit)
        if geometry.distance(combat, one, target) <= 1
    )


def of_striking(look: Prospect, target: IngenuityCombatant, one: Maneuver, boosted: bool) -> int:
    """Return what an attacking manoeuvre does, with the best weapon it can be made with."""
    combat, unit = look.combat, look.unit
    bonus = one.boost_attack if boosted else one.attack_bonus
    harm = one.boost_damage if boosted else one.damage_bonus
    luck = max(one.luck_bonus, one.luck_piercing)
    best = 0
    for each, _, flies in maneuver.weapons(combat, unit, one, target):
        value = expected(look, target, each, flies, bonus, harm, luck)
        for word in [*one.effect, *([f"{one.on_hit} 2"] if one.on_hit else [])]:
            gain = EFFECTS.get(word, 0)
            if gain and each.attributes:
                own = handling(unit.sheet, each)
                total = own.bonus + bonus - 2 * unit.used[ATTACKS]
                need = max(condition.defence(target, one.against), condition.evasion(target))
                value += gain * chance(unit, own.attribute, FIGHTING, need - total) // 100
        best = max(best, value)
    if not best and one.works in ("rushing-strike", "jumping-strike", "advancing-strike"):
        for each, _ in look.arms:
            if each.melee:
                best = max(best, expected(look, target, each, False, bonus, harm))
    return best * (one.targets if one.targets > 1 else 1)


def of_power(combat: IngenuityCombat, unit: IngenuityCombatant, answer: int) -> int:
    """Return what a power is worth."""
    one = combat.library.powers[actions.a_of(answer)]
    target = combat.units[actions.b_of(answer)]
    skill, name = power.school(combat, unit, one)
    if skill < 0:
        return 0
    attribute = power.attribute_of(combat, unit, skill, name)
    bonus = unit.sheet.proficiencies.get(name, 0) - 2 * unit.used[POWERS]
    works = chance(unit, attribute, skill, one.difficulty - bonus)
    price = STAMINA * one.cost
    if one.concentration and unit.concentrates:
        return 0
    value = effect_of(combat, unit, target, one, attribute, skill, bonus)
    return works * value // 100 // max(1, one.actions) - price


def effect_of(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Power,
    attribute: int,
    skill: int,
    bonus: int,
) -> int:
    """Return what a power does that works, in hundredths of damage."""
    dice = (unit.sheet.attributes[attribute] + unit.sheet.skills[skill] + 2) // 2 + bonus
    if one.works in power.PLACED:
        cells = areas.centres(combat, unit, one)
        gains = of_areas(combat, unit, one)
        best = max([gains[cell] for cell in cells] or [0])
        return max(0, best) * (100 if one.works == "fireball" else 60)
    if one.works == "mend":
        return 80 * min((dice + 1) // 2, target.most_endurance() - target.endurance)
    if one.works == "restoration":
        return 900 if not target.awake else 0
    if one.works == "bless":
        return 0 if target.is_held("blessed") else 130
    if one.works in ("shield-of-force", "iron-breath"):
        return 260 if near_enemies(combat, unit) else 0
    if one.works in power.HELPFUL or not combat.enemies(unit, target):
        return 0
    if one.works in ("curse", "sleep"):
        odds = chance(unit, attribute, skill, condition.willpower(target) - bonus)
        return odds * (700 if one.works == "sleep" else 150) // 100
    if not target.awake:
        return 0
    less = damage.deflection(target, one.type, unit.bulk(), 0)
    if one.missiles:
        return 100 * max(one.missiles, one.missiles * one.damage - less)
    if one.works == "mental-strike":
        return 100 * max(0, dice - condition.willpower(target))
    if one.works == "water-jet":
        return 40
    against = "constitution" if one.works == "harm" else "evasion"
    level = max(one.difficulty, condition.defence(target, against))
    hits = chance(unit, attribute, skill, level - bonus)
    return hits * max(1, dice + one.damage - less)


def near_enemies(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether an enemy that can act is within 8 m."""
    return any(
        combat.enemies(unit, one) and one.able() and located(combat, unit, one)
        for one in combat.units
        if one.cell >= 0 and geometry.distance(combat, unit, one) <= 8
    )


def of_areas(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> list[int]:
    """Return how good each space is as the middle of an area: enemies less twice the friends."""
    found = [0] * combat.grid.size
    if one.works == "light":
        return found
    for other in combat.units:
        if other.present and other.awake and other.cell >= 0 and located(combat, unit, other):
            more = 4 if combat.enemies(unit, other) else -8
            for cell in geometry.near(combat, other.cell, other.size, one.radius):
                found[cell] = found[cell] + more
    return found


def of_command(look: Prospect, ally: IngenuityCombatant) -> int:
    """Return what an ally's best attack is worth, struck now."""
    best = 0
    arms = weapon.arms(look.combat, ally)
    answers = aim.strikes_among(look.combat, ally, look.enemies_of(ally), arms)
    if answers:
        its = Prospect(look.combat, ally, arms, look.flanks)
        for answer in answers:
            best = max(best, strike(its, answer, best))
    later = 0 if ally.acted else best // 4  # its own attacks get harder
    return best * 3 // 4 - later - STAMINA * spending.command_price(look.unit)


def of_moving(look: Prospect, verb: int) -> int:
    """Return what it is worth to go on: much where there is a goal, or nobody in reach."""
    combat, unit = look.combat, look.unit
    if wants_out(combat, unit):
        far = of_place(look, unit.cell) < 0
        hurry = 600 if verb == actions.MOVE else 0 if look.able > 1 else 110
        return hurry if far else 0
    if holds_ground(combat, unit):
        return 0
    if unit.prone or look.able > 1:
        return 0
    return 120 if verb == actions.MOVE else 90


def holds_ground(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether somebody stands where its team must stand."""
    for goal in combat.goals:
        if goal.side == unit.side and goal.kind == "hold":
            return unit.cell in goal.cells
    return False


def of_ready(look: Prospect, answer: int) -> int:
    """Return what waiting with a weapon is worth: a little where nobody can be struck now."""
    if look.able or answer != WAITING:
        return 0
    return 30 if look.arms[0][0].id != "bare-hands" else 0


def of_place(look: Prospect, cell: int) -> int:
    """Return how good a place is: near its goal, in reach of an enemy, on its far side."""
    combat, unit = look.combat, look.unit
    if combat.armed and combat.trapped(cell) and cell != unit.cell:
        return -10000
    if combat.door_states and look.way_out() >= 0:
        return -(10 * combat.grid.distance(cell, look.way_out(), 2))
    for goal in combat.goals:
        if goal.side == unit.side and goal.kind in ("reached", "hold", "retrieve") and goal.cells:
            return -(10 * nearest(combat.grid, cell, goal.cells))
    reach = 1
    ranged = False
    for each, piece in look.arms:
        if each.melee:
            reach = max(reach, each.reach)
        if each.ammo and (piece is None or piece.loaded > 0):
            ranged = True
    foes = look.enemies()
    if not foes:  # whoever is left is hidden: they are looked for
        return -combat.grid.distance(cell, middle_of(combat.grid), ALTERNATING)
    best = -10000
    for other in foes:
        apart = geometry.distance_from(combat, cell, unit, other)
        if ranged:
            off = apart - 6 if apart > 6 else 6 - apart
            value = -(20 * off) - 60 * (not geometry.look(combat, cell, other.cell))
        else:
            value = -(20 * max(reach, apart))
            if apart <= reach and opposite(combat, unit, cell, other):
                value += 15
        best = max(best, value)
    return best


def middle_of(grid: Grid) -> int:
    """Return the space in the middle of a map."""
    return grid.at(grid.width // 2, grid.height // 2)


def nearest(grid: Grid, cell: int, cells: list[int]) -> int:
    """Return how far the nearest of some spaces is, in metres."""
    least = grid.distance(cell, cells[0], ALTERNATING)
    for one in cells:
        apart = grid.distance(cell, one, ALTERNATING)
        if apart < least:
            least = apart
    return least


def safety(look: Prospect, cell: int, beat: int) -> int:
    """Return how safe a place is: far from enemies, out of sight of them.

    Of one that is no safer than ``beat`` even out of sight of all, a number no higher than that:
    sight is dear, and asked only as long as it may matter.
    """
    combat, unit = look.combat, look.unit
    foes = look.enemies()
    total = UNSEEN * len(foes)
    for other in foes:
        apart = geometry.distance_from(combat, cell, unit, other)
        total += apart if apart < 14 else 14
        if apart <= 2 + other.sheet.speed:
            total -= 8
    for other in foes:
        if total <= beat:
            break
        if geometry.look(combat, other.cell, cell):
            total -= UNSEEN
    return total


def opposite(
    combat: IngenuityCombat, unit: IngenuityCombatant, cell: int, target: IngenuityCombatant
) -> bool:
    """Return whether a friend stands on the other side of somebody. Rule: geometry.flank."""
    grid = combat.grid
    if target.size > 1:
        return False
    far = grid.beside(
        target.cell, grid.xs[target.cell] - grid.xs[cell], grid.ys[target.cell] - grid.ys[cell]
    )
    if far < 0:
        return False
    holder = combat.at(far)
    return holder is not None and holder is not unit and combat.allies(unit, holder)


def in_reach(
    combat: IngenuityCombat, unit: IngenuityCombatant, foes: list[IngenuityCombatant]
) -> int:
    """Return whether somebody has any of its enemies beside it."""
    for one in foes:
        if geometry.distance(combat, unit, one) <= 2:
            return 1
    return 0


def reactions_left(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Return how many reactions somebody has left until its next turn.

    Rules: reaction.one, reaction.extra.
    """
    if not budget.can_react(combat, unit):
        return 0
    return (2 if unit.is_held("waiting") else 1) - unit.used[REACTIONS]


def should_intercept(combat: IngenuityCombat, who: int, asked: Reply) -> bool:
    """Return whether to take an ally's place: where it is weak and one is strong."""
    window = asked.window
    if not isinstance(window, Reactions):
        return False
    unit = combat.units[who]
    ally = combat.units[window.attack.target]
    strong = unit.endurance >= 8 and unit.stamina > 4
    return strong and ally.endurance <= 3 and unit.endurance > ally.endurance + 4


def of_fate(combat: IngenuityCombat, asked: Choice) -> int:
    """Spend fate on what would fell one, keep it otherwise."""
    unit = combat.units[asked.who]
    if asked.rule == "fate.halve" and unit.endurance == 0:
        return asked.answers()[-1]
    return PASS if PASS in asked.answers() else asked.fallback()
