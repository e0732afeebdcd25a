import { notifyManager, QueryClient, type QueryClientConfig } from '@tanstack/react-query'
import { readSession, subscribeToSession } from '../session.ts'
import { isTemporary } from './api-error.ts'

/** docs/requirements.md#browser-cache, in milliseconds. */
export const CACHE_TIME = 5 * 60_000
/** The maximum age of data on staff's screens without live updates, in milliseconds. */
export const STAFF_REFETCH_MS = 60_000

const RETRIES = 3
const FIRST_RETRY_DELAY = 1000
const LONGEST_RETRY_DELAY = 30_000

// Notifies in a microtask: by default, the browser could handle a second press of a button before
// the button is disabled.
notifyManager.setScheduler(queueMicrotask)

const options: QueryClientConfig = {
  defaultOptions: {
    queries: {
      staleTime: CACHE_TIME,
      gcTime: CACHE_TIME,
      // Refusals are permanent; only temporary failures are retried.
      retry: (failures, error) => failures < RETRIES && isTemporary(error),
      retryDelay: (failures) => Math.min(FIRST_RETRY_DELAY * 2 ** failures, LONGEST_RETRY_DELAY),
      // The browser's offline state is only a guess, so the request is made and its real error
      // shown.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
}

/** A cache that keeps responses for 5 minutes and retries temporary failures 3 times. */
export function createQueryClient(): QueryClient {
  return new QueryClient(options)
}

/** The browser's cache. */
export const queryClient = createQueryClient()

let owner = readSession()?.user.email

// The next user, in this or another tab, must not see the previous user's data.
function forgetAnothers() {
  const now = readSession()?.user.email
  if (now === owner) return
  owner = now
  queryClient.clear()
}

// Not during server rendering.
if (typeof window !== 'undefined') subscribeToSession(forgetAnothers)
