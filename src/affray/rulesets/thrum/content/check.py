"""Every word of Thrum's content against the closed lists: a line for each that is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from affray.content.problems import Problems, listed, show
from affray.rulesets.thrum.action.ability import STATS
from affray.rulesets.thrum.arts import MADE, archetypes
from affray.rulesets.thrum.content.schema import (
    AbilityModel,
    CreatureModel,
    NovaModel,
    Op,
    StatusModel,
)
from affray.rulesets.thrum.content.words import (
    CONDITION_IDS,
    DEEDS,
    DIRECTIONS,
    LASTING,
    LOADS,
    NUMBER_OF_STATUS,
    NUMBERS,
    ON_TAKING,
    OP_KEYS,
    PHRASES,
    SECTIONS,
    SIZES,
    STATUS_IDS,
    TAGS,
    TARGETS,
    UNTIL,
    Amount,
    amount_terms,
    close_to,
)
from affray.rulesets.thrum.definitions import ROLLS, WHENS
from affray.rulesets.thrum.reaction.stance import ALLY_TARGETED, ME_TARGETED, MOMENTS

PACK_TAGS: Final = ("physical", "mental", "ranged", "finisher")
PACK_ROLLS: Final = tuple([roll for roll in ROLLS if roll != "drop-ref"])
ON_USER: Final = ("move-self", "teleport-self", "end-stance", "choose")  # whatever the target is
END_OF_TURN: Final = "end of own turn"
FIXED: Final = ("roll-mod", "stat", "choose", "mark", "status")  # no share of Speed in these
NOT_IN_PACKS: Final = (
    "second_target",
    "option",
    "default_on",
    "overexert_timing",
    "special",
)


# What an ability with the code of another may have of its own: code reads it from its entry.
OF_ITS_OWN: Final = ("id", "name", "works", "art", "range", "params", "origin", "text", "cost")


# Archetypes of which code holds what they do.
COMBAT: Final = tuple([id.removeprefix("archetype-") for id in archetypes.MADE])


class Words:
    """What ids a file may name, besides the closed lists: the Arts, and the Statuses of packs."""

    def __init__(
        self, arts: Sequence[str], statuses: Sequence[str], abilities: Sequence[str]
    ) -> None:
        self.arts = tuple(arts)
        self.statuses = (*STATUS_IDS, *statuses)
        self.abilities = tuple(abilities)


def known(place: str, word: str, words: Iterable[str], what: str, problems: Problems) -> bool:
    """Complain if ``word`` is none of ``words``; name the nearest."""
    choices = list(words)
    if word in choices:
        return True
    close = close_to(word, choices)
    hint = f"; did you mean {close}?" if close else f", one of {listed(choices, 20)}"
    problems.add(place, f"found {show(word)}, expected {what}{hint}")
    return False


# ---- abilities -----------------------------------------------------------------------------------


def check_ability(
    model: AbilityModel, place: str, words: Words, problems: Problems, *, coded: bool
) -> None:
    """Check an ability; ``coded``: it comes with Affray, where code may hold what no word says."""
    known(f"{place}.art", model.art, words.arts, "npc or a Combat Art", problems)
    check_tags(model.tags, place, problems, coded=coded)
    check_target(model, place, problems, coded=coded)
    amounts = [(f"{place}.range", model.range), *_params(model, place)]
    for where, amount in amounts:
        check_amount(where, amount, model, problems)
    for section in SECTIONS:
        for number, op in enumerate(getattr(model, section)):
            where = f"{place}.{section}[{number}]"
            if not coded:
                _check_place_of(where, op, model, section, problems)
            check_op(where, op, model, words, problems, coded=coded)
    if not coded:
        _check_pack_ability(model, place, problems)


def _params(model: AbilityModel | NovaModel, place: str) -> list[tuple[str, Amount | None]]:
    return [(f"{place}.params.{name}", value) for name, value in model.params.items()]


def check_tags(tags: list[str], place: str, problems: Problems, *, coded: bool) -> None:
    """Check the tags of an ability."""
    for number, tag in enumerate(tags):
        where = f"{place}.tags[{number}]"
        if known(where, tag, TAGS, "a tag", problems) and not coded and tag not in PACK_TAGS:
            what = f"found {show(tag)}, which needs code, expected one of {listed(PACK_TAGS)}"
            problems.add(where, what)
    if "physical" in tags and "mental" in tags:
        problems.add(f"{place}.tags", "found physical and mental, expected one of them")


def check_target(model: AbilityModel, place: str, problems: Problems, *, coded: bool) -> None:
    """Check whom an ability names, and whom of those in an area it affects."""
    if model.target is not None:
        known(f"{place}.target", model.target, TARGETS, "a target", problems)
        size = SIZES.get(model.target)
        if size and not coded and size not in model.params:
            what = f"missing, expected how large the {model.target} is"
            problems.add(f"{place}.params.{size}", what)
    elif model.type == "action":
        problems.add(f"{place}.target", f"missing, expected one of {listed(TARGETS, 20)}")
    if model.affects is not None and model.target not in ("area-N", "line-N", "aura-N"):
        what = f"found {show(model.affects)}, expected it with an area, line or aura only"
        problems.add(f"{place}.affects", what)


def check_amount(
    place: str, amount: Amount | None, model: AbilityModel | NovaModel, problems: Problems
) -> None:
    """Check that an amount's params and upgrades exist."""
    if amount is None:
        return
    text = str(amount)
    if text == NUMBER_OF_STATUS:
        problems.add(place, 'found "X", expected it only in the effects of a Status')
        return
    if text.startswith("$"):
        if place.startswith("params") or ".params." in place:
            problems.add(place, f"found {show(text)}, expected no param in a param")
        else:
            known(place, text[1:], model.params, "one of the params", problems)
        return
    for term in amount_terms(text, {}):
        if term.upgrade and term.upgrade not in model.upgrades:
            letters = listed(model.upgrades) or "none: it has no upgrades"
            problems.add(place, f"found the upgrade {show(term.upgrade)}, expected {letters}")


