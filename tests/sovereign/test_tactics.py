"""Programs play Sovereign well enough to be worth playing against."""

from __future__ import annotations

import pytest

from affray.bots import seated
from affray.content import list_encounters, load_encounter
from affray.content.library import encounter_from
from affray.core.dice import SeededDice
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.choice.moving import MoveTo
from affray.rulesets.sovereign.movement.walking import Move
from affray.rulesets.sovereign.movement.ways import CHARGE
from affray.rulesets.sovereign.play.tactics import SovereignTactics
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.state import SovereignCombat
from affray.rulesets.sovereign.terms import HARM, ORDINARY
from tests.sovereign.table import Table, body, library, strike

PARTIES = {
    "lantern-company": ["maud-verrin", "brother-ansel", "tilda-reyes", "ildric-sanne"],
    "thornfield-four": ["hesk-dargan", "orla-kestwick", "sefa-morrant", "bram-tull"],
    "gate": ["gate-shield", "gate-pike", "gate-arbalist", "gate-serjeant"],
    "yard": ["oath-zealot", "ash-wolf", "cragmaw", "cinder-adept"],
}
EACH = 10
SLEEP = library().spells["sleep"]


def mirrored(names: list[str]) -> tuple[Ruleset, Setup]:
    """The same members on both sides of a small field with a wall, difficult ground and exits."""
    rows = ["...%.....%...", ".....,,,.....", "......#......", ".....,,,.....", "...%.....%..."]
    rows = [".............", *rows, "............."]
    sides = []
    for side, column in (("party", 1), ("foes", 10)):
        rows_of = (1, 2, 3, 5) if "cragmaw" in names else (1, 2, 3, 4)
        members = [
            {"id": name, "name": f"{name}-{side}", "at": [column, row]}
            for name, row in zip(names, rows_of, strict=True)
        ]
        sides.append({"id": side, "seat": side, "members": members})
    encounter = encounter_from(
        {
            "ruleset": "sovereign",
            "id": "mirror",
            "name": "Mirror",
            "round_limit": 40,
            "map": {
                "rows": rows,
                "open_edges": ["west", "east"],
                "zone": [{"name": "exit", "rects": [[0, 0, 0, 6], [12, 0, 12, 6]]}],
            },
            "side": sides,
        },
        "mirror.toml",
    )
    return prepare(encounter)


def winner(ruleset: Ruleset, setup: Setup, names: list[str], seed: int) -> int:
    tactics = ruleset.tactics()
    agents = [seated(name, tactics, seed, 0, seat) for seat, name in enumerate(names)]
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    assert isinstance(combat, SovereignCombat)
    while not combat.outcome:
        combat.changes = 0
        combat.step()
    return combat.winner


def test_greedy_beats_random_at_least_19_times_in_20_in_mirrored_fights() -> None:
    won = fights = 0
    for names in PARTIES.values():
        ruleset, setup = mirrored(names)
        for side in (0, 1):
            for seed in range(EACH // 2):
                seats = ["random", "random", "default"]
                seats[side] = "greedy"
                won += winner(ruleset, setup, seats, seed) == side
                fights += 1

    assert 20 * won >= 19 * fights


@pytest.mark.parametrize("broken", [False, True])
def test_who_charges_goes_somewhere_though_it_stood_better_before(broken: bool) -> None:
    table = Table(". . A b . . . . . .", A=body(), b=body())
    table["A"].broken = broken
    asked = MoveTo(Move(table.combat, table["A"], CHARGE))
    asked.combat = table.combat

    assert SovereignTactics().answer(asked) in asked.answers()


@pytest.mark.parametrize("name", ["random", "greedy", "noisy"])
def test_every_encounter_is_played_to_its_end_by_every_player(name: str) -> None:
    for one in list_encounters("sovereign"):
        ruleset, setup = prepare(load_encounter(one.key))
        tactics = ruleset.tactics()
        agents = [seated(name, tactics, 5, 0, seat) for seat in range(3)]
        combat = ruleset.begin(setup, SeededDice(5), agents)
        steps = 0
        while not combat.outcome and steps < 5000:
            combat.changes = 0
            combat.step()
            assert combat.recount() == ""
            steps += 1
        assert combat.outcome


def test_a_swarm_that_others_may_join_is_thought_of_and_no_worse_weapon() -> None:
    table = Table("A b C", A=body(strike(bonus=3), strike("fist", bonus=1)), b=body(), C=body())
    asked = Act(table.combat, table["A"], held=False)
    asked.combat = table.combat
    words = [asked.key(answer) for answer in SovereignTactics().likely(asked, 3)]

    assert words[0] == "attack b with sword"
    assert "swarm b with sword" in words
    assert "attack b with fist" not in words


@pytest.mark.parametrize(
    ("hp", "total", "defends", "snaps"),
    [
        (8, 12, False, True),  # a hit that may fell, and no defence that helps
        (9, 12, False, False),  # it may not fell
        (8, 11, False, False),  # Total Defense helps
        (8, 11, True, False),  # and holds already: the AC is 12
        (8, 12, True, True),
        (8, 9, False, False),  # a miss
    ],
)
def test_who_is_about_to_fall_gives_its_main_for_a_blow(
    hp: int, total: int, defends: bool, snaps: bool
) -> None:
    table = Table("A b . . d", A=body(strike(bonus=9)), b=body(hp=8), d=body(strike(far=(9, 9))))
    table["A"].hp, table["A"].total = hp, defends
    archer, target = table["d"], table["A"]
    attack = Attack(archer.index, target.index, archer.sheet.strikes[0], HARM, ORDINARY)
    attack.rolled, attack.total = True, total
    window = windows.Instants(table.combat, attack, rolled=True)
    code = next(one for one in window.replies(target.index) if one >= windows.SNAPS)

    assert window.key(target.index, code) == "A snap at b with sword"
    assert SovereignTactics().wise(table.combat, window, target.index, code) is snaps


def test_casters_are_snapped_at_and_not_who_stands_by() -> None:
    table = Table("A b . . d", A=body(strike(bonus=9)), b=body(hp=8), d=body())
    caster, target = table["d"], table["A"]
    window = windows.Instants(
        table.combat, windows.Casting(caster.index, target.index, SLEEP), rolled=False
    )
    code = next(one for one in window.replies(target.index) if one >= windows.SNAPS)

    assert not SovereignTactics().wise(table.combat, window, target.index, code)
    window = windows.Instants(
        table.combat, windows.Casting(table["b"].index, target.index, SLEEP), rolled=False
    )
    assert SovereignTactics().wise(table.combat, window, target.index, code)
