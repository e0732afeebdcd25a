import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Slot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { AgeLimits } from '#contract/families/ages.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { MisfitReason } from '#contract/schedule/schedule.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  appointments,
  doctors,
  doctorTreatments,
  keptAppointments,
  treatments,
  treatmentTimes,
} from '#drizzle/schema/index.ts'
import type { AppointmentRow } from './appointments.ts'

/** What a treatment is like now. */
export interface Offering extends AgeLimits {
  active: boolean
  times: readonly Slot[]
  /** Ids of the doctors who give it. */
  doctors: ReadonlySet<string>
}

/** Every treatment by id, and the ids of all doctors. */
export function readOfferings(db: Database): {
  offerings: Map<string, Offering>
  doctors: Set<string>
} {
  const times = Map.groupBy(
    db.select().from(treatmentTimes).all(),
    ({ treatmentId }) => treatmentId,
  )
  const given = Map.groupBy(
    db.select().from(doctorTreatments).all(),
    ({ treatmentId }) => treatmentId,
  )
  const offerings = db
    .select()
    .from(treatments)
    .all()
    .map(({ id, active, minAgeMonths, maxAgeMonths }): [string, Offering] => [
      id,
      {
        active,
        minAgeMonths,
        maxAgeMonths,
        times: times.get(id) ?? [],
        doctors: new Set(given.get(id)?.map(({ doctorId }) => doctorId)),
      },
    ])
  const ids = db.select({ id: doctors.id }).from(doctors).all()
  return { offerings: new Map(offerings), doctors: new Set(ids.map(({ id }) => id)) }
}

/** Booked appointments that have not started, between two days, in order. */
export function listComing(
  db: Database,
  { today, minute }: Pick<ClinicMoment, 'today' | 'minute'>,
  { from = today, to }: { from?: IsoDate; to?: IsoDate } = {},
): AppointmentRow[] {
  return db
    .select()
    .from(appointments)
    .where(
      and(
        // A literal, as in the partial indexes.
        sql`status = 'booked'`,
        eq(appointments.attendance, 'expected'),
        gte(appointments.date, from > today ? from : today),
        to === undefined ? undefined : lte(appointments.date, to),
        sql`(${appointments.date}, ${appointments.startMinute}) > (${today}, ${minute})`,
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.startMinute), asc(appointments.id))
    .all()
}

type KeptRow = typeof keptAppointments.$inferSelect

/** Decisions to keep appointments that do not fit, by appointment id. */
export function readKept(db: Database): Map<string, KeptRow> {
  const rows = db.select().from(keptAppointments).all()
  return new Map(rows.map((row) => [row.appointmentId, row]))
}

/** Records the decision to keep an appointment. Call it in a write transaction. */
export function keepAppointment(
  db: Transaction,
  { id, version }: Pick<AppointmentRow, 'id' | 'version'>,
  reasons: MisfitReason[],
): void {
  db.insert(keptAppointments)
    .values({ appointmentId: id, version, reasons })
    .onConflictDoUpdate({ target: keptAppointments.appointmentId, set: { version, reasons } })
    .run()
}
