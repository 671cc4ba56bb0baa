"""Sheets: what follows from them, how they are checked, and with what in hand a unit begins."""

from __future__ import annotations

from typing import Final

from affray.rulesets.quest.state import QuestCombat, Unit, agility
from affray.rulesets.quest.terms import (
    ATHLETE,
    BODY,
    DEEP_WELL,
    DISRUPTING,
    DISRUPTING_THREE,
    FEATS,
    GUARDING,
    LEGION_LEADER,
    NATURAL,
    REACH,
    READY_BLADE,
    SHIELD,
    SLOTS,
    SLOWING,
    TOUGHNESS,
    WEAKENING,
    WEAPON,
    WEAPON_FOCUS,
)
from affray.rulesets.quest.written import Library, Sheet, Status, Thing

MOVEMENT: Final = 6  # move.six-spaces
HANDS: Final = 2  # attack.hands


# ---- derived numbers ---------------------------------------------------------------------------


def accuracy(combat: QuestCombat, unit: Unit) -> int:
    """Return the current Accuracy modifier.

    Rules: wound.disrupting-battle, wound.disrupting-round, gm.options.
    """
    fresh = 2 if combat.options[DISRUPTING_THREE] else 3
    return unit.sheet.accuracy - unit.wounds[DISRUPTING] - fresh * unit.fresh


def strength(unit: Unit) -> int:
    """Return the current Strength modifier. Rule: wound.weakening-strength."""
    return unit.sheet.strength - unit.wounds[WEAKENING]


def movement(combat: QuestCombat, unit: Unit) -> int:
    """Return how many spaces a move action gives.

    Rules: sheet.derived, wound.slowing-movement, move.never-negative, feat.athlete.
    """
    sheet = unit.sheet
    total = sheet.movement - 2 * unit.wounds[SLOWING]
    if sheet.armour is not None:
        total += sheet.armour.movement
    shield = shield_of(combat, unit)
    if shield is not None:
        total += shield.movement
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.movement
    return max(0, total)


def slots(unit: Unit) -> int:
    """Return how many free hits a unit can make in a round, by its Agility now.

    Rules: freehit.slots, freehit.slots-zero, freehit.slots-current-agility.
    """
    more = 1 if unit.has_feat(READY_BLADE) else 0
    return max(0, agility(unit) + 1 + more)


def has_slot(unit: Unit) -> bool:
    """Rule: freehit.slots-current-agility."""
    return unit.used[SLOTS] < slots(unit)


def reach(unit: Unit) -> int:
    """Rules: zone.adjacent, feat.reach."""
    return 2 if unit.has_feat(REACH) else 1


def summoning_slots(sheet: Sheet) -> int:
    """Rules: summon.slots, feat.legion-leader."""
    return sheet.level + (2 if sheet.has(LEGION_LEADER) else 0)


def bonus_actions(unit: Unit) -> int:
    """Return the allowance of bonus actions before what is borrowed; it may fall below 0.

    Rules: turn.allowance, wound.weakening-bonus-action.
    """
    total = 2 - unit.wounds[WEAKENING]
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.bonus_actions
    return total


def reduction(unit: Unit) -> int:
    """Return what feats and states take off physical damage besides hide and armour.

    Rules: damage.reductions, feat.guarding.
    """
    total = 2 if unit.has_feat(GUARDING) else 0
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.reduction
    return total


def dodge(combat: QuestCombat, unit: Unit) -> int:
    """Return all dodge bonuses: bought ones, and a shield while it is held.

    Rules: action.ba-dodge, attack.hands, sheet.armour.
    """
    shield = shield_of(combat, unit)
    return unit.boost_dodge + (0 if shield is None else shield.dodge)


