// What can be done: the list of deeds, why others cannot, what stands inside an area, the button that does it.
import { html, nothing, icon, capital, words, count, percent, spoken, logLine, keep, say, toast } from './ui.js'
import { keyOf, numbered } from './hand.js'
import { card, chip, headline } from './forecast.js'

const ICONS = { attack: 'sword', basic: 'sword', strike: 'sword', swarm: 'sword', shove: 'hand', grapple: 'hand', throw: 'bow', shoot: 'bow', snap: 'bow', move: 'boot', run: 'boot', step: 'boot', dash: 'dash', sprint: 'dash', charge: 'dash', jump: 'dash', tumble: 'dash', disengage: 'dash', sneak: 'dash', cast: 'spark', use: 'spark', act: 'flag', stance: 'shield', guard: 'shield', parry: 'shield', block: 'shield', screen: 'shield', dodge: 'turn', pass: 'pass', end: 'end', stop: 'end', delay: 'clock', wait: 'clock', hold: 'clock', ready: 'clock', aim: 'aim', face: 'turn', place: 'pin', space: 'pin', swap: 'turn', rescue: 'heart', heal: 'heart', resuscitate: 'heart', give: 'hand', hand: 'hand', drop: 'down', stow: 'down', sheathe: 'down', draw: 'up', brandish: 'up', surrender: 'flag', flee: 'hand', leave: 'hand', slow: 'clock', roll: 'die', talk: 'chat', parley: 'chat', command: 'chat' }
const LAST = new Set(['end', 'pass', 'stop', 'done', 'no', 'keep', 'stay', 'nothing', 'none', 'decline'])
const GOING = new Set(['move', 'run', 'dash', 'step', 'sprint', 'charge', 'jump', 'tumble', 'sneak', 'disengage', 'stand'])
const SELDOM = new Set(['surrender', 'flee', 'give-up', 'leave', 'improvise', 'lie-down', 'prone', 'go prone', 'talk', 'parley'])
const HANDLING = ['ready', 'brandish', 'drop', 'stow', 'hand', 'draw', 'sheathe', 'give', 'pick'] // of what one has about one
const MINOR = new Set([...HANDLING, 'boost', 'move', 'tumble', 'sneak', 'disengage', 'talk', 'fate', 'dismiss', 'stand'])
const DEEDS = /^(cast|use|power|maneuver|whirl)/
const RESTS = 'recover'
const OFTEN = 3 // times that one has passed: then it is offered to do so always
const FAR = 8 // targets out of sight that are listed
const FACTS = 5 // facts fewer than which are told at once of what has no text
const FEW = 10 // deeds that are listed before "More"
const LONG = 24 // signs of a deed from which it is written smaller
const small = (text) => text.slice(0, 1).toLowerCase() + text.slice(1)
const first = (text) => text.split(' ')[0].toLowerCase()

export const PLACES = new Set(['move', 'space', 'place'])
export const isLast = (group) => LAST.has(group.verb) || LAST.has(first(group.label))
const iconOf = (verb, label, ability) => ICONS[first(label)] || (verb !== 'use' && (ICONS[verb] || ICONS[verb.split('-')[0]])) || (ability ? 'spark' : 'dot')

/** What a group is called, without how it is paid for. */
export const named = (group) => group.text || group.label

/** The same without the word that leads to its object. */
const title = (group) => named(group).replace(/ (at|to|on)$/, '')

/** What is paid for it, after its name: "and 1 bonus action". */
const paid = ({ label, price }) => (price ? ` ${/ with \d+ \S+$/.test(label) ? 'and' : 'for'} ${price}` : '')

/** What groups of one family share: the kind of deed, however it is paid for, and its word. */
const kind = (group) => `${group.verb.split('-')[0]} ${first(group.label)}`
const ours = (page, name) => page.unit(name)?.side === page.unit(page.choice.who)?.side
const others = (page, group) => [...new Set(group.options.flatMap((one) => one.targets || []))].filter((one) => one !== page.choice.who)

