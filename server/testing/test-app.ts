import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import {
  type ClinicSettings,
  changeOf,
  DEFAULT_SETTINGS,
} from '#contract/clinic/clinic-settings.ts'
import { type SessionResponse, sessionResponse } from '#contract/identity/users.ts'
import { treatmentList } from '#contract/treatments/treatments.ts'
import type { Env } from '#domain/config/env.ts'
import { grantAdmin, grantDoctor, grantStaff } from '#domain/identity/roles.ts'
import { type Images, openImages } from '#domain/images/images.ts'
import { createLogger } from '#domain/logging/logger.ts'
import { sendDueNotifications } from '#domain/notifications/sending/send-notification.ts'
import { createFakeEmails, type FakeEmails } from '#domain/testing/emails.ts'
import { createFakeIdentity, type FakeIdentity, uidOf } from '#domain/testing/fake-identity.ts'
import { createFakeStripe, type FakeStripe } from '#domain/testing/fake-stripe.ts'
import { EMBEDDED, FIRST_SLOT, MONDAY_MORNING, TUESDAY, testEnv } from '#domain/testing/settings.ts'
import type { Transaction } from '#drizzle/client.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { seededCopy } from '#drizzle/testing/migrated-database.ts'
import type { AppDependencies } from '#server/http/services.ts'
import { watchRefusals } from '#server/http/testing/watch-refusals.ts'
import { buildApp } from '../app.ts'

// The app, and what most tests need with it.
export {
  FIRST_SLOT,
  MONDAY_MORNING,
  TEST_SECRET,
  TUESDAY,
  testEnv,
  WEDNESDAY,
} from '#domain/testing/settings.ts'

export interface TestApp {
  app: FastifyInstance
  db: Transaction
  identity: FakeIdentity
  stripe: FakeStripe
  images: Images
  emails: FakeEmails
  /** The first write creates its data folder. */
  env: Env
  /** Reads and sets the clinic's clock. */
  now(): Date
  setTime(now: Date): void
  /** How often the relay was notified. */
  wakes(): number
}

