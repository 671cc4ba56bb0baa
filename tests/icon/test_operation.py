"""Abilities built from every word of the effect vocabulary do what the word says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from affray.rulesets.icon import turn
from affray.rulesets.icon.content.words import (
    FlagWord,
    ModWord,
    OpWord,
    TriggerWord,
    UntilWord,
    WhenWord,
    WhoWord,
)
from affray.rulesets.icon.state import with_at
from tests.icon.table import Table, content_library, made, sheet, strike
from tests.rules import rule

Fields = dict[str, Any]


def trio(rows: str = "A C . b d", **fields: Any) -> Table:
    """The user A with an ally C, and foes b and d."""
    own = made(**fields)
    found = Table(
        rows,
        A=sheet(abilities=[own]),
        C=sheet(),
        b=sheet(pc=False, abilities=[strike(level="light")]),
        d=sheet(pc=False),
    )
    found.combat.active = 0
    found["A"].actions = 2
    return found


FOE: Fields = {"target": {"who": "foe", "range": 9}}
ALLY: Fields = {"target": {"who": "ally", "range": 9}}
SELF: Fields = {"target": {"who": "self"}}
MELEE: Fields = {"attack": {"mode": "melee", "range": 9}}
AREA: Fields = {"pattern": {"shape": "blast", "size": 1, "range": 9}}


def effect(op: str, **more: Any) -> Fields:
    return {"effect": [{"op": op, **more}]}


# ---- dsl.op: fields, keys, dice, what must then be so -------------------------------------------

Check = Callable[[Table], bool]
OPS: dict[str, tuple[Fields, list[str], str, Check]] = {
    "damage": (FOE | effect("damage", amount=3), ["deed b"], "", lambda t: t["b"].hp == 25),
    "status": (
        FOE | effect("status", status="dazed", save=True),
        ["deed b"],
        "d20 9",
        lambda t: t["b"].status("dazed"),
    ),
    "blight": (
        FOE | effect("blight", blight="burning"),
        ["deed b"],
        "",
        lambda t: t["b"].blights() == 1,
    ),
    "grant": (
        SELF | effect("grant", effect="evasion", who="user", until="combat"),
        ["deed"],
        "",
        lambda t: t["A"].on("evasion"),
    ),
    "vigor": (ALLY | effect("vigor", multiple=2), ["deed C"], "", lambda t: t["C"].vigor == 14),
    "shove": (FOE | effect("shove", spaces=1), ["deed d"], "", lambda t: t.at("d") == "4,0"),
    "pull": (FOE | effect("pull", spaces=1), ["deed b"], "", lambda t: t.at("b") == "2,0"),
    "move": (
        SELF | effect("move", who="user", kind="teleport", spaces=2),
        ["deed", "space 2,0"],
        "",
        lambda t: t.at("A") == "2,0",
    ),
    "swap": (
        ALLY | effect("swap"),
        ["deed C"],
        "",
        lambda t: (t.at("A"), t.at("C")) == ("1,0", "0,0"),
    ),
    "cleanse": (
        ALLY | effect("cleanse"),
        ["deed C"],
        "",
        lambda t: t["C"].blights() == 0,
    ),
    "cleanse-all": (
        ALLY | effect("cleanse-all"),
        ["deed C"],
        "",
        lambda t: t["C"].effects == [],
    ),
    "save": (
        FOE
        | effect(
            "save", success=[{"op": "damage", "amount": 1}], fail=[{"op": "damage", "amount": 5}]
        ),
        ["deed b"],
        "d20 10",
        lambda t: t["b"].hp == 27,
    ),
    "mark": (
        FOE | effect("mark", mark="tangled"),
        ["deed b"],
        "",
        lambda t: t["b"].holds("tangled"),
    ),
    "stance": (
        SELF | effect("stance", stance="braced-pike"),
        ["deed"],
        "",
        lambda t: t["A"].on("sturdy"),
    ),
    "strip": (
        ALLY | effect("strip", what=["vigor", "stance", "stealth", "marks"]),
        ["deed C"],
        "",
        lambda t: (
            t["C"].vigor == 0
            and not any(t["C"].holds(id) for id in ("stealth", "tangled", "stance-hearth-ring"))
        ),
    ),
    "terrain": (
        AREA | effect("terrain", kind="difficult", where="area", until="combat"),
        ["deed", "space 2,0"],
        "",
        lambda t: t.combat.floor == (0, 1, 1, 1, 0),
    ),
    "rescue": (
        {"target": {"who": "incapacitated-ally", "range": 3}} | effect("rescue"),
        ["deed C"],
        "",
        lambda t: t["C"].hp == 21,
    ),
    "modify-next": (
        ALLY | effect("modify-next", on="attack", mods=[{"mod": "boon", "n": 2}]),
        ["deed C"],
        "",
        lambda t: t["C"].pending == ["attack, boon 2"],
    ),
    "summon": (
        effect("summon", summon="jar-lamp", where="free-space", range=3, count=1),
        ["deed", "space 2,0"],
        "",
        lambda t: [one.summon for one in t.combat.patches] == ["jar-lamp"],
    ),
    "remove-blight": (
        ALLY | effect("remove-blight", blight="burning", then=[{"op": "damage", "amount": 2}]),
        ["deed C"],
        "",
        lambda t: (t["C"].blights(), t["C"].hp) == (0, 26),
    ),
    "immobile": (
        FOE | effect("immobile", until="end-of-user-next-turn"),
        ["deed b"],
        "",
        lambda t: t.refusal("b", "move") == "status.immobile",
    ),
    "resolve": (
        SELF | effect("resolve", who="user", n=2),
        ["deed"],
        "",
        lambda t: t["A"].resolve == 2,
    ),
}


def give_all(*ids: str) -> Callable[[Table], None]:
    def give(table: Table) -> None:
        for id in ids:
            table.give("C", id)

    return give


BEFORE: dict[str, Callable[[Table], None]] = {
    "cleanse": give_all("burning"),
    "cleanse-all": give_all("burning", "slow", "tangled"),
    "remove-blight": give_all("burning"),
    "strip": give_all("stealth", "tangled", "stance-hearth-ring"),
    "rescue": lambda t: t.fell(1),
}


@rule("icon/action.order-of-components")
@pytest.mark.parametrize("word", OPS)
def test_an_operation_does_what_its_word_says(word: str) -> None:
    fields, keys, dice, check = OPS[word]
    table = trio(**fields)
    if word in BEFORE:
        BEFORE[word](table)
    if word == "strip":
        table["C"].vigor = 4

    table.act("A", *keys, dice=dice)

    assert check(table)


@rule("icon/interrupt.timing", "icon/move.unbroken")
def test_stop_move_ends_the_movement_that_it_answers() -> None:
    own = {"interrupt": {"uses": 1, "trigger": "foe-moves-adjacent"}, "tags": ["interrupt"]}
    table = trio("A . . . b\n. . . . d\nC . . . .", **own, **effect("stop-move"))

    table.act("b", "move", "move 1,0", "A deed")

    assert table.at("b") == "1,0"
    assert table.refusal("b", "move") == "move.standard"


@rule("icon/interrupt.timing", "icon/attack.target-hostile")
def test_retarget_makes_the_user_the_target() -> None:
    own = {"interrupt": {"uses": 1, "trigger": "ally-targeted", "within": 2}}
    table = trio("A C b . d", tags=["interrupt"], **own, **effect("retarget"))

    table.act("b", "strike C", "pass", dice="d20 10 d6 4")
    assert (table["A"].hp, table["C"].hp) == (28, 24)

    table = trio("A C . . d\n. b . . .", tags=["interrupt"], **own, **effect("retarget"))
    table.act("b", "strike C", "A deed", dice="d20 10 d6 4")
    assert (table["A"].hp, table["C"].hp) == (24, 28)


# ---- dsl.mod -----------------------------------------------------------------------------------

HIT: Fields = MELEE | {"hit": [{"op": "damage", "level": "light"}], "miss": []}
MODS: dict[str, tuple[Fields, list[str], str, Check]] = {
    "boon": (
        HIT | {"mods": [{"mod": "boon", "n": 2}]},
        ["deed b"],
        "d20 5 d6 1 4 d6 3",
        lambda t: t["b"].hp == 25,
    ),
    "curse": (
        HIT | {"mods": [{"mod": "curse"}]},
        ["deed b"],
        "d20 10 d6 2",
        lambda t: t["b"].hp == 28,
    ),
    "bonus": (
        HIT | {"mods": [{"mod": "bonus"}]},
        ["deed b"],
        "d20 10 d6 2 5",
        lambda t: t["b"].hp == 23,
    ),
    "boost": (
        HIT | {"mods": [{"mod": "boost"}]},
        ["deed b"],
        "d20 10 d6 2 5",
        lambda t: t["b"].hp == 21,
    ),
    "area-level": (
        AREA
        | {"attack": {"mode": "melee"}, "hit": [{"op": "damage", "amount": 1}]}
        | {"area": [{"op": "damage", "level": "fray", "who": "area-foes"}]}
        | {"mods": [{"mod": "area-level", "level": "light"}]},
        ["deed", "space 3,0"],
        "d20 10 d6 6",
        lambda t: (t["b"].hp, t["d"].hp) == (27, 22),
    ),
    "range": (
        {"target": {"who": "foe", "range": 2}, "mods": [{"mod": "range", "n": 1}]}
        | effect("damage", amount=1),
        ["deed b"],
        "",
        lambda t: t["b"].hp == 27 and t.refusal("A", "deed d") != "",
    ),
    "size": (
        {"pattern": {"shape": "line", "size": 2}, "mods": [{"mod": "size", "n": 1}]}
        | effect("damage", amount=1, who="area-foes"),
        ["deed", "area 1,0 2,0 3,0"],
        "",
        lambda t: t["b"].hp == 27,
    ),
    "spaces": (
        FOE | effect("pull", spaces=1) | {"mods": [{"mod": "spaces", "n": 1, "only": "shove"}]},
        ["deed d"],
        "",
        lambda t: t.at("d") == "4,0",
    ),
    "vigor": (
        ALLY | effect("vigor", multiple=1) | {"mods": [{"mod": "vigor", "n": 1}]},
        ["deed C"],
        "",
        lambda t: t["C"].vigor == 14,
    ),
    "uses": (
        SELF
        | effect("damage", amount=1, who="user")
        | {"limit": {"n": 1, "per": "turn"}, "mods": [{"mod": "uses", "n": 1}]},
        ["deed"],
        "",
        lambda t: t.refusal("A", "deed") == "",
    ),
    "pierce": (
        FOE | effect("damage", amount=3) | {"mods": [{"mod": "pierce"}]},
        ["deed b"],
        "",
        lambda t: t["b"].hp == 25,
    ),
    "true-strike": (
        HIT | {"mods": [{"mod": "true-strike"}]},
        ["deed b"],
        "d20 10 d6 3",
        lambda t: t["b"].hp == 25,
    ),
    "no-save": (
        FOE | effect("status", status="slow", save=True) | {"mods": [{"mod": "no-save"}]},
        ["deed b"],
        "",
        lambda t: t["b"].status("slow"),
    ),
    "cost": (
        SELF | effect("damage", amount=1, who="user") | {"mods": [{"mod": "cost", "n": 2}]},
        ["deed"],
        "",
        lambda t: t["A"].actions == 0,
    ),
    "duration": (
        AREA
        | effect("terrain", kind="dangerous", where="area", until="end-of-turn")
        | {"mods": [{"mod": "duration", "until": "combat"}]},
        ["deed", "space 2,0"],
        "",
        lambda t: t.combat.patches == [] and t.combat.base[2] == 2,
    ),
    "foes-only": (
        AREA | effect("damage", amount=1, who="area") | {"mods": [{"mod": "foes-only"}]},
        ["deed", "space 2,0"],
        "",
        lambda t: (t["C"].hp, t["b"].hp) == (28, 27),
    ),
}
MOD_STARTS: dict[str, Callable[[Table], None]] = {
    "pierce": lambda t: setattr(t["b"].sheet, "armor", 2),
    "true-strike": lambda t: t.give("b", "evasion"),
}


@rule("icon/attack.components")
@pytest.mark.parametrize("word", MODS)
def test_a_mod_changes_what_its_word_says(word: str) -> None:
    fields, keys, dice, check = MODS[word]
    table = trio(**fields)
    if word == "spaces":
        table.combat.move(table["b"], 2)
        table.combat.move(table["d"], 4)
        table["C"].hp = 28
        table.combat.move(table["C"], 3)
        table.act("A", *keys, dice=dice)
        assert check(table)
        return
    if word in MOD_STARTS:
        MOD_STARTS[word](table)

    table.act("A", *keys, dice=dice)

    assert check(table)


def test_a_mod_for_one_operation_leaves_the_others_alone() -> None:
    both = [{"op": "pull", "spaces": 1}, {"op": "shove", "spaces": 1, "who": "user"}]
    table = trio("A . . . b C d", **FOE, effect=both, mods=[{"mod": "spaces", "only": "pull"}])

    table.act("A", "deed b", "to the e")

    assert (table.at("A"), table.at("b")) == ("1,0", "2,0")


# ---- dsl.who -----------------------------------------------------------------------------------


def hurt(who: str, **more: Any) -> Fields:
    return {"op": "damage", "amount": 1, "who": who, **more}


def struck(table: Table) -> str:
    return "".join([unit.name for unit in table.combat.units if unit.hp < 28])


WHO: dict[str, tuple[str, Fields, list[str], str, str]] = {
    "target": ("A C . b d", FOE | {"effect": [hurt("target")]}, ["deed b"], "", "b"),
    "user": ("A C . b d", FOE | {"effect": [hurt("user")]}, ["deed b"], "", "A"),
    "area": ("A C . b d", AREA | {"effect": [hurt("area")]}, ["deed", "space 2,0"], "", "Cb"),
    "area-foes": (
        "A C . b d",
        AREA | {"effect": [hurt("area-foes")]},
        ["deed", "space 2,0"],
        "",
        "b",
    ),
    "area-allies": (
        "A C . b d",
        AREA | {"effect": [hurt("area-allies")]},
        ["deed", "space 1,0"],
        "",
        "C",
    ),
    "area-adjacent-foes": (
        "A C . b d",
        AREA | {"effect": [hurt("area-adjacent-foes")]},
        ["deed", "space 1,0"],
        "",
        "b",
    ),
    "area-failed": (
        "A C . b d",
        AREA
        | {"effect": [{"op": "status", "status": "slow", "save": True, "who": "area-foes"}]}
        | {"talent": {"add": {"effect": [hurt("area-failed")]}}},
        ["deed", "space 4,0"],
        "d20 10 9",
        "d",
    ),
    "first-blocker": (
        "A . . b C d",
        {
            "effect": [
                {"op": "move", "who": "user", "kind": "dash", "spaces": 4, "straight": True},
                hurt("first-blocker"),
            ]
        },
        ["deed", "dash e"],
        "",
        "b",
    ),
    "passed-foes": (
        "A b d . C",
        {
            "effect": [
                {
                    "op": "move",
                    "who": "user",
                    "kind": "dash",
                    "spaces": 3,
                    "straight": True,
                    "through_foes": True,
                },
                hurt("passed-foes"),
            ]
        },
        ["deed", "dash e"],
        "",
        "bd",
    ),
    "adjacent-allies": ("A C . b d", {"effect": [hurt("adjacent-allies")]}, ["deed"], "", "C"),
    "one-ally": (
        "A C . b d",
        {"effect": [hurt("one-ally", within=1)]},
        ["deed", "ally C"],
        "",
        "C",
    ),
    "allies-within": (
        "A b C . d",
        {"effect": [hurt("allies-within", range=2)]},
        ["deed"],
        "",
        "C",
    ),
    "foes-within": (
        "A C . b d",
        {"effect": [hurt("foes-within", range=3)]},
        ["deed"],
        "",
        "b",
    ),
}


@rule("icon/setup.two-sides")
@pytest.mark.parametrize("word", WHO)
def test_an_operation_concerns_those_whom_its_word_names(word: str) -> None:
    rows, fields, keys, dice, expected = WHO[word]
    table = trio(rows, **fields)

    table.act("A", *keys, dice=dice)

    assert struck(table) == expected


@rule("icon/interrupt.timing")
@pytest.mark.parametrize(("word", "expected"), [("triggerer", "Cb"), ("ally", "C")])
def test_an_interrupt_may_concern_who_triggered_it_or_whom_it_helps(
    word: str, expected: str
) -> None:
    own = {"interrupt": {"uses": 1, "trigger": "ally-damaged", "within": 2}, "tags": ["interrupt"]}
    table = trio("A C b . d", **own, effect=[hurt(word)])

    table.act("b", "strike C", "A deed", dice="d20 10 d6 4")

    assert struck(table) == expected


@rule("icon/move.collide", "icon/action.triggers")
def test_collided_is_whoever_was_stopped() -> None:
    fields = FOE | effect("shove", spaces=2)
    table = trio("A . b d C", **fields, triggers=[{"when": "collide", "ops": [hurt("collided")]}])

    table.act("A", "deed b")

    assert struck(table) == "b"


# ---- dsl.when ----------------------------------------------------------------------------------


def arranged(table: Table, word: str, *, on: bool) -> None:
    """Let a condition be met, or just not."""
    a, b = table["A"], table["b"]
    combat = table.combat
    if word == "charge":
        a.slow_now = on
    elif word == "comeback":
        a.hp = 13 if on else 14
    elif word in ("finishing-blow", "target-bloodied"):
        b.hp = 13 if on else 14
    elif word == "blightboost" and on:
        table.give("b", "burning")
    elif word == "overdrive-3":
        combat.round = 3 if on else 2
    elif word == "target-status" and on:
        table.give("b", "tangled")
    elif word == "user-stealth" and on:
        table.give("A", "stealth")
    elif word == "user-higher" and on:
        combat.levels = with_at(combat.levels, 0, 1)
    elif word == "target-alone":
        combat.move(table["d"], 5 if on else 4)
    elif word == "target-crowded":
        combat.move(table["C"], 2 if on else 1)
    elif word == "user-stance" and on:
        table.give("A", "stance-braced-pike")


IS = {"target-status": "tangled", "user-stance": "braced-pike"}
ARRANGED = (
    "charge",
    "comeback",
    "finishing-blow",
    "target-bloodied",
    "blightboost",
    "overdrive-3",
    "target-status",
    "user-stealth",
    "user-higher",
    "target-alone",
    "target-crowded",
    "user-stance",
)


@rule("icon/action.triggers", "icon/action.charge", "icon/blight.enhances-abilities")
@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("word", ARRANGED)
def test_a_trigger_adds_its_lines_if_its_condition_is_met(word: str, *, on: bool) -> None:
    trigger: Fields = {"when": word, "ops": [hurt("user")]}
    if word in IS:
        trigger["is"] = IS[word]
    table = trio("A C . b d . .", **FOE, **effect("vigor", multiple=1), triggers=[trigger])
    arranged(table, word, on=on)
    before = table["A"].hp

    table.act("A", "deed b")

    assert (table["A"].hp < before) == on


@rule("icon/action.triggers", "icon/attack.critical")
@pytest.mark.parametrize(("face", "hp"), [(19, 28), (20, 27)])
def test_a_critical_line_comes_after_the_ability_s_own(face: int, hp: int) -> None:
    table = trio("A C . b d", **HIT, triggers=[{"when": "critical", "ops": [hurt("user")]}])

    table.act("A", "deed b", dice=f"d20 {face} d6 1{' 1' if face == 20 else ''}")

    assert table["A"].hp == hp


@rule("icon/action.triggers")
@pytest.mark.parametrize(("hp", "slain"), [(3, True), (4, False)])
def test_slaying_adds_its_lines(hp: int, *, slain: bool) -> None:
    fields = FOE | effect("damage", amount=3)
    table = trio("A C . b d", **fields, triggers=[{"when": "slay", "ops": [hurt("user")]}])
    table["b"].hp = hp

    table.act("A", "deed b", *(["take it"] if slain else []))

    assert (table["A"].hp < 28) == slain


# ---- dsl.until ---------------------------------------------------------------------------------


@rule("icon/turn.end-sequence", "icon/turn.start-sequence")
@pytest.mark.parametrize(
    ("word", "now", "after", "next_start", "next_end"),
    [
        ("end-of-turn", True, False, False, False),
        ("start-of-user-next-turn", True, True, False, False),
        ("end-of-user-next-turn", True, True, True, False),
        ("combat", True, True, True, True),
        ("attack", False, False, False, False),
    ],
)
def test_a_grant_lasts_until_its_word_says(
    word: str, *, now: bool, after: bool, next_start: bool, next_end: bool
) -> None:
    table = trio(**SELF, **effect("grant", effect="evasion", who="user", until=word))
    seen = []

    table.act("A", "deed")
    seen.append(table["A"].on("evasion"))
    table.end("A")
    seen.append(table["A"].on("evasion"))
    table.begin("A")
    seen.append(table["A"].on("evasion"))
    table.end("A")
    seen.append(table["A"].on("evasion"))

    assert seen == [now, after, next_start, next_end]


# ---- dsl.trigger -------------------------------------------------------------------------------

# The last says whether the foe may move on afterwards.
TRIGGERS: dict[str, tuple[str, list[str], str, bool]] = {
    "ally-targeted": ("A C b . d", ["strike C"], "d20 1", False),
    "self-targeted": ("C . A b d", ["strike A"], "d20 1", False),
    "self-or-ally-targeted-ranged": ("A C b . d", ["shot C"], "d20 1 d6 1", False),
    "self-damaged-by-adjacent": ("C . A b d", ["strike A"], "d20 10 d6 2", False),
    "ally-damaged": ("A C b . d", ["strike C"], "d20 10 d6 2", False),
    "self-missed": ("C . A b d", ["strike A"], "d20 1", False),
    "foe-moves-adjacent": ("A . . b d\n. . . . C", ["move", "move 1,0"], "", False),
    "foe-moves-within-2": ("A . . b d\n. . . . C", ["move", "move 2,0"], "", True),
}


@rule("icon/interrupt.off-turn")
@pytest.mark.parametrize("word", TRIGGERS)
def test_an_interrupt_answers_the_trigger_that_its_word_names(word: str) -> None:
    rows, keys, dice, goes_on = TRIGGERS[word]
    own = {"interrupt": {"uses": 1, "trigger": word, "within": 2}, "tags": ["interrupt"]}
    shot = made(attack={"mode": "ranged", "range": 5}, hit=[hurt("target")])
    shot.id = "shot"
    table = Table(
        rows,
        A=sheet(abilities=[made(**own, effect=[{"op": "vigor", "multiple": 1, "who": "user"}])]),
        C=sheet(),
        b=sheet(pc=False, abilities=[strike(level="light"), shot]),
        d=sheet(pc=False),
    )

    table.act("b", *keys, "A deed", *(["stop"] if goes_on else []), dice=dice)

    assert table["A"].vigor == 7
    assert table["A"].used[1] == 1


# ---- dsl.flag, and that no word is left out ----------------------------------------------------


def flagged(flag: str, rows: str = "A C . b d", **fields: Any) -> Table:
    return trio(rows, **fields, talent={"flag": flag})


def test_continue_dash_goes_on_behind_the_shoved() -> None:
    dash = {"op": "move", "who": "user", "kind": "dash", "spaces": 4, "straight": True}
    push = {"op": "shove", "spaces": 3, "who": "first-blocker"}
    table = flagged("continue-dash", "A b . . . C d", effect=[dash, push])

    table.act("A", "deed", "dash e", "dash on")

    assert (table.at("A"), table.at("b")) == ("3,0", "4,0")


@pytest.mark.parametrize(("spaces", "hp"), [(3, 21), (2, 26)])
def test_boost_if_moved_3_boosts_after_three_spaces(spaces: int, hp: int) -> None:
    talent = {"flag": "boost-if-moved-3", "mods": [{"mod": "boost"}]}
    table = trio(**HIT, talent=talent)
    table["A"].set_count(3, spaces)

    table.act("A", "deed b", dice="d20 10 d6 2" + (" 5" if spaces == 3 else ""))

    assert table["b"].hp == hp


SAVE = {
    "op": "save",
    "fail": [{"op": "pull", "spaces": 3}, {"op": "status", "status": "slow"}],
}


@pytest.mark.parametrize(("pull", "at"), [("pull 3", "1,0"), ("pull 1", "3,0"), ("pull 0", "4,0")])
def test_allies_too_pulls_an_ally_as_far_as_the_user_likes(pull: str, at: str) -> None:
    table = flagged("allies-too", "A . . . C\nb d . . .", **FOE, effect=[SAVE])

    table.act("A", "deed C", pull)

    assert table.at("C") == at
    assert not table["C"].status("slow")


@pytest.mark.parametrize(("face", "at"), [(10, "2,0"), (9, "1,0")])
def test_pull_1_on_save_pulls_1(face: int, at: str) -> None:
    table = flagged("pull-1-on-save", "A . . b . C d", **FOE, effect=[SAVE])

    table.act("A", "deed b", dice=f"d20 {face}")

    assert table.at("b") == at


def test_answer_2_boons_gives_two() -> None:
    table = flagged(
        "answer-2-boons",
        **ALLY,
        effect=[{"op": "modify-next", "on": "attack", "mods": [{"mod": "boon"}]}],
    )

    table.act("A", "deed C")

    assert table["C"].pending == ["attack, boon 2"]


def test_self_too_affects_the_user_besides() -> None:
    table = flagged("self-too", **ALLY, **effect("vigor", multiple=1))

    table.act("A", "deed C")

    assert (table["A"].vigor, table["C"].vigor) == (7, 7)


@rule("icon/effect.aura")
@pytest.mark.parametrize(("flag", "far"), [("aura-plus-1", 3), ("cleanse-two", 2)])
def test_aura_plus_1_widens_the_stance(flag: str, far: int) -> None:
    table = flagged(flag, "A . . C . b d", **SELF, **effect("stance", stance="hearth-ring"))

    table.act("A", "deed")

    assert table.combat.has(table["C"], "regeneration") == (far == 3)


@rule("icon/effect.aura", "icon/roll.save-ten")
@pytest.mark.parametrize(("at", "dice"), [(2, "d20 8 d6 2"), (3, "d20 9")])
def test_aura_save_boon_helps_those_in_the_ring(at: int, dice: str) -> None:
    table = flagged(
        "aura-save-boon", "A . C . . b d", **SELF, **effect("stance", stance="hearth-ring")
    )
    table.act("A", "deed")
    table.combat.move(table["C"], at)
    table.give("C", "slow")

    table.end("C", dice)

    assert table["C"].status("slow") == (at == 3)


@rule("icon/effect.mark")
def test_mark_jumps_to_another_foe_when_the_marked_falls() -> None:
    table = flagged("mark-jumps", **FOE, **effect("mark", mark="tangled"))
    table.act("A", "deed b")
    agent = table.script(["mark d"], "")

    table.hurt("b", 99)

    table.done(agent)
    assert table["d"].holds("tangled")


@rule("icon/effect.cleanse")
def test_cleanse_boon_and_two_help_the_cleansed() -> None:
    table = flagged("cleanse-boon", **ALLY, **effect("cleanse"))
    table.give("C", "slow")
    table.act("A", "deed C", dice="d20 8 d6 2")
    assert not table["C"].status("slow")

    table = flagged("cleanse-two", **ALLY, **effect("cleanse"))
    for id in ("burning", "tangled", "slow"):
        table.give("C", id)
    table.act("A", "deed C", "remove blights", "end a mark")
    assert [held.effect.id for held in table["C"].effects] == ["slow"]


@rule("icon/aoe.close-blast", "icon/aoe.ranged-can-hit-user")
def test_becomes_blast_range_2_may_be_laid_otherwise() -> None:
    close = {"pattern": {"shape": "close-blast", "size": 1}, "effect": [hurt("area")]}
    table = flagged("becomes-blast-range-2", "A C . b d\n. . . . .", **close)

    table.act("A", "deed", "blast within 2", "space 1,0")

    assert struck(table) == "AC"


@rule("icon/move.phasing")
def test_phasing_goes_through_foes() -> None:
    table = flagged(
        "phasing",
        "A b . d C",
        **SELF,
        effect=[{"op": "move", "who": "user", "kind": "dash", "spaces": 2}],
    )

    table.act("A", "deed", "move 2,0")

    assert table.at("A") == "2,0"


@pytest.mark.parametrize("flag", ["drawn-heavy", "gallery-heavy"])
def test_heavy_instead_of_light(flag: str) -> None:
    table = flagged(flag, **AREA, effect=[{"op": "damage", "level": "light", "who": "area-foes"}])

    table.act("A", "deed", "space 4,0", dice="d6 2 3")

    assert (table["b"].hp, table["d"].hp) == (23, 23)


@rule("icon/terrain.space-type")
def test_raise_allies_lifts_them_and_height_2_is_a_choice() -> None:
    rise = [{"op": "terrain", "height": 1, "destructible": True, "where": "free-area"}]
    table = flagged("raise-allies", **AREA, effect=rise)
    table.act("A", "deed", "space 2,0")
    assert table.combat.levels == (0, 1, 1, 0, 0)
    assert table.combat.toughness == (0, 10, 10, 0, 0)

    table = flagged("height-2", **AREA, effect=rise)
    table.act("A", "deed", "space 2,0", "height 2")
    assert table.combat.levels == (0, 0, 2, 0, 0)
    assert table.combat.toughness[2] == 20


@rule("icon/aoe.combined")
def test_plus_size_1_widens_the_second_pattern() -> None:
    pattern = {"shape": "line", "size": 1, "plus": {"shape": "cross", "size": 1}}
    rows = ". . . . .\n" * 2 + "A C . b d\n" + ". . . . .\n" * 2
    table = flagged("plus-size-1", rows, pattern=pattern, effect=[hurt("area-foes")])

    table.act("A", "deed", "area 1,2")

    assert struck(table) == "b"


def words_of(literal: object) -> set[str]:
    return set(getattr(literal, "__args__", ()))


def test_every_word_of_the_vocabulary_has_its_test() -> None:
    """And the content file explains exactly these words."""
    dsl = content_library().content.dsl
    source = Path(__file__).read_text(encoding="utf-8")

    assert words_of(OpWord) == set(dsl.op) == {*OPS, "retarget", "stop-move"}
    assert words_of(ModWord) == set(dsl.mod) == set(MODS)
    assert words_of(WhoWord) == set(dsl.who) == {*WHO, "triggerer", "ally", "collided"}
    assert words_of(WhenWord) == set(dsl.when) == {*ARRANGED, "critical", "collide", "slay"}
    assert words_of(TriggerWord) == set(dsl.trigger) == set(TRIGGERS)
    assert words_of(UntilWord) == set(dsl.until)
    assert words_of(FlagWord) == set(dsl.flag)
    for flag in dsl.flag:
        assert f'"{flag}"' in source


@rule("icon/action.delay", "icon/action.combo")
def test_tags_combine_with_every_word() -> None:
    """A combo whose second part is delayed, auto-hits and may be repeated."""
    parts = [
        {"id": "one", "name": "One", "effect": [hurt("user")]},
        {
            "id": "two",
            "name": "Two",
            "tags": ["delay", "end-turn"],
            **FOE,
            "effect": [hurt("target")],
        },
    ]
    table = trio(tags=["combo", "repeatable"], part=parts)
    table.act("A", "deed")
    table.act("A", "deed b")

    assert (table["A"].hp, table["b"].hp, table["A"].must_slow) == (27, 28, True)
    turn.begin(table.combat, table["A"], slow=True)
    assert table["b"].hp == 27


@rule("icon/terrain.space-type")
@pytest.mark.parametrize(("where", "floor"), [("area", [0, 1, 1, 1]), ("free-area", [0, 0, 1, 0])])
def test_a_free_area_leaves_out_where_somebody_stands(where: str, floor: list[int]) -> None:
    table = trio(**AREA, **effect("terrain", kind="difficult", where=where, until="combat"))

    table.act("A", "deed", "space 2,0")

    assert list(table.combat.floor[:4]) == floor