/** Where a group belongs in the list: what may hit others first, then going, what is for friends alone, oneself, what one handles, the seldom ones, and the end. */
function rankOf(page, group) {
  const { verb } = group
  const name = first(named(group))
  const at = others(page, group)
  if (isLast(group)) return 5
  if (SELDOM.has(verb) || SELDOM.has(name) || group.seldom) return 4
  if (HANDLING.includes(name)) return 3
  if (at.length) return at.every((one) => ours(page, one)) ? 1.5 : 0
  if (GOING.has(verb) || GOING.has(name)) return verb === 'move' ? 0.5 : 1
  return name !== RESTS && (DEEDS.test(verb) || (group.ability && group.options.some((one) => one.cell))) ? 0 : 2
}

/** Deeds as they are listed, each in its rank; the few of another question than what to do as they come. */
export function deeds(page) {
  const { choice } = page
  const all = (choice?.groups || []).filter((one) => !choice.reaction || one.options.length !== 1 || one.options[0].key !== choice.default)
  const families = new Map()
  for (const group of all) {
    const kin = kind(group)
    if (!families.has(kin)) families.set(kin, [])
    families.get(kin).push(group)
  }
  const found = []
  for (const group of all) {
    const text = named(group), price = group.price || ''
    const name = first(text)
    const family = families.get(kind(group))
    const rank = rankOf(page, group)
    if (all.length > 6 && family.length >= (MINOR.has(name) ? 2 : 4)) {
      if (family[0] === group) found.push({ label: capital(name), verb: group.verb, groups: family, rank: Math.min(...family.map((one) => rankOf(page, one))), price: '' })
      continue
    }
    found.push({ label: text, verb: group.verb, groups: [group], rank: all.length > 6 || choice.kind === 'action' || rank === 5 ? rank : 0, price })
  }
  return found.sort((a, b) => a.rank - b.rank)
}

function fact(page, deed) {
  if (deed.groups.length > 1) return count(deed.groups.length, 'way')
  if (!page.choice.who && ['Act', 'Choose'].includes(deed.label)) return `${others(page, deed.groups[0]).length} can`
  const [group] = deed.groups
  const at = others(page, group)
  const cells = group.options.filter((one) => one.cell).length
  const [one] = group.options
  const going = group.options.some((each) => each.cell) && (GOING.has(group.verb) || !group.ability)
  const price = deed.price || (one.cost > 0 && !going && group.options.every((each) => each.cost === one.cost) ? `costs ${spending(page.choice, one.cost)}` : '')
  if (group.options.length === 1) return [at.length ? page.title(at[0]) : one.cell ? `at ${one.cell.join()}` : '', price].filter(Boolean).join(', ')
  const friends = page.choice.kind === 'action' ? at.filter((name) => ours(page, name)).length : 0
  const foes = at.length - friends
  return [foes && (page.choice.kind === 'action' || page.choice.reaction ? count(foes, friends ? 'foe' : 'target') : foes === 1 ? page.title(at[0]) : `${foes} to pick from`), friends && count(friends, 'friend'), cells && count(cells, 'cell'), price].filter(Boolean).join(', ') || count(group.options.length, 'way')
}

/** What something costs, with what is counted: "2 squares", "9 m". */
export const spending = ({ unit }, n) => (!unit ? `${n}` : unit.length < 3 ? `${n} ${unit}` : count(n, unit))

/** What a way costs, of what there is to go with: "Costs 1 of 6 points"; what is then left may be lost. */
export const toll = (choice, { cost, left }) => (cost < 0 ? '' : `Costs ${left < 0 ? '' : `${cost} of `}${spending(choice, left < 0 ? cost : cost + left)}`)

