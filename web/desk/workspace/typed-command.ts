import { dayAfter, type IsoDate, monthNamed, weekdayOf } from '#contract/dates.ts'
import { WEEKDAYS } from '#contract/schedule/schedule.ts'
import type { AddressedClosure } from '#web/desk/schedule/closures/closure-address.ts'

const pad = (number: number) => String(number).padStart(2, '0')

/** The next such day from today on. */
function comingDay(month: number, day: number, today: IsoDate): IsoDate | undefined {
  const inYear = (year: number) => `${year}-${pad(month)}-${pad(day)}`
  const year = Number(today.slice(0, 4))
  const date = inYear(year) < today ? inYear(year + 1) : inYear(year)
  const parsed = new Date(`${date}T00:00:00Z`)
  // For example the 31st of a shorter month.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : undefined
}

/**
 * The day in typed words: 'today', 'friday', 'dec 8', '12/8', '2026-12-08'. Weekdays and dates mean the next
 * ones from today on.
 */
export function typedDay(text: string, today: IsoDate): IsoDate | undefined {
  const words = text.trim().toLowerCase().replace(/,/g, ' ').split(/\s+/)
  const [first = '', second = ''] = words
  if (words.length === 1) {
    if (first === 'today') return today
    if (first === 'tomorrow') return dayAfter(today)
    const weekday = WEEKDAYS.findIndex(
      (name) => first.length >= 3 && name.toLowerCase().startsWith(first),
    )
    if (weekday >= 0) return dayAfter(today, (weekday - weekdayOf(today) + 7) % 7)
    const [, year, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(first) ?? []
    if (year) return comingDay(Number(isoMonth), Number(isoDay), `${year}-01-01`)
    const [, month, day] = /^(\d{1,2})\/(\d{1,2})$/.exec(first) ?? []
    return month ? comingDay(Number(month), Number(day), today) : undefined
  }
  const month = monthNamed(first)
  if (words.length !== 2 || month === 0 || !/^\d{1,2}$/.test(second)) return undefined
  return comingDay(month, Number(second), today)
}

/** The day of 'print tomorrow'; undefined for anything else. */
export function typedPrint(text: string, today: IsoDate): IsoDate | undefined {
  const [, day = ''] = /^print (?!today$)(.+)$/i.exec(text.trim()) ?? []
  return typedDay(day, today)
}

/** 'close friday afternoon', 'close dec 24: holiday'; undefined for anything else. */
export function typedClosure(text: string, today: IsoDate): AddressedClosure | undefined {
  const [, words = '', reason] =
    /^clos(?:e|ed)(?: the clinic)?(?: on)? ([^:]+)(?::(.*))?$/i.exec(text.trim()) ?? []
  const { day, part } = splitPart(words)
  const date = typedDay(day, today)
  return date ? { date, ...timesOf(part), ...reasonOf(reason) } : undefined
}

export interface TypedAbsence extends AddressedClosure {
  /** Words of the doctor's name, in lower case. */
  doctor: readonly string[]
}

/** 'away dr okafor tomorrow', 'okafor ill', 'away chen friday morning: course'; undefined for anything else. */
export function typedAbsence(text: string, today: IsoDate): TypedAbsence | undefined {
  const [typed = '', reason] = text.trim().toLowerCase().split(/:(.*)/)
  const { day: words, part } = splitPart(typed)
  const all = words.split(/\s+/).filter((word) => word !== '')
  const named = all.filter((word) => !ABSENT.includes(word) && !FILLERS.includes(word))
  if (named.length === all.filter((word) => !FILLERS.includes(word)).length) return undefined
  // The last words name the day; by default it is today.
  for (const length of [2, 1, 0]) {
    const doctor = named.slice(0, named.length - length)
    const day = named.slice(named.length - length).join(' ')
    const date = length === 0 ? today : typedDay(day, today)
    if (date && doctor.length > 0) {
      return { doctor, date, ...timesOf(part), ...reasonOf(reason) }
    }
  }
  return undefined
}

const ABSENT = ['away', 'absent', 'ill', 'sick']
const FILLERS = ['dr', 'dr.', 'on']

/** Splits the part of the day off the end. */
function splitPart(text: string): { day: string; part: string | undefined } {
  const [, day = '', part] = /^(.+?)(?: (morning|afternoon|all day))?$/i.exec(text.trim()) ?? []
  return { day, part: part?.toLowerCase() }
}

function timesOf(part: string | undefined): Pick<AddressedClosure, 'time'> {
  if (part === 'morning') return { time: { from: '08:00', to: '12:00' } }
  return part === 'afternoon' ? { time: { from: '12:00', to: '17:00' } } : {}
}

function reasonOf(text: string | undefined): Pick<AddressedClosure, 'reason'> {
  const reason = text?.trim()
  return reason ? { reason } : {}
}
