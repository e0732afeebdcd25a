import { expect, it } from 'vitest'
import { REVIEWED_BATCHES } from '#contract/next-visits/check-up-plan.ts'
import { changeCheckUpPlan } from '#domain/next-visits/check-up-plan.ts'
import { BY_ADMIN, TIME_ZONE } from '#domain/testing/booking.ts'
import { waitingClinic } from '#domain/waitlist/testing/waiting-clinic.ts'
import type { Transaction } from '#drizzle/client.ts'
import { readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import {
  checkUpPlans,
  dueItems,
  notifications,
  tickets,
  treatments,
} from '#drizzle/schema/index.ts'
import { allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { testLog } from '#workers/testing/database.ts'
import { followCheckUpPlan } from './next-visits.ts'

const CHILDREN = 5_000

it('asks for none of 5,000 imported children without a press, and for a hundred a night once an admin says so', async () => {
  const db = waitingClinic()
  const [{ id: treatment } = { id: '' }] = allOf(db, treatments)
  const rows = [{ ageMonths: 72, fromDays: 0, toDays: 360, treatment }]
  const plan = { isOn: true, isAutomatic: false, hasNoPastVisits: true, rows }
  expect(changeCheckUpPlan(db, { ...plan, version: 0 }, BY_ADMIN)).toBeUndefined()
  addChildren(db, treatment)
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

/** Adds children of six, each with a parent and a past visit. */
function addChildren({ $client }: Transaction, treatment: string) {
  $client.exec('create temp table numbers (i integer)')
  const add = $client.prepare<[number]>('insert into numbers values (?)')
  for (let index = 0; index < CHILDREN; index += 1) add.run(index)
  const at = NOW.getTime()
  $client
    .prepare(
      `insert into users (uid, email, name, role, created_at, email_verified)
       select 'parent-' || i, 'parent' || i || '@example.com', 'Parent', 'patient', ?, 1 from numbers`,
    )
    .run(at)
  $client
    .prepare(
      `insert into children (id, name, birth_date, created_by, created_at)
       select 'child-' || i, 'Mia', '2020-06-05', 'parent-' || i, ? from numbers`,
    )
    .run(at)
  $client
    .prepare(
      `insert into guardianships (child_id, uid, is_owner, may_book, may_pay, receives_email, created_at)
       select 'child-' || i, 'parent-' || i, 1, 1, 1, 1, ? from numbers`,
    )
    .run(at)
  $client
    .prepare(
      `insert into past_visits (id, child_id, date, treatment_id, created_at)
       select 'visit-' || i, 'child-' || i, '2026-05-05', ?, ? from numbers`,
    )
    .run(treatment, at)
}
