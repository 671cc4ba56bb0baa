// The table: the fight as this seat sees it, what can be done now, and what came of it.
import { html, nothing, noChange, render, icon, MARK, themeButton, toast, hush, say, repeat, keep, tables, hold, count, words, capital, called, listed, spoken, amount, qr, script, logList, logLine } from './ui.js'
import { links } from './net.js'
import { Board } from './board.js'
import { token } from './pieces.js'
import { chance, chip } from './forecast.js'
import { PLACES, Plan, asks, covers, deeds, explains, isLast, named, pad, toll } from './actions.js'
import { Hand, Keys, actOf, does, keyOf, numbered } from './hand.js'

const FARTHEST = 60 // cells of a way that is drawn
const LEAVING = new Set(['flee', 'leave']) // ways off the map
const BEGINNINGS = 12 // of a way whose costs are asked for at once
const CELL = /^\d+,\d+$/ // in the key of an answer
const FOCUS = ['focusin', 'focusout', 'input']
const PAUSED = 'The game master has paused the fight.'
const TRACE = 220 // ms between two questions about a way that grows
/** @type {any[]} */ const NONE = []
const PATIENCE = 6 // frames in which nothing but a way that grows is drawn
const REST = 400 // ms after which the page tells of a way that grows if it has not heard what it costs: the way itself is drawn at once
const QUIET = 250 // ms for which a way has not grown when it is said what it costs
/** The beginnings of a way, each as a key: the first step, the first two, ... @param {number[][]} cells */
const beginnings = (cells) => { let key = ''; return cells.map((at) => (key += `${key && ' '}${at}`)) }
/** Why the rules refuse something, without what was refused and the rule's id. */
const reason = (text) => capital(text.replace(/^Can't .*?: /, '').replace(/ \[[\w./-]+\]$/, ''))

export class TablePage {
  /** @type {any} the audience's view of the fight */ view = null
  /** @type {any} what never changes */ scene = null
  /** @type {any} the open question, for who is asked */ choice = null
  /** @type {any} who is waited for */ turn = null
  /** @type {any[]} */ log = []
  /** @type {any[]} */ people = []
  /** @type {any} */ you = null
  /** @type {any} */ settings = null
  /** @type {any[]} */ chat = []
  /** @type {any} */ vote = null
  /** @type {any} what is chosen so far */ sel = {}
  /** @type {any} why something cannot be done */ wonder = null
  /** @type {any} the way to the chosen cell, what it costs and provokes */ way = null
  /** @type {number[][] | null} the cells of a way that is drawn by hand, none yet or some */ drawn = null
  /** @type {Map<string, number>} what the ways drawn so far cost */ trod = new Map()
  /** @type {string[] | null} options that one cell stands for */ near = null
  /** @type {any} */ numbers = null
  /** @type {any} the page's part that tells of it, once it is loaded */ threats = null
  /** @type {any} the game master's panel, once it is loaded */ panels = null
  /** @type {any} the drawers, once they are loaded */ sheets = null
  /** @type {any} what opened the drawer: there the keys go on when it is closed */ opener = null
  /** @type {any} where the one who is looked at could come, and strike, in a turn of its own */ threat = null
  /** @type {[string, string][]} what the one who is looked at can do, each with what it does */ can = []
  /** @type {any} what sounds and keeps the screen on, once it is loaded */ doing = null
  /** @type {any} */ found = null
  /** @type {any} */ ruled = null
  /** @type {any} who is brought in, as far as that is said */ joining = null
  /** @type {Map<string, any>} what abilities and weapons are, by id */ things = new Map()
  /** @type {Map<string, any>} the rules by which one was asked, by id */ rules = new Map()
  /** @type {any} */ shared = null
  /** @type {any} who is likely to win */ standing = null
  /** @type {any} the same of what the game master supposes */ supposed = null
  weighing = false
  logged = false
  revealed = ''
  doer = ''
  scan = ''
  shown = '' // the option whose chance is to be told when it is known
  leaving = '' // how the way that is drawn ends, if not by stopping there
  /** @type {Map<string, number>} how often one has passed, by the rule that asked */ passes = new Map()
  /** @type {any[]} what others were refused, for the game master */ refusals = []
  /** @type {any[]} what the game master has ruled and waits for the end of a step */ rulings = []
  /** @type {any[]} such rulings that did not come about, until that is read */ unfit = []
  told = '' // the message that was refused last
  /** @type {any[]} standing orders of these seats */ orders = []
  /** @type {{who: string, cells: number[][]}} where the one who acts has walked */ trail = { who: '', cells: [] }
  /** @type {Board | null} */ board = null
  /** @type {number | undefined} the first digit of a die with more than nine sides */ half
  odds = new Map()
  state = 'connecting'
  name = ''
  trouble = ''
  looking = '' // the seat through whose eyes the game master looks on
  looked = ''
  stood = '' // where on the board the keys were when something was chosen
  sent = ''
  said_lapsed = ''
  /** @type {string[]} seats whose link opens them no more, and which are not told of yet */ lost_seats = []
  renewing = '' // the seat of which this page renews the link: it is opened by the new one in a moment
  held_up = '' // the message that the server cannot take just now
  build = '' // of the pages that the server has now
  opened = '' // the seal of the dice, as it has to be by what was in it
  older = false // this page, than the server
  drawer = ''
  filter = 'all'
  answer = ''
  paused = false
  more = false
  unnamed = false // what stands where, since something happened
  gm = false
  fresh = false
  wanted = false
  unread = 0
  turnAt = 0
  tracedAt = 0
  rung = '' // for whose turn it has sounded
  seen = '' // of what the order of turns was drawn last
  grew = false // the way, since something was drawn last
  waited = 0 // frames for one without a growing way
  queued = 0
  laying = 0 // the frame that draws the board after the rest of the page
  edition = 0 // of the view: another whenever it may have changed
  whole = false // whether all of the page is to be drawn next, or only what follows a hand
  all = true // the same of what is drawn just now
  /** @type {WeakMap<any, {reach: number[][], costs: number[][]}>} the cells of a group */ reaches = new WeakMap()
  /** @type {Map<number, any[]>} where each side starts */ starts = new Map()
  held = [0, 0]

  /** @param {HTMLElement} root @param {string} id @param {Function} go @param {import('./net.js').Line} line that is open already @param {boolean} tv for everybody to look at, without secrets */
  constructor(root, id, go, line, tv = false) {
    this.root = root
    this.id = id
    this.go = go
    this.tv = tv && Boolean(tables()[id]?.seats.watch)
    this.line = line
    line.tokens = () => this.tokens()
    this.hand = new Hand(this)
    this.shortcuts = new Keys(this)
    this.plan = new Plan(this)
    this.keys = (event) => this.onKey(event)
    document.addEventListener('keydown', this.keys)
    this.focused = () => document.documentElement.classList.toggle('elsewhere', Boolean(document.activeElement?.matches('button:not(#go), a, summary, select, textarea, input:not(#cmd), #cmd:not(:placeholder-shown)')))
    for (const one of FOCUS) document.addEventListener(one, this.focused)
    this.sized = () => this.follow()
    addEventListener('resize', this.sized)
    this.device()
    this.tick = setInterval(() => this.turn?.left && this.draw(), 1000)
    if (this.tv) this.code()
    this.draw()
    line.listen((message) => this.hear(message))
  }
  tokens() { return links(this.id, this) }
  get master() { return this.you?.role === 'gm' }
  /** Whether there are hints: programs go by the numbers of everybody, which are not told at every table. */
  get hinted() { return this.master || (this.settings?.numbers || 'exact') === 'exact' }
  /** What this device does for its holder is as it is switched; what was just switched on is heard. @param {string} switched */
  async device(switched = '') {
    const asked = does('awake') && Boolean(this.choice)
    if (!this.doing && (does('sounds') || asked || this.tv)) this.doing = await script('device')
    this.doing?.awake((this.tv || (does('awake') && Boolean(this.choice))) && !this.line.closed, !this.tv)
    if (switched === 'sounds') this.sound('turn')
  }
  /** @param {string} what */
  sound(what) { if (does('sounds')) this.doing?.sound(what) }
  end() {
    this.line.close()
    this.device()
    this.board?.end()
    document.removeEventListener('keydown', this.keys)
    for (const one of FOCUS) document.removeEventListener(one, this.focused)
    removeEventListener('resize', this.sized)
    clearInterval(this.tick)
    document.title = 'Affray'
  }

  // -- what is told ------------------------------------------------------------------------------

  hear(message) {
    const { t } = message
    if (t === 'state') this.connected(message.state)
    else if (t === 'welcome') {
      this.you = message.you
      this.lose(message.you.seats)
      this.scene = message.scene
      this.starts.clear()
      this.name = message.name
      this.settings = message.settings
      this.aged(message.build)
      hold(this.id, (mine) => ({ name: message.name, game: message.scene.game, seal: mine.seal || message.settings.seal || '' }))
      this.unseal()
    } else if (t === 'full' || t === 'step') this.step(message)
    else if (t === 'people') this.people = message.people
    else if (t === 'clock') { const { left, whole, still } = message; if (this.turn) this.turn = { ...this.turn, left, whole, still }; this.turnAt = performance.now() }
    else if (t === 'settings') { this.settings = message.settings; this.unseal(); if (message.orders) this.orders = message.orders; if (!this.settings.chat && this.drawer === 'chat') this.drawer = '' }
    else if (t === 'chat') { this.chat = [...this.chat, ...message.lines].slice(-200); if (this.drawer !== 'chat' && message.lines.length === 1) { this.unread++; say(`${message.lines[0].who}: ${message.lines[0].text}`) } }
    else if (t === 'ping') this.hand.hear(message)
    else if (t === 'vote') { this.vote = message.vote; if (this.vote) { this.drawer = ''; say(`${this.wish()}, to before ${this.step_of(this.vote.cost)}.`) } }
    else if (t === 'rulings') { say(message.unfit.filter(({ id }) => id !== this.told && !this.unfit.some((one) => one.id === id)).map((one) => `${one.text}.`).join(' ')); this.rulings = message.waiting; this.unfit = message.unfit }
    else if (t === 'refusal') this.refusals = [...this.refusals, message].slice(-3)
    else if (t === 'note') { if (message.kind === 'nudge') navigator.vibrate?.([80, 80, 80]); if (message.kind === 'bad') this.trouble = message.text; else { if (message.kind === 'good') this.trouble = ''; toast(message.text) } }
    else if (t === 'refused') this.refused(message)
    else if (t === 'ack') { if (this.sent === message.id) this.sent = '' }
    this.draw()
  }

  /** The server may have been brought up to date since this page was loaded: a big screen loads the new one, once. @param {string} build */
  aged(build) {
    this.build = build
    this.older = Boolean(build) && !import.meta.url.includes(`/static/${build}/`)
    if (!this.older || !this.tv || keep.get('build') === build) return
    keep.set('build', build)
    location.reload()
  }

  /** Once the fight is over: whether its seed is the one that was sealed when this device came to the table. */
  async unseal() {
    const { seed, salt } = this.settings
    if (!seed || !globalThis.crypto.subtle) return // not over yet, or a line that browsers do not trust with this
    const raw = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${seed} ${salt}`))
    this.opened = Array.from(new Uint8Array(raw), (one) => one.toString(16).padStart(2, '0')).join('')
    this.draw()
  }
  connected(state) {
    const known = this.state !== 'connecting'
    this.state = state
    if (known) say(state === 'off' ? this.offline : state === 'on' ? 'The table answers again.' : '')
  }
  get offline() { return `Offline. ${this.line.waiting.size ? 'Your answer is kept and will be sent.' : 'The table is where you left it.'}` }

  step(message) {
    this.view = this.line.view
    this.unnamed = true
    this.edition++
    const first = message.t === 'full'
    if (message.orders) this.orders = message.orders
    this.walked(message.set || {}, first, message.log, message.by?.kind === 'undo')
    if (first || message.anew) this.log = message.log
    else this.log = [...this.log, ...message.log].slice(-400)
    if (first) {
      this.looking = message.as || ''
      if (this.looking) { this.looked = ''; this.numbers = this.threat = this.ruled = this.standing = this.supposed = this.joining = this.hand.ruler = null; this.root.querySelector('.side')?.scrollTo(0, 0) } // of what the game master saw nothing stays
      this.people = message.people
      this.vote = message.vote
      this.trouble = message.trouble
    }
    if (!first && message.by?.kind === 'undo') toast('What was done last is taken back')
    const old = this.choice?.id
    if (this.paused !== message.paused && (message.paused || !first)) say(message.paused ? PAUSED : 'The fight goes on.')
    if (!message.paused) hush('paused')
    this.paused = message.paused
    const { turn } = message
    if (turn?.id !== this.turn?.id) this.answer = '' // also if somebody else is asked now
    this.turn = turn?.whole && message.paused ? { ...turn, still: Infinity } : turn
    this.refusals = this.refusals.filter((one) => one.choice === message.turn?.id)
    this.turnAt = performance.now()
    this.choice = message.choice
    const lines = message.log.filter((line) => line.w <= 2).map(logLine)
    if (!first) say(lines.slice(-4).join(' '))
    if (this.view.over && !first) say('The fight is over')
    if (this.choice && !old && !first) this.looked = '' // one's own question comes before a sheet that was looked at meanwhile
    if (this.choice?.id !== old || first) this.asked() // what came of the last answer is said before the next question
    this.fresh ||= first
    this.plan.check()
    if (this.looked) this.inspect(this.looked)
  }

  /** Remember where the one who acts has been since the turn began: cell by cell where the log tells the way. */
  walked(changes, first, log, undone) {
    const who = this.view.active
    if (first || who !== this.trail.who) this.trail = { who, cells: [] }
    const at = this.view.units[who]?.at
    if (undone) this.trail.cells.length = this.trail.cells.findLastIndex((one) => `${one}` === `${at}`) + 1
    const last = this.trail.cells.at(-1)
    if (!who || !at || `${last}` === `${at}` || (last && !changes[`units\t${who}\tat`])) return
    const w = this.scene.width
    const way = last ? log.filter((one) => one.who === who).flatMap((one) => one.way).map((c) => [c % w, Math.floor(c / w)]) : []
    this.trail.cells.push(...(`${way.at(-1)}` === `${at}` ? way : [at]))
  }

  /** Links of this device that open nothing any more are told by their seats; all others go on. @param {string[]} mine the seats that are opened */
  lose(mine) {
    if (mine.includes(this.renewing)) this.renewing = ''
    const sent = this.tokens()
    this.lost_seats = Object.entries(tables()[this.id]?.seats || {}).filter(([seat, link]) => sent.includes(link) && !mine.includes(seat) && seat !== this.renewing).map(([seat]) => seat)
  }
  /** That seats were lost is said once who sits where is known, and stands there until it is read. */
  lapsed() {
    if (!this.lost_seats.length || !this.people.length) return nothing
    const names = this.lost_seats.map((seat) => this.people.find((one) => one.id === seat)?.label || seat).join(' and ')
    const text = `The link to ${names} was renewed: ask the game master for the new one. The rest goes on.`
    if (this.said_lapsed !== text) { this.said_lapsed = text; say(text) }
    const read = () => {
      hold(this.id, ({ seats, active }) => ({ seats: Object.fromEntries(Object.entries(seats).filter(([seat]) => !this.lost_seats.includes(seat))), active: active.filter((seat) => !this.lost_seats.includes(seat)) }))
      this.lost_seats = NONE
      this.draw()
    }
    return html`<div class="banner">${icon('link')}<span class="grow">${text}</span><button class="btn" @click=${read}>All right</button></div>`
  }

  refused(message) {
    this.sent = ''
    this.told = message.id
    if (message.code === 'gone' || (message.code === 'busy' && message.id === this.held_up)) return // it is sent again by itself, and told once
    this.held_up = message.code === 'busy' ? message.id : ''
    toast(capital(message.text), message.rule ? { text: 'Why?', act: () => this.rule(message.rule) } : null, message.code)
    if (message.code === 'stale') { this.choice = message.choice; this.turn = message.turn; this.asked() }
  }

  /** A new question: forget the old selection, and pick the only thing there is to pick. */
  asked() {
    this.sel = {}
    this.answer = '' // of the command line, to what was asked before
    this.odds.clear()
    this.more = false
    this.wonder = this.way = this.near = this.drawn = null
    this.leaving = ''
    this.fresh = Boolean(this.choice)
    this.device()
    if (!this.choice) this.rung = ''
    clearTimeout(this.resting)
    clearTimeout(this.saying)
    if (!this.choice) return
    if (this.choice.kind === 'dice') { this.faces = []; say(this.choice.ask); return }
    const groups = this.groups()
    say(`${this.choice.about ? `${this.choice.about} ` : ''}${this.choice.ask} ${count(groups.length, 'choice')}.`)
    const placed = groups.filter((one) => one.options.some((o) => o.cell || o.targets))
    const kind = this.choice.kind
    const best = placed.length === 1 || PLACES.has(kind) ? placed.sort((a, b) => b.options.length - a.options.length)[0] : null
    const plain = groups.length === 1 || PLACES.has(kind) || (this.choice.reaction && groups.length === 2) // else: not to wait is the usual
    if (best && plain) { this.sel = { group: best.label, ability: best.ability }; this.learn(this.thing(best)) }
    const free = this.choice.reaction ? groups.filter((one) => !one.options.some((o) => o.key === this.choice.default)) : groups
    if (free.length === 1 && free[0].options.length === 1) this.select(free[0])
    if (explains(this.choice)) this.study(this.choice.rule)
    this.plan.learn()
    const who = this.unit(this.choice.who)
    document.title = `${this.aside ? 'You are asked' : 'Your turn'} · ${who ? who.title : this.name} · Affray`
    say(this.plan.recall())
    if (this.choice.reaction || who?.title !== this.rung) this.sound(this.choice.reaction ? 'reaction' : 'turn') // once for all questions of a turn
    this.rung = this.choice.reaction ? '' : who?.title
    if (document.hidden && navigator.vibrate) navigator.vibrate(80)
    this.chips()
  }

  // -- options -----------------------------------------------------------------------------------

  unit(name) { return name ? this.view?.units[name] : null }
  title(name) { return this.unit(name)?.title || capital(words(name || '')) }
  /** Words of a key as people read them: whoever is named there has their title. @param {string[]} all */
  spelled(all) { return all.map((word) => this.unit(word)?.title || words(word)).join(' ') }
  groups() {
    const all = this.choice?.groups || []
    return [...all.filter((one) => !isLast(one)), ...all.filter(isLast)]
  }
  /** What stands in the list, in its order; to pass on a reaction has its own button. */
  deeds() { return deeds(this) }
  group() { return this.choice?.groups?.find((one) => one.label === this.sel.group && (!this.sel.ability || one.ability === this.sel.ability)) }
  option() {
    const { key } = this.sel
    if (!key) return undefined
    const found = this.choice?.groups?.map((group) => group.options.find((one) => one.key === key)).find(Boolean)
    return found || (this.drawn?.length ? { key: this.sel.key, cell: this.drawn.at(-1), cost: this.way?.cost ?? -1, drawn: true } : undefined)
  }

  /** Take what stands in the list: several ways of it are listed first. */
  take(deed) {
    if (deed.groups.length === 1) return this.select(deed.groups[0])
    this.sel = this.sel.deed === deed.label && !this.sel.group ? {} : { deed: deed.label }
    this.wonder = this.near = this.way = this.drawn = null
    this.draw()
  }
  select(group, deed = '') {
    const [only] = group.options
    if (this.choice.kind === 'action' && group.options.length === 1 && ['move', 'run'].includes(only.key)) return this.commit(only.key) // the cells are asked next, and Back takes it back
    if (group.options.length === 1 && this.sel.key === only.key) return this.commit() // pressed again: done
    if (only.key === this.choice.ends && !this.waste().length) { // nothing is left: done at once, and the keys go on to what is asked next
      const focus = /** @type {any} */ (document.activeElement)
      if (focus?.closest('.cells')) focus.blur()
      return this.commit(only.key)
    }
    this.sel = { group: group.label, ability: group.ability, deed }
    this.wonder = this.near = this.way = this.drawn = null
    if (group.options.length === 1) this.choose(only, group)
    else this.learn(this.thing(group))
    this.draw()
    this.chips()
  }
  /** What the end of a turn would waste, unless that is not to be asked in this fight. @returns {string[]} */
  waste() { return keep.get(`ends.${this.id}`, false) ? [] : this.choice?.unused || [] }
  /** Whether one is asked within what another does, as for a defence; who may act or go has a turn, also beside others of a team. */
  get aside() {
    const { active } = this.view
    const { who, kind, reaction } = this.choice || {}
    return Boolean(reaction || (active && who && active !== who && kind !== 'action' && !PLACES.has(kind)))
  }
  /** What stands behind a group and can be told of: an ability, a weapon, a stance, or what is done by everybody. */
  thing(group) {
    const { kind, reaction } = this.choice
    return group.ability || (kind === 'stance' && group.options.length === 1 ? group.options[0].key : (kind === 'action' || reaction) && !isLast(group) ? group.verb.replaceAll(' ', '-') : '')
  }
  /** Ask what an ability or a weapon is, once. */
  async learn(id) {
    if (!id || this.things.has(id)) return
    this.things.set(id, null)
    try { this.things.set(id, await this.line.ask('thing', id)); this.draw() } catch { /* of a pack: the card says what it does */ }
  }
  /** Ask what a rule says that asks something, once. */
  async study(id) {
    if (this.rules.has(id)) return
    this.rules.set(id, null)
    try { this.rules.set(id, await this.line.ask('rule', id)); this.draw() } catch { this.rules.delete(id) }
  }
  choose(option, group = null) {
    this.sel = { ...this.sel, ...(group ? { group: group.label, ability: group.ability } : {}), key: option.key }
    this.stood = `${this.board?.cursor}`
    this.way = this.wonder = this.drawn = null
    if (!this.near?.includes(option.key)) this.near = null
    if (group) this.learn(this.thing(group))
    const deed = this.deed(option)
    clearTimeout(this.resting)
    this.resting = setTimeout(() => { this.forecast(option.key, true); if (option.cell) this.walk(option.key) }, 120)
    const waste = option.key === this.choice.ends ? this.waste() : []
    say(waste.length ? `${deed}? Still unused: ${waste.join(' and ')}.` : deed)
    this.draw()
  }
  /** An option in words: the deed and its object. */
  deed(option) {
    if (option.drawn) return this.leaving ? `${capital(words(this.leaving))} by your own way ${LEAVING.has(this.leaving) ? 'from' : 'to'} ${option.cell.join()}` : `Your own way to ${option.cell.join()}`
    const group = this.choice.groups.find((one) => one.options.includes(option))
    const places = group && ['space', 'place'].includes(group.verb)
    const area = group?.verb === 'centre' ? this.things.get(this.thing(group))?.name : ''
    const label = (places ? 'Place' : area || (group ? named(group) : words(option.key))).replace(/ (at|to|on)$/, '')
    const { who } = this.choice
    const own = group?.options.some((one) => one.targets?.[0] !== option.targets?.[0]) // it could be at somebody else
    const to = (option.targets || []).filter((one) => own || one !== who).map((one) => this.title(one)).join(', ')
    const at = option.cell && !to ? option.cell.join() : ''
    if (label === 'Choose' || label === 'Act') return to ? `${to} acts` : label
    const onto = group?.verb === 'move' || ['jump', 'leap', 'drop'].includes(group?.verb)
    const off = LEAVING.has(group?.verb)
    return `${label}${to ? `: ${to}` : ''}${at ? ` ${onto ? 'to' : off ? 'from' : 'at'} ${at}` : ''}`.replace(/\s+/g, ' ')
  }
  async walk(key) {
    if (this.choice?.kind !== 'move') return
    try {
      const found = await this.line.ask('way', key)
      if (this.sel.key !== key) return
      this.found_way(key, found)
    } catch { /* a way is a help, not a need */ }
  }
  found_way(key, found) {
    this.way = { cells: found.way, risks: found.risks || [], cost: found.cost ?? -1, left: found.left ?? -1 }
    if (this.way.risks.some((one) => one.who && one.text.startsWith('may'))) this.forecast(key, false, true)
    if (this.drawn && !this.leaving) this.trod.set(beginnings(this.drawn).at(-1), this.way.cost)
    const price = toll(this.choice, this.way)
    const told = `${price && `${price}. `}${this.way.risks.length ? `This way may be answered: ${this.way.risks.map((one) => `${one.who ? this.title(one.who) : ''} ${one.text} at ${one.at.join()}`).join(', ')}` : ''}`
    if (this.drawn) this.say_soon(told)
    else if (this.way.risks.length) say(told)
    this.draw(false)
  }
  /** Say something of the way that is drawn, unless it grows on at once. @param {string} text */
  say_soon(text) { clearTimeout(this.saying); this.saying = setTimeout(() => say(text), QUIET) }

  // -- a way drawn by hand -----------------------------------------------------------------------

  /** Who goes, if the question is where to; its cells are where a way is drawn from. */
  get mover() { const unit = this.choice?.kind === 'move' ? this.unit(this.choice.who) : null; return unit?.at ? unit : null }
  /** Begin to draw a way cell by cell, or leave it. */
  draw_way() {
    if (!this.mover) return
    const on = this.drawn === null
    this.sel = { ...this.sel, key: '' }
    this.way = this.near = this.wonder = null
    this.drawn = on ? [] : null
    this.trod.clear()
    if (on) { this.board.move(this.mover.at, true); say('Draw the way: arrows go on, Backspace takes a step back, Enter goes.') }
    this.draw()
  }
  /** Draw on to a cell, straight if it is not the next one; to a cell of the way: back to it. @param {number[]} at */
  tread(at) {
    const all = [this.mover.at, ...this.drawn]
    const known = all.findIndex((one) => `${one}` === `${at}`)
    const cells = known >= 0 ? all.slice(0, known + 1) : [...all]
    while (`${cells.at(-1)}` !== `${at}` && cells.length <= FARTHEST) { const [x, y] = cells.at(-1); cells.push([x + Math.sign(at[0] - x), y + Math.sign(at[1] - y)]) }
    this.drawn = cells.slice(1)
    this.trace()
  }
  /** One step on by an arrow key; whether that was meant. @param {number[]} step */
  steer([dx, dy]) {
    if (!this.drawn || !this.mover) return false
    const [x, y] = this.drawn.at(-1) || this.mover.at
    const at = [x + dx, y + dy]
    if (at[0] >= 0 && at[1] >= 0 && at[0] < this.scene.width && at[1] < this.scene.height) { this.tread(at); this.board.move(at, true) }
    return true
  }
  unstep() {
    this.drawn.pop()
    this.board.move(this.drawn.at(-1) || this.mover.at, true)
    this.trace()
  }
  /** Ask what the way drawn so far costs and provokes, and whether it can be gone: not too often while it grows. */
  trace() {
    const cells = this.drawn
    const last = cells.at(-1)
    const near = cells.length === 1 && this.choice.groups.flatMap((one) => one.options).find((one) => one.verb !== 'jump' && !one.targets && one.key === `move ${last.join()}`)
    const key = !last ? '' : near ? near.key : `move ${cells.map((one) => one.join()).join(' ')}`
    if (this.wonder || this.near || this.leaving || !key !== !this.sel.key) this.draw()
    this.sel = { ...this.sel, key }
    this.stood = `${this.board.cursor}`
    this.leaving = ''
    this.wonder = this.near = null
    this.way = last ? { cells, risks: [], cost: this.trod.get(beginnings(cells).at(-1)) ?? -1, left: -1 } : null
    this.board.way(this.path())
    this.grew = true
    this.settling ??= setTimeout(() => { this.settling = null; this.draw(false) }, REST)
    clearTimeout(this.resting)
    clearTimeout(this.saying)
    this.trace_again(key)
  }
  trace_again(key) { if (key) this.resting = setTimeout(() => this.traced(key), Math.max(0, TRACE - (performance.now() - this.tracedAt))) }
  /** The beginnings of the way drawn so far of which it is not known what they cost: a fast hand leaves cells out. */
  untold() { return beginnings(this.drawn).slice(0, -1).flatMap((key, k) => (this.trod.has(key) ? [] : [k + 1])).slice(-BEGINNINGS) }
  async traced(key) {
    this.tracedAt = performance.now()
    const untold = this.untold()
    try {
      const found = await this.line.ask('way', key, untold.join())
      if (this.sel.key !== key || !this.drawn) return
      const costs = new Map(found.costs)
      const keys = beginnings(this.drawn)
      for (const k of untold) this.trod.set(keys[k - 1], costs.get(k) ?? -1) // where nobody may stop it has none
      this.found_way(key, { ...found, way: this.drawn })
      if (this.untold().length) this.trace_again(key)
    } catch (fault) {
      if (this.sel.key !== key || !this.drawn) return
      this.way = { cells: this.drawn, risks: [], cost: -1, left: -1, fault: reason(fault.text), rule: fault.rule }
      const [leap] = this.leaps()
      this.say_soon(`Not so: ${this.way.fault}${leap ? ` Instead: ${this.deed(leap.option)}` : ''}`)
      this.draw(false)
    }
  }
  /** What else than walking leads to the end of the way that is drawn, or off the map from there. */
  leaps() {
    const end = this.drawn?.at(-1)
    return end ? this.choice.groups.filter((one) => one.verb !== 'move').flatMap((group) => group.options.filter((one) => one.cell && !one.targets && `${one.cell}` === `${end}`).map((option) => ({ group, option }))) : []
  }
  /** Go on from the end of the drawn way: by that very way where the game knows such, else by its own. */
  async leap({ group, option }) {
    const { drawn } = this
    const key = `${group.verb} ${drawn.map((one) => one.join()).join(' ')}`
    if (drawn.length > 1) {
      try {
        const found = await this.line.ask('way', key)
        if (this.drawn !== drawn) return
        this.sel = { ...this.sel, key }
        this.leaving = group.verb
        say(this.deed(this.option()))
        return this.found_way(key, { ...found, way: drawn })
      } catch { if (this.drawn !== drawn) return }
    }
    this.choose(option, group)
  }
  /** A piece is taken hold of, or the end of its way; whether a way is drawn from here. @param {number[]} at */
  grab(at) {
    if (!this.mover || this.sent) return false
    const last = this.drawn?.at(-1)
    const mine = covers(this.mover).some((one) => `${one}` === `${at}`)
    if (!mine && `${last}` !== `${at}`) return false
    const from = mine ? this.mover.at : last
    this.held = [at[0] - from[0], at[1] - from[1]]
    return true
  }
  /** What is held is drawn to a cell. @param {number[]} at */
  drag(at) {
    if (!this.mover) return
    if (!this.drawn) { this.draw_way() }
    const goal = [at[0] - this.held[0], at[1] - this.held[1]]
    if (goal[0] >= 0 && goal[1] >= 0 && `${goal}` !== `${this.drawn.at(-1) || this.mover.at}`) this.tread(goal)
  }

  async forecast(key, shown = false, way = false) {
    const id = this.choice?.id
    const tell = () => { const found = this.odds.get(key); if (shown && found && this.sel.key === key) say(chance(found, (name) => this.title(name), this.choice.who)) }
    if (!id || (PLACES.has(this.choice.kind) && !way) || this.you?.role === 'spectator') return
    if (this.odds.get(key)) return tell()
    if (this.odds.has(key)) { this.shown = shown ? key : this.shown; return } // it is worked out just now
    this.odds.set(key, null)
    try {
      const found = await this.line.ask('odds', key)
      if (this.choice?.id !== id) return
      this.odds.set(key, found)
      shown ||= this.shown === key
      tell()
    } catch { this.odds.delete(key) }
    this.draw()
  }
  /** The chances on all targets of the group, one after the other, while it is looked at. */
  async chips() {
    const group = this.group()
    const id = this.choice?.id
    if (!group || !this.choice.who || PLACES.has(this.choice?.kind)) return
    const options = group.options.filter((one) => one.targets?.length === 1 && one.targets[0] !== this.choice.who)
    if (!options.length || options.length > 8 || options.length !== group.options.length) return
    for (const one of options) {
      if (this.choice?.id !== id || this.sel.group !== group.label) return
      await this.forecast(one.key)
    }
  }
  commit(key = this.sel.key) {
    if (!key || !this.choice || this.sent || (key === this.sel.key && this.way?.fault)) return
    if (this.choice.reaction && key === this.choice.default) this.passes.set(this.choice.rule, this.passed() + 1)
    this.sent = this.line.send({ t: 'answer', choice: this.choice.id, option: key })
    this.wanted = true
    this.draw()
  }
  /** How often one has passed by now where this rule asks. */
  passed() { return this.passes.get(this.choice.rule) || 0 }
  /** Pass always where this rule asks, for all whom these seats decide for. */
  pass_on() {
    const { rule, default: key } = this.choice
    for (const [name, unit] of Object.entries(this.view.units)) if (!unit.down && this.owns(name)) this.order(name, rule, key)
  }
  back() {
    const many = this.group()?.options.length > 1
    if (this.wonder) this.wonder = null
    else if (this.drawn) this.sel = { ...this.sel, key: '' }
    else if (this.sel.key && many) this.sel = { ...this.sel, key: '' }
    else if (this.sel.group && this.sel.deed) this.sel = { deed: this.sel.deed }
    else if (this.sel.group || this.sel.deed) this.sel = {}
    else if (this.choice?.staged) this.line.send({ t: 'back' })
    this.near = this.way = this.drawn = null
    this.draw()
    this.chips()
  }
  /** What a program would do here, chosen but not done. */
  async hint() {
    try {
      const { key } = await this.line.ask('advice')
      const group = this.choice?.groups?.find((one) => one.options.some((o) => o.key === key))
      if (!group) return
      this.sel = {}
      this.near = null
      this.choose(group.options.find((one) => one.key === key), group)
      if (!this.board.grid.contains(document.activeElement)) this.enter()
      say(`A program would choose: ${this.deed(this.option())}`) // who sees the board sees it chosen
    } catch (fault) { toast(capital(fault.text || 'no hint now')) }
  }
  /** Why a key is no option; nothing is shown for one that is. */
  async askWhy(key, title) {
    const id = this.choice?.id
    try {
      const found = await this.line.ask('why', key)
      if (this.choice?.id !== id || (!found.why && !found.rule)) return
      const why = reason(found.why || '')
      this.wonder = { key, title, why: why || 'The rules do not allow it now.', rule: found.rule }
      say(`Not ${title}: ${why}`)
    } catch (fault) { this.wonder = { key, title, why: capital(fault.text || 'nobody knows'), rule: fault.rule }; say(this.wonder.why) }
    this.draw()
  }
  allow(key, reason) { this.line.send({ t: 'gm', do: 'allow', path: key, reason }); this.wonder = null; this.draw() }
  order(who, rule, key, of = '') { this.line.send({ t: 'order', who, rule, key, of }) }
  unitAt([x, y]) {
    const found = Object.entries(this.view.units).filter(([, one]) => one.at && covers(one).some((at) => at[0] === x && at[1] === y))
    return found.sort((a, b) => (a[1].down || 0) - (b[1].down || 0))[0]?.[0] || ''
  }
  /** The options that a cell means, of the chosen group first; an area is meant by its cell, else by any of its cells. @param {number[]} at */
  meant([x, y]) {
    const who = this.unitAt([x, y])
    const spot = y * this.scene.width + x
    const fits = (one) => (one.cell && one.cell[0] === x && one.cell[1] === y) || (who && one.targets?.includes(who))
    const covered = (one) => one.area?.includes(spot)
    const group = this.group()
    if (group) { for (const test of [fits, covered]) { const found = group.options.filter(test); if (found.length) return found } }
    return (this.choice?.groups || []).filter((one) => one !== group).flatMap((one) => one.options.filter(fits))
  }
  pick(at) {
    if (this.hand.ruler) return this.hand.pick(at)
    if (!this.choice && this.plan.pick(this.unitAt(at))) return
    if (this.gm && this.joining) { this.joining.at = at; say(`At ${at.join()}`); return this.draw() }
    if (this.drawn && this.mover) {
      if (this.drawn.length && `${at}` === `${this.drawn.at(-1)}`) return this.commit()
      return this.tread(at)
    }
    const found = this.choice && this.choice.kind !== 'dice' ? this.meant(at) : []
    if (found.some((one) => one.key === this.sel.key)) return this.commit()
    this.wonder = null
    if (found.length) {
      const group = this.choice.groups.find((one) => one.options.includes(found[0]))
      this.near = found.length > 1 ? found.map((one) => one.key) : null
      return this.choose(found[0], group)
    }
    const who = this.unitAt(at)
    this.looked = who && who !== this.looked ? who : ''
    if (this.looked) { this.inspect(who); say(this.label(at)) }
    const like = this.choice?.groups && (this.group() || (this.choice.kind === 'move' ? this.choice.groups.find((one) => one.options.some((o) => o.cell)) : null))
    const sample = like?.options.find((one) => (who ? one.targets?.length === 1 && one.targets[0] !== this.choice.who : one.cell && !one.area && !one.targets?.length))
    if (sample && who !== this.choice.who) {
      const key = who ? sample.key.replace(sample.targets[0], who) : sample.key.replace(sample.cell.join(), at.join())
      if (key !== sample.key) this.askWhy(key, who ? this.title(who) : at.join())
    }
    this.draw()
  }
  /** Whether Enter does what is chosen: on the board until somebody has gone on to another cell. */
  get enters() {
    const { board } = this
    if (this.drawer) return false // it may cover what that is
    if (!board?.grid.contains(document.activeElement)) return true
    if (this.hand.ruler || (this.gm && this.joining)) return false
    const at = `${board.cursor}`
    return at === this.stood || (this.drawn && this.mover ? at === `${this.drawn.at(-1)}` : this.meant(board.cursor).some((one) => one.key === this.sel.key))
  }
  /** Enter on a cell: does what is chosen, else picks the cell. @param {number[]} at */
  press(at) { if (this.sel.key && this.choice && this.enters) this.commit(); else this.pick(at) }
  /** The pointer or the keys have come to a cell. @param {number[] | null} at */
  come(at) {
    this.hand.stretch(at)
    if (this.sel.key) this.draw(false)
  }
  turnIt() {
    if (!(this.near?.length > 1)) return
    const next = this.near[(this.near.indexOf(this.sel.key) + 1) % this.near.length]
    const group = this.choice.groups.find((one) => one.options.some((o) => o.key === next))
    this.choose(group.options.find((one) => one.key === next), group)
  }
  /** Learn what somebody's numbers are made of, and what it threatens; what is known already stands until then. */
  async inspect(who) {
    if (this.threat?.who !== who) { this.numbers = this.threat = null; this.can = [] }
    /** @type {any[]} */ const [numbers, threat, thing] = await Promise.allSettled(['explain', 'threat', 'thing'].map((what) => this.line.ask(what, who)))
    if (this.looked !== who) return
    this.numbers = numbers.value?.numbers || null // they may not be for this seat
    this.can = thing.value?.deeds || []
    if (!this.threats) {
      this.draw()
      this.threats = await script('threat')
      if (this.looked !== who) return
    }
    this.threat = threat.value ? this.threats.told(threat.value, this.unit(who)?.size) : null
    this.draw()
  }
  /** The numbers of somebody, as far as they are shown. */
  figures(unit) { return Object.entries(unit.numbers || {}).map(([name, value]) => `${name} ${value}`).join(', ') || (unit.bars || []).map((bar) => `${bar[0]} ${amount(bar, unit)}`).join(', ') || 'numbers of foes are not shown here' }
  /** What is at a cell, in words; ``plain``: without what could be done there now. */
  label(at, plain = false) {
    const [x, y] = at
    const parts = [`${x},${y}`]
    const kind = this.scene.grounds[this.view.ground[y * this.scene.width + x]]
    if (kind !== 'open') parts.push(kind)
    const who = this.unit(this.unitAt(at))
    if (this.threat?.who === this.looked && this.threat?.at.has(`${at}`)) parts.push(`${this.title(this.looked)} could strike here`)
    if (who) parts.push(`${who.title}${who.down ? ', down' : ''}${who.marks.length ? `, ${who.marks.map(words).join(', ')}` : ''}${(who.bars || []).map((bar) => `, ${spoken(bar[0])} ${amount(bar, who, ' of ')}`).join('')}`)
    if (!plain && this.choice && this.choice.kind !== 'dice') {
      const found = this.meant(at)
      const step = this.drawn ? this.drawn.findIndex((one) => `${one}` === `${at}`) + 1 : 0
      if (step) parts.push(`step ${step} of your way`)
      if (found.length) parts.push(`can be chosen: ${this.deed(found[0])}${found[0].cost >= 0 ? `, cost ${found[0].cost}` : ''}`)
    }
    return parts.join('; ')
  }

  marks() {
    const marks = { edition: this.edition, now: this.turn?.who || this.view.active, targets: {}, reach: NONE, costs: NONE }
    if (this.gm && this.joining) return { ...marks, spot: this.joining.at }
    if (this.looked && this.threat?.who === this.looked) marks.threat = this.threat
    marks.about = this.unit(this.looked)?.at // stays in sight beside its sheet
    if (this.trail.cells.length > 1) marks.trail = this.trail.cells
    if (!this.choice || this.choice.kind === 'dice') return marks
    if (this.choice.risky) marks.risky = this.choice.risky
    const group = this.group()
    const chosen = this.option()
    const mine = this.unit(this.choice.who)?.side
    if (!this.unit(this.choice.who)?.at && this.view.round <= 1) marks.zones = this.start(mine)
    if (group) Object.assign(marks, this.reach(group))
    for (const one of group ? group.options : []) {
      if (one.targets?.length === 1 || (one.targets?.length && one === chosen)) for (const name of one.targets) marks.targets[name] = { chosen: chosen === one, chip: chip(this.odds.get(one.key), name), friend: false }
    }
    if (this.mover) marks.grips = [...covers(this.mover), ...(this.drawn?.slice(-1) || [])]
    if (this.drawn) marks.costs = NONE // those of the way stand there instead
    marks.about = chosen?.cell || this.unit(chosen?.targets?.find((one) => one !== this.choice.who) || this.looked || this.choice.who)?.at || this.midst()
    if (chosen?.area) {
      const w = this.scene.width
      marks.area = chosen.area.map((c) => [c % w, Math.floor(c / w)])
      const inside = new Set(chosen.area)
      for (const [name, unit] of Object.entries(this.view.units)) {
        if (!unit.at || unit.down || name === this.choice.who || !covers(unit).some(([x, y]) => inside.has(y * w + x))) continue
        marks.targets[name] = { chosen: true, chip: chip(this.odds.get(chosen.key), name), friend: unit.side === mine }
      }
      marks.reach = marks.costs = NONE
    }
    if (chosen?.cell && this.way?.risks.length) marks.risks = this.way.risks.map((one) => { const other = one.who && one.who !== this.choice.who; return { ...one, name: other ? this.title(one.who) : one.text, from: other ? this.unit(one.who)?.at : null } })
    return { ...marks, ...this.path() }
  }
  /** Of where the open question may be answered, else of where somebody stands, the place that is most in the middle: there one looks first if nobody on the board is asked. */
  midst() {
    const asked = this.choice || {}
    if (!asked.midst) {
      const standing = (names) => names.map((name) => this.unit(name).at).filter(Boolean)
      const open = (asked.groups || []).flatMap((one) => one.options).flatMap((one) => (one.cell ? [one.cell] : standing(one.targets || [])))
      const spots = open.length ? open : standing(Object.keys(this.view.units))
      const [x, y] = [0, 1].map((k) => spots.reduce((sum, at) => sum + at[k], 0) / spots.length)
      const far = (at) => Math.hypot(at[0] - x, at[1] - y)
      asked.midst = spots.reduce((best, at) => (far(at) < far(best) ? at : best), spots[0])
    }
    return asked.midst
  }
  /** What is drawn of the way: its cells, what it costs up to each, and the cell that is chosen. */
  path() {
    const spot = this.option()?.cell
    if (!spot) return {}
    const me = this.unit(this.choice.who)?.at
    const keys = beginnings(this.drawn || NONE)
    const tolls = (this.drawn || NONE).flatMap((at, k) => { const cost = this.trod.get(keys[k]) ?? -1; return cost < 0 ? [] : [[...at, cost]] })
    return { spot, tolls, broken: Boolean(this.way?.fault), way: me && this.way?.cells.length ? [me, ...this.way.cells] : NONE }
  }
  /** The cells of a group and what each costs; the same lists as long as it is the same group. */
  reach(group) {
    if (!this.reaches.has(group)) {
      const cells = group.options.filter((one) => one.cell && !one.targets?.length)
      this.reaches.set(group, { reach: cells.map((one) => one.cell), costs: cells.filter((one) => one.cost > 0).map((one) => [...one.cell, one.cost]) })
    }
    return this.reaches.get(group)
  }
  /** Where a side starts, as a zone. @param {number} side */
  start(side) {
    const cells = this.scene.sides[side]?.start || []
    if (!this.starts.has(side)) this.starts.set(side, cells.length ? [{ name: 'Starting area', cells: cells.map((c) => [c % this.scene.width, Math.floor(c / this.scene.width)]) }] : [])
    return this.starts.get(side)
  }

  // -- keys --------------------------------------------------------------------------------------

  onKey(event) {
    if (event.key === 'F6') { event.preventDefault(); return this.region(event.shiftKey ? -1 : 1) }
    const target = event.target
    if (event.key === 'Tab' && this.drawer) return this.sheets?.tab(event, this.opener)
    if (this.shortcuts.take(event)) return
    if (target.closest?.('.drawer')) { // what it covers is not played by keys
      if (event.key === 'Escape') return this.open(this.drawer)
      if (!['help', 'repeat'].includes(actOf(event.key))) return
    }
    if (event.key === 'Escape' && target.closest?.('.gm')) return this.rest()
    if (target.closest?.('input, textarea, select, dialog') || event.ctrlKey || event.altKey || event.metaKey || !this.view) return
    const inside = target === document.body || this.root.contains(target)
    if (!inside || keep.get('keys', true) === false) return
    const { key } = event
    const act = actOf(key)
    const handled = () => { event.preventDefault() }
    if (this.choice?.kind === 'dice' && /^[0-9]$/.test(key)) { handled(); return this.face(Number(key)) }
    if (/^[0-9]$/.test(key)) {
      if (!numbered()) return
      const at = key === '0' ? 9 : Number(key) - 1
      const family = this.sel.deed ? this.deeds().find((one) => one.label === this.sel.deed) : null
      if (family?.groups[at]) { handled(); this.select(family.groups[at], family.label); this.enter() }
      else if (!family && this.deeds()[at]) { handled(); this.take(this.deeds()[at]); this.enter() }
    } else if (act === 'next' || act === 'previous') { handled(); this.cycle(act === 'previous' ? -1 : 1) }
    else if (act === 'gm') { if (tables()[this.id]?.seats.gm) { handled(); this.rule_or_play(true) } }
    else if (act === 'cell') { const cells = this.group()?.options.filter((one) => one.cell); if (cells?.length) { handled(); this.board.move(cells[0].cell, true) } }
    else if (key === 'Enter' && !target.closest('button, a, summary, [role=gridcell]')) { if (this.sel.key && this.enters) { handled(); this.commit() } }
    else if (key === 'Escape') { handled(); if (this.hand.ruler) this.hand.measure(); else if (this.drawer) { this.drawer = ''; this.draw() } else this.back() }
    else if (act === 'end') { const last = this.groups().filter(isLast); const end = last.find((one) => one.options[0].key === this.choice.default) || last.at(-1); if (end) { handled(); this.select(end); this.enter() } }
    else if (act === 'turn') { handled(); this.turnIt() }
    else if (act === 'way') { if (this.mover) { handled(); this.draw_way() } }
    else if (key === 'Backspace') { if (this.drawn?.length) { handled(); this.unstep() } }
    else if (act === 'point') { handled(); this.hand.point(this.board.cursor) }
    else if (act === 'ruler') { handled(); this.hand.measure() }
    else if (act === 'hint') { handled(); this.hint() }
    else if (act === 'undo') { handled(); this.undo() }
    else if (act === 'repeat') { handled(); repeat() }
    else if (act === 'look') { handled(); this.pick(this.board.cursor) }
    else if (act === 'command') { handled(); document.getElementById('cmd')?.focus() }
    else if (act === 'help') { handled(); this.open('help') }
  }
  /** Go to what comes next for the keys: right after the page is drawn, so that no key comes in between. */
  enter() { queueMicrotask(() => { const group = this.group(); if (this.sel.key) document.getElementById('go')?.focus(); else if (group) { const first = group.options.find((one) => one.cell || one.targets?.length); const at = first && (first.cell || this.unit(first.targets[0])?.at); if (at) this.board.move(at, true) } }) }
  cycle(by) {
    const group = this.group() || this.groups().find((one) => one.options.some((o) => o.targets?.length)) || this.groups().find((one) => one.options.length > 1)
    const options = group ? group.options : []
    if (!options.length) return
    const at = options.findIndex((one) => one.key === this.sel.key)
    const next = options[(at + by + options.length) % options.length] || options[0]
    this.choose(next, group)
    const place = next.cell || this.unit(next.targets?.[0])?.at
    if (place) this.board.move(place, true)
  }
  region(by) {
    /** @type {HTMLElement[]} */ const all = ['.strip', '.cells [tabindex="0"]', '.gm', '.acts', '.commit', '.log', '#cmd'].map((one) => this.root.querySelector(one)).filter((one) => one?.offsetHeight)
    const at = document.activeElement
    const now = all.findIndex((one) => one.contains(at.closest('.gm') ? this.root.querySelector('.gm') : at))
    this.go_to(all[(now + by + all.length) % all.length])
  }
  /** @param {HTMLElement} next the part of the page where the keys go on */
  go_to(next) {
    const focus = /** @type {HTMLElement} */ (next.matches('button, input, [tabindex]') ? next : next.querySelector('button, input, a, [tabindex]') || next)
    if (focus === next && !next.matches('button, input')) next.tabIndex = -1
    focus.focus()
  }
  undo() { this.line.send(this.gm ? { t: 'gm', do: 'undo' } : { t: 'undo' }) } // a game master asks nobody
  open(drawer) {
    this.drawer = this.drawer === drawer ? '' : drawer
    if (drawer === 'chat') this.unread = 0
    this.into()
  }
  /** Show the drawer that is open and go into it, but for who types on; whoever leaves it is again at what opened it. */
  into(typed = false) {
    const at = document.activeElement
    if (this.root.contains(at) && !at.closest('.drawer')) this.opener = at
    this.draw()
    if (this.drawer && !typed) script('drawers').then(() => requestAnimationFrame(() => /** @type {HTMLElement | null} */ (this.root.querySelector('.drawer button'))?.focus()))
  }
  async rule(id, typed = false) {
    this.drawer = 'rule'
    this.found = { id, title: '…' }
    this.into(typed)
    try { this.found = await this.line.ask('rule', id) } catch (fault) { this.found = { id, title: id, text: fault.text } }
    this.draw()
  }

  // -- dice of one's own ---------------------------------------------------------------------------

  face(n) {
    const { sides } = this.choice
    let value = n
    if (sides > 9 && this.half !== undefined) { value = this.half * 10 + n; this.half = undefined }
    else if (sides > 9 && n >= 1 && n * 10 <= sides) { this.half = n; this.draw(); clearTimeout(this.halfway); this.halfway = setTimeout(() => { if (this.half !== undefined) { const one = this.half; this.half = undefined; this.give(one) } }, 900); return }
    clearTimeout(this.halfway)
    this.give(value)
  }
  give(value) {
    if (!(value >= 1 && value <= this.choice.sides)) { toast(`A d${this.choice.sides} has no ${value}: type what it shows`); return this.draw() }
    if (!this.sent) { this.sent = this.line.send({ t: 'dice', choice: this.choice.id, values: [value] }); this.draw() }
  }

  // -- the command line ----------------------------------------------------------------------------

  async type(event) {
    event.preventDefault()
    const input = event.target.elements.cmd
    const text = input.value.trim()
    if (!text) { if (this.sel.key) this.commit(); return }
    input.value = ''
    const [word, ...rest] = text.split(/\s+/)
    const tail = rest.join(' ')
    const all = this.choice?.groups?.flatMap((one) => one.options) || []
    const answer = (line) => { this.answer = line; say(line); this.draw() }
    const exact = all.find((one) => one.key === text)
    const begun = all.filter((one) => one.key.startsWith(text))
    if (this.choice?.kind === 'dice' && /^\d+$/.test(text)) return this.give(Number(text))
    const meant = exact || (begun.length === 1 ? begun[0] : null)
    if (meant && meant.key === this.choice.ends && this.sel.key !== meant.key && this.waste().length) { // typed again it is meant
      this.choose(meant, this.choice.groups.find((one) => one.options.includes(meant)))
      return answer(`Still unused: ${this.waste().join(' and ')}. Enter ends all the same.`)
    }
    if (meant) return this.commit(meant.key)
    if (/^\d+$/.test(text) && this.deeds()[Number(text) - 1]) { this.take(this.deeds()[Number(text) - 1]); return }
    const cells = tail.match(/\b\d+,\d+\b/g)?.map((one) => one.split(',').map(Number)) || []
    if (word === 'ping' && cells.length) { this.hand.point(cells[0], cells[1]); return }
    if (word === 'ruler' && cells.length) { this.hand.measure(cells[0]); this.hand.stretch(cells[1]); return }
    if (word === 'undo') return this.undo()
    if (word === 'who') return answer(this.turn ? `${this.title(this.turn.who) || this.waiting()} is asked` : 'Nobody is asked')
    if (word === 'hp') { const name = Object.keys(this.view.units).find((one) => one.startsWith(tail)); return answer(name ? `${this.title(name)}: ${this.figures(this.unit(name))}` : `Nobody is called ${tail}`) }
    if (word === 'reach') return answer(this.groups().flatMap((one) => one.options).filter((one) => one.cell).map((one) => one.cell.join()).join(' ') || 'No cell can be chosen')
    if (word === 'rule') return this.rule(tail, true)
    if (word === 'help' || word === '?') return this.open('help')
    if (word === 'odds') { const group = this.deeds()[Number(tail) - 1]?.groups[0]; const option = group?.options[0] || all.find((one) => one.key.startsWith(tail)); if (!option) return answer(`Nothing is called ${tail}`); const deed = this.deed(option); await this.forecast(option.key); const found = this.odds.get(option.key); return answer(`${deed}: ${(found && chance(found, (name) => this.title(name), this.choice?.who)) || 'it harms nobody at once.'}`) }
    if (word === 'options') return answer(all.map((one) => one.key).join(', '))
    if (begun.length) return answer(`Which one? ${begun.slice(0, 12).map((one) => one.key).join(', ')}`)
    try { const found = await this.line.ask('why', word === 'why' ? tail : text); answer(found.why ? `${found.why}${found.rule ? ` (${found.rule})` : ''}` : 'That can be chosen') } catch (fault) { answer(fault.text) }
  }

  // -- drawing -------------------------------------------------------------------------------------

  /** Draw the page before anything else happens; not the whole: what follows a hand, once before the page is next shown. */
  draw(whole = true) {
    if (whole && !this.whole) queueMicrotask(() => this.paint())
    if (!whole && !this.queued) this.queued = requestAnimationFrame(() => this.after())
    this.whole ||= whole
  }
  /** Draw what follows a hand, but not in a frame that has drawn the way already: the next has time. */
  after() {
    const waits = this.grew && this.waited < PATIENCE
    this.waited = waits ? this.waited + 1 : 0
    this.grew = false
    if (waits) this.queued = requestAnimationFrame(() => this.after())
    else this.paint()
  }
  paint() {
    if (this.queued) cancelAnimationFrame(this.queued)
    if (this.laying) cancelAnimationFrame(this.laying)
    this.queued = this.laying = this.waited = 0
    clearTimeout(this.settling)
    this.settling = null
    if (this.line.closed) return
    const seen = this.seen
    this.all = this.whole || !seen
    this.seen = ''
    this.whole = false
    if (this.state === 'gone') return render(html`${this.top()}<main class="alone"><div class="card pad"><h1>This link opens no seat</h1><p class="muted">It was renewed, or the table is gone. Ask for a new link.</p><a class="btn" href="/" @click=${this.go}>All tables</a></div></main>`, this.root)
    if (this.tv && this.view) return this.screen()
    const held = this.root.contains(document.activeElement)
    this.seen = JSON.stringify([this.edition, this.turn?.who, this.turn?.reaction, this.choice?.id])
    render(html`${this.also(() => this.top())}${this.also(() => this.drawer ? this.beside('drawers') : nothing)}${this.seen === seen ? noChange : this.strip()}<main class="map" tabindex="-1"></main><section class="zoom" aria-label="Ruler, size of the board">${this.hand.may ? html`<button class="btn" aria-label="Ruler" aria-pressed=${Boolean(this.hand.ruler)} aria-keyshortcuts=${keyOf('ruler') || nothing} @click=${() => this.hand.measure()}>${icon('ruler')}</button>` : nothing}<button class="btn step" aria-label="Smaller" @click=${() => this.board?.scale(1 / 1.25)}>${icon('minus')}</button><button class="btn step" aria-label="Larger" @click=${() => this.board?.scale(1.25)}>${icon('plus')}</button><button class="btn" aria-label="Whole board" @click=${() => this.board?.whole()}>${icon("fit")}</button></section>${this.side()}${this.also(() => this.foot())}`, this.root)
    this.root.className = `page table${this.choice ? ' mine' : ''}${this.gm ? ' ruling' : ''}${this.sel.key ? ' chosen' : ''}${this.choice?.reaction ? ' reacting' : ''}${this.hand.ruler ? ' measuring' : ''}`
    if (!this.view) return
    if (this.all || !this.drawn) this.lay()
    else this.laying = requestAnimationFrame(() => { if (!this.line.closed) this.lay() }) // the way stands there already, the rest has time
    this.reveal()
    if (held && !this.root.contains(document.activeElement)) this.rest(this.drawer ? null : this.opener) // what had the focus is gone
    if (!this.drawer) this.opener = null
    this.focused()
    if (!this.fresh) return
    this.fresh = false
    const about = this.choice?.reaction && this.option()?.targets?.find((one) => one !== this.choice.who)
    const at = this.unit(about || this.choice?.who || this.turn?.who)?.at || this.midst()
    if (at && this.board.partly) this.board.show(at, true)
    const focus = document.activeElement
    if (focus?.matches('.side') || (this.wanted && (!focus || focus === document.body))) this.rest()
    this.wanted = false
    this.follow()
  }
  /** A part that stays as it is unless all of the page is drawn. @param {() => unknown} part */
  also(part) { return this.all ? part() : noChange }
  /** Where the keys go on if what they were at is gone: where they came from, else at the question, else where it will come. @param {any} from */
  rest(from = null) { /** @type {any} */ (from?.isConnected ? from : this.root.querySelector('.do') || this.root.querySelector('.side'))?.focus({ preventScroll: true }) }
  /** What is chosen stands in sight, also in a list that is scrolled; a log begins at its end. */
  reveal() {
    const chosen = `${this.sel.deed}|${this.sel.group}|${this.drawn ? '' : this.sel.key}`
    if (chosen !== this.revealed) this.root.querySelector('.do .act[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' })
    this.revealed = chosen
    const log = this.drawer === 'log' ? this.root.querySelector('.log.whole') : null
    if (log && !this.logged) log.scrollTop = log.scrollHeight
    this.logged = Boolean(log)
  }
  /** Draw the board with what the open question makes of it. */
  lay() {
    if (!this.board) this.board = new Board(this.root.querySelector('.map'), { pick: (at) => this.pick(at), enter: (at) => this.press(at), hover: (at) => this.come(at), point: (at) => this.hand.point(at), rules: () => Boolean(this.hand.ruler), rule: (from, to, done) => this.hand.drawn(from, to, done), label: (at) => this.label(at), hit: () => this.sound('hit'), steer: (step) => this.steer(step), grab: (at) => this.grab(at), drag: (at) => this.drag(at) })
    if (this.board.scene !== this.scene) this.board.begin(this.scene)
    this.board.draw(this.view, { ...this.marks(), ...this.hand.marks() })
    if (this.unnamed) this.board.name(Object.values(this.view.units).map((one) => one.at).filter(Boolean))
    this.unnamed = false
  }
  follow() { const now = /** @type {any} */ (this.root.querySelector('.turn.now')); if (now) now.parentElement.scrollLeft = now.offsetLeft - now.parentElement.firstElementChild.offsetWidth - 34 }
  /** For a television: the board, whose turn it is, the last lines; nothing to press, nothing that only one seat may know. */
  screen() {
    const who = this.unit(this.turn?.who || this.view.active)
    const side = this.scene.sides.find((one) => one.id === this.view.winner)
    const words = this.view.over ? `${side ? `${side.name} win` : 'Nobody wins'}` : this.paused ? 'Paused' : who ? `${who.title}${this.turn?.reaction ? ' may react' : ' acts'}` : this.turn ? `Waiting for ${this.waiting()}` : ''
    const lines = this.log.filter((one) => one.w <= 2).slice(-3)
    render(html`${this.strip()}<main class="map" tabindex="-1"></main><footer class="tv-foot"><div class="tv-now">${who && !this.view.over ? token(who, 72) : nothing}<div><h1>${words}</h1><p class="muted">${this.name} · round ${this.view.round}${this.state === 'off' ? ' · offline' : ''}</p></div></div>
      <div class="log tv-log" role="log" aria-label="Log"><ol>${lines.map((one) => html`<li>${logLine(one)}</li>`)}</ol></div>${this.scan ? html`<figure class="tv-code"><img class="qr" alt="Code of the link to watch" src=${this.scan} /><figcaption class="s muted">Scan to follow</figcaption></figure>` : nothing}</footer>`, this.root)
    this.root.className = 'page tv'
    this.lay()
    this.follow()
  }
  async code() { try { this.scan = await qr(`${location.origin}/t/${this.id}#s=${tables()[this.id].seats.watch}`); this.draw() } catch { /* without the code it is a screen all the same */ } }

  top() {
    const mine = tables()[this.id]
    const quiet = (name, label, act, extra = '') => html`<button class="btn quiet ${extra}" aria-label=${label} aria-pressed=${this.drawer === act} @click=${() => this.open(act)}>${icon(name)}<span class="wide">${label}</span></button>`
    const { unfit, rulings, refusals } = this
    const news = [unfit.length && `${count(unfit.length, 'ruling')} did not fit`, rulings.length && count(rulings.length, 'ruling waits', 'rulings wait'), refusals.length && count(refusals.length, 'refusal')].filter(Boolean)
    return html`<header class="top"><a class="brand" href="/" @click=${this.go} aria-label="Affray, all tables">${MARK}<span>Affray</span></a><i class="sep"></i>
      <h1 class="cut">${this.name || 'Table'}</h1>${this.scene ? html`<span class="chip wide">${this.scene.game}</span>` : nothing}${this.you?.role === 'spectator' ? html`<span class="chip line">watching${this.settings?.delay ? `, ${this.settings.delay} steps late` : ''}</span>` : this.gm ? html`<span class="chip line wide">${icon('gm')}You are the GM</span>` : nothing}
      ${this.gm || !(this.you?.seats.length > 1) ? nothing : html`<span class="chip line wide cut" title=${this.plays()}>${this.plays()}</span>`}<span class="grow"></span>${this.line.seq >= 0 ? html`<span class="s faint wide">Step ${this.line.seq}</span>` : nothing}
      ${this.you && this.you.role !== 'spectator' ? html`<button class="btn quiet" aria-label="Undo" @click=${() => this.undo()}>${icon('undo')}<span class="wide">Undo</span></button>` : nothing}
      ${quiet('log', 'Log', 'log')}
      <button class="btn quiet wide" aria-label="Rules" aria-pressed=${this.drawer === 'rule'} @click=${() => this.rulebook()}>${icon('book')}<span class="wide">Rules</span></button>
      ${this.you?.role === 'spectator' ? html`<a class="btn quiet" href="/t/${this.id}#tv" aria-label="Big screen" @click=${this.go}>${icon('tv')}<span class="wide">Big screen</span></a>` : nothing}
      ${this.settings?.chat && this.you?.role !== 'spectator' ? html`<button class="btn quiet" aria-pressed=${this.drawer === 'chat'} aria-label="Chat${this.unread ? `, ${this.unread} new` : ''}" @click=${() => this.open('chat')}>${icon('chat')}<span class="wide">Chat</span>${this.unread ? html`<span class="chip can">${this.unread}</span>` : nothing}</button>` : nothing}
      ${mine?.seats.gm ? html`<button class="btn quiet" aria-label=${['GM', ...news].join(', ')} aria-pressed=${this.gm} @click=${() => this.rule_or_play()}>${icon('gm')}<span class="wide">GM</span>${news.length ? html`<span class="chip can">${unfit.length + rulings.length + refusals.length}</span>` : nothing}</button>` : nothing}
      ${themeButton()}</header>`
  }
  /** Which seats are played here, in words. */
  plays() {
    const mine = this.people.filter((one) => one.role === 'player' && this.you?.seats.includes(one.id))
    return mine.length ? `You play ${listed(mine.map((one) => one.label))}` : ''
  }
  async rulebook() {
    if (this.drawer === 'rule') { this.drawer = ''; return this.draw() }
    this.found = { title: 'Rulebook', id: '' }
    this.drawer = 'rule'
    this.into()
    try { this.found = { title: 'Rulebook', ...(await this.line.ask('rules', '')) }; this.draw() } catch { /* a rule is still found by its id */ }
  }
  /** The panel, or back to play; the line is begun anew only if other seats are sat in. */
  /** @param {boolean} keyed */
  rule_or_play(keyed = false) {
    const seats = this.tokens().join()
    this.gm = !this.gm
    this.joining = null
    script('gm').then((found) => { this.panels = found; this.draw(); if (keyed && this.gm) queueMicrotask(() => this.go_to(this.root.querySelector('.gm'))) })
    if (this.tokens().join() !== seats) this.line.anew()
    this.draw()
  }

  strip() {
    if (!this.view) return html`<nav class="strip" aria-label="Turn order"></nav>`
    const acting = this.turn?.who || this.view.active
    const order = this.view.order
    const slots = order.filter(([, word]) => word === 'may act').length > 1
    const one = (name, word) => {
      const unit = this.unit(name)
      if (!unit) return nothing
      const now = name === acting
      const short = unit.side === 0 && !unit.ordinal ? unit.title.split(' ')[0] : unit.title
      const note = this.choice?.who === name ? (this.aside ? 'you are asked' : 'your turn') : this.turn?.reaction ? 'is asked' : unit.ordinal ? '' : 'acts'
      return html`<button class="turn ${now ? 'now' : word === 'done' ? 'done' : ''}" aria-current=${now ? 'step' : 'false'} aria-label="${unit.title}, ${now ? 'acts' : word}" @click=${() => this.find(name)}>${token(unit, now ? 38 : 32)}<span class="nm">${short}${now && note ? html`<small>${note}</small>` : nothing}</span></button>`
    }
    let slot = []
    const out = []
    const line = [...order] // of those who may act, whom one has picked comes first
    if (slots) {
      const at = line.findIndex(([name]) => name === acting)
      let first = at
      while (first > 0 && line[first - 1][1] === 'may act' && this.unit(line[first - 1][0])?.side === this.unit(acting)?.side) first--
      if (first < at) line.splice(first, 0, ...line.splice(at, 1))
    }
    const flush = () => {
      if (!slot.length) return
      const mine = this.choice && !this.choice.who && slot.some((name) => this.choice?.groups?.some((g) => g.options.some((o) => o.targets?.includes(name))))
      out.push(html`<div class="slot ${mine ? 'open' : ''}"><span>${mine ? 'You pick' : 'May act'}</span>${slot.map((name) => { const unit = this.unit(name); return unit ? html`<button class="bare" aria-label="${unit.title}, may act" @click=${() => this.find(name)}>${token(unit, 28)}</button>` : nothing })}</div>`)
      slot = []
    }
    for (const [name, word] of line) {
      if (slots && word === 'may act' && name !== acting) { if (this.unit(slot[0])?.side !== this.unit(name)?.side) flush(); slot.push(name); continue }
      flush()
      out.push(one(name, word))
    }
    flush()
    if (acting && !order.some(([name]) => name === acting)) out.unshift(one(acting, 'acting'))
    return html`<nav class="strip" aria-label="Turn order" tabindex="0"><div class="round">${this.view.round ? html`<span class="label">Round</span><b>${this.view.round}</b>` : this.view.active ? html`<span class="label">Before round</span><b>1</b>` : html`<b>Setup</b>`}</div>${out}</nav>`
  }
  find(name) { const unit = this.unit(name); if (!unit?.at) return; this.board.move(unit.at, true); this.board.show(unit.at, true); const found = this.choice && this.choice.kind !== 'dice' ? this.meant(unit.at) : []; if (found.length) this.pick(unit.at) }

  /** Who is waited for: who sits there, else whose seat it is. */
  waiting() {
    const asked = (this.turn?.seats || []).map((id) => this.people.find((one) => one.id === id)).filter(Boolean)
    const own = asked.filter((one) => one.units.length)
    const sit = asked.filter((one) => one.name)
    const told = sit.length ? sit : own.length === 1 ? own : asked.filter((one) => !one.units.length)
    return [...new Set(told.map((one) => one.name || one.label))].join(' or ') || 'the table'
  }

  /** For whom somebody is waited for, where their own name does not say it, and what for. */
  asked_of(who) {
    const found = [who && who.title !== this.waiting() ? who.title : '', this.turn.reaction ? 'reaction' : this.turn.dice ? 'dice' : ''].filter(Boolean)
    return found.length ? ` (${found.join(', ')})` : ''
  }

  who(asked = this.choice?.who) {
    const name = this.looked || asked || ''
    const unit = this.unit(name)
    if (!unit) return nothing
    const sub = []
    if (this.choice?.who === name) sub.push(this.choice.reaction ? 'You may react' : this.aside ? 'You are asked' : 'Your turn')
    if (unit.at) sub.push(`at ${unit.at.join()}`)
    if (unit.down) sub.push('down')
    return html`<section class="me ${this.looked ? 'looked' : ''}"><div class="who">${token(unit, 46)}<div class="grow"><h2>${unit.title}</h2><div class="s muted">${sub.join(' · ')}</div></div>${this.looked ? html`<button class="btn quiet icon" aria-label="Close" @click=${() => { this.looked = ''; this.draw() }}>${icon('x')}</button>` : nothing}</div>
      ${unit.bars?.length ? html`<div class="loads">${unit.bars.map(([label, kind, value, bound]) => html`<span>${called(label)} ${bound <= 8 && kind === 'load' && !unit.quarters ? html`<span class="pips">${Array.from({ length: bound }, (_, k) => html`<i class=${value >= bound ? 'x' : k < value ? 'f' : ''}></i>`)}</span>` : html`<span class=${unit.quarters ? 'bar in-quarters' : 'bar'}><i .style=${`width: ${bound ? Math.max(0, Math.min(100, (value / bound) * 100)) : 0}%`}></i></span>`} ${amount([label, kind, value, bound], unit)}</span>`)}</div>` : nothing}
      ${unit.marks.length ? html`<div class="marks">${unit.marks.map((one) => html`<span class="chip">${words(one).replace(/^stance (.*)/, (_, name) => `${capital(name)} stance`)}</span>`)}</div>` : nothing}
      ${this.looked && this.threat?.who === name ? this.threats.card(this.threat, this) : nothing}
      ${this.looked && this.threats ? this.threats.deeds(this.can) : nothing}
      ${this.looked && unit.numbers ? html`<details class="numbers" open><summary>Sheet</summary><dl class="sheet">${Object.entries(unit.numbers).filter(([label]) => !(unit.bars || []).some((bar) => bar[0] === label)).map(([label, value]) => html`<div><dt>${called(label)}</dt><dd>${value}</dd></div>`)}</dl></details>` : nothing}
      ${this.looked && this.numbers ? html`<details class="numbers" open><summary>What its numbers are made of</summary>${Object.entries(this.numbers).filter(([, parts]) => parts.length).map(([label, parts]) => this.sum(label, parts))}</details>` : nothing}
      ${this.looked && unit.bars && this.owns(name) ? html`<label class="row s hands"><input type="checkbox" .checked=${this.holder(name).dice === 'own'} @change=${(event) => this.line.send({ t: 'seat', seat: this.holder(name).id, dice: event.target.checked ? 'own' : 'app' })} /> Real dice, thrown by hand, for ${this.holder(name).label}</label>` : nothing}</section>`
  }
  /** Whether a line of the log tells of somebody for whom these seats decide. */
  mine(line) { return Object.entries(this.view.units).some(([name, unit]) => this.owns(name) && line.p.some(([kind, text]) => kind === 'who' && text === unit.title)) }
  /** Whether one of these seats decides for somebody. */
  owns(name) { const seat = this.holder(name); return seat?.role === 'player' && this.you?.seats.includes(seat.id) }
  /** The seat that decides for somebody, and rolls their dice: their own, else that of the rest of their side. */
  holder(name) {
    const side = this.scene.sides[this.unit(name).side]?.seat
    return this.people.find((seat) => seat.units.includes(name)) || this.people.find((seat) => seat.side === side && !seat.units.length)
  }
  /** A number and its parts, each with its rule: they add up. */
  sum(label, parts) {
    const rule = (text) => (text.includes('.') ? html`<button class="rule" @click=${() => this.rule(text)}>${text}</button>` : text)
    const total = parts.reduce((sum, one) => sum + one[0], 0)
    if (parts.length === 1) return html`<table class="sums"><tbody><tr class="sum"><td>${called(label)} ${rule(parts[0][1])}</td><td>${total}</td></tr></tbody></table>`
    return html`<table class="sums"><tbody>${parts.map(([n, from], k) => html`<tr><td>${rule(from)}</td><td>${n < 0 ? '− ' : k ? '+ ' : ''}${Math.abs(n)}</td></tr>`)}<tr class="sum"><td>${called(label)}</td><td>${total}</td></tr></tbody></table>`
  }

  side() {
    if (!this.view) return html`<aside class="side" aria-label="Actions"><section><div class="skel"></div><div class="skel"></div><div class="skel tall"></div></section></aside>`
    return html`<aside class="side" tabindex="-1" aria-label=${this.gm ? 'Game master' : 'Actions and forecast'}>
      ${this.also(() => this.lapsed())}${this.also(() => this.banner())}${this.also(() => (this.vote ? this.votes() : nothing))}${this.hand.card()}
      ${this.also(() => (this.gm ? this.panel() : nothing))}
      ${this.choice?.kind === 'dice' ? pad(this) : this.choice ? html`${this.also(() => this.who())}${asks(this)}` : html`${this.looked ? this.who('') : nothing}${this.idle()}`}</aside>`
  }
  /** The game master's panel; its script comes when it is first opened. */
  panel() {
    if (this.panels) return this.panels.panel(this)
    return html`<section class="gm" role="status" aria-label="Game master"><div class="skel"></div><div class="skel tall"></div></section>`
  }
  banner() {
    if (this.trouble) return html`<div class="banner bad" role="alert">${icon('warn')}${this.trouble}</div>`
    if (this.state === 'off') return html`<div class="banner">${icon('off')}${this.offline}</div>`
    if (this.looking) return html`<div class="banner">${icon('eye')}<span class="grow">You look on through the eyes of ${this.people.find((one) => one.id === this.looking)?.label || 'them'}.</span><button class="btn" @click=${() => this.line.send({ t: 'look', seat: '' })}>Back to your view</button></div>`
    if (this.paused) return html`<div class="banner">${icon('pause')}${PAUSED}${this.turn?.whole ? ` The clock stands at ${this.time}.` : ''}</div>`
    if (this.older) return html`<div class="banner"><span class="grow">This page is older than the server: reload it. Whatever you did is kept.</span><button class="btn" @click=${() => location.reload()}>Reload</button></div>`
    return nothing
  }
  /** Who asks to go back: a whole side is several. */
  wish() {
    const { name, seat } = this.vote
    const asker = this.people.find((one) => one.id === seat)
    return `${name} ${asker?.role === 'player' && !asker.name && !asker.units.length ? 'ask' : 'asks'} to go back`
  }
  /** What an undo takes back, in words: what was done, and who did it. @param {{who: string, key: string}} step */
  step_of({ who, key }) {
    if (/^(the|an) /.test(key)) return `${key}${this.unit(who) ? ` of ${this.title(who)}` : ''}` // in words already: a ruling, or what is not for everybody
    const all = key.split(' ')
    const whom = all.filter((word) => this.unit(word))
    const place = all.findLast((word) => CELL.test(word))
    const said = (words(all.filter((word) => !this.unit(word) && !CELL.test(word)).join(' ')) || 'place').replace(/^space$/, 'place')
    const [, deed, link = all[0] === 'move' ? 'to' : 'at'] = said.match(/^(.*?)(?: (at|to|on))?$/)
    const onto = whom.length ? `: ${whom.map((one) => this.title(one)).join(', ')}` : place ? ` ${link} ${place}` : ''
    return `${capital(deed)}${onto}${this.unit(who) ? ` (${this.title(who)})` : ''}`
  }
  /** What goes with it. @param {{dice: number, answers: number}} cost */
  lost({ dice, answers }) {
    const gone = listed([dice && count(dice, 'die', 'dice'), answers && count(answers, 'answer')].filter(Boolean))
    const rest = dice ? 'the dice are not dealt again.' : 'no die has fallen since.'
    return gone ? `${gone} ${dice + answers === 1 ? 'vanishes' : 'vanish'}; ${rest}` : capital(rest)
  }
  votes() {
    const vote = this.vote
    const asks = this.you.seats.some((one) => vote.need.includes(one) && !vote.yes.includes(one))
    const say = (yes) => this.line.send({ t: 'vote', request: vote.id, yes })
    return html`<section class="card vote" aria-label="Request to go back"><h3>${this.wish()}</h3><p class="s muted">To before <b>${this.step_of(vote.cost)}</b>. ${this.lost(vote.cost)}</p>
      ${asks ? html`<div class="row"><button class="btn grow" @click=${() => say(true)}>Agree</button><button class="btn grow" @click=${() => say(false)}>Refuse</button></div>` : html`<div class="wait">Waiting for the others</div>${this.you.seats.includes(vote.seat) ? html`<button class="btn" @click=${() => say(false)}>Withdraw</button>` : nothing}`}</section>`
  }
  idle() {
    if (this.view.over) {
      const side = this.scene.sides.find((one) => one.id === this.view.winner)
      return html`<section class="outcome"><h2>${side ? `${side.name} win` : 'Nobody wins'}</h2><p class="muted">After ${count(this.view.round, 'round')}. <button class="rule" @click=${() => this.rule(this.view.over)}>${this.view.over}</button></p><a class="btn go big" href="/r/${this.id}" @click=${this.go}>${icon('play')}Watch it again</a>${this.beside('seal')}</section><section class="grow past"><h2 class="label">What happened</h2><ol class="log" tabindex="0">${this.log.slice(-24).map((one) => logList(one, this))}</ol></section>`
    }
    if (!this.turn) return nothing
    const who = this.unit(this.turn.who)
    const clock = this.clock()
    return html`<section>${clock}<div class="wait"><span>${this.turn.bot ? html`<b>${who ? who.title : 'The other side'}</b> acts` : html`Waiting for <b>${this.waiting()}</b>${this.asked_of(who)}`}</span></div></section>${who && !this.looked ? this.who(this.turn.who) : nothing}${this.plan.card()}${this.standing_orders()}<section class="grow past"><h2 class="label">What happened</h2><ol class="log" tabindex="0">${this.log.slice(-24).map((one) => logList(one, this))}</ol></section>`
  }
  standing_orders() {
    if (!this.orders.length) return nothing
    return html`<section class="orders"><h2 class="label">Standing orders</h2><ul>${this.orders.map((one) => html`<li class="row s"><span class="grow">${one.who ? `${this.title(one.who)}: ` : ''}always ${this.ordered(one)}</span><button class="rule" @click=${() => this.rule(one.rule)}>${one.rule}</button><button class="btn quiet icon" aria-label="Cancel this order" @click=${() => this.order(one.who, one.rule, '', one.of)}>${icon('x')}</button></li>`)}</ul></section>`
  }
  /** A standing order in words. Of its key the first word is what is done, the others may be somebody; ``of`` is somebody, a side, or what several are. */
  ordered({ key, of }) {
    const [deed, ...rest] = key.split(' ')
    const at = this.spelled(rest)
    const side = this.scene.sides.find((one) => one.id === of)
    const doing = this.unit(of) ? `${this.title(of)} does` : side ? `${side.name.replace(/^The /, 'the ')} do` : `any ${words(of)} does`
    return `${words(deed)}${at && ` ${at}`}${of && ` to what ${doing}`}, this fight`
  }
  /** ms that the clock of the open question has. */
  get left() { return Math.max(0, this.turn.left - Math.max(0, performance.now() - this.turnAt - (this.turn.still || 0))) }
  /** The same in minutes and seconds. */
  get time() { const all = Math.round(this.left / 1000); return `${Math.floor(all / 60)}:${`${all % 60}`.padStart(2, '0')}` }
  clock() {
    if (!this.turn?.whole) return nothing
    const { left } = this
    return html`<div class="clock" role="timer" aria-label="${Math.round(left / 1000)} seconds"><span class="bar grow"><i .style=${`width: ${(left / this.turn.whole) * 100}%`}></i></span>${this.time}</div>`
  }

  foot() {
    const lines = this.log.filter((one) => one.w <= 3).slice(-3)
    return html`<footer class="foot"><div class="log" role="log" aria-label="Log" aria-live="off" tabindex="0"><ol>${lines.map((one) => logList(one, this))}</ol></div>
      <div class="typed">${this.answer ? html`<p class="s muted said">${this.answer}</p>` : nothing}<form class="cmd" @submit=${(event) => this.type(event)}><span aria-hidden="true">›</span><input id="cmd" name="cmd" maxlength="400" autocomplete="off" autocapitalize="off" spellcheck="false" list="keys" aria-label="Type an option, or help" placeholder="type an option or help" /><datalist id="keys">${(this.choice?.groups || []).flatMap((one) => one.options).slice(0, 200).map((one) => html`<option value=${one.key}></option>`)}</datalist></form></div></footer>`
  }

  /** The drawers and the seal of the dice: their script comes when one of them is first wanted. @param {'drawers' | 'seal'} part */
  beside(part) {
    if (this.sheets) return this.sheets[part](this)
    script('drawers').then((found) => { if (!this.sheets) { this.sheets = found; this.draw() } })
    return nothing
  }
}
