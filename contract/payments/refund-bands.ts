import * as z from 'zod/mini'

export const MOST_BANDS = 4

const HOURS = 'Enter whole hours from 0 to 720'
const PERCENT = 'Enter a whole percentage from 0 to 100'

/** A family that cancels at least `hours` before the start gets `percent` of what it paid. */
const refundBand = z.strictObject({
  hours: z.int(HOURS).check(z.gte(0, HOURS), z.lte(720, HOURS)),
  percent: z.int(PERCENT).check(z.gte(0, PERCENT), z.lte(100, PERCENT)),
})
export type RefundBand = z.infer<typeof refundBand>

/** The earliest band first. The last one starts at 0 hours and covers every later cancellation. */
export const refundBands = z.array(refundBand).check(
  z.minLength(1, 'Enter at least one line'),
  z.maxLength(MOST_BANDS, `Enter at most ${MOST_BANDS} lines`),
  z.refine(isInOrder, 'Each line needs fewer hours than the one above, and no higher percentage'),
  z.refine((bands) => bands.at(-1)?.hours === 0, 'The last line is for 0 hours'),
)

function isInOrder(bands: readonly RefundBand[]): boolean {
  return bands.every(({ hours, percent }, index) => {
    const before = bands[index - 1]
    return !before || (hours < before.hours && percent <= before.percent)
  })
}

/** The terms of an appointment, fixed when it is booked. */
export const refundTerms = z.object({ bands: z.array(refundBand) })
export type RefundTerms = z.infer<typeof refundTerms>

/** The terms that the caller saw before booking; refused when the clinic's terms have changed. */
export const shownTerms = z.optional(z.strictObject({ bands: refundBands }))

/** The clinic's terms have changed since the caller saw them (409); nothing was booked. */
export const termsChanged = z.object({
  success: z.literal(false),
  code: z.literal('terms_changed'),
  message: z.string(),
  /** The present terms. */
  terms: refundTerms,
})
export type TermsChanged = z.infer<typeof termsChanged>

/** The default terms, also for appointments booked before there were terms. */
export const DEFAULT_BANDS: RefundBand[] = [
  { hours: 24, percent: 100 },
  { hours: 0, percent: 0 },
]

export const DEFAULT_TERMS: RefundTerms = { bands: DEFAULT_BANDS }
