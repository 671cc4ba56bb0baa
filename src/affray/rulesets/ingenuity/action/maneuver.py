"""Manoeuvres: what they cost, whom they are for, what they need, what forbids them."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity import actions, condition, geometry
from affray.rulesets.ingenuity.action import power
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.definitions import RUSHES, Maneuver, Thing
from affray.rulesets.ingenuity.movement import paths
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    RELENTLESS,
    RELOADING,
    SHIELD,
    STUPEFIED,
    TREATED,
    TRIP,
    WINDED,
)

OTHERS: Final = ("inspire", "alleviate")  # for an ally, not for oneself
HEARD: Final = ("alleviate", "cutting-words", "demoralize")  # no need to be seen
ASLEEP: Final = ("push", "anatomize")  # works on the unconscious too
ANYWHERE: Final = 1000  # metres
PAIRED: Final = ("cutting-words",)  # each attribute has a proficiency of its own


def by_id(combat: IngenuityCombat, id: str) -> Maneuver:
    """Return a manoeuvre by its id."""
    return combat.library.named[id]


def cost(unit: IngenuityCombatant, one: Maneuver, boosted: bool) -> int:
    """Return the stamina it takes. Rules: action.resources, maneuver.steps."""
    if unit.used[WINDED]:
        return 0
    total = one.stamina + (one.boost if boosted else 0)
    if one.attack and total and not unit.used[RELENTLESS] and unit.talented("relentless-offense"):
        total -= 1
    return total


def cannot(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    boosted: bool,
) -> str:
    """Return the rule that forbids a manoeuvre on a target, "" if none does.

    Rules: maneuver.steps, maneuver.no-limit.
    """
    return unready(unit, one, boosted) or cannot_on(combat, unit, one, target)


def cannot_on(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    arms: list[tuple[Thing, Piece | None]] | None = None,
) -> str:
    """Return the rule that forbids a manoeuvre on a target to who is ready for it.

    ``arms`` is what it can attack with, where a menu has looked that up: it asks whether anything
    can be done, and of all that keeps a weapon from it no rule is sought.
    """
    if one.alone:
        return cannot_alone(combat, unit, one) if target is unit else "maneuver.steps"
    if target.cell < 0 or not target.present:
        return "maneuver.steps"
    if one.attack:
        return cannot_strike(combat, unit, one, target, arms)
    return cannot_test(combat, unit, one, target)


def unready(unit: IngenuityCombatant, one: Maneuver, boosted: bool) -> str:
    """Return the rule that forbids a manoeuvre on anybody, "" if none does.

    Rules: maneuver.steps, action.resources, maneuver.reaction, gm.creature-ranks.
    """
    if one.timing == "reaction":
        return "maneuver.reaction"
    if boosted and not one.boost:
        return "maneuver.steps"
    if cost(unit, one, boosted) > unit.stamina or one.focus > unit.focus:
        return "action.resources"
    if one.health and unit.health <= one.health:
        return "action.resources"
    return "gm.creature-ranks" if unit.spent() else ""


def cannot_test(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> str:
    """Return the rule that forbids a manoeuvre which tests against somebody, or for somebody."""
    if one.difficulty:
        if not combat.allies(unit, target) or not target.awake:
            return "maneuver.steps"
        if target is unit and one.works in OTHERS:
            return "maneuver.steps"
        if one.works == "superficial-treatment" and target.used[TREATED]:
            return "maneuver.no-limit"
    elif target is unit or not (target.awake or one.works in ASLEEP):
        return "maneuver.steps"
    if one.works == "stupefy" and unit.used[STUPEFIED] >> target.index & 1:
        return "maneuver.no-limit"
    if one.works == "disarm" and not disarmable(target):
        return "maneuver.steps"
    if one.works == "grapple" and unit.grappling not in (-1, target.index):
        return "condition.grappled"
    heard = one.works in HEARD
    if geometry.blind_to(combat, unit, target) and not (heard and combat.allies(unit, target)):
        return "attack.unseen-target"
    if geometry.distance(combat, unit, target) > reach_of(combat, unit, one):
        return "geometry.range"
    return "" if heard or geometry.sees(combat, unit, target) else "geometry.line-of-sight"


def reach_of(combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver) -> int:
    """Return how far a manoeuvre reaches. Rule: maneuver.steps."""
    if one.works == "feint":  # within melee reach
        arms = weapon.arms(combat, unit)
        return max([1] + [weapon.reach_of(unit, each) for each, _ in arms if each.melee])
    if one.works == "anatomize":  # in sight
        return ANYWHERE
    return max(1, one.range)


def meant_for(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> bool:
    """Return whether a manoeuvre is for somebody of this kind: what is listed, not what is legal.

    Rule: attack.ally.
    """
    if one.alone:
        return target is unit
    if one.attack or not one.difficulty:
        return combat.enemies(unit, target)
    return combat.allies(unit, target)


def longest(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    arms: list[tuple[Thing, Piece | None]],
) -> int:
    """Return how many metres a manoeuvre comes at most with some weapons.

    Rules: maneuver.attack, maneuver.steps.
    """
    if one.alone or one.works in RUSHES:
        return ANYWHERE
    if not one.attack:
        return reach_of(combat, unit, one)
    most = longest_reach(unit, one, arms) + one.step + 1 if one.step else -1
    for each, _ in arms:
        if fits(one, each):
            for flies in weapon.ways(each):
                if not (one.melee and flies) and not (one.ranged and not flies):
                    most = max(most, weapon.farthest(unit, each, flies))
    return most


def disarmable(target: IngenuityCombatant) -> list[int]:
    """Return the places of what somebody holds."""
    return [n for n, piece in enumerate(target.pieces) if piece.held]


def weapons(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> list[tuple[Thing, Piece | None, bool]]:
    """Return what an attacking manoeuvre can be made with. Rule: maneuver.attack."""
    found: list[tuple[Thing, Piece | None, bool]] = []
    if target is unit or not target.present or target.cell < 0 or unit.cell < 0:
        return found
    if geometry.blind_to(combat, unit, target):
        return found
    apart = geometry.distance(combat, unit, target)
    for each, piece in weapon.arms(combat, unit):
        for flies in weapon.ways(each):
            if serves(combat, unit, one, each, piece, flies, apart):
                found.append((each, piece, flies))
    return found if found and geometry.sees(combat, unit, target) else []


def armed(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    arms: list[tuple[Thing, Piece | None]],
) -> bool:
    """Return whether any of some weapons is among ``weapons``, for a target that is not unseen."""
    if target is unit or not target.present or target.cell < 0 or unit.cell < 0:
        return False
    apart = geometry.distance(combat, unit, target)
    for each, piece in arms:
        for flies in weapon.ways(each):
            if serves(combat, unit, one, each, piece, flies, apart):
                return geometry.sees(combat, unit, target)
    return False


def serves(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    each: Thing,
    piece: Piece | None,
    flies: bool,
    apart: int,
) -> bool:
    """Return whether a manoeuvre can be made with a weapon so many metres away, and now.

    Most are too far: that is told at once. Rule: maneuver.attack.
    """
    return (
        apart <= weapon.farthest(unit, each, flies)
        and suits(combat, unit, one, each, piece, flies, apart)
        and not weapon.cannot_use(combat, unit, each, piece, flies)
    )


def why_unarmed(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> str:
    """Return the rule by which there is nothing to make a manoeuvre with.

    Rules: maneuver.attack, attack.unseen-target.
    """
    if geometry.blind_to(combat, unit, target):
        return "attack.unseen-target"
    apart = geometry.distance(combat, unit, target)
    for each, piece in weapon.arms(combat, unit):
        for flies in weapon.ways(each):
            if suits(combat, unit, one, each, piece, flies, apart):
                rule = weapon.cannot_attack(combat, unit, target, each, piece, flies)
                if rule:
                    return rule
    return "maneuver.attack"


def fits(one: Maneuver, each: Thing) -> bool:
    """Return whether a manoeuvre is for weapons of this kind. Rule: maneuver.attack."""
    for word in each.proficiencies:
        if word in one.proficiencies:
            return True
    return False


def suits(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    each: Thing,
    piece: Piece | None,
    flies: bool,
    apart: int,
) -> bool:
    """Return whether a manoeuvre can be made with a weapon at a distance.

    Rules: maneuver.attack, attack.unfit.
    """
    if (one.melee and flies) or (one.ranged and not flies) or not fits(one, each):
        return False
    if one.works == "point-blank-shot":
        return bool(each.ammo) and each.unfit < apart <= 2
    if one.works == "shield-crush":
        return piece is not None and combat.thing(piece).kind == SHIELD and not flies
    if one.works == "tripping-strike":
        return each.has(TRIP) or "Unarmed" in each.proficiencies
    if one.works == "dancing-strike":
        return apart <= 1
    if one.targets > 1 and one.works != "suppressing-fire":  # not to be reloaded in between
        shots = piece.loaded if piece is not None and each.reload else 1000
        return shots >= one.targets and ammunition(combat, unit, each) >= one.targets
    return True


def ammunition(combat: IngenuityCombat, unit: IngenuityCombatant, each: Thing) -> int:
    """Return how many shots somebody has for a weapon."""
    number = spending.ammo_of(combat, each)
    return unit.ammo[number] if number >= 0 else 1000 if not each.thrown else 1


def against(one: Maneuver, target: IngenuityCombatant) -> int:
    """Return what an ancestry adds to a defence against a manoeuvre. Rule: sheet.ancestry."""
    if target.sheet.headstrong and "Intimidate" in one.proficiencies:
        return 1
    moves = one.push or "prone" in one.effect
    return 1 if target.sheet.steady and moves and one.against == "constitution" else 0


def at_best(unit: IngenuityCombatant, one: Maneuver) -> tuple[int, int]:
    """Return the listed attribute and the proficiency that promise most.

    Rules: maneuver.steps, test.one-proficiency.
    """
    own = unit.sheet
    best = (one.attributes[0], own.proficiency(one.proficiencies))
    most = -1
    for place, attribute in enumerate(one.attributes):
        names = one.proficiencies
        if one.works in PAIRED:
            names = names[place : place + 1]
        bonus = own.proficiency(names)
        if own.attributes[attribute] + 2 * bonus > most:
            best, most = (attribute, bonus), own.attributes[attribute] + 2 * bonus
    return best


def forgotten(combat: IngenuityCombat) -> None:
    """Forget the manoeuvres that nobody can mimic any more."""
    oldest = min([unit.last_turn for unit in combat.units if unit.present] or [combat.turns])
    combat.shown = [one for one in combat.shown if one // 100000 >= oldest]


def cannot_strike(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    arms: list[tuple[Thing, Piece | None]] | None,
) -> str:
    """Return the rule that forbids an attacking manoeuvre, "" if none does.

    With ``arms`` given, all that keeps them from it goes by one rule: see ``cannot_on``.
    """
    if target is unit:
        return "maneuver.attack"
    if geometry.blind_to(combat, unit, target):
        return "attack.unseen-target"
    if one.works in RUSHES:
        return "" if approaches(combat, unit, one, target) else "geometry.reach"
    if one.works == "dancing-strike" and target.bulk() > unit.bulk():
        return "maneuver.steps"
    if one.works == "spell-attack" and not power.for_spell_attack(combat, unit, target):
        return "power.learned-only"
    at_hand = arms if arms is not None else weapon.arms(combat, unit)
    if armed(combat, unit, one, target, at_hand):
        return cannot_volley(combat, unit, one, target) if one.works in SHOTS else ""
    if one.step and comes_closer(combat, unit, one, target, at_hand):
        return ""
    return why_unarmed(combat, unit, one, target) if arms is None else "maneuver.attack"


def closer(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> list[int]:
    """Return the spaces a metre away and nearer from which a melee weapon reaches a target."""
    most = near_enough(combat, unit, one, target, weapon.arms(combat, unit))
    if most < 0:
        return []
    return [
        cell
        for cell in paths.step_goals(combat, unit)
        if paths.apart(combat, cell, unit, target) <= most and paths.unhindered(combat, unit, cell)
    ]


def comes_closer(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    arms: list[tuple[Thing, Piece | None]],
) -> bool:
    """Return whether ``closer`` finds any space with some weapons."""
    most = near_enough(combat, unit, one, target, arms)
    if most < 0:
        return False
    for cell in paths.step_goals(combat, unit):
        if paths.apart(combat, cell, unit, target) <= most and paths.unhindered(combat, unit, cell):
            return True
    return False


def near_enough(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    arms: list[tuple[Thing, Piece | None]],
) -> int:
    """Return how many metres from a target a step has to end, nearer and in reach; -1: it cannot.

    A manoeuvre whose step leads away has it after the attack.
    """
    apart = geometry.distance(combat, unit, target)
    longest = longest_reach(unit, one, arms)
    if one.attack_bonus < 0 or apart > longest + one.step + 1:
        return -1
    return min(apart - 1, longest)


def longest_reach(
    unit: IngenuityCombatant, one: Maneuver, arms: list[tuple[Thing, Piece | None]]
) -> int:
    """Return the longest reach, in metres, with which a manoeuvre can be made."""
    longest = 0
    for each, _ in arms:
        if each.melee and fits(one, each):
            longest = max(longest, weapon.farthest(unit, each, False))
    return longest


def approaches(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> list[tuple[int, list[int]]]:
    """Return where a rush or a leap may end, so that a melee weapon then reaches the target."""
    found = rushes(combat, unit, one)
    if not found:
        return []
    longest = longest_reach(unit, one, weapon.arms(combat, unit))
    return [
        (spent, way)
        for spent, way in found
        if paths.apart(combat, way[-1], unit, target) <= longest
    ]


def rushes(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver
) -> list[tuple[int, list[int]]]:
    """Return where a rush or a leap may end, whomever it is aimed at."""
    pool = condition.speed(unit)
    if unit.prone or unit.grappling >= 0 or pool < 2:
        return []
    if one.works == "rushing-strike":
        return [(spent, way) for spent, way in paths.straight(combat, unit, 2 * pool) if spent >= 3]
    return paths.leaps(combat, unit, (pool + 1) // 2)


def cannot_alone(combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver) -> str:
    """Return the rule that forbids a manoeuvre which has no single target."""
    if one.works == "kip-up":
        return "" if unit.prone else "action.stand-up"
    if one.works == "escape":
        return cannot_slip_away(combat, unit)
    if one.works == "percussive-maintenance":
        busy = unit.task == RELOADING
        return "" if busy or unloaded(combat, unit) else "attack.ammunition"
    if one.works == "mimic-action":
        return "" if can_mimic(combat, unit, one) else "maneuver.steps"
    if one.works == "suppressing-fire":
        return "" if covered(combat, unit, one) else "attack.ammunition"
    return ""


def cannot_slip_away(combat: IngenuityCombat, unit: IngenuityCombatant) -> str:
    """Return why no Move or Sprint could follow at once, "" if one could.

    Rules: action.move, action.sprint, action.no-target.
    """
    if combat.active != unit.index or unit.actions < 2:
        return "turn.three-actions"
    rule = paths.forbids_moving(combat, unit, actions.code_of(actions.MOVE))
    if rule and not paths.forbids_moving(combat, unit, actions.code_of(actions.SPRINT)):
        return ""
    return rule


def unloaded(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return the mechanical weapons in hand that want loading."""
    found: list[int] = []
    for place, piece in enumerate(unit.pieces):
        thing = combat.thing(piece)
        if piece.held and thing.reload > 1 and piece.loaded < thing.magazine:
            if unit.ammo[spending.ammo_of(combat, thing)] > 0:
                found.append(place)
    return found


