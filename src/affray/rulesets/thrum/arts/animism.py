"""Animism: mending, spirit wards, and a Minion to fight and shelter with."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import TURN
from affray.core.effect import Held
from affray.core.event import Told
from affray.rulesets.thrum import damage, death, resource
from affray.rulesets.thrum.action import minions
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.lent import origins
from affray.rulesets.thrum.action.operation import Choose
from affray.rulesets.thrum.actions import BUFF_CODES
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition import stances
from affray.rulesets.thrum.condition.holding import gain_status
from affray.rulesets.thrum.condition.kinds import SLOWED
from affray.rulesets.thrum.condition.lasting import end_buff, give_buff
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Ability, Number, Origin, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL_HIT,
    DEFENCE_BONUS,
    ENTERS,
    FATIGUE,
    HARM,
    INCAPACITY,
    LEAVES,
    NO_DEFENCE,
    ORIGINS,
    OUT_OF_REACH,
    RESOLVED,
    STRESS,
    TARGETED,
)


class Ameliorate(Action):
    """One of: Fatigue Load -1, Stress Load -1, 2 off one Status. Overexert: two, or one twice.

    a: Range + half REA. b: one more that has not been chosen.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        menu = self.effect[0]
        assert isinstance(menu, Choose)
        self.menu = menu

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        done: list[int] = []
        for _ in range(2 if use.overexert else 1):
            self.mend(combat, use, done, [])
        if self.has("b"):
            self.mend(combat, use, done, done[:])

    def mend(self, combat: ThrumCombat, use: Use, done: list[int], barred: list[int]) -> None:
        """Do one of the options that would change something; note which."""
        user = combat.units[use.actor]
        options = [
            (1 + n, self.menu.keys[n])
            for n in range(len(self.menu.ops))
            if n not in barred and self.menu.ops[n].possible(combat, use)
        ]
        if not options:
            return
        answer = options[0][0]
        if len(options) > 1:
            asked = picking.Listed(user, options, "ability.text-wins", answer)
            answer = combat.ask(asked)
        done.append(answer - 1)
        self.menu.ops[answer - 1].do(combat, use)


class SpiritWard(death.Reroll):
    """Once: Training more on a defensive roll and 1 less Fatigue or Stress from it, or a reroll.

    Then it ends, unless its creator takes 1 Stress. A pledge of it in a use says that the roll to
    come has it.
    """

    def __init__(self) -> None:
        super().__init__("spirit-armor")
        self.made_by = self.id
        self.listens = TARGETED | RESOLVED
        self.notices = HARM

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or owner.index not in use.targets or not use.attack():
            return []
        if trigger.kind == TARGETED:
            return [] if use.willing or self.pledged(owner, use) else [1]
        mine = trigger.target == owner.index and self.pledged(owner, use)
        return [1] if mine and rolled(use, trigger.slot) else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return trigger.kind == RESOLVED

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        """Before any roll: promise the bonus. After the attack: end, or be kept."""
        use = trigger.use
        held = owner.held(self)
        if use is None or held is None:
            return
        if trigger.kind == TARGETED:
            use.pledges.append(self.pledge(owner))
            use.attacks[use.targets.index(owner.index)].defence_bonus += self.maker(combat, held).n(
                "bonus"
            )
        else:
            self.wear_off(combat, owner, held)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        """Take 1 off the Fatigue or Stress that the warded roll brings."""
        use = trigger.use
        if use is None or trigger.target != owner.index or not self.pledged(owner, use):
            return
        if use.now >= 0 and use.targets[use.now] == owner.index and rolled(use, use.now):
            trigger.change(-1, self.id)

    def pledge(self, owner: ThrumCombatant) -> int:
        """Return what stands in a use for the promise of the bonus."""
        return owner.index * 1000 + BUFF_CODES

    def pledged(self, owner: ThrumCombatant, use: Use) -> bool:
        """Return whether the bonus has been promised for a use."""
        return self.pledge(owner) in use.pledges

    def maker(self, combat: ThrumCombat, held: Held) -> SpiritArmor:
        """Return the ability that made this Buff: its numbers are its creator's."""
        ability = combat.units[held.source].sheet.coded("spirit-armor")
        assert isinstance(ability, SpiritArmor)
        return ability

    def wear_off(self, combat: ThrumCombat, owner: ThrumCombatant, held: Held) -> None:
        """End, unless the creator takes 1 Stress. Rule: buff.lasts."""
        if not resource.pays(combat, combat.units[held.source], self.id, "buff.lasts"):
            end_buff(combat, owner)

    def offers(self, combat: ThrumCombat, unit: ThrumCombatant, held: Held, kind: int) -> bool:
        rule = "incapacity.roll" if kind == INCAPACITY else "panic.roll"
        asked = picking.Words(
            unit, ["stand", "reroll"], rule, "do you roll again with Spirit Armor?", 1
        )
        return combat.ask(asked) == 1

    def spend(self, combat: ThrumCombat, unit: ThrumCombatant, held: Held, kind: int) -> int:
        maker = self.maker(combat, held)
        return maker.symbol("TRAINING") if maker.has("b") else 0

    def spent(self, combat: ThrumCombat, unit: ThrumCombatant, held: Held, kind: int) -> None:
        self.wear_off(combat, unit, held)


