"""What maps mean: legend, overlays, edges, exits."""

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest

from affray.content import GridData, InvalidError, encounter_from, grid_data, parse_toml
from affray.content.encounter import Encounter
from affray.content.game import BUILTIN, MapFeature, game, games, register, unregister
from affray.content.ground import GROUNDS, LEGEND
from affray.content.members import encounter_members
from affray.content.roster import builtin_roster
from affray.core.grid import DIFFICULT, LOW_COVER, OPEN, PIT, WALL, WATER

HEAD = 'ruleset = "anything"\nid = "field"\nname = "Field"\n'
SIDE = '\n[[side]]\nid = "foes"\nmembers = [{ id = "cutpurse-reaver", at = [0, 0] }]\n'


EVERYTHING: tuple[MapFeature, ...] = get_args(MapFeature)


@pytest.fixture(scope="module", autouse=True)
def _a_game_with_rules_for_everything() -> Iterator[None]:
    register(replace(game("quest"), id="anything", features=EVERYTHING, grounds=tuple(GROUNDS)))
    yield
    unregister("anything")


def encounter_on(map_text: str, side: str = SIDE) -> Encounter:
    return encounter_from(parse_toml((HEAD + map_text + side).encode(), "f.toml"), "f.toml")


def data_of(map_text: str) -> GridData:
    return grid_data(encounter_on(map_text))


