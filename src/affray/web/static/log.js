// Lines of the log: a sentence, its dice as a sum, its rule.
import { html, nothing, icon } from './ui.js'

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
