"""Character sheets: what no combat changes, the values that follow from dice, building for play.

A sheet may state any value outright; what is built for play is checked, and every fault is told.
"""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity.definitions import Maneuver, Power, Thing
from affray.rulesets.ingenuity.terms import (
    AGILITY,
    ATHLETICS,
    ATTRIBUTES,
    DEXTERITY,
    INTELLECT,
    PERCEPTION,
    RESOLVE,
    SKILLS,
    STRENGTH,
)


class Handling:
    """How somebody handles a weapon, as far as its sheet alone says.

    Attributes:
        attribute: the one that serves it best, which is rolled with Fighting.
        bonus: the proficiency that fits best. Rule: test.one-proficiency.
        rolls: how many of 100 rolls reach each number; none reaches one beyond the list.
        half: half the faces of both dice, rounded up.
    """

    def __init__(self, attribute: int, bonus: int, rolls: list[int], half: int) -> None:
        self.attribute = attribute
        self.bonus = bonus
        self.rolls = rolls
        self.half = half


class Sheet:
    """A character sheet or creature entry: everything about somebody that no combat changes.

    Rules: dice.sizes, sheet.attributes, sheet.skills, test.untrained.
    """

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc
        self.size = 4
        self.footprint = 1
        self.rank = "common"
        self.attributes = [4, 4, 4, 4]  # faces
        self.skills = [4] * len(SKILLS)  # test.untrained: a d4
        self.proficiencies: dict[str, int] = {}
        self.health = 10
        self.endurance = 10
        self.stamina = 10
        self.focus = 10
        self.constitution = 4
        self.evasion = 4
        self.willpower = 4
        self.physical = 2
        self.elemental = 2
        self.metal = 0  # of the elemental deflection: the rating of metal armour
        self.speed = 6
        self.perception = 4
        self.fate = 0
        self.death = 10
        self.luck = 0
        self.hands = 2
        self.weapons: list[Thing] = []
        # Worked out when first asked: natural weapons, manoeuvres to be improvised, and in codes
        # those learned, what is listed to be readied and everything that can be.
        self.body: list[Thing] | None = None
        self.unlearned: list[Maneuver] | None = None
        self.feats: list[int] | None = None
        self.readies: list[int] | None = None
        self.readiable: list[int] | None = None
        self.gifts: list[int] | None = None  # the talents that count per rest, by number
        self.handlings: list[Handling | None] = []  # by the number of the weapon
        self.schools: list[tuple[int, str] | None] = []  # by the number of the power
        self.shields: list[Thing] = []
        self.items: list[Thing] = []
        self.ammo: dict[str, int] = {}
        self.talents: list[str] = []
        self.inborn: list[str] = []  # talents that an ancestry gives
        self.maneuvers: list[Maneuver] = []
        self.powers: list[Power] = []
        self.resists: list[int] = []
        self.immune: list[str] = []  # conditions and types of damage
        self.on_hit = ""
        self.on_hit_n = 0
        self.against = ""
        self.poison = 6  # difficulty of its poison
        self.poison_every = 1  # rounds of its interval
        self.noisy = False
        self.guiding = False
        self.gripping = False
        self.steady = False  # a dwarf's stability
        self.headstrong = False  # an orc's
        self.worn = 0  # slots that armour takes
        self.encumbrance = 1000
        self.capacity = 1000

    def natural(self) -> list[Thing]:
        """Return the weapons of its body, each once. Rule: attack.unarmed."""
        if self.body is None:
            self.body = []
            for weapon in self.weapons:
                if weapon.natural and weapon not in self.body:
                    self.body.append(weapon)
        return self.body

    def unsurprisable(self) -> bool:
        """Rules: surprise.immune, talent.danger-sense."""
        return "danger-sense" in self.talents or "danger-sense" in self.inborn

    def proficiency(self, names: list[str]) -> int:
        """Return the highest fitting bonus. Rules: test.one-proficiency, test.untrained."""
        best = 0
        for name in names:
            best = max(best, self.proficiencies.get(name, 0))
        return best


