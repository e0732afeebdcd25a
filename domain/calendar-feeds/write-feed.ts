import { setImmediate as nextTurn } from 'node:timers/promises'
import { FEED_DAYS } from '#contract/calendar-feeds/calendar-feeds.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { familiesOf } from '#drizzle/queries/booking/appointments.ts'
import {
  type FeedRow,
  listFeedAppointments,
} from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'
import { readAppointmentDays } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { type FeedContext, feedEvents, feedFile } from './feed-file.ts'

/** How long writing a feed may hold the thread at a time, in milliseconds. */
const SLICE_MS = 8

/** The days of a feed: 30 back to 180 ahead. */
const daysOf = (today: IsoDate) => ({
  from: dayAfter(today, -FEED_DAYS.past),
  to: dayAfter(today, FEED_DAYS.coming),
})

/** Changes whenever a feed may have changed, because the days' versions only grow. */
export function feedVersion(db: Database, today: IsoDate, context: FeedContext): string {
  const days = readAppointmentDays(db, daysOf(today))
  const changes = days.reduce((sum, { version }) => sum + version, 0)
  return JSON.stringify([today, changes, context])
}

interface WrittenFeed {
  content: string
  /** The uids of the users whose appointments it contains. */
  families: string[]
}

/**
 * Writes the calendar file of a feed and yields to other calls in between. A day that changed meanwhile is
 * written again, so that the file shows one moment.
 */
export async function writeFeed(
  db: Database,
  feed: Pick<FeedRow, 'doctorId' | 'withNames'>,
  today: IsoDate,
  context: FeedContext,
  { sliceMs = SLICE_MS } = {},
): Promise<WrittenFeed> {
  const written = new Map<IsoDate, { version: number; events: string; families: string[] }>()
  const listChanged = () =>
    readAppointmentDays(db, daysOf(today)).filter(
      ({ date, version }) => written.get(date)?.version !== version,
    )
  let sliceEnd = performance.now() + sliceMs
  for (let changed = listChanged(); changed.length > 0; changed = listChanged()) {
    for (const { date, version } of changed) {
      if (performance.now() >= sliceEnd) {
        await nextTurn()
        sliceEnd = performance.now() + sliceMs
      }
      const rows = listFeedAppointments(db, { date, doctorId: feed.doctorId })
      const events = feedEvents(rows, feed, context)
      written.set(date, { version, events, families: familiesOf(rows) })
    }
  }
  await nextTurn()
  const days = [...written].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    content: feedFile(
      days.map(([, { events }]) => events),
      context,
    ),
    families: [...new Set(days.flatMap(([, { families }]) => families))],
  }
}