/** The question, and what is said beside it: "Bram, what do you do?" and "1 action". */
export function question(choice) {
  const at = choice.ask.indexOf('? ')
  return at < 0 ? [choice.ask, ''] : [choice.ask.slice(0, at + 1), capital(choice.ask.slice(at + 2).replace(/^\((.*)\)$/, '$1'))]
}
/** Whether what is asked shows by its rule alone what it is about: not where one acts or goes. */
export const explains = (choice) => choice.kind !== 'action' && !choice.groups?.some((one) => one.options.some((o) => o.cell))
/** Whether it is asked who of one's own acts. */
const whom = (page, all) => !page.choice.who && all.length === 1 && ['Act', 'Choose'].includes(all[0].label)
const shown = (page, deed, all) => (whom(page, all) ? 'Pick who acts' : deed.label === 'Space' ? 'Place' : deed.label)

/** The question and the list of what can be done, and why something else cannot. */
function list(page, { all, group, menu, open, hint, far }) {
  const { choice } = page
  const { reaction } = choice
  const [heading, beside] = question(choice)
  const keyed = numbered()
  const own = keyed && !open // while ways are open the numbers choose among them
  const hidden = all.length > FEW + 2 && !page.more ? all.filter((one, k) => k >= FEW && one.rank < 5 && one !== open && !one.groups.includes(group)) : []
  const row = (deed, k) => html`<button class="act ${hidden.includes(deed) ? 'seldom' : ''} ${k === all.length - 1 && deed.rank === 5 ? 'end' : ''}" aria-pressed=${deed.groups.includes(group) || deed === open} aria-keyshortcuts=${k < 9 && own ? `${k + 1}` : nothing} @click=${() => page.take(deed)}>${icon(iconOf(deed.verb, deed.label, deed.groups[0].ability))}<span><span class="lab ${deed.label.length > LONG ? 's' : ''}">${shown(page, deed, all)}</span>${fact(page, deed) ? html`<small>${fact(page, deed)}</small>` : nothing}</span>${k < 9 && own ? html`<kbd aria-hidden="true">${k + 1}</kbd>` : nothing}</button>`
  return html`<section class="do ${all.length > 5 || choice.refused?.length > 6 ? 'many' : ''}" tabindex="-1" aria-label=${heading}>
      ${page.clock()}
      <div class="head"><h2 class=${reaction ? 'react' : ''}>${reaction ? icon('warn') : nothing}${heading}</h2><span class="row">${page.hinted ? html`<button class="btn quiet icon hint-btn" aria-label="Hint: what a program would do" @click=${() => page.hint()}>${icon('bulb')}</button>` : nothing}</span></div>
      <div class="head sub"><span class="s muted">${beside && choice.kind === 'action' && !beside.startsWith('Nothing') ? `Left: ${small(beside)}` : beside}</span><button class="rule" @click=${() => page.rule(choice.rule)}>${choice.rule}</button></div>
      ${choice.about ? html`<p class="s trigger">${choice.about}</p>` : reaction && page.log.length ? html`<p class="s trigger">${logLine(page.log.filter((one) => !one.dice).at(-1) || page.log.at(-1))}</p>` : nothing}
      <div class="acts ${page.more ? 'all' : ''}" role="group" aria-label="What can be done">${all.map(row)}
        ${all.length > 4 ? html`<button class="act more ${hidden.length || page.more ? '' : 'narrow'}" aria-expanded=${page.more} @click=${() => { page.more = !page.more; page.draw() }}>${icon(page.more ? 'up' : 'down')}<span>${page.more ? 'Fewer' : 'More'}</span></button>` : nothing}</div>
      ${open ? html`<div class="ways" role="group" aria-label=${open.label}>${open.groups.map((one, k) => { const text = named(one); const rest = text.split(' ').slice(1).join(' '); return html`<button class="btn" aria-pressed=${one === group} @click=${() => page.select(one, open.label)}>${capital(rest || text)}${paid(one) && html`<span class="muted s">${paid(one)}</span>`}${k < 9 && keyed ? html`<kbd aria-hidden="true">${k + 1}</kbd>` : nothing}</button>` })}</div>` : nothing}
      ${menu ? html`<div class="ways" role="group" aria-label="Which one">${apart(page, menu).map(({ one, own, text, price }) => html`<button class="btn" data-key=${one.key} aria-pressed=${page.sel.key === one.key} @click=${() => page.choose(one, own)}>${text}${price && html`<span class="muted s">${price}</span>`}</button>`)}</div>` : nothing}
      ${far.length ? html`<div class="ways" role="group" aria-label="Targets out of sight">${far.map((one) => html`<button class="btn" @click=${() => page.choose(one, group)}>${page.title(one.targets[0])} <span class="muted s">${chip(page.odds.get(one.key), one.targets[0])}</span></button>`)}</div>` : nothing}
      ${hint && !page.mover ? html`<p class="s hint">${hint}</p>` : nothing}
      ${page.wonder ? refusal(page) : nothing}
    </section>`
}

