import { asc, eq, gt } from 'drizzle-orm'
import type { Slot } from '#contract/booking/slots.ts'
import { toWeekdays } from '#contract/schedule/weekdays.ts'
import type { BookableBy } from '#contract/treatments/bookable-by.ts'
import type { DatedPrice } from '#contract/treatments/prices.ts'
import type { Database } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  doctors,
  doctorTreatments,
  prices,
  scheduleVersion,
  treatments,
  treatmentTimes,
} from '#drizzle/schema/index.ts'

/** A doctor who gives a treatment. */
interface TreatingDoctor {
  id: string
  name: string
}

/** An active treatment with its slots on a working day, in order. */
export interface OfferedTreatment {
  id: string
  name: string
  /** Which families book it online. */
  booking: BookableBy
  minAgeMonths: number | null
  maxAgeMonths: number | null
  /** In the order of their dates. */
  prices: readonly DatedPrice[]
  slots: readonly Slot[]
  /** The weekdays on which it has these times, 0 for Sunday. */
  weekdays: readonly number[]
  lengthMinutes: number
  /** Whether it cannot be booked without doctors. */
  needsDoctor: boolean
  /** The doctors who give it, by name. */
  doctors: readonly TreatingDoctor[]
}

const statements = prepareOnce((db: Database) => ({
  treatments: db
    .select({
      id: treatments.id,
      name: treatments.name,
      booking: treatments.booking,
      needsDoctor: treatments.needsDoctor,
      weekdays: treatments.weekdays,
      lengthMinutes: treatments.lengthMinutes,
      minAgeMonths: treatments.minAgeMonths,
      maxAgeMonths: treatments.maxAgeMonths,
    })
    .from(treatments)
    .where(eq(treatments.active, true))
    .orderBy(asc(treatments.position), asc(treatments.name)),
  times: db
    .select()
    .from(treatmentTimes)
    .orderBy(asc(treatmentTimes.treatmentId), asc(treatmentTimes.startMinute)),
  prices: db.select().from(prices).orderBy(asc(prices.treatmentId), asc(prices.validFrom)),
  doctorsOf: db
    .select({ treatmentId: doctorTreatments.treatmentId, id: doctors.id, name: doctors.name })
    .from(doctorTreatments)
    .innerJoin(doctors, eq(doctors.id, doctorTreatments.doctorId))
    .orderBy(asc(doctors.name), asc(doctors.id)),
  doctors: db.select({ id: doctors.id }).from(doctors),
  buffers: db
    .select({ id: treatments.id, minutes: treatments.bufferMinutes })
    .from(treatments)
    .where(gt(treatments.bufferMinutes, 0)),
  version: db.select({ version: scheduleVersion.version }).from(scheduleVersion),
}))

/** All active treatments in the order of the screen. */
export function listOfferedTreatments(db: Database): OfferedTreatment[] {
  const times = Map.groupBy(statements(db).times.all(), (time) => time.treatmentId)
  const prices = Map.groupBy(statements(db).prices.all(), (price) => price.treatmentId)
  const doctors = Map.groupBy(statements(db).doctorsOf.all(), (doctor) => doctor.treatmentId)
  return statements(db)
    .treatments.all()
    .map((treatment) => ({
      ...treatment,
      weekdays: toWeekdays(treatment.weekdays),
      prices: prices.get(treatment.id) ?? [],
      slots: (times.get(treatment.id) ?? []).map(({ startMinute }) => ({
        startMinute,
        lengthMinutes: treatment.lengthMinutes,
      })),
      doctors: (doctors.get(treatment.id) ?? []).map(({ id, name }) => ({ id, name })),
    }))
}

/** Ids of all doctors. */
export function listDoctorIds(db: Database): string[] {
  return statements(db)
    .doctors.all()
    .map(({ id }) => id)
}

/** The ids of each treatment's doctors, sorted by name, by treatment id; inactive treatments included. */
export function readDoctorsOf(db: Database): Map<string, string[]> {
  const rows = Map.groupBy(statements(db).doctorsOf.all(), ({ treatmentId }) => treatmentId)
  return new Map(Array.from(rows, ([id, doctors]) => [id, doctors.map((doctor) => doctor.id)]))
}

/**
 * For how many minutes after a treatment its doctor takes no other appointment, by treatment id; only
 * positive ones.
 */
export function readBuffers(db: Database): Map<string, number> {
  return new Map(
    statements(db)
      .buffers.all()
      .map(({ id, minutes }) => [id, minutes]),
  )
}

/** A number that grows with each change of the schedule: treatments, prices, hours, closures. */
export function readScheduleVersion(db: Database): number {
  return statements(db).version.get()?.version ?? 0
}
