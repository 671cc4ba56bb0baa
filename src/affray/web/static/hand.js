// What a hand does at the table besides choosing: keys of one's own, pings, arrows, the ruler.
import { html, nothing, icon, keep, say, toast, capital } from './ui.js'

// -- keys of one's own ----------------------------------------------------------------------------

/** What single keys do: what it is called here, the key it has unless somebody says otherwise, what it is for. */
export const ACTS = [
  ['next', 't', 'next target'], ['previous', 'T', 'previous target'], ['cell', 'm', 'first cell to go to'],
  ['turn', 'r', 'turn an area'], ['way', 'w', 'draw the way step by step'], ['end', 'e', 'end, pass, stop'],
  ['look', 'i', 'look at who stands here'], ['point', 'p', 'point at a cell, for everybody'], ['ruler', 'k', 'the ruler'],
  ['hint', 'h', 'hint'], ['undo', 'u', 'undo'], ['repeat', 'l', 'repeat what was said'], ['gm', 'g', 'the game master’s panel'],
  ['command', '/', 'command line'], ['help', '?', 'these settings'],
]
/** What keeps its keys: they write nothing, so that nobody speaks or types them by mistake. */
export const FIXED = [['arrows', 'walk over the board'], ['Enter', 'pick a cell; again: do it'], ['Backspace', 'one step of the way back'], ['Esc', 'back'], ['F6', 'next region']]
export const NUMBERS = 'numbers'
const TAKEN = /^[0-9 ]$/

/** Whether this device sounds, or keeps its screen on while its holder is asked: a phone does that unless it is told not to. @param {'sounds' | 'awake'} what */
export const does = (what) => keep.get(what, what === 'awake' && matchMedia('(pointer: coarse)').matches)
export const own = () => keep.get('shortcuts', {})
/** The key of an act on this device, "" if it has none. @param {string} act */
export const keyOf = (act) => own()[act] ?? ACTS.find(([id]) => id === act)?.[1] ?? ''
/** Whether the numbers pick what to do. */
export const numbered = () => keep.get('keys', true) !== false && own()[NUMBERS] !== 'off'
/** What a key does on this device, "" nothing. @param {string} key */
export const actOf = (key) => ACTS.find(([id]) => keyOf(id) === key)?.[0] || ''
export function change(act, key) { keep.set('shortcuts', { ...own(), [act]: key }) }

/** The list of keys, in which each can be changed: by page, which is drawn anew. */
export class Keys {
  /** @param {any} page */
  constructor(page) {
    this.page = page
    this.wanted = '' // whose key is waited for
    this.clash = '' // a key that something else has
    this.told = ''
  }
  get open() { return this.page.drawer === 'help' }
  tell(text) { this.told = text; say(text); this.page.draw() }

  /** Wait for the new key of an act; pressed again: never mind. @param {string} act */
  ask(act) {
    this.wanted = this.wanted === act ? '' : act
    this.clash = ''
    this.tell(this.wanted ? `Press the new key for: ${this.name(act)}. Delete: none. Esc: as it was.` : '')
  }
  name(act) { return ACTS.find(([id]) => id === act)?.[2] || '' }

  /** Take the key that was waited for; whether one was. @param {KeyboardEvent} event */
  take(event) {
    const act = this.open ? this.wanted : ''
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return false
    const { key } = event
    if (key === 'Tab' || key === 'Shift' || key === 'Enter') return false
    event.preventDefault()
    if (key === 'Escape') { this.ask(act); return true }
    if (key === 'Delete' || key === 'Backspace') { this.wanted = ''; change(act, ''); this.tell(`${capital(this.name(act))} has no key now.`); return true }
    if ([...key].length !== 1 || TAKEN.test(key)) { this.tell('Letters and signs can be taken: numbers pick what to do, and the others keep what they do.'); return true }
    const other = actOf(key)
    if (other && other !== act && this.clash !== key) { this.clash = key; this.tell(`“${key}” is taken: ${this.name(other)}. Press it again to take it from there.`); return true }
    if (other && other !== act) change(other, '')
    change(act, key)
    this.wanted = this.clash = ''
    this.tell(other && other !== act ? `“${key}”: ${this.name(act)}. ${capital(this.name(other))} has no key now.` : `“${key}”: ${this.name(act)}.`)
    return true
  }
  reset() { keep.set('shortcuts', {}); this.wanted = this.clash = ''; this.tell('All keys are as they were.') }
}

// -- pointing ---------------------------------------------------------------------------------------

const SHOWN = 5000 // ms for which a ping is seen; it fades at the end
const REST = 120 // ms before the end of the ruler is measured
const PACE = 350 // ms between two measurements
const same = (a, b) => `${a}` === `${b}`

export class Hand {
  /** @type {any[]} what others, and oneself, point at just now */ pings = []
  askedAt = 0
  /** @type {{from: number[], to: number[] | null, says: string[][]} | null} */ ruler = null

