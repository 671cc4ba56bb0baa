"""From the models of Ingenuity's content to what a character is built of, and its faults."""

from __future__ import annotations

from pydantic import BaseModel

from affray.rulesets.ingenuity.content.schema import CharacterModel, Content
from affray.rulesets.ingenuity.sheet import (
    NUMBERS,
    Book,
    Build,
    Calling,
    Gear,
    Lore,
    Origin,
    Sheet,
    faults,
)
from affray.rulesets.ingenuity.terms import ATTRIBUTES, SKILLS


def text(model: BaseModel, name: str) -> str:
    return str(getattr(model, name, None) or "")


def number(model: BaseModel, name: str) -> int:
    return int(getattr(model, name, None) or 0)


def words(model: BaseModel, name: str) -> list[str]:
    return [str(one) for one in getattr(model, name, None) or []]


def calling_of(model: BaseModel, id: str) -> Calling:
    """Return a class; what it lets one learn is told in words: "two powers"."""
    attributes = [ATTRIBUTES.index(word) for word in words(model, "required_attributes")]
    one = Calling(id, attributes, [SKILLS.index(word) for word in words(model, "skills")])
    one.proficiencies = words(model, "proficiencies")
    one.talents = [text(model, "resource_talent"), text(model, "talent")]
    for line in words(model, "learn"):
        first, _, rest = line.partition(" ")
        count = NUMBERS.get(first.lower(), 0)
        if not count:  # "Escape and one more manoeuvre"
            one.knows.append(first.lower())
            count = 2
        if "power" in rest:
            one.powers += count
        else:
            one.maneuvers += count
    return one


def origin_of(model: BaseModel, id: str) -> Origin:
    one = Origin(id)
    if text(model, "skill"):
        one.skill = SKILLS.index(text(model, "skill"))
    one.proficiencies = words(model, "proficiencies")
    one.size = number(model, "size")
    one.resources = number(model, "resource_bonus")
    one.speed = number(model, "speed")
    one.perception = number(model, "perception")
    one.luck = number(model, "luck_bonus")
    one.skills = number(model, "extra_skills")
    return one


def lore_of(model: BaseModel, id: str) -> Lore:
    one = Lore(id)
    one.tier = number(model, "tier")
    one.proficiencies = words(model, "proficiencies")
    one.requires = text(model, "requires")
    one.resource = text(model, "resource")
    one.speed = number(model, "speed")
    return one


def book_of(content: Content) -> Book:
    """Return everything that characters are built of. Rules: sheet.slots.cost, sheet.hands."""
    book = Book()
    book.callings = {calling.id: calling_of(calling, calling.id) for calling in content.calling}
    book.backgrounds = {one.id: origin_of(one, one.id) for one in content.background}
    book.ancestries = {one.id: origin_of(one, one.id) for one in content.ancestry}
    book.powers = {power.id: lore_of(power, power.id) for power in content.power}
    book.talents = {talent.id: lore_of(talent, talent.id) for talent in content.talent}
    for proficiency in content.proficiency:
        kind = text(proficiency, "kind")
        if kind in SKILLS:
            book.schools[proficiency.name] = kind
    for weapon in content.weapon:
        gear = Gear(weapon.id, 0 if weapon.natural else weapon.hands)
        gear.hands = weapon.hands
        gear.ammo = weapon.ammo or ""
        book.gear[weapon.id] = gear
    for shield in content.shield:
        book.gear[shield.id] = Gear(shield.id, shield.slots)
        book.gear[shield.id].hands = shield.hands
    for item in content.item:
        book.gear[item.id] = Gear(item.id, number(item, "slots"))
    for armour in content.armour:
        gear = Gear(armour.id, armour.slots if armour.place == "body" else 1)
        gear.rating = armour.rating
        gear.place = armour.place
        book.gear[armour.id] = gear
    for ammo in content.ammunition:
        book.gear[ammo.id] = Gear(ammo.id, ammo.slots)
        book.gear[ammo.id].stack = ammo.quantity
    return book


def build_of(model: CharacterModel, sheet: Sheet) -> Build:
    build = Build(sheet)
    build.experience = model.experience
    build.ancestry = model.ancestry
    build.calling = model.calling
    build.background = model.background
    build.steps = dict(model.talent_steps)
    build.maneuvers = list(model.maneuvers)
    build.powers = list(model.powers)
    build.armour = list(model.armour)
    build.carried = {**model.weapons, **dict.fromkeys(model.shields, 1), **model.items}
    build.slots = model.slots_used
    build.encumbrance = model.encumbrance
    build.capacity = model.capacity
    return build


def build_faults(model: CharacterModel, own: Sheet, book: Book) -> list[str]:
    """Return every fault of a character that is built for play. Rule: sheet.validate."""
    return faults(build_of(model, own), book)