SWEEP: Final = "sweeping-strike"
SHOTS: Final = ("double-shot", "triple-shot")


def is_volley(one: Maneuver) -> bool:
    """Return whether a manoeuvre strikes at several at once."""
    return one.works == SWEEP or one.works in SHOTS


def cannot_volley(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> str:
    """Return the rule that forbids a volley: there must be a target for every shot."""
    for each, piece, _ in weapons(combat, unit, one, target):
        more = one.targets - 1
        if more < 1:
            return ""
        for other in combat.units:
            if other is not target and may_be_shot(combat, unit, each, piece, other):
                more -= 1
                if more < 1:
                    return ""
    return "maneuver.steps"


def others(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    each: Thing,
    piece: Piece | None,
    taken: list[int],
) -> list[int]:
    """Return who else can be shot at."""
    return [
        one.index
        for one in combat.units
        if one.index not in taken and may_be_shot(combat, unit, each, piece, one)
    ]


def may_be_shot(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    each: Thing,
    piece: Piece | None,
    other: IngenuityCombatant,
) -> bool:
    """Return whether somebody is an enemy that can be seen and shot at."""
    return (
        other.present
        and combat.enemies(unit, other)
        and not geometry.blind_to(combat, unit, other)
        and not weapon.cannot_attack(combat, unit, other, each, piece, True)
    )


def inside(combat: IngenuityCombat, unit: IngenuityCombatant, cells: list[int]) -> bool:
    """Return whether somebody fills any of some spaces."""
    if not unit.present or unit.cell < 0:
        return False
    return any(cell in cells for cell in combat.grid.footprint(unit.cell, unit.size))


def covered(combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver) -> list[int]:
    """Return the middles of the areas on which fire can be kept with what is in hand.

    An area is 3 m wide and holds no visible enemy in the open. Rules: geometry.line-of-sight,
    attack.ammunition.
    """
    armed = firearm(combat, unit, one)
    if armed is None:
        return []
    grid = combat.grid
    found: list[int] = []
    for cell in range(grid.size):
        apart = geometry.distance_to(combat, unit, cell)
        if apart < 2 or weapon.penalty_at(unit, apart, armed[0], True) != 0:
            continue
        if not geometry.look(combat, unit.cell, cell):
            continue
        area = grid.around(cell, 1)
        seen = [
            other
            for other in combat.units
            if combat.enemies(unit, other)
            and inside(combat, other, area)
            and not geometry.blind_to(combat, unit, other)
            and not geometry.behind_cover(combat, unit, other)
        ]
        if not seen:
            found.append(cell)
    return found


def firearm(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver
) -> tuple[Thing, Piece | None] | None:
    """Return the weapon in hand that has shots enough."""
    for each, piece in weapon.arms(combat, unit):
        if each.ammo and any(word in one.proficiencies for word in each.proficiencies):
            number = spending.ammo_of(combat, each)
            shots = piece.loaded if piece is not None and each.reload else one.ammo
            if number >= 0 and unit.ammo[number] >= one.ammo and shots >= one.ammo:
                if not weapon.cannot_use(combat, unit, each, piece, True):
                    return each, piece
    return None


def seen_lately(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[Maneuver]:
    """Return the one-action manoeuvres that others used since the own last turn."""
    found: list[Maneuver] = []
    for code in combat.shown:
        one = combat.library.maneuvers[code % 1000]
        who = code // 1000 % 100
        if code // 100000 < unit.last_turn or who == unit.index or one in found:
            continue
        if one.timing == "action" and one.actions == 1 and one.works != "mimic-action":
            found.append(one)
    return found


def mimicries(
    combat: IngenuityCombat, unit: IngenuityCombatant, paid: int
) -> list[tuple[Maneuver, IngenuityCombatant]]:
    """Return what can be repeated on whom once ``paid`` focus is gone."""
    found: list[tuple[Maneuver, IngenuityCombatant]] = []
    unit.focus -= paid
    for one in seen_lately(combat, unit):
        for target in combat.units:
            if not meant_for(combat, unit, one, target):
                continue
            if not cannot(combat, unit, one, target, boosted=False):
                found.append((one, target))
    unit.focus += paid
    return found


def can_mimic(combat: IngenuityCombat, unit: IngenuityCombatant, own: Maneuver) -> bool:
    """Return whether there is anything to repeat."""
    return bool(mimicries(combat, unit, own.focus))


def unlearned(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[Maneuver]:
    """Return the manoeuvres that one could improvise, those that strike last.

    Rule: maneuver.improvise.
    """
    found = unit.sheet.unlearned
    if found is None:
        own = unit.sheet.maneuvers
        others = [
            one for one in combat.library.maneuvers if one not in own and one.timing != "reaction"
        ]
        found = [one for one in others if not one.attack]
        found.extend([one for one in others if one.attack])
        unit.sheet.unlearned = found
    return found


def feats(unit: IngenuityCombatant) -> list[int]:
    """Return the manoeuvres one has learned for one's turn, plain (even) and boosted (odd)."""
    found = unit.sheet.feats
    if found is None:
        found = []
        for maneuver in unit.sheet.maneuvers:
            if maneuver.timing != "reaction":
                found.append(maneuver.number * 2)
                if maneuver.boost:
                    found.append(maneuver.number * 2 + 1)
        unit.sheet.feats = found
    return found