def gear(sheet: Sheet) -> list[Thing]:
    """Return what somebody begins with, its body left out. Rule: setup.held-items."""
    return [
        *[weapon for weapon in sheet.weapons if not weapon.natural],
        *sheet.shields,
        *sheet.items,
    ]


def gear_words(sheet: Sheet) -> list[str]:
    """Return what each of these things is called: its id, numbered where there are several."""
    ids = [one.id for one in gear(sheet)]
    return [
        id if ids.count(id) == 1 else f"{id}-{1 + ids[:place].count(id)}"
        for place, id in enumerate(ids)
    ]


# What an encounter may state of a member's sheet, in the words of the content file.
STATED: Final = (
    "size",
    "strength",
    "dexterity",
    "intellect",
    "resolve",
    "skills",
    "proficiencies",
    "weapons",
    "shields",
    "armour",
    "items",
    "ammunition",
    "talents",
    "maneuvers",
    "powers",
    "max_health",
    "max_endurance",
    "max_stamina",
    "max_focus",
    "constitution",
    "evasion",
    "willpower",
    "physical_deflection",
    "elemental_deflection",
    "speed",
    "passive_perception",
    "encumbrance",
    "capacity",
    "luck_bonus",
    "death_difficulty",
    "fate",
    "resists",
    "immune",
    "on_hit",
    "on_hit_against",
)


def passive(sides: int) -> int:
    """Return half the faces of a die. Rule: test.passive."""
    return sides // 2


def derived(sheet: Sheet, rating: int) -> dict[str, int]:
    """Return every value as the formulas give it, before bonuses; ``rating`` is that of the armour.

    Rules: sheet.health, sheet.endurance, sheet.stamina, sheet.focus, sheet.constitution,
    sheet.evasion, sheet.willpower, sheet.physical-deflection, sheet.elemental-deflection,
    sheet.speed, sheet.passive-perception.
    """
    dice = sheet.attributes
    half = [passive(die) for die in dice]
    bonus = sheet.proficiencies
    return {
        "health": 6 + dice[STRENGTH],
        "endurance": 6 + dice[RESOLVE],
        "stamina": 6 + dice[DEXTERITY],
        "focus": 6 + dice[INTELLECT],
        "constitution": half[RESOLVE] + half[STRENGTH] + bonus.get("Fortitude", 0),
        "evasion": half[RESOLVE] + half[DEXTERITY] + bonus.get("Dodge", 0),
        "willpower": half[RESOLVE] + half[INTELLECT] + bonus.get("Resistance", 0),
        "physical": half[RESOLVE] + rating,
        "elemental": half[INTELLECT] + rating,
        "speed": sheet.size
        + half[DEXTERITY]
        + passive(sheet.skills[AGILITY])
        + bonus.get("Running", 0),
        "perception": half[DEXTERITY] + passive(sheet.skills[PERCEPTION]) + bonus.get("Search", 0),
    }


DICE: Final = (4, 6, 8, 10, 12)  # dice.sizes
BASE: Final = 4
TRAINED: Final = 6
START_TALENT: Final = 4  # sheet.class: what a resource talent begins with
MOST_TALENT: Final = 12
TALENT_PRICE: Final = 8
MANEUVER_PRICE: Final = 6
POWER_PRICE: Final = 4
BONUS_PRICE: Final = 4

# Experience, highest die, highest bonus. Rules: sheet.start-limits, sheet.advancement.
LIMITS: Final = ((100, 12, 4), (60, 10, 3), (30, 8, 2), (0, 6, 1))
NUMBERS: Final = {"one": 1, "two": 2}
RESOURCES: Final = ("health", "endurance", "stamina", "focus")

# What a power of each tier asks for: skill and proficiency. Rule: power.tiers.
TIERS: Final = {1: (6, 1), 2: (8, 2), 3: (10, 3)}


