import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type UsersQuery, userList } from '#contract/identity/users.ts'
import { findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { appointments, events, notifications, users } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { book, payByCard } from '#server/testing/paying.ts'
import {
  buildTestApp,
  exchange,
  MONDAY_MORNING,
  queryOf,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'

let api: TestApp
let admin: Session

beforeEach(async () => {
  api = await buildTestApp()
  admin = await signInAdmin(api)
})

async function list(query: UsersQuery = {}) {
  const response = await admin.get('/users', queryOf(query))
  return {
    total: Number(response.headers['x-total-count']),
    users: userList.parse(response.json()),
  }
}

const promote = (email: string) => admin.put(`/user/admin/${encodeURIComponent(email)}`)
const demote = (email: string) => admin.delete(`/user/admin/${encodeURIComponent(email)}`)
const remove = (email: string, by = admin) => by.delete(`/user/${encodeURIComponent(email)}`)

/** A subject's events in order: 'kind by actor'. */
const eventLines = (subject: string) =>
  eventsOf(api.db, subject).map(({ kind, actor }) => `${kind} by ${actor}`)

describe('GET /users', () => {
  test('lists users with role, joined and appointments, the newest first', async () => {
    const later = new Date(MONDAY_MORNING.getTime() + 60_000)
    api.setTime(later)
    const anna = await signIn(api, 'anna@example.com', { name: 'Anna', picture: 'https://x/a.png' })
    await book(api, anna)
    expect(await list()).toEqual({
      total: 2,
      users: [
        {
          _id: anna.uid,
          email: 'anna@example.com',
          name: 'Anna',
          photo: 'https://x/a.png',
          role: 'patient',
          emailVerified: true,
          twoStep: false,
          joined: later.toISOString(),
          appointments: 1,
        },
        expect.objectContaining({ _id: admin.uid, role: 'admin', appointments: 0 }),
      ],
    })
  })

  test('filters by role, alone and together with a search', async () => {
    for (const name of ['Anna', 'Boris']) {
      await signIn(api, `${name.toLowerCase()}@example.com`, { name })
    }
    const found = async (query: UsersQuery) => {
      const { total, users: listed } = await list(query)
      return [total, listed.map(({ name }) => name).toSorted()]
    }
    expect(await found({ role: 'admin' })).toEqual([1, ['admin']])
    expect(await found({ role: 'clinic' })).toEqual([1, ['admin']])
    expect(await found({ role: 'clinic', search: 'adm' })).toEqual([1, ['admin']])
    expect(await found({ role: 'patient' })).toEqual([2, ['Anna', 'Boris']])
    expect(await found({ role: 'patient', search: 'ann', limit: 1 })).toEqual([1, ['Anna']])
  })

  test('shows a page at a time and how many there are on all of them', async () => {
    for (const letter of 'abcd') await signIn(api, `${letter}@example.com`)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, limit: 2 })))
    expect(pages.map(({ total, users: { length } }) => [total, length])).toEqual([
      [5, 2],
      [5, 2],
      [5, 1],
      [5, 0],
    ])
    const seen = pages.flatMap((page) => page.users.map(({ email }) => email))
    expect(new Set(seen).size).toBe(5)
  })

  test('rejects unknown parameters', async () => {
    for (const query of ['page=0', 'limit=0', 'limit=101', 'page=1.5', 'page=x', 'sort=name']) {
      const { statusCode } = await admin.get(`/users?${query}`)
      expect([query, statusCode]).toEqual([query, 400])
    }
  })
})

test('PUT /user/admin/{email} makes a user an admin and records who did it; the second time changes nothing', async () => {
  const anna = await signIn(api, 'anna@example.com')
  expect((await anna.get('/users')).statusCode).toBe(403)
  const wakes = api.wakes()
  expect((await promote('ANNA@example.com')).json()).toEqual({ modifiedCount: 1 })
  expect(api.wakes()).toBe(wakes + 1)
  const asAdmin = await signIn(api, anna.email)
  expect((await asAdmin.get('/users')).statusCode).toBe(200)
  expect((await promote(anna.email)).json()).toEqual({ modifiedCount: 0 })
  expect(eventLines(anna.uid)).toEqual([
    `user.registered by ${anna.uid}`,
    `user.promoted by ${admin.uid}`,
  ])
})

