// The socket of a table: numbered steps, checked views, answers that are sent until they are kept. It is opened
// before the other scripts of the page have come, so this one imports none; nor can it do without what this device keeps.

const AGAIN = 2500 // ms after which an answer without a word is sent once more
const BEAT = 10000
const PATIENCE = 5000 // ms to connect

// -- what this device keeps ---------------------------------------------------------------------

export const keep = {
  get(name, other = null) { try { return JSON.parse(localStorage.getItem(`affray.${name}`)) ?? other } catch { return other } },
  set(name, value) { try { localStorage.setItem(`affray.${name}`, JSON.stringify(value)) } catch { /* a full or forbidden store: nothing is kept */ } },
}
export const tables = () => keep.get('tables', {})
export function hold(id, change) {
  const all = tables()
  all[id] = { seats: {}, active: [], ...all[id], ...change(all[id] || { seats: {}, active: [] }), at: Date.now() }
  keep.set('tables', all)
  return all[id]
}
export function drop(id) { const all = tables(); delete all[id]; keep.set('tables', all) }
/** The links with which a table is sat at: of the seats that are held here, or of the spectators' for a big screen. */
export function links(id, { gm = false, tv = false } = {}) {
  const mine = tables()[id] || { seats: {}, active: [] }
  if (tv && mine.seats.watch) return [mine.seats.watch]
  const active = gm && mine.seats.gm ? [...mine.active, 'gm'] : mine.active
  return [...new Set(active)].map((seat) => mine.seats[seat]).filter(Boolean)
}

// -- the socket -----------------------------------------------------------------------------------

/** Canonical JSON: sorted keys, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object')
    return `{${Object.keys(value).sort(byBytes).map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
  return JSON.stringify(value)
}
const UTF8 = new TextEncoder()
function byBytes(a, b) { // as the server sorts: by the bytes of UTF-8
  const x = UTF8.encode(a), y = UTF8.encode(b)
  for (let k = 0; k < Math.min(x.length, y.length); k++) if (x[k] !== y[k]) return x[k] - y[k]
  return x.length - y.length
}
const TABLE = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1; return n >>> 0 })
/** CRC-32 of the canonical JSON, in 8 hex digits. */
export function digest(view) {
  let crc = 0xffffffff
  for (const byte of UTF8.encode(canonical(view))) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 255]
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}
/** Apply the changes of a step: paths of names divided by tabs; null takes away. */
export function apply(view, changes) {
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('\t')
    let place = view
    for (const name of names.slice(0, -1)) place = place[name]
    if (value === null) delete place[names.at(-1)]
    else place[names.at(-1)] = value
  }
}

/** Many places that are alike come in rows, each [column, row, how many to the right]: make options of them. */
function spread(group) {
  if (!group.rows) return
  group.options = group.rows.flatMap(([column, row, many]) => Array.from({ length: many }, (_, right) => {
    const cell = [column + right, row]
    return { key: group.key.replace('*', cell.join()), cell }
  }))
}

export class Line {
  /** @type {WebSocket | null} */ socket = null
  /** @type {any} */ view = null
  seq = -1
  state = 'connecting'
  tries = 0
  closed = false
  /** @type {any[] | null} what was heard before anybody listens */ kept = []

  /** @param {string} id of the table @param {() => string[]} tokens */
  constructor(id, tokens) {
    this.id = id
    this.tokens = tokens
    /** @type {(message: any) => void} */ this.heard = () => {}
    this.waiting = new Map() // answers and the like that nobody has acknowledged yet
    this.asking = new Map()
    for (const one of keep.get(`unsent.${id}`, [])) this.waiting.set(one.id, one)
    this.wake = () => { if (document.visibilityState === 'visible') this.check() }
    document.addEventListener('visibilitychange', this.wake)
    addEventListener('pageshow', this.wake)
    addEventListener('online', this.wake)
    this.beat = setInterval(() => this.check(), BEAT)
    this.again = setInterval(() => this.resend(), AGAIN)
    this.connect()
  }

  /** Tell whatever comes, and first what has come so far. @param {(message: any) => void} heard */
  listen(heard) {
    const all = this.kept || []
    this.kept = null
    this.heard = heard
    if (this.state !== 'connecting') heard({ t: 'state', state: this.state })
    for (const one of all) this.take(one)
  }

  connect() {
    if (this.closed) return
    if (this.kept) this.kept = [] // all is told again
    const secure = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${secure}://${location.host}/api/v1/tables/${this.id}/live`)
    this.socket = socket
    this.heardAt = Date.now()
    const late = setTimeout(() => socket.readyState === 0 && this.lost(socket), PATIENCE)
    socket.onopen = () => {
      clearTimeout(late)
      this.raw({ t: 'hello', v: 1, tokens: this.tokens(), seq: this.seq, name: keep.get('name', '') })
    }
    socket.onmessage = (event) => {
      if (socket !== this.socket) return
      this.heardAt = Date.now()
      const message = JSON.parse(event.data)
      if (this.kept) this.kept.push(message)
      else this.take(message)
    }
    socket.onclose = () => this.lost(socket)
  }

