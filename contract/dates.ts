import { millisecondsInDay } from 'date-fns/constants'

/** A calendar day in the clinic's time zone, `yyyy-MM-dd`. */
export type IsoDate = string

// Counted and named in UTC: in a machine's time zone, a day may not exist.

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DISPLAYED_DATE = /^([A-Z][a-z]{2}) ([1-9]\d?), (\d{4})$/

/** 'Jan' to 'Dec'. */
const MONTHS = namesOf({ month: 'short' }, 12, (month) => Date.UTC(2000, month))

/** From Sunday on. */
const WEEKDAYS = namesOf({ weekday: 'long' }, 7, (weekday) => Date.UTC(2000, 0, 2 + weekday))

function namesOf(
  options: Intl.DateTimeFormatOptions,
  length: number,
  instantOf: (index: number) => number,
): string[] {
  const { format } = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return Array.from({ length }, (_, index) => format(instantOf(index)))
}

/** The number of a month by the first three letters of its name, in any case; 0 for none. */
export function monthNamed(name: string): number {
  const start = name.slice(0, 3).toLowerCase()
  return MONTHS.findIndex((month) => month.toLowerCase() === start) + 1
}

/** Dates outside of these bounds are refused: births, records and plans alike. */
const FIRST_DAY: IsoDate = '1900-01-01'
const LAST_DAY: IsoDate = '2199-12-31'

/**
 * Parses 'Jun 5, 2022' or '2022-06-05' from 1900 to 2199; undefined for anything else. Written by hand: the
 * parser of date-fns also accepts 'June 5, 2022', and makes up half of date-fns in the browser.
 */
export function parseWireDate(text: string): IsoDate | undefined {
  const [, month = '', day = '', year] = DISPLAYED_DATE.exec(text) ?? []
  const iso = year ? [year, twoDigits(monthNamed(month)), twoDigits(Number(day))].join('-') : text
  return isCalendarDay(iso) ? iso : undefined
}

function isCalendarDay(text: string): boolean {
  if (!ISO_DATE.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  const date = new Date(Date.UTC(yearOf(text), monthOf(text) - 1, dayOf(text)))
  return dateOfUtc(date) === text
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Sorts before every day. */
export const BEFORE_ALL_DAYS: IsoDate = '0000-01-01'

/** Formats an ISO date for screens and the API: 'Jun 5, 2022'. */
export function formatWireDate(date: IsoDate): string {
  return `${formatMonthDay(date)}, ${yearOf(date)}`
}

const formatMonthDay = (date: IsoDate) => `${MONTHS[monthOf(date) - 1]} ${dayOf(date)}`

const nameWeekday = (date: IsoDate) => WEEKDAYS[weekdayOf(date)] ?? ''

/** 'Sun'. */
export const formatShortWeekday = (date: IsoDate) => nameWeekday(date).slice(0, 3)

/** With its weekday: 'Sun, Jun 5'. */
export function formatWeekday(date: IsoDate): string {
  return `${formatShortWeekday(date)}, ${formatMonthDay(date)}`
}

/** With the year, for lists and headings: 'Sun, Jun 5, 2022'. */
export function formatFullDay(date: IsoDate): string {
  return `${formatShortWeekday(date)}, ${formatWireDate(date)}`
}

/** 'Sun, Jun 5, 2022 – Tue, Jun 7, 2022', or one day. */
export function formatDays(from: IsoDate, to: IsoDate): string {
  return from === to ? formatFullDay(from) : `${formatFullDay(from)} – ${formatFullDay(to)}`
}

/** For titles of a day: 'Sunday, Jun 5, 2022'. */
export function formatLongDay(date: IsoDate): string {
  return `${nameWeekday(date)}, ${formatWireDate(date)}`
}

/** 'Jun 5, 2022' with its weekday: 'Sun, Jun 5, 2022'. */
export function addWeekday(shown: string): string {
  const date = parseWireDate(shown)
  return date ? formatFullDay(date) : shown
}

/** The device's day of a `Date` that a calendar made. */
export function toIsoDate(date: Date): IsoDate {
  return isoDate(date.getFullYear(), date.getMonth() + 1, date.getDate())
}

/** The device's midnight of an ISO date, for calendars that use `Date`. */
export function fromIsoDate(date: IsoDate): Date {
  return new Date(yearOf(date), monthOf(date) - 1, dayOf(date))
}

/** The day of an instant in UTC. */
export function dateOfUtc(instant: Date): IsoDate {
  return isoDate(instant.getUTCFullYear(), instant.getUTCMonth() + 1, instant.getUTCDate())
}

const isoDate = (year: number, month: number, day: number): IsoDate =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`

// Without arrays, because lists ask for thousands of days.
export const yearOf = (date: IsoDate) => Number(date.slice(0, 4))
/** 1 for January. */
export const monthOf = (date: IsoDate) => Number(date.slice(5, 7))
export const dayOf = (date: IsoDate) => Number(date.slice(8, 10))

/** The day `days` after an ISO date. */
export function dayAfter(date: IsoDate, days = 1): IsoDate {
  return dateOfUtc(new Date(Date.parse(date) + days * millisecondsInDay))
}

/** The days from the first to the last, both included; empty when the last is before the first. */
export function daysFrom(first: IsoDate, last: IsoDate): IsoDate[] {
  const days: IsoDate[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}

/** The earlier of two days. */
export const earlierOf = (one: IsoDate, other: IsoDate) => (one < other ? one : other)
/** The later of two days. */
export const laterOf = (one: IsoDate, other: IsoDate) => (one > other ? one : other)

/** How many days from the first to the other; negative if the other is before. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (Date.parse(to) - Date.parse(from)) / millisecondsInDay
}

/** The day of the week of an ISO date; 0 for Sunday. */
export function weekdayOf(date: IsoDate): number {
  return new Date(date).getUTCDay()
}

/** How many years ahead the clinic plans and families can wait. */
export const PLANNED_YEARS = 5

/** The last day that can be planned: `PLANNED_YEARS` after `now` in UTC. */
export function lastPlannedDay(now: Date): IsoDate {
  const today = dateOfUtc(now)
  return `${yearOf(today) + PLANNED_YEARS}${today.slice(4)}`
}

/** The day in a parameter of an address; `fallback` if it has none. */
export function dateInAddress<Fallback>(
  address: Pick<URLSearchParams, 'get'>,
  parameter: string,
  fallback: Fallback,
): IsoDate | Fallback {
  return parseWireDate(address.get(parameter) ?? '') ?? fallback
}
