// The lobby, a new table, and sitting down.
import { html, nothing, render, icon, top, toast, keep, tables, hold, drop, call, capital, words, count, listed, percent, learnPrograms, programOptions, qr, Fault } from './ui.js'
import { drawGround } from './board.js'
import { shape, sideOf, token } from './pieces.js'

/** A small picture of a board on a canvas. */
export function thumbnail(canvas, scene, view, wide) {
  const cell = Math.max(4, Math.min(wide / scene.width, (wide * 0.68) / scene.height))
  drawGround(canvas, { ...scene, exits: [] }, view, cell, 0)
  const g = canvas.getContext('2d')
  const style = getComputedStyle(document.documentElement)
  for (const unit of Object.values(view.units)) {
    if (!unit.at || unit.down) continue
    const r = Math.max(cell * 0.42, 3) * (unit.size || 1)
    const path = new Path2D(shape(sideOf(unit.side), r))
    g.save()
    g.translate((unit.at[0] + (unit.size || 1) / 2) * cell, (unit.at[1] + (unit.size || 1) / 2) * cell)
    g.fillStyle = style.getPropertyValue(`--${sideOf(unit.side)}`)
    g.strokeStyle = style.getPropertyValue('--rim')
    g.lineWidth = 1
    g.fill(path)
    g.stroke(path)
    g.restore()
  }
}
/** Bring what went wrong into sight, with the keys: it is seen and heard wherever one was. @param {HTMLElement} root @param {string} place */
const tell = (root, place) => { const told = /** @type {HTMLElement | null} */ (root.querySelector(place)); told?.focus({ preventScroll: true }); told?.scrollIntoView({ block: 'nearest' }) }
const pictures = (root, all) => { const rem = parseFloat(getComputedStyle(document.documentElement).fontSize); for (const canvas of root.querySelectorAll('canvas[data-of]')) { const one = all.get(canvas.dataset.of); if (one) thumbnail(canvas, one.scene, one.view, canvas.classList.contains('big') ? Math.min(canvas.parentElement.clientWidth - 42, 22.25 * rem) : 10.5 * rem) } }

export class LobbyPage {
  found = new Map()
  gone = new Set()
  loaded = false
  closed = false

  /** @param {HTMLElement} root @param {string} _ @param {Function} go */
  constructor(root, _, go) {
    this.root = root
    this.go = go
    this.refresh = () => this.load()
    this.timer = setInterval(this.refresh, 8000)
    this.repaint = () => this.draw()
    addEventListener('theme', this.repaint)
    this.draw()
    this.load()
  }
  end() { clearInterval(this.timer); removeEventListener('theme', this.repaint); this.closed = true }
  async load() {
    const mine = Object.entries(tables()).sort((a, b) => b[1].at - a[1].at).slice(0, 24)
    await Promise.all(mine.map(async ([id, one]) => {
      for (const seat of new Set([...one.active, ...Object.keys(one.seats)])) {
        try { this.found.set(id, await call('GET', `tables/${id}`, one.seats[seat])); this.gone.delete(id); return } catch (fault) { if (!(fault instanceof Fault) || ![403, 404].includes(fault.status)) return }
      }
      this.gone.add(id) // no link opens it
    }))
    this.loaded = true
    this.draw()
  }
  draw() {
    if (this.closed) return
    const all = [...this.found.values()]
    const mine = all.filter((one) => one.status !== 'over' && one.mine)
    const waiting = all.filter((one) => one.status !== 'over' && !one.mine)
    const over = all.filter((one) => one.status === 'over')
    const block = (title, list) => (list.length ? html`<h2 class="label">${title}</h2><ul class="cards">${list.map((one) => this.card(one))}</ul>` : nothing)
    render(html`${top(this.go)}<main class="lobby"><h1 class="sr">Tables</h1>
      ${!this.loaded && Object.keys(tables()).length ? html`<div class="skel tall"></div>` : nothing}
      ${block('Your turn', mine)}${block('Waiting', waiting)}${block('Finished', over)}
      ${this.loaded && !all.length ? html`<div class="card empty"><h1>No tables yet</h1><p class="muted">${keep.get('owner') ? 'Start one, or open a link that a game master sent you.' : 'Open a link that a game master sent you.'}</p>${keep.get('owner') ? html`<a class="btn go big" href="/new" @click=${this.go}>New table</a>` : nothing}</div>` : nothing}
      ${[...this.gone].map((id) => html`<p class="s muted row">${tables()[id]?.name || 'A table'} opens no more. <button class="btn quiet" @click=${() => { drop(id); this.gone.delete(id); this.draw() }}>Forget it</button></p>`)}</main>`, this.root)
    this.root.className = 'page'
    pictures(this.root, this.found)
  }
  card(one) {
    const state = one.status === 'over' ? `${one.game} · finished in round ${one.round}` : `${one.game} · ${one.round ? `round ${one.round}` : 'not begun'} · ${one.mine ? 'you are asked' : one.status === 'paused' ? 'paused' : one.waiting.length ? `waiting for ${one.waiting.join(', ')}` : 'programs play'}`
    const crew = Object.values(one.view.units).filter((unit) => !unit.down).slice(0, 14)
    return html`<li class="card table-card ${one.mine && one.status !== 'over' ? 'mine' : ''}"><canvas class="thumb" data-of=${one.id} aria-hidden="true"></canvas><div class="grow"><h3>${one.name}</h3><p class="s muted">${state}</p><div class="crew">${crew.map((unit) => token(unit, 20))}</div></div>
      ${one.status === 'over' ? html`<a class="btn" href="/r/${one.id}" @click=${this.go}>${icon('play')}Replay</a>` : html`<a class="btn ${one.mine ? 'go' : ''}" href="/t/${one.id}" @click=${this.go}>${one.mine ? 'Play' : 'Open'}</a>`}</li>`
  }
}

