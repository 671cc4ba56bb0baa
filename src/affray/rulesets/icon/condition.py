"""Statuses, blights, marks, stances and effects: gaining, saving, ending."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.dice import SAVE, Dice, Throw
from affray.core.effect import NEVER, NEXT_TURN_END, TURN_END, TURN_START, Effect, Held
from affray.rulesets.icon import trait
from affray.rulesets.icon.deed import Use
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import JUMPS, ONCE, ONGOING, STEADIER, WIDER
from affray.rulesets.icon.vocabulary import BLIGHT, MARK, STANCE, STATUS, State

PASSED: Final = 10  # roll.save-ten


# ---- saves -------------------------------------------------------------------------------------


class Save(Throw):
    """A d20 with the best boon or curse die: 1 if 10 or more.

    Rules: roll.save-ten, roll.save-no-bonus, roll.boon-highest, roll.curse-highest.
    """

    def __init__(self, boons: int) -> None:
        self.boons = boons

    def made(self, dice: Dice) -> int:
        total = dice.roll(20)
        best = 0
        for _ in range(abs(self.boons)):
            best = max(best, dice.roll(6))
        return 1 if total + (best if self.boons > 0 else -best) >= PASSED else 0

    def key(self) -> tuple[int, ...]:
        return (self.boons,)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        best = max([0, *faces[1:]])
        total = faces[0] + (best if self.boons > 0 else -best)
        return [("roll", faces, total), ("against", [], PASSED)]


def save_boons(combat: IconCombat, unit: Unit) -> int:
    """Return the boons of a character's saves. Rule: roll.boon-curse-cancel."""
    return sum([amount for amount, _ in save_parts(combat, unit)])


def save_parts(combat: IconCombat, unit: Unit) -> list[tuple[int, str]]:
    """Return the boons of a character's saves, each with its rule.

    Rules: effect.aura, effect.stance, sheet.traits-always-on.
    """
    parts: list[tuple[int, str]] = []
    if combat.has(unit, "calm"):
        parts.append((combat.library.states["calm"].number, "effect.aura"))
    for trait_ in unit.sheet.traits:
        if trait_.save_boons:
            parts.append((trait_.save_boons, "sheet.traits-always-on"))
    for other in combat.units:
        if combat.allies(other, unit) and other.able() and other.effects:
            for held in other.effects:
                if is_of(held, STANCE) and (held.n - 1) & STEADIER:
                    if in_ring(combat, other, held, unit):
                        parts.append((1, "effect.stance"))
    return parts


def in_ring(combat: IconCombat, source: Unit, held: Held, unit: Unit) -> bool:
    """Return whether a character is in the aura of a stance. Rule: effect.aura."""
    effect = held.effect
    wide = effect.aura if isinstance(effect, State) else 0
    wide += 1 if (held.n - 1) & WIDER else 0
    return unit.cell >= 0 and combat.apart(source, unit) <= wide


def saves(combat: IconCombat, unit: Unit, rule: str, more: int = 0) -> bool:
    """Roll one save."""
    return combat.throw(Save(save_boons(combat, unit) + more), SAVE, unit.index, rule) == 1


# ---- gaining -----------------------------------------------------------------------------------


def untouched(combat: IconCombat, unit: Unit) -> bool:
    """Return whether no effect reaches a character.

    Rules: effect.intangible, defeat.foe, defeat.incapacitated-pc-space, damage.immune,
    surrender.immunity.
    """
    if unit.able():
        return combat.has(unit, "intangible")
    return True


def can_be(combat: IconCombat, unit: Unit, id: str, source: int) -> bool:
    """Return whether a status or blight can be inflicted.

    Rules: effect.unstoppable, status.sealed, damage.immune.
    """
    if untouched(combat, unit) or unit.sheet.immune(id):
        return False
    if combat.library.states[id].kind != STATUS:
        return True
    if combat.has(unit, "unstoppable"):
        return False
    return source < 0 or not any([one.no_statuses for one in combat.units[source].statuses()])


def imposed(unit: Unit, state: Effect) -> bool:
    """Return whether a mark or trait makes a status ongoing. Rule: status.no-stacking."""
    for held in unit.effects:
        if isinstance(held.effect, State) and held.effect.imposes is state:
            return True
    return any([one.imposes is state for one in unit.sheet.traits])


def savable(unit: Unit, held: Held) -> bool:
    """Return whether a status can be saved against. Rules: status.ongoing, status.no-stacking."""
    return held.n != ONGOING and not imposed(unit, held.effect)


def inflict(
    combat: IconCombat,
    use: Use | None,
    unit: Unit,
    id: str,
    source: int,
    *,
    ongoing: bool = False,
) -> bool:
    """Put a status or blight on somebody; return whether it could be.

    Rules: status.no-stacking, status.ongoing, blight.four-kinds, status.hatred.
    """
    if not can_be(combat, unit, id, source) or (use is not None and unit.index in use.immune):
        return False
    state = combat.library.states[id]
    held = unit.held(state)
    if held is None and imposed(unit, state):
        return True  # gained again: nothing changes
    if held is None:
        held = Held(state, ONCE, source, NEVER, -1)
        unit.effects.append(held)
        if combat.watched:
            combat.say("gains", unit.index, source, id)
    if state.halves_others:
        held.source = source
    if ongoing:
        held.n = ONGOING
        held.ends = NEVER
    elif state.own_end and held.n != ONGOING:
        held.ends = NEXT_TURN_END
        held.anchor = unit.index
    combat.mark_changed()
    stance_ends(combat, unit, id)
    return True


