import { siteConfig } from '../../contract/config.ts'
import { team } from '../../contract/doctors.ts'
import { treatmentList } from '../../contract/treatments.ts'
import { firstBookableDay } from '../features/booking/bookable-days.ts'
import { DAY_PARAMETER } from '../features/booking/booking-flow.tsx'
import type { Given } from './given.ts'

/** Makes one of the API's public calls. Rejects when it is refused. */
export type Ask = (call: string) => Promise<unknown>

type Gather = (ask: Ask, query: URLSearchParams) => Promise<Given | null>

const pages: Record<string, Gather> = {
  '/doctors': async (ask) => ({ team: team.parse(await ask('/team')) }),

  '/appointment': async (ask, query) => {
    // The day that an address asks for is shown by the browser.
    if (query.has(DAY_PARAMETER)) return null
    // Without how long the day still lasts, which is another figure each time.
    const { today, lastDay, closures } = siteConfig.parse(await ask('/config')).clinic
    const calendar = { today, lastDay, closures }
    const day = firstBookableDay(calendar)
    if (!day) return { booking: { calendar, first: null } }
    const treatments = treatmentList.parse(await ask(`/available?date=${day}`))
    return { booking: { calendar, first: { day, treatments } } }
  },
}

/** The pages that the server draws from data. */
export const gatheredPages: readonly string[] = Object.keys(pages)

/**
 * Asks for what the page at `path` is drawn from; null when it cannot be drawn for this query.
 * Rejects when a call is refused or its answer is not what it should be.
 */
export async function gather(
  path: string,
  query: URLSearchParams,
  ask: Ask,
): Promise<Given | null> {
  return (await pages[path]?.(ask, query)) ?? null
}
