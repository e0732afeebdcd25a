import { beforeEach, expect, it } from 'vitest'
import { child } from '#contract/guardians/children.ts'
import { deleteGuardian, insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { ALL_RIGHTS } from '#server/testing/family.ts'
import {
  bookingOf,
  buildTestApp,
  type Session,
  signIn,
  type TestApp,
} from '#server/testing/test-app.ts'

// docs/requirements.md#unpaid-appointments

const LIMIT = 3
const DAYS = ['Mar 2, 2027', 'Mar 3, 2027', 'Mar 4, 2027', 'Mar 5, 2027', 'Mar 8, 2027']

let test: TestApp
let anna: Session
let boris: Session

beforeEach(async () => {
  const UNPAID_APPOINTMENTS = String(LIMIT)
  test = await buildTestApp({ env: { RATE_LIMIT: 'on', UNPAID_APPOINTMENTS } })
  anna = await signIn(test, 'anna@example.com')
  boris = await signIn(test, 'boris@example.com')
})

const post = (by: Session, url: string, payload: object) => by.post(url, payload)

const birthDate = '2021-06-05'

/** Anna's child, with Boris as a second guardian with all rights. */
async function share(name: string): Promise<string> {
  const { _id } = child.parse((await post(anna, '/children', { name, birthDate })).json())
  insertGuardian(test.db, { childId: _id, uid: boris.uid, ...ALL_RIGHTS, createdAt: test.now() })
  return _id
}

const book = (by: Session, childId: string, date = DAYS[0]) =>
  post(by, '/appointments', bookingOf(by, { child: childId, date }))

it('counts what a guardian booked for a child before being removed as its guardian', async () => {
  const [mia, ben] = [await share('Mia'), await share('Ben')]
  for (const date of DAYS.slice(0, LIMIT)) {
    expect((await book(boris, mia, date)).statusCode).toBe(201)
  }
  deleteGuardian(test.db, { childId: mia, uid: boris.uid })
  const next = await book(boris, ben, DAYS[LIMIT])
  expect([next.statusCode, next.json().code]).toEqual([422, 'too_many_unpaid'])
})

it('limits what all guardians together have booked for a child', async () => {
  const mia = await share('Mia')
  const bookers = [boris, boris, anna]
  for (const [index, by] of bookers.entries()) {
    expect((await book(by, mia, DAYS[index])).statusCode).toBe(201)
  }
  const next = await book(anna, mia, DAYS[LIMIT])
  expect([next.statusCode, next.json()]).toMatchObject([
    422,
    {
      code: 'too_many_unpaid',
      message:
        'Mia has 3 unpaid appointments coming up. One of them has to be paid or canceled before another is booked.',
    },
  ])
  expect((await book(anna, await share('Ben'), DAYS[LIMIT])).statusCode).toBe(201)
})

it('tells the family that the limit is reached before it chooses anything', async () => {
  const limit = async () => {
    const url = `/appointments?patient=${encodeURIComponent('anna@example.com')}`
    const response = await anna.get(url)
    return response.headers['x-unpaid-limit']
  }
  const mia = await share('Mia')
  for (const date of DAYS.slice(0, LIMIT)) {
    expect(await limit()).toBeUndefined()
    expect((await book(anna, mia, date)).statusCode).toBe(201)
  }
  expect(Number(await limit())).toBe(LIMIT)
})