def grant(combat: IconCombat, unit: Unit, id: str, source: int, until: str) -> None:
    """Give an effect until a word of ``dsl.until``. Rules: effect.stealth, effect.mark."""
    if untouched(combat, unit):
        return
    if id == "stealth" and bares(unit):
        return
    state = combat.library.states[id]
    have = unit.held(state)
    ends, anchor = moment(combat, until, source)
    if have is None:
        unit.effects.append(Held(state, ONCE, source, ends, anchor))
    elif ends == NEVER:
        have.ends = NEVER
    elif have.ends != NEVER and (have.ends, have.anchor) != (ends, anchor):
        unit.effects.append(Held(state, ONCE, source, ends, anchor))
    combat.mark_changed()
    if combat.watched:
        combat.say("gains", unit.index, source, id)


def bares(unit: Unit) -> bool:
    """Return whether a mark allows no stealth."""
    for held in unit.effects:
        if isinstance(held.effect, State) and held.effect.no_stealth:
            return True
    return False


def moment(combat: IconCombat, until: str, source: int) -> tuple[int, int]:
    """Return when a word of ``dsl.until`` is, and whose turn it speaks of."""
    if until == "end-of-turn":
        return TURN_END, combat.active
    if until == "start-of-user-next-turn":
        return TURN_START, source
    if until == "end-of-user-next-turn":
        return NEXT_TURN_END, source
    return NEVER, -1


def is_of(held: Held, kind: int) -> bool:
    effect = held.effect
    return isinstance(effect, State) and effect.kind == kind


def of_kind(unit: Unit, kind: int) -> list[Held]:
    return [held for held in unit.effects if is_of(held, kind)]


# ---- ending ------------------------------------------------------------------------------------


def lose(combat: IconCombat, unit: Unit, id: str) -> bool:
    """End an effect; return whether it was there. Rule: status.ongoing."""
    gone = [held for held in unit.effects if held.effect.id == id and held.n != ONGOING]
    if not gone:
        return False
    unit.effects = [held for held in unit.effects if held not in gone]
    combat.mark_changed()
    if combat.watched:
        combat.say("loses", unit.index, -1, id)
    return True


def clear_effects(combat: IconCombat, unit: Unit) -> None:
    """End everything on a defeated character, and what it has placed that goes with it.

    Rules: defeat.pc, effect.mark, effect.stance, blight.persist, status.hatred, action.combo.
    """
    unit.effects = []
    unit.vigor = 0
    unit.pending = []
    unit.combo = 0
    unit.delays = []
    unit.must_slow = False
    gone(combat, unit)
    combat.mark_changed()


def gone(combat: IconCombat, unit: Unit) -> None:
    """End marks that a character has placed, and hatred of it.

    Rules: effect.mark, status.hatred.
    """
    for other in combat.units:
        for held in other.effects[:]:
            effect = held.effect
            if held.source != unit.index or not isinstance(effect, State):
                continue
            if effect.kind == MARK:
                end_mark(combat, other, held)
            elif effect.halves_others:
                other.effects.remove(held)


# ---- stances and marks -------------------------------------------------------------------------


def take_stance(combat: IconCombat, unit: Unit, id: str, flags: list[str]) -> None:
    """Rule: effect.stance."""
    end_stance(combat, unit)
    n = ONCE
    n += WIDER if "aura-plus-1" in flags else 0
    n += STEADIER if "aura-save-boon" in flags else 0
    unit.effects.append(Held(combat.library.states[f"stance-{id}"], n, unit.index, NEVER, -1))
    combat.mark_changed()
    if combat.watched:
        combat.say("stance", unit.index, -1, id)


def end_stance(combat: IconCombat, unit: Unit) -> None:
    """Rule: effect.stance."""
    stance = unit.stance()
    if stance:
        lose(combat, unit, stance)


def stance_ends(combat: IconCombat, unit: Unit, event: str) -> None:
    """End a stance whose text names what has happened. Rule: effect.stance."""
    one = unit.posture()
    if one is not None and event in one.ends_on:
        end_stance(combat, unit)


def forbidden(unit: Unit, basic: str) -> bool:
    """Return whether a stance forbids a basic action. Rule: golden.specific-beats-general."""
    one = unit.posture()
    return one is not None and basic in one.forbids