  /** @param {any} page the table's */
  constructor(page) { this.page = page }
  get may() { return this.page.you && this.page.you.role !== 'spectator' && this.page.view }

  /** Somebody points at something. */
  hear({ seat, name, at, to, far }) {
    const one = { seat, name, at, to, far }
    this.pings = [...this.pings.filter((old) => old.seat !== seat), one]
    setTimeout(() => { this.pings = this.pings.filter((old) => old !== one); this.page.draw() }, SHOWN)
    const where = (place) => { const who = this.page.unit(this.page.unitAt(place)); return who ? `${who.title} at ${place.join()}` : place.join() }
    say(to ? `${name} points from ${where(at)} to ${where(to)}: ${far}` : `${name} points at ${where(at)}`)
  }
  /** Point at a cell, or from one to another, for everybody; nothing of it is kept. */
  async point(at, to = null) {
    if (!this.may) return
    try { await this.page.line.tell({ t: 'ping', at, ...(to ? { to } : {}) }) } catch (fault) { toast(capital(fault.text)) }
  }

  /** Take up the ruler or lay it down; it begins at a cell, else at who acts. @param {number[] | null} from */
  measure(from = null) {
    const { page } = this
    if (!this.may) return
    if (this.ruler && !from) { this.ruler = null; return page.draw() }
    const inside = page.root.querySelector('.cells')?.contains(document.activeElement)
    const begin = from || (inside ? page.board.cursor : page.unit(page.choice?.who || page.turn?.who)?.at) || page.board.cursor
    this.ruler = { from: [...begin], to: null, says: [] }
    page.board.move(begin, !from)
    say(`Ruler from ${begin.join()}. Go to the other end; Enter shows it to everybody, ${keyOf('ruler') || 'Esc'} ends.`)
    page.draw()
  }
  /** The other end of the ruler goes to a cell. @param {number[] | null} at */
  stretch(at) {
    const { ruler } = this
    if (!ruler || !at || same(at, ruler.to) || (!ruler.to && same(at, ruler.from))) return
    ruler.to = [...at]
    ruler.says = []
    clearTimeout(this.resting)
    this.resting = setTimeout(() => this.ask(), Math.max(REST, PACE - (performance.now() - this.askedAt)))
    this.page.draw()
  }
  async ask() {
    const { ruler } = this
    if (!ruler?.to) return
    this.askedAt = performance.now()
    const { from, to } = ruler
    try {
      const { says } = await this.page.line.ask('measure', from.join(), to.join())
      if (this.ruler !== ruler || !same(ruler.to, to)) return
      ruler.says = says
      say(`${from.join()} to ${to.join()}: ${says.map(([text]) => text).join(', ')}`)
    } catch (fault) { if (this.ruler === ruler && same(ruler.to, to)) { if (fault.code === 'busy') this.resting = setTimeout(() => this.ask(), 300); else ruler.says = [[capital(fault.text || 'that cannot be measured'), '']] } }
    this.page.draw()
  }
  /** A cell is picked while the ruler lies there: its other end, and once more for everybody. */
  pick(at) {
    if (this.ruler.to && same(at, this.ruler.to)) return this.show()
    if (!this.ruler.to && same(at, this.ruler.from)) return this.show()
    this.stretch(at)
  }
  show() { this.point(this.ruler.from, this.ruler.to) }
  /** An arrow is drawn with the ruler or with Alt held: it is measured as it grows, and shown when it is let go. */
  drawn(from, to, done) {
    if (!this.may) return
    if (!this.ruler || !same(this.ruler.from, from)) this.ruler = { from: [...from], to: null, says: [] }
    if (same(from, to)) { if (done) { this.ruler = null; this.point(from) } return this.page.draw() }
    this.stretch(to)
    if (done) this.point(from, to)
  }

  marks() { return { pings: this.pings, ruler: this.ruler } }

  card() {
    const { ruler, page } = this
    if (!ruler) return nothing
    const { from, to, says } = ruler
    const whole = html`<b>${from.join()}</b>${to ? html` to <b>${to.join()}</b>` : ''}`
    return html`<section class="ruler" aria-label="Ruler"><div class="row"><h2 class="grow">${icon('ruler')}${whole}</h2><button class="btn quiet icon" aria-label="Lay the ruler down" @click=${() => this.measure()}>${icon('x')}</button></div>
      ${says.length ? html`<ul>${says.map(([text, rule]) => html`<li class="row s"><span class="grow">${capital(text)}</span>${rule ? html`<button class="rule" @click=${() => page.rule(rule)}>${rule}</button>` : nothing}</li>`)}</ul>` : html`<p class="s muted">${to ? 'Measuring …' : 'Pick the other end on the board'}</p>`}
      <div class="row"><button class="btn grow" @click=${() => this.show()}>${icon('pin')}${to ? 'Show everybody' : 'Point here'}</button>${to ? html`<button class="btn" @click=${() => this.measure(to)}>Go on from there</button>` : nothing}</div></section>`
  }
}
