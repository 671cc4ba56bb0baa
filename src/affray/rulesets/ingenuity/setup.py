"""Before the first turn: who takes part, the order of teams, deployment, ambushes."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Placed, RoundBegan, Told
from affray.core.grid import ALTERNATING
from affray.core.setup import Member, Setup
from affray.rulesets.ingenuity import carrying, condition, end, gm
from affray.rulesets.ingenuity.action import hands, test
from affray.rulesets.ingenuity.choice.menu import Beside, Places
from affray.rulesets.ingenuity.movement import ground, paths
from affray.rulesets.ingenuity.resource import downtime
from affray.rulesets.ingenuity.sheet import Sheet, gear
from affray.rulesets.ingenuity.state import (
    Goal,
    IngenuityCombat,
    IngenuityCombatant,
    Library,
    Piece,
)
from affray.rulesets.ingenuity.terms import (
    AGILITY,
    ALLIED,
    DEPLOY_PHASE,
    DEXTERITY,
    HOSTILE,
    ITEM,
    NEUTRAL,
    NO_BRANDISH,
    OPTION_NAMES,
    PICK_PHASE,
    RANKS,
    SCOPES,
)

APPROACH: Final = 12  # the stealth result of those who start undetected


HOW: Final = ("", "given", "stealth")  # surprise.causes


def faults(setup_: Setup, library: Library) -> list[str]:
    """Return what is wrong with an encounter.

    Rules: setup.teams, setup.objective-kinds, setup.starting-state, surprise.causes, gm.seat.
    """
    found: list[str] = []
    if len({member.side for member in setup_.members if member.arrives < 2}) < 2:
        found.append("side: found one team, expected at least two [setup.teams]")
    if setup_.surprise not in HOW:
        what = f"found {setup_.surprise}, expected given or stealth"
        found.append(f"surprise.how: {what} [surprise.causes]")
    for name, value in setup_.options.items():
        found.extend(gm.option_faults(setup_, name, value, library))
    for objective in setup_.objectives:
        if objective.kind not in end.KINDS or not objective.wins:
            what = f"found {objective.kind}, expected one of {', '.join(end.KINDS)}"
            found.append(f"win: {what} [setup.objective-kinds]")
    found.extend(placement_faults(setup_))
    ranked = bool(setup_.options.get(OPTION_NAMES[RANKS], False))
    for number, member in enumerate(setup_.members):
        for what in downtime.faults(member, ranked):
            found.append(f"member[{number}].with.{what} [setup.starting-state]")
    return found


def placement_faults(setup_: Setup) -> list[str]:
    """Return what is wrong with where those stand who fill several spaces.

    Rules: geometry.footprint, movement.occupied.
    """
    found: list[str] = []
    here = [member for member in setup_.members if member.cell >= 0 and member.arrives == 0]
    for number, member in enumerate(setup_.members):
        if member not in here or spaces_wide(member) == 1:
            continue
        cells = setup_.grid.footprint(member.cell, spaces_wide(member))
        where = f"member[{number}].at: found {setup_.grid.name(member.cell)}"
        wide = f"{spaces_wide(member)} x {spaces_wide(member)} spaces"
        if not cells or any(setup_.grid.ground[cell] in ground.SOLID for cell in cells):
            found.append(f"{where}, expected room for {wide} [geometry.footprint]")
        for other in here:
            others = setup_.grid.footprint(other.cell, spaces_wide(other))
            if other is not member and any(cell in others for cell in cells):
                what = f"of which {other.name} fills some"
                found.append(f"{where}, {what}, expected {wide} of its own [movement.occupied]")
    return found


def spaces_wide(member: Member) -> int:
    """Return how many spaces wide a member is. Rule: geometry.footprint."""
    own = member.sheet
    assert isinstance(own, Sheet)
    return own.footprint


def enlisted(member: Member, index: int, library: Library) -> IngenuityCombatant:
    """Return a participant with its gear. Rule: setup.held-items."""
    own = member.sheet
    assert isinstance(own, Sheet)
    unit = IngenuityCombatant(index, member.side, member.name, -1, own)
    unit.count_by(SCOPES)
    unit.seats = member.seats
    unit.ammo = [own.ammo.get(name, 0) for name in library.ammo]
    free = own.hands
    kinds = gear(own)
    wanted = member.holding
    order = [*kinds[:1], *own.shields, *kinds[1:]] if kinds else []
    chosen: list[int] = []
    for thing in order:
        likes = thing.id in wanted if wanted is not None else thing.kind != ITEM
        room = kinds.count(thing) > chosen.count(thing.number)
        if likes and thing.hands <= free and room:
            free -= thing.hands
            chosen.append(thing.number)
    for thing in kinds:
        piece = Piece(thing.number)
        piece.loaded = thing.magazine
        piece.uses = thing.uses
        if thing.number in chosen:
            piece.held = True
            chosen.remove(thing.number)
        piece.serial = index * 100 + len(unit.pieces)
        unit.pieces.append(piece)
    return unit


def bring_in(combat: IngenuityCombat, unit: IngenuityCombatant, member: Member) -> None:
    """Let a participant begin as the encounter says: where, in what state, hidden, or later.

    Rules: setup.starting-state, setup.deployment, setup.initiative.fixed.
    """
    if combat.options[RANKS]:
        gm.ranked(unit)
    if member.undetected:
        unit.hidden = sum(1 << n for n, one in enumerate(combat.units) if one.side != unit.side)
        unit.stealth = APPROACH
    if member.arrives > combat.round:
        unit.present = False
        unit.arrives, unit.entry = member.arrives, member.cell
    elif member.cell >= 0:
        combat.stand(unit, member.cell)
    downtime.take_up(combat, unit, member)
    carrying.weigh(combat, unit)


def goals_of(setup_: Setup) -> list[Goal]:
    """Return the objectives of the teams. Rule: setup.objectives."""
    names = [member.name for member in setup_.members]
    found: list[Goal] = []
    for objective in setup_.objectives:
        if objective.wins:
            who = [names.index(name) for name in objective.who if name in names]
            goal = Goal(objective.kind, objective.side, who, objective.cells, objective.number)
            goal.item = objective.item
            goal.when = objective.when
            found.append(goal)
    return found


def instigate(combat: IngenuityCombat, setup_: Setup) -> None:
    """Note who began the fight, and whom it attacks first.

    Rules: setup.initiative.instigator, setup.instigating-action.
    """
    names = [unit.name for unit in combat.units]
    combat.began = setup_.instigator
    if setup_.instigators:
        combat.instigator = names.index(setup_.instigators[0])
        combat.began = combat.units[combat.instigator].side
    word = str(setup_.options.get("instigates", ""))
    if word in names:
        combat.aimed = names.index(word)


def stances(setup_: Setup) -> list[int]:
    """Return how every team stands to every other. Rule: setup.hostility."""
    count = len(setup_.sides)
    found = [HOSTILE] * (count * count)
    for a, side in enumerate(setup_.sides):
        for words, stance in ((side.neutral, NEUTRAL), (side.allied, ALLIED)):
            for b in words:
                found[a * count + b] = found[b * count + a] = stance
        found[a * count + a] = ALLIED
    return found


def order_teams(combat: IngenuityCombat, instigating: int) -> list[int]:
    """Return the teams as they stand without a word of the GM.

    Instigator or quickest, attacked, the others as listed.
    Rules: setup.initiative.instigator, setup.initiative.attacked, setup.initiative.others.
    """
    order = [instigating if instigating >= 0 else gm.quickest(combat)]
    if combat.aimed >= 0 and combat.units[combat.aimed].side not in order:
        order.append(combat.units[combat.aimed].side)
    late = latecomers(combat)
    for side in range(len(combat.side_ids)):
        if side not in order and side not in late:
            order.append(side)
    return order + [side for side in late if side not in order]


def arrange(combat: IngenuityCombat) -> None:
    """Fix the order of teams; the GM names what the story leaves open.

    Rules: setup.initiative.fixed, setup.combat-start.
    """
    began = combat.began
    usual = order_teams(combat, began)
    late = latecomers(combat)
    order: list[int] = []
    while len(order) < len(usual):
        rest = [side for side in range(len(usual)) if side not in order]
        if len(order) < len(usual) - len(late):
            rest = [side for side in rest if side not in late]
        left = [side for side in usual if side in rest]
        default = left[0]
        named = len(order) == 0 and began >= 0
        if len(order) == 1 and combat.aimed >= 0:
            named = True  # setup.initiative.attacked
        side = default
        if not named and len(rest) > 1 and default not in late:
            side = gm.named_team(combat, rest, default, first=not order)
        order.append(side)
    combat.rota.order = order
    combat.rota.at = len(order) - 1
    combat.phase = DEPLOY_PHASE
    combat.mark_changed()


def deploy(combat: IngenuityCombat) -> None:
    """Place one member, the first team last. Rule: setup.deployment."""
    for side in reversed(combat.rota.order):
        for unit in combat.units:
            if unit.side == side and unit.cell < 0 and unit.present:
                place(combat, unit)
                return
    combat.phase = PICK_PHASE
    combat.mark_changed()
    if combat.watched:
        combat.tell(RoundBegan(combat.round, "setup.initiative.fixed"))


def place(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let a team place a member in its zone, or as near to it as there is room."""
    zone = [unit.entry] if unit.entry >= 0 else combat.starts[unit.side]
    places = [
        cell
        for cell in zone
        if ground.standing(combat, cell, unit.size) and paths.room(combat, unit, cell)
    ]
    if not places:
        near = [
            (min([combat.grid.distance(cell, one, ALTERNATING) for one in zone] or [0]), cell)
            for cell in range(combat.grid.size)
            if ground.standing(combat, cell, unit.size) and paths.room(combat, unit, cell)
        ]
        places = [min(near)[1]] if near else []
    if not places:
        unit.present = False
        combat.mark_changed()
        return
    options = [(1 + cell, combat.grid.name(cell)) for cell in places]
    answer = options[0][0]
    if len(options) > 1:
        menu = Places(unit.seats, unit.index, "setup.deployment", options, answer)
        answer = combat.ask(menu)
    combat.stand(unit, answer - 1)
    if combat.watched:
        combat.tell(Placed(unit.index, -1, unit.cell, "setup.deployment", "deploy", -1, "deploy"))


