"""What is wrong with a character sheet: every fault at once, each with its rule.

Rule: sheet.validation.
"""

from __future__ import annotations

from affray.rulesets.thrum.fault import Fault, meant
from affray.rulesets.thrum.sheet import (
    ATTRIBUTES,
    TOP_LEVEL,
    Draft,
    Library,
    ability_points,
    attribute_points,
    nova_points,
    picks,
    training_points,
)


def faults(draft: Draft, library: Library) -> list[Fault]:
    """Return everything that is wrong with a PC. Rules: sheet.validation, sheet.level-range."""
    if not 0 <= draft.level <= TOP_LEVEL:
        what = f"found {draft.level}, expected a level from 0 to {TOP_LEVEL}"
        return [Fault("level", what, "sheet.level-range")]
    return [
        *point_faults(draft),
        *training_faults(draft, library),
        *archetype_faults(draft, library),
        *ability_faults(draft, library),
        *nova_faults(draft, library),
    ]


def overspent(place: str, what: str, spent: int, most: int, level: int, rule: str) -> list[Fault]:
    if spent <= most:
        return []
    return [
        Fault(place, f"found {spent} {what} spent, expected at most {most} at level {level}", rule)
    ]


def point_faults(draft: Draft) -> list[Fault]:
    """Rules: sheet.attributes, sheet.attribute-points."""
    found: list[Fault] = []
    for name, points in draft.points.items():
        if name not in ATTRIBUTES:
            what = f"found {name!r}, which is no attribute{meant(name, list(ATTRIBUTES))}"
            found.append(Fault("points", what, "sheet.attributes"))
        elif points < 0:
            found.append(
                Fault(f"points.{name}", f"found {points}, expected 0 or more", "sheet.attributes")
            )
    spent = sum(draft.points.values())
    most = attribute_points(draft.level)
    return found + overspent(
        "points", "Attribute Points", spent, most, draft.level, "sheet.attribute-points"
    )


def training_faults(draft: Draft, library: Library) -> list[Fault]:
    """Rules: sheet.combat-arts, sheet.training-points."""
    found: list[Fault] = []
    for art, training in draft.training.items():
        if art not in library.arts:
            what = f"found {art!r}, which is no Combat Art{meant(art, list(library.arts))}"
            found.append(Fault("training", what, "sheet.combat-arts"))
        elif training < 0:
            what = f"found {training}, expected 0 or more"
            found.append(Fault(f"training.{art}", what, "sheet.training-points"))
    spent = sum(draft.training.values())
    most = training_points(draft.level)
    return found + overspent(
        "training", "Training Points", spent, most, draft.level, "sheet.training-points"
    )


def archetype_faults(draft: Draft, library: Library) -> list[Fault]:
    """Rule: sheet.archetypes."""
    found: list[Fault] = []
    count = {"narrative": 0, "combat": 0}
    for number, pick in enumerate(draft.archetypes):
        place = f"archetypes[{number}]"
        archetype = library.archetypes.get(pick.removesuffix("+"))
        if archetype is None:
            known = meant(pick.removesuffix("+"), list(library.archetypes))
            found.append(
                Fault(place, f"found {pick!r}, which is no Archetype{known}", "sheet.archetypes")
            )
            continue
        count[archetype.list] += 1
        if pick in draft.archetypes[:number]:
            found.append(Fault(place, f"found {pick!r} again", "sheet.archetypes"))
        if pick.endswith("+") and pick.removesuffix("+") not in draft.archetypes:
            what = f"found {pick!r}, an upgrade of an Archetype that is not held"
            found.append(Fault(place, what, "sheet.archetypes"))
    for name, number in count.items():
        found += overspent(
            "archetypes",
            f"{name} picks",
            number,
            picks(draft.level),
            draft.level,
            "sheet.archetypes",
        )
    return found