// -- whether an encounter is fair ---------------------------------------------------------------------

const between = ([, low, high]) => `${Math.round(low / 100)} to ${Math.round(high / 100)} %`

/** Chances of 10,000 in whole percents that add up as the chances do; what may happen is not told as 0, what may fail not as 100. @param {number[]} parts */
function wholes(parts) {
  const found = parts.map((n) => Math.floor(n / 100))
  const order = [...parts.keys()].sort((a, b) => (parts[b] % 100) - (parts[a] % 100))
  const lacks = Math.round(parts.reduce((sum, n) => sum + n, 0) / 100) - found.reduce((sum, n) => sum + n, 0)
  for (const k of order.slice(0, lacks)) found[k]++
  return found.map((n, k) => (parts[k] && !n ? '<1' : n > 99 && parts[k] < 10_000 ? '>99' : `${n}`))
}

/** The question, the wait or the answer; ``ask`` is called with how many fights are to be played, 0 as many as usual. */
function fairness(found, ask) {
  if (!found) return html`<button class="btn wide-btn" @click=${() => ask(0)}>Is it fair?</button>`
  if (found.waits) return html`<p class="s muted" role="status">Fights between plain players are played: a moment.</p><div class="skel"></div>`
  const [us] = found.sides
  const known = found.words.length === 1
  const shown = wholes([...found.sides.map((one) => one.wins[0]), found.draws[0]])
  return html`<section class="verdict" aria-label="Is it fair?"><h3>${known ? capital(found.words[0]) : `Not decided: ${listed(found.words, 'or')}`}</h3>
    <div class="stack" role="img" aria-label=${[...found.sides.map((one) => `${one.name} ${percent(one.wins[0])}`), `drawn ${percent(found.draws[0])}`].join(', ')}>${found.sides.map((one, k) => html`<span class=${`side-${sideOf(k)}`} .style=${`flex: ${one.wins[0]} 1 0`}>${one.wins[0] >= 700 ? shown[k] : ''}</span>`)}${found.draws[0] ? html`<span class="o-none" .style=${`flex: ${found.draws[0]} 1 0`}></span>` : nothing}</div>
    <p class="s">${us.name} win ${shown[0]} % (${between(us.wins)}) of ${count(found.fights, 'fight')} between plain players${found.draws[0] ? `; drawn: ${shown.at(-1)} %` : ''}. Half end within ${count(found.rounds[0], 'round')}, nine of ten within ${found.rounds[1]}.</p>
    ${found.unfinished ? html`<p class="s">${count(found.unfinished, 'fight')} did not end.</p>` : nothing}
    ${found.telling.length ? html`<p class="s">${found.swings ? `${capital(found.swings)}. ` : ''}What moves the chance to win most: ${listed(found.telling)}.</p>` : nothing}
    <details><summary>Who falls how often</summary><table class="sums"><tbody>${found.fallen.map((one) => html`<tr><td><i class="dot side-${sideOf(one.side)}"></i> ${one.name}</td><td class="muted">${between(one.falls)}</td><td><b>${percent(one.falls[0], 0)}</b></td></tr>`)}</tbody></table></details>
    ${found.fights < found.most && !known ? html`<button class="btn wide-btn" @click=${() => ask(found.most)}>Play up to ${found.most.toLocaleString('en')} to be surer</button>` : nothing}</section>`
}

