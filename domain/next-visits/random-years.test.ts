import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayAfter, daysFrom, type IsoDate } from '#contract/dates.ts'
import { ageInMonths } from '#contract/guardians/ages.ts'
import { OFFERED_ROWS } from '#contract/next-visits/plan-windows.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { BY_ADMIN, TIME_ZONE } from '#domain/testing/booking.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { listPlanRows } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { listChildrenToAskAgain } from '#drizzle/queries/next-visits/due-items.ts'
import { children, pastVisits, tickets, treatments } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { emailsOf, waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { answerTicket } from './answer-ticket.ts'
import { askDue, askDueAgain, listBatch } from './ask-due.ts'
import { changeCheckUpPlan } from './check-up-plan.ts'
import { lookAtChildren } from './due-children.ts'

// Random days of a clinic that uses its check-up plan: docs/requirements.md#check-ups-to-email. The emails are compared
// with the rules, which are written here once more, day by day. due-rules.integration.test.ts does the same for
// many more families, without a database.

const FIRST_DAY = '2027-03-01'
const DAYS = 300
const FAMILIES = 5
const CHILDREN = 12

interface Had {
  date: IsoDate
  isCheckUp: boolean
}

const wish = fc.record({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  child: fc.nat(CHILDREN - 1),
  what: fc.constantFrom('check-up', 'check-up', 'other', 'decline', 'archive', 'rest'),
})
const births = fc.array(fc.integer({ min: 0, max: 1500 }), {
  minLength: CHILDREN,
  maxLength: CHILDREN,
})

/** The days of each row of a child, found by walking over the days. */
function walkWindows(birth: IsoDate) {
  const days = daysFrom(birth, dayAfter(birth, 7000))
  return OFFERED_ROWS.map(({ ageMonths, fromDays, toDays }) => {
    const around = days.find((day) => ageInMonths(birth, day) >= ageMonths) ?? ''
    return { from: dayAfter(around, fromDays), to: dayAfter(around, toDays) }
  })
}

const walked = new Map<IsoDate, ReturnType<typeof walkWindows>>()

function windowsOf(birth: IsoDate) {
  const windows = walked.get(birth) ?? walkWindows(birth)
  walked.set(birth, windows)
  return windows
}

it('asks in windows only, three times at most, once a day, and for no visit that the child has had', async () => {
  await fc.assert(
    fc.asyncProperty(
      births,
      fc.array(wish, { minLength: 20, maxLength: 60 }),
      async (born, wishes) => {
        const db = waitingClinic()
        const offered = allOf(db, treatments).filter(({ active }) => active)
        const [checkUp, other] = offered.map(({ id }) => id)
        if (!checkUp || !other) throw new Error('The clinic has two treatments.')
        const rows = OFFERED_ROWS.map((row) => ({ ...row, treatment: checkUp }))
        const plan = { isOn: true, isAutomatic: false, hasNoPastVisits: true, rows, version: 0 }
        expect(changeCheckUpPlan(db, plan, BY_ADMIN)).toBeUndefined()
        const family = born.map((days, index) => addChild(db, index, dayAfter('2023-03-01', days)))
        const had = new Map<string, Had[]>()
        function visit(childId: string, date: IsoDate, isCheckUp: boolean) {
          const own = had.get(childId) ?? []
          if (own.some((one) => one.date === date)) return
          had.set(childId, [...own, { date, isCheckUp }])
          const treatmentId = isCheckUp ? checkUp : other
          const row = { id: `${childId}-${date}`, childId, date, createdAt: NOW }
          db.insert(pastVisits)
            .values({ ...row, treatmentId: treatmentId ?? '' })
            .run()
        }
        // Every child is known to the clinic all the time.
        for (const { id } of family) {
          visit(id, '2026-01-05', false)
          visit(id, '2027-02-27', false)
        }
        const closed = new Set<string>()
        const times = new Map<string, number>()
        let sent = 0
        for (let index = 0; index < DAYS; index++) {
          const today = dayAfter(FIRST_DAY, index)
          const moment = { today, timeZone: TIME_ZONE }
          const at = (startMinute: number) => instantOf({ date: today, startMinute }, TIME_ZONE)
          for (const { child, what } of wishes.filter(({ day }) => day === index)) {
            const id = family[child]?.id ?? ''
            if (what === 'check-up' || what === 'other') visit(id, today, what === 'check-up')
            if (what === 'archive') {
              closed.add(id)
              db.$client.exec(`UPDATE children SET archived_at = 0 WHERE id = '${id}'`)
            }
            const ticket = allOf(db, tickets).find(
              (one) => one.childId === id && one.state === 'open',
            )
            if (what !== 'decline' || !ticket) continue
            const caller = { uid: 'desk', isStaff: true }
            answerTicket(
              db,
              ticket.id,
              { answer: 'declined' },
              { caller, moment: { ...BY_ADMIN.moment, today }, now: at(60) },
            )
            closed.add(`${id}:${windowOf(ticket.toDate, id)}`)
          }
          lookAtChildren(db, { plan: listPlanRows(db), today, after: '' }, at(60))
          if (index % 3 === 0) {
            const batch = (await listBatch(db, moment)).filter(({ call }) => call === null)
            askDue(
              db,
              batch.map(({ id }) => id),
              { now: at(540), moment },
            )
          }
          const again = listChildrenToAskAgain(db, at(600), 100)
          askDueAgain(db, again, { now: at(600), moment })
          expect(findNextVisitErrors(db)).toEqual([])
          const emails = emailsOf(db, 'visits_due')
          const ofToday = emails.slice(sent)
          sent = emails.length
          expect(new Set(ofToday.map(({ uid }) => uid)).size).toBe(ofToday.length)
          const askedFor = new Set(
            ofToday.flatMap(({ data }) => (data as NotificationData<'visits_due'>).tickets),
          )
          for (const { id, childId, toDate } of allOf(db, tickets)) {
            if (!askedFor.has(id)) continue
            const key = `${childId}:${windowOf(toDate, childId)}`
            times.set(key, (times.get(key) ?? 0) + 1)
            expect(times.get(key)).toBeLessThanOrEqual(3)
            expect(closed.has(childId) || closed.has(key)).toBe(false)
            expect(mayAsk(childId, today)).toBe(true)
          }
        }
        // Nothing is forgotten: a window without any obstacle on its first days was asked for.
        for (const { id, birth } of family) {
          for (const [index, { from, to }] of windowsOf(birth).entries()) {
            const isInside = from >= dayAfter(FIRST_DAY, 30) && to < dayAfter(FIRST_DAY, DAYS)
            const clear = daysFrom(from, to).every((day) => mayAsk(id, day))
            if (isInside && clear && !closed.has(id))
              expect(times.get(`${id}:${index}`)).toBeTruthy()
          }
        }

        /** The index of the row that ends on that day. */
        function windowOf(toDate: IsoDate, childId: string): number {
          const birth = family.find(({ id }) => id === childId)?.birth ?? ''
          return windowsOf(birth).findIndex(({ to }) => to === toDate)
        }

        function mayAsk(childId: string, day: IsoDate): boolean {
          const windows = windowsOf(family.find(({ id }) => id === childId)?.birth ?? '')
          const index = windows.findIndex(({ from, to }) => from <= day && day <= to)
          const from = windows[index]?.from
          const next = windows[index + 1]?.from ?? '9999-12-31'
          const visits = (had.get(childId) ?? []).filter(({ date }) => date <= day)
          if (from === undefined) return false
          if (visits.some(({ date }) => date > dayAfter(day, -28))) return false
          return !visits.some(({ date, isCheckUp }) => isCheckUp && from <= date && date < next)
        }
      },
    ),
    { numRuns: 2 },
  )
})

/** A child of one of the families; every third one has a second guardian. */
function addChild(db: Transaction, index: number, birth: IsoDate): { id: string; birth: IsoDate } {
  const id = `01a1fbe9-9e40-75f6-b7b2-${String(index).padStart(12, '0')}`
  const createdBy = `parent${index % FAMILIES}`
  addPatient(db, createdBy)
  const name = `Child ${String.fromCharCode(65 + index)}`
  db.insert(children).values({ id, name, birthDate: birth, createdBy, createdAt: NOW }).run()
  const rights = { mayBook: true, mayPay: true, receivesEmail: true, createdAt: NOW }
  insertGuardian(db, { childId: id, uid: createdBy, isOwner: true, ...rights })
  if (index % 3 === 0) {
    addPatient(db, 'grandparent')
    insertGuardian(db, { childId: id, uid: 'grandparent', isOwner: false, ...rights })
  }
  return { id, birth }
}
