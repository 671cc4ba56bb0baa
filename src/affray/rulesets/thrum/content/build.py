"""Thrum's content as the ruleset takes it: entries, drafts and stat blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.rulesets.thrum import terms
from affray.rulesets.thrum.condition.kinds import Condition
from affray.rulesets.thrum.condition.listed import AddedStatus, Change
from affray.rulesets.thrum.content.schema import (
    AbilityModel,
    ArchetypeModel,
    CharacterModel,
    Content,
    CreatureModel,
    NovaModel,
    Op,
    StatusModel,
    TraitModel,
)
from affray.rulesets.thrum.content.words import (
    KINDS,
    NUMBER_OF_STATUS,
    NUMBERS,
    PHRASES,
    TAGS,
    Amount,
    amount_terms,
    read_terms,
)
from affray.rulesets.thrum.definitions import (
    EVERYONE,
    Archetype,
    Draft,
    Entry,
    Library,
    OpEntry,
    StatBlock,
)
from affray.rulesets.thrum.reaction.stance import MOMENTS

VARIABLE: Final = "X, at most 6"
Statuses = Mapping[str, Condition]


def tags_of(words: list[str]) -> int:
    """Return a set of tags from their words."""
    found = 0
    for word in words:
        found |= TAGS[word]
    return found


def op_entry(op: Op, params: dict[str, Amount], statuses: Statuses) -> OpEntry:
    """Turn an operation into the ruleset's plain form."""
    entry = OpEntry(op.op)
    entry.name = op.roll or op.name or ""
    entry.condition = statuses.get(entry.name)
    entry.dir = op.dir
    entry.until = op.until or ""
    entry.when = op.when or ""
    entry.to = op.to or "target"
    amount = op.n
    for number, value in ((1, op.boon), (-1, op.bane), (0, op.bonus)):
        if value is not None:
            entry.boon, amount = number, value
    entry.n = amount_terms(amount if amount is not None else 1, params)
    if op.op == "end-status":
        entry.n = []
    entry.of = [phrase_entry(words, params, statuses) for words in op.of or []]
    return entry


def phrase_entry(text: str, params: dict[str, Amount], statuses: Statuses) -> OpEntry:
    """Read one option of a ``choose``: an operation in words."""
    words = text.split()
    if words[0] not in PHRASES:
        return OpEntry("custom")  # the ability's own code holds it
    entry = OpEntry(words[0])
    rest = words[1:]
    if words[0] in ("status", "condition", "heal") and rest and rest[0] != "stacks":
        entry.name = rest.pop(0)
        entry.condition = statuses.get(entry.name)
    if words[0] == "status" and rest and rest[0] == "stacks":
        entry.op = "lower-status"
        rest = [rest[1].removeprefix("-")]
    if rest and rest[-1] in ("any", "away", "toward"):
        entry.dir = rest.pop()
    if words[0] != "end-status":
        entry.n = amount_terms(rest[0] if rest else 1, params)
    return entry


def ability_entry(model: AbilityModel, statuses: Statuses) -> Entry:
    """Return an ability of a file as an entry."""
    entry = Entry(model.id, model.name, model.art, KINDS[model.type], tags_of(model.tags))
    entry.code = model.works or model.id
    entry.range = amount_terms(model.range, model.params) if model.range is not None else []
    entry.target = model.target or "none"
    entry.affects = model.affects or EVERYONE
    entry.highest_art = model.modifier == "highest-art"
    entry.may = model.may
    entry.option = model.option or ""
    entry.params = {name: read_terms(str(value)) for name, value in model.params.items()}
    entry.before = [op_entry(op, model.params, statuses) for op in model.before]
    entry.effect = [op_entry(op, model.params, statuses) for op in model.effect]
    entry.success = [op_entry(op, model.params, statuses) for op in model.success]
    entry.critical = [op_entry(op, model.params, statuses) for op in model.critical]
    entry.after = [op_entry(op, model.params, statuses) for op in model.after]
    entry.overexert = [op_entry(op, model.params, statuses) for op in model.overexert]
    if model.trigger in MOMENTS:
        entry.trigger = model.trigger
        entry.response = [op_entry(op, model.params, statuses) for op in model.response]
    if model.order is not None:
        entry.order = list(model.order)
    entry.upgrades = list(model.upgrades)
    entry.text = model.text
    sections = (model.before, model.effect, model.success, model.critical, model.after)
    everything = (*sections, model.overexert, model.response)
    entry.custom = any(op.op == "custom" for section in everything for op in section)
    return entry


def nova_entry(model: NovaModel) -> Entry:
    """Return a Nova ability of a file as an entry."""
    entry = Entry(model.id, model.name, model.art, KINDS[model.type], tags_of(model.tags))
    entry.code = model.works or model.id
    entry.target = model.target
    entry.affects = model.affects or EVERYONE
    entry.params = {name: read_terms(str(value)) for name, value in model.params.items()}
    entry.cost = [] if model.cost == VARIABLE else read_terms(str(model.cost))
    entry.upgrades = list(model.upgrades)
    entry.text = model.text
    entry.custom = True
    return entry


def status_of(model: StatusModel) -> AddedStatus:
    """Return a pack's own Status: what it changes, by its roll-mods, Speed and harm."""
    status = AddedStatus(model.id, model.name)
    for op in model.effects:
        for sign, flat, amount in (
            (1, False, op.boon),
            (-1, False, op.bane),
            (1, True, op.bonus),
            (1, True, op.n),
        ):
            if amount is not None:
                by_number = amount == NUMBER_OF_STATUS
                n = sign if by_number else sign * int(amount)
                status.changes(Change(op.op, op.roll or "", n, flat=flat, by_number=by_number))
    return status


def library_of(content: Content) -> Library:
    """Return everything that sheets are made from."""
    library = Library()
    for art in content.art:
        library.arts[art.id] = art.primary
    for archetype in content.archetype:
        library.archetypes[archetype.id] = archetype_of(archetype)
    for ability in content.ability:
        library.abilities[ability.id] = ability_entry(ability, {})
    for nova in content.nova:
        library.novas[nova.id] = nova_entry(nova)
    for trait in content.faction_trait:
        library.traits[trait.id] = trait_entry(trait)
    return library


def archetype_of(model: ArchetypeModel) -> Archetype:
    """Return an Archetype of a file."""
    made = Archetype(model.id, model.name, model.list, model.attribute, model.text)
    made.code = model.works or model.id
    return made


def trait_entry(model: TraitModel) -> Entry:
    """Return a faction trait of a file as an entry."""
    entry = Entry(model.id, model.name, "trait", terms.PASSIVE, 0)
    entry.code = model.works or model.id
    entry.text = model.text
    return entry


def draft_of(model: CharacterModel) -> Draft:
    """Return a character of a file as it is written down."""
    draft = Draft(model.id, model.name)
    draft.level = model.level
    draft.archetypes = list(model.archetypes)
    draft.points = dict(model.points)
    draft.training = dict(model.training)
    draft.abilities = list(model.abilities)
    draft.upgrades = list(model.upgrades)
    draft.novas = list(model.nova)
    return draft


def block_of(model: CreatureModel) -> StatBlock:
    """Return a creature of a file as a stat block."""
    block = StatBlock(model.id, model.name)
    block.default_tier = model.default_tier
    block.abilities = list(model.abilities)
    for name in NUMBERS:
        block.numbers[name] = read_terms(str(getattr(model, name)))
    return block