// -- a new table ---------------------------------------------------------------------------------------

const LARGEST = 2 * 1024 * 1024 // bytes of a file
const HOW = { me: 'I play', split: 'A link for each', link: 'One link' }

export class NewPage {
  /** @type {any[]} */ list = []
  /** @type {any} */ chosen = null
  /** @type {any} */ preview = null
  /** @type {any} the table that was begun */ made = null
  /** @type {any} whether it is fair: the answer, or that it is waited for */ fair = null
  /** @type {string[]} of what was brought */ faults = []
  /** @type {string[]} why the table does not begin */ refusal = []
  /** @type {Map<string, string>} the codes of links that were looked at */ codes = new Map()
  /** @type {Record<string, string>} */ packs = {}
  /** @type {{name: string, text: string} | null} */ file = null
  /** @type {Record<string, string>} */ seats = {}
  game = ''
  numbers = 'exact'
  undo = 'free'
  reaction = 0
  turn = 0
  chat = true
  delay = 0
  busy = false
  closed = false

  /** @param {HTMLElement} root @param {string} _ @param {Function} go */
  constructor(root, _, go) {
    this.root = root
    this.go = go
    this.repaint = () => this.draw()
    addEventListener('theme', this.repaint)
    learnPrograms(() => this.draw())
    call('GET', 'encounters').then((list) => { this.list = list; this.draw() }, (fault) => toast(fault.message))
    this.draw()
  }
  end() { removeEventListener('theme', this.repaint); this.closed = true }
  async choose(one) {
    this.chosen = one
    this.file = null
    this.faults = []
    this.refusal = []
    this.draw()
    this.use(await call('GET', `encounters/${one.key}`))
  }
  use(preview) {
    this.preview = preview
    this.fair = null
    this.refusal = []
    const sides = preview.scene.seats.slice(0, -1)
    this.seats = Object.fromEntries(sides.map((seat, k) => [seat, k === 0 ? 'me' : 'greedy']))
    this.seats[preview.scene.seats.at(-1)] = 'default'
    this.draw()
    this.root.querySelector('#start')?.scrollIntoView({ block: 'nearest' })
  }
  /** Read files of any kind: packs first, for what the others may need. @param {File[]} files */
  async bring(files) {
    let waiting = await Promise.all(files.map(async (file) => ({ name: file.name, large: file.size > LARGEST, text: file.size > LARGEST ? '' : await file.text() })))
    const told = new Map()
    for (let more = true; more;) { // a pack that has come may be what another file lacked
      more = false
      for (const { name, large, text } of waiting) {
        const found = large ? { kind: '', faults: [`${name}: found more than ${LARGEST / 1024 ** 2} MiB, expected at most that`] } : await this.look(name, text)
        told.set(name, { ...found, text })
        if (found.kind !== 'pack' || found.faults.length) continue
        this.packs[name] = text
        more = true
      }
      waiting = waiting.filter(({ name }) => told.get(name).kind !== 'pack' || told.get(name).faults.length)
    }
    this.faults = [...told.values()].flatMap((one) => one.faults)
    const added = [...told].filter(([name]) => this.packs[name]).map(([name]) => name)
    if (added.length) toast(`${listed(added)} ${added.length > 1 ? 'are' : 'is'} added`)
    for (const [name, { kind, faults, preview, text }] of told) {
      if (kind === 'journal') await this.begin({ journal: text })
      if (kind !== 'encounter' || faults.length) continue
      this.file = { name, text }
      this.chosen = { key: '', name: preview.name || name, game: preview.scene.game, text: '' }
      this.use(preview)
    }
    this.draw()
    tell(this.root, '.faults')
  }
  /** What a file is and what is wrong with it, beside the packs that are there. */
  async look(name, text) {
    try { return await call('POST', 'uploads', keep.get('owner', ''), { name, text, packs: this.packs }) } catch (fault) { return { kind: '', faults: fault.faults?.length ? fault.faults : [`${name}: ${fault.message}`] } }
  }
  brought() { return { encounter: this.file ? this.file.text : this.chosen.key, file: this.file?.name || '', packs: this.packs } }
  async judge(fights) {
    const { preview } = this
    this.fair = { waits: true }
    this.draw()
    let found = null
    try { found = await call('POST', 'fair', keep.get('owner', ''), { ...this.brought(), ...(fights ? { fights } : {}) }) } catch (fault) { toast(fault.faults?.[0] || fault.message) }
    if (this.preview !== preview) return
    this.fair = found
    this.draw()
  }
  async begin(source = null) {
    if (this.busy) return
    this.busy = true
    this.refusal = []
    this.draw()
    const body = source || this.brought()
    const settings = { seats: source ? {} : this.seats, numbers: this.numbers, undo: this.undo, clock: { reaction: Number(this.reaction), turn: Number(this.turn) }, chat: this.chat, delay: Number(this.delay) }
    try {
      const made = await call('POST', 'tables', keep.get('owner', ''), { ...body, ...settings })
      const links = Object.fromEntries(made.seats.map((one) => [one.seat, one.token]))
      const mine = Object.entries(this.seats).filter(([, how]) => how === 'me').map(([seat]) => seat)
      const others = made.seats.filter((one) => one.role !== 'gm' && one.role !== 'spectator' && !one.bot && !mine.includes(one.seat))
      hold(made.id, () => ({ name: made.name, seats: { ...Object.fromEntries(mine.map((one) => [one, links[one]])), gm: links.gm || Object.values(links).at(-2) }, active: mine.length ? mine : source ? ['players'] : ['gm'] }))
      if (source) hold(made.id, (old) => ({ seats: { ...old.seats, ...links }, active: [made.seats[0].seat] }))
      if (others.length && !source) { this.made = { ...made, others }; this.draw(); return }
      this.go(`/t/${made.id}`)
    } catch (fault) { const why = fault.faults?.length ? fault.faults : [fault.message]; if (source) this.faults.push(...why); else this.refusal = why }
    this.busy = false
    this.draw()
    tell(this.root, '.refusal')
  }
  /** Draw the code of a link when it is first unfolded. @param {string} link */
  async code(link) {
    if (this.codes.has(link)) return
    try { this.codes.set(link, await qr(link)); this.draw() } catch { toast('no code now') }
  }
  /** What went wrong, line by line. @param {string[]} lines @param {string} kind */
  list_of(lines, kind) { return lines.length ? html`<div class="banner bad ${kind}" role="alert" tabindex="-1"><ul>${lines.map((one) => html`<li>${one}</li>`)}</ul></div>` : nothing }
  invite() {
    const link = (one) => `${location.origin}/t/${this.made.id}#s=${one.token}`
    return html`<section class="card pad"><h2>Invite them</h2><p class="s muted">Each link is a seat. Whoever has it may sit there.</p><ul class="people">${this.made.others.map((one) => html`<li class="row"><b class="grow">${one.label}</b><input class="field" readonly aria-label="Link for ${one.label}" .value=${link(one)} @focus=${(event) => event.target.select()} /><button class="btn" @click=${async () => { try { await navigator.clipboard.writeText(link(one)); toast('Link copied') } catch { toast('Copy it from the field') } }}>Copy</button><details @toggle=${(event) => event.target.open && this.code(link(one))}><summary>Code to scan</summary>${this.codes.has(link(one)) ? html`<img class="qr" alt="The link for ${one.label} as a code" src=${this.codes.get(link(one))} />` : nothing}</details></li>`)}</ul><a class="btn go big" href="/t/${this.made.id}" @click=${this.go}>To the table</a></section>`
  }
  draw() {
    if (this.closed) return
    const games = [...new Map(this.list.map((one) => [one.ruleset, one.game]))]
    const shown = this.list.filter((one) => !this.game || one.ruleset === this.game)
    const { preview } = this
    const choice = (label, name, options) => html`<label class="pair"><span>${label}</span><select class="field" @change=${(event) => { this[name] = event.target.value }}>${options.map(([value, text]) => html`<option value=${value} ?selected=${String(this[name]) === String(value)}>${text}</option>`)}</select></label>`
    render(html`${top(this.go, 'New table')}<main class="new">
      <section class="pick"><div class="seg" role="group" aria-label="Game"><button aria-pressed=${!this.game} @click=${() => { this.game = ''; this.draw() }}>All</button>${games.map(([id, name]) => html`<button aria-pressed=${this.game === id} @click=${() => { this.game = id; this.draw() }}>${name}</button>`)}</div><button class="btn" @click=${() => { const input = /** @type {HTMLElement} */ (this.root.querySelector('.drop input')); input.focus(); input.parentElement.scrollIntoView({ block: 'center' }) }}>${icon('file')}Bring your own encounter</button>
        <ul class="cards small">${shown.map((one) => html`<li><button class="card encounter" aria-pressed=${this.chosen?.key === one.key} @click=${() => this.choose(one)}><b>${one.name}</b><span class="s muted">${one.game}</span><span class="s">${one.text}</span></button></li>`)}</ul>
        <label class="drop card" @dragover=${(event) => event.preventDefault()} @drop=${(event) => { event.preventDefault(); this.bring([...event.dataTransfer.files]) }}>Drop an encounter, a pack or a journal here, or choose a file. Faults are listed with their place.<input type="file" multiple accept=".toml,.jsonl,.json,.txt" @change=${(event) => this.bring([...event.target.files])} /></label>
        ${this.list_of(this.faults, 'faults')}
        ${Object.keys(this.packs).length ? html`<h2 class="label">Packs</h2><ul class="packs">${Object.keys(this.packs).map((name) => html`<li class="row s"><span class="grow">${name}</span><button class="btn" aria-label="Remove ${name}" @click=${() => { delete this.packs[name]; this.draw() }}>Remove</button></li>`)}</ul>` : nothing}</section>
      <section class="plan">${this.made ? this.invite() : preview ? html`<div class="card pad" id="start"><h2>${this.chosen.name}</h2><p class="s muted">${this.chosen.game} · ${preview.scene.width} by ${preview.scene.height} · ${count(preview.members.length, 'combatant')}</p><canvas class="thumb big" data-of="preview" aria-hidden="true"></canvas>${keep.get('owner') ? fairness(this.fair, (fights) => this.judge(fights)) : nothing}
        ${preview.scene.seats.map((seat, k) => { const last = k === preview.scene.seats.length - 1; const sides = preview.scene.sides.filter((one) => one.seat === seat); const names = last ? 'Game master' : sides.map((one) => one.name).join(', ') || capital(seat); const who = preview.members.filter((one) => sides.includes(preview.scene.sides[one.side])); return html`<label class="pair seat"><span><b>${names}</b>${who.length ? html`<span class="s muted">${who.map((one) => preview.view.units[one.name]?.title || capital(words(one.name))).join(', ')}</span>` : nothing}</span><select class="field" @change=${(event) => { this.seats[seat] = event.target.value }}>${(last ? [['default', 'Nobody'], ['me', 'I am'], ['link', 'A link']] : Object.entries(HOW)).map(([value, text]) => html`<option value=${value} ?selected=${this.seats[seat] === value}>${text}</option>`)}${last ? nothing : programOptions(this.seats[seat] in HOW ? '' : this.seats[seat])}</select></label>` })}
        <details><summary>Table rules</summary>${choice('Numbers of foes', 'numbers', [['exact', 'exact'], ['bands', 'in quarters'], ['hidden', 'hidden']])}${choice('Undo', 'undo', [['free', 'until a die falls'], ['ask', 'if all agree'], ['gm', 'by the game master']])}${choice('Spectators see', 'delay', [[0, 'the fight as it is'], [3, 'it 3 steps late'], [10, 'it 10 steps late'], [25, 'it 25 steps late']])}${choice('Clock for reactions', 'reaction', [[0, 'off'], [20, '20 s'], [30, '30 s'], [60, '60 s']])}${choice('Clock for turns', 'turn', [[0, 'off'], [60, '1 min'], [120, '2 min'], [300, '5 min']])}<label class="row s"><input type="checkbox" .checked=${this.chat} @change=${(event) => { this.chat = event.target.checked }} /> Chat</label></details>
        <button class="btn go big wide-btn" ?disabled=${this.busy} @click=${() => this.begin()}>Start ${this.chosen.name}</button>${this.list_of(this.refusal, 'refusal')}</div>` : html`<div class="card empty"><p class="muted">Choose an encounter to see its map and who takes part.</p></div>`}</section></main>`, this.root)
    this.root.className = 'page'
    if (preview) pictures(this.root, new Map([['preview', preview]]))
  }
}

