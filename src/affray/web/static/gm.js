// What the game master has beside the board: who is waited for, rulings, seats and their links.
import { html, nothing, icon, toast, call, tables, hold, keep, capital, called, words, percent, qr, save, learnPrograms, programOptions, Fault } from './ui.js'
import { sideOf } from './pieces.js'
import { question } from './actions.js'

const COVERS = [0, 2, 5, 10, 20] // minutes
const send = (page, fields) => page.line.send({ t: 'gm', ...fields })

async function look(page, who) {
  page.ruled = { who, values: [], effects: [], path: '' }
  try { const found = await page.line.ask('values', who); page.ruled = { ...page.ruled, ...found, path: found.values[0]?.[0] || '' } } catch (fault) { toast(capital(fault.text || 'that cannot be set')) }
  page.draw()
}

function meant(text) {
  const word = text.trim()
  if (/^-?\d+$/.test(word)) return Number(word)
  if (/^-?\d+,-?\d+$/.test(word)) return word.split(',').map(Number)
  if (word === 'true' || word === 'false') return word === 'true'
  return word
}

export async function share(page, seat, renew = false) {
  const mine = tables()[page.id]
  if (renew) page.renewing = seat
  if (page.shared && page.shared.seat !== seat) { page.shared = null; page.draw() } // or its link would be renewed by who wants this one
  try {
    const found = await call('POST', `tables/${page.id}/links`, mine.seats.gm || keep.get('owner', ''), { seat, renew })
    if (renew && mine.seats[seat]) { hold(page.id, (kept) => ({ seats: { ...kept.seats, [seat]: found.token } })); page.line.anew() } // who plays it here goes on playing
    const link = `${location.origin}/t/${page.id}#s=${found.token}`
    page.shared = { seat, link, code: await qr(link) }
    try { await navigator.clipboard.writeText(link); toast('Link copied') } catch { /* without a secure page the link is there to be copied by hand */ }
  } catch (fault) { page.renewing = ''; toast(fault instanceof Fault ? fault.message : 'no link') }
  page.draw()
  await null // it is drawn by then
  page.root.querySelector('.shared')?.scrollIntoView({ block: 'nearest' })
}

/** Let the rules be overruled: what is to be allowed stays written there if that is refused. @param {any} page @param {any} event */
async function allow(page, event) {
  event.preventDefault()
  const { key, cause } = event.target.elements
  try {
    await page.line.tell({ t: 'gm', do: 'allow', path: key.value.trim(), reason: cause.value })
    key.value = ''
  } catch (fault) { toast(capital(fault.text), fault.rule ? { text: 'Why?', act: () => page.rule(fault.rule) } : null) }
}

