"""Nothing that a pack may say is ignored: every key is read, told to people, or refused."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from affray.content.game import BUILTIN, game
from affray.content.library import list_encounters, load_encounter
from affray.content.pack import model_of, pack_from
from affray.content.part import MEMBERS, USUAL, Part
from affray.content.problems import InvalidError
from affray.core import combat
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity.content.schema import Part as IngenuityPart
from tests.content.test_strict import models

# What only packs say, so that it is read too.
PACKS: dict[str, dict[str, Any]] = {
    "icon": {},
    "ingenuity": {"status": [{"id": "slimed", "name": "S", "valued": True, "tick": "turn-start"}]},
    "quest": {"status": [{"id": "slimed", "name": "Slimed", "modifiers": {"movement": -2}}]},
    "sovereign": {"status": [{"id": "slimed", "name": "Slimed", "ac": -1}]},
    "thrum": {
        "status": [
            {
                "id": "soaked",
                "name": "Soaked",
                "effects": [
                    {"op": "stress", "n": "X", "when": "end of own turn"},
                    {"op": "roll-mod", "roll": "evasion", "bane": 1},
                ],
            }
        ],
    },
}
# What packs are refused, by the row that says it; a key of several values may have one alone.
REFUSED: dict[str, dict[str, list[tuple[str, dict[str, Any]]]]] = {
    "icon": {},
    "ingenuity": {
        "StatusModel": [
            ("derived", {"derived": True}),
            ("condition", {"condition": "health < 3"}),
            ("default_difficulty", {"default_difficulty": 6}),
            ("default_interval", {"default_interval": "1 day"}),
            ("combat_interval", {"combat_interval": "turn-start"}),
            ("per_observer", {"per_observer": True}),
            ("extra_reactions", {"extra_reactions": 1}),
        ],
        "ManeuverModel": [
            ("weapon", {"weapon": "shield-bash"}),
            ("instead_of", {"instead_of": "dodge"}),
            ("follow_up", {"follow_up": "move"}),
            ("limit", {"limit": "once"}),
            ("damage_type", {"damage_type": "fire"}),
            ("endurance_only", {"endurance_only": True}),
            ("min_damage", {"min_damage": 0}),
        ],
        "PowerModel": [("always_hits", {"always_hits": True}), ("heal", {"heal": "half result"})],
        "TalentModel": [
            ("cost", {"cost": 7}),
            ("start_bonus", {"start_bonus": 4}),
            ("max_bonus", {"max_bonus": 12}),
            ("rule", {"rule": "talent.danger-sense"}),
            ("attack_bonus", {"attack_bonus": 1}),
            ("uses_per_rest", {"uses_per_rest": 1}),
            ("uses_per_combat", {"uses_per_combat": 1}),
            ("concentration", {"concentration": True}),
        ],
    },
    "quest": {},
    "sovereign": {
        "WeaponModel": [
            ("skill", {"skill": "brawl"}),
            ("adds_skill_to_damage", {"adds_skill_to_damage": True}),
        ],
        "SpellModel": [("duration", {"duration": "1d4"})],
        "StatusModel": [
            ("ranged_attack_against_distant", {"ranged_attack_against_distant": 1}),
            ("attack_against_adjacent", {"attack_against_adjacent": 1}),
            ("own_melee_attack", {"own_melee_attack": 1}),
            ("actions", {"actions": False}),
            ("reactions", {"reactions": False}),
            ("shock_immune", {"shock_immune": True}),
            ("beats_swarm_shock", {"beats_swarm_shock": True}),
            ("can_move", {"can_move": False}),
            ("unarmed_only", {"unarmed_only": True}),
            ("can_cast", {"can_cast": False}),
            ("helpless", {"helpless": True}),
            ("rounds_to_live", {"rounds_to_live": 3}),
            ("attack_against_if_located", {"attack_against_if_located": -4}),
            (
                "attack_against_if_not_located",
                {"attack_against_if_not_located": "impossible"},
            ),
            ("thrown_attack", {"thrown_attack": 1}),
            ("extra_main", {"extra_main": 1}),
            ("provokes_by_moving", {"provokes_by_moving": False}),
            ("move_actions", {"move_actions": 2}),
        ],
    },
    "thrum": {
        "StatusModel": [
            ("kind", {"kind": "condition"}),
            ("numbered", {"numbered": False}),
            ("ticks", {"ticks": False}),
            ("ends", {"ends": "never"}),
        ],
        "AbilityModel": [
            ("second_target", {"second_target": "one-ally"}),
            ("default_on", {"default_on": True}),
            ("overexert_timing", {"overexert_timing": "before"}),
            ("special", {"special": "you sneeze"}),
        ],
        "Op": [
            ("toward", {"after": [{"op": "move-self", "n": 1, "toward": "target"}]}),
            ("facts", {"after": [{"op": "custom", "odd": 1}]}),
        ],
    },
}
# What each row of ``REFUSED`` is put into: a table, and a whole entry.
WHOLE: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "ingenuity": {
        "StatusModel": ("status", {"id": "x", "name": "X", "valued": True}),
        "ManeuverModel": ("maneuver", {"id": "x", "like": "crushing-strike"}),
        "PowerModel": ("power", {"id": "x", "like": "ignite"}),
        "TalentModel": ("talent", {"id": "x", "like": "mobility"}),
    },
    "sovereign": {
        "WeaponModel": ("weapon", {"id": "x", "like": "club"}),
        "SpellModel": (
            "spell",
            {"id": "x", "name": "X", "level": 1, "list": "high", "action": "main", "range": "9 ft"},
        ),
        "StatusModel": ("status", {"id": "x", "name": "X"}),
    },
    "thrum": {
        "StatusModel": ("status", {"id": "x", "name": "X"}),
        "AbilityModel": ("ability", {"id": "x", "name": "X", "type": "action", "target": "self"}),
        "Op": ("ability", {"id": "x", "name": "X", "type": "action", "target": "self"}),
    },
}


# What only checks a file does not use it. Compiled rules have no frames: what they read seems to be
# read by whoever calls them.
CHECKS = "check.py" if combat.__file__.endswith(".py") else "no such file"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Which keys of which models are read while content is built and encounters are made ready."""
    seen: set[tuple[str, str]] = set()

    def watched(part: type[Any]) -> Any:
        usual: Any = part.__getattribute__

        def get(self: object, name: str) -> object:
            if not name.startswith("_"):
                file = sys._getframe(1).f_code.co_filename
                if "/rulesets/" in file and not file.endswith(CHECKS):
                    seen.add((type(self).__name__, name))
            return usual(self, name)

        return get

    for part in (Part, IngenuityPart):
        monkeypatch.setattr(part, "__getattribute__", watched(part))
    return seen


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_every_key_of_a_pack_is_read_or_told_or_refused(
    ruleset: str, read: set[tuple[str, str]]
) -> None:
    one = game(ruleset)
    one.load(one.library)([pack_from({"ruleset": ruleset, **PACKS[ruleset]}, "own.toml")])
    for listing in list_encounters(ruleset):
        prepare(load_encounter(listing.key))

    told = {*USUAL, "like", "works", "ruleset"}
    base = model_of(ruleset)
    tables = {
        field.annotation.__args__[0].__name__: field.alias or name  # type: ignore[union-attr]
        for name, field in base.model_fields.items()
        if name in base.table_names()
    }
    ignored = []
    for model in models(ruleset):
        refused = [key for key, _ in REFUSED[ruleset].get(model.__name__, [])]
        for name, field in model.model_fields.items():
            key = f"{tables.get(model.__name__, '')} {field.alias or name}"
            known = name in (*told, *refused, *one.follows) or key in one.told
            known = known or model is base
            lone = getattr(field.annotation, "__args__", ())
            if not known and (model.__name__, name) not in read and len(lone) != 1:
                ignored.append(f"{model.__name__}.{name}")

    assert [key for key in ignored if key != "SummonModel.size"] == []
    assert MEMBERS[0] in tables.values()


ROWS = [
    (ruleset, model, key, row)
    for ruleset, known in REFUSED.items()
    for model, rows in known.items()
    for key, row in rows
]


@pytest.mark.parametrize(
    ("ruleset", "model", "key", "row"), ROWS, ids=[f"{row[1]}.{row[2]}" for row in ROWS]
)
def test_what_no_rule_would_read_is_refused(
    ruleset: str, model: str, key: str, row: dict[str, Any]
) -> None:
    table, whole = WHOLE[ruleset][model]
    one = game(ruleset)

    def load(entry: dict[str, Any]) -> None:
        one.load(one.library)([pack_from({"ruleset": ruleset, table: [entry]}, "own.toml")])

    with pytest.raises(InvalidError) as fault:
        load({**whole, **row})

    (said,) = row
    assert any([line.startswith(f"own.toml: {table}[0].{said}") for line in fault.value.problems])


def test_a_tag_that_no_rule_reads_is_none() -> None:
    row = {"id": "x", "like": "ash-wolf", "tags": ["humanoyd"]}

    with pytest.raises(InvalidError) as fault:
        pack_from({"ruleset": "sovereign", "creature": [row]}, "own.toml")

    assert "; did you mean humanoid?" in fault.value.problems[0]
