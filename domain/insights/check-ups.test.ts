import { expect, it } from 'vitest'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { addChildOf, booked, MOMENT, TIME_ZONE } from '#domain/testing/booking.ts'
import { createRandom } from '#domain/testing/random.ts'
import { putPlanRow } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { putDueItem } from '#drizzle/queries/next-visits/due-items.ts'
import { changeTicket, findTicket, insertTicket } from '#drizzle/queries/next-visits/tickets.ts'
import { children, treatments } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { readCheckUpInsights } from './read-check-ups.ts'

const FIRST_DAY = '2027-03-02'
const ROWS = [24, 36, 48]

/** What a family was asked for, by the test's own books. */
interface Asked {
  id: string
  row: number
  treatment: string
  day: number
  /** Hours from the first email to the present booking. */
  bookedAfter: number | undefined
}

it('counts a random year of asking, booking and canceling as its source says', () => {
  const random = createRandom(20_273)
  const db = waitingClinic()
  addPatient(db, 'anna')
  const appointmentId = booked(db, { child: addChildOf(db, 'anna', 'Mia') }).id
  const ids = allOf(db, treatments).map(({ id }) => id)
  for (const [index, ageMonths] of ROWS.entries()) {
    const treatmentId = ids[index % 2] ?? ''
    const window = { ageMonths, fromDays: 0, toDays: 200 }
    putPlanRow(db, { id: `row-${index}`, treatmentId, ...window, version: 1 })
  }
  const book: Asked[] = []
  const at = (date: IsoDate, startMinute: number) => instantOf({ date, startMinute }, TIME_ZONE)
  for (let day = 0; day < 365; day += 1) {
    const today = dayAfter(FIRST_DAY, day)
    for (let count = random.below(3); count > 0; count -= 1) {
      const row = random.below(ROWS.length)
      const treatmentId = ids[row % 2] ?? ''
      const id = `ticket-${book.length}`
      const childId = `child-${book.length}`
      const child = { id: childId, name: 'Mia', birthDate: '2024-05-05', createdBy: 'anna' }
      db.insert(children)
        .values({ ...child, createdAt: NOW })
        .run()
      const isOfPlan = !random.chance(20)
      const openedAt = at(today, random.pick([0, 600, 1439]) ?? 0)
      const days = { dueDate: today, fromDate: today, toDate: dayAfter(today, 90) }
      const origin = isOfPlan ? 'plan' : 'visit'
      insertTicket(db, { id, childId, treatmentId, ...days, origin, openedAt })
      putDueItem(db, {
        childId,
        rowId: `row-${row}`,
        toDate: days.toDate,
        ...{ ticketId: id, asked: 1, changedAt: NOW },
      })
      const treatment = treatmentId
      book.push({ id, row: isOfPlan ? row : -1, treatment, day, bookedAfter: undefined })
    }
    for (const asked of book) {
      if (!random.chance(3)) continue
      const ticket = findTicket(db, asked.id)
      if (!ticket) throw new Error('There is no ticket.')
      if (ticket.state === 'booked') {
        changeTicket(db, ticket, { state: 'open', endedAt: null })
        asked.bookedAfter = undefined
      } else {
        const endedAt = at(today, 1439)
        changeTicket(db, ticket, { state: 'booked', appointmentId, endedAt })
        asked.bookedAfter = (endedAt.getTime() - ticket.openedAt.getTime()) / 3_600_000
      }
    }
  }
  for (const [from, to] of [
    [0, 364],
    [0, 0],
    [12, 13],
    [100, 200],
    [250, 251],
  ] as const) {
    for (const treatment of [undefined, ids[0], ids[1]]) {
      const question = { from: dayAfter(FIRST_DAY, from), to: dayAfter(FIRST_DAY, to), treatment }
      const expected = ROWS.flatMap((ageMonths, row) => {
        const ofRow = book.filter(
          (one) =>
            one.row === row &&
            one.day >= from &&
            one.day <= to &&
            (treatment === undefined || one.treatment === treatment),
        )
        const inTime = ofRow.filter(({ bookedAfter = Infinity }) => bookedAfter <= 30 * 24)
        return ofRow.length === 0 ? [] : { ageMonths, asked: ofRow.length, booked: inTime.length }
      })
      const moment = { ...MOMENT, today: dayAfter(FIRST_DAY, 400) }
      const found = readCheckUpInsights(db, question, moment)
      expect(found.map(({ ageMonths, asked, booked }) => ({ ageMonths, asked, booked }))).toEqual(
        expected,
      )
      expect(readCheckUpInsights(db, { ...question, doctor: 'any' }, moment)).toEqual([])
    }
  }
})
