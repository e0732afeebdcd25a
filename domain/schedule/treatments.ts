import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { EventData } from '#contract/audit/events.ts'
import type { IsoDate } from '#contract/dates.ts'
import { toBits } from '#contract/schedule/weekdays.ts'
import type { TreatmentFields } from '#contract/treatments/treatment-admin.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  findTreatment,
  insertPrice,
  insertTreatment,
  isNameTaken,
  listStartMinutes,
  listTreatmentIds,
  renameSpecialty,
  replaceTimes,
  updateTreatment,
} from '#drizzle/queries/schedule/treatments.ts'

export interface Change extends ChangedBy {
  /** In the clinic's time zone. */
  today: IsoDate
}

/** Adds a treatment at the end of the list; its price applies from today. */
export function addTreatment(
  db: Transaction,
  { priceCents, ...fields }: TreatmentFields & { priceCents: number },
  { actor, now, today }: Change,
): { outcome: 'added'; id: string } | { outcome: 'name_taken' } {
  if (isNameTaken(db, fields.name)) return { outcome: 'name_taken' }
  const id = uuidv7()
  const { name, active, needsDoctor, minAgeMonths, maxAgeMonths, weekdays } = fields
  const { lengthMinutes, bufferMinutes, booking } = fields
  insertTreatment(db, {
    booking,
    ...{ id, name, active, needsDoctor, minAgeMonths, maxAgeMonths, lengthMinutes, bufferMinutes },
    ...(weekdays && { weekdays: toBits(weekdays) }),
  })
  replaceTimes(db, id, fields)
  insertPrice(db, { treatmentId: id, validFrom: today, priceCents, createdAt: now })
  appendEvent(db, { kind: 'treatment.added', actor, subject: id }, now)
  return { outcome: 'added', id }
}

/**
 * Changes a treatment. Appointments keep the name, time and price of their booking.
 * @param seen the version that the admin saw
 */
export function changeTreatment(
  db: Transaction,
  { id, seen, ...wanted }: TreatmentFields & { id: string; seen: number },
  { actor, now }: Change,
): 'changed' | 'unchanged' | 'unknown_treatment' | 'stale' | 'name_taken' {
  const treatment = findTreatment(db, id)
  if (!treatment) return 'unknown_treatment'
  if (treatment.version !== seen) return 'stale'
  const { name, active, minAgeMonths, maxAgeMonths, lengthMinutes } = wanted
  const { needsDoctor = treatment.needsDoctor, bufferMinutes = treatment.bufferMinutes } = wanted
  const { booking = treatment.booking } = wanted
  const weekdays = wanted.weekdays ? toBits(wanted.weekdays) : treatment.weekdays
  if (isNameTaken(db, name, id)) return 'name_taken'
  const startMinutes = wanted.startMinutes.toSorted((a, b) => a - b)
  const changes = {
    name: name !== treatment.name,
    active: active !== treatment.active,
    booking: booking !== treatment.booking,
    doctor: needsDoctor !== treatment.needsDoctor,
    ages: minAgeMonths !== treatment.minAgeMonths || maxAgeMonths !== treatment.maxAgeMonths,
    weekdays: weekdays !== treatment.weekdays,
    buffer: bufferMinutes !== treatment.bufferMinutes,
    // A treatment that an admin has saved is no longer sample data.
    sample: treatment.sample,
    times:
      lengthMinutes !== treatment.lengthMinutes ||
      !isDeepStrictEqual(startMinutes, listStartMinutes(db, id)),
  }
  const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter((key) => changes[key])
  if (fields.length === 0) return 'unchanged'
  const ages = { minAgeMonths, maxAgeMonths }
  const lengths = { lengthMinutes, bufferMinutes }
  updateTreatment(db, id, {
    name,
    active,
    booking,
    needsDoctor,
    ...ages,
    weekdays,
    ...lengths,
    sample: false,
  })
  if (changes.times) replaceTimes(db, id, { startMinutes, lengthMinutes })
  if (changes.name) renameSpecialty(db, treatment.name, name)
  recordChange(db, id, fields, { actor, now })
  return 'changed'
}

/**
 * Reorders the treatments.
 * @param seen the order that the admin saw
 */
export function orderTreatments(
  db: Transaction,
  { order, seen }: { order: readonly string[]; seen: readonly string[] },
  { actor, now }: Change,
): 'changed' | 'stale' | 'other_treatments' {
  const present = listTreatmentIds(db)
  if (!isDeepStrictEqual(present, seen)) return 'stale'
  if (!isDeepStrictEqual(order.toSorted(), present.toSorted())) return 'other_treatments'
  for (const [position, id] of order.entries()) {
    if (present[position] === id) continue
    updateTreatment(db, id, { position })
    recordChange(db, id, ['order'], { actor, now })
  }
  return 'changed'
}

function recordChange(
  db: Transaction,
  subject: string,
  fields: EventData<'treatment.changed'>['fields'],
  { actor, now }: ChangedBy,
): void {
  appendEvent(db, { kind: 'treatment.changed', actor, subject, data: { fields } }, now)
}