SPIRIT_WARD: Final = SpiritWard()


def rolled(use: Use, slot: int) -> bool:
    """Return whether the target of a place rolls, or rolled, its defence."""
    return use.attacks[slot].defence != NO_DEFENCE and use.attacks[slot].result != OUT_OF_REACH


class SpiritArmor(Action):
    """Buff: once, Training on a defensive roll and 1 less harm from it, or a reroll.

    a: half FOC more on the roll. b: the reroll has Training added.
    """

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        give_buff(combat, use.targets[slot], SPIRIT_WARD, use.actor)


class CommandAggressor(Action):
    """Position a Minion within 4; it may attack an enemy next to it.

    Effect: push 1. Success: 2 Fatigue. Critical: 1 more. a: half POW more on a Critical.
    b: half REA more push. The attack is the controller's, from the Minion's square.
    Rule: cover.origin.
    """

    def on_sheet(self, sheet: Sheet) -> None:
        super().on_sheet(sheet)
        sheet.minions = True

    def answers(self, combat: ThrumCombat, user: ThrumCombatant) -> list[int]:
        return [0]

    def target_rule(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant
    ) -> tuple[str, str]:
        return "minion.position", f"{self.name} first positions the Minion, then names its enemy"

    def act(self, combat: ThrumCombat, user: ThrumCombatant, answer: int) -> None:
        if combat.watched:
            combat.tell(Told("uses", user.index, -1, self.id))
        centre = origins(combat, user, self)[0].cell
        minions.position(combat, user, reach_of(combat, user, self, self.range), centre)
        minion = minions.minion_in_play(combat, user)
        if minion is None or not user.able():
            return
        found = self.within_its_reach(combat, user, minion)
        if not found:
            return
        asked = picking.Pick(combat, user, found, "trigger.optional", "attack", "no attack")
        answer = combat.ask(asked)
        if answer == PASS:
            return
        use = Use(user.index, self, minion.cell)
        use.standing = minion.cell  # it is the Minion that attacks
        use.range = 1
        targeting.aim(combat, use, [answer - 1])
        sequence.perform(combat, use)

    def within_its_reach(
        self, combat: ThrumCombat, user: ThrumCombatant, minion: ThrumCombatant
    ) -> list[int]:
        """Return the enemies next to a Minion that may be singled out."""
        return [
            other.index
            for other in combat.units
            if combat.enemies(user, other)
            and targeting.cannot_target(combat, user, minion.cell, other, self.tags, 1) == ""
        ]


class Commanding(Stance):
    """A Stance that positions a Minion on being taken or renewed."""

    def on_sheet(self, sheet: Sheet) -> None:
        super().on_sheet(sheet)
        sheet.minions = True

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        minions.position(combat, owner, reach_of(combat, owner, self, self.range))


