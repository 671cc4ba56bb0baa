"""From the models of ICON's content to the plain objects that the rules play with."""

from __future__ import annotations

from affray.content.icon import (
    AbilityModel,
    Added,
    CharacterModel,
    ClassModel,
    Content,
    CreatureModel,
    JobModel,
    ModModel,
    OpModel,
    Piece,
    RoleModel,
    TalentModel,
    TraitModel,
    TriggerModel,
)
from affray.rulesets.icon.state import Ability, Library, Mod, Op, Sheet, Trait, Trigger


def mod_of(model: ModModel) -> Mod:
    mod = Mod(model.mod, model.n)
    mod.level = model.level or ""
    mod.until = model.until or ""
    mod.only = model.only or ""
    return mod


class Maker:
    """Makes sheets; operations that modify what is used next are numbered in the library."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.library = Library()
        self.callings: dict[str, ClassModel] = {one.id: one for one in content.calling}
        self.jobs: dict[str, JobModel] = {one.id: one for one in content.job}
        self.roles: dict[str, RoleModel] = {one.id: one for one in content.role}
        self.abilities: dict[str, AbilityModel] = {one.id: one for one in content.ability}
        self.traits: dict[str, TraitModel] = {
            one.id: one for one in [*content.trait, *content.relic]
        }
        for summon in content.summon:
            self.library.summons[summon.id] = self.ops(summon.effect)

    def ops(self, models: list[OpModel]) -> list[Op]:
        return [self.op_of(one) for one in models]

    def op_of(self, model: OpModel) -> Op:
        op = Op(model.op)
        op.who = model.who
        op.level = model.level or ""
        op.amount = model.amount
        op.type = model.type or ""
        op.pierce = model.pierce
        op.id = (
            model.status
            or model.blight
            or model.effect
            or model.mark
            or model.stance
            or model.summon
            or ""
        )
        op.save = model.save
        op.ongoing = model.ongoing
        op.until = model.until or ""
        op.n = model.multiple or model.spaces or model.height or model.n
        op.kind = model.kind or ""
        op.straight = model.straight
        op.through = model.through_foes
        op.to = model.to or ""
        op.success = self.ops(model.success)
        op.fail = self.ops(model.fail)
        op.then = self.ops(model.then)
        op.what = list(model.what)
        op.destructible = model.destructible
        op.where = model.where or ""
        op.on = model.on or ""
        op.mods = [mod_of(one) for one in model.mods]
        op.range = model.range
        op.within = model.within
        op.origin = model.origin
        op.after = model.after or ""
        op.subject = model.subject or ""
        if model.op == "modify-next":
            op.number = len(self.library.nexts)
            self.library.nexts.append(op)
            more = Op("modify-next")  # the second boon of a talent
            more.on = op.on
            more.mods = [Mod("boon", 1)]
            self.library.nexts.append(more)
        return op

    def trigger_of(self, model: TriggerModel) -> Trigger:
        trigger = Trigger(model.when, model.word or "")
        trigger.mods = [mod_of(one) for one in model.mods]
        trigger.ops = self.ops(model.ops)
        return trigger

    def piece_of(self, model: Piece) -> Ability:
        one = Ability(model.id, model.name)
        one.cost = model.cost
        one.uses_move = model.uses_move
        one.tags = list(model.tags)
        if model.attack is not None:
            one.attack = model.attack.mode
            one.range = model.attack.range
            for tag in ("attack", model.attack.mode):
                if tag not in one.tags:
                    one.tags.append(tag)
        if model.pattern is not None:
            one.shape = model.pattern.shape
            one.size = model.pattern.size
            one.reach = -1 if model.pattern.range is None else model.pattern.range
            one.own = model.pattern.origin == "self"
            if model.pattern.plus is not None:
                one.plus_shape = model.pattern.plus.shape
                one.plus_size = model.pattern.plus.size
        if model.target is not None:
            one.target = model.target.who
            one.target_range = model.target.range
            one.optional = model.target.optional
        one.least = model.min_range
        one.before = self.ops(model.before)
        one.hit = self.ops(model.hit)
        one.miss = self.ops(model.miss)
        one.area = self.ops(model.area)
        one.effect = self.ops(model.effect)
        one.triggers = [self.trigger_of(each) for each in model.triggers]
        one.mods = [mod_of(each) for each in model.mods]
        return one

    def ability_of(self, model: AbilityModel) -> Ability:
        one = self.piece_of(model)
        one.job = model.job or ""
        if model.limit is not None:
            one.limit = model.limit.n
            one.per = model.limit.per
        one.recharge = model.recharge or 0
        if model.interrupt is not None:
            one.uses = model.interrupt.uses
            one.trigger = model.interrupt.trigger
            one.within = model.interrupt.within
        one.resolve = model.resolve
        one.parts = [self.piece_of(part) for part in model.part]
        return one

    def talent(self, whole: Ability, model: TalentModel) -> None:
        """Apply a talent to an ability of one character. Rule: sheet.talent-tiers."""
        if model.limit is not None:
            whole.limit = model.limit.n
            whole.per = model.limit.per
        for number, part in enumerate(whole.parts or [whole]):
            if model.part in (None, number + 1):
                self.change(part, model)

    def change(self, one: Ability, model: TalentModel) -> None:
        add = model.add or Added()
        if model.flag == "boost-if-moved-3" or model.when is not None:
            trigger = Trigger(model.when or "moved-3", model.word or "")
            trigger.mods = [mod_of(each) for each in model.mods]
            trigger.ops = self.ops(add.effect)
            trigger.hit = self.ops(add.hit)
            trigger.flag = model.flag or ""
            one.triggers.append(trigger)
            return
        one.mods += [mod_of(each) for each in model.mods]
        one.hit += self.ops(add.hit)
        one.miss += self.ops(add.miss)
        one.area += self.ops(add.area)
        one.effect += self.ops(add.effect)
        if model.flag is not None:
            one.flags.append(model.flag)

    def trait_of(self, id: str) -> Trait:
        model = self.traits[id]
        one = Trait(id)
        one.grants = list(model.grants)
        one.shortened = model.shoves_shortened
        one.engagement = model.extra_engagement
        one.first_shove = model.first_shove_each_turn_plus
        one.slow_boons = model.slow_turn_attack_boons
        one.gambit_only = model.gambit_abilities_only
        one.save_boons = model.boons_on_saves
        if model.aura is not None:
            one.aura = model.aura.range
            one.aura_self = model.aura.who == "user-and-allies"
            one.aura_grants = model.aura.grants or ""
            one.aura_boons = model.aura.attack_boons
        one.ignores_difficult = "difficult" in model.ignores
        one.immune = list(model.immune)
        one.resistance = list(model.resistance)
        one.resistance_fresh = model.resistance_while is not None
        one.ongoing = model.status_ongoing or ""
        one.bonus_blight = model.bonus_against_blight or ""
        one.at_start = self.ops(model.start_of_combat)
        one.at_turn = self.ops(model.start_of_turn)
        one.alone = model.condition is not None
        one.optional = model.optional
        one.on = model.on or ""
        one.edge_save = model.on == "you fail an edge save"
        one.one_diagonal = model.diagonal_steps_per_turn > 0
        if model.free_action:
            free = Ability(id, model.name)
            free.target = "self"
            free.effect = self.ops(model.effect)
            free.limit = model.limit.n if model.limit else 1
            free.per = model.limit.per if model.limit else "round"
            one.free_action = free
        else:
            one.effect = self.ops(model.effect)
        return one

    # -- sheets -----------------------------------------------------------------------------------

    def creature(self, model: CreatureModel, chapter: int) -> Sheet:
        """Rules: foe.role-statistics, foe.mob, foe.elite, foe.legend."""
        role = self.roles[model.role]
        at = chapter - 1
        sheet = Sheet(model.id, model.name, False)
        sheet.chapter = chapter
        sheet.size = model.size
        sheet.health = (model.health or role.health)[at]
        sheet.hp = role.hp if role.hp is not None else 4 * sheet.health
        sheet.defense = role.defense
        sheet.armor = role.armor[at]
        sheet.speed = role.speed
        sheet.attack_bonus = role.attack_bonus[at]
        sheet.fray = role.fray[at]
        sheet.die = role.die
        sheet.flat = role.flat_damage
        sheet.type = role.damage_type
        sheet.mob = model.role == "mob"
        sheet.elite = model.template == "elite"
        sheet.legend = model.template == "legend"
        sheet.monster = model.monster
        sheet.permanent = [*role.effects, *model.permanent]
        sheet.abilities = [self.ability_of(one) for one in model.ability]
        self.finish(sheet, list(model.traits))
        return sheet

    def character(self, model: CharacterModel) -> Sheet:
        """Rules: sheet.hp-max, sheet.current-job, sheet.fray-and-die, sheet.pc-size-one."""
        sheet = Sheet(model.id, model.name, True)
        job = self.jobs[model.current_job]
        calling = self.callings[job.calling]
        at = (model.level - 1) // 4  # sheet.chapter-from-level
        sheet.chapter = at + 1
        sheet.level = model.level
        sheet.health = calling.health[at]
        sheet.hp = 4 * sheet.health
        sheet.defense = calling.defense
        sheet.armor = calling.armor[at]
        sheet.speed = calling.speed
        sheet.attack_bonus = calling.attack_bonus[at]
        sheet.fray = calling.fray[at]
        sheet.die = calling.die
        sheet.type = calling.damage_type
        sheet.wounds = model.wounds
        sheet.abilities = self.basics(calling)
        for id in [*model.active, *([model.limit_break] if model.limit_break else [])]:
            one = self.ability_of(self.abilities[id])
            one.gambit = id in model.gambits
            for pick in model.talents:
                talents = (self.abilities[id].talent_1, self.abilities[id].talent_2)
                talent = talents[pick.tier - 1]
                if pick.ability == id and talent is not None:
                    self.talent(one, talent)
            master = self.abilities[id].master
            if id in model.masteries and master is not None:
                self.talent(one, master)
            sheet.abilities.append(one)
        traits = [*calling.traits, *job.traits, *model.relics]
        for id in model.gambits:
            other = self.jobs[self.abilities[id].job or ""].calling
            benefit = self.callings[other].gambit_benefit
            if benefit not in traits:
                traits.append(benefit)  # sheet.gambit-benefit
        self.finish(sheet, traits)
        return sheet

    def finish(self, sheet: Sheet, traits: list[str]) -> None:
        sheet.traits = [self.trait_of(one) for one in traits]
        for trait in sheet.traits:
            if trait.free_action is not None:
                sheet.abilities.append(trait.free_action)
        sheet.abilities += [running("run", "Run", 1), running("dash", "Dash", 2)]

    def basics(self, calling: ClassModel) -> list[Ability]:
        """Return the basic actions that foes do not have.

        Rules: action.basic-heavy-attack, attack.melee-and-ranged, action.whack, action.rescue,
        sheet.basic-attacks-by-class, action.foe-actions.
        """
        found: list[Ability] = []
        ranges = (("melee", calling.basic_melee_range), ("ranged", calling.basic_ranged_range))
        for mode, reach in ranges:
            one = Ability(f"basic-{mode}", f"Basic {mode} attack")
            one.cost = 2
            one.tags = ["attack", mode]
            one.attack = mode
            one.range = reach
            one.basic = "attack"
            for level, lines in (("heavy", one.hit), ("light", one.miss)):
                op = Op("damage")
                op.level = level
                lines.append(op)
            found.append(one)
        whack = Ability("whack", "Whack")
        whack.cost = 1
        whack.target = "character"
        whack.target_range = 3
        whack.basic = "whack"
        op = Op("damage")
        op.amount = 1
        op.type = "physical"
        whack.effect = [op]
        rescue = Ability("rescue", "Rescue")
        rescue.cost = 1
        rescue.target = "incapacitated-ally"
        rescue.target_range = 1
        rescue.basic = "rescue"
        rescue.effect = [Op("rescue")]
        return [*found, whack, rescue]


def running(id: str, name: str, cost: int) -> Ability:
    """Rules: action.run, action.dash."""
    one = Ability(id, name)
    one.cost = cost
    one.basic = id
    op = Op("move")
    op.who = "user"
    op.kind = "half" if id == "run" else "speed"
    op.id = id
    one.effect = [op]
    return one
