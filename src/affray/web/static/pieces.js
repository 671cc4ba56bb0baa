// Pieces and what lies on the board, as SVG on cells of 64.
import { svg, nothing } from './ui.js'

export const C = 64
export const SIDES = ['a', 'b', 'c', 'd']
export const sideOf = (n) => SIDES[Math.min(n, 3)]

const round = (n) => Math.round(n * 10) / 10
function arc(r, from, to) {
  const at = (angle) => `${round(r * Math.sin((angle * Math.PI) / 180))} ${round(-r * Math.cos((angle * Math.PI) / 180))}`
  return `M${at(from)}A${r} ${r} 0 ${Math.abs(to - from) > 180 ? 1 : 0} ${to > from ? 1 : 0} ${at(to)}`
}
/** The outline of a side's pieces: circle, square, hexagon, octagon. */
export function shape(side, r) {
  if (side === 'a') return `M0 ${-r}A${r} ${r} 0 1 1 0 ${r}A${r} ${r} 0 1 1 0 ${-r}Z`
  const k = side === 'b' ? r * 0.92 : r
  const q = side === 'b' ? k * 0.22 : 0
  if (side === 'b') return `M${-k + q} ${-k}H${k - q}Q${k} ${-k} ${k} ${-k + q}V${k - q}Q${k} ${k} ${k - q} ${k}H${-k + q}Q${-k} ${k} ${-k} ${k - q}V${-k + q}Q${-k} ${-k} ${-k + q} ${-k}Z`
  if (side === 'c') return `M0 ${-k * 1.08}L${k * 0.95} ${-k * 0.54}V${k * 0.54}L0 ${k * 1.08}L${-k * 0.95} ${k * 0.54}V${-k * 0.54}Z`
  return `M${-k * 0.42} ${-k}H${k * 0.42}L${k} ${-k * 0.42}V${k * 0.42}L${k * 0.42} ${k}H${-k * 0.42}L${-k} ${k * 0.42}V${-k * 0.42}Z`
}

const GLYPHS = {
  stunned: 'M0-5 1.500-1.500 5-1 2 1.500 3 5 0 3-3 5-2 1.500-5-1-1.500-1.500z', dazed: 'M0-5 1.500-1.500 5-1 2 1.500 3 5 0 3-3 5-2 1.500-5-1-1.500-1.500z',
  slowed: 'M-4-3 0 0 4-3M-4 1 0 4 4 1', slow: 'M-4-3 0 0 4-3M-4 1 0 4 4 1', hidden: 'M-5 0S-2-4 0-4 5 0 5 0 2 4 0 4-5 0-5 0M-4 4 4-4', stealth: 'M-5 0S-2-4 0-4 5 0 5 0 2 4 0 4-5 0-5 0M-4 4 4-4',
  held: 'M-3-1V-3a3 3 0 0 1 6 0V-1M-4-1H4V4H-4z', immobilized: 'M-3-1V-3a3 3 0 0 1 6 0V-1M-4-1H4V4H-4z', burning: 'M0-5C4-1 4 1 3 3 2 5-2 5-3 3-4 1-2 0-1-2 0-3 0-4 0-5',
  prone: 'M-5 3H5M-4 3V0H3L5 3', bleed: 'M0-5C3 0 4 1 3 3 2 5-2 5-3 3-4 1-3 0 0-5', bleeding: 'M0-5C3 0 4 1 3 3 2 5-2 5-3 3-4 1-3 0 0-5', asleep: 'M-4-4H2L-4 2H2M1 0H5L1 5H5',
  sleeping: 'M-4-4H2L-4 2H2M1 0H5L1 5H5', weakened: 'M0-4V4M-3 1 0 4 3 1', vulnerable: 'M-4-3V0C-4 3-2 4 0 5 2 4 4 3 4 0V-3L0-5zM-1-3 1 0-1 2 1 4', mark: 'M0-5V-2M0 5V2M-5 0H-2M5 0H2M0-1V1M-1 0H1', blinded: 'M-5 0S-2-4 0-4 5 0 5 0 2 4 0 4-5 0-5 0M-5 5 5-5',
  stance: 'M0-5 4-3V0C4 3 2 4 0 5-2 4-4 3-4 0V-3z', more: 'M-4 0h.1M0 0h.1M4 0h.1',
}
const STANCES = /^(stance|guard|brac|dodg|protect|concentrat|assist|duck|total)/
const glyph = (mark) => GLYPHS[mark.split(' ')[0]] || (STANCES.test(mark) ? GLYPHS.stance : null)

