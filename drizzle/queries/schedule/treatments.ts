import { and, asc, desc, eq, gt, gte, lt, min, ne, sql } from 'drizzle-orm'
import type { WallClock } from '#contract/clinic-time.ts'
import type { IsoDate } from '#contract/dates.ts'
import { ageInMonths } from '#contract/guardians/ages.ts'
import type { ComingAppointments } from '#contract/treatments/treatment-admin.ts'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { oncePerDatabase } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  doctors,
  doctorTreatments,
  prices,
  treatments,
  treatmentTimes,
} from '#drizzle/schema/index.ts'
import type { AppointmentRow } from '../booking/appointments.ts'
import { readSessions } from './extra-sessions.ts'

type TreatmentRow = typeof treatments.$inferSelect
type PriceRow = typeof prices.$inferSelect
/** A treatment with all its start times and prices, and the names of the doctors who give it. */
export interface TreatmentAtWork {
  treatment: TreatmentRow
  /** In order. */
  startMinutes: number[]
  prices: PriceRow[]
  doctors: string[]
}

/** The treatments that are offered and that all families book online, in order. */
export function listOfferedTreatments(db: Database): { name: string }[] {
  return db
    .select({ name: treatments.name })
    .from(treatments)
    .where(and(eq(treatments.active, true), eq(treatments.booking, 'online')))
    .orderBy(asc(treatments.position), asc(treatments.name))
    .all()
}

/** The names of all treatments, those no longer offered last: appointments and receipts still have them. */
export function listTreatmentNames(db: Database): string[] {
  return db
    .select({ name: treatments.name })
    .from(treatments)
    .orderBy(desc(treatments.active), asc(treatments.position), asc(treatments.name))
    .all()
    .map(({ name }) => name)
}

/** All treatments, in order. */
export function listTreatments(db: Database): TreatmentAtWork[] {
  const rows = db
    .select()
    .from(treatments)
    .orderBy(asc(treatments.position), asc(treatments.name))
    .all()
  const times = Map.groupBy(
    db.select().from(treatmentTimes).orderBy(asc(treatmentTimes.startMinute)).all(),
    ({ treatmentId }) => treatmentId,
  )
  const pricesOf = Map.groupBy(
    db.select().from(prices).orderBy(asc(prices.validFrom)).all(),
    ({ treatmentId }) => treatmentId,
  )
  const doctorsOf = Map.groupBy(
    db
      .select({ treatmentId: doctorTreatments.treatmentId, name: doctors.name })
      .from(doctorTreatments)
      .innerJoin(doctors, eq(doctors.id, doctorTreatments.doctorId))
      .orderBy(asc(doctors.name))
      .all(),
    ({ treatmentId }) => treatmentId,
  )
  return rows.map((treatment) => ({
    treatment,
    startMinutes: (times.get(treatment.id) ?? []).map(({ startMinute }) => startMinute),
    prices: pricesOf.get(treatment.id) ?? [],
    doctors: (doctorsOf.get(treatment.id) ?? []).map(({ name }) => name),
  }))
}

type ComingRow = Pick<AppointmentRow, 'date' | 'startMinute' | 'lengthMinutes'> & {
  birthDate: IsoDate | null
  count: number
}

// Written by hand, because mapping thousands of rows takes longer than reading them. Staff have already
// accepted the age of a child that they booked with a reason.
const coming = oncePerDatabase((db: Database) =>
  db.$client.prepare<[id: string, today: IsoDate, today: IsoDate, minute: number], ComingRow>(
    `select date, start_minute as startMinute, length_minutes as lengthMinutes,
       iif(override_reason is null, child_birth_date, null) as birthDate, count(*) as count
     from appointments
     where status = 'booked' and treatment_id = ? and date >= ? and (date, start_minute) > (?, ?)
     group by date, start_minute, length_minutes, birthDate`,
  ),
)

/**
 * Upcoming appointments of a treatment, except in extra sessions, which do not depend on the treatment's own
 * times.
 */
export function listComingOfTreatment(
  db: Database,
  treatmentId: string,
  { today, minute }: WallClock,
): ComingAppointments {
  const sessions = readSessions(db).filter(
    ({ treatmentIds }) => treatmentIds.length === 0 || treatmentIds.includes(treatmentId),
  )
  const isExtra = ({ date, startMinute, lengthMinutes }: ComingRow) =>
    sessions.some(
      (session) =>
        session.date === date &&
        session.fromMinute <= startMinute &&
        startMinute + lengthMinutes <= session.toMinute,
    )
  return coming(db)
    .all(treatmentId, today, today, minute)
    .filter((row) => !isExtra(row))
    .map(({ birthDate, ...slot }) => ({
      ...slot,
      ageMonths: birthDate === null ? null : ageInMonths(birthDate, slot.date),
    }))
}

export function findTreatment(db: Database, id: string): TreatmentRow | undefined {
  return db.select().from(treatments).where(eq(treatments.id, id)).get()
}

