import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { type ClinicMoment, isBookableDay } from '../../contract/clinic.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { toDollars } from '../../contract/money.ts'
import { formatSlot, type Slot } from '../../contract/slots.ts'
import type { Treatment } from '../../contract/treatments.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { appointments, closures, services } from '../schema.ts'

/** A treatment that the clinic offers now, with its slots of a working day in order. */
export interface OfferedTreatment {
  id: string
  name: string
  priceCents: number
  slots: readonly Slot[]
}

// All of it comes as one value: 100 rows a request would take most of the time of `GET /available`.
const offeredTreatments = sql<readonly OfferedTreatment[]>`json_group_array(
  json_array(id, name, price_cents, position, json((
    select json_group_array(json_array(start_minute, length_minutes))
    from service_slots where service_id = services.id
  )))
)`.mapWith(readTreatments)

const statements = preparedOnce((db: Database) => ({
  offered: db
    .select({ treatments: offeredTreatments })
    .from(services)
    .where(eq(services.active, true))
    .prepare(),
  booked: db
    .select({
      serviceId: appointments.serviceId,
      startMinutes: sql<number[]>`json_group_array(start_minute)`.mapWith(JSON.parse),
    })
    .from(appointments)
    // The literal is the partial index's own condition.
    .where(and(eq(appointments.date, sql.placeholder('date')), sql`status = 'booked'`))
    .groupBy(appointments.serviceId)
    .prepare(),
  closures: db
    .select({ date: closures.date })
    .from(closures)
    .where(gte(closures.date, sql.placeholder('from')))
    .orderBy(asc(closures.date))
    .prepare(),
}))

/** All treatments that the clinic offers now, in the order of the screen. */
export function listOfferedTreatments(db: Database): readonly OfferedTreatment[] {
  return statements(db).offered.get()?.treatments ?? []
}

/** The days from `from` on at which the clinic is closed beside weekends, in order. */
export function listClosures(db: Database, from: IsoDate): IsoDate[] {
  return statements(db)
    .closures.all({ from })
    .map(({ date }) => date)
}

/**
 * The days from today on that a visitor need not try beside weekends: the clinic's closures,
 * and today itself once its last slot has begun.
 */
export function listClosedDays(db: Database, moment: ClinicMoment): IsoDate[] {
  const { today } = moment
  const closed = listClosures(db, today)
  const slots = listOfferedTreatments(db).flatMap((treatment) => treatment.slots)
  const isOver = slots.every((slot) => hasBegun(slot, today, moment))
  return isOver && !closed.includes(today) ? [today, ...closed] : closed
}

/** What holds for every day. */
export interface Catalogue {
  offered: readonly OfferedTreatment[]
  /** The days from today on at which the clinic is closed beside weekends, in order. */
  closures: readonly IsoDate[]
}

/** Everything that decides what can be booked besides the appointments and the hour. */
export function readCatalogue(db: Database, { today }: ClinicMoment): Catalogue {
  return { offered: listOfferedTreatments(db), closures: listClosures(db, today) }
}

/**
 * All offered treatments with the slots that can still be booked on `date` (design section 6.1):
 * not held by a live appointment, not begun yet, none at all on a day without appointments.
 */
export function listFreeTreatments(
  db: Database,
  date: IsoDate,
  moment: ClinicMoment,
  { offered, closures }: Catalogue = readCatalogue(db, moment),
): OfferedTreatment[] {
  if (!isBookableDay(date, { ...moment, closures })) {
    return offered.map((treatment) => ({ ...treatment, slots: [] }))
  }
  const booked = statements(db).booked.all({ date })
  const takenOf = new Map(booked.map(({ serviceId, startMinutes }) => [serviceId, startMinutes]))
  return offered.map((treatment) => {
    const taken = takenOf.get(treatment.id) ?? []
    const isFree = (slot: Slot) =>
      !hasBegun(slot, date, moment) && !taken.includes(slot.startMinute)
    return { ...treatment, slots: treatment.slots.filter(isFree) }
  })
}

type TreatmentRow = [
  id: string,
  name: string,
  priceCents: number,
  position: number,
  slots: [startMinute: number, lengthMinutes: number][],
]

/** What the latest text says: hardly ever does the next one say anything else. */
let latest: { text: string; treatments: readonly OfferedTreatment[] } | undefined

function readTreatments(text: string): readonly OfferedTreatment[] {
  if (latest?.text === text) return latest.treatments
  const rows: TreatmentRow[] = JSON.parse(text)
  const treatments = rows
    .sort(([, name, , position], [, otherName, , otherPosition]) =>
      position === otherPosition ? (name < otherName ? -1 : 1) : position - otherPosition,
    )
    .map(([id, name, priceCents, , slots]) => ({ id, name, priceCents, slots: readSlots(slots) }))
  latest = { text, treatments }
  return treatments
}

function readSlots(slots: TreatmentRow[4]): Slot[] {
  return slots
    .map(([startMinute, lengthMinutes]) => ({ startMinute, lengthMinutes }))
    .sort((a, b) => a.startMinute - b.startMinute)
}

/** Whether the slot of that day has begun on the clinic's wall clock, and can no longer be booked. */
export function hasBegun(slot: Slot, date: IsoDate, { today, minute }: ClinicMoment): boolean {
  return date < today || (date === today && slot.startMinute <= minute)
}

/** The public shape: price in dollars, slots as people read them. */
export function toTreatment({ id, name, priceCents, slots }: OfferedTreatment): Treatment {
  return { _id: id, name, slots: slots.map(formatSlot), price: toDollars(priceCents) }
}
