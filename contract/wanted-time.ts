import * as z from 'zod/mini'
import * as words from '#words/en/messages/booking.ts'

// Fields that every booking has.

/** The treatment's name. */
export const wantedTreatment = z
  .string(words.treatmentRequired)
  .check(z.minLength(1, words.treatmentRequired), z.maxLength(100, words.chooseListedTreatment))

/** As offered by `GET /available`: '09:00 AM - 09:30 AM'. */
export const wantedSlot = z
  .string(words.slotRequired)
  .check(z.minLength(1, words.slotRequired), z.maxLength(50, words.chooseListedTime))

/** Dollars, as shown on the screen: refused when the price has changed. */
export const shownPrice = z.number(words.priceRequired).check(z.nonnegative(words.priceInvalid))
