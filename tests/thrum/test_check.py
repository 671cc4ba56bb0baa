"""What is refused before a fight: sheets, carried values, encounters, options."""

from __future__ import annotations

from typing import Any

import pytest

from affray.rulesets.thrum import check
from affray.rulesets.thrum.check import faults, unspent
from tests.rules import rule
from tests.thrum.arena import ready, refusal, refusals
from tests.thrum.table import content_library, draft, hale, npc, told

# ---- faults --------------------------------------------------------------------------------------

WRONG = {
    "level 13": (
        draft(13),
        "level: found 13, expected a level from 0 to 12 [thrum/sheet.level-range]",
    ),
    "level -1": (
        draft(-1),
        "level: found -1, expected a level from 0 to 12 [thrum/sheet.level-range]",
    ),
    "three attribute points": (
        draft(points={"POW": 3}),
        "points: found 3 Attribute Points spent, expected at most 2 at level 1 "
        "[thrum/sheet.attribute-points]",
    ),
    "no such attribute": (
        draft(points={"pow": 1}),
        "points: found 'pow', which is no attribute; did you mean POW? [thrum/sheet.attributes]",
    ),
    "a negative attribute": (
        draft(points={"POW": -1}),
        "points.POW: found -1, expected 0 or more [thrum/sheet.attributes]",
    ),
    "too much training": (
        draft(training={"brawling": 4}),
        "training: found 4 Training Points spent, expected at most 3 at level 1 "
        "[thrum/sheet.training-points]",
    ),
    "no such art": (
        draft(training={"brawlin": 1}),
        "training: found 'brawlin', which is no Combat Art; did you mean brawling? "
        "[thrum/sheet.combat-arts]",
    ),
    "negative training": (
        draft(training={"brawling": -1}),
        "training.brawling: found -1, expected 0 or more [thrum/sheet.training-points]",
    ),
    "no such archetype": (
        draft(archetypes=("loomr",)),
        "archetypes[0]: found 'loomr', which is no Archetype; did you mean loomer? "
        "[thrum/sheet.archetypes]",
    ),
    "two narrative picks at level 1": (
        draft(archetypes=("hero", "sage")),
        "archetypes: found 2 narrative picks spent, expected at most 1 at level 1 "
        "[thrum/sheet.archetypes]",
    ),
    "an upgrade of nothing": (
        draft(5, archetypes=("hero+",)),
        "archetypes[0]: found 'hero+', an upgrade of an Archetype that is not held "
        "[thrum/sheet.archetypes]",
    ),
    "a pick twice": (
        draft(5, archetypes=("hero", "hero")),
        "archetypes[1]: found 'hero' again [thrum/sheet.archetypes]",
    ),
    "no such ability": (
        draft(abilities=("sokem",)),
        "abilities[0]: found 'sokem', which is no Combat Art ability; did you mean sockem? "
        "[thrum/sheet.validation]",
    ),
    "a basic ability": (
        draft(abilities=("dodge",)),
        "abilities[0]: found 'dodge', which is no Combat Art ability",
    ),
    "an ability of an npc": (
        draft(abilities=("biffer-thump",)),
        "abilities[0]: found 'biffer-thump', which is no Combat Art ability",
    ),
    "an ability without training": (
        draft(abilities=("fire-burst",)),
        "abilities[0]: found 'fire-burst' without Training, expected at least 1 in elementalism "
        "[thrum/sheet.ability-needs-training]",
    ),
    "an ability twice": (
        draft(abilities=("sockem", "sockem")),
        "abilities[1]: found 'sockem' again [thrum/sheet.ability-needs-training]",
    ),
    "five abilities at level 1": (
        draft(abilities=("sockem", "bull-rush", "chokehold", "guardian", "pounce")),
        "abilities: found 5 Ability Points spent, expected at most 4 at level 1 "
        "[thrum/sheet.ability-points]",
    ),
    "upgrades cost points too": (
        draft(abilities=("sockem", "bull-rush"), upgrades=("sockem:a", "sockem:b", "sockem:c")),
        "abilities: found 5 Ability Points spent, expected at most 4 at level 1 "
        "[thrum/sheet.ability-points]",
    ),
    "an upgrade of an ability not held": (
        draft(abilities=("sockem",), upgrades=("guardian:a",)),
        "upgrades[0]: found 'guardian:a', for an ability that is not held, expected one of sockem "
        "[thrum/sheet.ability-needs-training]",
    ),
    "no such upgrade": (
        draft(abilities=("guardian",), upgrades=("guardian:z",)),
        "upgrades[0]: found 'guardian:z', expected guardian:a, guardian:b [thrum/sheet.validation]",
    ),
    "an upgrade twice": (
        draft(abilities=("guardian",), upgrades=("guardian:a", "guardian:a")),
        "upgrades[1]: found 'guardian:a' again [thrum/sheet.ability-needs-training]",
    ),
    "a nova at level 1": (
        draft(novas=("cannonball",)),
        "nova: found 1 Nova Points spent, expected at most 0 at level 1 [thrum/sheet.nova-points]",
    ),
    "no such nova": (
        draft(2, novas=("canonball",)),
        "nova[0]: found 'canonball', which is no Nova ability; did you mean cannonball? "
        "[thrum/sheet.validation]",
    ),
    "a nova with training 2": (
        draft(2, training={"brawling": 2}, novas=("cannonball",)),
        "nova[0]: found 'cannonball' at Training 2, expected 3 in brawling "
        "[thrum/sheet.nova-points]",
    ),
    "a nova upgrade with training 4": (
        draft(9, training={"brawling": 4}, novas=("cannonball",), upgrades=("cannonball:a",)),
        "nova[0]: found 'cannonball' with 1 upgrade at Training 4, expected 5 in brawling "
        "[thrum/sheet.nova-points]",
    ),
    "two nova upgrades with training 6": (
        draft(
            12,
            training={"brawling": 6},
            novas=("cannonball",),
            upgrades=("cannonball:a", "cannonball:b"),
        ),
        "nova[0]: found 'cannonball' with 2 upgrades at Training 6, expected 7 in brawling "
        "[thrum/sheet.nova-points]",
    ),
}