/** ``quarters``: its value tells no more than a quarter, so the ring has four parts. */
function life(bar, r, quarters) {
  const [, , value, bound] = bar
  if (quarters) return svg`<circle class="arc-back" r=${r} />${Array.from({ length: bound }, (_, k) => svg`<path class=${k >= value ? 'arc-lost' : value < bound ? 'arc-left' : 'arc-full'} d=${arc(r, 90 * k + 5, 90 * k + 85)} />`)}`
  const share = bound > 0 ? Math.max(0, Math.min(value / bound, 1)) : 0
  return svg`<circle class="arc-back" r=${r} /><circle class=${share >= 1 ? 'arc-full' : 'arc-lost'} r=${r} />${share > 0 && share < 1 ? svg`<path class="arc-left" d=${arc(r, 0, share * 360)} />` : nothing}`
}
function extra(bar, r) {
  const share = bar[3] > 0 ? Math.min(bar[2] / bar[3], 1) : 0
  return share >= 1 ? svg`<circle class="arc-extra" r=${r} />` : share > 0 ? svg`<path class="arc-extra" d=${arc(r, 0, share * 360)} />` : nothing
}
function load(bar, right, r, quarters) {
  const [, , value, bound] = bar
  const n = Math.max(bound, 0)
  if (!n && !value) return nothing
  const [from, to] = right ? [172, 92] : [352, 188]
  if (n > 8 || !n || quarters) { // parts would look like the very number
    const share = n ? Math.min(value / n, 1) : 1
    return svg`<path class="arc-lost" d=${arc(r, from, to)} />${share > 0 ? svg`<path class=${value >= n ? 'arc-over' : 'arc-left'} d=${arc(r, from, from + (to - from) * share)} />` : nothing}`
  }
  const step = (to - from) / n
  const gap = 3.5 * Math.sign(step)
  return Array.from({ length: n }, (_, k) => svg`<path class=${value > 0 && value >= n ? 'arc-over' : k < value ? 'arc-left' : 'arc-lost'} d=${arc(r, from + step * k + gap, from + step * (k + 1) - gap)} />`)
}

function letter(unit, r) {
  const size = r > 24 ? r * 0.8 : unit.letter.length > 1 && !unit.ordinal ? 17 : unit.letter.length > 1 || unit.ordinal > 9 ? 16 : 21
  return svg`<text class="pc-t" y=${r > 24 ? r * 0.28 : 7} font-size=${size}>${unit.letter}${unit.ordinal ? svg`<tspan class="pc-o" dy="4">${unit.ordinal}</tspan>` : nothing}</text>`
}
export function body(unit, r = 20) {
  const side = sideOf(unit.side)
  const d = shape(side, r)
  if (unit.down) return svg`<path class="pc-${side} pc-faint" d=${d} /><path class="pc-hollow pc-line-${side}" d=${d} /><path class="pc-bar" d="M${-r * 0.85} ${r * 0.85}L${r * 0.85} ${-r * 0.85}" /><g class="pc-down">${letter(unit, r)}</g>`
  return svg`<path class="pc-${side}" d=${d} /><path class=${unit.hidden ? 'pc-rim dashed' : 'pc-rim'} d=${d} />${side === 'b' ? svg`<path class="pc-in" d=${shape('b', r - 4)} />` : nothing}${letter(unit, r)}`
}
/** A small piece for strips, lists and cards. */
export const token = (unit, size = 28) => svg`<svg class="pc" viewBox="-23 -23 46 46" width=${`${size / 16}rem`} height=${`${size / 16}rem`} aria-hidden="true">${body(unit)}</svg>`

