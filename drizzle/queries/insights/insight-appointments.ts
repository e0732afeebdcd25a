import { and, between, eq, type SQL, sql } from 'drizzle-orm'
import type { InsightRows } from '#contract/insights/insights.ts'
import type { Database } from '#drizzle/client.ts'
import { inOrderOf } from '#drizzle/in-order-of.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { type AppointmentPage, countInIndex, listPageIds } from '../booking/appointment-pages.ts'
import type { AppointmentRow } from '../booking/appointments.ts'
import { ALL, type DateRange, type InsightScope, NO_DOCTOR } from './roll-ups.ts'

/** As in the partial indexes. */
const CONDITIONS: Record<InsightRows, SQL> = {
  unpaid: sql`status = 'booked' and paid = 0 and attendance <> 'no_show' and billed_elsewhere = 0`,
  missed: sql`status = 'booked' and attendance = 'no_show'`,
}

const INDEXES: Record<InsightRows, string> = {
  unpaid: 'appointments_unpaid',
  missed: 'appointments_missed_by_date',
}

interface Wanted {
  of: InsightRows
  range: DateRange
  scope: InsightScope
}

function isWanted({ of, range, scope: { doctorId, treatmentId } }: Wanted): SQL | undefined {
  const { date } = appointments
  const ofDoctor = doctorId === NO_DOCTOR ? sql`doctor_id is null` : sql`doctor_id = ${doctorId}`
  return and(
    CONDITIONS[of],
    between(date, range.from, range.to),
    doctorId === ALL ? undefined : ofDoctor,
    treatmentId === ALL ? undefined : eq(appointments.treatmentId, treatmentId),
  )
}

/** The appointments behind a figure, the latest first. */
export function listInsightAppointments(
  db: Database,
  wanted: Wanted,
  page: AppointmentPage,
): AppointmentRow[] {
  const ids = listPageIds(db, isWanted(wanted), page, 'latest')
  const rows = db.select().from(appointments).where(isAmong(appointments.id, ids)).all()
  return inOrderOf(ids, rows, (row) => row.id)
}

/** How many `listInsightAppointments` has on all pages. */
export function countInsightAppointments(db: Database, wanted: Wanted): number {
  return countInIndex(db, INDEXES[wanted.of], isWanted(wanted))
}