@rule(
    "thrum/sheet.validation",
    "thrum/sheet.level-range",
    "thrum/sheet.attributes",
    "thrum/sheet.attribute-points",
    "thrum/sheet.combat-arts",
    "thrum/sheet.training-points",
    "thrum/sheet.archetypes",
    "thrum/sheet.ability-needs-training",
    "thrum/sheet.ability-points",
    "thrum/sheet.nova-points",
)
@pytest.mark.parametrize("what", WRONG)
def test_a_sheet_is_refused_with_the_rule_that_it_breaks(what: str) -> None:
    made, fault = WRONG[what]

    found = told(made)

    assert len(found) == 1, found
    assert found[0].startswith(fault)


GOOD = {
    "level 0": draft(0),
    "level 12": draft(12, points={"POW": 9}, training={"brawling": 9}),
    "both archetypes and their upgrades from level 5": draft(
        5, archetypes=("hero", "hero+", "loomer", "loomer+")
    ),
    "two narrative and two combat archetypes from level 5": draft(
        5, archetypes=("hero", "sage", "loomer", "quill")
    ),
    "a nova with training 3 at level 2": draft(2, novas=("cannonball",)),
    "a nova with two upgrades and training 7": draft(
        12,
        training={"brawling": 7},
        novas=("cannonball",),
        upgrades=("cannonball:a", "cannonball:b"),
    ),
}


@rule("thrum/sheet.level-range", "thrum/sheet.archetypes", "thrum/sheet.nova-points")
@pytest.mark.parametrize("what", GOOD)
def test_a_sheet_within_the_limits_is_accepted(what: str) -> None:
    assert told(GOOD[what]) == []


