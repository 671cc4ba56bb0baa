// The forecast: one chance, what it is the chance of, and everything that may come of it.
import { html, nothing, percent, capital, called, spoken, count } from './ui.js'

const KINDS = { none: 'o-none', other: 'o-other', hurt: 'o-hurt', down: 'o-down', more: 'o-none' }
const EVENTS = { hurt: 'harms', other: 'changes' }
const LEAVES = /gone|escaped/
/** What the chance is the chance of; who goes away is not harmed by it. */
const event = (one, me) => (one.who === me && one.rows?.length === 1 && LEAVES.test(one.rows[0][1]) ? 'takes away' : EVENTS[one.event])

export const stack = (parts) => html`<div class="stack" role="img" aria-label=${parts.map(([kind, n]) => `${NAMES[kind]} ${percent(n)}`).join(', ')}>${parts.map(([kind, n]) => html`<span class=${KINDS[kind]} .style=${`flex: ${n} 1 0`}>${n >= 1000 ? percent(n).slice(0, -2) : ''}</span>`)}</div>`
const NAMES = { none: 'nothing', other: 'something else', hurt: 'harm', down: 'downed' }

/** The chip on somebody: a whole percent of what the forecast says of them. */
export const chip = (found, who) => { const one = found?.people?.find((person) => person.who === who); return one ? `${found.exact ? '' : '~'}${percent(one.share, 0)}` : '' }
/** A forecast in a sentence, for who does not see the card. */
export const chance = (found, name, me) => (found.people.length ? `${headline(found)} ${event(found.people[0], me)} ${name(found.people[0].who)}.` : '')
export const headline = (found) => (found?.people?.length ? `${found.exact ? '' : 'about '}${percent(found.people[0].share)}` : '')
/** Between what a sampled chance lies. */
const within = (bounds) => (bounds?.length ? html`<span class="muted"> ${percent(bounds[0]).slice(0, -2)} to ${percent(bounds[1])}</span>` : nothing)

function histogram(after) {
  const bars = after.bars
  if (bars.length < 2 || bars.length > 24) return nothing
  const top = Math.max(...bars.map((one) => one[1] + one[2]))
  const few = bars.length <= 9
  return html`<div class="dist"><div class="row s"><span class="grow muted">${called(after.name)} afterwards, now ${after.now}</span></div>
    <div class="hist" role="img" aria-label=${bars.map(([value, a, b]) => `${value}: ${percent(a + b)}`).join(', ')}>${bars.map(([value, fine, down]) => html`<div>
      ${few ? html`<b>${((fine + down) / 100).toFixed(1)}</b>` : nothing}
      ${fine ? html`<u .style=${`height: ${Math.max(2, (fine / top) * 40)}px`}></u>` : nothing}${down ? html`<u class="dn" .style=${`height: ${Math.max(2, (down / top) * 40)}px`}></u>` : nothing}
      <span>${few || value % 5 === 0 ? value : ''}</span></div>`)}</div></div>`
}

/** What may become of somebody else: all of it with its chance, and of several things each with its own. */
function beside(one, name, me) {
  const rows = (one.rows || []).filter(([kind]) => kind !== 'none')
  const several = rows.length > 1
  return html`<tr><td>${event(one, me)} ${name(one.who)}</td><td class="muted">${several ? '' : capital(spoken(rows[0]?.[1] || ''))}${within(one.bounds)}</td><td><b>${percent(one.share)}</b></td></tr>${several ? rows.map(([, text, n, sure]) => html`<tr class="muted"><td colspan="2">${capital(spoken(text))}${within(sure)}</td><td>${percent(n)}</td></tr>`) : nothing}`
}

/** The card; ``name`` gives the title of a combatant, ``me`` who acts, ``passed`` it is nothing that is done. */
export function card(found, deed, name, me = '', passed = false) {
  if (!found.people.length) return html`<section class="fc"><h2>${deed}</h2><p class="s muted">${passed ? 'Nothing is done: the fight goes on.' : 'It harms nobody at once.'}</p></section>`
  const [first, ...others] = found.people
  return html`<section class="fc" aria-label="Forecast">
    <div class="row"><h2 class="grow">${deed}</h2><span class="chip line">${found.exact ? 'exact' : `sampled, ${count(found.runs, 'run')}`}</span></div>
    <div class="hero"><b>${percent(first.share)}</b><span class="s muted">${event(first, me)} ${name(first.who)}${first.fraction && first.fraction !== '1/1' ? html`<br />${first.fraction.replace('/', ' in ')}` : first.bounds.length ? html`<br />likely${within(first.bounds)}` : nothing}</span></div>
    ${stack(first.stack)}
    ${first.rows ? html`<div class="outs">${first.rows.map(([kind, text, n, sure]) => html`<i class="key ${KINDS[kind]}"></i><span class="what">${capital(spoken(text))}${within(sure)}</span><span class="n">${percent(n)}</span>`)}</div>` : nothing}
    ${first.down ? html`<div class="row s sum"><span class="grow muted">goes down${within(first.falls)}</span><b>${percent(first.down)}</b></div>` : nothing}
    ${first.after ? histogram(first.after) : nothing}
    ${found.answers.length ? html`<div class="ans"><div class="s muted">If it is answered otherwise</div><table class="sums"><tbody>${found.answers.map((one) => html`<tr><td>${name(one.who)}: ${one.text}</td><td class="muted">${one.down ? `down ${(one.down / 100).toFixed(1)}` : ''}${within(one.bounds)}</td><td><b>${percent(one.share)}</b></td></tr>`)}</tbody></table></div>` : nothing}
    ${others.length ? html`<div class="ans"><div class="s muted">Also</div><table class="sums"><tbody>${others.map((one) => beside(one, name, me))}</tbody></table></div>` : nothing}
  </section>`
}
