import { expect, test } from 'vitest'
import type { DoctorDay } from '#contract/front-desk/doctor-day.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { addTreatingDoctor } from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  changeClinic,
  closureOf,
  signIn,
  signInDoctor,
  TUESDAY,
} from '#server/testing/test-app.ts'

const DAY = '2027-03-02'

test('a doctor’s day has the doctor’s hours and absences and the clinic’s closures, but no colleague’s', async () => {
  const api = await buildTestApp()
  await changeClinic(api, { lateMinutes: 15 })
  const ada = addTreatingDoctor(api.db, 'Ada', 'Allergy Testing')
  const ben = addTreatingDoctor(api.db, 'Ben', 'Allergy Testing')
  writeAtOnce(api.db, (tx) => {
    const closure = { ...closureOf(DAY), fromMinute: 960 }
    insertClosure(tx, { id: 'closure-1', doctorId: null, ...closure })
    insertClosure(tx, { id: 'closure-2', doctorId: ada, ...closure, reason: 'Ill' })
    insertClosure(tx, { id: 'closure-3', doctorId: ben, ...closure, reason: 'Vacation' })
  })
  const anna = await signIn(api, 'anna@example.com')
  await book(api, anna, { date: TUESDAY, doctor: ada })
  const doctor = await signInDoctor(ada)(api)
  const day = (await doctor.get(`/my-day?date=${DAY}`)).json<DoctorDay>()
  expect(day.lateMinutes).toBe(15)
  expect(day.hours.length).toBeGreaterThan(0)
  expect(day.closures).toEqual([{ from: 960, to: 1440, reason: 'Training' }])
  expect(day.absences).toEqual([{ from: 960, to: 1440, reason: 'Ill' }])
  expect(day.entries.map(({ firstVisit }) => firstVisit)).toEqual([true])
})
