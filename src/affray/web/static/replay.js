// A fight again, step by step: verified on the server, walked through here.
import { html, svg, nothing, render, percent, icon, toast, tables, keep, hold, call, anyLink, capital, words, save, top, logLine, logList } from './ui.js'
import { Board } from './board.js'
import { apply } from './net.js'

const EVERY = 25 // steps between two whole views that are kept

export class ReplayPage {
  /** @type {any} */ data = null
  /** @type {any} */ view = null
  /** @type {any[]} */ views = []
  /** @type {any} a rule that is read */ found = null
  /** @type {Board | null} */ board = null
  at = 0
  fault = ''
  text = ''
  token = ''
  playing = 0
  speed = 1
  closed = false
  /** @type {Course | null} how the fight stood, step by step */ course = null

  /** @param {HTMLElement} root @param {string} id @param {Function} go */
  constructor(root, id, go) {
    this.root = root
    this.id = id
    this.go = go
    this.keys = (event) => this.onKey(event)
    document.addEventListener('keydown', this.keys)
    if (id) {
      const mine = tables()[id]
      const seat = mine?.seats.gm || mine?.seats[mine.active[0]] || keep.get('owner', '')
      this.token = seat
      this.watch('gm').catch((fault) => { this.fault = fault.message; this.draw() })
    }
    this.draw()
  }
  end() { this.course?.stop(); this.board?.end(); clearInterval(this.playing); document.removeEventListener('keydown', this.keys); this.closed = true }
  /** Read the fight as a seat saw it: `gm` everything, '' what spectators did. */
  async watch(seat) {
    const asked = this.id ? call('GET', `tables/${this.id}/replay?seat=${encodeURIComponent(seat)}`, this.token) : call('POST', 'replays', anyLink(), { name: 'journal.jsonl', text: this.text, seat })
    this.use(await asked)
  }
  /** See it as somebody else did, at the same step. */
  async as(seat) {
    try { await this.watch(seat) } catch (fault) { toast(capital(fault.message)); this.draw() }
  }
  owns() { return Boolean(keep.get('owner', '')) }
  /** Work out how the fight stood, or stop that. */
  weigh() {
    if (this.course?.busy) this.course.stop()
    else {
      const ask = (body, signal) => (this.id ? call('POST', `tables/${this.id}/replay/chances`, this.token, body, signal) : call('POST', 'replays/chances', keep.get('owner', ''), { ...body, text: this.text }, signal))
      this.course ||= new Course(this.data.verified, ask, () => this.draw())
      this.course.run()
    }
    this.draw()
  }
  use(data) {
    this.data = data
    this.views = [structuredClone(data.view)]
    const view = structuredClone(data.view)
    data.frames.forEach((frame, k) => { apply(view, frame.set); if ((k + 1) % EVERY === 0) this.views.push(structuredClone(view)) })
    this.go_to(this.at)
  }
  async open(files) {
    this.fault = ''
    this.at = 0
    try { this.text = await files[0].text(); this.use(await call('POST', 'replays', anyLink(), { name: files[0].name, text: this.text })) } catch (fault) { this.fault = fault.faults?.[0] || fault.message }
    this.draw()
  }
  go_to(step) {
    const { frames } = this.data
    this.at = Math.max(0, Math.min(frames.length, step))
    const base = Math.floor(this.at / EVERY)
    this.view = structuredClone(this.views[base])
    for (let k = base * EVERY; k < this.at; k++) apply(this.view, structuredClone(frames[k].set))
    this.draw()
  }
  onKey(event) {
    if (!this.data || event.target.closest?.('input, select, .cells')) return
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }
    if (steps[event.key]) { event.preventDefault(); this.go_to(this.at + steps[event.key]) }
    else if (event.key === ' ' && event.target === document.body) { event.preventDefault(); this.play() }
  }
  play() {
    if (this.playing) { clearInterval(this.playing); this.playing = 0 } else {
      if (this.at === this.data.frames.length) this.go_to(0)
      this.playing = setInterval(() => { if (this.at >= this.data.frames.length) { clearInterval(this.playing); this.playing = 0; this.draw() } else this.go_to(this.at + 1) }, 700 / this.speed)
    }
    this.draw()
  }
  async branch() {
    try {
      const text = this.text || (await call('GET', `tables/${this.id}/journal`, this.token))
      const made = await call('POST', 'tables', keep.get('owner', ''), { journal: text, lines: this.at })
      const links = Object.fromEntries(made.seats.map((one) => [one.seat, one.token]))
      hold(made.id, () => ({ name: made.name, seats: links, active: [made.seats[0].seat] }))
      this.go(`/t/${made.id}`)
    } catch (fault) { toast(capital(fault.message)) }
  }
  async rule(id) {
    try { this.found = await call('GET', `rules/${this.data.scene.ruleset}/${id}`) } catch (fault) { this.found = { id, title: id, text: capital(fault.message) } }
    this.draw()
  }
  /** This moment as a case of the rules' own tests: a file to keep. */
  async export() {
    try {
      const text = this.text || (await call('GET', `tables/${this.id}/journal`, this.token))
      const found = await call('POST', 'cases', this.token || anyLink(), { text, lines: this.at })
      save(found.name, found.text)
    } catch (fault) { toast(capital(fault.message)) }
  }
  paced() { this.speed = this.speed === 4 ? 1 : this.speed * 2; if (this.playing) { this.play(); this.play() } else this.draw() }

  /** A step in words. */
  word(one) {
    const name = (who) => this.view.units[who]?.title || capital(words(who || ''))
    const told = one.log.filter((line) => line.w <= 2)
    return one.back ? capital(one.back) : logLine(told.at(-1) || one.log[0]) || (one.who ? `${name(one.who)}: ${one.key.split(' ').map((word) => this.view.units[word]?.title || words(word)).join(' ')}` : this.data.seats && this.data.as !== 'gm' ? 'Nothing to see' : 'Nothing of note')
  }

  draw() {
    if (this.closed) return
    const { data } = this
    if (!data) {
      render(html`${top(this.go, 'Replay')}<main class="alone">${this.fault ? html`<div class="banner bad" role="alert">${capital(this.fault)}</div>` : nothing}${this.id && !this.fault ? html`<div class="card pad"><div class="skel"></div><p class="muted">The fight is played again and checked, line by line.</p></div>` : html`<label class="drop card" @dragover=${(event) => event.preventDefault()} @drop=${(event) => { event.preventDefault(); this.open(event.dataTransfer.files) }}>Drop a journal here, or choose a file.<input type="file" accept=".jsonl,.json,.txt" @change=${(event) => this.open(event.target.files)} /></label>`}</main>`, this.root)
      this.root.className = 'page'
      return
    }
    const frame = this.at ? data.frames[this.at - 1] : null
    const word = (one) => this.word(one)
    const near = data.frames.map((one, k) => [one, k + 1]).slice(Math.max(0, this.at - 14), this.at + 8)
    const button = (pic, label, act, extra = '') => html`<button class="btn icon ${extra}" aria-label=${label} @click=${act}>${icon(pic)}</button>`
    render(html`<header class="top"><a class="brand" href="/" @click=${this.go} aria-label="Affray, all tables">${icon('prev')}</a><h1 class="cut">${data.name || 'Replay'}</h1><span class="chip wide">${data.scene.game}</span>${data.difference ? html`<span class="chip bad">${icon('warn')}${data.verified} of ${data.lines} as recorded</span>` : html`<span class="chip">${icon('check')}${data.verified} of ${data.lines} verified</span>`}<span class="grow"></span>${keep.get('owner') ? html`<button class="btn quiet" aria-label="Export this moment as a case" @click=${() => this.export()}>${icon('file')}<span class="wide">Case</span></button><button class="btn" aria-label="Branch here" @click=${() => this.branch()}>${icon('branch')}<span class="wide">Branch here</span></button>` : nothing}</header>
      <main class="map" tabindex="-1"></main>
      <aside class="side" aria-label="Steps">${data.difference ? html`<div class="banner bad">${data.difference}</div>` : nothing}${course(this)}${this.found ? html`<section class="read"><div class="row"><h2 class="grow">${this.found.title}</h2><button class="btn quiet icon" aria-label="Close" @click=${() => { this.found = null; this.draw() }}>${icon('x')}</button></div><p class="rule-id">${this.found.id}</p><p class="s rule-text">${this.found.text}</p>${this.found.ruling ? html`<p class="s muted rule-text">${this.found.ruling}</p>` : nothing}</section>` : nothing}<ol class="steps">${near.map(([one, k]) => html`<li><button aria-current=${k === this.at ? 'step' : 'false'} @click=${() => this.go_to(k)}><span class="at">${k}</span><span class="grow">${word(one)}${one.ruling ? html` <span class="chip">${one.ruling}</span>` : nothing}</span></button>${k === this.at && one.log.length ? html`<ol class="log">${one.log.map((line) => logList(line, this))}</ol>` : nothing}</li>`)}</ol></aside>
      <footer class="replay-bar">${this.course ? this.course.line(this) : nothing}<input type="range" min="0" max=${data.frames.length} .value=${String(this.at)} aria-label="Step" @input=${(event) => this.go_to(Number(event.target.value))} /><div class="row steer">${button('first', 'To the start', () => this.go_to(0))}${button('prev', 'One step back', () => this.go_to(this.at - 1))}${button(this.playing ? 'pause' : 'play', this.playing ? 'Stop' : 'Play', () => this.play(), 'go')}${button('next', 'One step on', () => this.go_to(this.at + 1))}${button('last', 'To the end', () => this.go_to(data.frames.length))}<button class="btn quiet" aria-label="Speed ${this.speed}, change" @click=${() => this.paced()}>${this.speed}×</button></div>
        <div class="row told"><span class="grow cut"><b>Step ${this.at}</b> of ${data.frames.length}<span class="wide"> · round ${this.view.round}</span>${frame ? html` · ${word(frame)}` : nothing}</span>${data.seats ? html`<select class="field small" aria-label="View as" @change=${(event) => this.as(event.target.value)}>${data.seats.map(([seat, name]) => html`<option value=${seat} ?selected=${seat === data.as}>${seat === 'gm' ? 'All is shown' : `As ${name}`}</option>`)}</select>` : nothing}</div></footer>`, this.root)
    this.root.className = 'page replay'
    if (!this.board) this.board = new Board(this.root.querySelector('.map'), { pick: () => {}, hover: () => {}, label: (at) => { const [x, y] = at; const who = Object.values(this.view.units).find((one) => one.at && one.at[0] === x && one.at[1] === y); return `${x},${y}${who ? `; ${who.title}` : ''}` } })
    if (this.board.scene !== data.scene) this.board.begin(data.scene)
    this.board.draw(this.view, { now: this.view.active })
    this.root.querySelector('.steps [aria-current=step]')?.scrollIntoView({ block: 'nearest' })
  }
}