@rule("thrum/sheet.validation")
def test_every_fault_of_a_sheet_is_listed() -> None:
    made = draft(
        points={"POW": 3},
        training={"brawling": 4},
        archetypes=("hero", "sage"),
        abilities=("fire-burst",),
        novas=("cannonball",),
    )

    rules = [one.rule for one in faults(made, content_library().library)]

    assert rules == [
        "sheet.attribute-points",
        "sheet.training-points",
        "sheet.archetypes",
        "sheet.ability-needs-training",
        "sheet.nova-points",
    ]


@rule("thrum/sheet.validation")
def test_unspent_points_are_allowed_and_reported() -> None:
    made = draft(2, points={"POW": 1}, archetypes=("hero",), abilities=("sockem",))

    assert told(made) == []
    assert unspent(made) == [
        "2 of 3 Attribute Points unspent",
        "1 of 4 Training Points unspent",
        "1 of 2 Archetype picks unspent",
        "4 of 5 Ability Points unspent",
        "1 of 1 Nova Points unspent",
    ]


@rule("thrum/sheet.validation", "thrum/setup.loads-start-at-zero", "thrum/nova.potential-cap")
@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        (
            "fatigue_tolerance",
            6,
            "found 6, expected 0 to 5 (its maximum 5) [thrum/sheet.validation]",
        ),
        ("fatigue_tolerance", -1, "found -1, expected 0 to 5"),
        ("stress_tolerance", 4, "found 4, expected 0 to 3 (its maximum 3)"),
        ("wounds", 3, "found 3, expected 0 to 2 (with the third one is removed)"),
        ("wounds", -1, "found -1, expected 0 to 2"),
        (
            "fatigue",
            1,
            "found 1, expected 0: Loads begin at zero [thrum/setup.loads-start-at-zero]",
        ),
        ("stress", 2, "found 2, expected 0: Loads begin at zero"),
        (
            "potential.cannonball",
            7,
            "found 7, expected 0 to 6 (its Cost 6) [thrum/nova.potential-cap]",
        ),
        ("potential.canonball", 1, "found no value of a PC that is carried in; did you mean "),
        ("wound", 1, "found no value of a PC that is carried in; did you mean wounds?"),
        ("wounds", "two", "found 'two', expected a whole number"),
        ("wounds", True, "found true, expected a whole number"),
        ("fate", 1, "found the fate of one who was removed by Wounds"),
    ],
)
def test_impossible_values_are_refused(name: str, value: object, fault: str) -> None:
    sheet = hale(["cannonball"])

    (found,) = check.value_faults(sheet, {name: value})

    assert found.place == name
    assert found.text().startswith(fault)


@rule("thrum/setup.tolerances-carry-in", "thrum/sheet.npc-block")
@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("wounds", 1, "found no number of a stat block; NPCs start fresh"),
        ("speed", -1, "found -1, expected 0 to 100 [thrum/sheet.npc-block]"),
        (
            "resiliense",
            1,
            "found no number of a stat block; NPCs start fresh; did you mean resilience?",
        ),
    ],
)
def test_an_npc_starts_as_listed(name: str, value: int, fault: str) -> None:
    (found,) = check.value_faults(npc("biffer"), {name: value})

    assert found.text().startswith(fault)


@rule("thrum/gm.options", "thrum/recovery.downtime-amount")
@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (
            {"coup-de-grase": True},
            "arena.toml: options.coup-de-grase: found no option of Thrum; "
            "did you mean coup-de-grace? "
            "[thrum/gm.options]",
        ),
        (
            {"coup_de_grace": True},
            "arena.toml: options.coup_de_grace: found no option of Thrum; "
            "did you mean coup-de-grace? "
            "[thrum/gm.options]",
        ),
        (
            {"concession": 2},
            "arena.toml: options.concession: found 2, expected true or false [thrum/gm.options]",
        ),
        (
            {"concession": "yes"},
            'arena.toml: options.concession: found "yes", expected true or false '
            "[thrum/gm.options]",
        ),
        (
            {"concession": [1]},
            "arena.toml: options.concession: found [1], expected true, false, a number or a text "
            "[thrum/gm.options]",
        ),
        (
            {"downtime-wounds": "maximum"},
            'arena.toml: options.downtime-wounds: found "maximum", expected a number of Wounds '
            "[thrum/recovery.downtime-amount]",
        ),
        (
            {"downtime-fatigue-tolerance": -1},
            "arena.toml: options.downtime-fatigue-tolerance: found -1, expected a number, or "
            '"maximum" [thrum/recovery.downtime-amount]',
        ),
    ],
)
def test_an_option_that_is_none_is_refused(options: dict[str, Any], fault: str) -> None:
    assert refusal(options=options) == fault


