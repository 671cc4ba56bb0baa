"""A content file and packs are joined: faults and ids are told of the file that they are in."""

from __future__ import annotations

import pytest

from affray.content.join import join
from affray.content.pack import PackFile
from affray.content.part import PackBase, Part
from affray.core.errors import InvalidError


class Blade(Part):
    id: str


class Armoury(Part):
    weapon: list[Blade]
    armour: list[Blade]


class Crate(PackBase):
    weapon: list[Blade] = []
    armour: list[Blade] = []


def crate(source: str, weapons: str, armour: str = "") -> PackFile:
    tables = {
        "weapon": [Blade(id=one) for one in weapons.split()],
        "armour": [Blade(id=one) for one in armour.split()],
    }
    return PackFile(source, Crate(ruleset="quest", **tables), {})  # type: ignore[arg-type]


HALL = Armoury(weapon=[Blade(id="spear"), Blade(id="bow")], armour=[Blade(id="mail")])


def test_the_tables_of_packs_follow_those_of_the_content() -> None:
    joined, problems = join(HALL, [crate("a.toml", "axe"), crate("b.toml", "pike", "helm")], "own")

    problems.stop()
    assert [one.id for one in joined.weapon] == ["spear", "bow", "axe", "pike"]
    assert [one.id for one in joined.armour] == ["mail", "helm"]
    assert [one.id for one in HALL.weapon] == ["spear", "bow"]


def test_a_fault_is_told_with_the_file_and_the_row_in_it() -> None:
    packs = [crate("a.toml", "axe mace"), crate("b.toml", "pike", "helm")]
    _, problems = join(HALL, packs, "own.toml")
    before = problems.count

    for place in ("weapon[1].dice", "weapon[2].dice", "weapon[3]", "weapon[4].id", "armour[1]"):
        problems.add(place, "odd")

    assert problems.count == before + 5
    with pytest.raises(InvalidError) as fault:
        problems.stop()
    assert fault.value.problems == [
        "own.toml: weapon[1].dice: odd",
        "a.toml: weapon[0].dice: odd",
        "a.toml: weapon[1]: odd",
        "b.toml: weapon[0].id: odd",
        "b.toml: armour[0]: odd",
    ]


def test_an_id_is_taken_once_in_all_files() -> None:
    _, problems = join(HALL, [crate("a.toml", "axe axe bow"), crate("b.toml", "", "axe")], "own")

    with pytest.raises(InvalidError) as fault:
        problems.stop()
    assert fault.value.problems == [
        'a.toml: weapon[1].id: found "axe", expected an id of its own: it stands there twice',
        'a.toml: weapon[2].id: found "bow", expected an id of its own: Affray has it already'
        "; replaces = true stands in for it",
        'b.toml: armour[0].id: found "axe", expected an id of its own: a.toml has it already',
    ]
