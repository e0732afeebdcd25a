import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, parsePath } from 'react-router-dom'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { BASE } from '#words/en/language.ts'
import { routerPath } from '../lib/own-path.ts'
import { App } from './app.tsx'
import { isServerRendered } from './deferred-hydration.ts'
import { documentAddress, showAddress, shownAddress } from './document-address.ts'
import { loadPage } from './routes.tsx'
import { type QueryEntry, readSentData } from './sent-data.ts'

/**
 * Hydrates the server-rendered page in `root`, or renders the page in place of its shell. Resolves when the
 * page responds to clicks; rejects when its code could not be loaded.
 */
export async function startApp(root: HTMLElement): Promise<void> {
  const isRendered = isServerRendered(root)
  const address = isRendered ? documentAddress() : shownAddress()
  const page = loadPage(routerPath(parsePath(address).pathname ?? '/'))
  const sent = readSentData()
  // Pages of the development server come without data.
  const clinic: ClinicDetails = sent?.clinic ?? (await (await fetch('/clinic')).json())
  if (isRendered) await Promise.all([page, restoreQueries(sent?.queries ?? [])])
  // Loaded at once, so that nested layouts do not wait for each other; the page shows a failure itself.
  else await page.catch(() => undefined)
  await new Promise<void>((ready) => {
    // A page can only be hydrated at the address for which its HTML was made.
    const followHistory = showAddress(address)
    const onReady = () => {
      followHistory()
      ready()
    }
    const app = (
      <StrictMode>
        <BrowserRouter basename={BASE || undefined}>
          <App
            clinic={clinic}
            languages={sent?.languages}
            translations={sent?.translations}
            onReady={onReady}
          />
        </BrowserRouter>
      </StrictMode>
    )
    // A transition renders in slices, between which the browser can paint and respond.
    startTransition(() => {
      if (isRendered) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  })
}

/** Puts the data that the server has sent with the page into the query cache. */
async function restoreQueries(queries: QueryEntry[]): Promise<void> {
  if (queries.length === 0) return
  const { queryClient } = await import('../lib/api/query-client.ts')
  for (const [key, data] of queries) {
    // Dated by the page load, because the page may have been open for long before its first use.
    queryClient.setQueryData(key, data, { updatedAt: performance.timeOrigin })
  }
}
