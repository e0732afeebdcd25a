import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OWN_WORDS } from '#domain/site/testing/own-words.ts'
import { FIRST_SLOT } from '#domain/testing/settings.ts'
import { seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { addPatients, type BookingResponse, expectOneBooking } from './testing/booking-race.ts'
import { writeBuiltSite } from './testing/built-site.ts'
import { buildTestApp, signInAdmin } from './testing/test-app.ts'

const ENTRY = join(import.meta.dirname, 'testing', 'api-process.ts')

// Five working days, with a race on each.
const DAYS = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05']

async function startApi(
  ...files: [database: string] | [database: string, builtSite: string]
): Promise<string> {
  const child = fork(ENTRY, files, { execArgv: [] })
  onTestFinished(async () => {
    const gone = once(child, 'exit')
    child.disconnect()
    expect(await gone).toEqual([0, null])
  })
  const [origin] = await once(child, 'message')
  return String(origin)
}

/** Retries after 503: on a busy machine, one process may wait too long for the other. */
async function book(origin: string, token: string, payload: object): Promise<BookingResponse> {
  const response = await fetch(`${origin}/appointments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  const answer: BookingResponse = { status: response.status, body: await response.json() }
  return answer.status === 503 ? book(origin, token, payload) : answer
}

test('two processes on one database give each slot to one of 200 patients', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const db = seededDatabase(file)
  const patients = addPatients(db, 200)
  const origins = await Promise.all([startApi(file), startApi(file)])

  for (const date of DAYS) {
    const answers = await Promise.all(
      patients.map(({ email, token }, index) =>
        book(origins[index % 2] ?? '', token, {
          treatment: 'Allergy Testing',
          date,
          slot: FIRST_SLOT,
          price: 110,
          email,
          phone: '555 0100',
          address: '1 Main Street',
        }),
      ),
    )
    expectOneBooking(db, date, answers)
  }
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
})

test('a booking by one process is in the other’s next response', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const db = seededDatabase(file)
  const [patient] = addPatients(db, 1)
  if (!patient) throw new Error('no patient')
  const [one = '', other = ''] = await Promise.all([startApi(file), startApi(file)])
  const slots = async () => {
    const response = await fetch(`${other}/available?date=2027-03-02`)
    const [treatment] = await response.json()
    return treatment.slots
  }
  expect(await slots()).toContain(FIRST_SLOT)
  const { status } = await book(one, patient.token, {
    treatment: 'Parenatal/Newborn',
    date: '2027-03-02',
    slot: FIRST_SLOT,
    price: 95,
    email: patient.email,
    phone: '555 0100',
    address: '1 Main Street',
  })
  expect(status).toBe(201)
  expect(await slots()).not.toContain(FIRST_SLOT)
})

test('a change of the site in one process shows on the pages of another', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const root = temporaryFolder()
  writeBuiltSite(root)
  const api = await buildTestApp({ db: seededDatabase(file) })
  const admin = await signInAdmin(api)
  const origin = await startApi(file, root)
  const shown = async (path: string, accept: string) => {
    const response = await fetch(origin + path, { headers: { accept } })
    return response.text()
  }
  const clinic = async () => JSON.parse(await shown('/clinic', 'application/json'))
  const notice = () => shown('/legal/notice', 'text/html')
  expect(await clinic()).not.toHaveProperty('words')
  expect(await notice()).toContain('undefined')

  const hero = { section: 'hero', words: OWN_WORDS.hero, confirmed: [], version: 0 }
  expect((await admin.put('/site/hero', hero)).statusCode).toBe(200)
  await vi.waitFor(async () => expect((await clinic()).words.hero.title).toBe('Welcome'))

  for (const version of [1, 2]) {
    const published = { version: version - 1, effectiveOn: '2027-03-01', text: `Text ${version}` }
    expect((await admin.post('/legal/notice', published)).statusCode).toBe(200)
    await vi.waitFor(async () => expect(await notice()).toContain(`version ${version}`))
  }
  expect((await clinic()).legal).toMatchObject([{ page: 'notice' }])

  const pause = { state: 'paused', reason: 'The phones are down', version: 0 }
  expect((await admin.post('/opening', pause)).statusCode).toBe(200)
  await vi.waitFor(async () => expect((await clinic()).notOpen).toContain('The phones are down'))
})
