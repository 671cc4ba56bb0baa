// The board: the ground and the way that grows under a hand on canvases, pieces and overlays as SVG,
// and a grid of cells to act on.
import { html, svg, nothing, render, reduced, script } from './ui.js'
import { C, brackets, corners, fill, outline, piece, tag, wedge } from './pieces.js'

const EDGE = 1.625 // rem for the numbers of columns and rows
const READABLE = 2.875 // rem of a cell in a window that shows a part of the board
const SMALLEST = 14
const FINGER = 24 // px below which a cell is small for a finger, and that it may be off
const PRESS = 550 // ms after which a press points
const LATE = 800 // ms after a tap in which what it opens is still meant
const PIXELS = 16e6 // of a canvas, which every phone allows
const BLOCK = 8 // cells by which the canvas of a way grows: seldom another one
const GROUND = { difficult: 'rough', dangerous: 'danger', impassable: 'wall', wall: 'wall', water: 'water', pit: 'pit', drop: 'pit', 'low cover': 'low', 'high cover': 'high', climb: 'climb' }

export function levelsOf(view) {
  const found = []
  for (let k = 0; k < view.levels.length; k += 2) for (let n = 0; n < view.levels[k]; n++) found.push(view.levels[k + 1])
  return found
}

/** What a colour of the style is in this theme, each read once. @returns {(name: string) => string} */
function colours() {
  const style = getComputedStyle(document.documentElement)
  const known = new Map()
  return (name) => {
    if (!known.has(name)) known.set(name, style.getPropertyValue(`--${name}`).trim())
    return known.get(name)
  }
}

/** Make a canvas so large, as sharp as the screen and as canvases may be; returns what draws on it in px of the page. */
export function sized(canvas, wide, high) {
  const ratio = Math.min(devicePixelRatio || 1, 2.5, Math.sqrt(PIXELS / (wide * high)))
  canvas.width = Math.floor(wide * ratio)
  canvas.height = Math.floor(high * ratio)
  canvas.style.width = `${wide}px`
  canvas.style.height = `${high}px`
  const g = canvas.getContext('2d')
  g.setTransform(ratio, 0, 0, ratio, 0, 0)
  return g
}

/** Draw the ground; pure: the same scene, view and colours give the same picture. */
export function drawGround(canvas, scene, view, cell, edge) {
  const { width: w, height: h } = scene
  const colour = colours()
  const g = sized(canvas, w * cell + edge + (edge ? 4 : 0), h * cell + edge + (edge ? 4 : 0))
  const levels = levelsOf(view)
  const level = (x, y) => levels[y * w + x] || 0
  const kind = (x, y) => GROUND[scene.grounds[view.ground[y * w + x]]] || ''
  const X = (x) => edge + x * cell, Y = (y) => edge + y * cell
  const unit = cell / C
  const tone = (n) => colour(`h${Math.max(-3, Math.min(3, n))}`)
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) { g.fillStyle = tone(level(x, y)); g.fillRect(X(x), Y(y), cell + 0.5, cell + 0.5) }
  // cast shadows, always on the lower cell
  const cast = colour('cast')
  if (cell >= 20) for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    const u = x + dx, v = y + dy
    if (u < 0 || v < 0 || u >= w || v >= h || level(u, v) <= level(x, y)) continue
    const deep = 20 * unit
    const x0 = dx > 0 ? X(x + 1) : X(x), y0 = dy > 0 ? Y(y + 1) : Y(y)
    const shade = g.createLinearGradient(x0, y0, x0 - dx * deep, y0 - dy * deep)
    shade.addColorStop(0, cast)
    shade.addColorStop(1, 'transparent')
    g.fillStyle = shade
    g.fillRect(dx > 0 ? x0 - deep : X(x), dy > 0 ? y0 - deep : Y(y), dx ? deep : cell, dy ? deep : cell)
  }
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) drawKind(g, kind(x, y), X(x), Y(y), cell, colour, (dx, dy) => kind(x + dx, y + dy))
  g.strokeStyle = colour('grid')
  g.lineWidth = 1
  g.beginPath()
  for (let x = 1; x < w; x++) { g.moveTo(Math.round(X(x)) + 0.5, Y(0)); g.lineTo(Math.round(X(x)) + 0.5, Y(h)) }
  for (let y = 1; y < h; y++) { g.moveTo(X(0), Math.round(Y(y)) + 0.5); g.lineTo(X(w), Math.round(Y(y)) + 0.5) }
  g.stroke()
  drawSolids(g, scene, X, Y, cell, colour)
  drawEdges(g, scene, level, X, Y, cell, colour)
  drawNumbers(g, level, kind, scene, X, Y, cell, colour)
  g.strokeStyle = colour('line-strong')
  g.lineWidth = 2
  g.strokeRect(X(0), Y(0), w * cell, h * cell)
  if (!edge) return
  g.fillStyle = colour('ink-3')
  g.font = `${edge * (cell < 24 ? 0.385 : 0.46)}px ${colour('font')}`
  g.textAlign = 'center'
  g.textBaseline = 'middle'
  const every = cell < 20 ? 5 : 1
  for (let x = 0; x < w; x += every) g.fillText(`${x}`, X(x) + cell / 2, edge / 2)
  for (let y = 0; y < h; y += every) g.fillText(`${y}`, edge / 2, Y(y) + cell / 2)
}