/** The list, the forecast, what cannot be done, and the one loud button. */
export function asks(page) {
  const { choice } = page
  const group = page.group()
  const option = page.option()
  const found = option && page.odds.get(option.key)
  const all = page.deeds()
  const reaction = choice.reaction
  const pass = reaction && choice.groups.find((one) => one.options.length === 1 && one.options[0].key === choice.default)
  const near = page.near && option && page.near.includes(option.key) ? page.near.map((key) => choice.groups.flatMap((one) => one.options).find((one) => one.key === key)) : null
  const menu = group && !group.options.some((one) => one.cell || one.targets) && group.options.length > 1 ? group.options : near
  const open = page.sel.deed && all.find((one) => one.label === page.sel.deed && one.groups.length > 1)
  const hint = group && !option && !menu ? (group.options.some((one) => one.targets?.length) ? (whom(page, all) ? 'Pick one of yours on the board' : choice.kind === 'action' || reaction ? 'Pick a target on the board' : 'Pick one on the board') : group.options.some((one) => one.cell) ? 'Pick a cell on the board' : '') : !group && !open && all.length > 1 && choice.groups.some((one) => one.options.some((o) => o.cell || o.targets)) ? 'Pick what to do, or somebody on the board' : ''
  const far = group && !option && !page.mover ? group.options.filter((one) => one.targets?.length === 1 && page.unit(one.targets[0])?.at && !page.board?.sees(page.unit(one.targets[0]).at)).slice(0, FAR) : []
  return html`${page.also(() => list(page, { all, group, menu, open, hint, far }))}
    ${option && option.key === choice.ends && page.waste().length ? unused(page) : nothing}
    ${page.also(() => (explains(choice) && page.rules.get(choice.rule) ? about(page.rules.get(choice.rule)) : nothing))}
    ${page.mover ? walk(page, hint) : nothing}
    ${page.also(() => (group && page.things.get(page.thing(group)) ? what(page.things.get(page.thing(group))) : nothing))}
    ${page.way?.risks?.length ? risks(page) : nothing}
    ${option?.area ? inside(page, option) : nothing}
    ${found && (found.people.length || (reaction && option.key === choice.default) || (!option.area && option.targets?.some((one) => one !== choice.who))) ? card(found, page.deed(option), (name) => page.title(name), choice.who, reaction && option.key === choice.default) : option && !found && page.odds.has(option.key) && !PLACES.has(choice.kind) ? html`<section class="fc"><h2>${page.deed(option)}</h2><p class="s muted">Working out the chances …</p></section>` : nothing}
    ${page.also(() => (choice.refused?.length ? html`<section class="not-now"><details><summary>${count(choice.refused.length, 'thing')} that cannot be done now</summary><div class="acts all">${choice.refused.map((one) => html`<button class="act" aria-disabled="true" @click=${() => page.askWhy(one.key, one.label)}>${icon('clock')}<span><span class="lab">${one.label.replace(/ (at|to|on)$/, '')}</span><small>${one.why}</small></span><span class="rule">why?</span></button>`)}</div></details></section>` : nothing))}
    ${pass ? orders(page, option || pass.options[0]) : nothing}
    <section class="commit" aria-label="Do it">${option && !page.way?.fault ? html`<button id="go" class="btn go big ${page.sent ? 'sending' : ''} ${page.deed(option).length > 22 ? 'long' : ''}" @click=${() => page.commit()}><span>${page.deed(option)}${headline(found) ? html`<span class="slim">, ${headline(found)}</span>` : nothing}</span> <kbd aria-hidden="true" class=${page.enters ? '' : 'off'}>Enter</kbd></button>` : nothing}${pass && page.sel.key !== choice.default ? html`<button class="btn big ${option ? '' : 'grow'}" @click=${() => page.commit(choice.default)}>${capital(words(choice.default))}</button>` : option || (group && choice.groups.length > 1 && !PLACES.has(choice.kind)) || open || choice.staged ? html`<button class="btn big ${option ? '' : 'grow'}" @click=${() => page.back()}>Back</button>` : nothing}</section>`
}

