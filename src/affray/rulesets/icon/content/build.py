"""From the models of ICON's content to the plain objects that the rules play with."""

from __future__ import annotations

from affray.rulesets.icon import sheet as sheets
from affray.rulesets.icon.action import basic
from affray.rulesets.icon.content.ability import (
    AbilityModel,
    Added,
    ModModel,
    OpModel,
    Piece,
    TalentModel,
    TriggerModel,
)
from affray.rulesets.icon.content.schema import (
    BasicModel,
    CharacterModel,
    ClassModel,
    Content,
    CreatureModel,
    EffectModel,
    JobModel,
    MarkModel,
    RoleModel,
    StanceModel,
    StatusModel,
    TraitModel,
)
from affray.rulesets.icon.definitions import (
    BLIGHT,
    GRANT,
    IMMOBILE,
    MARK,
    STANCE,
    STATUS,
    UNHARMED,
    Ability,
    Mod,
    Op,
    State,
    Summon,
    Trait,
    Trigger,
)
from affray.rulesets.icon.sheet import Library, Sheet


def mod_of(model: ModModel) -> Mod:
    mod = Mod(model.mod, model.n)
    mod.level = model.level or ""
    mod.until = model.until or ""
    mod.only = model.only or ""
    return mod


# -- states ------------------------------------------------------------------------------------


def status_of(model: StatusModel) -> State:
    one = State(model.id, STATUS)
    one.must_slow = model.must_take_slow_turn
    one.max_range = model.max_range
    one.curses = model.attack_curses
    one.halves_others = model.damage_dealt_halved_except_subject
    one.own_end = model.ends_at_own_turn_end
    one.halves = model.damage_dealt_halved
    one.until_hurt = model.ends_when_damaged_by_foe
    one.no_statuses = model.cannot_inflict_statuses
    one.no_vigor = model.vigor_suspended
    one.move_damage = model.move_damage
    one.move_pierce = model.move_damage_pierce
    one.no_interrupts = model.no_interrupts
    one.ends_turn = model.next_ability_ends_turn
    one.taken_plus = model.damage_taken_plus
    one.dealt_minus = model.damage_dealt_minus
    return one


def effect_of(model: EffectModel) -> State:
    one = State(model.id, GRANT)
    one.die = model.die
    one.miss_on = model.miss_on
    one.number = (
        model.damage
        or model.forced_move_max
        or model.vigor_multiple
        or model.boons_on_saves
        or model.floor_hp
    )
    return one


def mark_of(model: MarkModel, states: dict[str, State]) -> State:
    one = State(model.id, MARK)
    one.boons_against = model.attack_boons_against
    one.no_stealth = model.no_stealth
    one.saved = model.save_ends
    if model.ongoing_status is not None:
        one.imposes = states[model.ongoing_status]
    return one


def stance_of(model: StanceModel) -> State:
    one = State(f"stance-{model.id}", STANCE)
    one.own_grants = [grant.effect for grant in model.effects if grant.who == "user"]
    one.near_grants = [grant.effect for grant in model.effects if grant.who != "user"]
    if model.aura is not None:
        one.aura = model.aura.range
        one.aura_grants = model.aura.grants
    one.forbids = list(model.forbids)
    one.ends_on = list(model.ends_on)
    return one


