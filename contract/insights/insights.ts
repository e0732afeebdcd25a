import * as z from 'zod/mini'
import { dayAfter, daysBetween, type IsoDate } from '../dates.ts'
import { pageLimit } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { paymentMethod, refundReason } from '../payments/payments.ts'
import { shownPhone } from '../phone.ts'
import { wireDate } from '../wire-date.ts'

// The figures of docs/requirements.md#insights. They name no patient.

/** Five years and a day. */
const MOST_DAYS = 1_827

const id = z.string().check(z.regex(/^[\w-]{1,64}$/))

const range = {
  from: wireDate,
  /** The last day. */
  to: wireDate,
  /** Ids; absent for all. */
  doctor: z.optional(id),
  treatment: z.optional(id),
}

/** `GET /insights?from=&to=&doctor=&treatment=`, and `GET /insights/money`. Future days are left out. */
export const insightsQuery = z.strictObject(range).check(
  z.refine(({ from, to }) => from <= to, {
    error: 'The last day is before the first',
    path: ['to'],
  }),
  z.refine(({ from, to }) => to < dayAfter(from, MOST_DAYS), {
    error: 'Choose five years at most',
    path: ['to'],
  }),
)
export type InsightsQuery = z.infer<typeof insightsQuery>

const days = { from: z.string(), to: z.string() }

/** A day, a week from Monday on, or a month, cut to the range. */
const insightUnit = z.enum(['day', 'week', 'month'])
export type InsightUnit = z.infer<typeof insightUnit>

/** Sums over the appointments of some days. */
const insightCounts = z.object({
  booked: z.number(),
  completed: z.number(),
  missed: z.number(),
  /** Booked, but neither completed nor missed. */
  unsettled: z.number(),
  /** Canceled by the family after the deadline for a full refund. */
  cancelledLate: z.number(),
  newFamilies: z.number(),
  bookedMinutes: z.number(),
  openMinutes: z.number(),
})
export type InsightCounts = z.infer<typeof insightCounts>

/** How many days before their appointment families book; the last band is open. */
export const LEAD_BANDS = [0, 1, 3, 7, 14, 28] as const

/** Lower bounds of the ages of unpaid appointments in days; the last group is open. */
export const UNPAID_AGES = [0, 31, 61, 91] as const

const lead = z.object({
  /** Days; null without appointments. */
  median: z.nullable(z.number()),
  /** Appointments in each of `LEAD_BANDS`. */
  bands: z.array(z.number()),
})

const named = { _id: z.string(), name: z.string() }

/** One number for each of `UNPAID_AGES`. */
const unpaid = z.object({
  ages: z.array(z.number()),
  doctors: z.array(z.object({ ...named, ages: z.array(z.number()) })),
})

/** `GET /insights`: for staff. */
export const insights = z.object({
  ...days,
  /** Today at the clinic. */
  today: z.string(),
  /** The preceding range of the same length. */
  before: z.object(days),
  unit: insightUnit,
  /** ISO instant up to which changes are counted; null until all days have been counted once. */
  countedAt: z.nullable(z.string()),
  doctors: z.array(z.object({ ...named, hasLeft: z.boolean() })),
  treatments: z.array(z.object(named)),
  total: insightCounts,
  totalBefore: insightCounts,
  periods: z.array(z.object({ ...days, ...insightCounts.shape })),
  /** Weekdays from 0 for Sunday. Only hours with open or booked minutes. */
  filled: z.array(
    z.object({
      weekday: z.number(),
      hour: z.number(),
      bookedMinutes: z.number(),
      openMinutes: z.number(),
    }),
  ),
  lead,
  leadBefore: lead,
  /** When a patient could have the third free time; null when fewer can be booked yet. */
  thirdNext: z.array(
    z.object({ ...named, date: z.nullable(z.string()), days: z.nullable(z.number()) }),
  ),
  /** How the booked appointments were booked. `links`: the most frequent ones; `otherLinks`: the rest. */
  sources: z.object({
    site: z.number(),
    desk: z.number(),
    links: z.array(z.object({ source: z.string(), booked: z.number() })),
    otherLinks: z.number(),
  }),
  /** Past appointments that are unpaid, also outside of the range. */
  unpaid,
})
export type Insights = z.infer<typeof insights>