class CommandProtector(Commanding):
    """Position a Minion within 2. An enemy that leaves a square next to it may be attacked.

    That is the first time in its turn, with a Physical Attack; Success: 1 Fatigue; then the Stance
    ends. a: half POW more Fatigue. b: on a Critical, Slowed equal to half FIN.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.limit = self.new_counter(TURN)  # a set of bits: who has left such a square
        self.listens |= LEAVES
        self.notices |= ENTERS

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        minion = minions.minion_in_play(combat, owner)
        if minion is None or not trigger.own or trigger.cell < 0:
            return
        if combat.distance(minion.cell, trigger.cell) == 1:
            owner.add_bits(self.limit, 1 << trigger.actor)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        minion = minions.minion_in_play(combat, owner)
        mover = combat.units[trigger.actor]
        if minion is None or not trigger.own or not combat.enemies(owner, mover):
            return []
        if owner.used[self.limit] >> mover.index & 1 or mover.cell != trigger.cell:
            return []
        rule = targeting.cannot_target(combat, owner, minion.cell, mover, self.tags, 1)
        return [1] if combat.adjacent(minion, mover) and rule == "" else []

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        minion = minions.minion_in_play(combat, owner)
        if minion is None:
            return
        owner.add_bits(self.limit, 1 << trigger.actor)
        use = Use(owner.index, self, minion.cell)
        use.standing = minion.cell
        use.range = 1
        sequence.strike(combat, use, combat.units[trigger.actor])
        stances.end_own(combat, owner, self)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if contest.avoided(use, slot):
            return
        target = use.targets[slot]
        damage.take(combat, target, FATIGUE, self.n("fatigue"), use.actor, use)
        if self.has("b") and use.attacks[slot].result == CRITICAL_HIT:
            gain_status(combat, target, SLOWED, self.symbol("FIN") // 2, use.actor, use)


class Bolster(Commanding):
    """Position a Minion within 2. You and your allies in its Aura 1 have +1 on defensive rolls.

    a: Aura + half REA. b: half FOC more. The Minion's own square is outside its Aura.
    Rules: area.aura, area.aura-follows, roll.offensive-defensive.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= DEFENCE_BONUS

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        super().modify(combat, owner, number, held)
        minion = minions.minion_in_play(combat, owner)
        roller = combat.units[number.who]
        if number.kind != DEFENCE_BONUS or minion is None or roller.side != owner.side:
            return
        if 1 <= combat.distance(minion.cell, roller.cell) <= self.n("aura"):
            number.add(self.n("bonus"), self.id)


FROM_AFAR: Final = ("basic-attack", "resuscitate", "assist", "protect")
AT_NOBODY: Final = ("none", "self", "all-enemies", "aura-N")


class ChannelWill(Passive):
    """Basic Attack, Resuscitate, Assist and Protect may be used as from your Minion's square.

    So may other abilities that pick targets, with Range at most 1 (a: + half REA). b: using a basic
    ability so may lower your Stress Load by 1. Rule: cover.origin.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ORIGINS
        if self.has("b"):
            self.listens |= TARGETED

    def origins(
        self, combat: ThrumCombat, owner: ThrumCombatant, user: ThrumCombatant, ability: Ability
    ) -> list[Origin]:
        minion = minions.minion_in_play(combat, owner)
        if user is not owner or minion is None:
            return []
        if isinstance(ability, Action) and ability.target in AT_NOBODY:
            return []
        place = Origin(minion.cell, ability.range, minion.name, self.id)
        place.who = minion.index
        if ability.id not in FROM_AFAR:
            place.most = self.n("reach")
            place.range = min(ability.range, place.most)
        return [place]

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        minion = minions.minion_in_play(combat, owner)
        if use is None or minion is None or use.actor != owner.index or owner.stress == 0:
            return []
        channelled = use.ability.id in FROM_AFAR and use.origin == minion.cell
        return [1] if channelled else []

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        damage.heal(combat, owner.index, STRESS, 1, self.id)


KEEP: Final = 1
SHARE: Final = 2
SACRIFICE: Final = 3


class SoulBond(Passive):
    """When your Minion would disappear through Fatigue or Stress you may take 1 Stress to keep it.

    a: when an ally next to your Minion would take Fatigue or Stress you may take 1 Stress to lower
    it by 1. b: when you would, you may remove your Minion to lower it by 1.
    Rule: minion.disappears.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= HARM

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        minion = minions.minion_in_play(combat, owner)
        if minion is None or trigger.amount <= 0:
            return []
        target = combat.units[trigger.target]
        if target is minion:
            return [KEEP]
        if target is owner:
            return [SACRIFICE] if self.has("b") else []
        shared = combat.allies(owner, target) and combat.adjacent(minion, target)
        return [SHARE] if shared and self.has("a") else []

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        if code == KEEP:
            trigger.void = "ability.text-wins"
            damage.take(combat, owner.index, STRESS, 1, owner.index, None, self.id)
        elif code == SHARE:
            trigger.change(-1, self.id)
            damage.take(combat, owner.index, STRESS, 1, owner.index, None, self.id)
        else:
            minion = minions.minion_in_play(combat, owner)
            if minion is not None:
                trigger.change(-1, self.id)
                death.vanish(combat, minion)


MADE: dict[str, type[EntryAbility]] = {
    "ameliorate": Ameliorate,
    "spirit-armor": SpiritArmor,
    "command-aggressor": CommandAggressor,
    "command-protector": CommandProtector,
    "bolster": Bolster,
    "channel-will": ChannelWill,
    "soul-bond": SoulBond,
}
