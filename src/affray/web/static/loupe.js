// A loupe for cells that are too small under a finger: what lies round the cell that was tapped, large
// enough to tap in. Loaded when such a cell is tapped.
import { html, svg, nothing, render } from './ui.js'
import { drawGround, levelsOf } from './board.js'
import { C, brackets, piece } from './pieces.js'

const CELL = 44 // px: a finger's
const MOST = 5 // cells in a row
const BESIDE = 16 // px between the loupe and the cell: a second tap there is not in its way
const STAYS = 8000 // ms without a tap after which it is gone

/** A part of the ground as a board of its own, so that it is drawn as sharp as any. @param {any} scene @param {any} view @param {{x: number, y: number, wide: number, high: number}} part */
function cut(scene, view, { x, y, wide, high }) {
  const w = scene.width
  const levels = levelsOf(view)
  const rows = Array.from({ length: high }, (_, k) => (y + k) * w + x)
  const here = (cell) => { const u = (cell % w) - x, v = Math.floor(cell / w) - y; return u < 0 || v < 0 || u >= wide || v >= high ? -1 : v * wide + u }
  const edges = scene.edges.map(([a, b, kind]) => [here(a), here(b), kind]).filter(([a, b]) => a >= 0 && b >= 0)
  const solids = (scene.solids || []).map(([x1, y1, z1, x2, y2, ...more]) => [x1 - x * 1000, y1 - y * 1000, z1, x2 - x * 1000, y2 - y * 1000, ...more])
  return [{ ...scene, width: wide, height: high, edges, solids, exits: [] }, { ground: rows.map((at) => view.ground.slice(at, at + wide)).join(''), levels: rows.flatMap((at) => levels.slice(at, at + wide)).flatMap((one) => [1, one]) }]
}

export class Loupe {
  /** @type {{x: number, y: number, wide: number, high: number} | null} the cells that it shows */ part = null
  /** @type {unknown} of what it was drawn */ edition = null

  /** @param {any} board */
  constructor(board) {
    this.board = board
    this.box = document.createElement('div')
    this.box.className = 'loupe'
    this.box.setAttribute('aria-hidden', 'true') // the cells of the board are there for everybody
    this.ground = document.createElement('canvas')
    this.art = document.createElement('div')
    this.box.append(this.ground, this.art)
    this.box.addEventListener('click', (event) => this.tap(event))
  }
  get shown() { return Boolean(this.part) }

  /** @param {number[]} at */
  show(at) {
    const { scene, view, marks, plane, sight, cell } = this.board
    const kept = this.part && at[0] >= this.part.x && at[1] >= this.part.y && at[0] < this.part.x + this.part.wide && at[1] < this.part.y + this.part.high
    const wide = Math.min(MOST, scene.width), high = Math.min(MOST, scene.height)
    const begin = (k, n, all) => Math.max(0, Math.min(all - n, at[k] - Math.floor(n / 2)))
    if (!kept) {
      this.part = { x: begin(0, wide, scene.width), y: begin(1, high, scene.height), wide, high }
      drawGround(this.ground, ...cut(scene, view, this.part), CELL, 0)
      const [left, top] = this.board.corner(at)
      const from = [sight.left - plane.offsetLeft + 6, sight.top - plane.offsetTop + 6]
      const x = Math.max(from[0], Math.min(from[0] + sight.wide - wide * CELL - 12, left + cell / 2 - (wide * CELL) / 2))
      const above = top - high * CELL - BESIDE
      this.box.style.transform = `translate(${x}px, ${above >= from[1] ? above : top + cell + BESIDE}px)`
    }
    this.edition = marks.edition
    this.draw()
    plane.append(this.box)
    clearTimeout(this.ending)
    this.ending = setTimeout(() => this.hide(), STAYS)
  }
  hide() { this.part = null; clearTimeout(this.ending); this.box.remove() }

  /** Follow the board: what is chosen now, with its chances; gone when something happens. */
  draw() {
    const { board, part } = this
    if (!part) return
    if (board.marks.edition !== this.edition) return this.hide()
    const { view, marks } = board
    const near = Object.values(view.units).filter((one) => one.at && one.at[0] + (one.size || 1) > part.x && one.at[1] + (one.size || 1) > part.y && one.at[0] < part.x + part.wide && one.at[1] < part.y + part.high)
    const middle = (at, half) => `translate(${at[0] * C + half} ${at[1] * C + half})`
    render(html`<svg class="board" viewBox="${part.x * C} ${part.y * C} ${part.wide * C} ${part.high * C}" width=${part.wide * CELL} height=${part.high * CELL}>${board.under(marks, CELL)}${near.map((one) => svg`<g transform=${middle(one.at, (C * (one.size || 1)) / 2)}>${piece(one)}</g>`)}${board.over(view, marks, CELL)}${marks.spot ? svg`<g transform=${middle(marks.spot, C / 2)}>${brackets(C / 2, true)}</g>` : nothing}</svg>`, this.art)
  }
  /** A cell in the loupe is meant as it is. @param {MouseEvent} event */
  tap(event) {
    const { part, board } = this
    const box = this.box.getBoundingClientRect()
    const at = [part.x + Math.floor((event.clientX - box.left - this.box.clientLeft) / CELL), part.y + Math.floor((event.clientY - box.top - this.box.clientTop) / CELL)]
    if (!board.element(at)) return
    board.move(at, true)
    board.acts.pick(at, event)
    requestAnimationFrame(() => { if (this.part) this.show(at) })
  }
}
