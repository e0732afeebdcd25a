import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

export const THEME_CHOICES = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

// `public/early.js` reads the same key before the first paint.
const KEY = 'sprout.theme'

const { notify, subscribe } = createListeners()

function readChoice(): ThemeChoice {
  const choice = document.documentElement.dataset.themeChoice
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

/** Sets and remembers the theme; `system` follows the device again. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Storage is blocked: the choice lasts until the page is reloaded.
  }
  const night = window.matchMedia('(prefers-color-scheme: dark)').matches
  const page = document.documentElement
  page.dataset.themeChoice = choice
  page.dataset.theme = choice === 'system' ? (night ? 'dark' : 'light') : choice
  notify()
}

/** The visitor's choice; `system` on the server. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => 'system')
}