/** The waits for the third free time over all treatments, in days. */
interface Waits {
  /** Null when no treatment has three free times. */
  median: number | null
  longest: { name: string; days: number; date: IsoDate } | null
  /** How many treatments have three free times, and how many do not. */
  counted: number
  full: number
}

export function summarizeWaits(
  thirdNext: readonly { name: string; date: IsoDate | null; days: number | null }[],
): Waits {
  const waits = thirdNext
    .flatMap(({ name, date, days }) => (date === null || days === null ? [] : { name, date, days }))
    .sort((one, other) => one.days - other.days)
  const daysAt = (at: number) => waits[at]?.days ?? 0
  const { length } = waits
  const median = (daysAt(Math.floor((length - 1) / 2)) + daysAt(Math.floor(length / 2))) / 2
  return {
    median: length === 0 ? null : median,
    longest: waits.at(-1) ?? null,
    counted: length,
    full: thirdNext.length - length,
  }
}

/** In dollars. */
const insightMoney = z.object({
  taken: z.record(paymentMethod, z.number()),
  refunded: z.record(refundReason, z.number()),
  /** Returned to cardholders by lost disputes. */
  disputeLost: z.number(),
})
export type InsightMoney = z.infer<typeof insightMoney>

/** `GET /insights/money`: for admins. */
export const insightsMoney = z.object({
  ...days,
  before: z.object(days),
  unit: insightUnit,
  total: insightMoney,
  totalBefore: insightMoney,
  periods: z.array(z.object({ ...days, ...insightMoney.shape })),
  treatments: z.array(z.object({ ...named, taken: z.number(), refunded: z.number() })),
  /** Prices of the appointments that `unpaid` of `insights` counts, in dollars. */
  unpaid,
})
export type InsightsMoney = z.infer<typeof insightsMoney>

/** Figures that lead to the appointments behind them. */
export const insightRows = z.enum(['unpaid', 'missed'])
export type InsightRows = z.infer<typeof insightRows>

/** `GET /insights/appointments?of=&from=&to=&doctor=&treatment=&after=&limit=` */
export const insightAppointmentsQuery = z.strictObject({
  of: insightRows,
  ...range,
  /** Id of the last appointment of the page before. */
  after: z.optional(id),
  limit: pageLimit(50),
})

/** The appointments behind a figure, latest first. */
export const insightAppointments = z.array(
  z.object({
    _id: z.string(),
    date: z.string(),
    startMinute: z.number(),
    lengthMinutes: z.number(),
    treatment: z.string(),
    doctor: z.nullable(z.string()),
    ...shownPatient,
    /** Id of the family; null once the account is removed. */
    family: z.nullable(z.string()),
    ...shownPhone,
    /** Dollars. */
    price: z.number(),
  }),
)
export type InsightAppointments = z.infer<typeof insightAppointments>

/** Within how many days of the first email a booking counts as its result. */
export const DAYS_TO_BOOK = 30

/**
 * `GET /insights/check-ups?from=&to=&treatment=`: for how many children families were asked on these days, by row of
 * the check-up plan, and for how many of them the visit was booked within `DAYS_TO_BOOK`. None of one doctor, because
 * the plan asks for any.
 */
export const checkUpInsights = z.array(
  z.object({
    _id: z.string(),
    ageMonths: z.number(),
    fromDays: z.number(),
    toDays: z.number(),
    treatment: z.string(),
    asked: z.number(),
    booked: z.number(),
  }),
)
export type CheckUpInsights = z.infer<typeof checkUpInsights>

/** How many cases the rate of missed appointments is about. */
export function casesOfMissed({ completed, missed }: InsightCounts): number {
  return completed + missed
}

/** How many cases the rate of late cancellations is about. */
export function casesOfLate(counts: InsightCounts): number {
  return casesOfMissed(counts) + counts.cancelledLate
}

/** The range of the same length that ends the day before. */
export function rangeBefore({ from, to }: { from: IsoDate; to: IsoDate }): {
  from: IsoDate
  to: IsoDate
} {
  const days = daysBetween(from, to) + 1
  return { from: dayAfter(from, -days), to: dayAfter(from, -1) }
}