def check_code(
    model: AbilityModel | NovaModel,
    place: str,
    coded: Mapping[str, AbilityModel | NovaModel],
    problems: Problems,
) -> None:
    """Check an ability that has the code of another: all that its code holds is as there."""
    word = model.works or ""
    if not known(f"{place}.as", word, coded, "an ability that code holds", problems):
        return
    other = coded[word]
    for key, field in type(model).model_fields.items():
        if key not in OF_ITS_OWN and getattr(model, key) != getattr(other, key):
            name = field.alias or key
            what = f"found {name} changed, expected it as {word} has it: its code holds it"
            problems.add(f"{place}.{name}", what)
    for where, amount in _params(model, place):
        check_amount(where, amount, model, problems)
    for name in other.params:
        if name not in model.params:
            problems.add(f"{place}.params.{name}", f"missing, expected as {word} has it")
    for name in model.params:
        known(f"{place}.params.{name}", name, other.params, f"a param of {word}", problems)


# ---- operations ----------------------------------------------------------------------------------


def check_op(
    place: str,
    op: Op,
    model: AbilityModel | StatusModel,
    words: Words,
    problems: Problems,
    *,
    coded: bool,
) -> None:
    """Check an operation: its keys and every word in it."""
    ops = OP_KEYS if coded else [*DEEDS, *LASTING]
    if not known(f"{place}.op", op.op, ops, "an operation", problems):
        return
    _check_keys(place, op, problems)
    if op.op == "custom":
        return
    _check_names(place, op, words, problems)
    if isinstance(model, AbilityModel):
        for key in ("n", "boon", "bane", "bonus"):
            check_amount(f"{place}.{key}", getattr(op, key), model, problems)
        _check_speed(place, op, model, problems)
        for number, phrase in enumerate(op.of or []):
            _check_phrase(f"{place}.of[{number}]", phrase, model, words, problems, coded=coded)
    if coded:
        return  # its code may hold other moments and parties
    if op.when is not None and isinstance(model, AbilityModel):
        known(f"{place}.when", op.when, WHENS[1:], "a moment", problems)
    if op.to is not None:
        known(f"{place}.to", op.to, ("self", "target"), "self or target", problems)
    if op.until is not None:
        known(f"{place}.until", op.until, UNTIL, "a time", problems)
    if op.toward is not None:
        problems.add(f"{place}.toward", "found toward, which needs code, expected no such key")


