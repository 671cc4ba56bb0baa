// What somebody threatens: where it could come in a turn of its own, and which cells it could strike
// from there. Loaded when somebody is looked at.
import { html, svg, count } from './ui.js'

/** Cells of rows, each as (column, row, how many to the right). @param {number[][]} rows */
const cellsOf = (rows) => rows.flatMap(([x, y, many]) => Array.from({ length: many }, (_, k) => [x + k, y]))

/** What the server told, with its cells one by one, and whether one is struck. */
export function told({ who, moves, strikes, ways }) {
  const struck = cellsOf(strikes)
  return { who, ways, moves: cellsOf(moves), strikes: struck, at: new Set(struck.map(String)) }
}

const swatch = (kind) => svg`<svg viewBox="0 0 22 16" aria-hidden="true"><path class=${kind} d="M2 2H20V14H2Z" /></svg>`
const listed = (list) => (list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`)

/** The card of who is looked at: what the two outlines on the board are, and whom it could strike. */
export function card(threat, page) {
  const me = page.unit(threat.who)
  const others = Object.values(page.view.units).filter((one) => one.at && !one.down && one.side !== me.side)
  const near = others.filter((one) => Array.from({ length: (one.size || 1) ** 2 }, (_, k) => [one.at[0] + (k % (one.size || 1)), one.at[1] + Math.floor(k / (one.size || 1))]).some((at) => threat.at.has(`${at}`)))
  const ways = threat.ways.map(([name, far, unit]) => (far > 1 ? `${name} (range ${far}${unit && ` ${unit}`})` : name))
  return html`<section class="threatens s" aria-label="What it threatens"><h3>If its turn came now</h3>
    <div class="row">${swatch('threat-move')}<span class="grow">${threat.moves.length > 1 ? `It could come to ${count(threat.moves.length, 'cell')} and still strike` : 'It stays where it is'}</span></div>
    <div class="row">${swatch('threat')}<span class="grow">${threat.strikes.length ? `It could strike in ${count(threat.strikes.length, 'cell')}${ways.length ? `: ${listed(ways)}` : ''}` : 'It could strike nowhere'}</span></div>
    ${threat.strikes.length ? html`<p>${near.length ? html`Within its reach: <b>${listed(near.map((one) => one.title))}</b>.` : 'Nobody of another side is within its reach.'}</p>` : ''}
    <p class="muted">As everybody stands now; nobody answers, no die falls.</p></section>`
}
