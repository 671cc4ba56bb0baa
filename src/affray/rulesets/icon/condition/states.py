"""Statuses, blights, effects, stances and marks: gaining and ending them."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.effect import NEVER, NEXT_TURN_END, TURN_END, TURN_START, Effect, Held
from affray.rulesets.icon import choice, ledger
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.definitions import MARK, STATUS, State
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import JUMPS, ONCE, ONGOING, STEADIER, WIDER

MARKING: Final = "effect.mark"


def untouched(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether no effect reaches a character.

    Rules: effect.intangible, defeat.foe, defeat.incapacitated-pc-space, damage.immune,
    surrender.immunity.
    """
    if unit.able():
        return combat.has(unit, "intangible")
    return True


def can_have(combat: IconCombat, unit: IconCombatant, id: str, source: int) -> bool:
    """Return whether a status or blight can be inflicted.

    Rules: effect.unstoppable, status.sealed, damage.immune.
    """
    if untouched(combat, unit) or unit.sheet.immune(id):
        return False
    if combat.library.states[id].kind != STATUS:
        return True
    if combat.has(unit, "unstoppable"):
        return False
    return source < 0 or not any(status.no_statuses for status in combat.units[source].statuses())


def imposed(unit: IconCombatant, state: Effect) -> bool:
    """Return whether a mark or trait makes a status ongoing. Rule: status.no-stacking."""
    for held in unit.effects:
        if isinstance(held.effect, State) and held.effect.imposes is state:
            return True
    return any(trait.imposes is state for trait in unit.sheet.traits)


def savable(unit: IconCombatant, held: Held) -> bool:
    """Return whether a status can be saved against. Rules: status.ongoing, status.no-stacking."""
    return held.n != ONGOING and not imposed(unit, held.effect)


def inflict(
    combat: IconCombat,
    use: Use | None,
    unit: IconCombatant,
    id: str,
    source: int,
    *,
    ongoing: bool = False,
) -> bool:
    """Put a status or blight on somebody; return whether it could be.

    Rules: status.no-stacking, status.ongoing, blight.four-kinds, status.hatred.
    """
    if not can_have(combat, unit, id, source):
        return False
    if use is not None and unit.index in use.results.immune:
        return False
    state = combat.library.states[id]
    held = unit.held(state)
    if held is None and imposed(unit, state):
        return True  # gained again: nothing changes
    if held is None:
        held = Held(state, ONCE, source, NEVER, -1)
        ledger.hold(combat, unit, held)
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


def grant(combat: IconCombat, unit: IconCombatant, id: str, source: int, until: str) -> None:
    """Give an effect until a word of ``dsl.until``. Rules: effect.stealth, effect.mark."""
    if untouched(combat, unit):
        return
    if id == "stealth" and forbids_stealth(unit):
        return
    state = combat.library.states[id]
    have = unit.held(state)
    ends, anchor = moment(combat, until, source)
    if have is None:
        ledger.hold(combat, unit, Held(state, ONCE, source, ends, anchor))
    elif ends == NEVER:
        have.ends = NEVER
    elif have.ends != NEVER and (have.ends, have.anchor) != (ends, anchor):
        ledger.hold(combat, unit, Held(state, ONCE, source, ends, anchor))
    combat.mark_changed()


def forbids_stealth(unit: IconCombatant) -> bool:
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
    """Return whether a held effect is a state of some kind."""
    effect = held.effect
    return isinstance(effect, State) and effect.kind == kind


def of_kind(unit: IconCombatant, kind: int) -> list[Held]:
    """Return the states of some kind that somebody holds."""
    return [held for held in unit.effects if is_of(held, kind)]


def lose(combat: IconCombat, unit: IconCombatant, id: str) -> bool:
    """End an effect; return whether it was there. Rule: status.ongoing."""
    ended = [held for held in unit.effects if held.effect.id == id and held.n != ONGOING]
    for held in ended:
        ledger.drop(combat, unit, held)
    return bool(ended)


def clear_effects(combat: IconCombat, unit: IconCombatant, rule: str) -> None:
    """End everything on a character that is out, and what it has placed that goes with it.

    Rules: defeat.pc, effect.mark, effect.stance, blight.persist, status.hatred, action.combo.
    """
    ledger.drop_all(combat, unit, rule)
    ledger.set_vigor(combat, unit, 0, rule)
    ledger.set_pending(combat, unit, [], rule)
    unit.combo = 0
    unit.delays = []
    unit.must_slow = False
    end_what_it_placed(combat, unit)
    combat.mark_changed()