class Calling:
    """A class. Rule: sheet.class."""

    def __init__(self, id: str, attributes: list[int], skills: list[int]) -> None:
        self.id = id
        self.attributes = attributes
        self.skills = skills
        self.proficiencies: list[str] = []
        self.talents: list[str] = []
        self.maneuvers = 0
        self.powers = 0
        self.knows: list[str] = []


class Origin:
    """A background or an ancestry. Rules: sheet.background, sheet.ancestry."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.skill = -1
        self.proficiencies: list[str] = []
        self.size = 4
        self.resources = 0
        self.speed = 0
        self.perception = 0
        self.luck = 0
        self.skills = 0  # further ones at d6


class Gear:
    """What a thing takes up. Rules: sheet.slots.cost, sheet.hands, sheet.armour."""

    def __init__(self, id: str, slots: int) -> None:
        self.id = id
        self.slots = slots
        self.hands = 0
        self.ammo = ""
        self.stack = 0  # of ammunition: how many there are in one slot
        self.rating = 0
        self.place = ""


class Lore:
    """A power or talent as a build asks for it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.tier = 0
        self.proficiencies: list[str] = []
        self.requires = ""
        self.resource = ""
        self.speed = 0


class Book:
    """What builds are made of."""

    def __init__(self) -> None:
        self.callings: dict[str, Calling] = {}
        self.backgrounds: dict[str, Origin] = {}
        self.ancestries: dict[str, Origin] = {}
        self.gear: dict[str, Gear] = {}
        self.powers: dict[str, Lore] = {}
        self.talents: dict[str, Lore] = {}
        self.schools: dict[str, str] = {}  # the supernatural skill of a proficiency