  lost(socket) {
    if (socket !== this.socket || this.closed) return
    this.socket = null
    socket.onclose = socket.onmessage = null
    socket.close()
    if (this.state !== 'gone') this.become('off')
    if (this.state === 'gone') return
    const wait = Math.min(300 * 2 ** this.tries++, 5000) * (0.7 + Math.random() * 0.6)
    setTimeout(() => !this.socket && this.connect(), wait)
  }

  become(state) { if (this.state !== state) { this.state = state; this.heard({ t: 'state', state }) } }

  /** A socket that says it is open may be dead: ask, and begin anew if nothing comes. */
  check() {
    if (this.closed || this.state === 'gone') return
    if (!this.socket) return this.connect()
    if (this.socket.readyState !== 1) return
    const asked = Date.now()
    const socket = this.socket
    this.raw({ t: 'here', n: asked % 1e9 })
    setTimeout(() => { if (socket === this.socket && this.heardAt < asked) { this.socket = null; socket.onclose = null; socket.close(); this.become('off'); this.connect() } }, 4000)
  }

  raw(message) { if (this.socket && this.socket.readyState === 1) this.socket.send(JSON.stringify(message)) }

  take(message) {
    for (const group of message.choice?.groups || []) spread(group)
    if (message.t === 'full') {
      this.view = message.view
      this.seq = message.seq
      this.tries = 0
      this.become('on')
      this.resend(true)
    } else if (message.t === 'step' || message.t === 'skip') {
      if (message.seq <= this.seq) return
      if (message.seq > this.seq + 1) return this.hello()
      this.seq = message.seq
      apply(this.view, message.set || {})
      if (digest(this.view) !== message.digest) { console.warn('the view differs from the server’s; it is fetched anew'); return this.hello() }
    } else if (message.t === 'ack') {
      const told = this.asking.get(message.id)
      if (told) { this.asking.delete(message.id); told.yes(message); return }
      const sent = this.waiting.get(message.id)
      this.waiting.delete(message.id)
      this.store()
      message.sent = sent
    } else if (message.t === 'refused') {
      const ask = this.asking.get(message.id)
      if (ask) { this.asking.delete(message.id); ask.no(message); return }
      message.sent = this.waiting.get(message.id)
      if (message.code !== 'busy' && message.code !== 'too_fast') { this.waiting.delete(message.id); this.store() }
      if (message.code === 'gone') this.become('gone')
    } else if (message.t === 'reply') {
      const ask = this.asking.get(message.id)
      this.asking.delete(message.id)
      if (ask) ask.yes(message)
      return
    } else if (message.t === 'bye') {
      if (message.reason === 'gone') this.become('gone')
      if (message.reason === 'revoked') this.anew() // one link of those; with none that is left the table is gone
      return
    }
    this.heard(message)
  }

  hello() { this.raw({ t: 'hello', v: 1, tokens: this.tokens(), seq: this.seq }) }

  /** Begin anew, with other seats: one that just begins takes those anyhow. */
  anew() { const old = this.socket; if (old?.readyState === 0) return; this.socket = null; if (old) { old.onclose = old.onmessage = null; old.close() } this.connect() }

  /** Send what has to arrive: until it is acknowledged or refused. */
  send(message) {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
    const full = { ...message, id }
    this.waiting.set(id, full)
    this.store()
    full.at = Date.now()
    this.raw(full)
    return id
  }
  resend(all = false) {
    for (const one of this.waiting.values())
      if (all || Date.now() - (one.at || 0) > AGAIN) { one.at = Date.now(); this.raw(one) }
  }
  store() { keep.set(`unsent.${this.id}`, [...this.waiting.values()].filter((one) => one.t === 'answer' || one.t === 'dice')) }

  /** Ask something that changes nothing. */
  ask(what, ref = '', more = '') { return this.tell({ t: 'ask', what, ref, more }).then((message) => message.result) }
  /** Send what may be lost, once; fails if it is refused or nobody answers. */
  tell(message) {
    const id = `q${Math.random().toString(36).slice(2, 10)}`
    return new Promise((yes, no) => {
      this.asking.set(id, { yes, no })
      this.raw({ ...message, id })
      setTimeout(() => { if (this.asking.delete(id)) no({ text: 'no word from the server' }) }, 15000)
    })
  }

  close() {
    this.closed = true
    clearInterval(this.beat)
    clearInterval(this.again)
    document.removeEventListener('visibilitychange', this.wake)
    removeEventListener('pageshow', this.wake)
    removeEventListener('online', this.wake)
    if (this.socket) { this.socket.onclose = null; this.socket.close() }
  }
}
