import { beforeEach, describe, expect, it } from 'vitest'
import { removeAccount } from '#domain/identity/remove-account.ts'
import { addChildOf, BY_ADMIN, booked, MOMENT, WEIGHT_LOSS } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listPlanRows, readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import {
  appointments,
  dueItems,
  events,
  pastVisits,
  tickets,
  treatments,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { askDue } from './ask-due.ts'
import { changeCheckUpPlan } from './check-up-plan.ts'
import { countVisit, readCheckUps } from './count-visit.ts'
import { lookAtChildren } from './due-children.ts'

const BY_DESK = { actor: 'desk', moment: MOMENT, now: NOW }
const LATER = new Date(NOW.getTime() + 60_000)
/** Of another treatment, in the window of the row. */
const VISIT = 'visit'

let db: Transaction
let mia: string
let row: string

const treatment = (name: string) => allOf(db, treatments).find((one) => one.name === name)?.id ?? ''

function addVisit(id: string, date: string, name = 'Weight Loss') {
  db.insert(pastVisits)
    .values({ id, childId: mia, date, treatmentId: treatment(name), createdAt: NOW })
    .run()
}

const look = (now = NOW) =>
  lookAtChildren(db, { plan: listPlanRows(db), today: MOMENT.today, after: '' }, now)
const count = (visitId: string | null, now = NOW, rowId = row) =>
  countVisit(db, { childId: mia, rowId, visitId }, { ...BY_DESK, now })
const known = () => readCheckUps(db, mia, MOMENT)
const item = () => allOf(db, dueItems)[0]
/** Takes these steps of an attendance, in any appointment. */
function attend(...steps: ('expected' | 'arrived' | 'completed' | 'no_show')[]) {
  for (const attendance of steps) db.update(appointments).set({ attendance }).run()
}
const kinds = () =>
  allOf(db, events).flatMap(({ kind }) => (/check_up|ticket/.test(kind) ? kind : []))

beforeEach(() => {
  db = waitingClinic()
  addPatient(db, 'anna')
  // Born on June 5, 2020.
  mia = addChildOf(db, 'anna', 'Mia')
  const rows = [60, 72].map((ageMonths) => ({
    ...{ ageMonths, fromDays: 0, toDays: 330, treatment: treatment('Allergy Testing') },
  }))
  const { version } = readPlanState(db)
  const plan = { isOn: true, isAutomatic: false, hasNoPastVisits: true, rows, version }
  expect(changeCheckUpPlan(db, plan, BY_ADMIN)).toBeUndefined()
  row = listPlanRows(db)[1]?.id ?? ''
  addVisit(VISIT, '2026-09-09')
})

describe('a visit of another treatment', () => {
  it('counts as the check-up once staff say so, and no longer when they take it back', () => {
    look()
    expect(item()).toMatchObject({ rowId: row, state: 'due' })
    expect(known()?.uncounted).toMatchObject([
      { visit: { id: VISIT }, rows: [{ row: { id: row } }] },
    ])
    expect(count(VISIT)).toBe('changed')
    expect(count(VISIT)).toBe('changed')
    expect(known()?.rows[1]).toMatchObject({ state: 'done', visit: { id: VISIT } })
    expect(known()?.uncounted).toEqual([])
    look()
    expect(item()).toMatchObject({ state: 'done', countedVisitId: VISIT, changedBy: 'desk' })
    expect(count(null)).toBe('changed')
    expect(count(null)).toBe('changed')
    expect(item()).toMatchObject({ state: 'due', countedVisitId: null })
    expect(kinds()).toEqual(['child.check_up_counted', 'child.check_up_uncounted'])
  })

  it('counts before the nightly job has found the row due', () => {
    expect(count(VISIT)).toBe('changed')
    look()
    expect(item()).toMatchObject({ state: 'done' })
  })

  it('ends the asking, which goes on when it is taken back', () => {
    look()
    askDue(db, [mia], BY_DESK)
    expect(item()).toMatchObject({ asked: 1 })
    count(VISIT)
    expect(allOf(db, tickets)).toMatchObject([{ state: 'withdrawn', endedBy: 'desk' }])
    expect(item()?.nextAsk).toBeNull()
    look(LATER)
    count(null, LATER)
    expect(allOf(db, tickets)).toMatchObject([{ state: 'open' }])
    expect(item()).toMatchObject({ state: 'due', nextAsk: new Date('2027-03-02T15:00:00Z') })
    look(LATER)
    expect(item()).toMatchObject({ state: 'due', nextAsk: new Date('2027-03-02T15:00:00Z') })
  })

  it('counts for the row that has begun by then or for the next one, not for others', () => {
    addVisit('early', '2026-05-30')
    addVisit('long ago', '2021-05-30')
    expect(known()?.uncounted.map(({ visit, rows }) => [visit.id, rows.length])).toEqual([
      [VISIT, 1],
      ['early', 2],
      ['long ago', 1],
    ])
    expect(count('long ago')).toBe('other_visit')
    expect(count('early')).toBe('changed')
    expect(count(VISIT)).toBe('other_visit')
  })

  it('does not count if it is unknown, missed, or counts already', () => {
    const { id } = booked(db, { child: mia, ...WEIGHT_LOSS })
    expect(count(id)).toBe('other_visit')
    attend('no_show')
    expect(count(id)).toBe('other_visit')
    attend('expected', 'arrived', 'completed')
    expect(count(id)).toBe('changed')
    expect(count(id, NOW, listPlanRows(db)[0]?.id)).toBe('other_visit')
    expect(count('unknown')).toBe('other_visit')
    expect(count(VISIT, NOW, 'unknown')).toBe('unknown_row')
    expect(countVisit(db, { childId: 'x', rowId: row, visitId: null }, BY_DESK)).toBe('not_found')
  })

  it('stays counted once the account of the member of staff is removed', () => {
    addPatient(db, 'desk')
    count(VISIT)
    expect(removeAccount(db, { email: 'desk@example.com', ...BY_ADMIN })).toBe('removed')
    look(LATER)
    expect(item()).toMatchObject({ state: 'done', countedVisitId: VISIT, changedBy: 'desk' })
    expect(known()?.rows[1]).toMatchObject({ state: 'done', visit: { id: VISIT } })
  })

  it('no longer counts when it turns out to be missed', () => {
    const { id } = booked(db, { child: mia, ...WEIGHT_LOSS })
    attend('arrived', 'completed')
    count(id)
    attend('arrived', 'expected', 'no_show')
    look()
    expect(known()?.rows[1]).toMatchObject({ state: 'due' })
    expect(item()).toMatchObject({ state: 'due' })
  })
})
