"""Values by path: read, changed, refused with the nearest word, written as a file that plays."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from affray.content.game import CONTENT, ENCOUNTERS, game, game_ids
from affray.content.library import encounter_data, load_encounter
from affray.content.problems import InvalidError
from affray.content.toml import parse_toml
from affray.lab.changes import Change, read_change
from affray.lab.tables import as_toml
from affray.lab.variants import variant
from affray.sim.batches import run

CAUSEWAY = "thrum/broken-causeway"


@pytest.mark.parametrize("id", game_ids())
def test_what_is_written_as_toml_reads_as_it_was(id: str) -> None:
    files = [game(id).file(CONTENT), *game(id).file(ENCOUNTERS).iterdir()]
    for file in files:
        data = parse_toml(file.read_bytes(), file.name)
        assert parse_toml(as_toml(data).encode(), file.name) == data


def test_texts_of_all_letters_are_written_so_that_they_read_the_same() -> None:
    data = {"a b": 'quoted " and \\', "lines": "one\ntwo\t\u2028", "deep": {"x": [{"y": {}}]}}

    assert parse_toml(as_toml(data).encode(), "letters") == data


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("biffer.tier=1", Change("biffer.tier", 1)),
        ("biffer.tier += 2", Change("biffer.tier", 2, "+=")),
        ("foes.members-=biffer", Change("foes.members", "biffer", "-=")),
        ("ana.weapons=[spear]", None),
        ('ana.weapons=["spear"]', Change("ana.weapons", ["spear"])),
        ('map.legend."#".height=2', Change('map.legend."#".height', 2)),
        ("biffer.tier", None),
        ("biffer.tier=", None),
        ("=1", None),
    ],
)
def test_changes_are_read_as_they_are_written(text: str, change: Change | None) -> None:
    if change is None:
        with pytest.raises(InvalidError, match=r"found .*, expected"):
            read_change(text)
    else:
        assert read_change(text) == change
        assert read_change(str(change)) == change


@pytest.mark.parametrize(
    ("encounter", "change", "path", "value"),
    [
        (CAUSEWAY, "biffer.tier+=1", "biffer.tier", 1),
        (CAUSEWAY, "biffer-2.tier=1", "biffer-1.tier", 0),
        (CAUSEWAY, "foes.biffer.tier=1", "side[1].members[1].tier", 1),
        (CAUSEWAY, "plinker.count+=0", "plinker.count", 1),
        (CAUSEWAY, "biffer.fatigue_tolerance+=2", "biffer.with.fatigue_tolerance", 5),
        (CAUSEWAY, "creature.plinker.attack+=1", "creature.plinker.attack", "2 + TIER + 1"),
        (CAUSEWAY, "map.elevation[0].level=2", "map.elevation[0].level", 2),
        ("tollgate-ambush", "toll-brute.hp*=0.5", "toll-brute.hp", 10),
        ("tollgate-ambush", "toll-brute.traits-=toughness", "toll-brute.traits", []),
        ("tollgate-ambush", "role.heavy.fray[0]+=1", "toll-brute.fray", 3),
        ("quest/toll-bridge", "weapon.greatsword.dice+=1", "weapon.greatsword.dice", "2d6+1"),
        ("cinder-ledge", "weapon.spear.damage+=1", "weapon.spear.damage", 5),
        ("pay-the-toll", "round_limit*=1.5", "round_limit", 60),
        ("ash-chapel", "last_standing=false", "last_standing", False),
    ],
)
def test_a_value_of_a_file_a_sheet_or_the_content_is_changed_and_read(
    encounter: str, change: str, path: str, value: Any
) -> None:
    changed = variant(encounter, changes=[change])

    assert changed.value(path) == value
    changed()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("bifer.tier=1", 'found "bifer".*did you mean biffer'),
        (
            "biffer.tir=1",
            "with.tir: found no number of a stat block.*one of speed.*did you mean biffer.tier",
        ),
        ("biffer.tier=99", "tier: found 99, expected a whole number from 0 to 20"),
        ("biffer-3.tier=1", "did you mean biffer"),
        ("biffer.teir+=1", "did you mean tier"),
        ("foes.membrs=1", "did you mean members"),
        ("foes.members-=bifer", "did you mean biffer"),
        ("foes.members=[]", "found a list of 0, expected a list of 1 to 400 tables"),
        ("foes.name*=2", 'found "The foes" there, expected a number'),
        ("biffer=1", "found a whole table, expected one of its values: id, tier, at"),
        ("creature.bifer.attack=1", "did you mean biffer"),
        ("creature.biffer.attck=1", "attck: unknown key, did you mean attack"),
        ("creature=1", "found a table"),
        ("map.elevation[9].level=1", r"found \[9\], expected \[0\] to \[3\]"),
        ("map.ground[0].kind=diffcult", "did you mean difficult"),
        ("ability.biffer-thump[0]=1", r"found \[0\], expected one of id"),
        ("round_limit+=1", "found nothing that it is by default"),
    ],
)
def test_a_wrong_path_or_value_says_what_was_found_and_expected(change: str, fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        variant(CAUSEWAY, changes=[change])()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("toll-cutter.hp*=2", "hp: found 10, expected a whole number from 1 to 5"),
        ("tilda-reyes.effort=-1", "effort: found -1, expected a whole number from 0 to 1000"),
        ("tilda-reyes.prone=3", "prone: found 3, expected true or false"),
        ("tilda-reyes.spent.die-hard=2", "spent.die-hard: found 2, expected 0 or 1"),
    ],
)
def test_a_wrong_beginning_says_what_is_allowed(change: str, fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        variant("pay-the-toll", changes=[change])()


def test_a_part_of_a_list_that_the_encounter_does_not_state_is_told_where_it_stands() -> None:
    with pytest.raises(InvalidError, match=r"expected creature\.ash-wolf\.attacks\[0\]\.damage"):
        variant("fire-in-the-yard", changes=["ash-wolf.attacks[0].damage+=1"])


def test_one_of_several_alike_is_changed_alone_and_keys_stay() -> None:
    encounter = variant("fire-in-the-yard", changes=["oath-zealot-2.with.hp=1"])
    _, setup = encounter()

    zealots = [one for one in setup.members if one.id == "oath-zealot"]
    assert [one.name for one in zealots] == [f"oath-zealot-{n}" for n in range(1, 6)]
    assert [one.values.get("hp") for one in zealots] == [None, 1, None, None, None]


def test_a_variant_travels_and_plays_the_same_from_a_written_file(tmp_path: Path) -> None:
    changed = variant(CAUSEWAY, changes=["biffer.tier=1", "foes.members-=plinker"])
    changed.write(tmp_path / "changed.toml")

    twin = pickle.loads(pickle.dumps(changed))

    played = [run(one, count=3).digest for one in (changed, twin, tmp_path / "changed.toml")]
    assert len(set(played)) == 1
    assert played[0] != run(CAUSEWAY, count=3).digest


@pytest.mark.parametrize("word", ["quest/sunken-shrine", "icon/hold-the-gate"])
def test_an_encounter_is_written_as_it_is(word: str, tmp_path: Path) -> None:
    variant(word).write(tmp_path / "written.toml")

    written = load_encounter(str(tmp_path / "written.toml"))
    assert encounter_data(written) == encounter_data(load_encounter(word))


def test_what_is_of_the_content_goes_into_no_encounter_file() -> None:
    changed = variant("cinder-ledge", changes=["weapon.spear.damage+=1"])

    with pytest.raises(InvalidError, match=re.escape("weapon.spear.damage: is of the content")):
        changed.text()


def test_what_is_changed_of_the_content_is_written_as_a_pack(tmp_path: Path) -> None:
    changed = variant(CAUSEWAY, changes=["biffer.tier=1", "creature.plinker.attack+=1"])

    word, packs = changed.write_all(tmp_path / "new")

    assert "replaces = true" in packs[0].read_text()
    assert run(word, packs=packs, count=3).digest == run(changed, count=3).digest


def test_an_entry_of_a_pack_that_is_like_another_is_changed_as_a_whole(tmp_path: Path) -> None:
    pack = tmp_path / "own.toml"
    pack.write_text(
        'ruleset = "quest"\n[[weapon]]\nid = "pike"\nname = "Pike"\nlike = "spear"\n'
        '[[creature]]\nid = "moor-pikeman"\nreplaces = true\nlike = "moor-pikeman"\nhide = 1\n'
    )
    changed = variant("quest/toll-bridge", [pack], ["creature.moor-pikeman.hide+=1"])

    assert changed.value("weapon.pike.dice") == variant("quest/toll-bridge").value(
        "weapon.spear.dice"
    )
    assert changed.value("creature.moor-pikeman.hide") == 2
    word, packs = changed.write_all(tmp_path / "new")
    assert word == "quest/toll-bridge"
    assert run(word, packs=packs, count=3).digest == run(changed, count=3).digest


def test_a_value_of_a_pack_is_changed(tmp_path: Path) -> None:
    pack = tmp_path / "spears.toml"
    pack.write_text(
        'ruleset = "quest"\n[[weapon]]\nid = "long-spear"\nname = "Long spear"\nkind = "melee"\n'
        'hands = 2\ndice = "1d8"\ndamage_type = "pierce"\n'
    )
    changed = variant("quest/toll-bridge", [pack], ["weapon.long-spear.dice+=2"])

    assert changed.value("weapon.long-spear.dice") == "1d8+2"
    changed()
    with pytest.raises(InvalidError, match=r"spears\.toml: weapon\[0\]\.dice: found"):
        variant("quest/toll-bridge", [pack], ["weapon.long-spear.dice=8"])()
