"""What is wrong with a sheet, an encounter, carried values or the options of a table.

Every fault at once, each with its rule.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from affray.core.setup import Objective, Setup
from affray.rulesets.thrum.definitions import Draft, Library
from affray.rulesets.thrum.gm import AMOUNTS, DOWNTIME_WOUNDS
from affray.rulesets.thrum.resource import CARRIED, MOST_WOUNDS, POTENTIAL
from affray.rulesets.thrum.setup import sheet_of, starting_squares
from affray.rulesets.thrum.sheet.build import shown_numbers
from affray.rulesets.thrum.sheet.sheet import (
    TOP_LEVEL,
    Sheet,
    ability_points,
    attribute_points,
    nova_points,
    picks,
    training_points,
)
from affray.rulesets.thrum.terms import ATTRIBUTES, OPTION_NAMES


class Fault:
    """One fault: the part of the sheet or file it lies in, and what is wrong, with the rule."""

    def __init__(self, place: str, what: str, rule: str) -> None:
        self.place = place
        self.what = what
        self.rule = rule

    def text(self) -> str:
        """Return the fault in a line, with its rule."""
        return f"{self.what} [thrum/{self.rule}]"


def meant(word: str, known: list[str]) -> str:
    """Return ", expected ..." with the nearest of the known words, or some of them."""
    plain = [one.lower() for one in known]
    close = get_close_matches(word[:80].lower(), plain, 1, 0.55)
    if close:
        return f"; did you mean {known[plain.index(close[0])]}?"
    if not known:
        return ""
    more = "..." if len(known) > 12 else ""
    return f", expected one of {', '.join(known[:12])}{more}"


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
    """Return the fault of spending more points than a level gives, if it is one."""
    if spent <= most:
        return []
    return [
        Fault(place, f"found {spent} {what} spent, expected at most {most} at level {level}", rule)
    ]


def point_faults(draft: Draft) -> list[Fault]:
    """Return what is wrong with the Attribute Points.

    Rules: sheet.attributes, sheet.attribute-points.
    """
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
    """Return what is wrong with the Training. Rules: sheet.combat-arts, sheet.training-points."""
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
    """Return what is wrong with the Archetypes. Rule: sheet.archetypes."""
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
    """Return what is wrong with the abilities and upgrades.

    Rules: sheet.ability-points, sheet.ability-needs-training.
    """
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
    """Return how many upgrades are of Nova abilities."""
    return len([upgrade for upgrade in draft.upgrades if upgrade.partition(":")[0] in draft.novas])


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


KINDS: Final = ("last-standing", "rounds-survived", "taken-out", "reached", "gm")


def setup_faults(setup: Setup) -> list[Fault]:
    """Return everything for which an encounter is refused."""
    if len(setup.sides) != 2:
        what = f"found {len(setup.sides)} sides, expected 2: the PCs' and their opponents'"
        return [Fault("side", what, "setup.sides")]
    found = side_faults(setup)
    if not found:
        found = square_faults(setup)
    for wins in (True, False):
        numbered = [objective for objective in setup.objectives if objective.wins == wins]
        for number in range(len(numbered)):
            place = f"{'win' if wins else 'defeat'}[{number}].kind"
            found += objective_faults(numbered[number], place, side_of_pcs(setup))
    options: dict[str, object] = dict(setup.options)
    for fault in option_faults(options):
        found.append(Fault(f"options.{fault.place}", fault.what, fault.rule))
    return found


def side_of_pcs(setup: Setup) -> int:
    """Return the side of the PCs, the first if there are none."""
    for member in setup.members:
        if sheet_of(member).pc:
            return member.side
    return 0


def side_faults(setup: Setup) -> list[Fault]:
    """All PCs share a side, and somebody opposes them. Rule: setup.sides."""
    found: list[Fault] = []
    pcs = side_of_pcs(setup)
    for member in setup.members:
        if sheet_of(member).pc and member.side != pcs:
            sides = f"{setup.sides[pcs].id} and {setup.sides[member.side].id}"
            what = f"found PCs on {sides} ({member.name}), expected all of them on one side"
            found.append(Fault(f"side[{member.side}]", what, "setup.sides"))
            return found
    for number, side in enumerate(setup.sides):
        if not [
            member for member in setup.members if member.side == number and member.arrives == 0
        ]:
            what = f"found nobody of {side.id} when the fight begins, expected at least one"
            found.append(Fault(f"side[{number}]", what, "setup.sides"))
    return found


def square_faults(setup: Setup) -> list[Fault]:
    """Every NPC has a square, every PC a free one in the Starting Area, every late arrival its own.

    Rules: setup.npc-placement, setup.starting-area, setup.reinforcements.
    """
    found: list[Fault] = []
    held: list[int] = []
    waiting = 0
    for member in setup.members:
        if member.cell < 0 and member.arrives:
            what = f"found no square for {member.name}, which arrives in round {member.arrives}"
            found.append(Fault("side", what, "setup.reinforcements"))
        elif member.cell < 0 and not sheet_of(member).pc:
            what = f"found no square for {member.name}, expected one for every NPC"
            found.append(Fault("side", what, "setup.npc-placement"))
        elif member.cell < 0:
            waiting += 1
        elif not member.arrives:
            held.append(member.cell)
    area = starting_squares(setup.grid, setup.sides[side_of_pcs(setup)].start)
    free = [cell for cell in area if cell not in held]
    if len(free) < waiting:
        what = (
            f"found {len(free)} free squares in the Starting Area, expected {waiting} for the PCs"
        )
        found.append(Fault(f"side[{side_of_pcs(setup)}].start", what, "setup.starting-area"))
    return found


def objective_faults(objective: Objective, place: str, pcs: int) -> list[Fault]:
    """Return what is wrong with a Win or Defeat Condition. Rule: end.condition-kinds."""
    rule = "end.condition-kinds"
    if objective.kind not in KINDS:
        known = meant(objective.kind, list(KINDS))
        what = f"found {objective.kind}, which Thrum has no rule for{known}; gm: the GM declares it"
        return [Fault(place, what, rule)]
    if objective.kind == "reached" and not (objective.wins and objective.side == pcs):
        what = "found reached for others than the PCs, expected kind gm: only PCs reach squares"
        return [Fault(place, what, rule)]
    if objective.kind == "last-standing" and not objective.wins:
        return [Fault(place, "found last-standing as a defeat, expected it as a win", rule)]
    return []


# ---- table options -------------------------------------------------------------------------------


def option_faults(options: dict[str, object]) -> list[Fault]:
    """Return what is wrong with the options that a table has chosen. Rule: gm.options."""
    found: list[Fault] = []
    for name, value in options.items():
        if name in AMOUNTS:
            found += amount_faults(name, value)
        elif name not in OPTION_NAMES:
            known = meant(name.replace("_", "-"), [*OPTION_NAMES, *AMOUNTS])
            found.append(Fault(name, f"found no option of Thrum{known}", "gm.options"))
        elif not isinstance(value, int) or value not in (0, 1):
            what = f"found {told(value)}, expected true or false"
            found.append(Fault(name, what, "gm.options"))
    return found


def downtime_faults(options: dict[str, object]) -> list[str]:
    """Return what is wrong with the amounts of one Downtime. Rule: recovery.downtime-amount."""
    found: list[str] = []
    for name, value in options.items():
        if name in AMOUNTS:
            found += [f"{name}: {fault.text()}" for fault in amount_faults(name, value)]
        else:
            known = meant(name, list(AMOUNTS))
            found.append(f"{name}: found no amount of a Downtime{known}")
    return found


def amount_faults(name: str, value: object) -> list[Fault]:
    """Return what is wrong with one amount of a Downtime. Rule: recovery.downtime-amount."""
    if value == "maximum" and name != DOWNTIME_WOUNDS:
        return []
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 100:
        return []
    words = "a number of Wounds" if name == DOWNTIME_WOUNDS else 'a number, or "maximum"'
    what = f"found {told(value)}, expected {words}"
    return [Fault(name, what, "recovery.downtime-amount")]


def told(value: object) -> str:
    """Return a value as it stands in a file."""
    if isinstance(value, str):
        return f'"{value[:40]}"'
    return str(value).lower() if isinstance(value, bool) else str(value)[:40]


# ---- into a fight --------------------------------------------------------------------------------


# What is chosen for a sheet, and no number that somebody starts with.
CHOSEN: Final = ("abilities", "upgrades", "nova", "archetypes", "training", "points")


def value_faults(sheet: Sheet, values: dict[str, object]) -> list[Fault]:
    """Return what is wrong with the values that a member starts with. Rule: sheet.validation."""
    found: list[Fault] = []
    for name, value in values.items():
        if name in CHOSEN:
            what = f"found {name}, expected it on a sheet: a pack says like = {sheet.id!r}"
            found.append(Fault(name, what, "sheet.validation"))
        elif isinstance(value, bool) or not isinstance(value, int):
            what = f"found {shown(value)}, expected a whole number"
            found.append(Fault(name, what, "sheet.validation"))
        elif name in ("fatigue", "stress"):
            if value:
                what = f"found {value}, expected 0: Loads begin at zero"
                found.append(Fault(name, what, "setup.loads-start-at-zero"))
        elif sheet.pc:
            found += pc_value_faults(sheet, name, value, values)
        else:
            found += npc_value_faults(sheet, name, value)
    return found


def pc_value_faults(sheet: Sheet, name: str, value: int, values: dict[str, object]) -> list[Fault]:
    """Return what is wrong with a value that a PC starts with.

    Rules: setup.tolerances-carry-in, sheet.validation, nova.potential-cap.
    """
    if name == "fatigue_tolerance" or name == "stress_tolerance":
        most = sheet.fatigue_tolerance if name == "fatigue_tolerance" else sheet.stress_tolerance
        return out_of(name, value, most, "sheet.validation", f"its maximum {most}")
    if name == "wounds":
        return out_of(name, value, MOST_WOUNDS, "sheet.validation", "with the third one is removed")
    if name == "incapacitated":
        if value and values.get("fatigue_tolerance", 1) == 0:
            what = "found one who stays down until Downtime raises its Fatigue Tolerance above 0"
            return [Fault(name, what, "end.tolerance-zero-stays-down")]
        return out_of(name, value, 1, "sheet.validation", "no or yes")
    if name == "fate":
        what = "found the fate of one who was removed by Wounds, expected nobody of that kind"
        return [Fault(name, what, "incapacitated.fate")]
    nova = name.removeprefix(POTENTIAL)
    if name.startswith(POTENTIAL) and nova in sheet.novas:
        most = sheet.caps[sheet.novas.index(nova)]
        return out_of(name, value, most, "nova.potential-cap", f"its Cost {most}")
    known = [*CARRIED[:3], *[POTENTIAL + nova for nova in sheet.novas]]
    return [
        Fault(
            name,
            f"found no value of a PC that is carried in{meant(name, known)}",
            "setup.tolerances-carry-in",
        )
    ]


def npc_value_faults(sheet: Sheet, name: str, value: int) -> list[Fault]:
    """An NPC starts as its stat block says; the GM may list other numbers.

    Rules: setup.tolerances-carry-in, sheet.npc-block.
    """
    known = list(shown_numbers(sheet))
    if name in known:
        least = -20 if name in ("initiative", "attack", "resilience", "evasion", "resolve") else 0
        if least <= value <= 100:
            return []
        return [Fault(name, f"found {value}, expected {least} to 100", "sheet.npc-block")]
    what = f"found no number of a stat block; NPCs start fresh{meant(name, known)}"
    return [Fault(name, what, "setup.tolerances-carry-in")]


def out_of(name: str, value: int, most: int, rule: str, why: str) -> list[Fault]:
    """Return the fault of a number that is not from 0 to ``most``, if it is one."""
    if 0 <= value <= most:
        return []
    return [Fault(name, f"found {value}, expected 0 to {most} ({why})", rule)]


def shown(value: object) -> str:
    """Return a value as it stands in a file, cut short."""
    return str(value).lower() if isinstance(value, bool) else repr(value)[:40]
