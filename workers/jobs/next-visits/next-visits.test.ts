import { expect, it } from 'vitest'
import { REVIEWED_BATCHES } from '#contract/next-visits/check-up-plan.ts'
import { changeCheckUpPlan } from '#domain/next-visits/check-up-plan.ts'
import { BY_ADMIN, TIME_ZONE } from '#domain/testing/booking.ts'
import { waitingClinic } from '#domain/waitlist/testing/waiting-clinic.ts'
import { readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import {
  checkUpPlans,
  children,
  dueItems,
  guardianships,
  notifications,
  pastVisits,
  tickets,
  treatments,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { testLog } from '#workers/testing/database.ts'
import { followCheckUpPlan } from './next-visits.ts'

const CHILDREN = 5_000

it('asks for none of 5,000 imported children without a press, and for a hundred a night once an admin says so', async () => {
  const db = waitingClinic()
  const [{ id: treatment } = { id: '' }] = allOf(db, treatments)
  const rows = [{ ageMonths: 72, fromDays: 0, toDays: 360, treatment }]
  const plan = { isOn: true, isAutomatic: false, hasNoPastVisits: true, rows }
  expect(changeCheckUpPlan(db, { ...plan, version: 0 }, BY_ADMIN)).toBeUndefined()
  const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
  for (let index = 0; index < CHILDREN; index += 1) {
    const [id, uid] = [`child-${index}`, `parent-${index}`]
    addPatient(db, uid)
    const child = { id, name: `Child ${index}`, birthDate: '2020-06-05', createdBy: uid }
    db.insert(children)
      .values({ ...child, createdAt: NOW })
      .run()
    db.insert(guardianships)
      .values({ childId: id, uid, ...rights, createdAt: NOW })
      .run()
    db.insert(pastVisits)
      .values({
        id: `visit-${index}`,
        childId: id,
        date: '2026-05-05',
        treatmentId: treatment,
        createdAt: NOW,
      })
      .run()
  }
  const { log } = testLog()
  const job = followCheckUpPlan(TIME_ZONE, () => NOW)
  const run = () => job.run({ db, log, signal: AbortSignal.timeout(60_000) })
  await run()
  expect(allOf(db, dueItems)).toHaveLength(CHILDREN)
  expect(allOf(db, tickets)).toEqual([])
  expect(allOf(db, notifications)).toEqual([])

  db.update(checkUpPlans).set({ batches: REVIEWED_BATCHES }).run()
  const { version } = readPlanState(db)
  const kept = db.$client.prepare('select id from plan_rows').pluck().get() as string
  const automatic = { ...plan, isAutomatic: true, rows: rows.map((row) => ({ ...row, _id: kept })) }
  expect(changeCheckUpPlan(db, { ...automatic, version }, BY_ADMIN)).toBeUndefined()
  await run()
  expect(allOf(db, notifications).map(({ kind }) => kind)).toEqual(Array(100).fill('visits_due'))
  await run()
  expect(allOf(db, notifications)).toHaveLength(100)
})
