import { notifyManager, QueryClient, type QueryClientConfig } from '@tanstack/react-query'
import { readSession, subscribeToSession } from '../session.ts'
import { isTemporary } from './api-error.ts'

/** docs/requirements.md#browser-cache, in milliseconds. */
export const CACHE_TIME = 5 * 60_000
/** How old what staff see may be, also without live updates, in milliseconds. */
export const STAFF_REFETCH_MS = 60_000

const RETRIES = 3
const FIRST_RETRY_DELAY = 1000
const LONGEST_RETRY_DELAY = 30_000

// Before the browser handles what comes next: by default it could press a button a second time that
// does not know yet that the first press has sent something.
notifyManager.setScheduler(queueMicrotask)

const options: QueryClientConfig = {
  defaultOptions: {
    queries: {
      staleTime: CACHE_TIME,
      gcTime: CACHE_TIME,
      // A refusal stays a refusal; only what may pass is worth asking again.
      retry: (failures, error) => failures < RETRIES && isTemporary(error),
      retryDelay: (failures) => Math.min(FIRST_RETRY_DELAY * 2 ** failures, LONGEST_RETRY_DELAY),
      // The browser only guesses that it is offline: show the real error.
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

// Data of the previous user must not be visible to the next one, in this or another tab.
function forgetAnothers() {
  const now = readSession()?.user.email
  if (now === owner) return
  owner = now
  queryClient.clear()
}

// Not during server rendering.
if (typeof window !== 'undefined') subscribeToSession(forgetAnothers)
