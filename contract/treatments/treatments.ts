import * as z from 'zod/mini'
import * as words from '#words/en/messages/booking.ts'
import { wireDate } from '../wire-date.ts'

/** A doctor that patients can choose, with the slots at which they are free. */
const doctorSlots = z.object({ _id: z.string(), name: z.string(), slots: z.array(z.string()) })

/** A treatment in `GET /services` and `GET /available`; `price` in dollars. */
const treatment = z.object({
  _id: z.string(),
  name: z.string(),
  /** All slots; in `/available`, the slots that are free on the day: '09:00 AM - 09:30 AM'. */
  slots: z.array(z.string()),
  /**
   * In `/available`, for two or more doctors: how many appointments can be booked, counting a slot once for
   * each doctor who is free. Otherwise it is the number of slots.
   */
  spaces: z.optional(z.number()),
  /** On the requested day; in `/services`, today. */
  price: z.number(),
  /** In `/available`, for two or more doctors: the slots of each. */
  doctors: z.optional(z.array(doctorSlots)),
  /** For staff: the `slots` outside opening hours, which patients cannot book. */
  outsideHours: z.optional(z.array(z.string())),
  /** The youngest age in months. */
  minAgeMonths: z.optional(z.number()),
  /** The first age in months that is too old. */
  maxAgeMonths: z.optional(z.number()),
})
export type Treatment = z.infer<typeof treatment>

/**
 * The free slots of a treatment, of one doctor only if one is chosen.
 * @param doctor the id; null for any doctor
 */
export function slotsOf({
  treatment,
  doctor,
}: {
  treatment: Treatment | null
  doctor: string | null
}): readonly string[] {
  const chosen = treatment?.doctors?.find(({ _id }) => _id === doctor)
  return chosen?.slots ?? treatment?.slots ?? []
}

/** Whether only staff can book that time. */
export function isOutsideHours(treatment: Treatment | null, slot: string | null): boolean {
  return slot !== null && treatment?.outsideHours?.includes(slot) === true
}

export const treatmentList = z.array(treatment)

/** `GET /available/to-move?date=`. */
export const availabilityQuery = z.strictObject({ date: wireDate })

/**
 * `GET /available?date=&ticket=`. With a ticket of the caller's family, also the ticket's treatment
 * if only families with a ticket book it online.
 */
export const availableQuery = z.extend(availabilityQuery, {
  ticket: z.optional(z.uuid(words.invalidTicket)),
})
