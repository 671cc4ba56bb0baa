"""Whether what ICON's content and packs name exists, and whether its tables make sense together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from affray.content.problems import Problems, nearest, show
from affray.rulesets.icon.content.ability import AbilityModel, Added, OpModel, Piece, TalentModel
from affray.rulesets.icon.content.schema import CharacterModel, Content, CreatureModel, TraitModel

# What an operation needs besides its name; of several words any one will do.
NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "damage": ("level", "amount"),
    "status": ("status",),
    "blight": ("blight",),
    "grant": ("effect",),
    "vigor": ("multiple",),
    "shove": ("spaces",),
    "pull": ("spaces",),
    "mark": ("mark",),
    "stance": ("stance",),
    "strip": ("what",),
    "modify-next": ("mods",),
    "summon": ("summon",),
    "remove-blight": ("blight",),
    "resolve": ("n",),
    "save": ("success", "fail"),
}
# Which tables the fields of an operation name.
TABLES: Final[dict[str, str]] = {
    "status": "status",
    "blight": "blight",
    "effect": "effect",
    "mark": "mark",
    "stance": "stance",
    "summon": "summon",
}
AT_START: Final = ("grant", "vigor", "modify-next", "stance", "resolve")
LINES: Final = ("before", "hit", "miss", "area", "effect")
STATE_TABLES: Final = ("status", "blight", "effect", "mark")


class Checker:
    """Looks up every word of the content; what is wrong goes to the problems."""

    def __init__(self, content: Content, problems: Problems) -> None:
        self.content = content
        self.problems = problems
        self.ids: dict[str, list[str]] = {
            name: [one.id for one in getattr(content, field)]
            for name, field in (
                ("status", "status"),
                ("blight", "blight"),
                ("effect", "effect"),
                ("mark", "mark"),
                ("stance", "stance"),
                ("summon", "summon"),
                ("trait", "trait"),
                ("relic", "relic"),
                ("class", "calling"),
                ("class_job", "job"),
                ("role", "role"),
                ("ability", "ability"),
            )
        }
        self.states = [id for name in STATE_TABLES for id in self.ids[name]]

    def all(self) -> None:
        """Check every table."""
        self._small_tables()
        for n, trait in enumerate(self.content.trait):
            self._trait(trait, f"trait[{n}]")
        for n, relic in enumerate(self.content.relic):
            self._trait(relic, f"relic[{n}]")
        for n, ability in enumerate(self.content.ability):
            self.named(ability.job, "class_job", f"ability[{n}].job")
            self._ability(ability, f"ability[{n}]")
        for n, creature in enumerate(self.content.creature):
            self._creature(creature, f"creature[{n}]")
        for n, summon in enumerate(self.content.summon):
            self._ops(summon.effect, f"summon[{n}].effect")
        for n, character in enumerate(self.content.character):
            self._character(character, f"character[{n}]")

    # -- words ------------------------------------------------------------------------------------

    def named(self, word: str | None, table: str, place: str) -> None:
        """Complain of an id that no table has."""
        known = self.states if table == "state" else self.ids[table]
        if word is not None and word not in known:
            self._unknown(word, known, table, place)

    def _unknown(self, word: str, known: Sequence[str], what: str, place: str) -> None:
        close = nearest(word, known)
        hint = f"; did you mean {close}?" if close else ""
        self.problems.add(place, f"found {show(word)}, expected the id of a {what}{hint}")

    def _small_tables(self) -> None:
        content = self.content
        for n, mark in enumerate(content.mark):
            self.named(mark.ongoing_status, "status", f"mark[{n}].ongoing_status")
        for n, stance in enumerate(content.stance):
            for k, grant in enumerate(stance.effects):
                self.named(grant.effect, "effect", f"stance[{n}].effects[{k}].effect")
            if stance.aura is not None:
                self.named(stance.aura.grants, "effect", f"stance[{n}].aura.grants")
        for n, calling in enumerate(content.calling):
            self._traits([*calling.traits, calling.gambit_benefit], f"class[{n}].traits")
        for n, job in enumerate(content.job):
            self.named(job.calling, "class", f"class_job[{n}].class")
            self._traits(job.traits, f"class_job[{n}].traits")
            for id in [*job.abilities, job.limit_break]:
                self.named(id, "ability", f"class_job[{n}].abilities")
        for n, role in enumerate(content.role):
            for id in role.effects:
                self.named(id, "effect", f"role[{n}].effects")

    def _traits(self, ids: Iterable[str], place: str) -> None:
        for id in ids:
            self.named(id, "trait", place)

    # -- operations -------------------------------------------------------------------------------

    def _ops(self, ops: Sequence[OpModel], place: str) -> None:
        for n, op in enumerate(ops):
            self._op(op, f"{place}[{n}]")

    def _op(self, op: OpModel, place: str) -> None:
        needs = NEEDS.get(op.op, ())
        if needs and not any(getattr(op, name) for name in needs):
            self.problems.add(place, f"found {op.op} without {' or '.join(needs)}, expected one")
        if op.op == "terrain" and not (
            op.height or op.kind in ("difficult", "dangerous", "ground")
        ):
            self.problems.add(place, "found terrain without kind or height, expected one")
        if op.op == "move" and op.kind not in ("move", "dash", "fly", "teleport"):
            expected = "move, dash, fly or teleport"
            self.problems.add(f"{place}.kind", f"found {show(op.kind)}, expected {expected}")
        if op.height > 3:
            self.problems.add(f"{place}.height", f"found {op.height}, expected 1 to 3")
        for field, table in TABLES.items():
            self.named(getattr(op, field), table, f"{place}.{field}")
        for name in ("success", "fail", "then"):
            self._ops(getattr(op, name), f"{place}.{name}")

    # -- abilities --------------------------------------------------------------------------------

    def _piece(self, one: Piece, place: str) -> None:
        for name in LINES:
            self._ops(getattr(one, name), f"{place}.{name}")
        for n, trigger in enumerate(one.triggers):
            spot = f"{place}.triggers[{n}]"
            self._ops(trigger.ops, f"{spot}.ops")
            self._condition(trigger.when, trigger.word, spot)
        if (one.hit or one.miss) and one.attack is None:
            self.problems.add(place, "found a hit or miss line, expected an attack with it")
        if one.area and one.pattern is None:
            self.problems.add(place, "found an area line, expected a pattern with it")
        far = one.attack is not None and one.attack.mode == "ranged" and not one.attack.range
        if far and one.pattern is None:
            self.problems.add(f"{place}.attack", "found no range, expected one or a pattern")
        if one.pattern is not None and one.target is not None:
            self.problems.add(place, "found a target and a pattern, expected one of them")

    def _condition(self, when: str | None, word: str | None, place: str) -> None:
        if when == "target-status":
            self.named(word or "", "state", f"{place}.is")
        elif when == "user-stance":
            self.named(word or "", "stance", f"{place}.is")
        elif word is not None:
            self.problems.add(f"{place}.is", f"found {show(word)}, which {when} does not ask for")

    def _ability(self, one: AbilityModel, place: str) -> None:
        self._piece(one, place)
        for n, part in enumerate(one.part):
            self._piece(part, f"{place}.part[{n}]")
        if len(one.part) == 1 or bool(one.part) != ("combo" in one.tags):
            self.problems.add(place, "found a combo, expected its tag and two parts or more")
        if (one.interrupt is not None) != ("interrupt" in one.tags):
            self.problems.add(place, "found an interrupt, expected its tag and its trigger")
        if one.uses_move and one.cost != 2:
            what = f"found cost {one.cost}, expected 2 with the standard move"
            self.problems.add(f"{place}.cost", f"{what} [icon/attack.cost-types]")
        if one.resolve and "limit-break" not in one.tags:
            self.problems.add(f"{place}.resolve", "found it without the tag limit-break")
        if one.recharge is not None and one.limit is not None:
            self.problems.add(place, "found recharge and limit, expected one of them")
        for name in ("talent_1", "talent_2", "master"):
            talent: TalentModel | None = getattr(one, name)
            if talent is not None:
                if name != "master" and "limit-break" in one.tags:
                    what = "found a talent of a limit break, expected a master talent only"
                    self.problems.add(
                        f"{place}.{name}", f"{what} [icon/sheet.master-talent-target]"
                    )
                self._talent(talent, f"{place}.{name}", max(1, len(one.part)))

    def _talent(self, one: TalentModel, place: str, parts: int) -> None:
        self._condition(one.when, one.word, place)
        add = one.add or Added()
        for name in ("hit", "miss", "area", "effect"):
            self._ops(getattr(add, name), f"{place}.add.{name}")
        if one.part is not None and not 1 <= one.part <= parts:
            self.problems.add(f"{place}.part", f"found {one.part}, expected 1 to {parts}")

    # -- traits, creatures, characters ------------------------------------------------------------

    def _trait(self, one: TraitModel, place: str) -> None:
        for name in ("start_of_combat", "start_of_turn", "effect"):
            self._ops(getattr(one, name), f"{place}.{name}")
        for n, op in enumerate(one.start_of_combat):
            if op.op not in AT_START or op.who != "user":
                what = f"found {op.op}, expected one of {', '.join(AT_START)}, for the user"
                self.problems.add(f"{place}.start_of_combat[{n}]", what)
        for id in one.grants:
            self.named(id, "effect", f"{place}.grants")
        if one.aura is not None:
            self.named(one.aura.grants, "effect", f"{place}.aura.grants")
        self.named(one.status_ongoing, "status", f"{place}.status_ongoing")
        self.named(one.bonus_against_blight, "blight", f"{place}.bonus_against_blight")
        for id in one.immune:
            if id not in ("physical", "magical", "godly"):
                self.named(id, "state", f"{place}.immune")
        if one.effect and not one.free_action and one.on is None:
            self.problems.add(place, "found an effect, expected a free action, or on with it")

    def _creature(self, one: CreatureModel, place: str) -> None:
        self.named(one.role, "role", f"{place}.role")
        self._traits(one.traits, f"{place}.traits")
        for id in one.permanent:
            self.named(id, "effect", f"{place}.permanent")
        seen: list[str] = []
        for n, ability in enumerate(one.ability):
            self._ability(ability, f"{place}.ability[{n}]")
            if ability.id in seen:
                self.problems.add(f"{place}.ability[{n}].id", f"found {show(ability.id)} twice")
            seen.append(ability.id)

    def _character(self, one: CharacterModel, place: str) -> None:
        for id in [*one.jobs, one.current_job]:
            self.named(id, "class_job", f"{place}.jobs")
        for name in ("learned", "active", "gambits", "masteries"):
            for id in getattr(one, name):
                self.named(id, "ability", f"{place}.{name}")
        self.named(one.limit_break, "ability", f"{place}.limit_break")
        for id in one.relics:
            self.named(id, "relic", f"{place}.relics")
        models: Mapping[str, AbilityModel] = {each.id: each for each in self.content.ability}
        for n, pick in enumerate(one.talents):
            self.named(pick.ability, "ability", f"{place}.talents[{n}].ability")
            model = models.get(pick.ability)
            talents = (model.talent_1, model.talent_2) if model is not None else ()
            if talents and talents[pick.tier - 1] is None:
                what = f"found tier {pick.tier}, which {pick.ability} does not have"
                self.problems.add(f"{place}.talents[{n}]", f"{what} [icon/sheet.talent-tiers]")