def ability_faults(draft: Draft, library: Library) -> list[Fault]:
    """Rules: sheet.ability-points, sheet.ability-needs-training."""
    found: list[Fault] = []
    known = [entry.id for entry in library.abilities.values() if entry.art in library.arts]
    for number, ability in enumerate(draft.abilities):
        place = f"abilities[{number}]"
        entry = library.abilities.get(ability)
        if entry is None or entry.art not in library.arts:
            what = f"found {ability!r}, which is no Combat Art ability{meant(ability, known)}"
            found.append(Fault(place, what, "sheet.validation"))
            continue
        if ability in draft.abilities[:number]:
            found.append(Fault(place, f"found {ability!r} again", "sheet.ability-needs-training"))
        if draft.training.get(entry.art, 0) < 1:
            what = f"found {ability!r} without Training, expected at least 1 in {entry.art}"
            found.append(Fault(place, what, "sheet.ability-needs-training"))
    for number, upgrade in enumerate(draft.upgrades):
        found += upgrade_faults(draft, library, number, upgrade)
    spent = len(draft.abilities) + len(draft.upgrades) - nova_upgrades(draft)
    most = ability_points(draft.level)
    return found + overspent(
        "abilities", "Ability Points", spent, most, draft.level, "sheet.ability-points"
    )


def upgrade_faults(draft: Draft, library: Library, number: int, upgrade: str) -> list[Fault]:
    """An upgrade is ``ability:letter``, of an ability or Nova ability that is held, once."""
    place = f"upgrades[{number}]"
    ability, _, letter = upgrade.partition(":")
    if ability not in draft.abilities and ability not in draft.novas:
        held = meant(ability, [*draft.abilities, *draft.novas])
        what = f"found {upgrade!r}, for an ability that is not held{held}"
        return [Fault(place, what, "sheet.ability-needs-training")]
    entry = library.novas.get(ability) if ability in draft.novas else library.abilities.get(ability)
    if entry is not None and letter not in entry.upgrades:
        letters = ", ".join([f"{ability}:{each}" for each in entry.upgrades]) or "none: it has none"
        return [Fault(place, f"found {upgrade!r}, expected {letters}", "sheet.validation")]
    if upgrade in draft.upgrades[:number]:
        return [Fault(place, f"found {upgrade!r} again", "sheet.ability-needs-training")]
    return []


def nova_faults(draft: Draft, library: Library) -> list[Fault]:
    """A Nova ability needs Training 3 in its Art, its first upgrade 5, its second 7.

    Rule: sheet.nova-points.
    """
    found: list[Fault] = []
    for number, nova in enumerate(draft.novas):
        place = f"nova[{number}]"
        entry = library.novas.get(nova)
        if entry is None:
            known = meant(nova, list(library.novas))
            found.append(
                Fault(place, f"found {nova!r}, which is no Nova ability{known}", "sheet.validation")
            )
            continue
        if nova in draft.novas[:number]:
            found.append(Fault(place, f"found {nova!r} again", "sheet.nova-points"))
        upgrades = len([up for up in draft.upgrades if up.partition(":")[0] == nova])
        needed = (3, 5, 7)[min(upgrades, 2)]
        training = draft.training.get(entry.art, 0)
        if training < needed:
            held = f" with {upgrades} upgrade{'' if upgrades == 1 else 's'}" if upgrades else ""
            what = f"found {nova!r}{held} at Training {training}, expected {needed} in {entry.art}"
            found.append(Fault(place, what, "sheet.nova-points"))
    spent = len(draft.novas) + nova_upgrades(draft)
    most = nova_points(draft.level)
    return found + overspent("nova", "Nova Points", spent, most, draft.level, "sheet.nova-points")


def nova_upgrades(draft: Draft) -> int:
    return len([one for one in draft.upgrades if one.partition(":")[0] in draft.novas])


def unspent(draft: Draft) -> list[str]:
    """Return what is still to be spent: allowed, and reported. Rule: sheet.validation."""
    nova = len(draft.novas) + nova_upgrades(draft)
    bought = len(draft.abilities) + len(draft.upgrades) - nova_upgrades(draft)
    found: list[str] = []
    for name, spent, most in (
        ("Attribute Points", sum(draft.points.values()), attribute_points(draft.level)),
        ("Training Points", sum(draft.training.values()), training_points(draft.level)),
        ("Archetype picks", len(draft.archetypes), 2 * picks(draft.level)),
        ("Ability Points", bought, ability_points(draft.level)),
        ("Nova Points", nova, nova_points(draft.level)),
    ):
        if spent < most:
            found.append(f"{most - spent} of {most} {name} unspent")
    return found
