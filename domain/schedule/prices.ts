import type { IsoDate } from '#contract/dates.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  deletePrice,
  findPrice,
  findTreatment,
  insertPrice,
  isBookedAt,
  isFirstPrice,
  updateTreatment,
} from '#drizzle/queries/schedule/treatments.ts'
import type { Change } from './treatments.ts'

// docs/requirements.md#dated-prices.

interface PriceOfDay {
  treatmentId: string
  validFrom: IsoDate
  /** The version of the treatment that the admin saw. */
  seen: number
}

/** Adds a price from today or a later day on. Appointments keep the price at which they were booked. */
export function planPrice(
  db: Transaction,
  { treatmentId, validFrom, seen, priceCents }: PriceOfDay & { priceCents: number },
  { actor, now, today }: Change,
): 'planned' | 'unknown_treatment' | 'stale' | 'past' | 'price_exists' {
  const treatment = findTreatment(db, treatmentId)
  if (!treatment) return 'unknown_treatment'
  if (treatment.version !== seen) return 'stale'
  if (validFrom < today) return 'past'
  if (findPrice(db, treatmentId, validFrom)) return 'price_exists'
  insertPrice(db, { treatmentId, validFrom, priceCents, createdAt: now })
  updateTreatment(db, treatmentId, { sample: false })
  const data = { validFrom, priceCents }
  appendEvent(db, { kind: 'price.planned', actor, subject: treatmentId, data }, now)
  return 'planned'
}

/** Withdraws a price before its day; on its day, only until an appointment is booked at it. */
export function withdrawPrice(
  db: Transaction,
  { treatmentId, validFrom, seen }: PriceOfDay,
  { actor, now, today }: Change,
): 'withdrawn' | 'unknown_treatment' | 'stale' | 'unknown_price' | 'in_effect' | 'booked_at' {
  const treatment = findTreatment(db, treatmentId)
  if (!treatment) return 'unknown_treatment'
  if (treatment.version !== seen) return 'stale'
  const price = findPrice(db, treatmentId, validFrom)
  if (!price) return 'unknown_price'
  if (validFrom < today || isFirstPrice(db, price)) return 'in_effect'
  if (validFrom === today && isBookedAt(db, price)) return 'booked_at'
  deletePrice(db, treatmentId, validFrom)
  updateTreatment(db, treatmentId, { sample: false })
  const data = { validFrom, priceCents: price.priceCents }
  appendEvent(db, { kind: 'price.withdrawn', actor, subject: treatmentId, data }, now)
  return 'withdrawn'
}
