// Small things that every page needs: templates, icons, theme, storage, requests.
import { html, svg, render, nothing, noChange } from './vendor/lit-html.js'
import { keep, tables, hold, drop } from './net.js'
export { html, svg, render, nothing, noChange, keep, tables, hold, drop }

/** Icons on a grid of 24, drawn as strokes. */
const PATHS = {
  fist: 'M6 12V8.500a1.800 1.800 0 0 1 3.600 0V6.500a1.800 1.800 0 0 1 3.600 0v.8a1.800 1.800 0 0 1 3.600 0v1.400a1.700 1.700 0 0 1 3.200.8V14a7 7 0 0 1-7 7h-.5A6.900 6.900 0 0 1 6 14zM9.600 8.500V11M13.200 7.500V11M16.800 8.900V11',
  sword: 'M20 4 9.500 14.500M20 4h-4.500L8 11.500M20 4v4.500L12.500 16M5.500 13.500l5 5M7.700 16.300 4 20',
  bow: 'M5 4c9 1 14 6 15 15M5 4l15 15M4 20l8-8M4 20v-3.500M4 20h3.500',
  boot: 'M7.500 3v9.500L5 16v4h14v-3.500l-6.500-3.500V3zM7.500 7.500h3M7.500 10.500h3',
  dash: 'M4 8h8M2.500 12H10M4 16h8M14.500 6l6 6-6 6',
  spark: 'M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M6 18l3-3M15 9l3-3',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  heart: 'M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.500 2',
  end: 'M5 5l8 7-8 7zM18 5v14', pass: 'M5 12h12M13 7l5 5-5 5',
  aim: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 2v5M12 17v5M2 12h5M17 12h5',
  turn: 'M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5',
  hand: 'M4 12h11M11 8l4 4-4 4M19 5v14', flag: 'M6 21V4h11l-3 4 3 4H6',
  ruler: 'M3 17 17 3l4 4L7 21zM7 13l2 2M10 10l2 2M13 7l2 2', key: 'M4 6h16v12H4zM8 10h.1M12 10h.1M16 10h.1M8 14h8',
  path: 'M5 19h6a4 4 0 0 0 0-8H9a3 3 0 0 1 0-6h9M15 2l3 3-3 3',
  pin: 'M12 21s6-6 6-11a6 6 0 0 0-12 0c0 5 6 11 6 11M12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  dot: 'M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  undo: 'M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3', log: 'M5 6h14M5 12h14M5 18h9',
  book: 'M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2v14',
  gm: 'M4 18V7l5 4 3-6 3 6 5-4v11z', chat: 'M4 5h16v11H10l-4 4v-4H4z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1',
  more: 'M5 12h.1M12 12h.1M19 12h.1', why: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.1',
  down: 'M6 9l6 6 6-6', up: 'M6 15l6-6 6 6', next: 'M9 5l7 7-7 7', prev: 'M15 5l-7 7 7 7',
  play: 'M7 4l13 8-13 8z', first: 'M18 5l-8 7 8 7M6 5v14', last: 'M6 5l8 7-8 7M18 5v14', pause: 'M8 5v14M16 5v14',
  branch: 'M6 3v12M6 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6M18 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6M18 9c0 5-6 4-9 7',
  warn: 'M12 3 2 20h20zM12 10v5M12 17.500h.1', plus: 'M12 5v14M5 12h14', minus: 'M5 12h14', x: 'M6 6l12 12M18 6 6 18',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4', eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5', die: 'M5 5h14v14H5zM9 9h.1M15 9h.1M12 12h.1M9 15h.1M15 15h.1',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1', check: 'M5 12l4 4L19 6',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1.500 2 1.500 3h5c0-1 .5-2 1.500-3a6 6 0 0 0-4-10', tv: 'M3 5h18v12H3zM8 21h8M12 17v4',
  off: 'M3 3l18 18M5 12a10 10 0 0 1 4-3M2 9a15 15 0 0 1 4-3M19 12a10 10 0 0 0-5-3M22 9a15 15 0 0 0-9-4M12 19h.1',
}
export const icon = (/** @type {string} */ name) =>
  html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name] || PATHS.dot} /></svg>`

export const MARK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><rect class="mark-back" x="1" y="1" width="22" height="22" rx="6" /><path class="mark-line" d="M6 18 12 5l6 13M8.5 13.5h7" /></svg>`

// -- the theme ----------------------------------------------------------------------------------