class Maker:
    """Makes sheets; operations that modify what is used next are kept in the library."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.library = Library()
        self.callings: dict[str, ClassModel] = {calling.id: calling for calling in content.calling}
        self.jobs: dict[str, JobModel] = {job.id: job for job in content.job}
        self.roles: dict[str, RoleModel] = {one.id: one for one in content.role}
        self.abilities: dict[str, AbilityModel] = {
            ability.id: ability for ability in content.ability
        }
        self.traits: dict[str, TraitModel] = {
            trait.id: trait for trait in [*content.trait, *content.relic]
        }
        self.actions: dict[str, BasicModel] = {one.id: one for one in content.basic_action}
        self._states()
        for summon in content.summon:
            made = Summon(summon.id)
            made.ops = self.ops(summon.effect)
            self.library.summons[summon.id] = made

    def _states(self) -> None:
        """Make every state that can be held, and note what auras and stances lend."""
        content = self.content
        states = self.library.states
        for status in content.status:
            states[status.id] = status_of(status)
        for blight in content.blight:
            states[blight.id] = State(blight.id, BLIGHT)
        for effect in content.effect:
            states[effect.id] = effect_of(effect)
        for id in (IMMOBILE, UNHARMED):
            states[id] = State(id, GRANT)
        for mark in content.mark:
            states[mark.id] = mark_of(mark, states)
        for stance in content.stance:
            one = stance_of(stance)
            states[one.id] = one
            for id in [*one.near_grants, one.aura_grants]:
                self.library.lent[id] = True
        for trait in self.traits.values():
            if trait.aura is not None and trait.aura.grants:
                self.library.lent[trait.aura.grants] = True

    # -- operations -------------------------------------------------------------------------------

    def ops(self, models: list[OpModel]) -> list[Op]:
        return [self.op_of(model) for model in models]

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
        op.mods = [mod_of(mod) for mod in model.mods]
        op.range = model.range
        op.within = model.within
        op.origin = model.origin
        op.after = model.after or ""
        op.subject = model.subject or ""
        op.count = model.count
        self.note(op)
        return op

    def note(self, op: Op) -> None:
        """Keep a modify-next operation where states can name it."""
        if op.name == "modify-next" and op.text() not in self.library.nexts:
            kept = Op(op.name)
            kept.on = op.on
            kept.mods = op.mods
            self.library.nexts[op.text()] = kept

    def trigger_of(self, model: TriggerModel) -> Trigger:
        trigger = Trigger(model.when, model.word or "")
        trigger.mods = [mod_of(mod) for mod in model.mods]
        trigger.ops = self.ops(model.ops)
        return trigger

    # -- abilities --------------------------------------------------------------------------------

    def piece_of(self, model: Piece, whole: AbilityModel | None = None) -> Ability:
        """Make an ability, or a part of a combo: cost and tags are those of the whole besides."""
        one = Ability(model.id, model.name)
        cost = model.cost if model.cost is not None or whole is None else whole.cost
        one.cost = cost or 0
        one.uses_move = model.uses_move or (whole is not None and whole.uses_move)
        one.tags = [*(whole.tags if whole is not None else []), *model.tags]
        if model.attack is not None:
            one.attack = model.attack.mode
            melee = model.attack.mode == "melee" and model.pattern is None
            one.range = model.attack.range or (1 if melee else 0)  # attack.melee-and-ranged
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
            one.count = model.target.count
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
        one.parts = [self.piece_of(part, model) for part in model.part]
        return one

    def talent(self, whole: Ability, model: TalentModel) -> None:
        """Apply a talent to an ability of one character."""
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
            trigger.hit = self.ops(add.hit)
            trigger.miss = self.ops(add.miss)
            trigger.area = self.ops(add.area)
            trigger.ops = self.ops(add.effect)
            trigger.flag = model.flag or ""
            one.triggers.append(trigger)
            return
        one.mods += [mod_of(each) for each in model.mods]
        one.hit += self.ops(add.hit)
        one.miss += self.ops(add.miss)
        one.area += self.ops(add.area)
        one.effect += self.ops(add.effect)
        if model.flag == "answer-2-boons":
            for op in one.effect:
                self.second_boon(op)
        elif model.flag is not None:
            one.flags.append(model.flag)

    def second_boon(self, op: Op) -> None:
        """Let what is given to the next attack be two boons instead of one."""
        if op.name == "modify-next":
            boons = [Mod("boon", 2) for mod in op.mods if mod.word == "boon"]
            op.mods = boons + [mod for mod in op.mods if mod.word != "boon"]
            self.note(op)

    # -- traits -----------------------------------------------------------------------------------

    def trait_of(self, id: str) -> Trait:
        model = self.traits[id]
        one = Trait(id)
        one.name = model.name
        one.grants = list(model.grants)
        one.armor = model.armor
        one.armor_plus = model.armor_plus
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
        if model.status_ongoing is not None:
            one.imposes = self.library.states[model.status_ongoing]
        one.bonus_blight = model.bonus_against_blight or ""
        one.at_start = self.ops(model.start_of_combat)
        one.at_turn = self.ops(model.start_of_turn)
        one.alone = model.condition is not None
        one.optional = model.optional
        one.on = model.on or ""
        one.one_diagonal = model.diagonal_steps_per_turn > 0
        if model.limit is not None:
            one.limit = model.limit.n
            one.per = model.limit.per
        if model.free_action:
            one.free_action = self.free_action(model)
        else:
            one.effect = self.ops(model.effect)
        return one

    def free_action(self, model: TraitModel) -> Ability:
        free = Ability(model.id, model.name)
        free.target = "self"
        free.effect = self.ops(model.effect)
        if model.limit is not None:
            free.limit = model.limit.n
            free.per = model.limit.per
        return free

    # -- sheets -----------------------------------------------------------------------------------

    def creature(self, model: CreatureModel, chapter: int) -> Sheet:
        role = self.roles[model.role]
        block = sheets.Block()
        block.health = list(model.health or role.health)
        fixed = model.hp if model.hp is not None else role.hp
        block.hp = fixed if fixed is not None else -1
        block.defense = role.defense if model.defense is None else model.defense
        block.armor = list(model.armor or role.armor)
        block.speed = role.speed if model.speed is None else model.speed
        block.attack_bonus = list(model.attack_bonus or role.attack_bonus)
        block.fray = list(model.fray or role.fray)
        block.die = model.die or role.die
        flat = model.flat_damage
        block.flat = role.flat_damage if flat is None else flat
        block.type = model.damage_type or role.damage_type
        sheet = Sheet(model.id, model.name, False)
        sheets.number(sheet, block, chapter)
        sheet.size = model.size
        sheets.template(sheet, model.template or "", mob=model.role == "mob" or block.flat > 0)
        sheet.monster = model.monster
        sheet.permanent = [*role.effects, *model.permanent]
        sheet.abilities = [self.ability_of(ability) for ability in model.ability]
        self.finish(sheet, list(model.traits))
        return sheet

    def character(self, model: CharacterModel) -> Sheet:
        sheet = Sheet(model.id, model.name, True)
        job = self.jobs[model.current_job]
        calling = self.callings[job.calling]
        block = sheets.Block()
        block.health = list(calling.health)
        block.defense = calling.defense
        block.armor = list(calling.armor)
        block.speed = calling.speed
        block.attack_bonus = list(calling.attack_bonus)
        block.fray = list(calling.fray)
        block.die = calling.die
        block.type = calling.damage_type
        sheets.number(sheet, block, sheets.chapter_of(model.level))
        sheet.level = model.level
        sheet.wounds = model.wounds
        sheet.elixirs = model.elixirs
        sheet.abilities = self.basics(calling)
        for id in [*model.active, *([model.limit_break] if model.limit_break else [])]:
            sheet.abilities.append(self.own_ability(model, id))
        jobs = [self.abilities[id].job or "" for id in model.gambits]
        other = [self.callings[self.jobs[job].calling].gambit_benefit for job in jobs]
        traits = [*calling.traits, *job.traits, *model.relics]
        self.finish(sheet, sheets.with_benefits(traits, other))
        return sheet

    def own_ability(self, model: CharacterModel, id: str) -> Ability:
        """Return an ability with what a character has learned about it."""
        entry = self.abilities[id]
        one = self.ability_of(entry)
        one.gambit = id in model.gambits
        for tier, talent in ((1, entry.talent_1), (2, entry.talent_2)):
            taken = any([pick.ability == id and pick.tier == tier for pick in model.talents])
            if taken and talent is not None:
                self.talent(one, talent)
        if id in model.masteries and entry.master is not None:
            self.talent(one, entry.master)
        return one

    def finish(self, sheet: Sheet, traits: list[str]) -> None:
        """Give a sheet its traits, and the basic actions that are open to everybody."""
        sheet.traits = [self.trait_of(trait) for trait in traits]
        for trait in sheet.traits:
            if trait.free_action is not None:
                sheet.abilities.append(trait.free_action)
        for id in ("run", "dash", "interact"):
            if basic.is_open(list(self.actions[id].users), sheet):
                sheet.abilities.append(self.basic(id))

    def basics(self, calling: ClassModel) -> list[Ability]:
        """Return the basic actions of player characters alone."""
        heavy = self.basic("basic-heavy-attack")
        found = basic.both_ways(heavy, calling.basic_melee_range, calling.basic_ranged_range)
        for id in ("whack", "rescue"):
            if basic.is_open(list(self.actions[id].users), Sheet("", "", True)):
                found.append(self.basic(id))
        return found

    def basic(self, id: str) -> Ability:
        model = self.actions[id]
        one = Ability(id, model.name)
        one.cost = model.cost
        one.basic = id
        one.tags = list(model.tags)
        if model.target is not None:
            one.target = model.target.who
            one.target_range = model.target.range
        one.hit = self.ops(model.hit)
        one.miss = self.ops(model.miss)
        one.effect = self.ops(model.effect)
        if model.movement is not None:
            op = Op("move")
            op.who = "user"
            op.kind = "half" if model.movement == "half-speed-up" else "speed"
            op.id = model.kind or ""
            one.effect = [op]
        if id == "rescue":
            one.effect = [Op("rescue")]
        return one