// -- how a fight stood along its journal: the chance of winning, what was luck and what decision ------

const COARSE = 14 // steps of the first look
const AT_ONCE = 24 // steps asked for at a time
const SURE = 200 // fights from each of the greatest marks, with dice of their own
const MOST = 3 // marks of a kind
const TRIED = 5 // of a kind that are looked at again
const KINDS = { luck: ['Luck', 'M0 -6L6 0L0 6L-6 0Z'], decision: ['Decision', 'M-5 5H5L0 -6Z'], ruling: ['Ruling', 'M-5 -5H5V5H-5Z'] }
const points = (parts) => `${parts > 0 ? '+' : parts < 0 ? '−' : ''}${Math.round(Math.abs(parts) / 100)}`

class Course {
  /** @type {Map<number, any>} what is known, by step */ known = new Map()
  /** @type {any[]} the greatest of each kind, looked at again */ marks = []
  /** @type {string[]} */ sides = []
  busy = false
  done = 0
  /** @type {AbortController | null} */ work = null

  /** @param {number} steps @param {Function} ask asks the server @param {Function} draw */
  constructor(steps, ask, draw) { this.steps = steps; this.ask = ask; this.draw = draw }

  stop() { this.work?.abort(); this.busy = false }

  /** Work it out: a first look, then every step, then the greatest once more. */
  async run() {
    this.busy = true
    this.work = new AbortController()
    const { signal } = this.work
    try {
      const every = Array.from({ length: this.steps + 1 }, (_, k) => k)
      const some = new Set(Array.from({ length: COARSE + 1 }, (_, k) => Math.round((k * this.steps) / COARSE)))
      if (this.known.size < some.size) await this.fetch([...some], {}, signal)
      while (this.done <= this.steps) {
        const left = await this.fetch(every.slice(this.done, this.done + AT_ONCE), { split: true }, signal)
        this.done = left.length ? left[0] : this.done + AT_ONCE
      }
      if (!this.marks.length) this.marks = await this.greatest(signal)
    } catch (fault) { if (!signal.aborted) toast(capital(fault.message)) }
    if (this.work?.signal === signal) this.busy = false
    this.draw()
  }
  async fetch(lines, how, signal) {
    const found = await this.ask({ lines, ...how }, signal)
    this.sides = found.sides
    for (const one of found.points) this.known.set(one.line, one)
    this.draw()
    return found.left
  }
  /** The greatest luck, decisions and rulings: found roughly, told from fresh dice, none that may be nothing. */
  async greatest(signal) {
    const size = (one, kind) => Math.abs(one[kind][0])
    const all = [...this.known.values()]
    const tried = Object.keys(KINDS).flatMap((kind) => all.filter((one) => one[kind] && size(one, kind)).sort((a, b) => size(b, kind) - size(a, kind)).slice(0, TRIED).map((one) => [kind, one.line]))
    const marks = []
    for (const [kind, line] of tried) {
      const { points: [found] } = await this.ask({ lines: [line], split: true, runs: SURE, fresh: 10_000 }, signal)
      if (found?.[kind] && size(found, kind) > found[kind][1]) marks.push({ kind, line, by: found[kind][0], error: found[kind][1], runs: found.runs })
    }
    return Object.keys(KINDS).flatMap((kind) => marks.filter((one) => one.kind === kind).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, MOST))
  }

  /** The line over the bar of steps; a press goes to the step below it. */
  line(page) {
    const some = [...this.known.values()].sort((a, b) => a.line - b.line)
    if (!some.length) return nothing
    const x = (one) => ((one.line / Math.max(this.steps, 1)) * 1000).toFixed(1)
    const y = (parts) => (100 - parts / 100).toFixed(1)
    const band = [...some.map((one) => `${x(one)},${y(one.high)}`), ...some.reverse().map((one) => `${x(one)},${y(one.low)}`)].join(' ')
    const path = some.reverse().map((one) => `${x(one)},${y(one.sides[0])}`).join(' ')
    const press = (event) => { const box = event.currentTarget.getBoundingClientRect(); page.go_to(Math.round(((event.clientX - box.left) / box.width) * this.steps)) }
    const share = (line) => `${((line / Math.max(this.steps, 1)) * 100).toFixed(2)}%`
    return html`<svg class="course" aria-hidden="true" @click=${press}>${svg`<svg viewBox="0 0 1000 100" preserveAspectRatio="none"><line class="half" x1="0" x2="1000" y1="50" y2="50" /><polygon points=${band} /><polyline points=${path} /></svg>
      ${this.marks.map((one) => svg`<svg class="mark ${one.kind}" x=${share(one.line)} y=${`${100 - this.at(one.line) / 100}%`}><path d=${KINDS[one.kind][1]} /></svg>`)}
      <line class="now" x1=${share(page.at)} x2=${share(page.at)} y1="0" y2="100%" />`}</svg>`
  }
  at(line) { return this.known.get(line)?.sides[0] ?? 5000 }

  /** What is known of a step: its own figures, else those of the last known before it. */
  near(step) {
    let found = null
    for (const one of this.known.values()) if (one.line <= step && (!found || one.line > found.line)) found = one
    return found
  }
}