def test_a_drawn_map_has_its_ground_heights_cover_and_zones() -> None:
    data = data_of('[map]\nrows = [\n  ".,#~vo",\n  "3X.PFT",\n]')

    assert (data.width, data.height, data.unit) == (6, 2, 1)
    assert data.ground[:6] == (OPEN, DIFFICULT, WALL, WATER, PIT, LOW_COVER)
    assert data.levels == (0, 0, 0, 0, -4, 0, 3, 0, 0, 0, 0, 0)
    assert data.cover == (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    assert data.zones == {"exit": (7,), "players": (9,), "foes": (10,), "third": (11,)}


def test_an_own_legend_goes_before_the_default_one() -> None:
    data = data_of(
        '[map]\nrows = ["..#A"]\n[map.legend]\n'
        '"#" = { kind = "water" }\n'
        'A = { kind = "difficult", height = 2, hp = 20, zone = "gate" }'
    )

    assert data.ground == (OPEN, OPEN, WATER, DIFFICULT)
    assert data.levels == (0, 0, 0, 2)
    assert data.cover == (0, 0, 0, 0)
    assert data.hp == {3: 20}
    assert data.zones == {"gate": (3,)}


def test_later_rectangles_override_earlier_ones_and_the_rows() -> None:
    data = data_of(
        '[map]\nrows = ["..~~"]\n'
        '[[map.ground]]\nkind = "difficult"\nrects = [[0, 0, 2, 0]]\n'
        '[[map.ground]]\nkind = "open"\ncells = [[1, 0]]\n'
        "[[map.elevation]]\nlevel = 2\nrects = [[0, 0, 3, 0]]\n"
        "[[map.elevation]]\nlevel = -1\ncells = [[3, 0]]"
    )

    assert data.ground == (DIFFICULT, OPEN, DIFFICULT, WATER)
    assert data.levels == (2, 2, 2, -1)


def test_zones_of_one_name_add_up() -> None:
    data = data_of(
        '[map]\nrows = ["..XX"]\n'
        '[[map.zone]]\nname = "exit"\ncells = [[1, 0]]\n'
        '[[map.zone]]\nname = "exit"\nrects = [[2, 0, 2, 0]]'
    )

    assert data.zones == {"exit": (1, 2, 3)}


def test_edges_have_their_cells_in_order_and_a_kind() -> None:
    data = data_of(
        "[map]\nwidth = 3\nheight = 2\n"
        "[[map.edge]]\nbetween = [[1, 0], [0, 0]]\n"
        '[[map.edge]]\nbetween = [[2, 0], [2, 1]]\nkind = "barrier"\n'
        '[[map.edge]]\nbetween = [[0, 0], [0, 1]]\nkind = "sheer"'
    )

    assert data.edges == ((0, 1, 1), (2, 5, 2), (0, 3, 3))


def test_one_may_leave_over_open_edges_and_by_the_exit() -> None:
    data = data_of(
        '[map]\nwidth = 3\nheight = 3\nopen_edges = ["west", "north"]\n'
        '[[map.zone]]\nname = "exit"\ncells = [[1, 1]]'
    )

    assert data.open_edges == ("north", "west")
    assert data.leaving() == (0, 1, 2, 3, 4, 6)


def test_the_grid_of_the_core_is_made_of_these_data() -> None:
    data = data_of('[map]\nrows = [".#", "2X"]\n[[map.solid]]\nbox = [0, 0, 0, 0.5, 1, 2]')

    grid = data.to_grid()

    assert (grid.width, grid.height) == (2, 2)
    assert grid.ground == data.ground
    assert grid.levels == (0, 0, 2, 0)
    assert grid.solids == ((0, 0, 0, 64, 128, 256),)
    assert grid.zones == {"exit": [3]}


def test_own_names_make_keys_and_seats_may_differ_from_the_sides() -> None:
    encounter = encounter_on(
        "[map]\nwidth = 4\nheight = 1\n",
        '[[side]]\nid = "foes"\nstart = [[0, 0], [2, 0], [1, 0], [3, 0]]\nmembers = [\n'
        '  { id = "cutpurse-reaver", name = "Old  Tom!", seat = "players" },\n'
        '  { id = "cutpurse-reaver", count = 2 },\n'
        '  { id = "korl-hatch", npc = true },\n]\n',
    )

    combatants = encounter_members(encounter, builtin_roster("quest"), 4)

    assert [(one.key, one.seat, one.npc) for one in combatants] == [
        ("old-tom", "players", True),
        ("cutpurse-reaver-1", "players", True),
        ("cutpurse-reaver-2", "players", True),
        ("korl-hatch", "players", True),
    ]
    assert encounter.sides[0].seat == "players"


def test_every_word_of_a_map_has_a_number() -> None:
    assert {glyph.kind for glyph in LEGEND.values()} == set(GROUNDS)
    assert sorted(GROUNDS.values()) == list(range(11))
    assert all(set(game.grounds) <= set(GROUNDS) for game in games().values())


# -- what a game has no rule for -------------------------------------------------------------------

WRITTEN: dict[MapFeature, str] = {
    "heights": "[[map.elevation]]\nlevel = 2\ncells = [[2, 0]]",
    "solids": "[[map.solid]]\nbox = [2, 0, 0, 3, 1, 1]",
    "walls": "[[map.edge]]\nbetween = [[1, 0], [2, 0]]",
    "barriers": '[[map.edge]]\nbetween = [[1, 0], [2, 0]]\nkind = "barrier"',
    "sheer faces": '[[map.edge]]\nbetween = [[1, 0], [2, 0]]\nkind = "sheer"',
    "hit points": "[map.legend]\nA = { hp = 10 }",
    "open edges": "",
}
PEOPLE = {
    "icon": "orrin-vale",
    "ingenuity": "boudica",
    "quest": "korl-hatch",
    "sovereign": "bram-tull",
    "thrum": "ansa-brock",
}


def with_feature(ruleset: str, feature: MapFeature) -> str:
    edges = 'open_edges = ["west"]\n' if feature == "open edges" else ""
    head = HEAD.replace("anything", ruleset)
    side = f'\n[[side]]\nid = "us"\nmembers = [{{ id = "{PEOPLE[ruleset]}", at = [0, 0] }}]\n'
    return f'{head}[map]\nrows = ["....", "...."]\n{edges}{WRITTEN[feature]}\n{side}'


@pytest.mark.parametrize("feature", EVERYTHING)
@pytest.mark.parametrize("ruleset", BUILTIN)
def test_what_a_map_holds_is_honoured_or_refused(ruleset: str, feature: MapFeature) -> None:
    """No game draws what it then ignores: a wall through which one walks."""
    text = with_feature(ruleset, feature)
    if feature in game(ruleset).features:
        encounter_from(parse_toml(text.encode(), "f.toml"), "f.toml")
        return
    with pytest.raises(InvalidError, match=f"{ruleset} has no rule for {feature} of a map"):
        encounter_from(parse_toml(text.encode(), "f.toml"), "f.toml")


def test_cover_that_the_ground_does_not_give_is_refused() -> None:
    text = '[map]\nrows = ["A..."]\n[map.legend]\nA = { cover = "high" }'

    with pytest.raises(InvalidError, match="found high cover on open ground, expected none"):
        encounter_on(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[map.edge]]\nbetween = [[0, 0], [2, 0]]", "expected two cells of the map that share a"),
        ("[[map.solid]]\nbox = [2, 0, 0, 1, 1, 1]", "found no extent, expected x0 < x1"),
        ("[[map.solid]]\nbox = [2, 0, 0, 6.5, 1, 1]", "expected a box within the map"),
    ],
)
def test_edges_and_solids_lie_on_the_map(text: str, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        encounter_on(f"[map]\nwidth = 4\nheight = 1\n{text}")
