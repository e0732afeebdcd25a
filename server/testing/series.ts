import { dayAfter } from '#contract/dates.ts'
import { FIRST_SLOT, queryOf, type Session, TUESDAY } from './test-app.ts'

/** Tuesdays, from `TUESDAY` on. */
export const WEEKLY_DAYS = Array.from({ length: 8 }, (_, index) =>
  dayAfter('2027-03-02', 7 * index),
)

/** Later days, on which other tests book nothing. */
export const LATER_DAYS = WEEKLY_DAYS.slice(5, 7)

interface SeriesOptions {
  days?: readonly string[]
  prices?: readonly number[]
  child?: string | undefined
}

/** A valid series: the first time of three Tuesdays. */
export function seriesOf(
  { email }: Pick<Session, 'email'>,
  { days = WEEKLY_DAYS.slice(0, 3), prices = [], child }: SeriesOptions = {},
) {
  return {
    treatment: 'Allergy Testing',
    child,
    times: days.map((date, index) => ({ date, slot: FIRST_SLOT, price: prices[index] ?? 110 })),
    email,
    phone: '+1 212 555 0100',
    address: '1 Main Street',
  }
}

/** The query of `GET /appointment-series`: three Tuesdays. */
export const WEEKLY_SERIES = {
  treatment: 'Allergy Testing',
  date: TUESDAY,
  slot: FIRST_SLOT,
  count: '3',
  every: '1',
  unit: 'weeks',
}

/** `GET /appointment-series`: three Tuesdays, with changes. */
export function getSeries(caller: Session, changes: object = {}) {
  return caller.get('/appointment-series', queryOf({ ...WEEKLY_SERIES, ...changes }))
}
