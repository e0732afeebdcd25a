import { dateOfUtc, dayOf, type IsoDate, monthOf, yearOf } from '../dates.ts'

// A file of its own, because pages of families load the other ages.

/** The first day with that many completed months of life: the 1st of the next month when a month is too short. */
export function dayOfAge(birthDate: IsoDate, months: number): IsoDate {
  const month = monthOf(birthDate) - 1 + months
  const day = new Date(Date.UTC(yearOf(birthDate), month, dayOf(birthDate)))
  const isShort = day.getUTCDate() !== dayOf(birthDate)
  return dateOfUtc(isShort ? new Date(Date.UTC(yearOf(birthDate), month + 1, 1)) : day)
}
