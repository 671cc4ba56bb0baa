// Charts are drawn once: their colours are names of the style, which light, dark and paper set.
const specs = JSON.parse(document.getElementById('charts').textContent)
const drawn = Object.entries(specs).map(([id, spec]) =>
  vegaEmbed(`#${id}`, spec, { actions: false, renderer: 'svg', ast: true, tooltip: { theme: 'custom' } }))
Promise.all(drawn).then(() => { document.documentElement.dataset.drawn = drawn.length })

const themes = ['light', 'dark', 'contrast']
const button = document.getElementById('theme')
button.hidden = false
button.addEventListener('click', () => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const now = themes.indexOf(root.dataset.theme || (dark ? 'dark' : 'light'))
  root.dataset.theme = themes[(now + 1) % themes.length]
})

// A link to a fight opens it; paper shows what is folded as it is.
const unfold = () => {
  const goal = location.hash && document.getElementById(location.hash.slice(1))
  if (goal && goal.tagName === 'DETAILS') { goal.open = true; goal.scrollIntoView() }
}
addEventListener('hashchange', unfold)
unfold()