describe('DELETE /user/{email}', () => {
  test('frees the unpaid upcoming slots, keeps paid and past appointments, and ends the sessions', async () => {
    const anna = await signIn(api, 'anna@example.com')
    const past = await book(api, anna, { date: 'Mar 1, 2027' })
    const unpaid = await book(api, anna)
    const paid = await book(api, anna, {
      slot: '10:00 AM - 10:30 AM',
      treatment: 'Weight Loss',
      price: 80,
    })
    const paying = { ...api, session: anna, appointmentId: paid }
    await payByCard(paying, 80)
    // Noon of that Monday, after the hour of the email.
    api.setTime(new Date('2027-03-01T17:00:00Z'))

    const recent = await signIn(api, admin.email)
    const wakes = api.wakes()
    const response = await remove(anna.email, recent)
    expect([response.statusCode, response.json()]).toEqual([200, { deletedCount: 1 }])
    expect(api.wakes()).toBe(wakes + 1)
    const rows = allOf(api.db, appointments)
    const byId = new Map(rows.map(({ id, status, patientUid }) => [id, [status, patientUid]]))
    expect([past, unpaid, paid].map((id) => byId.get(id))).toEqual([
      ['booked', null],
      ['cancelled', null],
      ['booked', null],
    ])
    expect(eventLines(unpaid)).toEqual([
      `appointment.booked by ${anna.uid}`,
      `appointment.cancelled by ${admin.uid}`,
    ])
    expect(eventLines(anna.uid).at(-1)).toBe(`user.removed by ${admin.uid}`)

    const boris = await signIn(api, 'boris@example.com')
    await expect(book(api, boris)).resolves.toBeTruthy()
    expect((await anna.get('/appointments', { patient: anna.email })).statusCode).toBe(401)
  })

  test('refuses the removed account, and accepts a new account with the same email', async () => {
    const anna = await signIn(api, 'anna@example.com')
    await remove(anna.email)
    // The provider still has the account, because the worker has not run yet.
    const idToken = api.identity.tokenFor({ email: anna.email })
    const back = await exchange(api, anna.email, idToken)
    expect(back.statusCode).toBe(401)
    expect((await signIn(api, anna.email, { uid: 'a-new-account' })).user.role).toBe('patient')
  })

  test('keeps the last admin', async () => {
    const refused = await remove(admin.email)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'last_admin',
        message: 'You can’t remove the last administrator. Make someone else an admin first.',
      },
    ])
    await signInAdmin(api, 'second@example.com')
    expect((await remove(admin.email)).statusCode).toBe(200)
  })

  test('keeps one of two admins who remove each other at the same time', async () => {
    const [one, two] = [await signInAdmin(api), await signInAdmin(api, 'second@example.com')]
    const responses = await Promise.all([
      remove(two.email, one),
      remove(one.email, two),
      remove(one.email, one),
      remove(two.email, two),
    ])
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(api.db.select().from(users).where(eq(users.role, 'admin')).all()).toHaveLength(1)
    expect(findUserByEmail(api.db, one.email) ?? findUserByEmail(api.db, two.email)).toBeTruthy()
  })
})

test('an account whose email is not verified is marked in the list and not promoted', async () => {
  const anna = await signIn(api, 'anna@example.com', { emailVerified: false })
  const { users: listed } = await list({ search: 'anna' })
  expect(listed).toMatchObject([{ email: anna.email, emailVerified: false }])
  const refused = await promote(anna.email)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'unverified'])
  expect(findUserByEmail(api.db, anna.email)?.role).toBe('patient')
})

test('DELETE /user/admin/{email} makes an admin a patient again, and keeps the last one', async () => {
  const second = await signInAdmin(api, 'second@example.com')
  expect((await demote(second.email)).json()).toEqual({ modifiedCount: 1 })
  expect((await demote(second.email)).json()).toEqual({ modifiedCount: 0 })
  const refused = await demote(admin.email)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_admin'])
})

