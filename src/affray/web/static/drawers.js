// What is opened beside the board: the log, the chat, rules, settings; and the seal of the dice.
// Fetched when the first of it is wanted.
import { html, nothing, icon, keep, tables, capital, logList } from './ui.js'
import { ACTS, FIXED, NUMBERS, change, does, keyOf, own } from './hand.js'

/** The drawer that is open. @param {any} page the table's */
export function drawers(page) {
  const close = () => { page.drawer = ''; page.draw() }
  const frame = (title, inner) => html`<aside class="drawer" aria-label=${title}><div class="row head"><h2 class="grow">${title}</h2><button class="btn quiet icon" aria-label="Close" @click=${close}>${icon('x')}</button></div>${inner}${page.choice ? html`<button class="btn wide-btn" @click=${close}>${page.aside ? 'You are asked' : 'Your turn'}</button>` : nothing}</aside>`
  if (page.drawer === 'log') return frame('Log', html`<div class="seg" role="group" aria-label="Lines">${[['all', 'All'], ...(page.you?.role === 'player' ? [['mine', 'Mine']] : []), ['dice', 'Rolls'], ['gm', 'Rulings']].map(([kind, text]) => html`<button aria-pressed=${page.filter === kind} @click=${() => { page.filter = kind; page.draw() }}>${text}</button>`)}<span class="grow"></span><button @click=${() => page.rulebook()}>Rulebook</button><button @click=${() => page.open('help')}>Settings</button></div><ol class="log whole" tabindex="0">${page.log.filter((one) => page.filter === 'all' || (page.filter === 'mine' ? page.mine(one) : one[page.filter])).map((one) => logList(one, page))}</ol>${seal(page)}`)
  if (page.drawer === 'chat') return frame('Chat', html`<ol class="chat" tabindex="0">${page.chat.map((one) => html`<li><b>${one.who}</b> ${one.text}</li>`)}</ol><form class="row" @submit=${(event) => { event.preventDefault(); const input = event.target.elements.text; if (input.value.trim()) page.line.send({ t: 'say', text: input.value.trim() }); input.value = '' }}><input class="field" name="text" maxlength="500" autocomplete="off" aria-label="Say something" /><button class="btn">Say</button></form>`)
  if (page.drawer === 'rule') {
    const search = async (event) => {
      event.preventDefault()
      const text = event.target.elements.id.value.trim()
      try { const { rules } = await page.line.ask('rules', text); if (rules.length === 1) return page.rule(rules[0][0]); page.found = { title: text ? `Rules: ${text}` : 'Rulebook', rules }; page.draw() } catch { page.rule(text) }
    }
    return frame(page.found.title, html`${page.found.id ? html`<p class="rule-id">${page.found.id}</p>` : nothing}${['text', 'ruling', 'example'].map((one) => (page.found[one] ? html`<h3 class="label">${capital(one)}</h3><p class="rule-text">${page.found[one]}</p>` : nothing))}
      ${page.found.rules ? html`<ul class="rules">${page.found.rules.map(([id, title]) => html`<li class="row"><span class="grow">${title}</span><button class="rule" @click=${() => page.rule(id)}>${id}</button></li>`)}</ul>${page.found.rules.length ? nothing : html`<p class="s muted">Nothing is called like that.</p>`}` : nothing}
      <form class="row look" @submit=${search}><input class="field" name="id" maxlength="400" aria-label="A word or the id of a rule" placeholder="a word, or a rule’s id" /><button class="btn">Look up</button></form>`)
  }
  if (page.drawer === 'help') return frame('Settings', shortcuts(page, page.shortcuts))
  return nothing
}

/** From what opened the drawer the keys go into it, and back: it stands beside the head of the page. @param {KeyboardEvent} event @param {HTMLElement} opener */
export function tab(event, opener) {
  const first = /** @type {HTMLElement} */ (document.querySelector('.drawer button'))
  const next = event.shiftKey ? event.target === first && opener : event.target === opener && first
  if (!next?.isConnected) return
  event.preventDefault()
  next.focus()
}

/** The seal of the dice, and what it held once the fight is over. @param {any} page */
export function seal(page) {
  const { seal, seed, salt } = page.settings || {}
  if (!seal) return nothing
  if (!seed) return html`<p class="s muted seal">The dice are sealed as <code>${seal}</code>. When the fight is over, everybody can see that their seed was not changed.</p>`
  const first = tables()[page.id]?.seal
  if (page.opened && (page.opened !== seal || seal !== first)) return html`<p class="banner bad seal">The dice of this fight are not those that were sealed.</p>`
  return html`<details class="s seal"><summary>${page.opened ? 'The dice were those that were sealed' : 'The seal of the dice is open'}</summary><p class="muted">The SHA-256 of <code>${seed} ${salt}</code> is the seal that was told at the beginning, <code>${first}</code>. Of this seed the journal gives all dice again.</p></details>`
}

/** The keys that single letters have, each of which can be changed. @param {any} page @param {any} keys */
function shortcuts(page, keys) {
  const on = keep.get('keys', true) !== false
  const row = ([act, , text]) => html`<li class="row"><span class="grow">${capital(text)}</span><button class="btn key" aria-pressed=${keys.wanted === act} aria-label="${capital(text)}: ${keyOf(act) || 'no key'}. Change" @click=${() => keys.ask(act)}>${keys.wanted === act ? 'Press a key' : keyOf(act) ? html`<kbd>${keyOf(act)}</kbd>` : html`<span class="muted s">none</span>`}</button></li>`
  const device = (name, text) => html`<label class="row s"><input type="checkbox" .checked=${does(name)} @change=${(event) => { keep.set(name, event.target.checked); page.device(name) }} /> ${text}</label>`
  return html`${page.plays() ? html`<p class="s">${page.plays()}.</p>` : nothing}${device('sounds', 'Sounds for your turn, a reaction and a hit')}${navigator.wakeLock ? device('awake', 'Keep the screen on while you are asked') : nothing}<h3 class="label">Keys</h3><label class="row s"><input type="checkbox" .checked=${on} @change=${(event) => { keep.set('keys', event.target.checked); page.draw() }} /> Single keys act</label>
    <label class="row s"><input type="checkbox" .checked=${own()[NUMBERS] !== 'off'} ?disabled=${!on} @change=${(event) => { change(NUMBERS, event.target.checked ? 'on' : 'off'); page.draw() }} /> <span>Numbers <kbd>1</kbd> … <kbd>0</kbd> pick what to do</span></label>
    <p class="s key-told">${keys.told}</p>
    <ul class="own-keys ${on ? '' : 'off'}">${ACTS.map(row)}</ul>
    <button class="btn wide-btn" @click=${() => keys.reset()}>All keys as they were</button>
    <dl class="keys">${FIXED.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${capital(text)}</dd>`)}</dl>
    <p class="s muted">They are kept on this device. The command line takes the key of an option, its number, and: who, hp NAME, reach, options, odds 2, why KEY, rule ID, undo, ping 4,3, ruler 4,3 6,2.</p>`
}