def shield_of(combat: QuestCombat, unit: Unit) -> Thing | None:
    """Return the shield that a unit holds, its own or not. Rules: attack.hands, sheet.armour."""
    things = combat.library.things
    for piece in unit.held_things:
        thing = things[piece // 2]
        if thing.kind == SHIELD:
            return thing
    return None


def capacity(unit: Unit) -> int:
    """Rule: sheet.capacity."""
    return most_bulk(unit.sheet.strength)


def most_bulk(strength_modifier: int) -> int:
    return max(4, 10 + 2 * strength_modifier)


def bulk(combat: QuestCombat, unit: Unit) -> int:
    """Return all that a unit carries, wears and holds. Rule: sheet.capacity."""
    total = 0 if unit.sheet.armour is None else unit.sheet.armour.bulk
    for piece in unit.held_things + unit.carried:
        total += combat.thing(piece).bulk
    return total


def loaded(combat: QuestCombat, unit: Unit) -> bool:
    """Return whether it carries as much as it can. Rule: move.max-capacity."""
    return bulk(combat, unit) >= capacity(unit)


def hands_free(combat: QuestCombat, unit: Unit) -> int:
    """Rule: attack.hands."""
    taken = 0
    for piece in unit.held_things:
        taken += hands_of(combat.thing(piece))
    return HANDS - taken


def has_hand_for(combat: QuestCombat, unit: Unit, thing: Thing) -> bool:
    """Return whether a unit can take a thing in hand: nobody holds two shields.

    Rules: attack.hands, sheet.armour.
    """
    if thing.kind == SHIELD and shield_of(combat, unit) is not None:
        return False
    return hands_of(thing) <= hands_free(combat, unit)


def hands_of(thing: Thing) -> int:
    """Return the hands that hold a thing: items take one."""
    return thing.hands if thing.kind in (WEAPON, SHIELD) else 1


def thrall_cost(combat: QuestCombat, unit: Unit) -> int:
    """Return what thralling a summoned unit costs: stated by its spell, or 6 Mhp a level.

    Rule: thrall.cost.
    """
    return price_of(unit.sheet, combat.units[unit.summoner].sheet)


def price_of(summons: Sheet, summoner: Sheet) -> int:
    """Rule: thrall.cost."""
    for spell in summoner.spells:
        same = spell.summon is not None and spell.summon.id == summons.id
        if same and spell.thrall_cost >= 0:
            return spell.thrall_cost
    return 6 * summons.level


# ---- what a unit begins with -------------------------------------------------------------------


def equip(unit: Unit, holding: list[Thing] | None) -> None:
    """Put things into hands: as stated, else the drawn weapons, or the first, and a shield.

    Rules: setup.placement, attack.hands.
    """
    sheet = unit.sheet
    wanted = list(holding) if holding is not None else list(sheet.drawn)
    if holding is None:
        first = [one for one in sheet.weapons if not one.has(NATURAL)]
        if not wanted and first:
            wanted = [first[0]]
        if sheet.shield is not None and sheet.shield not in wanted:
            wanted.append(sheet.shield)
    free = HANDS
    everything = [one for one in sheet.weapons if not one.has(NATURAL)]
    if sheet.shield is not None:
        everything.append(sheet.shield)
    for thing in [*everything, *sheet.items]:
        if thing in wanted and hands_of(thing) <= free:
            wanted.remove(thing)
            free -= hands_of(thing)
            unit.take(thing.number * 2)
        else:
            unit.stow(thing.number * 2)


# ---- the rules of a character's sheet ----------------------------------------------------------


class Calling:
    """A calling of the content list. Rule: sheet.calling."""

    def __init__(self, id: str, hp: int, hp_level: int, mp_level: int) -> None:
        self.id = id
        self.hp = hp
        self.hp_level = hp_level
        self.mp_level = mp_level
        self.spells = 0
        self.spells_level = 0
        self.feats = 0


class Draft:
    """A character as written, before it is checked: everything by id."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.calling = ""
        self.level = 1
        self.max_hp = 0
        self.max_mp = 0
        self.accuracy = 0
        self.agility = 0
        self.strength = 0
        self.weapons: list[str] = []
        self.drawn: list[str] = []
        self.armour: list[str] = []
        self.items: list[str] = []
        self.feats: list[str] = []
        self.focus: list[list[str]] = []
        self.spells: list[str] = []


class Fault:
    """Something wrong with a sheet or setup: where, what, and by which rule."""

    def __init__(self, place: str, what: str, rule: str) -> None:
        self.place = place
        self.what = what
        self.rule = rule

    def text(self) -> str:
        return f"{self.what} [quest/{self.rule}]"


def faults(draft: Draft, library: Library, callings: dict[str, Calling]) -> list[Fault]:
    """Return every fault of a character's sheet. Rule: sheet.validation."""
    found = unknown(draft, library, callings)
    level = draft.level
    if not 1 <= level <= 10:
        found.append(Fault("level", f"found {level}, expected 1 to 10", "sheet.level"))
    if found:
        return found
    found += modifier_faults(draft)
    calling = callings[draft.calling]
    most = 1 + (level + 1) // 2 + calling.feats
    if len(draft.feats) > most:
        what = f"found {len(draft.feats)} feats, expected at most {most}"
        found.append(Fault("feats", what, "sheet.feats"))
    for feat in draft.feats:
        if draft.feats.count(feat) > 1 and feat != "weapon-focus":
            found.append(
                Fault("feats", f"found {feat} twice, expected it once", "feat.modify-rules")
            )
            break
    found += focus_faults(draft)
    found += number_faults(draft, calling)
    found += gear_faults(draft, library)
    return found


def unknown(draft: Draft, library: Library, callings: dict[str, Calling]) -> list[Fault]:
    found: list[Fault] = []
    if draft.calling not in callings:
        what = f"found {draft.calling}, expected one of {', '.join(callings)}"
        found.append(Fault("class", what, "sheet.calling"))
    gear = [("weapons", draft.weapons), ("armour", draft.armour), ("items", draft.items)]
    for place, names in gear:
        for name in names:
            if name not in library.by_id:
                found.append(Fault(place, f"found {name}, which is unknown", "sheet.validation"))
    for name in draft.feats:
        if name not in FEATS:
            found.append(Fault("feats", f"found {name}, which is unknown", "sheet.validation"))
    for name in draft.spells:
        if name not in library.spells:
            found.append(Fault("spells", f"found {name}, which is unknown", "sheet.validation"))
    return found


def modifier_faults(draft: Draft) -> list[Fault]:
    """Rule: sheet.modifiers."""
    found: list[Fault] = []
    most = 2 + (draft.level + 1) // 2
    numbers = (
        ("accuracy", draft.accuracy),
        ("agility", draft.agility),
        ("strength", draft.strength),
    )
    for name, value in numbers:
        if not -3 <= value <= most:
            found.append(Fault(name, f"found {value}, expected -3 to {most}", "sheet.modifiers"))
    total = draft.accuracy + draft.agility + draft.strength
    if total > 4 + draft.level:
        what = f"found modifiers of {total} together, expected at most {4 + draft.level}"
        found.append(Fault("accuracy", what, "sheet.modifiers"))
    return found


def focus_faults(draft: Draft) -> list[Fault]:
    """Rule: sheet.weapon-focus-choices."""
    rule = "sheet.weapon-focus-choices"
    wanted = draft.feats.count("weapon-focus")
    if len(draft.focus) != wanted:
        what = f"found {len(draft.focus)} lists of weapons, expected one for each Weapon focus"
        return [Fault("weapon_focus", what, rule)]
    named: list[str] = []
    for names in draft.focus:
        named += names
        if len(names) != 3 or len({*names}) != 3:
            return [Fault("weapon_focus", "expected three different weapons", rule)]
    if len({*named}) != len(named):
        return [Fault("weapon_focus", "found a weapon in two lists, expected others", rule)]
    return []


def number_faults(draft: Draft, calling: Calling) -> list[Fault]:
    """Rules: sheet.calling, spell.known."""
    found: list[Fault] = []
    hp = calling.hp + calling.hp_level * draft.level + (6 if "toughness" in draft.feats else 0)
    mp = calling.mp_level * draft.level + (4 if "deep-well" in draft.feats else 0)
    if draft.max_hp != hp:
        found.append(Fault("max_hp", f"found {draft.max_hp}, expected {hp}", "sheet.calling"))
    if draft.max_mp != mp:
        found.append(Fault("max_mp", f"found {draft.max_mp}, expected {mp}", "sheet.calling"))
    most = calling.spells + calling.spells_level * draft.level
    if len(draft.spells) > most:
        what = f"found {len(draft.spells)} spells, expected at most {most}"
        found.append(Fault("spells", what, "sheet.calling"))
    return found


def gear_faults(draft: Draft, library: Library) -> list[Fault]:
    """Rules: sheet.armour, sheet.capacity, attack.hands."""
    found: list[Fault] = []
    worn = [library.by_id[name] for name in draft.armour]
    for kind, word in ((BODY, "armour"), (SHIELD, "shield")):
        if len([one for one in worn if one.kind == kind]) > 1:
            found.append(Fault("armour", f"found more than one {word}", "sheet.armour"))
    total = 0
    for name in [*draft.weapons, *draft.armour, *draft.items]:
        total += library.by_id[name].bulk
    most = most_bulk(draft.strength)
    if total > most:
        found.append(
            Fault("items", f"found bulk {total}, expected at most {most}", "sheet.capacity")
        )
    hands = 0
    own = [name for name in draft.weapons if not library.by_id[name].has(NATURAL)]
    for name in draft.drawn or own[:1]:  # setup.placement
        if draft.drawn.count(name) > draft.weapons.count(name):
            found.append(Fault("drawn", f"found {name}, which it has not", "attack.hands"))
            return found
        hands += library.by_id[name].hands
    for one in worn:
        hands += one.hands
    if hands > HANDS:
        found.append(Fault("drawn", f"found {hands} hands full, expected 2", "attack.hands"))
    return found


def build(draft: Draft, library: Library) -> Sheet:
    """Return the sheet of a character that has no faults.

    Rules: sheet.derived, feat.athlete.
    """
    sheet = Sheet(draft.id, draft.name, True)
    sheet.level = draft.level
    sheet.max_hp = draft.max_hp
    sheet.max_mp = draft.max_mp
    sheet.accuracy = draft.accuracy
    sheet.agility = draft.agility
    sheet.strength = draft.strength
    give_feats(sheet, draft.feats)
    sheet.movement = MOVEMENT + (2 if sheet.has(ATHLETE) else 0)
    give_gear(sheet, draft.weapons, draft.drawn, draft.armour, draft.items, library)
    for names in draft.focus:
        for name in names:
            sheet.focus[name] = sheet.focus.get(name, 0) + 1
    sheet.spells = [library.spells[name] for name in draft.spells]
    return sheet


def give_feats(sheet: Sheet, names: list[str]) -> None:
    """Rule: feat.modify-rules."""
    for name in names:
        sheet.feats |= 1 << FEATS.index(name)


def give_gear(
    sheet: Sheet,
    weapons: list[str],
    drawn: list[str],
    armour: list[str],
    items: list[str],
    library: Library,
) -> None:
    sheet.weapons = [library.by_id[name] for name in weapons]
    sheet.drawn = [library.by_id[name] for name in drawn]
    sheet.items = [library.by_id[name] for name in items]
    for name in armour:
        thing = library.by_id[name]
        if thing.kind == SHIELD:
            sheet.shield = thing
        else:
            sheet.armour = thing


def maximum_bonus(sheet: Sheet) -> tuple[int, int]:
    """Return what feats add to maximum hit points and MP. Rule: sheet.calling."""
    return (6 if sheet.has(TOUGHNESS) else 0, 4 if sheet.has(DEEP_WELL) else 0)


def extra_dice(unit: Unit, weapon: Thing) -> int:
    """Return how many more dice a focused weapon rolls. Rule: feat.weapon-focus."""
    return unit.sheet.focus.get(weapon.id, 0) if unit.has_feat(WEAPON_FOCUS) else 0