let learnt = false
export function panel(page) {
  const { view, turn } = page
  if (!learnt) { learnt = true; learnPrograms(() => page.draw()) }
  const ruled = page.ruled
  const row = ruled?.values.find((one) => one[0] === ruled.path)
  const rule = (event) => {
    event.preventDefault()
    const form = event.target.elements
    send(page, { do: 'edit', path: form.effect?.value ? `${ruled.who}.${form.effect.value}` : form.path.value, value: meant(form.value.value), reason: form.reason.value })
    form.value.value = ''
    setTimeout(() => look(page, ruled.who), 400)
  }
  const person = (one) => html`<li class="row"><span class="grow"><b>${one.label}</b>${one.name ? ` ${one.name}` : ''} <span class="s ${one.here || one.bot || one.role === 'spectator' ? 'muted' : 'away'}">${one.bot ? `program: ${one.bot}` : one.here ? 'here' : 'away'}${one.dice === 'own' ? ', own dice' : ''}</span></span>
    ${one.role === 'spectator' ? nothing : html`<select class="field small plays" aria-label="Who plays ${one.label}" .value=${one.bot} @change=${(event) => send(page, { do: 'bot', seat: one.id, path: event.target.value })}><option value="" ?selected=${!one.bot}>A person</option>${programOptions(one.bot)}</select>`}
    ${one.role === 'gm' ? nothing : html`<button class="btn icon" aria-label="See as ${one.label}" aria-pressed=${page.looking === one.id} @click=${() => page.line.send({ t: 'look', seat: page.looking === one.id ? '' : one.id })}>${icon('eye')}</button>`}
    <button class="btn icon" aria-label="Link for ${one.label}" @click=${() => share(page, one.id)}>${icon('link')}</button></li>`
  return html`<section class="gm"><div class="head"><h2>${turn ? html`Waiting for ${turn.bot ? page.title(turn.who) : `${page.waiting()}${page.asked_of(page.unit(turn.who))}`}` : 'Nobody is waited for'}</h2></div>${usual(page)}
      <div class="row three"><button class="btn" @click=${() => send(page, { do: page.paused ? 'resume' : 'pause' })}>${icon(page.paused ? 'play' : 'pause')}${page.paused ? 'Go on' : 'Pause'}</button>
        <button class="btn" ?disabled=${!turn || turn.bot} @click=${() => send(page, { do: 'answer' })}>Take the default</button>
        <button class="btn" ?disabled=${!turn || turn.bot} @click=${() => turn.seats[0] && send(page, { do: 'bot', seat: turn.seats[0], path: 'greedy' })}>Bot plays</button></div>
      ${turn && !turn.bot ? html`<button class="btn quiet wide-btn" @click=${() => send(page, { do: 'nudge' })}>Nudge: say that everybody waits</button>` : nothing}
      ${turn?.whole && !turn.bot ? html`<button class="btn quiet wide-btn" @click=${() => send(page, { do: 'clock' })}>No clock for this question</button>` : nothing}</section>
    <section class="gm"><div class="head"><h2>Rule on</h2><span class="s muted">everybody sees the reason</span></div>
      <form class="ruling-form" @submit=${rule}>
        <select class="field" aria-label="Whom" @change=${(event) => look(page, event.target.value)}><option value="">Choose somebody</option>${Object.entries(view.units).map(([name, unit]) => html`<option value=${name} ?selected=${ruled?.who === name}>${unit.title}</option>`)}</select>
        ${ruled?.who ? html`<div class="row"><select class="field grow" name="path" aria-label="What" @change=${(event) => { ruled.path = event.target.value; page.draw() }}>${ruled.values.map(([path, name]) => html`<option value=${path} ?selected=${path === ruled.path}>${called(name)}</option>`)}</select>
          <select class="field grow" name="effect" aria-label="Or a condition"><option value="">or a condition</option>${(ruled.effects || []).map((one) => html`<option value=${one}>${words(one)}</option>`)}</select></div>
          <div class="row"><input class="field" name="value" required aria-label="New value" placeholder=${row ? `now ${Array.isArray(row[2]) ? row[2].join() : row[2]}` : 'value'} autocomplete="off" /></div>
          <input class="field" name="reason" required maxlength="300" aria-label="Reason" placeholder="Reason" autocomplete="off" />
          <div class="row"><span class="grow s muted">${row ? `${called(row[1])} is ${Array.isArray(row[2]) ? row[2].join() : row[2]}` : ''}</span><button type="button" class="btn" @click=${(event) => takeOut(page, event.target.form)}>Take out</button><button class="btn">Rule</button></div>
          <div class="row"><button type="button" class="btn grow" ?disabled=${page.weighing} @click=${(event) => whatIf(page, event.target.form)}>What if it were so?</button><button type="button" class="btn grow" ?disabled=${page.weighing} @click=${() => weigh(page, { path: 'remove', value: ruled.who, text: `${page.title(ruled.who)} were out` })}>What if out?</button></div>` : nothing}</form>${supposed(page, false)}
      ${newcomer(page)}
      ${page.rulings.length ? html`<div class="rulings"><h3 class="label">When the step is over</h3><ul>${page.rulings.map((one) => html`<li class="row s"><span class="grow">${one.text}</span><button class="btn" aria-label="Withdraw: ${one.text}" @click=${() => send(page, { do: 'withdraw', path: one.id })}>Withdraw</button></li>`)}</ul></div>` : nothing}
      ${page.unfit.map((one) => html`<div class="why row"><p class="s grow">${one.text}</p><button class="btn quiet icon" aria-label="Read" @click=${() => send(page, { do: 'withdraw', path: one.id })}>${icon('x')}</button></div>`)}
      ${page.refusals.map((one) => html`<form class="why" @submit=${(event) => { event.preventDefault(); page.refusals = []; page.allow(one.key, event.target.elements.cause.value) }}><p class="s"><b>${one.name}</b> was refused <b>${page.spelled(one.key.split(' '))}</b>: ${one.text}</p><div class="row"><input class="field" name="cause" required maxlength="300" aria-label="Reason to allow ${page.spelled(one.key.split(' '))}" placeholder="reason" autocomplete="off" /><button class="btn">Allow anyway</button></div></form>`)}
      <details class="allow"><summary>Allow what the rules refuse</summary><form class="ruling-form" @submit=${(event) => allow(page, event)}>
        <input class="field" name="key" required maxlength="400" aria-label="What to allow" placeholder="what, as it is typed: move 4,3" list="refused" autocomplete="off" /><datalist id="refused">${(page.choice?.refused || []).map((one) => html`<option value=${one.key}></option>`)}</datalist><div class="row"><input class="field" name="cause" required maxlength="300" aria-label="Reason to allow" placeholder="reason" autocomplete="off" /><button class="btn">Allow</button></div></form></details>
      <details class="allow"><summary>Change a die of the last throw</summary><form class="row" @submit=${(event) => { event.preventDefault(); const form = event.target.elements; send(page, { do: 'reroll', die: Number(form.die.value), face: Number(form.face.value), reason: form.why.value, value: form.later.checked }) }}>
        <input class="field tiny" name="die" type="number" min="1" required aria-label="Which die of the last throw" placeholder="which" /><input class="field tiny" name="face" type="number" min="1" required aria-label="New face" placeholder="face" /><input class="field" name="why" required aria-label="Reason for the new face" placeholder="reason" autocomplete="off" /><button class="btn">Change</button><label class="row s"><input type="checkbox" name="later" /> Take back what was done since then, too</label></form></details></section>
    ${standing(page)}
    <section class="gm"><div class="head"><h2>Seats</h2></div><ul class="people">${page.people.map(person)}</ul>
      ${page.shared ? html`<div class="shared"><img class="qr" alt="The link as a code" src=${page.shared.code} /><input class="field" readonly aria-label="Link" .value=${page.shared.link} @focus=${(event) => event.target.select()} /><button class="btn" @click=${() => share(page, page.shared.seat, true)}>New link, old one ends</button></div>` : nothing}
      <div class="row"><button class="btn grow" @click=${() => journal(page)}>${icon('file')}Journal</button><a class="btn grow" href="/r/${page.id}" @click=${page.go}>${icon('play')}Replay</a></div>
      <div class="row"><button class="btn grow" @click=${() => screen(page)}>${icon('tv')}Big screen</button><button class="btn grow" @click=${() => moment(page)}>${icon('file')}This moment as a case</button></div>
      <label class="row s chat-on"><input type="checkbox" .checked=${Boolean(page.settings?.chat)} @change=${(event) => send(page, { do: 'chat', value: event.target.checked })} /> Chat</label>
      <label class="row s"><span class="grow">Who is away while others wait: a program plays for them after</span><select class="field small" aria-label="After how long a program plays for who is away" @change=${(event) => send(page, { do: 'cover', value: Number(event.target.value) })}>${COVERS.map((one) => html`<option value=${one} ?selected=${one === (page.settings?.cover || 0)}>${one ? `${one} min` : 'never'}</option>`)}</select></label></section>`
}