def end_what_it_placed(combat: IconCombat, unit: IconCombatant) -> None:
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
                ledger.drop(combat, other, held)


def take_stance(combat: IconCombat, unit: IconCombatant, id: str, flags: list[str]) -> None:
    """Take a stance; the one before ends. Rule: effect.stance."""
    end_stance(combat, unit)
    n = ONCE
    n += WIDER if "aura-plus-1" in flags else 0
    n += STEADIER if "aura-save-boon" in flags else 0
    stance = combat.library.states[f"stance-{id}"]
    ledger.hold(combat, unit, Held(stance, n, unit.index, NEVER, -1), "effect.stance")


def end_stance(combat: IconCombat, unit: IconCombatant) -> None:
    """End somebody's stance, if it is in one. Rule: effect.stance."""
    stance = unit.stance()
    if stance:
        lose(combat, unit, stance)


def stance_ends(combat: IconCombat, unit: IconCombatant, event: str) -> None:
    """End a stance whose text names what has happened. Rule: effect.stance."""
    one = unit.stance_state()
    if one is not None and event in one.ends_on:
        end_stance(combat, unit)


def forbidden(unit: IconCombatant, basic: str) -> bool:
    """Return whether a stance forbids a basic action. Rule: golden.specific-beats-general."""
    one = unit.stance_state()
    return one is not None and basic in one.forbids


def mark(
    combat: IconCombat,
    marker: IconCombatant,
    unit: IconCombatant,
    id: str,
    flags: list[str] | None = None,
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
            asked = choice.Pick(marker.seats, marker.index, MARKING, menu, "mark", 1)
            if combat.ask(asked) == PASS:
                return
            end_mark(combat, unit, held)
    for other in combat.units:
        for held in other.effects[:]:
            if held.source == marker.index and held.effect is state:
                end_mark(combat, other, held)
    n = JUMPS if "mark-jumps" in (flags or []) else ONCE
    ledger.hold(combat, unit, Held(state, n, marker.index, NEVER, -1), "effect.mark")
    if state.no_stealth:
        lose(combat, unit, "stealth")


def end_mark(combat: IconCombat, unit: IconCombatant, held: Held) -> None:
    """End one mark, if it is still there."""
    if held in unit.effects:
        ledger.drop(combat, unit, held)


def strip(combat: IconCombat, unit: IconCombatant, what: list[str]) -> None:
    """Take vigor, stance, stealth or marks away, as the words say."""
    if untouched(combat, unit):
        return
    for word in what:
        if word == "vigor":
            ledger.set_vigor(combat, unit, 0, "vigor.absorbs-first")
        elif word == "stance":
            end_stance(combat, unit)
        elif word == "stealth":
            lose(combat, unit, "stealth")
        else:
            for held in of_kind(unit, MARK):
                end_mark(combat, unit, held)


def jumping(unit: IconCombatant) -> list[tuple[int, str]]:
    """Return whose marks on a falling character may jump on: a master talent."""
    return [
        (held.source, held.effect.id)
        for held in unit.effects
        if is_of(held, MARK) and held.n == JUMPS
    ]


def jump_marks(
    combat: IconCombat, markers: list[tuple[int, str]], fallen: IconCombatant, cell: int
) -> None:
    """Let every mark that may do so go on to another."""
    for marker, mark in markers:
        jump_mark(combat, combat.units[marker], mark, fallen, cell)


def jump_mark(
    combat: IconCombat, marker: IconCombatant, id: str, fallen: IconCombatant, cell: int
) -> None:
    """Let a marker mark another foe within 4 of the one that fell. Rule: effect.stealth."""
    near = [
        one
        for one in distance.in_rows(combat)
        if combat.hostile(one, marker)
        and one.able()
        and one is not fallen
        and not (combat.has(one, "stealth") and combat.apart(one, marker) > 1)
        and distance.from_cell(combat, cell, one) <= 4
    ]
    if near and marker.able():
        menu = [(PASS, "no mark")] + [(1 + unit.index, f"mark {unit.name}") for unit in near]
        answer = combat.ask(choice.Whom(marker.seats, marker.index, MARKING, menu, "mark"))
        if answer != PASS:
            mark(combat, marker, combat.units[answer - 1], id, ["mark-jumps"])