function drawKind(g, kind, x, y, c, colour, beside) {
  const u = c / C
  if (!kind) return
  g.save()
  g.beginPath()
  g.rect(x, y, c, c)
  g.clip()
  if (kind === 'rough' || kind === 'climb') {
    g.strokeStyle = g.fillStyle = colour('mark')
    g.lineWidth = Math.max(1, 1.3 * u)
    const marks = c < 28 ? [[14, 20, 9], [44, 50, 9]] : [[9, 16, 8], [27, 13, 6], [44, 20, 9], [57, 12, 5], [14, 44, 6], [32, 41, 8], [52, 46, 8], [22, 60, 7], [43, 60, 5]]
    for (const [mx, my, s] of marks) {
      g.beginPath()
      g.moveTo(x + (mx - s * 0.7) * u, y + my * u)
      g.lineTo(x + mx * u, y + (my - s) * u)
      g.lineTo(x + (mx + s * 0.7) * u, y + my * u)
      g.closePath()
      if (kind === 'climb') { g.stroke(); continue }
      g.globalAlpha = 0.18
      g.fill()
      g.globalAlpha = 1
      g.stroke()
    }
  } else if (kind === 'danger') {
    g.strokeStyle = colour('danger')
    g.globalAlpha = 0.75
    g.lineWidth = 2.6 * u
    for (let k = -C; k < C; k += 16) { g.beginPath(); g.moveTo(x + k * u, y + C * u); g.lineTo(x + (k + C) * u, y); g.stroke() }
  } else if (kind === 'wall') {
    g.fillStyle = colour('wall')
    g.fillRect(x, y, c + 1, c + 1)
    g.strokeStyle = colour('wall-lit')
    g.lineWidth = 2 * u
    for (let k = -60; k < C; k += 10) { g.beginPath(); g.moveTo(x + k * u, y + C * u); g.lineTo(x + (k + C) * u, y); g.stroke() }
  } else if (kind === 'water') {
    g.fillStyle = colour('water')
    g.fillRect(x, y, c + 1, c + 1)
    g.strokeStyle = colour('water-mark')
    g.lineWidth = 1.6 * u
    for (let k = 10; k < C; k += 16) {
      g.beginPath()
      const off = (k / 16) % 2 > 1 ? 8 : 0
      g.moveTo(x - off * u, y + k * u)
      for (let m = -off; m < C; m += 16) { g.quadraticCurveTo(x + (m + 4) * u, y + (k - 4) * u, x + (m + 8) * u, y + k * u); g.quadraticCurveTo(x + (m + 12) * u, y + (k + 4) * u, x + (m + 16) * u, y + k * u) }
      g.stroke()
    }
  } else if (kind === 'pit') {
    g.fillStyle = colour('pit')
    g.fillRect(x, y, c + 1, c + 1)
    g.strokeStyle = '#ffffff8c'
    g.lineWidth = 2 * u
    g.setLineDash([3 * u, 4 * u])
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      if (beside(dx, dy) === 'pit') continue
      const i = 6 * u
      g.beginPath()
      if (dx) { const px = dx > 0 ? x + c - i : x + i; g.moveTo(px, y); g.lineTo(px, y + c) } else { const py = dy > 0 ? y + c - i : y + i; g.moveTo(x, py); g.lineTo(x + c, py) }
      g.stroke()
    }
  } else {
    const full = kind === 'high'
    g.strokeStyle = g.fillStyle = colour('wall')
    g.lineWidth = 2 * u
    for (let k = 0; k < 4; k++) for (const py of [8, 44]) { g.beginPath(); g.roundRect(x + (5 + k * 14) * u, y + py * u, 11 * u, 11 * u, 3 * u); full ? g.fill() : g.stroke() }
  }
  g.restore()
}

/** Walls that are not whole cells: boxes in thousandths of a cell, drawn as blocks. */
function drawSolids(g, scene, X, Y, c, colour) {
  for (const [x1, y1, , x2, y2] of scene.solids || []) {
    const x = X(x1 / 1000), y = Y(y1 / 1000), w = ((x2 - x1) / 1000) * c, h = ((y2 - y1) / 1000) * c
    g.save()
    g.beginPath()
    g.rect(x, y, w, h)
    g.clip()
    g.fillStyle = colour('wall')
    g.fillRect(x, y, w, h)
    g.strokeStyle = colour('wall-lit')
    g.lineWidth = Math.max(1, (2 * c) / C)
    for (let k = -h; k < w; k += (10 * c) / C) { g.beginPath(); g.moveTo(x + k, y + h); g.lineTo(x + k + h, y); g.stroke() }
    g.restore()
  }
}

function drawEdges(g, scene, level, X, Y, c, colour) {
  const { width: w, height: h } = scene
  const u = c / C
  g.strokeStyle = colour('contour')
  const edge = (x, y, X1, Y1, upright) => {
    const drop = level(x, y) - level(X1, Y1)
    if (!drop) return
    const n = Math.min(3, Math.abs(drop))
    const long = [0, 5, 9, 13][n] * u, many = [0, 4, 7, 8][n]
    const px = upright ? X(X1) : X(x), py = upright ? Y(y) : Y(Y1)
    const way = drop > 0 ? 1 : -1
    if (c >= 28) {
      g.globalAlpha = 0.75
      g.lineWidth = 1.3
      g.beginPath()
      for (let k = 0; k < many; k++) {
        const at = ((k + 0.5) * c) / many, l = way * (k % 2 ? long * 0.6 : long)
        if (upright) { g.moveTo(px, py + at); g.lineTo(px + l, py + at) } else { g.moveTo(px + at, py); g.lineTo(px + at, py + l) }
      }
      g.stroke()
    }
    g.globalAlpha = [0, 0.7, 0.9, 1][n]
    g.lineWidth = Math.max(1.2, [0, 1.5, 2.5, 3.5][n] * Math.max(u, 0.6))
    g.beginPath()
    g.moveTo(px, py)
    g.lineTo(upright ? px : px + c, upright ? py + c : py)
    g.stroke()
    g.globalAlpha = 1
  }
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) { if (x + 1 < w) edge(x, y, x + 1, y, true); if (y + 1 < h) edge(x, y, x, y + 1, false) }
  for (const [a, b, kind] of scene.edges) {
    const x = Math.max(a % w, b % w), y = Math.max(Math.floor(a / w), Math.floor(b / w))
    const upright = a % w !== b % w
    g.strokeStyle = colour('wall')
    g.lineWidth = kind === 1 ? 6 * u : 4 * u
    g.setLineDash(kind === 1 ? [] : kind === 2 ? [8 * u, 5 * u] : [2 * u, 4 * u])
    g.beginPath()
    g.moveTo(X(x), Y(y))
    g.lineTo(upright ? X(x) : X(x) + c, upright ? Y(y) + c : Y(y))
    g.stroke()
    g.setLineDash([])
  }
  if (scene.exits.length) {
    g.strokeStyle = colour('contour')
    g.lineWidth = 2.5 * u
    for (const one of scene.exits) {
      const x = one % w, y = Math.floor(one / w)
      const dx = x === 0 ? -1 : x === w - 1 ? 1 : 0, dy = dx ? 0 : y === 0 ? -1 : 1
      const mx = X(x) + c / 2 + dx * c * 0.36, my = Y(y) + c / 2 + dy * c * 0.36, s = 5 * u
      g.beginPath()
      g.moveTo(mx - dx * s - dy * s, my - dy * s - dx * s)
      g.lineTo(mx, my)
      g.lineTo(mx - dx * s + dy * s, my - dy * s + dx * s)
      g.stroke()
    }
  }
}