def reinforce(combat: IngenuityCombat) -> None:
    """Let those join who arrive in the round that begins. Rule: setup.initiative.fixed."""
    for who in combat.in_order():
        unit = combat.units[who]
        if unit.awaited() and unit.arrives <= combat.round:
            unit.present = True
            place(combat, unit)
            if unit.present and combat.watched:
                combat.tell(Told("joins", who, -1, "", 0, "setup.initiative.fixed", cell=unit.cell))


def latecomers(combat: IngenuityCombat) -> list[int]:
    """Return the teams that join later, the first to come first. Rule: setup.initiative.fixed."""
    found: list[tuple[int, int]] = []
    for side in range(len(combat.side_ids)):
        rounds = [unit.arrives for unit in combat.units if unit.side == side]
        if rounds and min(rounds) > 0:
            found.append((min(rounds), side))
    found.sort()
    return [side for _, side in found]


def stalk(combat: IngenuityCombat) -> None:
    """Test whether those who approach unseen surprise the others: all of them, or nobody.

    Rules: surprise.causes, surprise.third-teams, dice.order.
    """
    combat.ambush = False
    order = [combat.units[who] for who in combat.in_order()]
    stealthy = [one for one in order if sneaks(combat, one)]
    found = False
    wary = [unit for unit in combat.units if unit.side in combat.surprised and unit.awake]
    best = max([unit.sheet.perception for unit in wary if unit.present] or [0])
    for unit in stealthy:
        made = test.Test(unit, DEXTERITY, AGILITY, "surprise.causes")
        made.proficiency = unit.sheet.proficiencies.get("Stealth", 0)
        made.better, made.worse = condition.stealth(unit)
        made.level = best
        unit.stealth = test.make(combat, made)
        found = found or unit.stealth < best
    if found:
        combat.surprised = []
        combat.round = 1
    combat.mark_changed()


