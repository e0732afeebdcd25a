import '../styles/public.css'
import { isFresh } from '../both/session/token.ts'
import { startRequests } from '../lib/api/first-requests.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { keepReferral } from '../lib/referral.ts'
import { readSession } from '../lib/session.ts'
import { deferHydration } from './deferred-hydration.ts'
import { loginBefore, prepareNextPage } from './next-page.ts'

// Kept small: readers of public pages load no other script until they use the page.

// Must be set before zod is loaded, which would otherwise try `new Function`; the content security policy
// refuses and reports that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Renders or hydrates the page in `root`, once it is used. */
function begin(root: HTMLElement) {
  const hydrated = new AbortController()
  prepareNextPage(hydrated.signal)
  deferHydration(root, async () => {
    const [{ startApp }] = await Promise.all([
      loadChunk(() => import('./start-app.tsx')),
      // The largest part, evaluated in a separate task so that the page can respond in between.
      loadChunk(() => import('react-dom/client')),
    ])
    await startApp(root)
    hydrated.abort()
  })
}

keepReferral(location.search)
const root = document.getElementById('root')
const session = readSession()
if (root?.dataset.requests && session && isFresh(session.accessToken)) {
  startRequests(root.dataset.requests.split(' '), session)
}
if (root?.dataset.for && !session) location.replace(loginBefore(location))
else if (root) begin(root)
