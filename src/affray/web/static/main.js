// Which page is shown: by the address, without ever loading another document.
import { keep, tables, toast, useTheme } from './ui.js'
import { LobbyPage, NewPage, SeatPage } from './lobby.js'
import { TablePage } from './table.js'

useTheme(keep.get('theme', ''))
const root = document.getElementById('page')
let page = null

/** Take the secrets out of the address: they are kept on this device, and in no history. */
function secrets() {
  const given = new URLSearchParams(location.hash.slice(1))
  if (given.size) history.replaceState(null, '', location.pathname + (given.has('tv') ? '#tv' : ''))
  if (given.get('o')) keep.set('owner', given.get('o'))
  return given.get('s') || ''
}

/** A page whose script is fetched when it is wanted; whoever has gone on meanwhile is left where they are. */
function later(script, begin) {
  const wait = { end() {} }
  script.then((found) => { if (page === wait) globalThis.affray = page = begin(found) }, () => { if (page === wait) toast('The server does not answer. Is it still running?') })
  return wait
}

function show(link = '') {
  page?.end()
  root.replaceChildren()
  delete /** @type {any} */ (root)['_$litPart$']
  const [, kind, id] = location.pathname.split('/')
  if (kind === 't' && link) page = new SeatPage(root, id, go, link, (dice) => { show(); if (dice === 'own') setTimeout(() => page.line?.send({ t: 'seat', dice }), 400) })
  else if (kind === 't') page = tables()[id] ? new TablePage(root, id, go, location.hash === '#tv') : new SeatPage(root, id, go, 'none', () => show())
  else if (kind === 'r') page = later(import('./replay.js'), ({ ReplayPage }) => new ReplayPage(root, id || '', go))
  else if (kind === 'new') page = new NewPage(root, '', go)
  else page = new LobbyPage(root, '', go)
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
