import '../styles/public.css'
import { isFresh } from '../both/session/token.ts'
import { startRequests } from '../lib/api/first-requests.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { keepReferral } from '../lib/referral.ts'
import { readSession } from '../lib/session.ts'
import { deferHydration } from './deferred-hydration.ts'

// Kept small: readers of public pages load no other script until they use the page.

// Must be set before zod is loaded, which would otherwise try `new Function`; the content security policy
// refuses and reports that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

async function start(root: HTMLElement) {
  const [{ startApp }] = await Promise.all([
    loadChunk(() => import('./start-app.tsx')),
    // The largest part, evaluated in a separate task so that the page can respond in between.
    loadChunk(() => import('react-dom/client')),
  ])
  await startApp(root)
}

keepReferral(location.search)
const root = document.getElementById('root')
const session = readSession()
if (root?.dataset.requests && session && isFresh(session.accessToken)) {
  startRequests(root.dataset.requests.split(' '), session)
}
if (root) deferHydration(root, () => start(root))