export interface Session {
  uid: string
  email: string
  token: string
  /** For `inject`. */
  headers: { authorization: string }
  /** Calls of the API as this user. */
  get(url: string, query?: InjectOptions['query']): Promise<LightMyRequestResponse>
  post(url: string, payload?: object): Promise<LightMyRequestResponse>
  put(url: string, payload?: object): Promise<LightMyRequestResponse>
  patch(url: string, payload?: object): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
  /** The same; returns the status and body of the answer. */
  call(method: Method, url: string, payload?: object): ReturnType<typeof answerOf>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

async function answerOf(call: Promise<LightMyRequestResponse>) {
  const response = await call
  return { status: response.statusCode, body: response.json() }
}

/**
 * The API on a freshly migrated and seeded database in memory, with fake providers. Closed when the test
 * ends.
 */
export async function buildTestApp({
  env: variables,
  ...overrides
}: Partial<Omit<AppDependencies, 'db' | 'env'>> & {
  db?: Transaction
  env?: Record<string, string>
} = {}): Promise<TestApp> {
  const env = testEnv({ DATA_DIR: join(tmpdir(), `sprout-test-${randomUUID()}`), ...variables })
  const db = overrides.db ?? seededCopy(MONDAY_MORNING)
  let now = MONDAY_MORNING
  let wakes = 0
  if (overrides.db) seedDatabase(db, now)
  const identity = createFakeIdentity(() => now)
  const stripe = createFakeStripe()
  const images = overrides.images ?? (await openImages(env))
  const { app, undeclared } = await watchRefusals(() =>
    buildApp({
      env,
      db,
      identity,
      stripe,
      images,
      clock: () => now,
      embedded: EMBEDDED,
      // The process's own log would write to standard output for as long as the tests run.
      logger: createLogger(env, { write: () => {} }),
      wakeRelay: () => {
        wakes += 1
      },
      ...overrides,
    }),
  )
  onTestFinished(async () => {
    await app.close()
    db.$client.close()
    await rm(env.dataDir, { recursive: true, force: true })
    expect(undeclared, 'refusals that no call declares').toEqual([])
  })
  const setTime = (time: Date) => {
    now = time
  }
  const emails = createFakeEmails()
  const providers = { identity, stripe, images, emails }
  return { app, db, ...providers, env, now: () => now, setTime, wakes: () => wakes }
}

/** `PUT /users/{email}`: exchanges a token of the identity provider for one of ours. */
export function exchange(
  { app }: Pick<TestApp, 'app'>,
  email: string,
  idToken: string,
  { headers, ...request }: Pick<InjectOptions, 'headers' | 'payload'> = {},
) {
  return app.inject({
    method: 'PUT',
    url: `/users/${encodeURIComponent(email)}`,
    headers: { authorization: `Bearer ${idToken}`, ...headers },
    payload: { email },
    ...request,
  })
}

/** Opens a session like a browser; registers the user the first time. */
export async function signIn(
  { app, identity }: Pick<TestApp, 'app' | 'identity'>,
  email: string,
  account: Partial<Parameters<FakeIdentity['tokenFor']>[0]> = {},
): Promise<Session & Pick<SessionResponse, 'user'>> {
  const uid = account.uid ?? uidOf(email)
  const idToken = identity.tokenFor({ ...account, uid, email })
  const response = await exchange({ app }, email, idToken)
  const { token, user } = sessionResponse.parse(response.json())
  return { ...sessionOf(app, { uid, email, token }), user }
}

/** A session for a user's token. */
export function sessionOf(
  app: FastifyInstance,
  user: Pick<Session, 'uid' | 'email' | 'token'>,
): Session {
  const headers = { authorization: `Bearer ${user.token}` }
  const send = (method: Method) => (url: string, payload?: object) =>
    app.inject({ method, url, headers, ...(payload && { payload }) })
  return {
    ...user,
    headers,
    get: (url, query) => app.inject({ url, headers, ...(query && { query }) }),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    call: (method, url, payload) => answerOf(send(method)(url, payload)),
  }
}

/** Creates a function that opens a session of a user with a role. */
const signInAs =
  (grant: (...args: Parameters<typeof grantAdmin>) => unknown, defaultEmail: string) =>
  async (
    test: Pick<TestApp, 'app' | 'db' | 'identity' | 'now'>,
    email = defaultEmail,
    account: Parameters<typeof signIn>[2] = {},
  ) => {
    await signIn(test, email, account)
    grant(test.db, { email, actor: null, now: test.now() })
    return signIn(test, email, account)
  }

export const signInAdmin = signInAs(grantAdmin, 'admin@example.com')

export const signInStaff = signInAs(grantStaff, 'staff@example.com')

/** The same for the user of that doctor. */
export const signInDoctor = (doctorId: string) =>
  signInAs((db, change) => grantDoctor(db, { ...change, doctorId }), 'ada@example.com')

/** Sends the emails that are due; `emails.sent` has them. */
export async function sendEmails({ db, emails, now }: Pick<TestApp, 'db' | 'emails' | 'now'>) {
  const log = { debug() {}, warn() {}, error() {} } as never
  const { signal } = new AbortController()
  await sendDueNotifications({ ...emails, db, now }, { log, signal })
}

/** Sends the emails that are due; returns what was sent since the last call. */
export async function takeEmails(test: Pick<TestApp, 'db' | 'emails' | 'now'>) {
  await sendEmails(test)
  return test.emails.sent.splice(0)
}

/** `GET /available`. */
export async function availableOn({ app }: Pick<TestApp, 'app'>, date: string) {
  const response = await app.inject({ url: '/available', query: { date } })
  return treatmentList.parse(response.json())
}

/** The statuses of several equal requests, one after another, counted by status. */
export async function repeat(times: number, request: () => Promise<{ statusCode: number }>) {
  const counts: Record<number, number> = {}
  for (let time = 0; time < times; time += 1) {
    const { statusCode } = await request()
    counts[statusCode] = (counts[statusCode] ?? 0) + 1
  }
  return counts
}

/** A query for `inject`, with text values only. */
export function queryOf(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

/** Changes some of the clinic's settings, as an admin does. */
export async function changeClinic(test: TestApp, changes: Partial<ClinicSettings>) {
  const admin = await signInAdmin(test)
  const saved = await admin.get('/clinic/settings')
  const settings = changeOf(saved.json())
  const response = await admin.put('/clinic/settings', { ...settings, ...changes })
  if (response.statusCode !== 200) throw new Error(response.body)
}

/** A valid booking request, with changes. */
export function bookingOf(session: Pick<Session, 'email'>, changes: Record<string, unknown> = {}) {
  return {
    treatment: 'Allergy Testing',
    date: TUESDAY,
    slot: FIRST_SLOT,
    paid: false,
    price: 110,
    patientName: 'Ignored',
    email: session.email,
    phone: '+1 212 555 0100',
    address: '1 Main Street',
    ...changes,
  }
}

/** A valid booking by staff for a family, with changes. */
export function deskBookingOf(changes: Record<string, unknown> = {}) {
  const { paid, patientName, email, ...booking } = bookingOf({ email: '' }, changes)
  return booking
}

/** A closure of a whole day. */
export const closureOf = (date: string, reason = 'Training') => ({
  fromDate: date,
  toDate: date,
  fromMinute: 0,
  toMinute: 1440,
  reason,
})

/** Valid details of a doctor without treatments. */
export const DOCTOR_DETAILS = {
  name: 'Dr. Ada Wong',
  email: 'ada@example.com',
  designation: 'Dietician',
  specialty: 'Weight Loss',
  facebook: 'https://facebook.example/ada',
  linkedin: '',
  twitter: '',
  treatments: [] as string[],
}

/** A valid treatment of an admin. */
export const TREATMENT = {
  name: 'Sleep Training',
  active: true,
  lengthMinutes: 45,
  startMinutes: [9 * 60, 10 * 60],
  minAgeMonths: null,
  maxAgeMonths: 24,
}

/** Valid settings; phone, horizon and the gap between siblings differ from the defaults. */
export const CLINIC_SETTINGS: ClinicSettings = {
  ...DEFAULT_SETTINGS,
  phone: '(503) 555-0199',
  bookingHorizonDays: 30,
  unpaidAppointments: 0,
  unpaidAppointmentsUnverified: 0,
  siblingGapMinutes: 20,
}

/** All rows by table, to compare before and after. */
export function contentsOf(db: Transaction): Record<string, unknown[]> {
  const tables = db.$client
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
  return Object.fromEntries(
    tables.map((table) => [table, db.$client.prepare(`SELECT * FROM "${table}"`).all()]),
  )
}

/** Does something that must not change any row; returns its result. */
export async function withoutChange<Result>(
  { db }: Pick<TestApp, 'db'>,
  act: () => Promise<Result>,
): Promise<Result> {
  const before = contentsOf(db)
  const result = await act()
  expect(contentsOf(db)).toEqual(before)
  return result
}