function drawNumbers(g, level, kind, scene, X, Y, c, colour) {
  if (c < 22) return
  const { width: w, height: h } = scene
  const u = c / C
  g.font = `700 ${Math.max(10, 14 * u)}px ${colour('font')}`
  g.textAlign = 'left'
  g.textBaseline = 'alphabetic'
  g.lineJoin = 'round'
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) {
    const n = level(x, y)
    if (!n) continue
    const same = (dx, dy) => x + dx >= 0 && y + dy >= 0 && level(x + dx, y + dy) === n
    const corner = !same(-1, 0) && !same(0, -1)
    if (!corner && (x % 3 || y % 3 || !same(-1, 0) || !same(0, -1))) continue
    const text = `${n > 0 ? '+' : '−'}${Math.abs(n)}`
    const [dx, dy] = kind(x, y) === 'pit' ? [12, 27] : [5, 18] // within the rim of a pit
    g.strokeStyle = colour('halo')
    g.lineWidth = Math.max(3, 3 * u)
    g.strokeText(text, X(x) + dx * u, Y(y) + dy * u)
    g.fillStyle = colour('contour')
    g.fillText(text, X(x) + dx * u, Y(y) + dy * u)
  }
}

const DEFS = svg`<defs>
  <pattern id="p-risk" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9 9 0" class="risk-hatch" /></pattern>
  <pattern id="p-area" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M0 6H12M6 0V12" class="area-mesh" /></pattern></defs>`
const LAYERS = ['under', 'way', 'pieces', 'over'] // upwards: each is drawn and painted for itself
const mid = ([x, y]) => `${x * C + C / 2} ${y * C + C / 2}`

/** Pictures of costs, for cells of 64 of which each px is so many on the screen: to set a font or to write on a canvas in the page works out the styles of all of it at once. @returns {(text: string) => HTMLCanvasElement} */
function numerals(colour, ratio) {
  const known = new Map()
  return (text) => {
    if (!known.has(text)) {
      const picture = document.createElement('canvas')
      const g = picture.getContext('2d')
      const begin = () => { g.font = `700 14px ${colour('font')}`; g.textAlign = 'center' }
      begin()
      picture.width = Math.ceil((g.measureText(`${text}`).width + 8) * ratio)
      picture.height = Math.ceil(24 * ratio)
      begin() // a canvas of another size has forgotten it
      g.setTransform(ratio, 0, 0, ratio, picture.width / 2, 16 * ratio)
      g.lineJoin = 'round'
      g.lineWidth = 4
      g.strokeStyle = colour('halo')
      g.fillStyle = colour('can')
      g.strokeText(text, 0, 0)
      g.fillText(text, 0, 0)
      known.set(text, picture)
    }
    return known.get(text)
  }
}

/** Draw a way on cells of 64: what it costs up to each, the line, a node in each cell, its end, and the cell that is chosen. */
function drawWay(g, { way, broken, tolls, spot }, colour, numeral) {
  g.lineJoin = g.lineCap = 'round'
  const lined = (path, width, ink) => { g.lineWidth = width; g.strokeStyle = colour(ink); g.stroke(path) }
  const dot = ([x, y], r) => { const path = new Path2D(); path.arc(x * C + C / 2, y * C + C / 2, r, 0, 2 * Math.PI); return path }
  const { a, e, f } = g.getTransform()
  g.resetTransform() // on whole px, or they are blurred
  for (const [x, y, cost] of tolls) {
    const picture = numeral(`${cost}`)
    g.drawImage(picture, Math.round((x * C + 53) * a + e - picture.width / 2), Math.round((y * C + 57 - 16) * a + f))
  }
  g.setTransform(a, 0, 0, a, e, f)
  if (way.length > 1) {
    const line = new Path2D(`M${way.map(mid).join('L')}`)
    lined(line, 11, 'halo')
    if (broken) g.setLineDash([3, 9])
    lined(line, 5, broken ? 'risk' : 'can-line')
    g.setLineDash([])
  }
  for (const [k, at] of way.entries()) {
    if (!k) continue
    const last = k === way.length - 1
    const node = dot(at, last ? 13 : 7)
    g.fillStyle = colour(last ? 'can-line' : 'panel')
    g.fill(node)
    lined(node, last ? 2 : 3, last ? 'rim' : 'can-line')
  }
  if (!spot) return
  g.lineCap = 'square'
  g.lineJoin = 'miter'
  const frame = new Path2D()
  frame.addPath(new Path2D(corners(C / 2, true)), new DOMMatrix([1, 0, 0, 1, spot[0] * C + C / 2, spot[1] * C + C / 2]))
  lined(frame, 8, 'halo')
  lined(frame, 5, 'can-line')
}

