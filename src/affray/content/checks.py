"""What only the whole of an encounter can show: the map, who stands where, who is meant by whom."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from affray.content.encounter import Condition, ConditionWord, Encounter
from affray.content.field import GridData, extent, grid_data, legend_of, start_of, zones_of
from affray.content.game import MapFeature, game
from affray.content.ground import LEGEND, NO_START
from affray.content.maps import Area, EdgeWord, Start
from affray.content.members import EncounterMember, called, encounter_members
from affray.content.problems import Problems, listed, nearest, show
from affray.content.roster import Roster
from affray.content.values import MOST

PAINT: Final = 2_000_000  # cells that all areas of a file may name together

EDGE_FEATURES: Final[dict[EdgeWord, MapFeature]] = {
    "wall": "walls",
    "barrier": "barriers",
    "sheer": "sheer faces",
}

# What each kind of condition needs, and what it may have besides.
NEEDS: Final[dict[ConditionWord, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "last-standing": ((), ()),
    "rounds-survived": (("rounds",), ()),
    "taken-out": (("who",), ()),
    "reached": (("zone",), ("count", "when")),
    "hold": (("zone", "rounds"), ("count",)),
    "clear": (("zone", "rounds"), ()),
    "protect": (("rounds",), ("who", "zone")),
    "retrieve": (("item", "zone"), ()),
    "gm": (("text",), ("when",)),
}


def check(encounter: Encounter, roster: Roster, problems: Problems) -> None:
    """Add every fault that shows only in the whole.

    The map comes first: where it is at fault nobody can be placed on it.
    """
    _check_shape(encounter, problems)
    if problems.found():
        return
    _check_map(encounter, roster, problems)
    _check_sides(encounter, roster, problems)
    if problems.found():
        return
    data = grid_data(encounter)
    combatants = encounter_members(encounter, roster, data.width)
    _check_keys(combatants, problems)
    _check_places(combatants, data, problems)
    _check_starts(encounter, combatants, data, problems)
    _check_references(encounter, combatants, data, problems)


# ---------------------------------------------------------------- the map


def _check_shape(encounter: Encounter, problems: Problems) -> None:
    """Check what the other checks stand on: the size, the rows, and areas within the map."""
    field = encounter.map
    if field.rows and (field.width is not None or field.height is not None):
        problems.add("map", "found rows and a width or height, expected one or the other")
    width, height = extent(field)
    if not field.rows and not (width and height):
        problems.add("map", "found no size, expected rows, or a width and a height")
        return
    for row, line in enumerate(field.rows):
        if len(line) != width:
            found = f"found {len(line)} characters, expected {width} as in the first row"
            problems.add(f"map.rows[{row}]", found)
    meanings = legend_of(field)
    for glyph in field.legend:
        if len(glyph) != 1:
            problems.add("map.legend", f"found the key {show(glyph)}, expected a single character")
    for row, line in enumerate(field.rows):
        for column, glyph in enumerate(line):
            if glyph not in meanings:
                known = " ".join([*LEGEND, *[own for own in field.legend if own not in LEGEND]])
                what = f"found {show(glyph)} at {column},{row}, expected one of {known}"
                problems.add(f"map.rows[{row}]", f"{what} or an entry in [map.legend]")
                break
    _check_areas(encounter, width, height, problems)


def _areas(encounter: Encounter) -> Iterable[tuple[str, Area]]:
    field = encounter.map
    for word, areas in (
        ("elevation", field.elevations),
        ("ground", field.grounds),
        ("zone", field.zones),
    ):
        for index, area in enumerate(areas):
            yield f"map.{word}[{index}]", area
    for index, side in enumerate(encounter.sides):
        if side.start is not None:
            yield f"side[{index}].start", side.start


def _check_areas(encounter: Encounter, width: int, height: int, problems: Problems) -> None:
    whole = f"expected cells of the map (columns 0 to {width - 1}, rows 0 to {height - 1})"
    painted = 0
    for place, area in _areas(encounter):
        named = isinstance(area, Start) and area.zone is not None
        if not area.cells and not area.rects and not named:
            problems.add(place, "found no cells, expected cells or rects")
        for index, (column, row) in enumerate(area.cells):
            if column >= width or row >= height:
                problems.add(f"{place}.cells[{index}]", f"found {column},{row}, {whole}")
        for index, (left, top, right, bottom) in enumerate(area.rects):
            found = show([left, top, right, bottom])
            if right < left or bottom < top:
                what = f"found {found}, expected the top left corner first"
                problems.add(f"{place}.rects[{index}]", what)
            elif right >= width or bottom >= height:
                problems.add(f"{place}.rects[{index}]", f"found {found}, {whole}")
            painted += max(right - left + 1, 0) * max(bottom - top + 1, 0)
    if painted > PAINT:
        problems.add("map", f"found areas of {painted} cells together, expected at most {PAINT}")


def _check_map(encounter: Encounter, roster: Roster, problems: Problems) -> None:
    field = encounter.map
    width, height = extent(field)
    grounds = roster.grounds()
    kinds = [(f"map.legend.{glyph}", meaning.kind) for glyph, meaning in field.legend.items()]
    kinds += [(f"map.ground[{index}]", patch.kind) for index, patch in enumerate(field.grounds)]
    drawn = {glyph: row for row, line in reversed(list(enumerate(field.rows))) for glyph in line}
    kinds += [
        (f"map.rows[{row}]", LEGEND[glyph].kind)
        for glyph, row in drawn.items()
        if glyph not in field.legend
    ]
    for place, kind in kinds:
        if kind not in grounds:
            what = f"found {kind} ground, which {encounter.ruleset} has no rule for"
            problems.add(place, f"{what}, expected one of {listed(grounds)}")
    if not _check_features(encounter, problems):
        return
    for index, edge in enumerate(field.edges):
        (column, row), (other, below) = edge.between
        inside = max(column, other) < width and max(row, below) < height
        if not inside or abs(column - other) + abs(row - below) != 1:
            what = f"found {column},{row} and {other},{below}"
            place = f"map.edge[{index}].between"
            problems.add(place, f"{what}, expected two cells of the map that share a side")
    _check_solids(encounter, width, height, problems)


def _check_features(encounter: Encounter, problems: Problems) -> bool:
    """Refuse what the game has no rule for: nothing on a map is drawn and then ignored.

    Returns:
        Whether it has rules for all there is.
    """
    field = encounter.map
    known = game(encounter.ruleset).features
    found: list[tuple[str, str, MapFeature]] = []
    for glyph, meaning in field.legend.items():
        if meaning.height:
            found.append((f"map.legend.{glyph}.height", f"height {meaning.height}", "heights"))
        if meaning.hp is not None:
            found.append((f"map.legend.{glyph}.hp", f"{meaning.hp} hit points", "hit points"))
        own = {"low-cover": "low", "high-cover": "high"}.get(meaning.kind, "none")
        if meaning.cover not in (None, own):
            what = f"found {meaning.cover} cover on {meaning.kind} ground, expected {own}"
            problems.add(
                f"map.legend.{glyph}.cover", f"{what}: cover comes from the kind of ground"
            )
    for index, rise in enumerate(field.elevations):
        if rise.level:
            found.append((f"map.elevation[{index}]", f"height {rise.level}", "heights"))
    for index, _ in enumerate(field.solids):
        found.append((f"map.solid[{index}]", "a solid", "solids"))
    for index, edge in enumerate(field.edges):
        found.append((f"map.edge[{index}].kind", f"a {edge.kind}", EDGE_FEATURES[edge.kind]))
    for side in field.open_edges:
        found.append(("map.open_edges", f"the {side} side open", "open edges"))
    for place, what, feature in found:
        if feature not in known:
            expected = f"expected {listed(known)} at most" if known else "expected none"
            no_rule = f"found {what}, but {encounter.ruleset} has no rule for {feature} of a map"
            problems.add(place, f"{no_rule}, {expected}")
    return all(feature in known for _, _, feature in found)


def _check_solids(encounter: Encounter, width: int, height: int, problems: Problems) -> None:
    unit = game(encounter.ruleset).unit
    wide = width * unit.cell
    deep = height * unit.cell
    for index, solid in enumerate(encounter.map.solids):
        x0, y0, z0, x1, y1, z1 = solid.box
        place = f"map.solid[{index}].box"
        if not (x0 < x1 and y0 < y1 and z0 < z1):
            problems.add(place, "found no extent, expected x0 < x1, y0 < y1 and z0 < z1")
        elif x0 < 0 or y0 < 0 or x1 > wide or y1 > deep:
            found = f"found x {x0} to {x1} and y {y0} to {y1}"
            whole = f"expected a box within the map (x 0 to {wide}, y 0 to {deep} {unit.name})"
            problems.add(place, f"{found}, {whole}")


# ---------------------------------------------------------------- sides and members


def _check_sides(encounter: Encounter, roster: Roster, problems: Problems) -> None:
    ids = [side.id for side in encounter.sides]
    zones = zones_of(encounter.map)
    total = 0
    for index, side in enumerate(encounter.sides):
        place = f"side[{index}]"
        if side.id in ids[:index]:
            problems.add(f"{place}.id", f"found {show(side.id)} again, expected an id of its own")
        others = [word for word in ids if word != side.id]
        for word in ("allied", "neutral"):
            for at, other in enumerate(getattr(side, word)):
                _known(f"{place}.{word}[{at}]", other, others, "another side", problems)
        if side.start is not None and side.start.zone is not None:
            _known(f"{place}.start", side.start.zone, list(zones), "a zone of the map", problems)
        _check_members(encounter, index, roster, problems)
        total += sum([member.count for member in side.members])
    if total > MOST:
        problems.add("side", f"found {total} combatants, expected at most {MOST}")


def _check_members(encounter: Encounter, side: int, roster: Roster, problems: Problems) -> None:
    width, height = extent(encounter.map)
    ruleset = encounter.ruleset
    kinds = list(roster.kinds())
    for index, member in enumerate(encounter.sides[side].members):
        place = f"side[{side}].members[{index}]"
        who = f"a character or creature of {ruleset}"
        _known(f"{place}.id", member.id, kinds, who, problems)
        if member.faction is not None:
            what = f"a faction of {ruleset}"
            _known(f"{place}.faction", member.faction, roster.factions(), what, problems)
        if member.at is None:
            continue
        column, row = member.at
        if member.count > 1:
            what = f"found a cell for {member.count}, expected a count of 1, or no cell"
            problems.add(f"{place}.at", what)
        if column >= width or row >= height:
            whole = f"(columns 0 to {width - 1}, rows 0 to {height - 1})"
            problems.add(f"{place}.at", f"found {column},{row}, expected a cell of the map {whole}")


def _known(place: str, word: str, words: Iterable[str], what: str, problems: Problems) -> None:
    """Complain if ``word`` is none of ``words``; name the nearest."""
    known = list(words)
    if word in known:
        return
    close = nearest(word, known)
    hint = f"; did you mean {close}?" if close else f" ({listed(known)})" if known else " (none)"
    problems.add(place, f"found {show(word)}, expected {what}{hint}")


def _check_keys(combatants: list[EncounterMember], problems: Problems) -> None:
    """Check that every combatant can be called by a key of its own."""
    seen: set[str] = set()
    for combatant in combatants:
        if combatant.key in seen:
            what = f"found the key {combatant.key} twice, expected a name of its own"
            problems.add(f"{_place(combatant)}.name", what)
        seen.add(combatant.key)


def _place(combatant: EncounterMember) -> str:
    return f"side[{combatant.side}].members[{combatant.member}]"


# ---------------------------------------------------------------- who stands where


def _check_places(combatants: list[EncounterMember], data: GridData, problems: Problems) -> None:
    """Check the cells that members are given; a reinforcement finds another one if its is taken."""
    taken: dict[int, str] = {}
    grid = data.to_grid()
    for combatant in combatants:
        if combatant.at < 0:
            continue
        place = f"{_place(combatant)}.at"
        name = grid.name(combatant.at)
        cells = grid.footprint(combatant.at, combatant.size)
        if not cells:
            width = combatant.size
            what = f"found {name}, expected room for {width} x {width} cells on the map"
            problems.add(place, what)
        elif any(data.ground[cell] in NO_START for cell in cells):
            what = f"found {name}, expected a cell that can be stood on"
            problems.add(place, f"{what}, not a wall, impassable ground or a drop")
        elif combatant.entry.arrives is None:
            crowd = [taken[cell] for cell in cells if cell in taken]
            if crowd:
                problems.add(place, f"found {name}, where {crowd[0]} stands, expected a free cell")
            taken.update(dict.fromkeys(cells, combatant.key))


def _check_starts(
    encounter: Encounter, combatants: list[EncounterMember], data: GridData, problems: Problems
) -> None:
    """Check that there is a cell for everybody who is still to be placed."""
    grid = data.to_grid()
    taken = {
        cell
        for combatant in combatants
        if combatant.at >= 0 and combatant.entry.arrives is None
        for cell in grid.footprint(combatant.at, combatant.size)
    }
    wanted: dict[int, int] = {}
    room: dict[int, set[int]] = {}
    for index, side in enumerate(encounter.sides):
        waiting = [
            combatant for combatant in combatants if combatant.side == index and combatant.at < 0
        ]
        if not waiting:
            continue
        start = start_of(side, data.zones, data.width)
        if not start:
            known = f" ({listed(data.zones)})" if data.zones else ""
            what = f"missing, expected a zone{known} or cells for {len(waiting)} members"
            problems.add(f"side[{index}].start", f"{what} without a cell")
            continue
        waiting = [combatant for combatant in waiting if combatant.entry.arrives is None]
        for size in sorted({combatant.size for combatant in waiting}):
            needed = len([combatant for combatant in waiting if combatant.size >= size])
            free = [cell for cell in start if _fits(grid.footprint(cell, size), data, taken)]
            if len(free) < needed:
                big = f" for members {size} cells wide" if size > 1 else ""
                what = f"found {len(free)} free cells{big}, expected at least {needed}"
                problems.add(f"side[{index}].start", what)
                break
        wanted[index] = sum([combatant.size**2 for combatant in waiting])
        room[index] = _cells_of(waiting, start, data, taken)
    if not problems.found():
        _check_shares(encounter, wanted, room, problems)


def _cells_of(
    waiting: list[EncounterMember], start: list[int], data: GridData, taken: set[int]
) -> set[int]:
    """Return every cell that members may stand on who are placed within a start."""
    grid = data.to_grid()
    return {
        part
        for size in {combatant.size for combatant in waiting}
        for cell in start
        if _fits(grid.footprint(cell, size), data, taken)
        for part in grid.footprint(cell, size)
    }


def _check_shares(
    encounter: Encounter, wanted: dict[int, int], free: dict[int, set[int]], problems: Problems
) -> None:
    """Check that sides whose starts overlap find room together, as they do one by one.

    Args:
        encounter: whose sides they are.
        wanted: how many cells the members of a side need.
        free: the cells of its start that they may stand on.
        problems: takes what is wrong.
    """
    sides = list(wanted)
    for count in range(2, len(sides) + 1):
        for some in combinations(sides, count):
            cells = set().union(*[free[side] for side in some])
            needed = sum([wanted[side] for side in some])
            if len(cells) < needed and any([free[a] & free[b] for a, b in combinations(some, 2)]):
                ids = " and ".join([encounter.sides[side].id for side in some])
                what = f"found {len(cells)} free cells that {ids} share, expected {needed}"
                problems.add(f"side[{some[-1]}].start", what)
                return


def _fits(cells: list[int], data: GridData, taken: set[int]) -> bool:
    """Whether somebody could be placed on these cells; none at all means off the map."""
    return bool(cells) and not any(cell in taken or data.ground[cell] in NO_START for cell in cells)


# ---------------------------------------------------------------- who is meant


def _check_references(
    encounter: Encounter, combatants: list[EncounterMember], data: GridData, problems: Problems
) -> None:
    sides = [side.id for side in encounter.sides]
    names = list(dict.fromkeys([word for r in combatants for word in (r.key, r.entry.id)]))
    if encounter.instigator is not None:
        what = "a side or a member"
        _known("instigator", encounter.instigator, [*sides, *names], what, problems)
    if encounter.surprise is not None:
        by = encounter.surprise.by
        _known("surprise.by", by, sides, "a side", problems)
        others = [side for side in sides if side != by]
        for index, side in enumerate(encounter.surprise.on):
            _known(f"surprise.on[{index}]", side, others, "another side", problems)
    for combatant in combatants:
        if combatant.entry.summoned_by is not None:
            fellows = [
                r.entry.id for r in combatants if r.side == combatant.side and r is not combatant
            ]
            fellows += [
                r.key for r in combatants if r.side == combatant.side and r is not combatant
            ]
            place = f"{_place(combatant)}.summoned_by"
            _known(place, combatant.entry.summoned_by, fellows, "a member of its side", problems)
    for word, conditions in (("win", encounter.wins), ("defeat", encounter.defeats)):
        for index, condition in enumerate(conditions):
            place = f"{word}[{index}]"
            _known(f"{place}.side", condition.side, sides, "a side", problems)
            _check_condition(place, condition, combatants, names, list(data.zones), problems)
            if condition.kind == "protect":
                _check_protected(place, condition, data, problems)


def _check_protected(place: str, condition: Condition, data: GridData, problems: Problems) -> None:
    """Check that there is something to protect: members, or a zone of what can be destroyed."""
    if not condition.who and condition.zone is None:
        problems.add(f"{place}.who", "missing, expected who or a zone for the kind protect")
    for cell in data.zones.get(condition.zone or "", ()):
        if cell not in data.hp:
            where = f"{cell % data.width},{cell // data.width}"
            what = f"found {where}, which has no hp, expected what can be destroyed"
            problems.add(f"{place}.zone", what)
            return


def _check_condition(
    place: str,
    condition: Condition,
    combatants: list[EncounterMember],
    names: list[str],
    zones: list[str],
    problems: Problems,
) -> None:
    needed, allowed = NEEDS[condition.kind]
    for word in ("zone", "count", "rounds", "who", "item", "when", "text"):
        given = bool(getattr(condition, word))
        if word in needed and not given:
            problems.add(f"{place}.{word}", f"missing, expected for the kind {condition.kind}")
        if given and word != "text" and word not in needed and word not in allowed:
            extra = f"found {word}, which the kind {condition.kind} does not use"
            usable = listed([*needed, *allowed]) or "nothing else"
            problems.add(f"{place}.{word}", f"{extra}, expected {usable}")
    if condition.zone is not None:
        _known(f"{place}.zone", condition.zone, zones, "a zone of the map", problems)
    for index, who in enumerate(condition.who):
        if not any(called(combatant, who) for combatant in combatants):
            _known(f"{place}.who[{index}]", who, names, "a member", problems)
