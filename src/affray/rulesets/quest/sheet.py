"""Sheets: how a character is made, and how what is written of one is checked."""

from __future__ import annotations

from affray.rulesets.quest import carrying
from affray.rulesets.quest.definitions import Library, Sheet
from affray.rulesets.quest.movement.rates import SIX_SPACES
from affray.rulesets.quest.terms import ATHLETE, BODY, DEEP_WELL, FEATS, NATURAL, SHIELD, TOUGHNESS


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
        """Return the fault as a message with its rule."""
        return f"{self.what} [quest/{self.rule}]"


def faults(draft: Draft, library: Library, callings: dict[str, Calling]) -> list[Fault]:
    """Return every fault of a character's sheet. Rule: sheet.validation."""
    found = unknown(draft, library, callings)
    level = draft.level
    known = 1 <= level <= 10
    if not known:
        found.append(Fault("level", f"found {level}, expected 1 to 10", "sheet.level"))
    else:
        found += modifier_faults(draft)
    for feat in repeated(draft.feats):
        if feat != "weapon-focus":
            what = f"found {feat} twice, expected it once"
            found.append(Fault("feats", what, "feat.modify-rules"))
    for spell in repeated(draft.spells):
        found.append(Fault("spells", f"found {spell} twice, expected it once", "spell.known"))
    if known and draft.calling in callings:
        found += number_faults(draft, callings[draft.calling], library)
    found += focus_faults(draft)
    found += gear_faults(draft, library)
    return found


def repeated(words: list[str]) -> list[str]:
    """Return the words that a list holds more than once."""
    return [word for word in dict.fromkeys(words) if words.count(word) > 1]


def unknown(draft: Draft, library: Library, callings: dict[str, Calling]) -> list[Fault]:
    """Return the ids of a sheet that the content does not have."""
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
    """Return what is wrong with the modifiers of a sheet. Rule: sheet.modifiers."""
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
    """Return what is wrong with the weapons chosen for Weapon focus.

    Rule: sheet.weapon-focus-choices.
    """
    rule = "sheet.weapon-focus-choices"
    wanted = draft.feats.count("weapon-focus")
    if len(draft.focus) != wanted:
        what = f"found {len(draft.focus)} lists of weapons, expected one for each Weapon focus"
        return [Fault("weapon_focus", what, rule)]
    named: list[str] = []
    found: list[Fault] = []
    for names in draft.focus:
        if len(names) != 3 or len({*names}) != 3:
            found.append(Fault("weapon_focus", "expected three different weapons", rule))
        named += {*names}
    if len({*named}) != len(named):
        found.append(Fault("weapon_focus", "found a weapon in two lists, expected others", rule))
    return found


def number_faults(draft: Draft, calling: Calling, library: Library) -> list[Fault]:
    """Return what is wrong with hit points, MP, and the numbers of feats and spells.

    Rules: sheet.calling, sheet.feats, spell.known.
    """
    found: list[Fault] = []
    most = 1 + (draft.level + 1) // 2 + calling.feats
    feats = [feat for feat in draft.feats if feat in FEATS]
    if len(feats) > most:
        what = f"found {len(feats)} feats, expected at most {most}"
        found.append(Fault("feats", what, "sheet.feats"))
    hp = calling.hp + calling.hp_level * draft.level + (6 if "toughness" in draft.feats else 0)
    mp = calling.mp_level * draft.level + (4 if "deep-well" in draft.feats else 0)
    if draft.max_hp != hp:
        found.append(Fault("max_hp", f"found {draft.max_hp}, expected {hp}", "sheet.calling"))
    if draft.max_mp != mp:
        found.append(Fault("max_mp", f"found {draft.max_mp}, expected {mp}", "sheet.calling"))
    most = calling.spells + calling.spells_level * draft.level
    spells = [spell for spell in draft.spells if spell in library.spells]
    if len(spells) > most:
        what = f"found {len(spells)} spells, expected at most {most}"
        found.append(Fault("spells", what, "sheet.calling"))
    return found


def gear_faults(draft: Draft, library: Library) -> list[Fault]:
    """Return what is wrong with what a character wears, carries and holds.

    Rules: sheet.armour, sheet.capacity, attack.hands.
    """
    found: list[Fault] = []
    things = library.by_id  # what it does not have is told by ``unknown``
    weapons = [name for name in draft.weapons if name in things]
    worn = [things[name] for name in draft.armour if name in things]
    for kind, word in ((BODY, "armour"), (SHIELD, "shield")):
        if len([one for one in worn if one.kind == kind]) > 1:
            found.append(Fault("armour", f"found more than one {word}", "sheet.armour"))
    total = 0
    for name in [*draft.weapons, *draft.armour, *draft.items]:
        total += things[name].bulk if name in things else 0
    most = carrying.most_bulk(draft.strength)
    if total > most:
        found.append(
            Fault("items", f"found bulk {total}, expected at most {most}", "sheet.capacity")
        )
    hands = 0
    own = [name for name in weapons if not things[name].has(NATURAL)]
    for name in dict.fromkeys(draft.drawn):
        if draft.drawn.count(name) > draft.weapons.count(name):
            found.append(Fault("drawn", f"found {name}, which it has not", "attack.hands"))
    for name in draft.drawn or own[:1]:  # setup.placement
        hands += things[name].hands if name in weapons else 0
    for one in worn:
        hands += one.hands
    if hands > carrying.HANDS:
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
    sheet.movement = SIX_SPACES + (2 if sheet.has(ATHLETE) else 0)
    give_gear(sheet, draft.weapons, draft.drawn, draft.armour, draft.items, library)
    for names in draft.focus:
        for name in names:
            sheet.focus[name] = sheet.focus.get(name, 0) + 1
    sheet.spells = [library.spells[name] for name in draft.spells]
    return sheet


def give_feats(sheet: Sheet, names: list[str]) -> None:
    """Give a sheet feats. Rule: feat.modify-rules."""
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
    """Give a sheet weapons, armour and items."""
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