/** The rule by which one is asked: told until somebody folds it up, then with a press. */
const about = (rule) => html`<section class="what"><details ?open=${keep.get('about', true)} @toggle=${(event) => keep.set('about', event.target.open)}><summary>${rule.title}</summary><p class="s">${rule.text}</p></details></section>`

/** What the end of the turn would waste: the button beneath ends it all the same. */
function unused(page) {
  return html`<section class="unused"><p>${icon('warn')}<span>Still unused: <b>${page.waste().join(' and ')}</b></span></p><label class="row s muted"><input type="checkbox" @change=${(event) => keep.set(`ends.${page.id}`, event.target.checked)} /> Do not ask again in this fight</label></section>`
}

/** Options that are to be told apart: by their deeds, and those of one deed by what of their keys is their own. */
function apart(page, options) {
  const owners = options.map((one) => page.choice.groups.find((group) => group.options.includes(one)))
  const several = new Set(owners).size > 1
  return options.map((one, k) => {
    const own = owners[k]
    const alike = options.filter((other, n) => owners[n] === own).map((other) => other.key.split(' '))
    let same = 0
    while (alike.every((key) => key.length > same + 1 && key[same] === alike[0][same])) same++
    const rest = several && alike.length < 2 ? '' : page.spelled(one.key.split(' ').slice(same))
    return { one, own, text: capital([several && title(own), rest].filter(Boolean).join(': ')), price: several ? paid(own) : '' }
  })
}

/** An answer for all such questions, or for those about what one, one kind or one side does. */
function orders(page, option) {
  const { choice } = page
  const { key } = option
  const of = choice.doers.some(([word]) => word === page.doer) ? page.doer : ''
  const given = page.orders.some((one) => one.rule === choice.rule && one.who === choice.who && one.key === key && one.of === of)
  const often = page.passed() >= OFTEN && key === choice.default
  return html`<section class="order row">${often ? html`<button class="btn wide-btn" @click=${() => page.pass_on()}>Always ${words(key)} here, for all of yours</button>` : nothing}<label class="row s muted"><input type="checkbox" .checked=${given} @change=${(event) => page.order(choice.who, choice.rule, event.target.checked ? key : '', of)} /> Always ${small(words(page.deed(option)))} here, this fight</label>
    ${choice.doers.length ? html`<label class="row s muted">when it is <select class="field small" @change=${(event) => { page.doer = event.target.value; page.draw() }}><option value="">anybody</option>${choice.doers.map(([word, text]) => html`<option value=${word} ?selected=${word === of}>${text}</option>`)}</select></label>` : nothing}</section>`
}

