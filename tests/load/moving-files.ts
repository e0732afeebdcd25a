import { stringify } from 'csv-stringify/sync'
import type { IsoDate } from '#contract/dates.ts'
import { dayAfter } from '#contract/dates.ts'
import { nameOf, phoneOf } from './costs/families.ts'

// The files of a clinic that moves in: docs/requirements.md#moving-in.

/** How many families move, and how many children and coming appointments they have. */
export const MOVING = { families: 3_000, children: 4_500, appointments: 1_200 } as const

const numberOfChild = (number: number) => `C${number}`

/** Every family has a child; the first ones have two. */
const familyOf = (child: number) => child % MOVING.families

/** A row for each child, with the columns of a usual export. */
export function familiesFile(): string {
  const rows = Array.from({ length: MOVING.children }, (_, child) => {
    const family = familyOf(child)
    const guardian = nameOf(family)
    const [, last = ''] = guardian.split(' ')
    return {
      'Household ID': `H${family}`,
      'Patient ID': numberOfChild(child),
      'Patient First Name': ['Ada', 'Ben', 'Cleo', 'Dev', 'Eva', 'Finn', 'Gia'][child % 7],
      'Patient Last Name': last,
      'Date of Birth': slashed(dayAfter('2013-01-01', (child * 7) % 4_400)),
      'Guardian Name': guardian,
      'Guardian Phone': phoneOf(family),
      'Guardian Email': family % 5 === 0 ? '' : `guardian${family}@example.com`,
      'Guardian 2 Name': family % 3 === 0 ? nameOf(family + MOVING.families) : '',
      'Guardian 2 Phone': family % 3 === 0 ? phoneOf(family + MOVING.families) : '',
      Insurance: `Plan ${family % 40}`,
      Notes: family % 10 === 0 ? 'Prefers the morning.\nCall the grandmother first.' : '',
    }
  })
  return stringify(rows, { header: true })
}

/** A time at which a doctor is free. */
export interface MovingTime {
  date: IsoDate
  /** '09:10' */
  time: string
  treatment: string
  doctor: string
}

/** A row for each appointment. */
export function appointmentsFile(times: readonly MovingTime[]): string {
  const rows = times.map(({ date, time, treatment, doctor }, number) => ({
    'Appointment ID': `A${number}`,
    'Patient ID': numberOfChild(number),
    'Appointment Date': date,
    'Start Time': time,
    Duration: '20',
    'Appointment Type': treatment,
    Provider: doctor,
    Status: 'Scheduled',
  }))
  return stringify(rows, { header: true })
}

const slashed = (date: IsoDate) => {
  const [year, month, day] = date.split('-')
  return `${Number(month)}/${Number(day)}/${year}`
}
