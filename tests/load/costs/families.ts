import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Transaction } from '#drizzle/client.ts'
import { type Families, uidOf } from '../clinic.ts'
import { idOf } from './ids.ts'

// The families and children of the large clinic.

const FIRST_NAMES =
  'Maria José Lena Anna John Paul Zoë Mia Emma Noah Liam Olivia Ava Ethan Lucas Mason Sofia Elena Ivan Omar'
const LAST_NAMES =
  'García Parent Smith Jones Nguyen Kim López Patel Brown Davis Miller Wilson Moore Taylor Lee Hall Young King'
const [FIRST, LAST] = [FIRST_NAMES.split(' '), LAST_NAMES.split(' ')]
const pick = (list: readonly string[], number: number) => list[number % list.length] ?? ''

const lastNameOf = (number: number) =>
  pick(LAST, number * 11) + pick(LAST, number * 7).toLowerCase()
export const nameOf = (number: number) => `${pick(FIRST, number * 7)} ${lastNameOf(number)}`
export const phoneOf = (number: number) =>
  `+1 (212) 5${String(number * 97)
    .padStart(6, '0')
    .slice(-6)}`
export const childOf = (number: number) => ({
  id: idOf('child', number),
  name: `${pick(FIRST, number * 3)} ${lastNameOf(number)}`,
  birthDate: dayAfter('2014-01-01', (number * 13) % 4000),
})

/** About 3,000 appointments of the last days that are not settled. */
const UNSETTLED_DAYS = 24

export function familiesOn(today: IsoDate, patients: number): Families {
  const firstUnsettled = dayAfter(today, -UNSETTLED_DAYS)
  return {
    nameOf,
    prepare(db: Transaction) {
      const now = Date.now()
      const addChild = db.$client.prepare(
        'insert into children (id, name, birth_date, created_by, created_at) values (?, ?, ?, ?, ?)',
      )
      const addGuardian = db.$client.prepare(
        `insert into guardianships (child_id, uid, is_owner, may_book, may_pay, receives_email, created_at)
         values (?, ?, 1, 1, 1, 1, ?)`,
      )
      for (let number = 0; number < patients; number += 1) {
        const { id, name, birthDate } = childOf(number)
        addChild.run(id, name, birthDate, uidOf(number), now)
        addGuardian.run(id, uidOf(number), now)
      }
    },
    detailsOf({ id, date, number }) {
      const child = childOf(number)
      const isPast = date < today
      const isPaid = isPast && number % 5 < 3
      return {
        phone: phoneOf(number),
        patient_name: nameOf(number),
        child_id: child.id,
        child_name: child.name,
        child_birth_date: child.birthDate,
        attendance: isPast && date < firstUnsettled ? 'completed' : 'expected',
        paid: isPaid ? 1 : 0,
        transaction_id: isPaid ? `pi_${id}` : null,
      }
    },
  }
}
