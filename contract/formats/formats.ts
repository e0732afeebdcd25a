import { LOCALE } from '#words/en/language.ts'
import { type IsoDate, parseWireDate } from '../dates.ts'
import { nameListIn } from '../names.ts'
import { parseSlotEnd, parseSlotStart } from './slot-times.ts'

// How people read dates and times. What calls send stays as it is: contract/dates.ts, contract/booking/slots.ts.

/** What a language puts between the parts of a time, which screens break and tests read as plain spaces. */
const NARROW_SPACES = /[\u00A0\u202F]/g

type Style = Intl.DateTimeFormatOptions

/**
 * Only English shortens names in sentences, and names of months beside weekdays ('mar 9 de mar' reads badly),
 * and keeps the comma that `Intl` puts after a weekday ('el martes 9 de marzo').
 */
export const isEnglish = (locale: string) => locale.startsWith('en')

/**
 * Dates, times and lists as a language writes them. Days are ISO dates or dates of the API; minutes count
 * from midnight on the clinic's clock. A text that is neither a day nor a time is returned as it is.
 * @param locale for `Intl`
 */
export function createFormats(locale: string) {
  const english = isEnglish(locale)
  const of = (style: Style) => {
    const { format } = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' })
    return (instant: number) => {
      const text = format(instant).replace(NARROW_SPACES, ' ')
      return english ? text : text.replace(', ', ' ')
    }
  }
  const ofDay = (style: Style) => {
    let format: ((instant: number) => string) | undefined
    return (day: string) => {
      format ??= of(style)
      const date = parseWireDate(day)
      return date ? format(Date.parse(date)) : day
    }
  }
  const name = english ? 'short' : 'long'
  const fullDay = ofDay({ weekday: name, month: name, day: 'numeric', year: 'numeric' })
  const clock = of({ hour: 'numeric', minute: '2-digit' })
  const minute = (minutes: number) => clock(minutes * 60_000)
  return {
    /** 'Jun 5, 2022' in English, otherwise '5 de junio de 2022' */
    day: ofDay({ month: name, day: 'numeric', year: 'numeric' }),
    /** 'Jun 5, 2022', short in every language: where there is no room. */
    shortDay: ofDay({ month: 'short', day: 'numeric', year: 'numeric' }),
    /** 'Jun 5' */
    monthDay: ofDay({ month: 'short', day: 'numeric' }),
    /** 'June 5' */
    longMonthDay: ofDay({ month: 'long', day: 'numeric' }),
    /** 'Jun' */
    shortMonth: ofDay({ month: 'short' }),
    /** 'Sun, Jun 5' in English, otherwise 'domingo 5 de junio' */
    weekday: ofDay({ weekday: name, month: name, day: 'numeric' }),
    /** 'Sun, Jun 5' in English, otherwise 'dom 5 de junio': where there is no room. */
    compactDay: ofDay({ weekday: 'short', month: name, day: 'numeric' }),
    /** 'Sun, Jun 5, 2022', short in every language: where there is no room. */
    compactFullDay: ofDay({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }),
    /** 'Sun', short in every language: where there is no room. */
    shortWeekday: ofDay({ weekday: 'short' }),
    /** 'Sun' in English, otherwise 'domingo' */
    ownWeekday: ofDay({ weekday: name }),
    /** 'Sunday' */
    weekdayName: ofDay({ weekday: 'long' }),
    /** 'Sun, Jun 5, 2022' in English, otherwise 'domingo 5 de junio de 2022' */
    fullDay,
    /** 'Sunday, June 5' */
    dayInFull: ofDay({ weekday: 'long', month: 'long', day: 'numeric' }),
    /** 'Sunday, June 5, 2022' */
    wholeDay: ofDay({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    /** 'June 2022' */
    month: ofDay({ month: 'long', year: 'numeric' }),
    /** 'Sun, Jun 5, 2022 – Tue, Jun 7, 2022', or one day. */
    days: (from: IsoDate, to: IsoDate) =>
      from === to ? fullDay(from) : `${fullDay(from)} – ${fullDay(to)}`,
    /** '9:00 AM' */
    minute,
    /** '09:00am' in English, otherwise '9:00 a.m.': as opening hours are written. */
    openingTime: (minutes: number) =>
      english
        ? minute(minutes).replace(' ', '').toLowerCase().padStart('09:00am'.length, '0')
        : minute(minutes),
    /** '09:00 AM - 09:30 AM' as it is in English, otherwise '9:00 a.m. – 9:30 a.m.' */
    slot: (slot: string) =>
      english || Number.isNaN(parseSlotEnd(slot))
        ? slot
        : `${minute(parseSlotStart(slot))} – ${minute(parseSlotEnd(slot))}`,
    /** The start of '09:00 AM - 09:30 AM': '9:00 AM'. */
    slotStart: (slot: string) => {
      const start = parseSlotStart(slot)
      return Number.isNaN(start) ? slot : minute(start)
    },
    /** Names: 'Mia, Ben, and Ida'. Isolates those in right-to-left letters. */
    list: nameListIn(locale),
  }
}

export type Formats = ReturnType<typeof createFormats>

/** In the language of the site that runs; the server answers in English unless it is asked otherwise. */
export const formats = createFormats(LOCALE)
