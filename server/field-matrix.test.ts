import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addTreatingDoctor } from '#drizzle/testing/seeded-database.ts'
import { book } from './testing/paying.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  signInDoctor,
  signInStaff,
  TUESDAY,
} from './testing/test-app.ts'

// docs/requirements.md#who-sees-what

const DOCS = join(import.meta.dirname, '../docs/requirements.md')

type Row = [field: string, family: boolean, doctor: boolean, staff: boolean]

/** The rows of the table. */
function readMatrix(): Row[] {
  const [, section = ''] = readFileSync(DOCS, 'utf8').split('### Who sees what\n')
  const [own = ''] = section.split('\n### ')
  return [...own.matchAll(/^\| `(\w+)` \| (yes|no) \| (yes|no) \| (yes|no) \|$/gm)].map(
    ([, field = '', ...cells]) => {
      const [family = false, doctor = false, staff = false] = cells.map((cell) => cell === 'yes')
      return [field, family, doctor, staff]
    },
  )
}

test('the server answers each role the fields of an appointment that the table says', async () => {
  const api = await buildTestApp()
  const ada = addTreatingDoctor(api.db, 'Ada', 'Allergy Testing')
  const anna = await signIn(api, 'anna@example.com')
  const read = async (by: Session, url: string) => (await by.get(url)).json()
  const added = await anna.post('/children', { name: 'Mia Abara', birthDate: '2021-06-05' })
  const id = await book(api, anna, { date: TUESDAY, doctor: ada, child: added.json()._id })
  const doctor = await signInDoctor(ada)(api)
  const rita = await signInStaff(api, 'rita@example.com')
  // What a family is asked to book shows in none of these answers.
  const asked = await doctor.post('/tickets', { appointment: id, around: '2027-04-13' })
  expect(asked.statusCode).toBe(201)

  const ofFamily = await read(anna, `/appointment/${id}`)
  const ofDoctor = (await read(doctor, '/my-day?date=2027-03-02')).entries[0]
  const ofStaff = (await read(rita, '/agenda?date=2027-03-02')).entries[0]
  const matrix = readMatrix()
  expect(matrix.length).toBeGreaterThan(15)
  expect(
    matrix.map(([field]) => [field, field in ofFamily, field in ofDoctor, field in ofStaff]),
  ).toEqual(matrix)
  // The table lists what a doctor sees, except the fields that identify the appointment.
  const technical = ['_id', 'version', 'startMinute', 'lengthMinutes', 'childId', 'step']
  const listed = matrix.flatMap(([field, , isOfDoctor]) => (isOfDoctor ? field : []))
  expect(Object.keys(ofDoctor).sort()).toEqual([...technical, 'noteVersion', ...listed].sort())
})
