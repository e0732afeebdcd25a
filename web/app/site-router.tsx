import { type ReactNode, startTransition, useLayoutEffect, useRef, useState } from 'react'
import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  Router,
  type To,
} from 'react-router-dom'
import { shownAddress } from './document-address.ts'

/** The site's state in an entry of the browser's history, as `BrowserRouter` keeps it. */
interface EntryState {
  /** The state that the page that navigated passed on. */
  usr: unknown
  key: string
}

/** The location of the entry that the browser shows. */
function shownLocation(): Location {
  const { pathname, search, hash } = window.location
  const state: Partial<EntryState> | null = window.history.state
  return { pathname, search, hash, state: state?.usr ?? null, key: state?.key ?? 'default' }
}

interface SiteRouterProps {
  /** Path and query to begin with: those that the page's HTML was made for. */
  address: string
  children: ReactNode
}

/**
 * `BrowserRouter`, but it begins with `address` and follows the browser's history from its first
 * commit on. A page can only be hydrated at the address that its HTML was made for, and the history may
 * have left it before.
 */
export function SiteRouter({ address, children }: SiteRouterProps) {
  const [entry, setEntry] = useState(() => firstEntry(address))
  const [navigator] = useState(() => createNavigator((kind) => follow(setEntry, kind)))
  const begun = useRef(entry)
  useLayoutEffect(() => {
    const onPop = () => follow(setEntry, NavigationType.Pop)
    window.addEventListener('popstate', onPop)
    // The history may have moved since the first entry was rendered.
    if (createPath(begun.current.location) !== createPath(shownLocation())) onPop()
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  return (
    <Router {...entry} navigator={navigator}>
      {children}
    </Router>
  )
}

interface Entry {
  location: Location
  navigationType: NavigationType
}

function firstEntry(address: string): Entry {
  const nowhere = { pathname: '/', search: '', hash: '', state: null, key: 'default' }
  const location =
    address === shownAddress() ? shownLocation() : { ...nowhere, ...parsePath(address) }
  return { location, navigationType: NavigationType.Pop }
}

/** Shows the entry that the history has been led to. */
function follow(show: (entry: Entry) => void, navigationType: NavigationType): void {
  // Read at once: the history may move again before React renders.
  const location = shownLocation()
  startTransition(() => show({ location, navigationType }))
}

/** Changes the browser's history, and calls `onChange` with what was done. */
function createNavigator(onChange: (kind: NavigationType) => void): Navigator {
  const createHref: Navigator['createHref'] = (to) => (typeof to === 'string' ? to : createPath(to))
  const createURL = (to: To) => new URL(createHref(to), window.location.origin)
  const entryState = (usr: unknown): EntryState => ({
    usr,
    key: Math.random().toString(36).slice(2, 10),
  })
  return {
    createHref,
    createURL,
    encodeLocation: createURL,
    go: (delta) => window.history.go(delta),
    push(to, state) {
      window.history.pushState(entryState(state), '', createHref(to))
      onChange(NavigationType.Push)
    },
    replace(to, state) {
      window.history.replaceState(entryState(state), '', createHref(to))
      onChange(NavigationType.Replace)
    },
  }
}
