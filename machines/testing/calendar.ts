import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import * as words from '#words/en/site/day.ts'
import { oneOf } from './sentences.ts'

/** The name of a day's button in a calendar, which may be today. */
export function calendarDay(date: IsoDate, { isSelected = false } = {}): RegExp {
  const day = [formats.wholeDay(date), ...(isSelected ? [words.selected] : [])].join(', ')
  return oneOf(day, `${words.today}, ${day}`)
}