/** What stands beside the steps: how it stands here, and the marks as a list. */
function course(page) {
  const { course: it, data } = page
  if (!page.id && !page.owns()) return nothing
  const side = data.scene.sides[0]?.name || 'the first side'
  const here = it?.near(page.at)
  const ready = it && it.done > it.steps
  const label = it?.busy ? 'Stop' : !it ? 'Work it out' : ready && it.marks.length ? '' : ready ? '' : 'Go on'
  const word = (one) => `${points(one.by)} for ${side} (± ${Math.round(one.error / 100)} points of a hundred)`
  const told = (one) => page.word(data.frames[one.line - 1])
  return html`<section class="read chances"><div class="row"><h2 class="grow">Chance of winning</h2>${label ? html`<button class="btn" @click=${() => page.weigh()}>${it?.busy ? icon('pause') : icon('play')}${label}</button>` : nothing}</div>
    ${here ? html`<p class="s"><b>${side} ${percent(here.sides[0], 0)}</b>${here.exact ? ', as it ended' : ` (${percent(here.low, 0)} to ${percent(here.high, 0)}; ${here.runs} fights played on by plain programs from step ${here.line})`}</p>` : html`<p class="s muted">Plain programs play on from the steps, again and again; what was luck and what decision is told with its error.</p>`}
    ${it?.busy ? html`<p class="s faint" role="status">${ready ? 'The greatest are looked at once more …' : `${Math.min(it.done, it.steps)} of ${it.steps} steps`}</p>` : nothing}
    ${ready && !it.busy && !it.marks.length ? html`<p class="s muted">Nothing stands out of the error.</p>` : nothing}
    ${it?.marks.length ? html`<ul class="marks">${it.marks.map((one) => html`<li><button @click=${() => page.go_to(one.line)} aria-current=${page.at === one.line ? 'step' : 'false'}><svg class="mark ${one.kind}" viewBox="-7 -7 14 14" aria-hidden="true"><path d=${KINDS[one.kind][1]} /></svg><span class="grow"><b>${KINDS[one.kind][0]}, step ${one.line}:</b> ${word(one)} <span class="muted">${told(one)}</span></span></button></li>`)}</ul>` : nothing}</section>`
}