/** What the default is, where this page is asked itself. */
function usual(page) {
  const option = page.choice?.groups?.flatMap((one) => one.options).find((one) => one.key === page.choice.default)
  return option ? html`<p class="s muted">${question(page.choice)[0]} The default: <b>${page.deed(option)}</b></p>` : nothing
}

/** The value that stands in the form, supposed and not set. */
function whatIf(page, form) {
  const { path, effect, value } = form.elements
  if (!value.value.trim()) { value.focus(); return toast('Which value?') }
  const where = effect.value ? `${page.ruled.who}.${effect.value}` : path.value
  weigh(page, { path: where, value: meant(value.value), text: `${page.title(page.ruled.who)} had ${words(where.split('.').slice(1).join(' '))} ${value.value.trim()}` })
}

/** Somebody is taken out of the fight, with the reason that stands in the form. */
function takeOut(page, form) {
  const { reason } = form.elements
  if (!reason.value.trim()) { reason.focus(); reason.reportValidity(); return toast('Say why first') }
  send(page, { do: 'remove', path: page.ruled.who, reason: reason.value })
  page.ruled = null
  page.draw()
}

/** Somebody who joins the fight: who, for which side, and where; the cell is picked on the board. */
function newcomer(page) {
  const found = page.joining
  const open = async (event) => {
    if (!event.target.open) { page.joining = null; return page.draw() }
    if (page.joining) return
    page.joining = { recruits: [], at: null }
    try { Object.assign(page.joining, await page.line.ask('recruits')) } catch (fault) { toast(capital(fault.text || 'nobody can join')) }
    page.draw()
  }
  const join = (event) => {
    event.preventDefault()
    const form = event.target.elements
    if (!found.at) return toast('Pick a cell on the board')
    send(page, { do: 'add', path: form.kind.value, side: form.side.value, value: found.at, reason: form.cause.value })
    found.at = null
    page.draw()
  }
  return html`<details class="allow" ?open=${Boolean(found)} @toggle=${open}><summary>Bring somebody in</summary>${found ? html`<form class="ruling-form" @submit=${join}>
    <div class="row"><select class="field grow" name="kind" aria-label="Who joins">${found.recruits.map(([id, name]) => html`<option value=${id}>${name}</option>`)}</select>
      <select class="field grow" name="side" aria-label="For which side">${page.scene.sides.map((one) => html`<option value=${one.id} ?selected=${one === page.scene.sides.at(-1)}>${one.name}</option>`)}</select></div>
    <p class="s ${found.at ? '' : 'hint'}">${found.at ? html`At <b>${found.at.join()}</b>. Another cell may be picked.` : 'Pick a cell on the board.'}</p>
    <div class="row"><input class="field" name="cause" required maxlength="300" aria-label="Why somebody joins" placeholder="reason" autocomplete="off" /><button class="btn">Bring in</button></div><button type="button" class="btn wide-btn" ?disabled=${page.weighing} @click=${(event) => { const form = event.target.form.elements; if (!found.at) return toast('Pick a cell on the board'); weigh(page, { path: 'add', value: { id: form.kind.value, side: form.side.value, at: found.at.join() }, text: `${form.kind.selectedOptions[0].text} came in at ${found.at.join()}` }) }}>What if?</button></form>${supposed(page, true)}` : nothing}</details>`
}

