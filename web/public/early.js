// Runs before the first paint, so that neither the theme nor the header flickers.
;(() => {
  const page = document.documentElement
  const night = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    let choice = null
    try {
      choice = localStorage.getItem('sprout.theme')
    } catch {
      // Storage is blocked: the system's theme applies.
    }
    if (choice !== 'light' && choice !== 'dark') choice = 'system'
    page.dataset.themeChoice = choice
    page.dataset.theme = choice === 'system' ? (night.matches ? 'dark' : 'light') : choice
  }
  try {
    page.dataset[localStorage.getItem('accessToken') ? 'signedIn' : 'signedOut'] = ''
  } catch {
    page.dataset.signedOut = ''
  }
  try {
    if (localStorage.getItem('sprout.rail') === 'folded') page.dataset.rail = 'folded'
  } catch {
    // Storage is blocked: the rail is shown in full.
  }
  apply()
  night.addEventListener('change', apply)
})()