@rule("thrum/setup.starting-area")
def test_an_encounter_needs_a_free_square_of_the_starting_area_for_every_pc() -> None:
    party = [{"id": "ansa-brock"}, {"id": "mirel-osh"}, {"id": "envoy", "at": [0, 0]}]

    enough = ready(rows=["PP....FF", "P.....FF"], party=party)
    lines = refusals(rows=["PP....FF", "......FF"], party=party)

    assert enough
    assert lines == ["arena.toml: side[0].start: found 1 free cells, expected at least 2"]


@rule("thrum/setup.starting-area")
def test_the_starting_area_is_counted_by_the_rules_as_well() -> None:
    ruleset, setup = ready(party=[{"id": "ansa-brock"}, {"id": "mirel-osh"}])
    setup.sides[0].start = [0, 0]

    assert ruleset.faults(setup) == [
        "side[0].start: found 1 free squares in the Starting Area, expected 2 for the PCs "
        "[thrum/setup.starting-area]"
    ]


@rule("thrum/setup.sides")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"foes": [{"id": "mirel-osh"}]},
            "side[1]: found PCs on party and foes (mirel-osh), expected all of them on one side "
            "[thrum/setup.sides]",
        ),
        (
            {"foes": [{"id": "biffer", "at": [6, 0], "arrives": 2}]},
            "side[1]: found nobody of foes when the fight begins, expected at least one "
            "[thrum/setup.sides]",
        ),
        (
            {"side": [{"id": "party", "seat": "players", "members": [{"id": "ansa-brock"}]}]},
            "side: found 1 sides, expected 2: the PCs' and their opponents' [thrum/setup.sides]",
        ),
    ],
)
def test_there_are_two_sides_and_all_pcs_share_one(changes: dict[str, Any], fault: str) -> None:
    assert refusal(**changes) == f"arena.toml: {fault}"


@rule("thrum/setup.reinforcements")
def test_a_late_arrival_needs_a_square() -> None:
    foes = [{"id": "biffer"}, {"id": "chaff", "arrives": 2}]

    assert refusal(foes=foes) == (
        "arena.toml: side: found no square for chaff, which arrives in round 2 "
        "[thrum/setup.reinforcements]"
    )


@rule("thrum/setup.no-surprise")
def test_an_encounter_with_a_surprise_is_refused() -> None:
    assert refusal(surprise={"by": "foes"}) == (
        "arena.toml: surprise: found a surprise, expected none: Thrum has no surprise round "
        "[thrum/setup.no-surprise]"
    )


# ---- conditions of encounters --------------------------------------------------------------------