/** Whether another treatment has the name, in any case. */
export function isNameTaken(db: Database, name: string, except = ''): boolean {
  const isSame = sql`lower(${treatments.name}) = lower(${name})`
  return hasRow(db, treatments, and(isSame, ne(treatments.id, except)))
}

/** Adds a treatment after all others, without times and prices. */
export function insertTreatment(
  db: Transaction,
  treatment: Omit<typeof treatments.$inferInsert, 'position'>,
): void {
  const position = sql`(select coalesce(max(${treatments.position}) + 1, 0) from ${treatments})`
  db.insert(treatments)
    .values({ ...treatment, position: sql`${position}` })
    .run()
}

/** Changes a treatment and raises its version. */
export function updateTreatment(
  db: Transaction,
  id: string,
  changes: Partial<Omit<TreatmentRow, 'id' | 'version'>>,
): void {
  db.update(treatments)
    .set({ ...changes, version: sql`${treatments.version} + 1` })
    .where(eq(treatments.id, id))
    .run()
}

/** The start times of a treatment, in order. */
export function listStartMinutes(db: Database, id: string): number[] {
  const { treatmentId, startMinute } = treatmentTimes
  const times = db
    .select({ startMinute })
    .from(treatmentTimes)
    .where(eq(treatmentId, id))
    .orderBy(asc(startMinute))
    .all()
  return times.map((time) => time.startMinute)
}

/** Replaces the start times of a treatment. */
export function replaceTimes(
  db: Transaction,
  treatmentId: string,
  { startMinutes, lengthMinutes }: { startMinutes: readonly number[]; lengthMinutes: number },
): void {
  db.delete(treatmentTimes).where(eq(treatmentTimes.treatmentId, treatmentId)).run()
  const rows = startMinutes.map((startMinute) => ({ treatmentId, startMinute, lengthMinutes }))
  if (rows.length > 0) db.insert(treatmentTimes).values(rows).run()
}

/** Renames the specialty of doctors when its treatment is renamed. */
export function renameSpecialty(db: Transaction, before: string, after: string): void {
  db.update(doctors)
    .set({ specialty: after, version: sql`${doctors.version} + 1` })
    .where(eq(doctors.specialty, before))
    .run()
}

/** The id of the active treatment with that name. */
export function findOffered(db: Database, name: string): string | undefined {
  const isOffered = and(eq(treatments.name, name), eq(treatments.active, true))
  return db.select({ id: treatments.id }).from(treatments).where(isOffered).get()?.id
}

/** The names of all treatments, also of those no longer offered, by id. */
export function readTreatmentNames(db: Database): ReadonlyMap<string, string> {
  const rows = db.select({ id: treatments.id, name: treatments.name }).from(treatments).all()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The ids of all treatments, in order. */
export function listTreatmentIds(db: Database): string[] {
  return db
    .select({ id: treatments.id })
    .from(treatments)
    .orderBy(asc(treatments.position), asc(treatments.name))
    .all()
    .map(({ id }) => id)
}

/** The price of a treatment that begins on that day. */
export function findPrice(
  db: Database,
  treatmentId: string,
  validFrom: IsoDate,
): PriceRow | undefined {
  return db.select().from(prices).where(isPrice(treatmentId, validFrom)).get()
}

/** Adds a price. */
export function insertPrice(db: Transaction, price: PriceRow): void {
  db.insert(prices).values(price).run()
}

/** Whether the treatment had no price before this one. */
export function isFirstPrice(db: Database, { treatmentId, validFrom }: PriceRow): boolean {
  const before = and(eq(prices.treatmentId, treatmentId), lt(prices.validFrom, validFrom))
  return !hasRow(db, prices, before)
}

/** Whether an appointment was booked at a price, by the rule of the trigger `prices_past_are_kept`. */
export function isBookedAt(
  db: Database,
  { treatmentId, validFrom, priceCents }: PriceRow,
): boolean {
  const next = db
    .select({ validFrom: min(prices.validFrom) })
    .from(prices)
    .where(and(eq(prices.treatmentId, treatmentId), gt(prices.validFrom, validFrom)))
    .get()?.validFrom
  const isAtPrice = and(
    eq(appointments.treatmentId, treatmentId),
    gte(appointments.date, validFrom),
    eq(appointments.priceCents, priceCents),
    next ? lt(appointments.date, next) : undefined,
  )
  return hasRow(db, appointments, isAtPrice)
}

/** Deletes a price at which no appointment has been booked. */
export function deletePrice(db: Transaction, treatmentId: string, validFrom: IsoDate): void {
  db.delete(prices).where(isPrice(treatmentId, validFrom)).run()
}

const isPrice = (treatmentId: string, validFrom: IsoDate) =>
  and(eq(prices.treatmentId, treatmentId), eq(prices.validFrom, validFrom))
