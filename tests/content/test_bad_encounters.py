"""Every fault of an encounter is one line: file, place, what was found, what was expected."""

import pytest

from affray.content import InvalidError, encounter_from, parse_toml

FORD = """
ruleset = "thrum"
id = "ford"
name = "The Ford"

[map]
rows = [
  "PP..,,",
  "PP....",
  "......",
]

[[side]]
id = "ferrymen"
start = "players"
members = [{ id = "ansa-brock" }, { id = "teodric-vane" }]

[[side]]
id = "foes"
members = [{ id = "biffer", at = [5, 1] }, { id = "chaff", at = [5, 2] }]
"""
CHAFF = '{ id = "chaff", at = [5, 2] }'
BARE = 'rows = [\n  "PP..,,",\n  "PP....",\n  "......",\n]'


def problems(text: str) -> list[str]:
    try:
        encounter_from(parse_toml(text.encode(), "mine.toml"), "mine.toml")
    except InvalidError as error:
        return error.problems
    return []


def test_the_ford_itself_is_in_order() -> None:
    assert problems(FORD) == []


# What is wrong, what is replaced by what, and the line that must say so.
FAULTS = [
    (
        "a number in words",
        CHAFF,
        '{ id = "chaff", count = "two" }',
        'side[1].members[1].count: found "two", expected a whole number from 1 to 400',
    ),
    (
        "a negative count",
        CHAFF,
        '{ id = "chaff", count = -3 }',
        "side[1].members[1].count: found -3, expected a whole number from 1 to 400",
    ),
    (
        "a fraction for a whole number",
        CHAFF,
        '{ id = "chaff", tier = 1.5, at = [5, 2] }',
        "side[1].members[1].tier: found 1.5, expected a whole number from 0 to 20",
    ),
    (
        "true for a whole number",
        CHAFF,
        '{ id = "chaff", count = true }',
        "side[1].members[1].count: found true, expected a whole number from 1 to 400",
    ),
    (
        "a misspelt key",
        CHAFF,
        '{ id = "chaff", cuont = 2 }',
        "side[1].members[1].cuont: unknown key, did you mean count?",
    ),
    (
        "a key like none",
        'id = "ford"',
        'id = "ford"\nzzz = 1',
        "zzz: unknown key, expected one of ruleset, id, name, text",
    ),
    (
        "a missing field",
        'name = "The Ford"',
        "",
        "name: missing, expected a text on one line of at most 200 characters",
    ),
    (
        "a ruleset that there is not",
        '"thrum"',
        '"thrumm"',
        'ruleset: found "thrumm", expected one of icon, ingenuity, quest, sovereign, thrum; '
        "did you mean thrum?",
    ),
    (
        "an id that is none",
        'id = "ford"',
        'id = "The Ford"',
        'id: found "The Ford", expected an id of small letters, digits and dashes',
    ),
    (
        "control characters in a name",
        '"The Ford"',
        '"The \\u001b[31mFord"',
        'name: found "The \\u001b[31mFord", expected a text on one line',
    ),
    (
        "a misspelt creature",
        '"biffer"',
        '"bifer"',
        'side[1].members[0].id: found "bifer", expected a character or creature of thrum; '
        "did you mean biffer?",
    ),
    (
        "a creature like none",
        '"biffer"',
        '"qqqq"',
        'side[1].members[0].id: found "qqqq", expected a character or creature of thrum (ansa-br',
    ),
    (
        "a faction that there is not",
        CHAFF,
        '{ id = "chaff", at = [5, 2], faction = "confet" }',
        'side[1].members[1].faction: found "confet", expected a faction of thrum; '
        "did you mean confed?",
    ),
    (
        "a facing that there is not",
        CHAFF,
        '{ id = "chaff", at = [5, 2], facing = "nw" }',
        'side[1].members[1].facing: found "nw", expected one of N, NE, E, SE, S, SW, W, NW',
    ),
    (
        "rows of unequal length",
        '"PP....",',
        '"PP...",',
        "map.rows[1]: found 5 characters, expected 6 as in the first row",
    ),
    (
        "a character that the legend does not know",
        '"......"',
        '"..?..."',
        'map.rows[2]: found "?" at 2,2, expected one of . , ^',
    ),
    (
        "a legend of two characters",
        '[[side]]\nid = "ferrymen"',
        '[map.legend]\nAB = { height = 1 }\n\n[[side]]\nid = "ferrymen"',
        'map.legend: found the key "AB", expected a single character',
    ),
    (
        "an absurd height in the legend",
        '[[side]]\nid = "ferrymen"',
        '[map.legend]\nA = { height = 5000 }\n\n[[side]]\nid = "ferrymen"',
        "map.legend.A.height: found 5000, expected a whole number from -1000 to 1000",
    ),
    (
        "an absurd elevation",
        '[[side]]\nid = "ferrymen"',
        '[[map.elevation]]\nlevel = -1001\ncells = [[0, 0]]\n\n[[side]]\nid = "ferrymen"',
        "map.elevation[0].level: found -1001, expected a whole number from -1000 to 1000",
    ),
    (
        "ground without a rule",
        '"......"',
        '"..~..."',
        "map.rows[2]: found water ground, which thrum has no rule for, expected one of open, "
        "difficult",
    ),
    (
        "rows and a size",
        "[map]",
        "[map]\nwidth = 6",
        "map: found rows and a width or height, expected one or the other",
    ),
    ("no map", BARE, "", "map: found no size, expected rows, or a width and a height"),
    (
        "a map too wide",
        BARE,
        "width = 201\nheight = 3",
        "map.width: found 201, expected a whole number from 1 to 200",
    ),
    (
        "too many rows",
        '  "......",',
        '  "......",' * 199,
        "map.rows: found a list of 201, expected a list of 0 to 200 entries",
    ),
    (
        "a row too long",
        '"......"',
        '"' + "." * 201 + '"',
        'map.rows[2]: found "......................................',
    ),
    (
        "a rectangle off the map",
        '[[side]]\nid = "ferrymen"',
        '[[map.ground]]\nkind = "difficult"\nrects = [[4, 0, 6, 2]]\n\n[[side]]\nid = "ferrymen"',
        "map.ground[0].rects[0]: found [4, 0, 6, 2], expected cells of the map (columns 0 to 5, "
        "rows 0 to 2)",
    ),
    (
        "a rectangle from right to left",
        '[[side]]\nid = "ferrymen"',
        '[[map.zone]]\nname = "gate"\nrects = [[4, 0, 3, 2]]\n\n[[side]]\nid = "ferrymen"',
        "map.zone[0].rects[0]: found [4, 0, 3, 2], expected the top left corner first",
    ),
    (
        "an area of nothing",
        '[[side]]\nid = "ferrymen"',
        '[[map.zone]]\nname = "gate"\n\n[[side]]\nid = "ferrymen"',
        "map.zone[0]: found no cells, expected cells or rects",
    ),
    (
        "an edge where the game knows none",
        '[[side]]\nid = "ferrymen"',
        '[[map.edge]]\nbetween = [[0, 0], [2, 0]]\n\n[[side]]\nid = "ferrymen"',
        "map.edge[0].kind: found a wall, but thrum has no rule for walls of a map",
    ),
    (
        "a solid where the game knows none",
        '[[side]]\nid = "ferrymen"',
        '[[map.solid]]\nbox = [1, 0, 0, 2, 1, 1]\n\n[[side]]\nid = "ferrymen"',
        "map.solid[0]: found a solid, but thrum has no rule for solids of a map",
    ),
    (
        "a length that is not exact",
        '[[side]]\nid = "ferrymen"',
        '[[map.solid]]\nbox = [0, 0, 0, 1, 1, 0.1]\n\n[[side]]\nid = "ferrymen"',
        "map.solid[0].box[5]: found 0.1, expected a number from -1000 to 1000 in steps of 1/128",
    ),
    (
        "a combatant off the grid",
        CHAFF,
        '{ id = "chaff", at = [6, 2] }',
        "side[1].members[1].at: found 6,2, expected a cell of the map (columns 0 to 5, rows 0 to ",
    ),
    (
        "a combatant at a negative column",
        CHAFF,
        '{ id = "chaff", at = [-1, 2] }',
        "side[1].members[1].at[0]: found -1, expected a whole number from 0 to 199",
    ),
    (
        "a cell of one number",
        CHAFF,
        '{ id = "chaff", at = [3] }',
        "side[1].members[1].at: found [3], expected a cell [column, row]",
    ),
    (
        "a cell of three numbers",
        CHAFF,
        '{ id = "chaff", at = [3, 1, 2] }',
        "side[1].members[1].at: found [3, 1, 2], expected a cell [column, row]",
    ),
    (
        "two on one cell",
        CHAFF,
        '{ id = "chaff", at = [5, 1] }',
        "side[1].members[1].at: found 5,1, where biffer stands, expected a free cell",
    ),
    (
        "several on one cell",
        CHAFF,
        '{ id = "chaff", at = [5, 2], count = 2 }',
        "side[1].members[1].at: found a cell for 2, expected a count of 1, or no cell",
    ),
    (
        "too few start cells",
        '{ id = "ansa-brock" }',
        '{ id = "biffer", count = 4 }',
        "side[0].start: found 4 free cells, expected at least 5",
    ),
    (
        "start cells that others hold",
        '{ id = "chaff", at = [5, 2] }]',
        '{ id = "chaff", at = [0, 0] }, { id = "chaff", at = [1, 0] }, { id = "chaff", at = [0, 1] '
        "}]",
        "side[0].start: found 1 free cells, expected at least 2",
    ),
    (
        "no start, and none called like side or seat",
        CHAFF,
        '{ id = "chaff" }',
        "side[1].start: missing, expected a zone (players) or cells for 1 members without a cell",
    ),
    (
        "a start that there is not",
        'start = "players"',
        'start = "playrs"',
        'side[0].start: found "playrs", expected a zone of the map; did you mean players?',
    ),
    (
        "a start that is a number",
        'start = "players"',
        "start = 3",
        "side[0].start: found 3, expected a zone's name, a list of cells, or a table of them",
    ),
    (
        "two sides of one id",
        'id = "foes"',
        'id = "ferrymen"',
        'side[1].id: found "ferrymen" again, expected an id of its own',
    ),
    (
        "two members of one name",
        '{ id = "ansa-brock" }, { id = "teodric-vane" }]',
        '{ id = "ansa-brock", name = "Chaff 1" }, { id = "chaff" }, { id = "chaff" }]',
        "side[0].members[1].name: found the key chaff-1 twice, expected a name of its own",
    ),
    (
        "no members",
        '[{ id = "ansa-brock" }, { id = "teodric-vane" }]',
        "[]",
        "side[0].members: found a list of 0, expected a list of 1 to 400 tables",
    ),
    (
        "too many combatants",
        '{ id = "ansa-brock" }',
        '{ id = "biffer", count = 400 }',
        "side: found 403 combatants, expected at most 400",
    ),
    (
        "an instigator that there is not",
        'name = "The Ford"',
        'name = "The Ford"\ninstigator = "foe"',
        'instigator: found "foe", expected a side or a member; did you mean foes?',
    ),
    (
        "surprise by nobody",
        "[map]",
        '[surprise]\nby = "ferryman"\n\n[map]',
        'surprise.by: found "ferryman", expected a side; did you mean ferrymen?',
    ),
    (
        "surprise on oneself",
        "[map]",
        '[surprise]\nby = "foes"\non = ["foes"]\n\n[map]',
        'surprise.on[0]: found "foes", expected another side (ferrymen)',
    ),
    (
        "an ally that there is not",
        'start = "players"',
        'start = "players"\nallied = ["fos"]',
        'side[0].allied[0]: found "fos", expected another side; did you mean foes?',
    ),
    (
        "a summoner on the other side",
        CHAFF,
        '{ id = "chaff", at = [5, 2], summoned_by = "ansa-brock" }',
        'side[1].members[1].summoned_by: found "ansa-brock", expected a member of its side',
    ),
    (
        "a condition of a side that there is not",
        "[map]",
        '[[win]]\nside = "foe"\nkind = "last-standing"\n\n[map]',
        'win[0].side: found "foe", expected a side; did you mean foes?',
    ),
    (
        "a kind of condition that there is not",
        "[map]",
        '[[win]]\nside = "foes"\nkind = "reach"\n\n[map]',
        'win[0].kind: found "reach", expected one of last-standing, rounds-survived, taken-out, '
        "reached, hold, clear, protect, retrieve, gm; did you mean reached?",
    ),
    (
        "nobody and nothing to protect",
        "[map]",
        '[[win]]\nside = "foes"\nkind = "protect"\nrounds = 3\n\n[map]',
        "win[0].who: missing, expected who or a zone for the kind protect",
    ),
    (
        "the protection of what cannot be destroyed",
        "[map]",
        '[[win]]\nside = "foes"\nkind = "protect"\nrounds = 3\nzone = "players"\n\n[map]',
        "win[0].zone: found 0,0, which has no hp, expected what can be destroyed",
    ),
    (
        "a condition without what it needs",
        "[map]",
        '[[win]]\nside = "foes"\nkind = "rounds-survived"\n\n[map]',
        "win[0].rounds: missing, expected for the kind rounds-survived",
    ),
    (
        "a condition with what it does not use",
        "[map]",
        '[[defeat]]\nside = "foes"\nkind = "taken-out"\nwho = ["chaff"]\nrounds = 3\n\n[map]',
        "defeat[0].rounds: found rounds, which the kind taken-out does not use, expected who",
    ),
    (
        "a condition on a zone that there is not",
        "[map]",
        '[[win]]\nside = "foes"\nkind = "reached"\nzone = "player"\n\n[map]',
        'win[0].zone: found "player", expected a zone of the map; did you mean players?',
    ),
    (
        "a condition on somebody who is not there",
        "[map]",
        '[[win]]\nside = "foes"\nkind = "taken-out"\nwho = ["bifer"]\n\n[map]',
        'win[0].who[0]: found "bifer", expected a member; did you mean biffer?',
    ),
    (
        "a setting that is no value",
        CHAFF,
        '{ id = "chaff", at = [5, 2], with = { fatigue.load = 1.5 } }',
        "side[1].members[1].with.fatigue.load: found 1.5, expected a whole number, true or false,",
    ),
    (
        "an absurd setting",
        "[map]",
        "[options]\nspeed = 1000001\n\n[map]",
        "options.speed: found 1000001, expected a number from -1000000 to 1000000",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "line"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_fault_is_named_in_one_line(old: str, new: str, line: str) -> None:
    assert old in FORD
    found = problems(FORD.replace(old, new, 1))

    assert len(found) == 1
    assert found[0].startswith(f"mine.toml: {line}")


def test_a_start_left_out_is_the_zone_called_like_the_seat() -> None:
    assert problems(FORD.replace('start = "players"', "")) == []


def test_somebody_in_a_wall_is_refused() -> None:
    text = FORD.replace('"thrum"', '"icon"').replace("......", "....##")
    text = text.replace("ansa-brock", "orrin-vale").replace("teodric-vane", "sable-quill")
    text = text.replace("biffer", "toll-brute").replace("chaff", "ditch-piker")

    assert problems(text)[0] == (
        "mine.toml: side[1].members[1].at: found 5,2, expected a cell that can be stood on, "
        "not a wall, impassable ground or a drop"
    )


def test_somebody_too_big_for_its_place_is_refused() -> None:
    text = FORD.replace('"thrum"', '"icon"').replace("ansa-brock", "orrin-vale")
    text = text.replace("teodric-vane", "sable-quill").replace("biffer", "toll-brute")
    text = text.replace("chaff", "bell-ox")

    assert problems(text) == [
        "mine.toml: side[1].members[1].at: found 5,2, expected room for 2 x 2 cells on the map"
    ]


def test_start_cells_too_narrow_for_somebody_big_do_not_count() -> None:
    text = FORD.replace('"thrum"', '"icon"').replace('{ id = "ansa-brock" }, ', "")
    text = text.replace("teodric-vane", "bell-ox").replace("biffer", "toll-brute")
    text = text.replace("chaff", "ditch-piker").replace('"PP....",', '"##....",')

    assert problems(text) == [
        "mine.toml: side[0].start: found 0 free cells for members 2 cells wide, expected at least 1"
    ]


def test_reinforcements_need_no_free_cell() -> None:
    late = '{ id = "chaff", at = [5, 1], arrives = 3 }'

    assert problems(FORD.replace(CHAFF, late)) == []


def test_all_problems_of_a_file_are_listed_at_once() -> None:
    text = FORD.replace('"biffer"', '"bifer"').replace('"chaff"', '"chaf"')

    assert len(problems(text)) == 2


def test_only_twenty_problems_are_listed_and_the_rest_counted() -> None:
    many = ", ".join(['{ id = "nobody" }'] * 23)

    found = problems(FORD.replace('{ id = "ansa-brock" }', many))

    assert len(found) == 21
    assert found[-1] == "mine.toml: and 3 more problems"
