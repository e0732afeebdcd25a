import type { ViewedData } from '#contract/audit/events.ts'
import { familiesOf } from '#drizzle/queries/booking/appointments.ts'
import { findUnrecordedViews, recordViews } from '#drizzle/queries/events.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { Services } from '#server/http/services.ts'

/**
 * How many views one transaction records: a week of the agenda has hundreds, a month of receipts thousands.
 */
const MOST_AT_ONCE = 100

/**
 * Records in the audit log that a user is about to see other users' data: once per person, kind of data and
 * hour. Await it before sending the data.
 */
export async function recordView(
  { db, clinicClock }: Pick<Services, 'db' | 'clinicClock'>,
  viewer: { uid: string },
  viewed: readonly string[],
  what: ViewedData,
): Promise<void> {
  const view = { viewer: viewer.uid, viewed, what }
  // Most views are already recorded, and need no transaction.
  const unrecorded = findUnrecordedViews(db, view, clinicClock.now())
  for (let from = 0; from < unrecorded.length; from += MOST_AT_ONCE) {
    const some = { ...view, viewed: unrecorded.slice(from, from + MOST_AT_ONCE) }
    await writeTransaction(db, (tx) => recordViews(tx, some, clinicClock.now()))
  }
}

/** The same for appointments: the data of their bookers is seen. */
export function recordAppointmentView(
  services: Pick<Services, 'db' | 'clinicClock'>,
  viewer: { uid: string },
  appointments: Parameters<typeof familiesOf>[0],
  what: ViewedData = 'agenda',
): Promise<void> {
  return recordView(services, viewer, familiesOf(appointments), what)
}