const THEMES = ['', 'light', 'dark', 'contrast']
const THEME_WORDS = { '': 'as the system', light: 'light', dark: 'dark', contrast: 'high contrast' }
function useTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  dispatchEvent(new Event('theme'))
}
export function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(keep.get('theme', '')) + 1) % THEMES.length]
  keep.set('theme', theme)
  useTheme(theme)
  toast(`Theme: ${THEME_WORDS[theme]}`)
}
export const themeButton = () => html`<button class="btn quiet icon" @click=${nextTheme} aria-label="Theme: ${THEME_WORDS[keep.get('theme', '')]}. Change">${icon('sun')}</button>`

/** The head of every page but the table's. */
export const top = (go, title = '') => html`<header class="top"><a class="brand" href="/" @click=${go} aria-label="Affray, all tables">${MARK}<span>Affray</span></a>${title ? html`<i class="sep"></i><h1 class="cut">${title}</h1>` : nothing}<span class="grow"></span>${themeButton()}${keep.get('owner') ? html`<a class="btn" href="/r" @click=${go} aria-label="Open a journal">${icon('file')}<span class="wide">Open a journal</span></a>${title === 'New table' ? nothing : html`<a class="btn" href="/new" @click=${go}>${icon('plus')}New table</a>`}` : nothing}</header>`

// -- one toast, one live region -------------------------------------------------------------------

const HEARD = 8 // sentences that can still be read where they were said
let timer = 0
let shown = ''
let last = ''
let together = false
/** Show something for a moment, and say it; ``matter`` is what it is about, by which it is taken away. */
export function toast(text, link = null, matter = '') {
  say(text)
  clearTimeout(timer)
  shown = matter
  const root = document.getElementById('toast')
  render(html`<div class="toast"><span class="grow">${text}</span>${link ? html`<button @click=${() => { render(nothing, root); link.act() }}>${link.text}</button>` : nothing}</div>`, root)
  timer = setTimeout(() => render(nothing, root), 6000)
}
/** Take away what is shown of a matter that is over. @param {string} matter */
export const hush = (matter) => { if (shown === matter) render(nothing, document.getElementById('toast')) }
/** Have it said by a screen reader, after what was said before: nothing takes the place of what is not spoken yet. */
export function say(text) {
  if (!text) return
  last = together ? `${last} ${text}` : text
  if (!together) queueMicrotask(() => { together = false })
  together = true
  const live = document.getElementById('live')
  const line = document.createElement('p')
  line.textContent = text
  live.append(line)
  while (live.childElementCount > HEARD) live.firstElementChild.remove()
}
/** Say again what was said at once last. */
export const repeat = () => say(last)

// -- scripts that are fetched when they are wanted ---------------------------------------------------

const AGAIN = 3000 // ms after which a script that did not come is asked for once more
const SILENT = 'The server does not answer.'
/** @type {Map<string, number>} how often each did not come */ const missed = new Map()
/** @type {Map<string, Promise<any>>} what is fetched just now, or is there */ const fetched = new Map()
/**
 * A script of the page that is fetched when it is wanted. If it does not come that is said, and it is asked for
 * until it comes; by another address each time, as some browsers remember what they could not fetch. It may import only
 * what the first view has fetched: of that there is one, by one address.
 * @param {string} name
 */
export function script(name) {
  const come = async () => {
    for (;;) {
      const times = missed.get(name) || 0
      try { return await import(`./${name}.js${times ? `?${times}` : ''}`) } catch { missed.set(name, times + 1) }
      if (!times) toast(`${SILENT} It is asked again.`)
      await new Promise((done) => { setTimeout(done, AGAIN); addEventListener('online', done, { once: true }) })
    }
  }
  if (!fetched.has(name)) fetched.set(name, come())
  return fetched.get(name)
}

// -- requests -----------------------------------------------------------------------------------