def mark(
    combat: IconCombat, marker: Unit, unit: Unit, id: str, flags: list[str] | None = None
) -> None:
    """Place a mark: one of each ability, one from each marker on a character, who chooses.

    Rule: effect.mark.
    """
    if untouched(combat, unit):
        return
    state = combat.library.states[id]
    for held in unit.effects[:]:
        if is_of(held, MARK) and held.source == marker.index and held.effect is not state:
            menu = [(PASS, f"keep {held.effect.id}"), (1, f"mark {id}")]
            if combat.ask(Menu(marker.seats, marker.index, "effect.mark", menu, 1)) == PASS:
                return
            end_mark(combat, unit, held)
    for other in combat.units:
        for held in other.effects[:]:
            if held.source == marker.index and held.effect is state:
                end_mark(combat, other, held)
    n = JUMPS if "mark-jumps" in (flags or []) else ONCE
    unit.effects.append(Held(state, n, marker.index, NEVER, -1))
    combat.mark_changed()
    if combat.watched:
        combat.say("marked", unit.index, marker.index, id)
    if state.no_stealth:
        lose(combat, unit, "stealth")


def end_mark(combat: IconCombat, unit: Unit, held: Held) -> None:
    if held not in unit.effects:
        return
    unit.effects.remove(held)
    combat.mark_changed()
    if combat.watched:
        combat.say("loses", unit.index, held.source, held.effect.id)


# ---- the end of a turn -------------------------------------------------------------------------


def end_turn_saves(combat: IconCombat, unit: Unit) -> None:
    """Save against every status, and marks whose text allows it, one by one.

    Rules: status.end-turn-saves, status.separate-saves, status.ongoing, effect.unstoppable,
    status.hatred, effect.mark.
    """
    for held in of_kind(unit, STATUS):
        if held.ends == TURN_END and held.anchor == unit.index:
            lose(combat, unit, held.effect.id)  # by itself, before saves
    for held in of_kind(unit, STATUS):
        if not savable(unit, held) or held not in unit.effects or not unit.able():
            continue
        if saves(combat, unit, "status.end-turn-saves"):
            saved(combat, unit, held)
    for held in of_kind(unit, MARK):
        effect = held.effect
        if isinstance(effect, State) and effect.saved and held in unit.effects and unit.able():
            if saves(combat, unit, "effect.mark"):
                end_mark(combat, unit, held)


def saved(combat: IconCombat, unit: Unit, held: Held) -> None:
    """End a status by a save, and let traits answer that."""
    lose(combat, unit, held.effect.id)
    for other in combat.units:
        if unit.able():
            trait.answered(combat, other, unit, "a foe within 4 ends a status by a save")


# ---- cleansing ---------------------------------------------------------------------------------

BLIGHTS_GO: Final = 1
MARK_GOES: Final = 2
SAVE_ALL: Final = 3


def cleanse(combat: IconCombat, unit: Unit, flags: list[str]) -> None:
    """Let a cleansed character choose. Rule: effect.cleanse."""
    if untouched(combat, unit):
        return
    done: list[int] = []
    for _ in range(2 if "cleanse-two" in flags else 1):
        menu = [one for one in cleansings(unit) if one[0] not in done]
        if not menu:
            return
        answer = menu[0][0]
        if len(menu) > 1:
            asked = Menu(unit.seats, unit.index, "effect.cleanse", menu, answer)
            answer = combat.ask(asked)
        done.append(answer)
        apply_cleanse(combat, unit, answer, 1 if "cleanse-boon" in flags else 0)


def cleansings(unit: Unit) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    if any([savable(unit, held) for held in of_kind(unit, STATUS)]):
        found.append((SAVE_ALL, "save against statuses"))
    if of_kind(unit, BLIGHT):
        found.append((BLIGHTS_GO, "remove blights"))
    if of_kind(unit, MARK):
        found.append((MARK_GOES, "end a mark"))
    return found


def apply_cleanse(combat: IconCombat, unit: Unit, answer: int, boons: int) -> None:
    if answer == BLIGHTS_GO:
        for held in of_kind(unit, BLIGHT):
            lose(combat, unit, held.effect.id)
    elif answer == MARK_GOES:
        marks = of_kind(unit, MARK)
        number = 0
        if len(marks) > 1:
            menu = [
                (n, f"{held.effect.id} of {combat.units[held.source].name}")
                for n, held in enumerate(marks)
            ]
            number = combat.ask(Menu(unit.seats, unit.index, "effect.cleanse", menu))
        end_mark(combat, unit, marks[number])
    else:
        for held in of_kind(unit, STATUS):
            if savable(unit, held) and held in unit.effects and unit.able():
                if saves(combat, unit, "effect.cleanse", boons):
                    saved(combat, unit, held)


def cleanse_all(combat: IconCombat, unit: Unit) -> None:
    """End all blights, marks and statuses that are not ongoing."""
    if untouched(combat, unit):
        return
    for held in of_kind(unit, MARK):
        end_mark(combat, unit, held)
    for held in of_kind(unit, BLIGHT) + of_kind(unit, STATUS):
        lose(combat, unit, held.effect.id)


def strip(combat: IconCombat, unit: Unit, what: list[str]) -> None:
    if untouched(combat, unit):
        return
    for word in what:
        if word == "vigor":
            unit.vigor = 0
            combat.mark_changed()
        elif word == "stance":
            end_stance(combat, unit)
        elif word == "stealth":
            lose(combat, unit, "stealth")
        else:
            for held in of_kind(unit, MARK):
                end_mark(combat, unit, held)
