// A fight again, step by step: verified on the server, walked through here.
import { html, nothing, render, icon, toast, tables, keep, hold, call, capital, words, save, logLine, logList } from './ui.js'
import { Board } from './board.js'
import { apply } from './net.js'
import { top } from './lobby.js'

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
      call('GET', `tables/${id}/replay`, seat).then((data) => this.use(data), (fault) => { this.fault = fault.message; this.draw() })
    }
    this.draw()
  }
  end() { this.board?.end(); clearInterval(this.playing); document.removeEventListener('keydown', this.keys); this.closed = true }
  use(data) {
    this.data = data
    this.views = [structuredClone(data.view)]
    const view = structuredClone(data.view)
    data.frames.forEach((frame, k) => { apply(view, frame.set); if ((k + 1) % EVERY === 0) this.views.push(structuredClone(view)) })
    this.go_to(0)
  }
  async open(files) {
    this.fault = ''
    try { this.text = await files[0].text(); this.use(await call('POST', 'replays', '', { name: files[0].name, text: this.text })) } catch (fault) { this.fault = fault.faults?.[0] || fault.message }
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
      const found = await call('POST', 'cases', '', { text, lines: this.at })
      save(found.name, found.text)
    } catch (fault) { toast(capital(fault.message)) }
  }
  paced() { this.speed = this.speed === 4 ? 1 : this.speed * 2; if (this.playing) { this.play(); this.play() } else this.draw() }

  draw() {
    if (this.closed) return
    const { data } = this
    if (!data) {
      render(html`${top(this.go, 'Replay')}<main class="alone">${this.fault ? html`<div class="banner bad" role="alert">${capital(this.fault)}</div>` : nothing}${this.id && !this.fault ? html`<div class="card pad"><div class="skel"></div><p class="muted">The fight is played again and checked, line by line.</p></div>` : html`<label class="drop card" @dragover=${(event) => event.preventDefault()} @drop=${(event) => { event.preventDefault(); this.open(event.dataTransfer.files) }}>Drop a journal here, or choose a file.<input type="file" accept=".jsonl,.json,.txt" @change=${(event) => this.open(event.target.files)} /></label>`}</main>`, this.root)
      this.root.className = 'page'
      return
    }
    const frame = this.at ? data.frames[this.at - 1] : null
    const name = (one) => this.view.units[one]?.title || capital(words(one || ''))
    const sentence = (one) => { const told = one.log.filter((line) => line.w <= 2); return logLine(told.at(-1) || one.log[0]) }
    const word = (one) => (one.back ? `${capital(one.back)}` : sentence(one) || (one.who ? `${name(one.who)}: ${words(one.key)}` : 'Nothing to see'))
    const near = data.frames.map((one, k) => [one, k + 1]).slice(Math.max(0, this.at - 14), this.at + 8)
    const button = (pic, label, act, extra = '') => html`<button class="btn icon ${extra}" aria-label=${label} @click=${act}>${icon(pic)}</button>`
    render(html`<header class="top"><a class="brand" href="/" @click=${this.go} aria-label="Affray, all tables">${icon('prev')}</a><h1 class="cut">${data.name || 'Replay'}</h1><span class="chip wide">${data.scene.game}</span>${data.difference ? html`<span class="chip bad">${icon('warn')}${data.verified} of ${data.lines} as recorded</span>` : html`<span class="chip">${icon('check')}${data.verified} of ${data.lines} verified</span>`}<span class="grow"></span>${keep.get('owner') ? html`<button class="btn quiet" aria-label="Export this moment as a case" @click=${() => this.export()}>${icon('file')}<span class="wide">Case</span></button><button class="btn" aria-label="Branch here" @click=${() => this.branch()}>${icon('branch')}<span class="wide">Branch here</span></button>` : nothing}</header>
      <main class="map" tabindex="-1"></main>
      <aside class="side" aria-label="Steps">${data.difference ? html`<div class="banner bad">${data.difference}</div>` : nothing}${this.found ? html`<section class="read"><div class="row"><h2 class="grow">${this.found.title}</h2><button class="btn quiet icon" aria-label="Close" @click=${() => { this.found = null; this.draw() }}>${icon('x')}</button></div><p class="rule-id">${this.found.id}</p><p class="s rule-text">${this.found.text}</p>${this.found.ruling ? html`<p class="s muted rule-text">${this.found.ruling}</p>` : nothing}</section>` : nothing}<ol class="steps">${near.map(([one, k]) => html`<li><button aria-current=${k === this.at ? 'step' : 'false'} @click=${() => this.go_to(k)}><span class="at">${k}</span><span class="grow">${word(one)}${one.ruling ? html` <span class="chip">${one.ruling}</span>` : nothing}</span></button>${k === this.at && one.log.length ? html`<ol class="log">${one.log.map((line) => logList(line, this))}</ol>` : nothing}</li>`)}</ol></aside>
      <footer class="replay-bar"><input type="range" min="0" max=${data.frames.length} .value=${String(this.at)} aria-label="Step" @input=${(event) => this.go_to(Number(event.target.value))} /><div class="row">${button('first', 'To the start', () => this.go_to(0))}${button('prev', 'One step back', () => this.go_to(this.at - 1))}${button(this.playing ? 'pause' : 'play', this.playing ? 'Stop' : 'Play', () => this.play(), 'go')}${button('next', 'One step on', () => this.go_to(this.at + 1))}${button('last', 'To the end', () => this.go_to(data.frames.length))}<button class="btn quiet" aria-label="Speed ${this.speed}, change" @click=${() => this.paced()}>${this.speed}×</button>
        <span class="grow cut"><b>Step ${this.at}</b> of ${data.frames.length} · round ${this.view.round}${frame ? html` · ${word(frame)}` : nothing}</span></div></footer>`, this.root)
    this.root.className = 'page replay'
    if (!this.board) this.board = new Board(this.root.querySelector('.map'), { pick: () => {}, hover: () => {}, label: (at) => { const [x, y] = at; const who = Object.values(this.view.units).find((one) => one.at && one.at[0] === x && one.at[1] === y); return `${x},${y}${who ? `; ${who.title}` : ''}` } })
    if (this.board.scene !== data.scene) this.board.begin(data.scene)
    this.board.draw(this.view, { now: this.view.active })
    this.root.querySelector('.steps [aria-current=step]')?.scrollIntoView({ block: 'nearest' })
  }
}