/** The corners of what may be aimed at, longer where it is chosen, as a path. */
export function corners(half, chosen) {
  const k = half - 3
  const l = chosen ? 15 : 9
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => `M${a * k} ${b * (k - l)}V${b * k}H${a * (k - l)}`).join('')
}
export function brackets(half, chosen) {
  const d = corners(half, chosen)
  return svg`<path class="aim-back" d=${d} /><path class=${chosen ? 'aim chosen' : 'aim'} d=${d} />`
}
export const tag = (x, y, text, kind = '') => {
  const wide = text.length * 7.7 + 14
  return svg`<g class="tag ${kind}" transform="translate(${x} ${y})"><rect x=${-wide / 2} y="-9.5" width=${wide} height="19" rx="5" /><text y="5" text-anchor="middle">${text}</text></g>`
}

/** Over who acts. */
export const wedge = (x, y, half) => svg`<path class="wedge" transform="translate(${x + half} ${y})" d="M-9 -8H9L0 1Z" />`

/** A piece on the board; small: the cells are too small for statuses and ordinals. */
export function piece(unit, { small = false } = {}) {
  const z = unit.size || 1
  const half = (C * z) / 2
  const r = z === 1 ? 20 : z * 27 - 6
  const shapeR = z > 1 && sideOf(unit.side) === 'b' ? r * 0.84 : r
  const ring = z > 1 ? r + 8 : 28
  const bars = unit.down ? [] : unit.bars || []
  const loads = bars.filter((bar) => bar[1] === 'load')
  const marks = small || unit.down ? [] : unit.marks.filter(glyph)
  const shown = marks.length > 2 ? [...marks.slice(0, 2), 'more'] : marks
  return svg`
    ${z > 1 ? svg`<rect class="pc-foot pc-foot-${sideOf(unit.side)}" x=${-half + 3} y=${-half + 3} width=${2 * half - 6} height=${2 * half - 6} rx="8" />` : nothing}
    ${unit.down ? nothing : svg`<path class="pc-shadow" transform="translate(0 2.5)" d=${shape(sideOf(unit.side), shapeR + 1.5)} />`}
    ${bars.filter((bar) => bar[1] === 'life').map((bar) => life(bar, ring, unit.quarters))}
    ${bars.filter((bar) => bar[1] === 'extra').map((bar) => extra(bar, ring + 5))}
    ${loads.map((bar, k) => load(bar, k > 0, ring, unit.quarters))}
    <g class=${unit.hidden ? 'half' : ''}>${body(unit, shapeR)}</g>
    ${shown.map((mark, k) => { const w = ((42 + k * 42) * Math.PI) / 180; const q = z > 1 ? r + 5 : 28; return svg`<g transform="translate(${round(q * Math.sin(w))} ${round(-q * Math.cos(w))})"><circle class="st" r="8.5" /><path class="st-g" d=${mark === 'more' ? GLYPHS.more : glyph(mark)} /></g>` })}`
}

const key = (x, y) => x * 1000 + y
/** The outline of a region of cells as one line. */
export function outline(cells) {
  const has = new Set(cells.map(([x, y]) => key(x, y)))
  let d = ''
  for (const [x, y] of cells) {
    const X = x * C, Y = y * C
    if (!has.has(key(x, y - 1))) d += `M${X} ${Y}h${C}`
    if (!has.has(key(x + 1, y))) d += `M${X + C} ${Y}v${C}`
    if (!has.has(key(x, y + 1))) d += `M${X} ${Y + C}h${C}`
    if (!has.has(key(x - 1, y))) d += `M${X} ${Y}v${C}`
  }
  return d
}
export const fill = (cells) => cells.map(([x, y]) => `M${x * C} ${y * C}h${C}v${C}h${-C}z`).join('')