export class Fault extends Error {
  constructor(told, status) { super(told.title || 'the server does not answer'); this.faults = told.faults || []; this.status = status }
}
export async function call(method, path, token = '', body = undefined, signal = undefined) {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  let response
  try { response = await fetch(`/api/v1/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal }) }
  catch (fault) {
    if (signal?.aborted) throw fault
    throw new Fault({ title: `${SILENT} Is it still running?` }, 0) }
  if (response.status === 204) return null
  const kind = response.headers.get('content-type') || ''
  const told = kind.includes('json') && !kind.includes('ndjson') ? await response.json() : await response.text()
  if (!response.ok) throw new Fault(typeof told === 'string' ? { title: told.slice(0, 200) } : told, response.status)
  return told
}

/** @type {Record<string, string>} what each program does that may play, in few words, once the server has told */ let programs = {}
/** Learn which programs may play; ``then`` is called when they are known. @param {Function} then */
export const learnPrograms = async (then) => { try { programs = await call('GET', 'bots'); then() } catch (fault) { toast(fault.message) } }
/** What can be chosen where a program may play. @param {string} chosen */
export const programOptions = (chosen) => html`<option disabled>or a program:</option>${Object.entries({ ...(chosen && !programs[chosen] ? { [chosen]: '' } : {}), ...programs }).map(([name, what]) => html`<option value=${name} ?selected=${name === chosen}>${what ? `${capital(name)}: ${what}` : capital(name)}</option>`)}`

/** The token of a link that is held here, the latest: a server reads nothing for who has none. */
export const anyLink = () => keep.get('owner', '') || Object.values(tables()).sort((a, b) => b.at - a.at).flatMap((one) => Object.values(one.seats))[0] || ''

/** Give somebody a file to keep. */
export function save(name, text, type = 'text/plain') {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
}
/** The address of a picture with a code to scan: of a link, whose own token it is made for. */
export async function qr(text) {
  const response = await fetch('/api/v1/qr', { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${text.split('=').at(-1)}` }, body: JSON.stringify({ text }) })
  return URL.createObjectURL(await response.blob())
}
/** A chance of 10,000 in percent: what may happen is not told as 0, what may fail not as 100. */
export const percent = (parts, digits = 1) => {
  const step = 10 ** -digits
  if (parts % 10_000 === 0) return `${parts / 100} %`
  if (parts < step * 50) return `<${step} %`
  return parts >= 10_000 - step * 50 ? `>${100 - step} %` : `${(parts / 100).toFixed(digits)} %`
}
export const words = (text) => text.replaceAll('-', ' ')
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
/** The name of a number as people write it. */
export const called = (text) => capital(text.replace(/\b(hp|mp|ac)\b/g, (one) => one.toUpperCase()))
/** An outcome in words, as people write it. */
export const spoken = (text) => text.replace(/\b[hm]p\b/gi, (one) => one.toUpperCase())
const QUARTERS = ['none', 'up to a quarter', 'up to half', 'up to three quarters', 'over three quarters']
/** How much there is of what is drawn round a piece, ``between`` its two numbers; in words where only its quarter is told. */
export const amount = ([, kind, value, bound], unit, between = '/') => (!unit.quarters ? `${value}${between}${bound}` : bound < QUARTERS.length - 1 ? 'some' : `${QUARTERS[value]}${value && kind !== 'load' ? ' left' : ''}`)
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
/** Names as people list them: "one, another and a third". @param {string[]} names @param {string} last the word before the last */
export const listed = (names, last = 'and') => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(` ${last} `)
export const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

// -- lines of the log: a sentence, its dice as a sum, its rule ----------------------------------------

export const logLine = (line) => (line ? line.p.map((one) => one[1]).join('') : '')
const part = ([kind, text]) => (kind === 'who' ? html`<b class="nm">${text}</b>` : text)

function sums(dice, page) {
  return html`<div class="open"><table class="sums"><tbody>${dice.parts.map((one) => html`<tr><td>${one.name}</td><td>${one.faces.map((face, k) => html`<span class="die" title="d${one.sides[k]}">${face}</span> `)}</td><td>${one.total}</td></tr>`)}
    ${dice.reasons.map(([name, n, rule]) => html`<tr><td>${name}</td><td>${rule.includes('.') ? html`<button class="rule" @click=${() => page.rule(rule)}>${rule}</button>` : rule}</td><td>${n > 0 ? '+ ' : '− '}${Math.abs(n)}</td></tr>`)}
    <tr class="sum"><td>Result</td><td></td><td>${dice.result}</td></tr></tbody></table></div>`
}

export function logList(line, page) {
  if (line.round !== undefined && line.w === 0 && !line.gm) return html`<li class="round-line"><b>${logLine(line)}</b></li>`
  const toggle = () => { line.unfolded = !line.unfolded; page.draw() }
  return html`<li class="w${line.w} ${line.gm ? 'ruling-line' : ''}"><span class="grow">${line.p.map(part)}${line.unfolded && line.dice ? sums(line.dice, page) : nothing}</span>
    ${line.rule ? html`<button class="rule" @click=${() => page.rule(line.rule)}>${line.rule}</button>` : nothing}
    ${line.dice ? html`<button class="fold" aria-expanded=${Boolean(line.unfolded)} aria-label="Dice" @click=${toggle}>${icon(line.unfolded ? 'down' : 'next')}</button>` : html`<span class="fold"></span>`}</li>`
}
