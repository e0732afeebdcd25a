import { FROM_PARAMETER } from '../both/sign-in/from-parameter.ts'
import { addressOf, routerPath } from '../lib/own-path.ts'
import { readSession } from '../lib/session.ts'

// Before hydration, without the route table. Afterwards the router follows the links.

/** The paths of the pages for users only; a test compares them with `pages.ts`. */
export const FOR_USERS = /^\/(appointment|dashboard|invitation)(\/|$)/

const LOGIN = addressOf('/login')
/** They lead on to the same page, which the address of the first one names. */
const SIGN_IN = /^\/(login|signup)$/

const isSignIn = ({ pathname }: Pick<URL, 'pathname'>) => SIGN_IN.test(routerPath(pathname))

const needsLogin = (address: string) => FOR_USERS.test(routerPath(address)) && !readSession()

/** The login page that leads on to an address of a page for users. */
export function loginBefore({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) {
  return `${LOGIN}?${FROM_PARAMETER}=${encodeURIComponent(routerPath(pathname) + search + hash)}`
}

/**
 * Leads visitors who are logged out from links to pages for users directly to the login, which the server
 * renders, and prefetches the scripts of this page and the files of the next one until `ended`.
 */
export function prepareNextPage(ended: AbortSignal): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('a')
    if (!link || link.origin !== location.origin) return
    const { href, pathname } = link
    // The browser follows it after this event, in this tab or in another one.
    if (needsLogin(pathname)) link.href = loginBefore(link)
    else if (link.hreflang || (isSignIn(link) && isSignIn(location))) link.search = location.search
    else return
    setTimeout(() => {
      link.href = href
    })
  })
  const documentOf = (path: string) => (needsLogin(path) ? LOGIN : path)
  afterFirstPaint(() => {
    import('./prefetch-next.ts').then(
      ({ prefetchNext }) => prefetchNext(documentOf, ended),
      () => undefined,
    )
  })
}

/** Calls `act` when the page is loaded and painted, so that nothing competes with it for the network. */
function afterFirstPaint(act: () => void): void {
  // A hidden page is not painted.
  const soon = () => (document.hidden ? act() : requestAnimationFrame(() => setTimeout(act)))
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}
