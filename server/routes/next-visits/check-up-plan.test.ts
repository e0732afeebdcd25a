import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type {
  CheckUpPlan,
  changedCheckUpPlan,
  DueVisits,
} from '#contract/next-visits/check-up-plan.ts'
import { lookAtChildren } from '#domain/next-visits/due-children.ts'
import { listPlanRows } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { notifications, pastVisits, treatments, users } from '#drizzle/schema/index.ts'
import { allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { addChildren } from '#server/testing/blocks.ts'
import { buildTestApp, signIn, signInAdmin, signInStaff } from '#server/testing/test-app.ts'

it('counts what a plan makes due before it is saved, and asks by a press of staff only', async () => {
  const test = await buildTestApp()
  const anna = await signIn(test, 'anna@example.com')
  const admin = await signInAdmin(test)
  const staff = await signInStaff(test)
  const [mia = ''] = addChildren(test, anna, ['Mia'])
  const treatmentId = allOf(test.db, treatments)[0]?.id ?? ''
  test.db
    .insert(pastVisits)
    .values({ id: 'visit', childId: mia, date: '2026-05-05', treatmentId, createdAt: NOW })
    .run()
  const row = { ageMonths: 84, fromDays: 0, toDays: 360, treatment: treatmentId }
  const wanted = { isOn: true, isAutomatic: false, hasNoPastVisits: false, rows: [row], version: 0 }
  const put = (body: object) => admin.put('/check-up-plan', body)
  const listed = async () => (await staff.get('/due-visits')).json<DueVisits>()

  const tried = (await put({ ...wanted, dryRun: true })).json<z.infer<typeof changedCheckUpPlan>>()
  expect(tried).toMatchObject({ isOn: false, version: 0, childrenDue: 1, rows: [] })
  expect((await put({ ...wanted, rows: [row, row] })).json()).toMatchObject({
    code: 'overlap',
    message: 'The days of row 2 overlap with the days of the row before it.',
  })
  expect(await listed()).toEqual({ isOn: false, children: [] })
  expect((await staff.post('/due-visits/send', { children: [mia] })).json()).toMatchObject({
    code: 'off',
  })

  expect((await put(wanted)).json()).toMatchObject({ isOn: true, version: 1, childrenDue: 1 })
  expect((await put(wanted)).json()).toMatchObject({ code: 'stale', current: { version: 1 } })
  const today = '2027-03-01'
  await writeTransaction(test.db, (tx) =>
    lookAtChildren(tx, { plan: listPlanRows(tx), today, after: '' }, NOW),
  )
  expect(await listed()).toMatchObject({
    isOn: true,
    children: [{ _id: mia, name: 'Mia', to: '2027-05-31', call: null }],
  })
  expect((await listed()).children[0]).not.toHaveProperty('language')
  test.db.update(users).set({ language: 'es' }).where(eq(users.uid, anna.uid)).run()
  expect((await listed()).children).toMatchObject([{ _id: mia, language: 'es' }])
  const emails = () => allOf(test.db, notifications).filter(({ kind }) => kind === 'visits_due')
  expect(emails()).toEqual([])
  const sent = await staff.post('/due-visits/send', { children: [mia] })
  expect(sent.json()).toEqual({ children: 1, emails: 1 })
  expect(emails()).toHaveLength(1)
  expect((await listed()).children).toEqual([])
  expect((await admin.get('/check-up-plan')).json<CheckUpPlan>().batches).toBe(1)
})
