import { useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { Toasts } from '../components/toasts.tsx'
import { ClinicProvider, useClinic } from '../lib/clinic.tsx'
import { titleOf } from './pages.ts'
import { loadPage, pageAt, routes } from './routes.tsx'
import { ScrollAndFocus } from './scroll-and-focus.tsx'

// The page itself shows when its code cannot be loaded.
const preload = (pathname: string) => void loadPage(pathname).catch(() => undefined)

/** Loads a page's code when a link to it is hovered, touched or focused. */
function usePreloadOnIntent() {
  useEffect(() => {
    const onIntent = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement)) return
      const { origin, pathname } = new URL(link.href)
      if (origin === window.location.origin) preload(pathname)
    }
    const kinds = ['pointerover', 'touchstart', 'focusin'] as const
    for (const kind of kinds) document.addEventListener(kind, onIntent, { passive: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onIntent)
    }
  }, [])
}

interface AppProps {
  clinic: ClinicDetails
  /** Called once the site is rendered. */
  onReady?: () => void
}

/** The whole site; needs a router around it. */
export function App({ clinic, onReady }: AppProps) {
  return (
    <ClinicProvider clinic={clinic}>
      <Site onReady={onReady} />
    </ClinicProvider>
  )
}

function Site({ onReady }: Pick<AppProps, 'onReady'>) {
  const clinic = useClinic()
  const { pathname } = useLocation()
  useEffect(() => {
    const page = pageAt(pathname)
    if (page) document.title = titleOf(page, clinic, pathname)
  }, [pathname, clinic])
  useEffect(() => {
    // Loads the layouts and the page at once, not one after another as they are rendered.
    preload(pathname)
  }, [pathname])
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
