import { use, useEffect, useState } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import type { Language } from '#words/languages.ts'
import { Toasts } from '../components/toasts.tsx'
import { ClinicProvider, useClinic } from '../lib/clinic.tsx'
import { OtherLanguages } from '../lib/other-languages.ts'
import { routerPath } from '../lib/own-path.ts'
import { OwnWords, type Translations, useOwnText } from '../lib/own-words.tsx'
import { titleOf } from './pages.ts'
import { pageAt, prefetchData, preload, routes } from './routes.tsx'
import { ScrollAndFocus } from './scroll-and-focus.tsx'

/**
 * Loads a page's code and data when a link to it is hovered, touched or focused. A link that is followed before
 * the code is there looks pressed.
 */
function usePreloadOnIntent() {
  useEffect(() => {
    const onIntent = ({ target, type, defaultPrevented }: Event) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement)) return
      if (link.origin !== window.location.origin || link.hreflang) return
      const pathname = routerPath(link.pathname)
      prefetchData({ pathname, search: link.search })
      const loading = preload(pathname)
      // The router has prevented the browser from following it.
      if (!loading || type !== 'click' || !defaultPrevented) return
      link.dataset.pressed = ''
      void loading.then(() => delete link.dataset.pressed)
    }
    const kinds = ['pointerover', 'touchstart', 'focusin', 'click'] as const
    for (const kind of kinds) document.addEventListener(kind, onIntent, { passive: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onIntent)
    }
  }, [])
}

interface AppProps {
  clinic: ClinicDetails
  /** Other languages in which the site is offered. */
  languages?: readonly Language[] | undefined
  /** What the clinic wrote, in the page's language. */
  translations?: Translations | undefined
  /** Called once the site is rendered. */
  onReady?: () => void
}

/** The whole site; needs a router around it. */
export function App({ clinic, languages = [], translations = {}, onReady }: AppProps) {
  return (
    <OtherLanguages value={languages}>
      <OwnWords value={translations}>
        <ClinicProvider clinic={clinic}>
          <Site onReady={onReady} />
        </ClinicProvider>
      </OwnWords>
    </OtherLanguages>
  )
}

function Site({ onReady }: Pick<AppProps, 'onReady'>) {
  const clinic = useClinic()
  const tagline = useOwnText()(clinic.tagline)
  const { pathname } = useLocation()
  const [firstPath] = useState(pathname)
  // The router changes the address in a transition, so the old page stays until the next one is loaded.
  const loading = pathname === firstPath ? undefined : preload(pathname)
  if (loading) use(loading)
  useEffect(() => {
    const page = pageAt(pathname)
    if (page && (page.title || pathname === '/')) {
      document.title = titleOf(page, { ...clinic, tagline })
    }
  }, [pathname, clinic, tagline])
  usePreloadOnIntent()
  useEffect(() => onReady?.(), [onReady])
  return (
    <>
      {useRoutes(routes)}
      <ScrollAndFocus />
      <Toasts />
    </>
  )
}