export class Board {
  /** @type {any} */ scene = null
  /** @type {any} */ view = null
  /** @type {any} */ marks = {}
  /** @type {number[] | null} */ hovered = null
  /** @type {number[] | undefined} */ about
  /** @type {HTMLElement[]} cells that can be taken hold of */ grips = []
  held = false // something, just now
  /** @type {any} what shows small cells large, once it is loaded */ loupe = null
  hushed = false // the click that comes of a press that was something else
  /** @param {HTMLElement} root @param {{pick: Function, hover: Function, label: Function, enter?: Function, hit?: Function, steer?: Function, grab?: Function, drag?: Function, point?: Function, rules?: Function, rule?: Function}} acts */
  constructor(root, acts) {
    this.root = root
    this.acts = acts
    this.cell = 0
    this.edge = 0 // px for the numbers of columns and rows
    this.cursor = [0, 0]
    /** @type {number[][]} the cells that say who stands there */
    this.named = []
    this.zoom = 0 // 0: as large as fits
    this.at = new Map()
    /** @type {Map<string, number>} how much each has lost or bears */ this.worn = new Map()
    this.colour = colours()
    this.numeral = numerals(this.colour, 1)
    /** @type {{cell: number, x: number, y: number, u: number, v: number} | null} the cells that the canvas of the way covers */ this.box = null
    this.sight = { left: 0, top: 0, wide: 0, high: 0, x: 0, y: 0 } // what of the plane is seen, and where in the window its cells begin
    /** @type {Map<string, unknown[]>} what each layer was drawn of last */ this.of = new Map()
    root.classList.add('map')
    this.plane = document.createElement('div')
    this.plane.className = 'plane'
    this.canvas = document.createElement('canvas')
    this.canvas.setAttribute('aria-hidden', 'true')
    this.art = document.createElement('div')
    this.art.className = 'art'
    this.art.setAttribute('aria-hidden', 'true')
    /** @type {Record<string, HTMLElement>} */ this.layers = {}
    for (const name of LAYERS) {
      this.layers[name] = document.createElement('div')
      this.layers[name].className = `layer ${name}`
      this.art.append(this.layers[name])
    }
    this.grid = document.createElement('div')
    this.grid.className = 'cells'
    this.grid.setAttribute('role', 'grid')
    this.grid.setAttribute('aria-label', 'Board')
    this.plane.append(this.canvas, this.art, this.grid)
    root.append(this.plane)
    this.strand = this.layers.way.appendChild(document.createElement('canvas'))
    this.watch = new ResizeObserver(() => { this.look(); this.resize() })
    this.watch.observe(root)
    root.addEventListener('scroll', () => this.look(), { passive: true })
    addEventListener('theme', () => this.redraw())
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw())
    matchMedia('(prefers-contrast: more)').addEventListener('change', () => this.redraw())
    this.listen()
  }

  listen() {
    this.grid.addEventListener('click', (event) => {
      const touched = this.cellOf(event.target)
      const finger = (/** @type {any} */ (event)).pointerType === 'touch'
      const at = touched && finger ? this.meant(touched) : touched
      const { hushed } = this
      this.hushed = false
      if (!at || hushed) return
      this.move(at, true)
      this.acts.pick(at, event)
      if (finger && this.cell < FINGER) this.magnify(at)
    })
    this.grid.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch' || this.held) return
      const at = this.cellOf(event.target)
      if (at && `${at}` !== `${this.hovered}`) { this.hovered = at; this.acts.hover(at) }
    })
    this.grid.addEventListener('pointerdown', (event) => {
      this.hushed = false
      if (!event.isPrimary || event.button !== 0) return
      if (event.altKey || (event.pointerType !== 'touch' && this.acts.rules?.())) return this.arrow(event)
      this.press(event)
      this.hold(event)
    })
    this.grid.addEventListener('contextmenu', (event) => { if (this.hushed || (/** @type {any} */ (event)).pointerType === 'touch') event.preventDefault() })
    this.grid.addEventListener('pointerleave', () => { this.hovered = null; this.acts.hover(null) })
    this.grid.addEventListener('focusin', (event) => { const at = this.cellOf(event.target); if (at) { this.move(at, false); this.acts.hover(at) } })
    this.grid.addEventListener('keydown', (event) => this.onKey(event))
    this.root.addEventListener('wheel', (event) => { if (event.ctrlKey || event.metaKey) { event.preventDefault(); this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15) } }, { passive: false })
    let far = 0
    const spread = (event) => Math.hypot(event.touches[0].clientX - event.touches[1].clientX, event.touches[0].clientY - event.touches[1].clientY)
    this.root.addEventListener('touchstart', (event) => { if (event.touches.length === 2) far = spread(event) }, { passive: true })
    this.root.addEventListener('touchmove', (event) => {
      if (event.touches.length !== 2 || !far) return
      const now = spread(event)
      if (Math.abs(now - far) > 12) { this.scale(now / far); far = now }
    }, { passive: true })
  }

  /** The cell that a finger means: where cells are too small for one, the nearest that can be chosen. @param {number[]} at */
  meant(at) {
    if (this.cell >= FINGER) return at
    const { targets, reach } = this.marks
    const open = [...Object.keys(targets || {}).map((name) => this.view.units[name]?.at).filter(Boolean), ...(reach || [])]
    const far = (one) => Math.hypot(one[0] - at[0], one[1] - at[1]) * this.cell
    const best = open.reduce((found, one) => (far(one) < far(found) ? one : found), open[0] || at)
    return far(best) <= FINGER ? best : at
  }
  /** Show large what lies round a cell that is small for a finger, once what was picked is drawn. @param {number[]} at */
  async magnify(at) {
    const tapped = performance.now()
    const { Loupe } = await script('loupe')
    if (performance.now() - tapped > LATE) return // the nearest was taken all the same
    this.loupe ||= new Loupe(this)
    requestAnimationFrame(() => { if (this.plane.isConnected && this.cell < FINGER) this.loupe.show(at) })
  }
  /** Held for a while without going anywhere: that cell is pointed at. @param {PointerEvent} event */
  press(event) {
    const at = this.cellOf(event.target)
    if (!at || !this.acts.point || event.pointerType === 'mouse') return // a slow click is a click
    const stop = new AbortController()
    const timer = setTimeout(() => { stop.abort(); this.hushed = true; navigator.vibrate?.(15); this.acts.point(at) }, PRESS)
    const end = () => { clearTimeout(timer); stop.abort() }
    const far = (one) => { if (Math.hypot(one.clientX - event.clientX, one.clientY - event.clientY) > 8) end() }
    addEventListener('pointermove', far, { signal: stop.signal })
    for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, end, { signal: stop.signal })
  }
  /** From here to there, with Alt or the ruler: an arrow, for everybody when it is let go. @param {PointerEvent} event */
  arrow(event) {
    const begun = this.cellOf(event.target)
    if (!begun) return
    this.look()
    const stop = new AbortController()
    let last = begun
    const alt = event.altKey
    const move = (one) => {
      const at = this.under_point(one.clientX, one.clientY)
      if (one.pointerId !== event.pointerId || !at || `${at}` === `${last}`) return
      if (!this.hushed) this.grid.setPointerCapture(event.pointerId)
      this.hushed = true
      last = at
      this.acts.rule(begun, at, false)
    }
    const end = (one) => {
      if (one.pointerId !== event.pointerId) return
      stop.abort()
      if (one.type === 'pointercancel' || (!this.hushed && !alt)) return // a click with the ruler: its other end
      this.hushed = true
      this.acts.rule(begun, last, true)
    }
    addEventListener('pointermove', move, { signal: stop.signal })
    for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, end, { signal: stop.signal })
  }

  /** A way is drawn with a finger or a mouse, from a piece that is held; let go where nothing moved it is a click. @param {PointerEvent} event */
  hold(event) {
    const begun = this.cellOf(event.target)
    if (!begun || !this.acts.grab?.(begun)) return
    this.look()
    let last = `${begun}`
    const move = (one) => {
      const at = this.under_point(one.clientX, one.clientY)
      if (one.pointerId !== event.pointerId || !at || `${at}` === last) return
      if (last === `${begun}`) this.grid.setPointerCapture(event.pointerId)
      last = `${at}`
      this.acts.drag(at)
    }
    const end = (one) => {
      if (one.pointerId !== event.pointerId) return
      stop.abort()
      this.held = false
      this.grip()
    }
    const stop = new AbortController()
    this.held = true
    this.grid.addEventListener('pointermove', move, { signal: stop.signal })
    for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, end, { signal: stop.signal })
  }
  /** The cell at a place of the window, null beside the board. */
  under_point(x, y) {
    const at = [Math.floor((x - this.sight.x) / this.cell), Math.floor((y - this.sight.y) / this.cell)]
    return at[0] >= 0 && at[1] >= 0 && at[0] < this.scene.width && at[1] < this.scene.height ? at : null
  }

  onKey(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
    const step = moves[event.key]
    const { width, height } = this.scene
    if (step && this.acts.steer?.(step)) event.preventDefault()
    else if (step) {
      event.preventDefault()
      this.move([Math.max(0, Math.min(width - 1, this.cursor[0] + step[0])), Math.max(0, Math.min(height - 1, this.cursor[1] + step[1]))], true)
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      this.move([event.key === 'Home' ? 0 : width - 1, this.cursor[1]], true)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const act = (event.key === 'Enter' && this.acts.enter) || this.acts.pick
      act(this.cursor)
    }
  }

  cellOf(target) { const x = target.dataset?.x; return x === undefined ? null : [Number(x), Number(target.dataset.y)] }
  /** @param {number[]} at @returns {HTMLElement | undefined} */
  element([x, y]) { return /** @type {any} */ (this.grid.children[y]?.children[x]) }

  /** Name the cells where somebody stands, for who reads the board without choosing. @param {number[][]} spots */
  name(spots) {
    for (const at of this.named) this.element(at)?.removeAttribute('aria-label')
    for (const at of spots) this.element(at)?.setAttribute('aria-label', this.acts.label(at, true))
    this.named = spots
    if (this.grid.contains(document.activeElement)) this.element(this.cursor)?.setAttribute('aria-label', this.acts.label(this.cursor))
  }
  /** @param {number[]} at @param {boolean} focus */
  move(at, focus) {
    const old = this.element(this.cursor), one = this.element(at)
    if (!one) return
    old?.setAttribute('tabindex', '-1')
    this.cursor = at
    one.setAttribute('tabindex', '0')
    one.setAttribute('aria-label', this.acts.label(at))
    if (focus && document.activeElement !== one) one.focus({ preventScroll: true })
    if (focus) this.show(at)
  }

  /** Note what of the plane is seen, where the browser knows it: asked in between, it would have to lay out the page at once. */
  look() {
    const { scrollLeft: left, scrollTop: top, clientWidth: wide, clientHeight: high } = this.root
    const { x, y } = this.grid.getBoundingClientRect()
    this.sight = { left, top, wide, high, x, y }
  }
  /** Where a cell begins on the plane. @param {number[]} at */
  corner([x, y]) { return [this.edge + x * this.cell, this.edge + y * this.cell] }
  /** Whether a cell is out of sight, across and down; ``well``: out of the middle half, unless it is no farther out than half of what is out of sight, or than can be scrolled. @param {number[]} at */
  out(at, well = false) {
    const { left, top, wide, high } = this.sight
    const begin = this.corner(at), all = this.corner([this.scene.width, this.scene.height])
    return [[left, wide], [top, high]].map(([from, room], k) => {
      const far = well ? Math.min(room / 4, (all[k] - room) / 2) : 8
      return (from > 0 && begin[k] < from + far) || (from + room < all[k] && begin[k] + this.cell > from + room - far)
    })
  }
  /** Whether all of a cell is in sight. @param {number[]} at */
  sees(at, well = false) { return !this.out(at, well).includes(true) }
  /** Scroll so that a cell can be seen, no way but where it has to be. @param {number[]} at */
  show(at, well = false) {
    const out = this.out(at, well)
    if (!out.includes(true)) return
    const [left, top] = this.corner(at)
    const { sight } = this
    this.root.scrollTo({ left: out[0] ? left + this.cell / 2 - sight.wide / 2 : sight.left, top: out[1] ? top + this.cell / 2 - sight.high / 2 : sight.top, behavior: reduced() ? 'auto' : 'smooth' })
  }

  scale(by) {
    const before = this.cell
    this.zoom = Math.max(SMALLEST, Math.min(Math.max(190, this.largest), this.cell * by))
    const box = this.root
    const mx = (box.scrollLeft + box.clientWidth / 2 - this.edge) / before, my = (box.scrollTop + box.clientHeight / 2 - this.edge) / before
    this.resize()
    box.scrollLeft = mx * this.cell + this.edge - box.clientWidth / 2
    box.scrollTop = my * this.cell + this.edge - box.clientHeight / 2
    this.look()
  }
  /** Show all of the board; again: as large as is usual here. */
  whole() { const all = this.fitting(true); this.zoom = this.zoom || Math.abs(this.cell - all) < 1 ? 0 : all; this.resize() }

  fitting(all = false) {
    const { width, height } = this.scene
    const box = this.root
    const wide = (box.clientWidth - this.edge - 8) / width, high = (box.clientHeight - this.edge - 8) / height
    const fits = Math.min(wide, high)
    return Math.max(SMALLEST, Math.min(!all && this.partly ? Math.max(fits, (this.edge / EDGE) * READABLE) : fits, this.largest))
  }
  /** Whether the window is so small that a part of the board is shown. */
  get partly() { return matchMedia('(max-width: 35em), (max-height: 35em)').matches }
  /** px of a cell at most where nobody asks for more: a tenth of the room, so that a small board fills it and is still a board. */
  get largest() { return Math.max(96, this.root.clientWidth / 10) }

  begin(scene) {
    this.scene = scene
    this.grid.replaceChildren(...Array.from({ length: scene.height }, (_, y) => {
      const row = document.createElement('div')
      row.setAttribute('role', 'row')
      row.append(...Array.from({ length: scene.width }, (_, x) => {
        const one = document.createElement('div')
        one.setAttribute('role', 'gridcell')
        one.tabIndex = -1
        one.dataset.x = `${x}`
        one.dataset.y = `${y}`
        return one
      }))
      return row
    }))
    this.element([0, 0]).tabIndex = 0
    this.element([0, 0]).setAttribute('aria-label', '0,0')
    this.named = []
    this.cell = 0
    this.box = null
    this.of.clear()
    document.documentElement.style.setProperty('--tall', `${scene.height / scene.width}`) // where the page gives the board its height
  }

  resize() {
    if (!this.scene || !this.view) return
    const { edge } = this
    this.edge = Math.round(EDGE * parseFloat(getComputedStyle(document.documentElement).fontSize))
    const cell = Math.floor((this.zoom || this.fitting()) * 4) / 4
    if (cell === this.cell && edge === this.edge) return this.keep()
    this.cell = cell
    this.loupe?.hide()
    const { width: w, height: h } = this.scene
    this.plane.style.width = `${w * cell + this.edge + 4}px`
    this.plane.style.height = `${h * cell + this.edge + 4}px`
    this.grid.style.left = this.grid.style.top = this.art.style.left = this.art.style.top = `${this.edge}px`
    this.grid.style.gridTemplateColumns = `repeat(${w}, ${cell}px)`
    this.grid.style.gridAutoRows = `${cell}px`
    this.look()
    this.redraw()
    this.draw(this.view, this.marks)
    this.keep()
  }
  /** Keep in sight what it is about just now. */
  keep() { if (this.marks.about) this.show(this.marks.about) }

  redraw() {
    if (!this.scene || !this.view) return
    drawGround(this.canvas, this.scene, this.view, this.cell, this.edge)
    this.drawn = this.view.ground + this.view.levels
    this.colour = colours()
    this.way(this.marks)
  }

  /** Draw pieces and overlays; ``marks`` is what the open question makes of the cells, its ``edition`` tells views apart. */
  draw(view, marks = {}) {
    this.view = view
    this.marks = marks
    if (!this.cell) return this.resize()
    if (this.drawn !== view.ground + view.levels) this.redraw()
    const { cell } = this
    const edition = marks.edition ?? {} // without one every view is another
    const small = cell < 28
    const { zones, reach, costs, risky, area, trail, threat, now } = marks
    if (this.other('under', [cell, zones, reach, costs, risky, area, threat, trail, trail?.length])) this.paint('under', svg`${DEFS}${this.under(marks)}`)
    this.way(marks)
    const dim = [...(marks.dim || [])].join()
    if (this.other('pieces', [cell, edition, zones, dim])) {
      const names = Object.keys(view.units).filter((name) => view.units[name].at)
      names.sort((a, b) => (view.units[b].down || 0) - (view.units[a].down || 0) || (a < b ? -1 : 1))
      this.paint('pieces', svg`${this.zoneNames(view, marks)}<g class="pieces">${names.map((name) => svg`<g data-piece=${name} class=${marks.dim?.has(name) ? 'dim' : ''}>${piece(view.units[name], { small })}</g>`)}</g>`)
      this.place(view, names)
    }
    if (this.other('over', [cell, edition, now, JSON.stringify([marks.targets, marks.risks, marks.ruler, marks.pings])])) this.paint('over', this.over(view, marks))
    if (!this.held) this.grip()
    this.loupe?.draw()
    if (`${marks.about}` !== `${this.about}`) { this.about = marks.about; this.keep() }
  }
  /** Show what can be taken hold of; not while something is held, for all cells would be painted again. */
  grip() {
    const grips = (this.marks.grips || []).map((at) => this.element(at)).filter(Boolean)
    for (const one of this.grips) if (!grips.includes(one)) one.classList.remove('grip')
    for (const one of grips) one.classList.add('grip')
    this.grips = grips
  }
  /** Whether a layer is to be drawn of other things than last time. @param {string} name @param {unknown[]} things */
  other(name, things) {
    const last = this.of.get(name)
    this.of.set(name, things)
    return !last || things.some((one, k) => one !== last[k])
  }
  paint(name, art) {
    const { width: w, height: h } = this.scene
    render(html`<svg class="board" viewBox="0 0 ${w * C} ${h * C}" width=${w * this.cell} height=${h * this.cell}>${art}</svg>`, this.layers[name])
  }

  zones(marks) {
    const { width } = this.scene
    return [...(this.scene.zones || []).map((one) => ({ name: one.name, cells: one.cells.map((c) => [c % width, Math.floor(c / width)]) })), ...(marks.zones || [])].filter((one) => one.cells.length)
  }
  /** The names of zones: each at the foot of its zone where it fits and nobody stands, else where most room is. */
  zoneNames(view, marks) {
    const taken = new Set()
    for (const { at, size = 1 } of Object.values(view.units)) if (at) for (let k = 0; k < size * size; k++) taken.add(`${at[0] + (k % size)},${at[1] + Math.floor(k / size)}`)
    return this.zones(marks).map(({ name, cells }) => {
      const held = new Set(cells.map((at) => `${at}`).filter((at) => !taken.has(at)))
      const enough = (name.length * 7.5) / C
      let best = null
      for (const [x, y] of cells.slice().sort((a, b) => b[1] - a[1])) {
        if (held.has(`${x - 1},${y}`) || !held.has(`${x},${y}`)) continue
        let far = 1
        while (held.has(`${x + far},${y}`)) far++
        if (!best || (best.far < enough && far > best.far)) best = { x, y, far }
      }
      return best ? svg`<text class="zone-name" x=${(best.x + best.far / 2) * C} y=${(best.y + 1) * C - 8}>${name}</text>` : nothing
    })
  }
  /** What lies below the pieces, for cells of so many px. */
  under(marks, cell = this.cell) {
    const { reach, area, trail, threat } = marks
    return svg`
      ${this.zones(marks).map((zone) => svg`<path class="zone" d=${outline(zone.cells)} />`)}
      ${reach?.length ? svg`<path class="reach" d=${fill(reach)} /><path class="reach-line" d=${outline(reach)} />${cell < 28 || !marks.costs ? nothing : marks.costs.map(([x, y, cost]) => svg`<text class="cost" x=${x * C + 53} y=${y * C + 57}>${cost}</text>`)}` : nothing}
      ${threat ? svg`<path class="risky" d=${fill(threat.strikes)} /><path class="threat" d=${outline(threat.strikes)} /><path class="threat-move" d=${outline(threat.moves)} />` : nothing}
      ${marks.risky?.length ? svg`<path class="risky" d=${fill(marks.risky)} />` : nothing}
      ${area?.length ? svg`<path class="area" d=${fill(area)} /><path class="reach-line" d=${outline(area)} />` : nothing}
      ${trail?.length > 1 ? svg`<path class="trail-back" d="M${trail.map(mid).join('L')}" /><path class="trail" d="M${trail.map(mid).join('L')}" /><circle class="trail-start" cx=${trail[0][0] * C + 32} cy=${trail[0][1] * C + 32} r="7" />` : nothing}`
  }
  /** Draw the way alone, as it grows under a hand: its cells, whether it can be gone, what it costs up to each, and the cell that is chosen. */
  way({ way = [], broken = false, tolls = [], spot = undefined }) {
    if (!this.other('way', [this.cell, this.colour, `${way}`, broken, `${tolls}`, `${spot}`])) return
    const g = this.room(spot ? [...way, spot] : way)
    if (!g) return
    const ratio = g.getTransform().a
    if (this.other('numerals', [this.colour, ratio])) this.numeral = numerals(this.colour, ratio)
    drawWay(g, { way, broken, tolls: this.cell < 28 ? [] : tolls, spot }, this.colour, this.numeral)
  }
  /** Have the canvas of the way over these cells, and clear; returns what draws on it on cells of 64, null for no cells. @param {number[][]} cells */
  room(cells) {
    const { cell, strand } = this
    if (!cells.length) { strand.width = 0; this.box = null; return null }
    const columns = cells.map((at) => at[0]), rows = cells.map((at) => at[1])
    const low = (list) => Math.floor(Math.min(...list) / BLOCK) * BLOCK
    const high = (list, most) => Math.min(most, Math.ceil((Math.max(...list) + 1) / BLOCK) * BLOCK)
    const [x, y, u, v] = [low(columns), low(rows), high(columns, this.scene.width), high(rows, this.scene.height)]
    const { box } = this
    const holds = box && box.cell === cell && box.x <= x && box.y <= y && box.u >= u && box.v >= v
    if (!holds) {
      this.box = { cell, x, y, u, v }
      strand.style.transform = `translate(${x * cell}px, ${y * cell}px)`
      sized(strand, (u - x) * cell, (v - y) * cell)
    }
    const g = strand.getContext('2d')
    const ratio = (strand.width / ((this.box.u - this.box.x) * cell)) * (cell / C)
    g.setTransform(1, 0, 0, 1, 0, 0)
    g.clearRect(0, 0, strand.width, strand.height)
    g.setTransform(ratio, 0, 0, ratio, -this.box.x * C * ratio, -this.box.y * C * ratio)
    return g
  }

  /** What lies over the pieces, for cells of so many px. */
  over(view, marks, cell = this.cell) {
    const found = (marks.risks || []).map(({ at, name, from }, k, all) => {
      const [x, y] = at
      const here = all.filter((one) => `${one.at}` === `${at}`) // one label for all of them
      return svg`${from ? svg`<path class="threat" d="M${mid(from)}L${mid(at)}" />` : nothing}${here[0] === all[k] ? svg`<g class="warn" transform="translate(${x * C + 50} ${y * C + 14})"><path d="M0 -11 12 10H-12Z" /><text y="7" text-anchor="middle">!</text></g>${tag(x * C + 32, y * C - 4, `! ${name}${here.length > 1 ? ` +${here.length - 1}` : ''}`, 'risk')}` : nothing}`
    })
    for (const [name, one] of Object.entries(marks.targets || {})) {
      const unit = view.units[name]
      if (!unit?.at) continue
      const half = (C * (unit.size || 1)) / 2
      const x = unit.at[0] * C + half, y = unit.at[1] * C + half
      found.push(svg`<g transform="translate(${x} ${y})">${brackets(half, one.chosen)}</g>`)
      if (one.friend) found.push(tag(x, y + half - 8, '! friend', 'risk'))
      else if (one.chip && cell >= 24) found.push(tag(x, y + half - 8, one.chip, one.chosen ? 'go' : 'can'))
    }
    const acts = view.units[marks.now]
    if (acts?.at) found.unshift(wedge(acts.at[0] * C, acts.at[1] * C, (C * (acts.size || 1)) / 2)) // over whoever stands above, and below what is told of them
    return [...found, ...this.pointed(marks)]
  }

  /** The ruler, and what somebody points at: in ink, with the name of whose hand it is. */
  pointed({ ruler, pings = [] }) {
    const centre = ([x, y]) => [x * C + C / 2, y * C + C / 2]
    const named = (/** @type {number[]} */ [x, y], text, kind) => tag(Math.max(text.length * 3.9 + 7, Math.min(this.scene.width * C - text.length * 3.9 - 7, x)), y, text, kind)
    const beside = (x, y, u, v) => { const far = Math.hypot(u - x, v - y) || 1, w = u < x ? -1 : 1; return [(x + u) / 2 + (w * (v - y) * 24) / far, (y + v) / 2 - (w * (u - x) * 24) / far] } // above the line
    const found = []
    if (ruler) {
      const far = (/** @type {number[]} */ [x, y]) => (Object.values(this.view.units).some((one) => `${one.at}` === `${[x, y]}`) ? 27 : 7) // round a piece, so that its letter is read
      const begin = centre(ruler.from), r = far(ruler.from)
      const ends = [svg`<circle class=${r > 7 ? 'rule-end round' : 'rule-end'} cx=${begin[0]} cy=${begin[1]} r=${r} />`]
      if (ruler.to) {
        const end = centre(ruler.to), q = far(ruler.to)
        const whole = Math.hypot(end[0] - begin[0], end[1] - begin[1]) || 1
        const on = (at, by) => [0, 1].map((k) => at[k] + ((end[k] - begin[k]) * by) / whole).join(' ')
        const line = `M${on(begin, r)}L${on(end, -q)}`
        found.push(svg`<path class="rule-back" d=${line} /><path class="rule-line" d=${line} />`)
        ends.push(svg`<circle class=${q > 7 ? 'rule-end round' : 'rule-end'} cx=${end[0]} cy=${end[1]} r=${q} />`)
        if (ruler.says.length && !pings.some((one) => `${one.at}` === `${ruler.from}` && `${one.to}` === `${ruler.to}`)) found.push(named(beside(begin[0], begin[1], end[0], end[1]), ruler.says[0][0], 'ink'))
      }
      found.push(...ends)
    }
    for (const one of pings) {
      const [x, y] = centre(one.at)
      if (!one.to) { found.push(svg`<g class="ping" data-ping=${one.seat}><circle class="ping-back" cx=${x} cy=${y} r="29" /><circle class="ping-ring" cx=${x} cy=${y} r="29" /><circle class="ping-ring thin" cx=${x} cy=${y} r="21" />${named([x, y > C ? y - 38 : y + 38], one.name, 'ink')}</g>`); continue }
      const [u, v] = centre(one.to)
      const far = Math.hypot(u - x, v - y) || 1
      const [dx, dy] = [(u - x) / far, (v - y) / far]
      const [px, py] = [u - dx * 20, v - dy * 20]
      const d = `M${x} ${y}L${px} ${py}`
      const head = `M${u} ${v}L${px - dy * 11} ${py + dx * 11}L${px + dy * 11} ${py - dx * 11}Z`
      found.push(svg`<g class="ping" data-ping=${one.seat}><path class="ping-back" d=${d} /><path class="ping-ring" d=${d} /><path class="ping-head" d=${head} />${named(beside(x, y, u, v), `${one.name} · ${one.far}`, 'ink')}</g>`)
    }
    return found
  }

  /** Put every piece where it stands; those that moved walk there unless motion is not wanted. */
  place(view, names) {
    for (const group of /** @type {NodeListOf<HTMLElement>} */ (this.layers.pieces.querySelectorAll('[data-piece]'))) {
      const name = group.dataset.piece
      const unit = view.units[name]
      const half = (C * (unit.size || 1)) / 2
      const at = [unit.at[0] * C + half, unit.at[1] * C + half]
      const old = this.at.get(name)
      const same = this.last === names.join()
      const worn = (unit.bars || []).reduce((sum, [, kind, value]) => sum + (kind === 'life' ? -value : kind === 'load' ? value : 0), 0)
      if (this.worn.get(name) < worn) { // somebody is hit
        this.acts.hit?.()
        if (!reduced()) group.animate({ opacity: [1, 0.2, 1] }, 400)
      }
      this.worn.set(name, worn)
      if (same && old && old.join() === at.join() && group.style.transform) continue
      const far = old ? Math.max(Math.abs(old[0] - at[0]), Math.abs(old[1] - at[1])) / C : 0
      const walks = old && same && far > 0 && !reduced()
      group.style.transition = walks ? `transform ${Math.min(80 * far + 60, 600)}ms cubic-bezier(.2,.7,.2,1)` : 'none'
      group.style.transform = `translate(${at[0]}px, ${at[1]}px)`
      this.at.set(name, at)
    }
    this.last = names.join()
  }

  end() { this.watch.disconnect() }
}
