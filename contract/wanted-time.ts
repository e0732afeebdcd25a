import * as z from 'zod/mini'

// Fields that every booking has.

/** The treatment's name. */
export const wantedTreatment = z
  .string('Treatment is required')
  .check(
    z.minLength(1, 'Treatment is required'),
    z.maxLength(100, 'Choose a treatment from the list'),
  )

/** As offered by `GET /available`: '09:00 AM - 09:30 AM'. */
export const wantedSlot = z
  .string('Slot is required')
  .check(z.minLength(1, 'Slot is required'), z.maxLength(50, 'Choose a time from the list'))

/** Dollars, as shown on the screen: refused when the price has changed. */
export const shownPrice = z.number('Price is required').check(z.nonnegative('Price is invalid'))