describe('POST /user/{email}/second-factor-reset', () => {
  const TWO_STEPS = { secondFactors: ['phone'], usedSecondFactor: true }
  /** A phone is enrolled after the first login. */
  async function signInTwice() {
    const email = 'anna@example.com'
    await signIn(api, email)
    const { identity } = api
    const session = await signIn(api, email, TWO_STEPS)
    identity.records.set(
      session.uid,
      await identity.verify(identity.tokenFor({ email, ...TWO_STEPS })),
    )
    return session
  }
  const reset = (email: string, reason = 'phone_lost', by = admin) =>
    by.post(`/user/${encodeURIComponent(email)}/second-factor-reset`, { reason })

  test('removes the phones, ends the sessions, and emails the user', async () => {
    const anna = await signInTwice()
    expect((await list({ search: 'anna' })).users).toMatchObject([{ twoStep: true }])
    expect((await reset(anna.email)).json()).toEqual({ modifiedCount: 1 })
    expect(api.identity.changes).toEqual([`${anna.uid} keeps no second factor`])
    const ended = await anna.get('/sessions')
    expect([ended.statusCode, ended.json().code]).toEqual([401, 'ended'])
    expect(eventLines(anna.uid).slice(-2)).toEqual([
      `user.sessions_ended by ${admin.uid}`,
      `user.second_factor_reset by ${admin.uid}`,
    ])
    expect(eventsOf(api.db, anna.uid).at(-1)?.data).toEqual({ reason: 'phone_lost' })
    expect(allOf(api.db, notifications)).toMatchObject([
      { kind: 'second_factor_reset', uid: anna.uid, recipient: anna.email },
    ])
    expect((await list({ search: 'anna' })).users).toMatchObject([{ twoStep: false }])
  })

  test('changes nothing while the provider is away', async () => {
    const anna = await signInTwice()
    api.identity.unavailable = true
    expect((await reset(anna.email)).statusCode).toBe(503)
    expect(eventLines(anna.uid)).not.toContain(`user.second_factor_reset by ${admin.uid}`)
  })

  test('is completed after a failure, and then has nothing left to do', async () => {
    const anna = await signInTwice()
    // The provider has removed the phone, and our transaction failed.
    await api.identity.removeSecondFactors(anna.uid)
    expect((await reset(anna.email)).statusCode).toBe(200)
    const again = await reset(anna.email)
    expect([again.statusCode, again.json().code]).toEqual([409, 'no_second_factor'])
  })

  test('is refused for the own account, without a reason, and long after the login', async () => {
    const anna = await signInTwice()
    expect((await reset(admin.email)).json().code).toBe('own_account')
    expect((await reset(anna.email, 'why')).statusCode).toBe(400)
    api.setTime(new Date(api.now().getTime() + 16 * 60_000))
    expect((await reset(anna.email)).json().code).toBe('recent_login_required')
    expect(api.identity.changes).toEqual([])
  })
})

test('an email without an account is answered 404', async () => {
  for (const change of [promote, demote, remove]) {
    const response = await change('nobody@example.com')
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
})

test('views of a person’s data are recorded once per person and hour, and not for one’s own data', async () => {
  const anna = await signIn(api, 'anna@example.com')
  const views = () =>
    api.db.select().from(events).where(eq(events.kind, 'user.viewed')).orderBy(events.id).all()
  await list()
  await list()
  const view = { actor: admin.uid, subject: anna.uid }
  expect(views()).toMatchObject([{ ...view, data: { what: 'user list' } }])
  await admin.get(`/admin/${anna.email}`)
  await anna.get(`/admin/${anna.email}`)
  await admin.get(`/audit?person=${anna.email}`)
  expect(views().slice(1)).toMatchObject([
    { ...view, data: { what: 'role' } },
    { ...view, data: { what: 'audit log' } },
  ])
  api.setTime(new Date(api.now().getTime() + 61 * 60_000))
  await list()
  expect(views()).toHaveLength(4)
})
