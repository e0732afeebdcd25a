import { queryOptions } from '@tanstack/react-query'
import { type SiteConfig, siteConfig } from '../../../contract/config.ts'
import { request } from './request.ts'

// Milliseconds. A page asks in several places as it opens; afterwards an answer may have aged.
const SAME_MOMENT = 10_000
const SECOND = 1000

let last: { askedAt: number; answer: Promise<SiteConfig> } | null = null

function ask(): Promise<SiteConfig> {
  const asked = { askedAt: Date.now(), answer: request('/config', { schema: siteConfig }) }
  last = asked
  asked.answer.catch(() => {
    if (last === asked) last = null
  })
  return asked.answer
}

/**
 * How this server is set up (`GET /config`): asked once per page, again only after a failure, so
 * that the clinic's day in it may be over. Throws `ApiError`.
 */
export function loadConfig(): Promise<SiteConfig> {
  return last?.answer ?? ask()
}

/**
 * The same for screens, with the query cache's retries. Asked again when the clinic's next day
 * begins, and when the visitor comes back to a page that has been open for a while.
 */
export function configOptions() {
  return queryOptions({
    queryKey: ['config'],
    queryFn: () => justAsked()?.answer ?? ask(),
    refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
      data ? untilNextDay(data.clinic, dataUpdatedAt) : false,
  })
}

// Clocks are also set back.
function justAsked() {
  return last && Math.abs(Date.now() - last.askedAt) < SAME_MOMENT ? last : null
}

// Counted from the answer, whatever the device's clock says; a device that slept through it asks at once.
function untilNextDay({ nextDayIn }: SiteConfig['clinic'], answeredAt: number): number {
  return Math.max(nextDayIn - (Date.now() - answeredAt), 0) + SECOND
}
