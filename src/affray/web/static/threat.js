// What somebody threatens: where it could come in a turn of its own, and which cells it could strike
// from there. Loaded when somebody is looked at.
import { html, nothing, svg, count } from './ui.js'

/** Cells of rows, each as (column, row, how many to the right). @param {number[][]} rows */
const cellsOf = (rows) => rows.flatMap(([x, y, many]) => Array.from({ length: many }, (_, k) => [x + k, y]))

/** All cells of somebody who stands at a cell. @param {number[]} at @param {number} size */
const bodyAt = ([x, y], size) => Array.from({ length: size ** 2 }, (_, k) => [x + (k % size), y + Math.floor(k / size)])

/** What the server told, with its cells one by one, and whether one is struck. ``moves`` are all cells that it could stand on. */
export function told({ who, moves, strikes, ways }, size = 1) {
  const struck = cellsOf(strikes)
  const places = cellsOf(moves)
  const under = new Map(places.flatMap((at) => bodyAt(at, size)).map((at) => [`${at}`, at]))
  return { who, ways, places: count(places.length, size > 1 ? 'place' : 'cell'), still: places.length < 2, moves: [...under.values()], strikes: struck, at: new Set(struck.map(String)) }
}

const swatch = (kind) => svg`<svg viewBox="0 0 22 16" aria-hidden="true"><path class=${kind} d="M2 2H20V14H2Z" /></svg>`
const listed = (list) => (list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`)

/** The card of who is looked at: what the two outlines on the board are, and whom it could strike. */
export function card(threat, page) {
  const me = page.unit(threat.who)
  const others = Object.values(page.view.units).filter((one) => one.at && !one.down && one.side !== me.side)
  const near = others.filter((one) => bodyAt(one.at, one.size || 1).some((at) => threat.at.has(`${at}`)))
  const ways = threat.ways.map(([name, far, unit]) => (far > 1 ? `${name} (range ${far}${unit && ` ${unit}`})` : name))
  return html`<section class="threatens s" aria-label="What it threatens"><h3>If its turn came now</h3>
    <div class="row">${swatch('threat-move')}<span class="grow">${threat.still ? 'It stays where it is' : `It could come to ${threat.places} and still strike`}</span></div>
    <div class="row">${swatch('threat')}<span class="grow">${threat.strikes.length ? `It could strike in ${count(threat.strikes.length, 'cell')}${ways.length ? `: ${listed(ways)}` : ''}` : 'It could strike nowhere'}</span></div>
    ${threat.strikes.length ? html`<p>${near.length ? html`Within its reach: <b>${listed(near.map((one) => one.title))}</b>.` : 'Nobody of another side is within its reach.'}</p>` : ''}
    <p class="muted">As everybody stands now; nobody answers, no die falls.</p></section>`
}

/** What somebody can do, each with what it does. @param {[string, string][]} list */
export const deeds = (list) => (list.length ? html`<details class="numbers"><summary>What it can do</summary><dl class="can">${list.map(([name, text]) => html`<div class="s"><dt><b>${name}</b></dt><dd>${text}</dd></div>`)}</dl></details>` : nothing)