def _check_keys(place: str, op: Op, problems: Problems) -> None:
    needed, allowed = OP_KEYS[op.op]
    given = [name for name in Op.model_fields if name != "op" and name in op.model_fields_set]
    for key in needed:
        if key not in given:
            problems.add(f"{place}.{key}", f"missing, expected for {op.op}")
    for key in given:
        if key not in needed and key not in allowed:
            usable = listed([*needed, *allowed]) or "nothing else"
            what = f"found {key}, which {op.op} does not use, expected {usable}"
            problems.add(f"{place}.{key}", what)
    if op.op == "roll-mod":
        values = [key for key in ("boon", "bane", "bonus") if key in given]
        if len(values) != 1:
            problems.add(place, f"found {listed(values) or 'none'}, expected boon, bane or bonus")


def _check_names(place: str, op: Op, words: Words, problems: Problems) -> None:
    if op.name is not None and op.op in ("status", "condition", "heal", "stat"):
        choices, what = {
            "status": (words.statuses, "a Status"),
            "condition": (CONDITION_IDS, "a condition"),
            "heal": (LOADS, "a Load"),
            "stat": (("speed", *STATS), "a number"),
        }[op.op]
        known(f"{place}.name", op.name, choices, what, problems)
    if op.roll is not None:
        known(f"{place}.roll", op.roll, ROLLS, "a roll", problems)
    known(f"{place}.dir", op.dir, DIRECTIONS, "a direction", problems)


def _check_speed(place: str, op: Op, model: AbilityModel, problems: Problems) -> None:
    """Refuse a share of Speed where the number has to be known beforehand."""
    if op.op not in FIXED:
        return
    for key in ("n", "boon", "bane", "bonus"):
        amount = getattr(op, key)
        text = str(model.params.get(str(amount)[1:], 0) if str(amount)[:1] == "$" else amount)
        if "SPEED" in text:
            problems.add(f"{place}.{key}", f"found {show(text)}, expected an amount without SPEED")


def _check_phrase(
    place: str, phrase: str, model: AbilityModel, words: Words, problems: Problems, *, coded: bool
) -> None:
    """Check one option of a choice, an operation in words."""
    parts = phrase.split()
    head = parts[0] if parts else ""
    if coded and head not in PHRASES:
        return  # its code holds it
    if not known(place, head, PHRASES, "an operation in words", problems):
        return
    rest = parts[1:]
    if head == "status" and rest[:1] == ["stacks"]:
        rest = rest[1:]
        if rest and rest[0].startswith("-"):
            rest = [rest[0][1:], *rest[1:]]
    elif head in ("status", "condition", "heal"):
        names, what = {
            "status": (words.statuses, "a Status"),
            "condition": (CONDITION_IDS, "a condition"),
            "heal": (LOADS, "a Load"),
        }[head]
        if not known(place, rest[0] if rest else "", names, what, problems):
            return
        rest = rest[1:]
    if head == "shift" and rest and rest[-1] in DIRECTIONS:
        rest = rest[:-1]
    if len(rest) > 1 or (rest and head in ("end-status", "clear-statuses", "condition")):
        problems.add(place, f"found {show(' '.join(rest))} at the end, expected at most an amount")
    elif rest:
        try:
            check_amount(place, rest[0], model, problems)
        except ValueError as fault:
            problems.add(place, f"found {show(rest[0])}, expected an amount; {fault}")


# ---- what packs may not say ----------------------------------------------------------------------