class Build:
    """A character as it was built, with the values that it states."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.experience = 0
        self.ancestry = ""
        self.calling = ""
        self.background = ""
        self.steps: dict[str, int] = {}  # of resource talents, beyond those of the start
        self.maneuvers: list[str] = []
        self.powers: list[str] = []
        self.armour: list[str] = []
        self.carried: dict[str, int] = {}  # weapons, shields and items
        self.slots = 0
        self.encumbrance = 0
        self.capacity = 0


def faults(build: Build, book: Book) -> list[str]:
    """Return every fault of a build, in the order of the rule. Rule: sheet.validate."""
    found = of_dice(build)
    strange = of_names(build, book)
    found += strange
    if not strange:
        found += of_size(build, book)
    found += of_limits(build)
    if not strange:  # of whom nothing is known nothing can be expected
        found += of_price(build, book)
        found += of_values(build, book)
    found += of_gear(build, book)
    found += of_powers(build, book)
    found += of_fate(build)
    return found


def of_fate(build: Build) -> list[str]:
    """Return the faults of fate and of the difficulty of death.

    Rules: fate.amount, death.permanent.
    """
    found: list[str] = []
    sheet = build.sheet
    if not 0 <= sheet.fate <= 3:
        found.append(f"fate: found {sheet.fate}, expected 0 to 3 [fate.amount]")
    if sheet.death < 10 or sheet.death % 5:
        what = f"found {sheet.death}, expected 10 and a multiple of 5"
        found.append(f"death_difficulty: {what} [death.cheat]")
    return found


def of_dice(build: Build) -> list[str]:
    """Return the faults of dice.

    Rules: dice.sizes, sheet.attributes, sheet.skills, sheet.proficiencies.
    """
    found: list[str] = []
    sheet = build.sheet
    for names, dice, rule in (
        (ATTRIBUTES, sheet.attributes, "sheet.attributes"),
        (SKILLS, sheet.skills, "sheet.skills"),
    ):
        for name, die in zip(names, dice, strict=True):
            if die not in DICE:
                found.append(f"{name}: found d{die}, expected d4, d6, d8, d10 or d12 [{rule}]")
    for word, bonus in sheet.proficiencies.items():
        if not 0 <= bonus <= 4:
            found.append(f"{word}: found {bonus}, expected 0 to 4 [sheet.proficiencies]")
    return found


def of_names(build: Build, book: Book) -> list[str]:
    """Return a fault for each name that the content does not know.

    Rules: sheet.ancestry, sheet.class, sheet.background.
    """
    found: list[str] = []
    for word, known, rule in (
        (build.ancestry, list(book.ancestries), "sheet.ancestry"),
        (build.calling, list(book.callings), "sheet.class"),
        (build.background, list(book.backgrounds), "sheet.background"),
    ):
        if word not in known:
            place = rule.removeprefix("sheet.")
            found.append(f"{place}: found {word}, expected one of {', '.join(known)} [{rule}]")
    return found


def of_size(build: Build, book: Book) -> list[str]:
    """Return the faults of size. Rule: sheet.ancestry."""
    size = book.ancestries[build.ancestry].size
    if build.sheet.size == size:
        return []
    return [f"size: found {build.sheet.size}, expected {size} [sheet.ancestry]"]


def limits(experience: int) -> tuple[int, int]:
    """Return the highest die and bonus. Rules: sheet.start-limits, sheet.advancement."""
    for least, die, bonus in LIMITS:
        if experience >= least:
            return die, bonus
    return TRAINED, 1


def of_limits(build: Build) -> list[str]:
    """Return what is beyond the limits of experience.

    Rules: sheet.start-limits, sheet.advancement.
    """
    found: list[str] = []
    sheet = build.sheet
    most, highest = limits(build.experience)
    rule = "sheet.start-limits" if build.experience < LIMITS[2][0] else "sheet.advancement"
    names = [*ATTRIBUTES, *SKILLS]
    for name, die in zip(names, [*sheet.attributes, *sheet.skills], strict=True):
        if die > most:
            found.append(f"{name}: found d{die}, expected at most d{most} [{rule}]")
    for word, bonus in sheet.proficiencies.items():
        if bonus > highest:
            found.append(f"{word}: found {bonus}, expected at most {highest} [{rule}]")
    return found


def of_price(build: Build, book: Book) -> list[str]:
    """Compare what was bought beyond the start with the experience. Rule: sheet.advancement."""
    found: list[str] = []
    calling = book.callings[build.calling]
    spent = price_of_attributes(build, calling, found)
    spent += price_of_skills(build, book, found)
    spent += price_of_proficiencies(build, book, found)
    spent += price_of_talents(build, book, found)
    spent += price_of_learning(build, book, found)
    if spent > build.experience:
        what = f"found {spent} spent, expected at most {build.experience}"
        found.append(f"experience: {what} [sheet.advancement]")
    return found


def climb(start: int, die: int) -> int:
    """Return what it costs to raise a die, step by step. Rule: sheet.advancement."""
    return sum(one for one in DICE if start < one <= die)


def price_of_attributes(build: Build, calling: Calling, found: list[str]) -> int:
    """Two begin at d6, those that the class asks for among them, and two at d4.

    Rules: sheet.attributes.start, sheet.class.
    """
    dice = build.sheet.attributes
    for attribute in calling.attributes:
        if dice[attribute] < TRAINED:
            what = f"found d{dice[attribute]}, expected d6 or more for a {calling.id}"
            found.append(f"{ATTRIBUTES[attribute]}: {what} [sheet.class]")
    total = sum(climb(BASE, die) for die in dice)
    raised = len([die for die in dice if die >= TRAINED])
    if raised < 2:
        found.append(f"attributes: found {raised} at d6, expected two [sheet.attributes.start]")
    return total - 2 * TRAINED


def price_of_skills(build: Build, book: Book, found: list[str]) -> int:
    """Return the experience that skills cost.

    Rules: sheet.class, sheet.background, sheet.ancestry.
    """
    dice = build.sheet.skills
    calling = book.callings[build.calling]
    given = calling.skills[:]
    background = book.backgrounds[build.background].skill
    free = book.ancestries[build.ancestry].skills
    if background in given:
        free += 1  # another may be taken instead
    else:
        given.append(background)
    for one in given:
        if dice[one] < TRAINED:
            rule = "sheet.class" if one in calling.skills else "sheet.background"
            found.append(f"{SKILLS[one]}: found d{dice[one]}, expected d6 or more [{rule}]")
    others = [n for n, die in enumerate(dice) if die >= TRAINED and n not in given]
    total = sum(climb(BASE, die) for die in dice)
    gifts = len([one for one in given if dice[one] >= TRAINED]) + min(free, len(others))
    return total - gifts * TRAINED


def price_of_proficiencies(build: Build, book: Book, found: list[str]) -> int:
    """Return the experience that proficiencies cost. Rules: sheet.class, sheet.background."""
    own = build.sheet.proficiencies
    calling = book.callings[build.calling]
    given = calling.proficiencies[:]
    free = 0
    for word in book.backgrounds[build.background].proficiencies:
        if word in given:
            free += 1
        else:
            given.append(word)
    for word in given:
        if own.get(word, 0) < 1:
            rule = "sheet.class" if word in calling.proficiencies else "sheet.background"
            found.append(f"{word}: found none, expected +1 [{rule}]")
    total = sum(BONUS_PRICE * bonus * (bonus + 1) // 2 for bonus in own.values())
    others = [word for word, bonus in own.items() if bonus and word not in given]
    gifts = len([word for word in given if own.get(word, 0)]) + min(free, len(others))
    return total - gifts * BONUS_PRICE


def price_of_talents(build: Build, book: Book, found: list[str]) -> int:
    """Those of the class come free and without their requirements. Rule: sheet.class."""
    calling = book.callings[build.calling]
    own = build.sheet.talents
    for word in calling.talents:
        if word not in own:
            found.append(f"talents: found no {word}, expected it of a {calling.id} [sheet.class]")
    total = 0
    for word in own:
        lore = book.talents[word]
        if word in calling.talents:
            continue
        if lore.resource:
            total += START_TALENT
            continue
        total += TALENT_PRICE
        if not meets(build, lore.requires):
            what = f"found {word}, expected {lore.requires} for it"
            found.append(f"talents: {what} [sheet.advancement]")
    for word, steps in build.steps.items():
        if word not in own or not 0 <= steps <= MOST_TALENT - START_TALENT:
            most = MOST_TALENT - START_TALENT
            what = f"found {steps} steps of {word}, expected a talent it has and at most {most}"
            found.append(f"talent_steps: {what} [sheet.advancement]")
        total += steps
    return total


def meets(build: Build, requires: str) -> bool:
    """Return whether a build meets ``strength d6 or dexterity d6, combat d6`` and the like."""
    for part in requires.split(", "):
        if part and not any(meets_one(build, word) for word in part.split(" or ")):
            return False
    return True


def meets_one(build: Build, word: str) -> bool:
    """Return whether a build meets one of the needs of a talent."""
    sheet = build.sheet
    name, _, die = word.rpartition(" ")
    if name == "manoeuvre" or word.startswith("manoeuvre "):
        return word.removeprefix("manoeuvre ").lower().replace(" ", "-") in build.maneuvers
    if word == "a power":
        return bool(build.powers)
    faces = int(die.removeprefix("d"))
    if name in ATTRIBUTES:
        return sheet.attributes[ATTRIBUTES.index(name)] >= faces
    return sheet.skills[SKILLS.index(name)] >= faces


def price_of_learning(build: Build, book: Book, found: list[str]) -> int:
    """Return the experience that manoeuvres and powers cost.

    Rules: sheet.class, sheet.advancement.
    """
    calling = book.callings[build.calling]
    for word in calling.knows:
        if word not in build.maneuvers:
            found.append(f"maneuvers: found no {word}, expected it [sheet.class]")
    bought = max(0, len(build.maneuvers) - calling.maneuvers)
    tiers = sorted([book.powers[word].tier for word in build.powers])
    # Those of the class are of tier 1.
    gifts = min(calling.powers, len([tier for tier in tiers if tier == 1]))
    return bought * MANEUVER_PRICE + POWER_PRICE * sum(tiers[gifts:])


def bonuses(build: Build, book: Book) -> dict[str, int]:
    """Return what talents and ancestry add to the values of the formulas."""
    origin = book.ancestries[build.ancestry]
    found = dict.fromkeys(RESOURCES, origin.resources)
    found["speed"] = origin.speed
    found["perception"] = origin.perception
    for word in build.sheet.talents:
        lore = book.talents[word]
        found["speed"] += lore.speed
        if lore.resource:
            found[lore.resource] += START_TALENT + build.steps.get(word, 0)
    return found


def of_values(build: Build, book: Book) -> list[str]:
    """Report each difference from the formulas. Rules: sheet.stated-values, sheet.slots."""
    sheet = build.sheet
    rating = sum(book.gear[word].rating for word in build.armour)
    own = {
        "health": sheet.health,
        "endurance": sheet.endurance,
        "stamina": sheet.stamina,
        "focus": sheet.focus,
        "constitution": sheet.constitution,
        "evasion": sheet.evasion,
        "willpower": sheet.willpower,
        "physical": sheet.physical,
        "elemental": sheet.elemental,
        "speed": sheet.speed,
        "perception": sheet.perception,
        "encumbrance": build.encumbrance,
        "capacity": build.capacity,
        "luck": sheet.luck,
    }
    more = bonuses(build, book)
    expected = {name: value + more.get(name, 0) for name, value in derived(sheet, rating).items()}
    expected["encumbrance"], expected["capacity"] = slots(sheet)
    expected["luck"] = book.ancestries[build.ancestry].luck
    found: list[str] = []
    for name, value in expected.items():
        if own[name] != value:
            what = f"found {own[name]}, expected {value}"
            found.append(f"{name}: {what} [sheet.stated-values]")
    return found


def slots(sheet: Sheet) -> tuple[int, int]:
    """Return encumbrance and capacity. Rule: sheet.slots."""
    encumbrance = 2 + sheet.size + sheet.attributes[STRENGTH] // 2
    lifting = sheet.proficiencies.get("Lifting", 0)
    return encumbrance, encumbrance + sheet.skills[ATHLETICS] // 2 + lifting


def load(build: Build, book: Book) -> int:
    """Return the slots that everything carried takes. Rule: sheet.slots.cost."""
    total = 0
    for word, count in build.carried.items():
        total += book.gear[word].slots * count
    for word in build.armour:
        total += book.gear[word].slots
    for word, count in build.sheet.ammo.items():
        stack = book.gear[word].stack
        total += (count + stack - 1) // stack
    return total


def of_gear(build: Build, book: Book) -> list[str]:
    """Return the faults of armour, hands and slots.

    Rules: sheet.hands, sheet.armour, sheet.slots.cost, attack.ammunition.
    """
    found: list[str] = []
    for word in build.carried:
        if book.gear[word].hands > build.sheet.hands:
            found.append(f"{word}: found too few hands for it [sheet.hands]")
        ammo = book.gear[word].ammo
        if ammo and not build.sheet.ammo.get(ammo, 0):
            found.append(f"{word}: found no {ammo}, expected some [attack.ammunition]")
    places = [book.gear[word].place for word in build.armour]
    for place in sorted(set(places)):
        if places.count(place) > 1:
            what = f"found {places.count(place)} for the {place}, expected one"
            found.append(f"armour: {what} [sheet.armour]")
    used = load(build, book)
    if used != build.slots:
        found.append(f"slots_used: found {build.slots}, expected {used} [sheet.slots.cost]")
    return found


def of_powers(build: Build, book: Book) -> list[str]:
    """Return the faults of powers. Rules: power.learned-only, power.tiers."""
    found: list[str] = []
    sheet = build.sheet
    for word in build.powers:
        lore = book.powers[word]
        die, bonus = TIERS[lore.tier]
        for name in lore.proficiencies:
            school = book.schools.get(name, "")
            if school and sheet.proficiencies.get(name, 0) >= bonus:
                if sheet.skills[SKILLS.index(school)] >= die:
                    break
        else:
            what = f"found {word}, expected d{die} and +{bonus} in what teaches it"
            found.append(f"powers: {what} [power.tiers]")
    return found
