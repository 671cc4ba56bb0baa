"""Packs: an entry like another, an entry in place of another, in all five games."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from affray.content.game import BUILTIN, game
from affray.content.library import (
    encounter_data,
    encounter_from,
    list_encounters,
    load_encounter,
)
from affray.content.like import builtin_tables, rows_of
from affray.content.pack import pack_from, read_packs
from affray.content.problems import InvalidError
from affray.content.toml import parse_toml
from affray.content.written import toml_of
from affray.encounters.entries import as_pack, cannot_pack, entries, pack_tables
from affray.encounters.prepare import check_pack, library_of, roster_of
from affray.rulesets.quest.content.library import QuestContentLibrary
from affray.session.replay import load
from affray.session.start import begin, start

THUMP = """
ruleset = "thrum"
[[creature]]
id = "big-biffer"
like = "biffer"
name = "Big Biffer"
fatigue_tolerance = 6
"""


def saved(folder: Path, text: str, name: str = "own.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def quest(*rows: dict[str, Any], table: str = "weapon") -> dict[str, Any]:
    """The rows of a table as a pack for Quest resolves them."""
    file = pack_from({"ruleset": "quest", table: list(rows)}, "own.toml")
    found = rows_of(file.data, table)
    return {row["id"]: row for row in found}


def refused(*rows: dict[str, Any], table: str = "weapon") -> list[str]:
    with pytest.raises(InvalidError) as fault:
        quest(*rows, table=table)
    return fault.value.problems


SPEAR = next(row for row in rows_of(builtin_tables("quest"), "weapon") if row["id"] == "spear")


def test_an_entry_is_like_another_but_for_what_it_says_itself() -> None:
    found = quest({"id": "long-spear", "like": "spear", "dice": "1d10"})

    assert found["long-spear"] == {**SPEAR, "id": "long-spear", "dice": "1d10"}


def test_an_entry_leaves_out_what_it_says_it_is_without() -> None:
    found = quest({"id": "stick", "like": "spear", "without": ["properties"], "range": 0})

    assert "properties" not in found["stick"]


def test_entries_of_a_pack_are_like_each_other_in_any_order() -> None:
    found = quest(
        {"id": "c", "like": "b", "accuracy": 2},
        {"id": "b", "like": "spear", "dice": "1d12"},
    )

    assert (found["c"]["dice"], found["c"]["accuracy"]) == ("1d12", 2)


def test_tables_within_an_entry_are_put_together() -> None:
    found = quest({"id": "dusk", "like": "frost-bind", "cast": {"aa": 2}}, table="spell")
    usual = next(
        row for row in rows_of(builtin_tables("quest"), "spell") if row["id"] == "frost-bind"
    )

    assert found["dusk"]["cast"] == {**usual["cast"], "aa": 2}


def test_entries_may_be_like_those_of_another_pack(tmp_path: Path) -> None:
    pike = 'ruleset = "quest"\n[[weapon]]\nid = "pike"\nlike = "spear"\ndice = "2d6"\n'
    more = 'ruleset = "quest"\n[[weapon]]\nid = "halberd"\nlike = "pike"\nhands = 2\n'
    paths = [saved(tmp_path, more, "more.toml"), saved(tmp_path, pike)]

    files = read_packs(paths, "quest")

    assert rows_of(files[0].data, "weapon")[0]["dice"] == "2d6"


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (
            {"id": "x", "like": "speer"},
            'weapon[0].like: found "speer", expected the id of another weapon; did you mean spear?',
        ),
        (
            {"id": "x", "like": "x"},
            'weapon[0].like: found "x", expected an entry that does not come back to this one',
        ),
        (
            {"id": "x", "like": "spear", "without": ["dise"]},
            'weapon[0].without[0]: found "dise", expected a key of what it is like; did you mean '
            "dice?",
        ),
        (
            {"id": "x", "without": ["dice"]},
            "weapon[0].without: found it without like, expected the entry of which something is "
            "left out",
        ),
        (
            {"id": "spear", "like": "spear", "replaces": 1},
            "weapon[0].replaces: found 1, expected true or false",
        ),
    ],
)
def test_what_cannot_be_like_that_is_told(row: dict[str, Any], fault: str) -> None:
    assert refused(row) == [f"own.toml: {fault}"]


def test_what_the_rules_hold_by_name_is_neither_copied_nor_replaced() -> None:
    assert refused({"id": "x", "like": "burning", "name": "X"}, table="status") == [
        'own.toml: status[0].like: found "burning", expected a status of a pack: the rules speak '
        "of it by name"
    ]


def test_an_entry_stands_in_for_the_one_of_its_id(tmp_path: Path) -> None:
    text = 'ruleset = "quest"\n[[weapon]]\nid = "spear"\nlike = "spear"\nreplaces = true\n'
    path = saved(tmp_path, f'{text}dice = "3d6"\n')

    library = library_of("quest", [path])

    assert isinstance(library, QuestContentLibrary)
    assert library.library.by_id["spear"].dice.count == 3
    order = [weapon.id for weapon in library.content.weapon]
    assert order == [row["id"] for row in rows_of(builtin_tables("quest"), "weapon")]


def test_an_id_that_is_taken_is_refused_with_the_way_out(tmp_path: Path) -> None:
    text = 'ruleset = "quest"\n[[weapon]]\nid = "spear"\nlike = "spear"\n'

    with pytest.raises(InvalidError) as fault:
        library_of("quest", [saved(tmp_path, text)])

    assert fault.value.problems == [
        'own.toml: weapon[0].id: found "spear", expected an id of its own: Affray has it already; '
        "replaces = true stands in for it"
    ]


def test_nothing_stands_in_for_what_is_not_there_and_nobody_twice(tmp_path: Path) -> None:
    head = 'ruleset = "quest"\n[[weapon]]\nlike = "spear"\nreplaces = true\n'
    wrong = saved(tmp_path, f'{head}id = "speer"\n')
    first = saved(tmp_path, f'{head}id = "spear"\n', "a.toml")
    second = saved(tmp_path, f'{head}id = "spear"\n', "b.toml")

    with pytest.raises(InvalidError) as fault:
        library_of("quest", [wrong, first, second])

    assert fault.value.problems == [
        'own.toml: weapon[0].replaces: found no weapon "speer" that it could replace; did you '
        "mean spear?",
        'b.toml: weapon[0].replaces: found "spear", which a.toml replaces already',
    ]


HEAVY = 'ruleset = "quest"\n[[weapon]]\nid = "spear"\nlike = "spear"\nreplaces = true\n'


def test_what_is_like_a_replaced_entry_is_like_what_stands_in_for_it(tmp_path: Path) -> None:
    """In the same pack and in another, whichever of them is named first."""
    heavy = saved(tmp_path, f'{HEAVY}dice = "3d6"\n', "heavy.toml")
    more = 'ruleset = "quest"\n[[weapon]]\nid = "pike"\nlike = "spear"\nbulk = 4\n'
    pike = saved(tmp_path, more, "pike.toml")

    for paths in ([heavy, pike], [pike, heavy]):
        library = library_of("quest", paths)
        assert isinstance(library, QuestContentLibrary)
        things = library.library.by_id
        assert (things["pike"].dice.count, things["spear"].dice.count) == (3, 3)


def test_a_circle_through_several_packs_is_refused(tmp_path: Path) -> None:
    row = 'ruleset = "quest"\n[[weapon]]\nid = "{}"\nlike = "{}"\n'
    names = ("a", "b", "c")
    paths = [
        saved(tmp_path, row.format(one, other), f"{one}.toml")
        for one, other in zip(names, ("b", "c", "a"), strict=True)
    ]

    with pytest.raises(InvalidError) as fault:
        library_of("quest", paths)

    told = [line for line in fault.value.problems if "does not come back to this one" in line]
    assert [line.partition(":")[0] for line in told] == ["a.toml", "b.toml", "c.toml"]


def test_what_has_another_s_replaced_weapon_has_the_new_one(tmp_path: Path) -> None:
    text = f'{HEAVY}dice = "3d6"\n[[creature]]\nid = "lancer"\nlike = "moor-pikeman"\n'
    path = saved(tmp_path, f'{text}weapons = ["spear"]\n')

    library = library_of("quest", [path])

    assert isinstance(library, QuestContentLibrary)
    assert library.library.sheets["lancer"].weapons[0].dice.count == 3


def test_a_pack_that_is_named_twice_is_one_pack(tmp_path: Path) -> None:
    path = saved(tmp_path, f'{HEAVY}dice = "3d6"\n')
    again = tmp_path / "." / "sub" / ".." / "own.toml"
    again.parent.parent.mkdir()

    fight = start("quest", "ford-of-reeds", seed=1, packs=[path, again, path])

    assert [one["name"] for one in fight.journal.header["packs"]] == ["own.toml"]


def test_packs_called_alike_are_told_apart_when_a_fight_goes_on(tmp_path: Path) -> None:
    row = 'ruleset = "quest"\n[[creature]]\nid = "man-{0}"\nlike = "moor-pikeman"\n'
    paths = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        paths.append(saved(tmp_path / name, row.format(name)))
    short: dict[str, Any] = encounter_data(load_encounter("quest/ford-of-reeds"))
    there = short["side"][1]["members"]
    short["side"][1]["members"] = [
        {"id": f"man-{name}", "at": old["at"]}
        for name, old in zip(("one", "two"), there, strict=False)
    ]
    fight = begin(encounter_from(short, "short", roster_of(paths)), paths, 3)
    journal = tmp_path / "own.jsonl"
    fight.save(journal)

    assert load(journal).digest == fight.digest


def test_an_entry_that_is_like_nothing_is_told_of_once(tmp_path: Path) -> None:
    text = 'ruleset = "quest"\n[[weapon]]\nid = "x"\nlike = "speer"\n[[item]]\nid = "y"\n'

    with pytest.raises(InvalidError) as fault:
        check_pack(saved(tmp_path, text))

    weapons = [line for line in fault.value.problems if "weapon" in line]
    assert len(weapons) == 1
    assert any(["item[0].name: missing" in line for line in fault.value.problems])


def test_a_journal_says_what_a_pack_stands_in_for(tmp_path: Path) -> None:
    text = THUMP.replace("big-biffer", "biffer") + "replaces = true\n"

    fight = start("thrum", "broken-causeway", seed=1, packs=[saved(tmp_path, text)])

    assert fight.journal.header["packs"][0]["replaces"] == ["creature biffer"]
    biffers = [unit for unit in fight.combat.units if unit.name.startswith("biffer")]
    assert {unit.sheet.fatigue_tolerance for unit in biffers} == {6}


def test_numbers_that_follow_are_not_taken_over(tmp_path: Path) -> None:
    """The stat block states Fatigue Tolerance 3 again for checking; the new one has 6."""
    what, _ = check_pack(saved(tmp_path, THUMP))

    assert what == "own.toml, thrum, 1 creature"


def test_an_ability_that_code_holds_keeps_its_code_under_another_id(tmp_path: Path) -> None:
    text = (
        'ruleset = "thrum"\n[[ability]]\nid = "wail"\nlike = "dirge"\nname = "Wail"\nrange = 6\n'
        '[[creature]]\nid = "wailer"\nlike = "biffer"\nname = "Wailer"\nabilities = ["wail"]\n'
    )
    library = library_of("thrum", [saved(tmp_path, text)])

    entry = library.library.abilities["wail"]  # type: ignore[attr-defined]
    assert (entry.code, entry.name) == ("dirge", "Wail")


def test_what_the_code_of_an_ability_holds_cannot_be_changed(tmp_path: Path) -> None:
    text = 'ruleset = "thrum"\n[[ability]]\nid = "wail"\nlike = "dirge"\ntarget = "one-enemy"\n'

    with pytest.raises(InvalidError) as fault:
        library_of("thrum", [saved(tmp_path, text)])

    assert fault.value.problems == [
        "own.toml: ability[0].target: found target changed, expected it as dirge has it: its code "
        "holds it"
    ]


# ---- all that there is ---------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_the_content_of_every_game_loads_as_a_pack(ruleset: str) -> None:
    """Whole, in the syntax of packs, each entry in place of itself: and nothing is different."""
    data: dict[str, Any] = {"ruleset": ruleset}
    for one in entries(ruleset):
        if not cannot_pack(ruleset, one) and not one.within:
            ((_, rows),) = [item for item in as_pack(ruleset, one).items() if item[0] != "ruleset"]
            data.setdefault(one.table, []).extend(rows)
    text = toml_of(data)
    file = pack_from(parse_toml(text.encode(), "all.toml"), "all.toml")
    library = game(ruleset).load(game(ruleset).library)([file])

    tables = builtin_tables(ruleset)
    for table in pack_tables(ruleset):
        if table not in game(ruleset).fixed:
            assert len(data[table]) == len(rows_of(tables, table)), table
    assert library.roster().kinds() == library_of(ruleset).roster().kinds()


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_the_content_of_every_game_can_be_copied_under_other_ids(ruleset: str) -> None:
    data: dict[str, Any] = {"ruleset": ruleset}
    for table in pack_tables(ruleset):
        if table not in game(ruleset).fixed:
            rows = rows_of(builtin_tables(ruleset), table)
            rows = [row for row in rows if row["id"] != "unarmed"]  # the rules' own weapon
            data[table] = [
                {"id": f"{table.replace('_', '-')}-{row['id']}", "like": row["id"]} for row in rows
            ]
    file = pack_from(data, "copies.toml")

    library = game(ruleset).load(game(ruleset).library)([file])

    assert len(library.roster().kinds()) == 2 * len(library_of(ruleset).roster().kinds())


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_a_fight_with_its_members_copied_is_the_same_fight(ruleset: str, tmp_path: Path) -> None:
    """A pack in which every member stands in for itself changes no die and no answer."""
    data: dict[str, Any] = {"ruleset": ruleset}
    for one in entries(ruleset):
        if one.table in ("character", "creature") and not one.within:
            data.setdefault(one.table, []).append({"id": one.id, "like": one.id, "replaces": True})
    path = saved(tmp_path, toml_of(data))
    short: dict[str, Any] = encounter_data(load_encounter(list_encounters(ruleset)[0].key))
    short["round_limit"] = 2
    seats = dict.fromkeys(("players", "foes"), "greedy")

    plain = begin(encounter_from(short, "short"), [], 3, seats=seats)
    packed = begin(encounter_from(short, "short", roster_of([path])), [path], 3, seats=seats)
    plain.auto()
    packed.auto()

    assert plain.digest == packed.digest


# Tables of which code holds some entries, the lists that name them, an encounter, and players who
# go by the order of options: programs know some abilities by name.
CODED = {
    "thrum": (
        ("ability", "nova", "art", "archetype", "faction_trait"),
        ("abilities", "upgrades", "nova", "archetypes"),
        "hold-the-gate",
        "random",
    ),
    "sovereign": (("spell",), ("prepared", "spells"), "the-bronze-watch", "greedy"),
}


@pytest.mark.parametrize("ruleset", CODED)
def test_copies_of_what_code_holds_play_as_the_originals_do(ruleset: str, tmp_path: Path) -> None:
    tables, lists, name, player = CODED[ruleset]
    content = builtin_tables(ruleset)
    data: dict[str, Any] = {"ruleset": ruleset}
    for table in tables:
        rows = [row for row in rows_of(content, table) if row.get("art") != "basic"]
        data[table] = [{"id": f"x-{row['id']}", "like": row["id"]} for row in rows]
    for kind in ("character", "creature"):
        for row in rows_of(content, kind):
            own = {key: [f"x-{word}" for word in row[key]] for key in lists if row.get(key)}
            data.setdefault(kind, []).append({"id": f"x-{row['id']}", "like": row["id"], **own})
    pack = saved(tmp_path, toml_of(data))
    usual: dict[str, Any] = encounter_data(load_encounter(f"{ruleset}/{name}"))
    copied = deepcopy(usual)
    for mine, other in zip(usual["side"], copied["side"], strict=True):
        for one, twin in zip(mine["members"], other["members"], strict=True):
            one["name"] = twin["name"] = one["id"]
            twin["id"] = f"x-{twin['id']}"
            if "faction" in twin:
                twin["faction"] = f"x-{twin['faction']}"
    seats = dict.fromkeys(("players", "foes"), player)

    first = begin(encounter_from(usual, "usual"), [], 2, seats=seats)
    second = begin(encounter_from(copied, "copied", roster_of([pack])), [pack], 2, seats=seats)
    first.auto()
    second.auto()

    rolled = [entry.get("dice") for entry in first.journal.entries]
    assert len(rolled) > 100
    assert [entry.get("dice") for entry in second.journal.entries] == rolled


def test_an_ability_of_art_basic_is_everybody_s(tmp_path: Path) -> None:
    text = (
        'ruleset = "thrum"\n[[ability]]\nid = "breathe"\nname = "Breathe"\nart = "basic"\n'
        'type = "action"\ntarget = "self"\neffect = [{ op = "heal", name = "stress", n = 1 }]\n'
    )
    encounter = load_encounter("thrum/hold-the-gate")

    fight = begin(encounter, [saved(tmp_path, text)], 1, hold=True)

    units = [unit for unit in fight.combat.units if not unit.name.startswith("minion")]
    assert units
    assert all([unit.sheet.ability("breathe") is not None for unit in units])


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_abilities_within_stat_blocks_can_be_pasted_too(ruleset: str) -> None:
    """ICON's foes hold abilities of their own; in a pack each can be one of a job."""
    data: dict[str, Any] = {"ruleset": ruleset}
    for one in entries(ruleset):
        if one.within and not cannot_pack(ruleset, one):
            data.setdefault(one.table, []).extend(as_pack(ruleset, one)[one.table])
    file = pack_from(parse_toml(toml_of(data).encode(), "own.toml"), "own.toml")

    library = game(ruleset).load(game(ruleset).library)([file])

    assert library.roster().kinds() == library_of(ruleset).roster().kinds()
    assert ("ability" in data) == (ruleset == "icon")
