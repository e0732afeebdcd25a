import { isNotNull, type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#contract/audit/events.ts'
import type { Database } from '../client.ts'
import { appointments, events } from '../schema/index.ts'

/**
 * Compares appointments with the audit log: each has the event of its booking, each canceled one the event of
 * its cancellation, and each series all of its appointments.
 * @returns the differences; empty in a healthy database
 */
export function findBookingErrors(db: Database): string[] {
  const without = (kind: EventKind, condition: SQL) =>
    db
      .select({ id: appointments.id })
      .from(appointments)
      .where(
        sql`${condition} and not exists (select 1 from ${events}
          where ${events.subject} = ${appointments.id} and ${events.kind} = ${kind})`,
      )
      .all()
  return [
    ...without('appointment.booked', sql`true`).map(
      ({ id }) => `no event says that ${id} was booked`,
    ),
    ...findBrokenSeries(db).map((id) => `the series ${id} is not whole`),
    ...without('appointment.cancelled', sql`${appointments.status} = 'cancelled'`).map(
      ({ id }) => `no event says that ${id} was canceled`,
    ),
  ]
}

/** Series that were booked only in part. */
function findBrokenSeries(db: Database): (string | null)[] {
  return db
    .select({ id: appointments.seriesId })
    .from(appointments)
    .where(isNotNull(appointments.seriesId))
    .groupBy(appointments.seriesId)
    .having(
      sql`count(*) <> max(${appointments.seriesSize}) or min(${appointments.seriesSize}) <> max(${appointments.seriesSize})`,
    )
    .all()
    .map(({ id }) => id)
}
