"""What cases need not say: people who have only what a case needs, and the usual moment.

``dummies.toml`` of a game names them. A case then says ``[who]`` with a line for each combatant and
``turn = "ana"``, and means the sides, members and state that are worked out here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from affray.content.encounter import Member
from affray.content.explain import explain
from affray.content.game import game, on_change
from affray.content.members import base_key
from affray.content.part import Part
from affray.content.problems import InvalidError, Problems, listed, nearest, show
from affray.content.toml import parse_toml
from affray.content.values import Settings, Slug

FILE: Final = "dummies.toml"
Table = dict[str, object]
MEMBER: Final = {one.alias or name for name, one in Member.model_fields.items()}
EVERYWHERE: Final = "everywhere"


class DummySide(Part):
    """A side of the usual case."""

    id: Slug = Field(description="Its id.")
    seat: Slug = Field(description="Who decides for it.")
    start: str = Field(
        default="", pattern=f"^({EVERYWHERE})?$", description="everywhere: on the whole map."
    )


class Dummy(Part):
    """Somebody who has only what a case needs."""

    ids: Annotated[list[Slug], Field(min_length=1)] = Field(description="What it may be called.")
    of: Slug = Field(description="The id of the character or creature that it is.")
    side: Slug = Field(description="Its side, if a case does not say another.")
    settings: dict[str, Any] = Field(
        default_factory=dict, alias="with", description="As a member's; a case's own comes on top."
    )
    tier: int | None = Field(default=None, description="As a member's.")
    entered: bool = Field(
        default=False,
        description="Its place is a part of the state: nobody of its kind is placed beforehand.",
    )


class Moment(Part):
    """What ``turn`` sets.

    ``{who}`` is whose turn it is, ``{other}`` each of the others, ``{each}`` everybody. A value
    ``{who}``, ``{order}`` (it, then the others), ``{numbers}`` (the same as indices), ``{zeros}``,
    ``{side}`` (its id) or ``{side-number}`` stands for that.
    """

    encounter: Settings = Field(default_factory=dict, description="What it sets of the encounter.")
    state: Settings = Field(default_factory=dict, description="What it sets of the state.")


class Dummies(Part):
    """The dummies of a game: its file ``dummies.toml``."""

    entered: Settings = Field(
        default_factory=dict,
        description="The state of a dummy that is ``entered``; {who} is it, {at} its place.",
    )
    turn: Moment = Field(default_factory=Moment, description="What `turn` sets.")
    sides: list[DummySide] = Field(default_factory=list, alias="side", description="The sides.")
    dummies: list[Dummy] = Field(default_factory=list, alias="dummy", description="The people.")

    def named(self, word: str) -> Dummy | None:
        """Return the dummy of that name."""
        return next((dummy for dummy in self.dummies if word in dummy.ids), None)

    def names(self) -> list[str]:
        """Return what all dummies are called."""
        return [word for dummy in self.dummies for word in dummy.ids]


@cache
def dummies_of(ruleset: str) -> Dummies:
    """Return the dummies of a game; none if it has no such file.

    Raises:
        InvalidError: the file is at fault, or there is no such game.
    """
    file = game(ruleset).file(FILE)
    if not file.is_file():
        return Dummies()
    problems = Problems(f"{ruleset}/{FILE}")
    try:
        return Dummies.model_validate(parse_toml(file.read_bytes(), problems.source))
    except ValidationError as error:
        explain(error, Dummies.model_json_schema(by_alias=True), problems)
        problems.stop()
        raise


on_change(dummies_of.cache_clear)


def long_form(data: Mapping[str, object], source: str) -> tuple[Table, Table]:
    """Return the tables of a case without ``who`` and ``turn``, and the state that they mean.

    Args:
        data: the case, with a ``ruleset``.
        source: how messages call it.

    Raises:
        InvalidError: one of the short words is at fault; with its place.
    """
    return _Short(dict(data), source).long()


class _Short:
    """A case with short words, being worked out."""

    def __init__(self, data: Table, source: str) -> None:
        self.data = data
        self.source = source
        self.state: Table = {}
        self.known = dummies_of(str(data["ruleset"]))

    def long(self) -> tuple[Table, Table]:
        self.rows()
        who = self.data.pop("who", None)
        turn = self.data.pop("turn", None)
        if "encounter" in self.data and (who is not None or turn is not None):
            word = "who" if who is not None else "turn"
            raise self.fault(word, f"found {word} beside an encounter, expected one or the other")
        if who is not None:
            self.cast(who)
        if turn is not None:
            self.moment(turn)
        return self.data, self.state

    def rows(self) -> None:
        """Take a map that is a list of texts for its rows."""
        if isinstance(self.data.get("map"), list):
            self.data["map"] = {"rows": self.data["map"]}

    # -- who there is ------------------------------------------------------------------------------

    def cast(self, who: object) -> None:
        """Add a member to its side for every line of ``who``."""
        if not isinstance(who, dict) or not who:
            raise self.fault("who", f"found {show(who)}, expected a table of names")
        stated = self.data.get("side", [])
        sides: list[Table] = [dict(one) for one in stated] if isinstance(stated, list) else []
        for name, entry in who.items():
            member, home = self.member(name, entry)
            side = next((side for side in sides if side.get("id") == home), None)
            if side is None:
                side = self.side(home, f"who.{name}.side")
                sides.append(side)
            members = side.setdefault("members", [])
            if not isinstance(members, list):
                raise self.fault("side", "found members that are no list")
            side["members"] = [*members, member]
        order = [side.id for side in self.known.sides]
        if not stated:
            sides.sort(key=lambda one: order.index(str(one["id"])))
        self.data["side"] = sides

    def side(self, id: str, place: str) -> Table:
        """Return a side of the usual case."""
        for one in self.known.sides:
            if one.id == id:
                side: Table = {"id": one.id, "seat": one.seat}
                if one.start:
                    width, height = self.extent()
                    side["start"] = {"rects": [[0, 0, width - 1, height - 1]]}
                return side
        raise self.fault(
            place, f"found {show(id)}, expected one of {listed([s.id for s in self.known.sides])}"
        )

    def extent(self) -> tuple[int, int]:
        """Return the columns and rows of the map; 1 where it does not say."""
        field = self.data.get("map")
        field = field if isinstance(field, dict) else {}
        rows = field.get("rows", [])
        if isinstance(rows, list) and rows:
            return len(str(rows[0])), len(rows)
        return int(str(field.get("width", 1))), int(str(field.get("height", 1)))

    def member(self, name: str, entry: object) -> tuple[Table, str]:
        """Return a member from a line of ``who``, and the id of its side."""
        place = f"who.{name}"
        stated: Table = {"at": entry} if isinstance(entry, list) else {}
        if isinstance(entry, dict):
            stated = dict(entry)
            for key in stated:
                if key not in {*MEMBER, "like", "side"} or key == "count":
                    words = ["like", "side", *sorted(MEMBER - {"count"})]
                    close = nearest(key, words)
                    hint = f"did you mean {close}?" if close else f"expected {listed(words, 30)}"
                    raise self.fault(f"{place}.{key}", f"unknown key, {hint}")
        elif not isinstance(entry, list):
            raise self.fault(place, f"found {show(entry)}, expected a cell or a table")
        like = stated.pop("like", None)
        named = self.known.named(name)
        dummy = self.dummy(like, f"{place}.like") if like is not None else named
        home = stated.pop("side", None) or (named or dummy or Dummy(**NOBODY)).side
        if "id" in stated:  # another character or creature, that only comes in as the dummy does
            enters = dummy is not None and like is not None and dummy.entered
            own: dict[str, Any] = {"ids": [name], "of": stated["id"], "side": home, "entered": True}
            dummy = Dummy(**own) if enters else None
        elif dummy is None:
            names = self.known.names()
            close = nearest(name, names)
            hint = f"; did you mean {close}?" if close else f" ({listed(names)})"
            raise self.fault(place, f"found nobody called {show(name)}, expected like or id{hint}")
        called: Table = {"name": name.replace("-", " ").title()}
        if dummy is None:
            return {**called, **stated}, str(home)
        return self.dressed(name, {**called, **stated}, dummy), str(home)

    def dummy(self, like: object, place: str) -> Dummy:
        found = self.known.named(str(like))
        if found is None:
            names = self.known.names()
            close = nearest(str(like), names)
            hint = f"; did you mean {close}?" if close else f" ({listed(names)})"
            raise self.fault(place, f"found {show(like)}, expected a dummy{hint}")
        return found

    def dressed(self, name: str, stated: Table, dummy: Dummy) -> Table:
        """Return a member that is a dummy but for what is stated."""
        settings = stated.pop("with", {})
        if not isinstance(settings, dict):
            raise self.fault(f"who.{name}.with", f"found {show(settings)}, expected a table")
        member: Table = {"id": dummy.of, **stated}
        if dummy.tier is not None:
            member.setdefault("tier", dummy.tier)
        if dummy.settings or settings:
            member["with"] = {**dummy.settings, **settings}
        if dummy.entered:
            at = member.pop("at", None)
            if isinstance(at, list):
                where = ",".join([str(one) for one in at])
                for path, value in self.known.entered.items():
                    known = {"{at}": where}
                    self.state[path.replace("{who}", name)] = known.get(str(value), value)
        return member

    # -- the moment --------------------------------------------------------------------------------

    def moment(self, turn: object) -> None:
        """Set what the usual moment of a game is, in the turn of somebody."""
        names = self.names()
        if turn not in [name for name, _ in names]:
            known = [name for name, _ in names]
            close = nearest(str(turn), known)
            hint = f"; did you mean {close}?" if close else f" ({listed(known)})"
            raise self.fault("turn", f"found {show(turn)}, expected somebody of the fight{hint}")
        moment = self.known.turn
        if not moment.state and not moment.encounter:
            raise self.fault("turn", f"{self.data['ruleset']} has no usual moment")
        who = str(turn)
        index = [name for name, _ in names].index(who)
        order = [index, *[one for one in range(len(names)) if one != index]]
        sides = self.data["side"]
        assert isinstance(sides, list)
        number = names[index][1]
        values: dict[str, object] = {
            "{who}": who,
            "{order}": [names[one][0] for one in order],
            "{numbers}": order,
            "{sides}": [number, *[one for one in range(len(sides)) if one != number]],
            "{zeros}": [0] * len(names),
            "{side}": sides[number]["id"],
            "{side-number}": number,
        }
        for path, value in moment.encounter.items():
            self.data.setdefault(path, values.get(str(value), value))
        for path, value in moment.state.items():
            for one, _ in names:
                if "{other}" in path and one == who:
                    continue
                word = re.sub(r"\{(other|each)\}", one, path).replace("{who}", who)
                self.state[word] = values.get(str(value), value)

    def names(self) -> list[tuple[str, int]]:
        """Return everybody by key with the number of the side, in the order of listing."""
        found: list[tuple[str, int]] = []
        sides = self.data.get("side", [])
        for number, side in enumerate(sides if isinstance(sides, list) else []):
            members = side.get("members", []) if isinstance(side, dict) else []
            for member in members if isinstance(members, list) else []:
                if isinstance(member, dict):
                    named = Member.model_construct(
                        id=str(member.get("id", "")), name=str(member.get("name", ""))
                    )
                    count = member.get("count", 1)
                    found += [(base_key(named), number)] * (count if isinstance(count, int) else 1)
        total = Counter(name for name, _ in found)
        seen: Counter[str] = Counter()
        numbered: list[tuple[str, int]] = []
        for name, number in found:
            seen[name] += 1
            numbered.append((name if total[name] == 1 else f"{name}-{seen[name]}", number))
        return numbered

    def fault(self, place: str, what: str) -> InvalidError:
        return InvalidError([f"{self.source}: {place}: {what}"])


NOBODY: Final[dict[str, Any]] = {"ids": ["nobody"], "of": "nobody", "side": "nowhere"}