export class SeatPage {
  /** @type {any} */ told = null
  fault = ''
  dice = 'app'

  /** @param {HTMLElement} root @param {string} id @param {Function} go @param {string} link @param {Function} seated */
  constructor(root, id, go, link, seated) {
    this.root = root
    this.id = id
    this.go = go
    this.link = link
    this.seated = seated
    call('GET', `tables/${id}`, link).then((told) => { this.told = told; this.draw() }, (fault) => { this.fault = fault.message; this.draw() })
    this.draw()
  }
  end() {}
  sit(event) {
    event.preventDefault()
    const name = event.target.elements.name?.value.trim() || ''
    if (name) keep.set('name', name)
    const { seat, role } = this.told
    const others = this.plays()
    const beside = role === 'gm' && others.length ? others : [...others, seat] // the game master's panel is opened beside the seats
    const active = role === 'spectator' || event.submitter?.value === 'instead' ? [seat] : this.sits() ? tables()[this.id].active : beside
    hold(this.id, (old) => ({ name: this.told.name, seats: { ...old.seats, [seat]: this.link }, active }))
    this.seated(this.dice, seat)
  }
  /** The other seats of this table that are played on this device. @returns {string[]} */
  plays() {
    const mine = tables()[this.id] || { seats: {}, active: [] }
    return mine.active.filter((id) => id !== this.told.seat && mine.seats[id] && this.told.seats.find((one) => one.id === id)?.role === 'player')
  }
  /** What becomes of the seats that are played here already. @param {boolean} watch */
  beside(watch) {
    const names = listed(this.plays().map((id) => this.told.seats.find((one) => one.id === id).label))
    if (!names || this.sits()) return nothing
    const what = watch ? 'Who watches plays nothing: open its link again to go on.' : this.told.role === 'gm' ? 'The game master’s panel then stands beside it, behind “GM”.' : 'One device may play several seats.'
    return html`<p class="banner">You play ${names} on this device. ${what}</p>`
  }
  /** Whether this seat is played on this device already. */
  sits() { return Boolean(tables()[this.id]?.active.includes(this.told.seat)) }
  draw() {
    const { told } = this
    const mine = told?.seats.find((one) => one.id === told.seat)
    const piece = told && Object.entries(told.view.units).find(([name, unit]) => (mine.units.length ? mine.units.includes(name) : told.scene.sides[unit.side]?.seat === mine.side))?.[1]
    const watch = told?.role === 'spectator'
    render(html`${top(this.go)}<main class="alone">${this.fault ? html`<div class="card pad"><h1>${capital(this.fault)}</h1><p class="muted">Ask for a new link.</p></div>` : !told ? html`<div class="card pad"><div class="skel"></div><div class="skel tall"></div></div>` : html`<form class="card pad sit" @submit=${(event) => this.sit(event)}>
      <div class="who">${piece && !watch ? token(piece, 46) : icon(watch ? 'eye' : 'gm')}<div><h1>${watch ? 'You watch' : told.role === 'gm' ? 'You are the game master' : `You ${mine.units.length === 1 ? 'are' : 'play'} ${told.label}`}</h1><p class="s muted">${told.name} · ${told.game} · ${told.seats.some((one) => one.here) ? `${count(told.seats.filter((one) => one.here).length, 'seat')} taken` : 'nobody is here yet'}</p></div></div>
      ${mine.here && !watch ? html`<p class="banner">${mine.name || 'Somebody'} sits here already: you would share the seat.</p>` : nothing}
      ${watch ? nothing : html`<label class="label" for="name">Your name</label><input class="field" id="name" name="name" maxlength="40" autocomplete="nickname" placeholder="How the table calls you" value=${keep.get('name', '')} />
      ${told.role === 'gm' ? nothing : html`<div class="row"><span class="grow">Dice</span><span class="seg" role="group" aria-label="Dice">${[['app', 'In the app'], ['own', 'My own']].map(([value, text]) => html`<button type="button" aria-pressed=${this.dice === value} @click=${() => { this.dice = value; this.draw() }}>${text}</button>`)}</span></div>`}`}
      ${this.beside(watch)}${watch || !this.plays().length || this.sits() ? html`<button class="btn go big wide-btn">${watch ? 'Watch' : 'Sit down'}</button>` : html`<button class="btn go big wide-btn">Sit down here too</button><button class="btn big wide-btn" value="instead">Sit here instead</button>`}</form>`}</main>`, this.root)
    this.root.className = 'page'
  }
}
