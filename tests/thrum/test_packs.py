"""What packs may say plays by the same rules as the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.core.errors import InvalidError
from affray.encounters.prepare import library_of
from affray.rulesets.thrum.sheet.sheet import Sheet
from tests.rules import rule
from tests.thrum.arena import ready
from tests.thrum.table import Table, npc, pc

EEL = """
[[creature]]
id = "{id}"
name = "{id}"
speed = 5
initiative = 0
attack = 1
resilience = 0
evasion = 1
resolve = 0
fatigue_tolerance = 9
stress_tolerance = 9
abilities = ["{ability}"]
"""
BITE = '{ op = "fatigue", n = 1 }'


def pack(folder: Path, *abilities: str) -> Path:
    """A pack with some abilities, and for each a creature that has it: ``coil`` has coil-eel."""
    text = 'ruleset = "thrum"\n'
    for ability in abilities:
        id = ability.partition("\n")[0]
        rest = ability.partition("\n")[2]
        text += f'[[ability]]\nid = "{id}"\nname = "{id}"\n{rest}\n'
        text += EEL.format(id=f"{id}-eel", ability=id)
    path = folder / "eels.toml"
    path.write_text(text, "utf-8")
    return path


def eels(folder: Path, *abilities: str) -> list[Sheet]:
    """The sheets of the creatures of such a pack."""
    names = [ability.partition("\n")[0] for ability in abilities]
    foes = [{"id": f"{name}-eel"} for name in names]
    _, setup = ready([pack(folder, *abilities)], foes=foes)
    found = [member.sheet for member in setup.members[1:]]
    assert all(isinstance(sheet, Sheet) for sheet in found)
    return [sheet for sheet in found if isinstance(sheet, Sheet)]


def refusals(folder: Path, ability: str) -> list[str]:
    with pytest.raises(InvalidError) as caught:
        library_of("thrum", [pack(folder, ability)])
    return caught.value.problems


def stance(trigger: str, response: str, more: str = "") -> str:
    return (
        f'coil\ntype = "stance"\nrange = 2\ntrigger = "{trigger}"\nresponse = [{response}]\n{more}'
    )


# ---- Stances in an attack ------------------------------------------------------------------------


@rule("thrum/trigger.preempts", "thrum/attack.sequence")
def test_a_stance_that_answers_a_hit_does_so_before_its_entries(tmp_path: Path) -> None:
    (eel,) = eels(tmp_path, stance("an enemy attack succeeds against you", BITE))
    table = Table("A . . e", A=pc(POW=2, training={"brawling": 3}), e=eel)
    table.enter_stance("e", "coil")

    table.act("A", "basic-attack e", "e: resilience", dice="6 6 1 1")

    harmed = [table.combat.units[one.who].name for one in table.told("damaged")]
    assert harmed == ["A", "e"]


@rule("thrum/trigger.needs-condition")
def test_a_stance_that_answers_a_good_defence_bites_the_attacker_alone(tmp_path: Path) -> None:
    (eel,) = eels(tmp_path, stance("you successfully defend against an enemy attack", BITE))
    table = Table("A . . e", A=pc(training={"brawling": 3}), e=eel)
    table.enter_stance("e", "coil")

    table.act("A", "basic-attack e", "e: resilience", dice="1 1 6 6")

    assert (table["A"].fatigue, table["e"].fatigue) == (1, 0)


@rule("thrum/trigger.move-interrupted")
def test_a_stance_answers_every_square_within_range_that_is_entered(tmp_path: Path) -> None:
    """From outside to 2 away, then to 1 away: two squares within Range 2."""
    (eel,) = eels(tmp_path, stance("an enemy enters a square within range", BITE))
    table = Table("A . . . e", A=pc(), e=eel)
    table.enter_stance("e", "coil")

    table.move("A", "move 3,0", "move 3,0", "stop")

    assert table["A"].fatigue == 2


@rule("thrum/trigger.initiative-order", "thrum/condition.immobilized")
def test_one_that_an_earlier_answer_immobilizes_no_longer_leaves(tmp_path: Path) -> None:
    first = stance(
        "an enemy leaves a square within range", '{ op = "condition", name = "immobilized" }'
    )
    second = stance("an enemy leaves a square within range", BITE).replace("coil", "snap", 1)
    coil, snap = eels(tmp_path, first, second)
    table = Table("e . A . f", order="efA", A=pc(), e=coil, f=snap)
    table.enter_stance("e", "coil")
    table.enter_stance("f", "snap")

    table.move("A", "move 1,0")

    assert (table.at("A"), table.n("A", "immobilized")) == ("2,0", 1)
    assert table["A"].fatigue == 0


# ---- Areas, Lines and Auras ----------------------------------------------------------------------


def lash(target: str, size: str, more: str = "") -> str:
    return (
        f'lash\ntype = "action"\nrange = 0\ntarget = "{target}"\nparams = {{ {size} }}\n'
        f"effect = [{BITE}]\n{more}"
    )


@rule("thrum/area.affects-everyone", "thrum/area.range-zero")
def test_a_line_at_range_0_meets_its_user_too(tmp_path: Path) -> None:
    (eel,) = eels(tmp_path, lash("line-N", "line = 3"))
    table = Table("A . e . f", A=pc(), e=eel, f=npc("chaff"))

    table.act("e", "lash", "area 0,0 e")

    assert [table[name].fatigue for name in "Aef"] == [1, 1, 0]


@rule("thrum/area.affects-everyone", "thrum/area.aura")
def test_an_aura_meets_friends_and_not_its_bearer(tmp_path: Path) -> None:
    (eel,) = eels(tmp_path, lash("aura-N", "aura = 1"))
    table = Table("A e f . C", A=pc(), e=eel, f=npc("chaff"), C=pc())

    table.act("e", "lash")

    assert [table[name].fatigue for name in "AefC"] == [1, 0, 1, 0]


@pytest.mark.parametrize(("affects", "met"), [("others", [1, 0, 1]), ("enemies", [1, 0, 0])])
@rule("thrum/area.affects-everyone", "thrum/ability.text-wins")
def test_a_text_may_spare_the_user_or_all_who_are_no_enemies(
    tmp_path: Path, affects: str, met: list[int]
) -> None:
    (eel,) = eels(tmp_path, lash("area-N", "area = 3", f'affects = "{affects}"'))
    table = Table("A e f", A=pc(), e=eel, f=npc("chaff"))

    table.act("e", "lash", "area 0,-2")

    assert [table[name].fatigue for name in "Aef"] == met


def test_affects_stands_with_an_area_line_or_aura_only(tmp_path: Path) -> None:
    assert refusals(tmp_path, lash("one-enemy", "bite = 1", 'affects = "enemies"')) == [
        'eels.toml: ability[0].affects: found "enemies", '
        "expected it with an area, line or aura only"
    ]


# ---- entries without a target --------------------------------------------------------------------


def test_entries_that_would_be_done_to_nobody_are_refused(tmp_path: Path) -> None:
    ability = (
        f'flail\ntype = "action"\ntarget = "none"\neffect = [{BITE}]\nbefore = [{BITE}]\n'
        'after = [{ op = "move-self", n = 1 }]'
    )

    assert refusals(tmp_path, ability) == [
        "eels.toml: ability[0].effect: found effect without a target, "
        'expected target = "self", or before or after',
        'eels.toml: ability[0].before[0].to: found no target to do it to, expected to = "self"',
    ]


@rule("thrum/attack.sequence")
def test_what_comes_before_and_after_is_done_to_every_target(tmp_path: Path) -> None:
    ability = (
        'flail\ntype = "action"\nrange = 2\ntarget = "up-to-N-enemies"\nparams = { targets = 2 }\n'
        f'before = [{BITE}]\nafter = [{{ op = "status", name = "slowed", n = 1 }}]'
    )
    (eel,) = eels(tmp_path, ability)
    table = Table("A e C", A=pc(), e=eel, C=pc())

    table.act("e", "flail", "target A", "target C")

    assert [(table[name].fatigue, table.n(name, "slowed")) for name in "AC"] == [(1, 1), (1, 1)]
