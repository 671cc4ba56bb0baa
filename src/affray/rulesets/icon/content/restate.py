"""Sheets with some values replaced, as an encounter's ``with`` says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from affray.content.problems import Problems, known, listed, show
from affray.content.values import words_of
from affray.rulesets.icon.content.build import Maker
from affray.rulesets.icon.content.schema import CharacterModel, TalentPick
from affray.rulesets.icon.definitions import GRANT, STATUS, Ability, Trait
from affray.rulesets.icon.sheet import Sheet

NUMBERS: Final = (
    "health",
    "defense",
    "armor",
    "speed",
    "attack_bonus",
    "fray",
    "die",
    "flat",
    "size",
    "level",
    "save_boons",
)
LISTS: Final = ("effects", "traits", "abilities", "talents")
CHOICES: Final = ("xp", "jobs", "learned", "masteries", "active", "gambits", "limit_break")
SHAPES: Final = ("line", "blast", "close-blast", "arc", "cross")
OF_ABILITY: Final[dict[str, tuple[int, int] | tuple[str, ...]]] = {
    "cost": (0, 2),
    "range": (0, 100),
    "shape": SHAPES,
    "size": (1, 20),
    "reach": (-1, 100),
    "plus_shape": ("cross", "blast"),
    "plus_size": (1, 20),
}
OF_PATTERN: Final = ("shape", "size", "reach", "plus_shape", "plus_size")
CARRIED: Final = ("hp", "wounds", "elixirs", "drink")  # of the state: what it brings
MOST: Final = 1000
BOUNDS: Final = {
    "health": (1, MOST),
    "defense": (0, MOST),
    "armor": (0, MOST),
    "speed": (0, 100),
    "fray": (0, MOST),
    "die": (2, 100),
    "flat": (0, MOST),
    "size": (1, 4),
}


def is_of_sheet(name: str) -> bool:
    """Return whether a value of ``with`` is of the sheet, not of the state."""
    return name in NUMBERS or name in LISTS or name in CHOICES or "." in name or name == "type"


class Restater:
    """Replaces values of sheets: numbers, effects, traits, abilities and their patterns."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.models = {ability.id: ability for ability in maker.content.ability}
        for creature in maker.content.creature:
            self.models.update({ability.id: ability for ability in creature.ability})

    def check(self, settings: Mapping[str, object], problems: Problems, place: str) -> None:
        """Complain of every value that cannot be replaced so."""
        for name, value in settings.items():
            spot = f"{place}.{name}"
            if name in NUMBERS or name == "xp":
                least, most = BOUNDS.get(name, (-MOST, MOST))
                if isinstance(value, bool) or not isinstance(value, int):
                    problems.add(spot, f"found {show(value)}, expected a whole number")
                elif not least <= value <= most:
                    problems.add(spot, f"found {value}, expected {least} to {most}")
            elif name in CARRIED and (isinstance(value, bool) or not isinstance(value, int)):
                problems.add(spot, f"found {show(value)}, expected a whole number")
            elif name == "type" and value not in ("physical", "magical", "godly"):
                problems.add(spot, f"found {show(value)}, expected physical, magical or godly")
            elif name in LISTS or name in CHOICES:
                words = words_of(value)
                known(spot, words, self.words_for(name), problems)
                twice = {word for word in words if words.count(word) > 1 and name in LISTS}
                for word in sorted(twice):
                    problems.add(spot, f"found {word} twice")
            elif "." in name:
                id, field = name.split(".", 1)
                own = words_of(settings.get("abilities", ""))
                if id not in own or field not in OF_ABILITY:
                    fields = listed(list(OF_ABILITY))
                    expected = f"one of the abilities stated here and one of {fields}"
                    problems.add(spot, f"found {show(name)}, expected {expected}")
                else:
                    fault = self.field_fault(id, field, value)
                    if fault:
                        problems.add(spot, fault)
        if "talents" in settings and not any(name in settings for name in CHOICES):
            own = words_of(settings.get("abilities", ""))
            for word in words_of(settings["talents"]):
                if word.rpartition("-")[0] not in own:
                    what = f"found {word}, expected talents of the abilities stated here"
                    problems.add(f"{place}.talents", what)

    def field_fault(self, id: str, field: str, value: object) -> str:
        """Return why a field of an ability cannot be stated so, "" if it can."""
        model = self.models.get(id)
        if model is None:
            return ""  # told of the list of abilities
        if model.part:
            return f"found {field} of a combo, expected that of an ability without parts"
        if field in OF_PATTERN and model.pattern is None:
            return f"found {field}, expected an ability with a pattern"
        if field == "range" and model.attack is None and model.target is None:
            return "found range, expected an ability with an attack or a target"
        known = OF_ABILITY[field]
        if isinstance(known[0], str):
            return "" if value in known else f"found {show(value)}, expected one of {listed(known)}"
        if isinstance(value, bool) or not isinstance(value, int):
            return f"found {show(value)}, expected a whole number"
        least, most = known[0], known[-1]
        if least <= value <= int(most):
            return ""
        return f"found {value}, expected {least} to {most}"

    def words_for(self, name: str) -> list[str]:
        if name == "effects":
            states = self.maker.library.states.values()
            return [state.id for state in states if state.kind in (GRANT, STATUS)]
        if name == "traits":
            return list(self.maker.traits)
        if name == "talents":
            return [f"{id}-{tier}" for id in self.models for tier in (1, 2, 3)]
        if name == "jobs":
            return list(self.maker.jobs)
        return list(self.models)

    def chosen(self, model: CharacterModel, settings: Mapping[str, object]) -> CharacterModel:
        """Return a character that has made other choices, if an encounter states some.

        The first of its jobs is the current one; talents are told as those of ``ability``.
        """
        if not any(name in settings for name in (*CHOICES, "level")):
            return model
        new: dict[str, object] = {
            name: words_of(settings[name]) for name in CHOICES if name in settings and name != "xp"
        }
        new.update({name: settings[name] for name in ("xp", "level") if name in settings})
        if "jobs" in new:
            new["current_job"] = words_of(settings["jobs"])[0]
        if "limit_break" in new:
            new["limit_break"] = str(settings["limit_break"]) or None
        if "talents" in settings:
            picks = [word.rpartition("-") for word in words_of(settings["talents"])]
            new["talents"] = [
                TalentPick(ability=id, tier=1 if n == "1" else 2) for id, _, n in picks
            ]
        new["derived"] = {}
        return model.model_copy(update=new)

    def restated(self, sheet: Sheet, settings: Mapping[str, object]) -> Sheet:
        """Return a sheet like this one with the values that an encounter states."""
        if not any(is_of_sheet(name) for name in settings):
            return sheet
        one = sheet.twin()
        for name in NUMBERS:
            if name in settings and name != "save_boons":
                setattr(one, name, int(str(settings[name])))
        if "health" in settings:
            one.hp = 4 * one.health
        one.type = str(settings.get("type", one.type))
        if "effects" in settings:
            one.permanent = words_of(settings["effects"])
        if "abilities" in settings:
            own = words_of(settings["abilities"])
            talents = words_of(settings.get("talents", ""))
            kept = [each for each in one.abilities if each.basic]
            one.abilities = [*[self.ability(id, talents) for id in own], *kept]
        if "traits" in settings:
            one.traits = [self.maker.trait_of(id) for id in words_of(settings["traits"])]
        if "save_boons" in settings:
            luck = Trait("stated")
            luck.save_boons = int(str(settings["save_boons"]))
            one.traits = [*one.traits, luck]
        for name, value in settings.items():
            id, _, field = name.partition(".")
            for each in one.abilities:
                if field and each.id == id:
                    own_range = field != "range" or each.attack
                    setattr(each, field if own_range else "target_range", value)
        return one

    def ability(self, id: str, talents: Iterable[str]) -> Ability:
        """Make an ability anew, with talents by its id and 1, 2 or 3: the master talent."""
        model = self.models[id]
        one = self.maker.ability_of(model)
        for tier, talent in enumerate((model.talent_1, model.talent_2, model.master), start=1):
            if talent is not None and f"{id}-{tier}" in talents:
                self.maker.talent(one, talent)
        return one