def sneaks(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether somebody approaches unseen: of the team of which the encounter says so.

    Rule: surprise.third-teams.
    """
    if not unit.able() or unit.side in combat.surprised:
        return False
    return combat.surprising in (-1, unit.side)


class FirstGrip(Beside):
    """What is held at the start of the first turn. Rule: setup.free-brandish."""

    def __init__(
        self,
        unit: IngenuityCombatant,
        options: list[tuple[int, str]],
        others: list[tuple[int, str]],
        held: str,
    ) -> None:
        super().__init__(unit.seats, unit.index, "setup.free-brandish", options, others)
        self.held = held

    def prompt(self) -> str:
        return f"In hand: {self.held}"


def free_brandish(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Choose once for free what one holds, once one can act. Rule: setup.free-brandish."""
    if unit.brandished or unit.actions < 1:
        return
    unit.brandished = True
    if combat.options[NO_BRANDISH]:
        return
    options = [(PASS, "keep")]
    others: list[tuple[int, str]] = []
    pieces = hands.at_hand(combat, unit)
    for code in hands.grips(combat, unit, pieces):
        if not hands.forbids_grip(combat, unit, code, pieces):
            useful = hands.worth_holding(combat, pieces, code)
            (options if useful else others).append((code, hands.key(combat, unit, code)))
    if len(options) > 1 or others:
        answer = combat.ask(FirstGrip(unit, options, others, hands.words_held(combat, unit)))
        if answer != PASS:
            hands.brandish(combat, unit, answer)