@rule("thrum/end.condition-kinds", "thrum/end.special-conditions", "thrum/end.check-timing")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"win": [{"side": "party", "kind": "hold", "zone": "foes", "rounds": 2}]},
            "win[0].kind: found hold, which Thrum has no rule for, expected one of last-standing, "
            "rounds-survived, taken-out, reached, gm; gm: the GM declares it "
            "[thrum/end.condition-kinds]",
        ),
        (
            {
                "win": [
                    {"side": "party", "kind": "rounds-survived", "rounds": 3},
                    {"side": "foes", "kind": "reached", "zone": "players"},
                ]
            },
            "win[1].kind: found reached for others than the PCs, expected kind gm: only PCs reach "
            "squares [thrum/end.condition-kinds]",
        ),
        (
            {"defeat": [{"side": "party", "kind": "last-standing"}]},
            "defeat[0].kind: found last-standing as a defeat, expected it as a win "
            "[thrum/end.condition-kinds]",
        ),
        (
            {"last_standing": False},
            "last_standing: found false, expected true: the two standard ends stay in force "
            "[thrum/end.special-conditions]",
        ),
        (
            {"win": [{"side": "party", "kind": "gm", "text": "It is over.", "when": "round-end"}]},
            'win[0].when: found "round-end", expected no such key: Thrum looks after every step '
            "[thrum/end.check-timing]",
        ),
    ],
)
def test_conditions_that_thrum_does_not_know_are_refused(
    changes: dict[str, Any], fault: str
) -> None:
    assert refusal(**changes) == f"arena.toml: {fault}"


def test_the_conditions_that_thrum_knows_are_taken() -> None:
    _, setup = ready(
        win=[
            {"side": "party", "kind": "last-standing"},
            {"side": "party", "kind": "reached", "zone": "foes"},
            {"side": "party", "kind": "rounds-survived", "rounds": 3},
            {"side": "party", "kind": "gm", "text": "The bell rings."},
        ],
        defeat=[{"side": "party", "kind": "taken-out", "who": ["ansa-brock"]}],
    )

    assert [one.kind for one in setup.objectives] == [
        "last-standing",
        "reached",
        "rounds-survived",
        "gm",
        "taken-out",
    ]


# ---- members -------------------------------------------------------------------------------------


@rule("thrum/sheet.validation", "thrum/sheet.faction-trait", "thrum/sheet.equipment")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {"party": [{"id": "ansa-brock", "with": {"wounds": 3}}]},
            "side[0].members[0].with.wounds: found 3, expected 0 to 2 (with the third one is "
            "removed) [thrum/sheet.validation]",
        ),
        (
            {"foes": [{"id": "biffer", "with": {"wounds": 1}}]},
            "side[1].members[0].with.wounds: found no number of a stat block; NPCs start fresh, "
            "expected one of speed, initiative, resilience, evasion, resolve, fatigue_tolerance, "
            "stress_tolerance, attack [thrum/setup.tolerances-carry-in]",
        ),
        (
            {"party": [{"id": "ansa-brock", "faction": "confed"}]},
            "side[0].members[0].faction: found faction, expected it for creatures only "
            "[thrum/sheet.faction-trait]",
        ),
        (
            {"party": [{"id": "ansa-brock", "tier": 1}]},
            "side[0].members[0].tier: found tier, expected it for creatures only",
        ),
        (
            {"foes": [{"id": "biffer", "level": 1}]},
            "side[1].members[0].level: found level, expected it for characters only",
        ),
        (
            {"party": [{"id": "ansa-brock", "holding": ["spear"]}]},
            "side[0].members[0].holding: found holding, expected no such key: weapons have no "
            "numbers [thrum/sheet.equipment]",
        ),
        (
            {"party": [{"id": "ansa-brock", "facing": "N"}]},
            "side[0].members[0].facing: found facing, expected no such key: Thrum has no facings",
        ),
        (
            {"party": [{"id": "ansa-brock", "npc": True}]},
            "side[0].members[0].npc: found true for a PC, expected it for creatures only",
        ),
        (
            {"party": [{"id": "ansa-brock", "level": 0}]},
            "side[0].members[0].level: at level 0: abilities: found 4 Ability Points spent, "
            "expected at most 3 at level 0 [thrum/sheet.ability-points]",
        ),
        (
            {"party": [{"id": "ansa-brock", "level": 13}]},
            "side[0].members[0].level: at level 13: level: found 13, expected a level from 0 to 12 "
            "[thrum/sheet.level-range]",
        ),
    ],
)
def test_a_member_is_refused_with_its_place_and_rule(changes: dict[str, Any], fault: str) -> None:
    assert refusal(**changes) == f"arena.toml: {fault}"