def _check_place_of(
    place: str, op: Op, model: AbilityModel, section: str, problems: Problems
) -> None:
    """Check that an operation stands where it means something without code."""
    if model.type == "action" and section != "response":
        usable: Sequence[str] = DEEDS
    elif section == "effect":
        usable = ON_TAKING if model.type == "stance" else LASTING
    elif section == "response" and model.type == "stance":
        guards = model.trigger in (ME_TARGETED, ALLY_TARGETED)
        usable = (*DEEDS, "roll-mod") if guards else DEEDS
    else:
        usable = ()
    if op.op in OP_KEYS and op.op not in usable:
        kind = f"{section} of {_a(model.type)}"
        what = f"found {show(op.op)} in the {kind}"
        problems.add(place, f"{what}, expected {listed(usable, 30) or 'nothing: use effect'}")
    if op.op in LASTING and op.when is not None:
        problems.add(
            f"{place}.when", f"found {show(op.when)}, which needs code, expected no such key"
        )
    if op.op == "roll-mod" and op.roll == "incapacity" and op.bonus is not None:
        problems.add(f"{place}.bonus", "found a bonus on Incapacity Rolls, expected boon or bane")
    if op.op == "roll-mod" and op.roll == "drop-ref":
        problems.add(f"{place}.roll", f'found "drop-ref", expected one of {listed(PACK_ROLLS)}')
    guard = op.roll == "defensive" and op.bonus is None
    if section == "response" and op.op == "roll-mod" and not guard:
        problems.add(place, "found another roll-mod, expected boon or bane on defensive")
    if op.op == "stat" and model.type == "stance" and op.name in STATS:
        problems.add(f"{place}.name", f"found {show(op.name)} in a stance, expected speed")


def _check_pack_ability(model: AbilityModel, place: str, problems: Problems) -> None:
    for key in NOT_IN_PACKS:
        if key in model.model_fields_set:
            problems.add(f"{place}.{key}", f"found {key}, which needs code, expected no such key")
    _check_trigger(model, place, problems)
    attack = "physical" in model.tags or "mental" in model.tags
    if model.type != "action":
        for key in ("target", "order", "modifier"):
            if key in model.model_fields_set:
                what = f"found {key} in a {model.type}, expected it in actions only"
                problems.add(f"{place}.{key}", what)
        if attack:
            problems.add(f"{place}.tags", f"found an attack as a {model.type}, expected an action")
    for section in ("success", "critical"):
        if getattr(model, section) and model.type == "action" and not attack:
            what = f"found {section} without an attack, expected the tag physical or mental"
            problems.add(f"{place}.{section}", what)
    if model.type == "action" and model.target == "none":
        _check_without_target(model, place, problems)
    for tag in ("ranged", "finisher"):
        if tag in model.tags and not attack:
            what = f"found {tag} without an attack, expected the tag physical or mental"
            problems.add(f"{place}.tags", what)


def _check_without_target(model: AbilityModel, place: str, problems: Problems) -> None:
    """Refuse what an Action without a target would do to nobody."""
    for section in ("effect", "success", "critical", "overexert"):
        if getattr(model, section):
            what = f'found {section} without a target, expected target = "self", or before or after'
            problems.add(f"{place}.{section}", what)
    for section in ("before", "after"):
        for number, op in enumerate(getattr(model, section)):
            if op.op not in ON_USER and op.to != "self":
                what = 'found no target to do it to, expected to = "self"'
                problems.add(f"{place}.{section}[{number}].to", what)


def _check_trigger(model: AbilityModel, place: str, problems: Problems) -> None:
    """Check that trigger and response go together, in a Stance."""
    if model.trigger is None:
        for key in ("response", "may"):
            if getattr(model, key):
                problems.add(f"{place}.trigger", f"missing, expected for {key}")
        return
    if model.type != "stance":
        what = f"found a trigger in {_a(model.type)}, expected it in stances only"
        problems.add(f"{place}.trigger", what)
    elif known(f"{place}.trigger", model.trigger, MOMENTS, "a trigger", problems):
        if not model.response:
            problems.add(f"{place}.response", "missing, expected what the trigger brings about")
        if "within range" in model.trigger and model.range is None:
            problems.add(f"{place}.range", "missing, expected for this trigger")


def _a(kind: str) -> str:
    return f"an {kind}" if kind == "action" else f"a {kind}"


# ---- the rest ------------------------------------------------------------------------------------


def check_nova(model: NovaModel, place: str, words: Words, problems: Problems) -> None:
    """Check a Nova ability."""
    known(f"{place}.art", model.art, words.arts, "a Combat Art", problems)
    known(f"{place}.target", model.target, TARGETS, "a target", problems)
    check_tags(model.tags, place, problems, coded=True)
    for where, amount in _params(model, place):
        check_amount(where, amount, model, problems)