async function journal(page) {
  try { save(`${page.id}.jsonl`, await call('GET', `tables/${page.id}/journal`, tables()[page.id].seats.gm), 'application/x-ndjson') } catch (fault) { toast(fault.message) }
}
/** This moment as a case of the rules' own tests. */
async function moment(page) {
  try { const found = await page.line.ask('case'); save(found.name, found.text) } catch (fault) { toast(capital(fault.text || fault.message)) }
}
/** A link for everybody's screen: who watches knows nothing that the table does not. */
async function screen(page) {
  const mine = tables()[page.id]
  try {
    if (!mine.seats.watch) { const found = await call('POST', `tables/${page.id}/links`, mine.seats.gm, { seat: 'watch' }); hold(page.id, (old) => ({ seats: { ...old.seats, watch: found.token } })) }
    open(`/t/${page.id}#tv`, '_blank', 'noopener')
  } catch (fault) { toast(fault instanceof Fault ? fault.message : 'no screen') }
}
/** Who is likely to win, from fights that programs play on from here; asked again while it is looked at. What is supposed is told beside how it stands now, right below where one has asked. */
export async function weigh(page, suppose = null) {
  const at = page.line.seq
  const ask = async (supposed) => ({ ...(await page.line.ask('chances', supposed?.path || '', supposed ? JSON.stringify(supposed.value) : '')), at })
  page.weighing = true
  if (suppose) page.supposed = { ...suppose, found: null }
  page.draw()
  try {
    if (!suppose || page.standing?.at !== at) page.standing = await ask(null)
    if (suppose) page.supposed = { ...suppose, found: await ask(suppose) }
  } catch (fault) { if (suppose) page.supposed = null; toast(capital(fault.text || 'that cannot be worked out now')) }
  page.weighing = false
  page.draw()
  await null // it is drawn by then
  if (suppose) page.root.querySelector('.supposed')?.scrollIntoView({ block: 'nearest' })
}
/** What is supposed here: who would win then, and who wins as it stands. @param {any} page @param {boolean} joins */
function supposed(page, joins) {
  const one = page.supposed
  if (!one || (one.path === 'add') !== joins) return nothing
  return html`<div class="supposed"><h3 class="label">What if ${one.text}?</h3>${one.found ? html`${shares(page, one.found)}<h3 class="label">As it stands</h3>${shares(page, page.standing)}` : html`<p class="s muted">Playing it out …</p>`}</div>`
}
function standing(page) {
  return html`<section class="gm"><div class="head"><h2>Who wins from here</h2><button class="btn" ?disabled=${page.weighing} @click=${() => weigh(page)}>${page.weighing ? 'Playing it out …' : page.standing ? 'Again' : 'Work it out'}</button></div>
    ${shares(page, page.standing)}</section>`
}
/** What share of the fights each side has won. */
function shares(page, found) {
  if (!found) return nothing
  const name = (id) => page.scene.sides.find((one) => one.id === id)?.name || id
  return html`<div class="stack" role="img" aria-label=${found.sides.map(([id, n]) => `${name(id)} ${percent(n, 0)}`).join(', ')}>${found.sides.map(([id, n]) => html`<span class="side-${sideOf(page.scene.sides.findIndex((one) => one.id === id))}" .style=${`flex: ${Math.max(n, 1)} 1 0`}>${n >= 900 ? Math.round(n / 100) : ''}</span>`)}${found.none ? html`<span class="o-none" .style=${`flex: ${found.none} 1 0`}></span>` : nothing}</div>
      <p class="s muted">${found.sides.map(([id, n]) => `${name(id)} ${percent(n, 0)}`).join(' · ')}${found.none ? ` · nobody ${percent(found.none, 0)}` : ''}</p><p class="s faint">${found.runs} fights played by programs, ${percent(found.low, 0)} to ${percent(found.high, 0)} for the first${found.at !== page.line.seq ? '; the fight has gone on since' : ''}</p>
      ${found.fallen.length ? html`<details class="allow"><summary>Who falls how often</summary><table class="sums"><tbody>${found.fallen.map(([who, n]) => html`<tr><td>${page.unit(who) ? html`<i class="dot side-${sideOf(page.unit(who).side)}"></i> ` : nothing}${page.title(who)}</td><td><b>${percent(n, 0)}</b></td></tr>`)}</tbody></table></details>` : nothing}`
}
