// Which page is shown: by the address, without ever loading another document. This script and the one of the
// socket come first: a table is called before the scripts that show it have come.
import { Line, keep, links, tables } from './net.js'

const theme = keep.get('theme', '')
if (theme) document.documentElement.dataset.theme = theme
const root = document.getElementById('page')
let page = null

/** Take the secrets out of the address: they are kept on this device, and in no history. */
function secrets() {
  const given = new URLSearchParams(location.hash.slice(1))
  if (given.size) history.replaceState(null, '', location.pathname + (given.has('tv') ? '#tv' : ''))
  if (given.get('o')) keep.set('owner', given.get('o'))
  return given.get('s') || ''
}

/** A page whose scripts come first; whoever has gone on meanwhile is left where they are. @param {Promise<any>} script @param {(found: any) => any} begin @param {() => void} end */
function later(script, begin, link = '', end = () => {}) {
  const wait = { end }
  script.then((found) => { if (page === wait) { clear(); globalThis.affray = page = begin(found) } }, () => { if (page === wait) failed(link) })
  return wait
}

/** Some script of the page did not come: whatever else has to be there is not, so this is drawn by hand. What some browsers could not fetch they never fetch again in this document: all is loaded anew. @param {string} link with which somebody came, which stands in the address no more */
function failed(link) {
  const card = document.createElement('div')
  const again = document.createElement('button')
  const main = document.createElement('main')
  const anew = () => { if (link) history.replaceState(null, '', `${location.pathname}#s=${link}`); location.reload() }
  card.className = 'card pad'
  card.setAttribute('role', 'alert')
  card.textContent = 'The server does not answer: this page has not come as a whole. '
  again.className = 'btn'
  again.textContent = 'Try again'
  again.onclick = anew
  addEventListener('online', () => { if (card.isConnected) anew() })
  card.append(again)
  main.className = 'alone'
  main.append(card)
  clear()
  root.append(main)
}

/** A table, with the dice of whoever has just sat down there. @param {string} id @param {boolean} tv @param {string} dice @param {string} seat */
function table(id, tv, dice, seat) {
  const line = new Line(id, () => links(id, { tv }))
  if (dice === 'own') line.send({ t: 'seat', seat, dice })
  return later(import('./table.js'), ({ TablePage }) => new TablePage(root, id, go, line, tv), '', () => line.close())
}

function clear() {
  root.replaceChildren()
  delete /** @type {any} */ (root)['_$litPart$']
}

function show(link = '', dice = '', seat = '') {
  if (page) { page.end(); clear() } // what the document shows at first stays until there is more
  const [, kind, id] = location.pathname.split('/')
  const lobby = (begin) => later(import('./lobby.js'), begin, link)
  if (kind === 't' && link) page = lobby(({ SeatPage }) => new SeatPage(root, id, go, link, (...chosen) => show('', ...chosen)))
  else if (kind === 't') page = tables()[id] ? table(id, location.hash === '#tv', dice, seat) : lobby(({ SeatPage }) => new SeatPage(root, id, go, 'none', () => show()))
  else if (kind === 'r') page = later(import('./replay.js'), ({ ReplayPage }) => new ReplayPage(root, id || '', go))
  else page = lobby(({ NewPage, LobbyPage }) => (kind === 'new' ? new NewPage(root, '', go) : new LobbyPage(root, '', go)))
  root.focus({ preventScroll: true })
  globalThis.affray = page
}

/** Go to another page; takes the click on a link or an address. @param {any} where */
function go(where) {
  /** @type {any} */
  let path = where
  if (where instanceof Event) {
    const click = /** @type {any} */ (where)
    if (click.ctrlKey || click.metaKey || click.shiftKey || click.button) return
    where.preventDefault()
    path = click.currentTarget.getAttribute('href')
  }
  history.pushState(null, '', path)
  show()
}
addEventListener('popstate', () => show(secrets()))
addEventListener('hashchange', () => { const link = secrets(); if (link) show(link) })
show(secrets())
