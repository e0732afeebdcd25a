// Runs before the first paint, so that neither the theme nor the header flashes.
;(() => {
  const page = document.documentElement
  const night = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    let choice = null
    try {
      choice = localStorage.getItem('sprout.theme')
      if (localStorage.getItem('accessToken')) page.dataset.signedIn = ''
    } catch {
      // Storage is refused: the system's choice holds.
    }
    if (choice !== 'light' && choice !== 'dark') choice = 'system'
    page.dataset.themeChoice = choice
    page.dataset.theme = choice === 'system' ? (night.matches ? 'dark' : 'light') : choice
  }
  apply()
  night.addEventListener('change', apply)
})()
