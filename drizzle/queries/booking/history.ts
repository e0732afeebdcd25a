import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { appointments, paymentItems, payments } from '#drizzle/schema/index.ts'
import { isPaidBy } from '../payments/payer.ts'
import { type AppointmentRow, isStillTheirs } from './appointments.ts'

interface HistoryPage {
  /** The user whose history it is. */
  uid: string
  /** The clinic's moment; appointments that ended before it are past. */
  moment: { today: IsoDate; minute: number }
  /** Id of the last appointment of the previous page. */
  before?: string | undefined
  limit: number
}

/**
 * Past and canceled appointments, latest first: those that the user booked and may still see, and those that
 * they paid for.
 */
export function listPastAppointments(
  db: Database,
  { uid, moment: { today, minute }, before, limit }: HistoryPage,
): AppointmentRow[] {
  const { date, startMinute, lengthMinutes, id } = appointments
  const isPast = or(
    eq(appointments.status, 'cancelled'),
    sql`(${date}, ${startMinute} + ${lengthMinutes}) <= (${today}, ${minute})`,
  )
  const paidByThem = sql`(
    SELECT appointment_id FROM ${paymentItems}
    JOIN ${payments} ON ${payments.id} = payment_id
    WHERE ${isPaidBy(uid)} AND state = 'succeeded')`
  const isTheirs = or(
    and(eq(appointments.patientUid, uid), isStillTheirs(uid)),
    sql`${id} IN ${paidByThem}`,
  )
  const isFurtherBack = sql`(${date}, ${startMinute}, ${id}) < (
    SELECT date, start_minute, id FROM appointments AS last
    WHERE last.id = ${before} AND (last.patient_uid = ${uid} OR last.id IN ${paidByThem}))`
  return db
    .select()
    .from(appointments)
    .where(and(isTheirs, isPast, before ? isFurtherBack : undefined))
    .orderBy(desc(date), desc(startMinute), desc(id))
    .limit(limit)
    .all()
}