def check_status(
    model: StatusModel, place: str, words: Words, problems: Problems, *, coded: bool
) -> None:
    """Check a Status; those of packs are made of roll-mods, Speed, and harm at the end of turn."""
    for number, op in enumerate(model.effects):
        where = f"{place}.effects[{number}]"
        check_op(where, op, model, words, problems, coded=coded)
        if coded:
            continue
        usable = (*LASTING, *LOADS)
        if op.op in OP_KEYS and op.op not in usable:
            problems.add(f"{where}.op", f"found {show(op.op)}, expected one of {listed(usable)}")
        if op.op in LOADS and op.when != END_OF_TURN:
            problems.add(f"{where}.when", f'found {show(op.when or "")}, expected "{END_OF_TURN}"')
        if op.op in LASTING and op.when is not None:
            problems.add(f"{where}.when", f"found {show(op.when)}, expected no such key")
        if op.op == "stat" and op.name != "speed":
            problems.add(f"{where}.name", f'found {show(op.name)}, expected "speed"')
        if op.to not in (None, "self"):
            problems.add(f"{where}.to", f"found {show(op.to)}, expected no such key: its bearer")
        for key in ("n", "boon", "bane", "bonus"):
            amount = getattr(op, key)
            if amount is not None and amount != NUMBER_OF_STATUS and not isinstance(amount, int):
                what = (
                    f'found {show(amount)}, expected a number, or "X" for the number of the Status'
                )
                problems.add(f"{where}.{key}", what)
    for key, value in (("kind", "status"), ("numbered", True), ("ticks", True)):
        if not coded and getattr(model, key) != value:
            what = "found a condition, expected a Status: numbered, and ticking down"
            problems.add(f"{place}.{key}", what)
    if not coded and model.ends is not None:
        problems.add(f"{place}.ends", "found ends, expected no such key: it ticks down")


def check_creature(model: CreatureModel, place: str, words: Words, problems: Problems) -> None:
    """Check a stat block: its formulas use TIER alone, its abilities exist, none is named twice."""
    for name in NUMBERS:
        amount = getattr(model, name)
        terms = [] if str(amount)[:1] == "$" else amount_terms(str(amount), {})
        if not terms or any([term.upgrade or term.symbol not in ("", "TIER") for term in terms]):
            what = (
                f'found {show(amount)}, expected a number or a formula in TIER such as "1 + TIER"'
            )
            problems.add(f"{place}.{name}", what)
    for number, ability in enumerate(model.abilities):
        where = f"{place}.abilities[{number}]"
        known(where, ability, words.abilities, "an ability", problems)
        if ability in model.abilities[:number]:
            problems.add(where, f"found {show(ability)} again, expected it once")


def gaps(abilities: Sequence[AbilityModel], others: Iterable[str]) -> list[str]:
    """Return what lacks its other half: customs without code, code without content.

    ``others`` are the ids of everything else that needs code: Nova abilities, traits, Archetypes.
    """
    rest = list(others)
    needing = [ability.id for ability in abilities if needs_code(ability)] + rest
    content = [ability.id for ability in abilities] + rest
    found = [f"{one}: it needs code, and none is made for it" for one in needing if one not in MADE]
    bare = [one for one in MADE if one not in content]
    return found + [f"{one}: code is made for it, and no content" for one in bare]


def needs_code(model: AbilityModel) -> bool:
    """Return whether an ability says more than its words alone can do."""
    quiet = Problems("")
    everything = (*DEEDS, *LASTING)
    for section in SECTIONS:
        for op in getattr(model, section):
            if op.op not in everything or op.toward or (op.until and op.until not in UNTIL):
                return True
            if op.when and op.when not in WHENS:
                return True
            _check_place_of("", op, model, section, quiet)
            if any([phrase.split()[0] not in PHRASES for phrase in op.of or []]):
                return True
    check_tags(model.tags, "", quiet, coded=False)
    others = (*NOT_IN_PACKS, "trigger", "response")
    return quiet.found() or any([getattr(model, key) for key in others])