/** Why something cannot be done; the game master may allow it all the same. */
function refusal(page) {
  const { title, why, rule, key } = page.wonder
  return html`<div class="why"><div class="row"><b class="grow">Not ${title}</b><button class="btn quiet icon" aria-label="Close" @click=${() => { page.wonder = null; page.draw() }}>${icon('x')}</button></div>
    <p class="s">${why}</p><div class="row">${rule ? html`<button class="rule" @click=${() => page.rule(rule)}>${rule}</button>` : nothing}</div>
    ${page.master ? html`<form class="row" @submit=${(event) => { event.preventDefault(); page.allow(key, event.target.elements.reason.value) }}><input class="field" name="reason" required maxlength="300" aria-label="Reason to allow it" placeholder="reason" autocomplete="off" /><button class="btn">Allow anyway</button></form>` : nothing}</div>`
}

/** What an ability, a spell or a weapon is, for who does not know it by heart. */
function what(thing) {
  const facts = html`<dl class="facts">${thing.facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value.replace(/([a-z])-(?=[a-z])/g, '$1 ')}</dd>`)}</dl>`
  return html`<section class="what">${thing.text ? html`<p class="s"><b>${thing.name}.</b> ${thing.text}</p>` : nothing}${thing.facts.length ? html`<details ?open=${!thing.text && thing.facts.length < FACTS}><summary>${thing.text ? 'As it is written' : `What ${thing.name} is`}</summary>${facts}</details>` : nothing}</section>`
}

/** What the way costs, and how to draw another than the shortest. */
function walk(page, hint) {
  const { way, drawn } = page
  const price = way ? toll(page.choice, way) : ''
  const told = way?.fault ? `Not so: ${way.fault}` : drawn && !drawn.length ? 'Drag from the piece, or pick cell after cell' : drawn ? `${count(drawn.length, 'cell')}${price ? `. ${price}` : ''}` : price || hint
  return html`<section class="walk"><div class="row"><span class="grow s ${way?.fault ? 'cost' : 'muted'}">${told}</span><button class="rule" ?hidden=${!(way?.fault && way.rule)} @click=${() => page.rule(way.rule)}>${way?.rule}</button>
    ${drawn?.length ? html`<button class="btn icon" aria-label="One step back" @click=${() => page.unstep()}>${icon('undo')}</button>` : nothing}
    <button class="btn" aria-pressed=${drawn !== null} aria-keyshortcuts=${keyOf('way') || nothing} @click=${() => page.draw_way()}>${icon('path')}<span>${drawn ? 'Shortest way' : 'Draw the way'}</span></button></div>
    ${drawn?.length && !page.leaving ? page.leaps().map(({ group, option }) => html`<button class="btn wide-btn leap" @click=${() => page.leap({ group, option })}>${icon(iconOf(group.verb, group.label, group.ability))}${page.deed(option)}${option.cost >= 0 ? html` <span class="muted s">costs ${spending(page.choice, option.cost)}</span>` : nothing}</button>`) : nothing}</section>`
}

/** What a way may provoke, step by step, before it is gone. */
function risks(page) {
  const known = page.odds.get(page.sel.key)?.answers || []
  const odds = (one) => { const found = known.find((answer) => answer.who === one.who); return found && one.text.startsWith('may') ? `: ${percent(found.share)} to harm ${page.title(page.choice.who)}` : '' }
  return html`<section class="risks"><h2>${icon('warn')}${page.way.risks.some((one) => one.who && one.who !== page.choice.who) ? 'This way may be answered' : 'On this way'}</h2><ul>${page.way.risks.map((one) => html`<li class="row s"><span class="grow"><b>${one.who ? page.title(one.who) : ''}</b> ${spoken(one.text)} at ${one.at.join()}${odds(one)}</span>${one.rule ? html`<button class="rule" @click=${() => page.rule(one.rule)}>${one.rule}</button>` : nothing}</li>`)}</ul></section>`
}

/** Who stands in the area of an option: the others, then friends. */
function inside(page, option) {
  const w = page.scene.width
  const cells = new Set(option.area)
  const mine = page.unit(page.choice.who)?.side
  const all = Object.entries(page.view.units).filter(([, one]) => one.at && !one.down && covers(one).some(([x, y]) => cells.has(y * w + x)))
  const names = (list) => list.map(([, one]) => one.title).join(', ')
  const foes = all.filter(([, one]) => one.side !== mine), friends = all.filter(([, one]) => one.side === mine)
  return html`<section class="in-area"><p class="s"><b>${count(option.area.length, 'cell')}.</b> ${foes.length ? `Inside: ${names(foes)}` : 'Nobody else is inside'}</p>${friends.length ? html`<p class="s cost">! friends inside: ${names(friends)}</p>` : nothing}${page.near?.length > 1 ? html`<p class="s muted">${count(page.near.length, 'way')} to lay it here${keyOf('turn') ? html`: <kbd>${keyOf('turn')}</kbd> turns it` : ''}.</p>` : nothing}</section>`
}
/** The cells that somebody stands on. */
export const covers = (unit) => Array.from({ length: (unit.size || 1) ** 2 }, (_, k) => [unit.at[0] + (k % (unit.size || 1)), unit.at[1] + Math.floor(k / (unit.size || 1))])

/** The pad for a die of one's own. */
export function pad(page) {
  const { choice } = page
  const faces = Array.from({ length: choice.sides }, (_, k) => k + 1)
  return html`<section class="dice" aria-label="Your dice"><div class="head"><h2>Your own dice</h2><button class="rule" @click=${() => page.rule(choice.rule)}>${choice.rule}</button></div>
    <p class="s muted">${choice.ask} Type what it shows.</p>
    <div class="known">${choice.known.map((one) => html`<span class="die">${one.split(' ')[1]}</span>`)}<span class="die wanted">${page.half !== undefined ? `${page.half}?` : '?'}</span></div>
    <div class="pad ${choice.sides % 5 ? '' : 'fives'}">${faces.map((one) => html`<button class="btn" @click=${() => page.give(one)}>${one}</button>`)}</div>
    <button class="btn wide-btn" @click=${() => page.give(1 + (crypto.getRandomValues(new Uint32Array(1))[0] % choice.sides))}>${icon('die')}Roll for me</button></section>`
}

// -- plans --------------------------------------------------------------------------------------------

/** What one means to do when it is one's turn: chosen then, never done by itself. */
export class Plan {
  /** @type {any} who is to do what, at whom; null: nothing is planned */ armed = null
  /** @type {Map<string, any[]>} what somebody could do when last asked, as groups without their options */ menus = new Map()
  who = ''
  deed = ''

  /** @param {any} page */
  constructor(page) { this.page = page }

  /** Remember what somebody can do: of that the next turn is planned. */
  learn() {
    const { choice } = this.page
    if (choice.kind !== 'action' || choice.reaction || !choice.who) return
    const all = choice.groups.filter((one) => one.options[0].key !== choice.ends)
    this.menus.set(choice.who, all.map((one) => ({ label: one.label, name: title(one), paid: paid(one), ability: one.ability || '', sample: one.options[0].key, aimed: one.options.some((o) => o.targets?.length === 1 && o.targets[0] !== choice.who), target: one.options[0].targets?.[0] || '' })))
  }
  /** Choose what was planned, if it is offered now; returns what is to be said of it besides. */
  recall() {
    const { page, armed } = this
    const { choice } = page
    if (!armed || choice.kind !== 'action' || choice.reaction || choice.who !== armed.who) return ''
    this.armed = null
    const group = choice.groups.find((one) => one.label === armed.label && (one.ability || '') === armed.ability)
    const option = group && (armed.target ? group.options.find((one) => one.targets?.includes(armed.target)) : group.options.length === 1 ? group.options[0] : null)
    if (!group || (armed.target && !option)) {
      const text = `Your plan is dropped, for it cannot be done now: ${armed.text}.`
      toast(text)
      if (group) { page.sel = { group: group.label, ability: group.ability }; page.askWhy(armed.key, page.title(armed.target)) }
      return ''
    }
    page.sel = { group: group.label, ability: group.ability }
    page.learn(page.thing(group))
    if (option) page.choose(option, group)
    return `As you planned: ${armed.text}.`
  }
  /** A plan of somebody or against somebody who is down or gone, or of a fight that is over, is dropped. */
  check() {
    if (!this.armed) return
    const { who, target } = this.armed
    const stands = (name) => { const unit = this.page.unit(name); return unit?.at && !unit.down }
    if (stands(who) && (!target || stands(target)) && !this.page.view.over) return
    const text = `Your plan is dropped: ${this.armed.text}.`
    this.armed = null
    toast(text)
  }
  mine() { return [...this.menus.keys()].filter((name) => { const unit = this.page.unit(name); return unit && !unit.down && this.page.owns(name) }) }
  arm(one, target = '') {
    const { page } = this
    const text = `${page.title(this.who)}, ${one.name.toLowerCase()}${one.paid}${target ? `: ${page.title(target)}` : ''}`
    this.armed = { who: this.who, label: one.label, ability: one.ability, target, text, key: target && one.target ? one.sample.replace(one.target, target) : one.sample }
    this.deed = ''
    say(`Planned: ${text}. It is chosen when you are asked, and not done by itself.`)
    page.draw()
  }
  drop() { this.armed = null; this.deed = ''; say('Nothing is planned.'); this.page.draw() }
  /** Somebody on the board is picked for the plan; whether that was meant. @param {string} who */
  pick(who) {
    const one = this.deed && this.menus.get(this.who)?.find((menu) => `${menu.label}|${menu.ability}` === this.deed)
    if (!one || !who || who === this.who) return false
    this.arm(one, who)
    return true
  }

  card() {
    const { page, armed } = this
    const mine = page.view.over || page.you?.role === 'spectator' ? [] : this.mine()
    if (armed) return html`<section class="plan" aria-label="Your plan"><div class="row"><p class="grow s"><span class="label">Planned</span><br /><b>${armed.text}</b></p><button class="btn" @click=${() => this.drop()}>Drop</button></div><p class="s muted">It is chosen when you are asked, and not done by itself.</p></section>`
    if (!mine.length) return nothing
    if (!mine.includes(this.who)) { this.who = mine[0]; this.deed = '' }
    const menu = this.menus.get(this.who)
    const one = menu.find((deed) => `${deed.label}|${deed.ability}` === this.deed)
    const others = Object.entries(page.view.units).filter(([name, unit]) => unit.at && !unit.down && name !== this.who && unit.side !== page.unit(this.who).side)
    return html`<section class="plan" aria-label="Plan the next turn"><details ?open=${Boolean(this.deed)}><summary>Plan the next turn</summary><p class="s muted">Of what ${page.title(this.who)} could do when last asked.</p>
      ${mine.length > 1 ? html`<select class="field" aria-label="Whose turn is planned" @change=${(event) => { this.who = event.target.value; this.deed = ''; page.draw() }}>${mine.map((name) => html`<option value=${name} ?selected=${name === this.who}>${page.title(name)}</option>`)}</select>` : nothing}
      ${one ? html`<p class="s hint">${capital(one.name)}${one.paid}: whom? Pick somebody here or on the board.</p><div class="ways" role="group" aria-label="At whom">${others.map(([name, unit]) => html`<button class="btn" @click=${() => this.arm(one, name)}>${unit.title}</button>`)}<button class="btn" @click=${() => this.arm(one)}>Decide then</button></div>`
        : html`<div class="ways" role="group" aria-label="What to do">${menu.map((deed) => html`<button class="btn" @click=${() => { if (!deed.aimed) return this.arm(deed); this.deed = `${deed.label}|${deed.ability}`; page.draw() }}>${capital(deed.name)}${deed.paid && html`<span class="muted s">${deed.paid}</span>`}</button>`)}</div>`}</details></section>`
  }
}
