import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { imageForm } from '../domain/testing/multipart.ts'
import {
  type AccessWorld,
  ALWAYS_OPEN,
  buildAccessWorld,
  PEOPLE,
  type Person,
  tryOut,
} from './testing/access-world.ts'
import {
  bookingOf,
  CLINIC_SETTINGS,
  DOCTOR_DETAILS,
  FIRST_SLOT,
  TREATMENT,
  WEDNESDAY,
} from './testing/test-app.ts'
import { buildWatchedApp } from './testing/watched-app.ts'

// Who may do what: every call of the API by every kind of caller, with the status that each gets.
// A route that is missing here fails the test. What a call does is taken back, so that all of them
// meet the same clinic.

type Statuses = Record<Person, number>

/** The same answer for everybody. */
function everybody(status: number): Statuses {
  return statuses(() => status)
}

/** Users with an account. */
function users(status: number): Statuses {
  return { ...everybody(401), owner: status, other: status, staff: status, admin: status }
}

/** The patient whose data it is; `others` are users all the same, the admin included. */
function owner(status: number, others: number): Statuses {
  return { ...users(others), owner: status }
}

/** Staff of the front desk, and admins. */
function staff(status: number): Statuses {
  return { ...users(403), staff: status, admin: status }
}

/** Admins only. */
function admins(status: number): Statuses {
  return { ...users(403), admin: status }
}

function statuses(of: (person: Person) => number): Statuses {
  return Object.fromEntries(PEOPLE.map((person) => [person, of(person)])) as Statuses
}

interface Row {
  /** As it is registered: 'GET /images/:id'. */
  route: string
  expected: Statuses
  /** What is asked; the route's own address when absent. */
  request?: (world: AccessWorld) => InjectOptions
}

const CLOSURE = {
  fromDate: '2027-04-01',
  toDate: '2027-04-02',
  fromMinute: 0,
  toMinute: 1440,
  reason: 'Training',
}

const TABLE: Row[] = [
  { route: 'GET /healthz', expected: everybody(200) },
  { route: 'GET /readyz', expected: everybody(200) },
  // From this machine; what other machines get is the business of its own tests.
  { route: 'GET /metrics', expected: everybody(200) },
  { route: 'GET /config', expected: everybody(200) },
  { route: 'GET /clinic', expected: everybody(200) },
  { route: 'GET /services', expected: everybody(200) },
  {
    route: 'GET /available',
    expected: everybody(200),
    request: () => ({ url: '/available', query: { date: WEDNESDAY } }),
  },
  { route: 'GET /team', expected: everybody(200) },

  // Sessions are opened with the identity provider's token; ours is none.
  {
    route: 'PUT /users/:email',
    expected: everybody(401),
    request: ({ owner: { email } }) => ({ url: `/users/${email}`, payload: { email } }),
  },
  { route: 'GET /sessions', expected: users(200) },
  { route: 'DELETE /sessions', expected: users(200) },
  {
    route: 'GET /admin/:email',
    expected: { ...owner(200, 403), admin: 200 },
    request: ({ owner: { email } }) => ({ url: `/admin/${email}` }),
  },

  {
    route: 'POST /appointments',
    expected: owner(201, 403),
    request: ({ owner: { email } }) => ({
      url: '/appointments',
      payload: bookingOf({ email }, { date: WEDNESDAY }),
    }),
  },
  {
    route: 'GET /appointments',
    expected: owner(200, 403),
    request: ({ owner: { email } }) => ({ url: '/appointments', query: { patient: email } }),
  },
  {
    route: 'GET /appointment/:id',
    expected: owner(200, 404),
    request: ({ appointmentId }) => ({ url: `/appointment/${appointmentId}` }),
  },
  {
    route: 'GET /appointment/:id/calendar',
    expected: owner(200, 404),
    request: ({ appointmentId }) => ({ url: `/appointment/${appointmentId}/calendar` }),
  },
  {
    route: 'POST /create-payment-intent',
    expected: owner(200, 404),
    request: ({ appointmentId: appointment }) => ({
      url: '/create-payment-intent',
      payload: { appointment, price: 110 },
    }),
  },
  {
    route: 'PATCH /booking/:id',
    expected: owner(200, 404),
    request: ({ chargedAppointmentId: appointment, transactionId }) => ({
      url: `/booking/${appointment}`,
      payload: { appointment, transactionId },
    }),
  },
  // Not signed.
  {
    route: 'POST /webhooks/stripe',
    expected: everybody(400),
    request: () => ({ url: '/webhooks/stripe', payload: { id: 'evt_1' } }),
  },

  // Set up without a secret.
  {
    route: 'POST /webhooks/mail',
    expected: everybody(404),
    request: () => ({ url: '/webhooks/mail', payload: { type: 'bounce' } }),
  },
  { route: 'GET /email-settings', expected: users(200) },
  {
    route: 'PUT /email-settings',
    expected: users(200),
    request: () => ({ url: '/email-settings', payload: { reminders: false } }),
  },
  // The token decides, as in an email.
  {
    route: 'POST /unsubscribe',
    expected: everybody(200),
    request: ({ unsubscribeToken: token }) => ({ url: '/unsubscribe', query: { token } }),
  },
  { route: 'GET /notifications', expected: staff(200) },
  { route: 'GET /notifications/unreachable', expected: staff(200) },
  {
    route: 'POST /notifications/:id/resend',
    expected: staff(202),
    request: ({ sentNotification }) => ({ url: `/notifications/${sentNotification}/resend` }),
  },

  { route: 'GET /users', expected: admins(200) },
  {
    route: 'PUT /user/admin/:email',
    expected: admins(200),
    request: ({ other: { email } }) => ({ url: `/user/admin/${email}` }),
  },
  {
    route: 'DELETE /user/admin/:email',
    expected: admins(200),
    request: ({ other: { email } }) => ({ url: `/user/admin/${email}` }),
  },
  {
    route: 'PUT /user/staff/:email',
    expected: admins(200),
    request: ({ other: { email } }) => ({ url: `/user/staff/${email}` }),
  },
  {
    route: 'DELETE /user/staff/:email',
    expected: admins(200),
    request: ({ other: { email } }) => ({ url: `/user/staff/${email}` }),
  },
  {
    route: 'DELETE /user/:email',
    expected: admins(200),
    request: ({ owner: { email } }) => ({ url: `/user/${email}` }),
  },

  { route: 'GET /doctor', expected: admins(200) },
  {
    route: 'POST /doctor',
    expected: admins(201),
    request: ({ freeImage: img }) => ({
      url: '/doctor',
      payload: { name: 'Ada', email: 'ada@example.com', specialty: 'Weight Loss', img },
    }),
  },
  {
    route: 'PUT /doctor/:email',
    expected: admins(200),
    request: ({ doctorEmail, treatmentIds: treatments }) => ({
      url: `/doctor/${doctorEmail}`,
      payload: { ...DOCTOR_DETAILS, email: doctorEmail, treatments, version: 0 },
    }),
  },
  {
    route: 'PUT /doctor/:email/picture',
    expected: admins(200),
    request: ({ doctorEmail, freeImage: img }) => ({
      url: `/doctor/${doctorEmail}/picture`,
      payload: { img },
    }),
  },
  {
    route: 'DELETE /doctor/:email',
    expected: admins(200),
    request: ({ doctorEmail }) => ({ url: `/doctor/${doctorEmail}` }),
  },

  {
    route: 'POST /images',
    expected: admins(201),
    request: ({ picture }) => ({ url: '/images', ...imageForm(picture) }),
  },
  {
    route: 'POST /profile/photo',
    expected: users(201),
    request: ({ picture }) => ({ url: '/profile/photo', ...imageForm(picture) }),
  },
  {
    route: 'GET /images/:id',
    expected: everybody(200),
    request: ({ processedImage: url }) => ({ url }),
  },
  {
    route: 'GET /images/:id/:size',
    expected: everybody(200),
    request: ({ processedImage }) => ({ url: `${processedImage}/160.avif` }),
  },
  {
    route: 'POST /images/:id/retry',
    expected: admins(202),
    request: ({ failedImage }) => ({ url: `${failedImage}/retry` }),
  },

  { route: 'GET /schedule', expected: admins(200) },
  {
    route: 'POST /schedule/hours/preview',
    expected: admins(200),
    request: () => ({ payload: { validFrom: '2027-06-07', week: ALWAYS_OPEN } }),
  },
  {
    route: 'PUT /schedule/hours',
    expected: admins(200),
    request: ({ hoursVersion: version }) => ({
      payload: { validFrom: '2027-06-07', week: ALWAYS_OPEN, version, appointments: 'list' },
    }),
  },
  {
    route: 'DELETE /schedule/hours/:validFrom',
    expected: admins(200),
    request: ({ plannedHours, hoursVersion: version }) => ({
      url: `/schedule/hours/${plannedHours}`,
      query: { version },
    }),
  },
  {
    route: 'POST /schedule/closures/preview',
    expected: admins(200),
    request: () => ({ payload: CLOSURE }),
  },
  {
    route: 'POST /schedule/closures',
    expected: admins(201),
    request: () => ({ payload: { ...CLOSURE, appointments: 'list' } }),
  },
  {
    route: 'DELETE /schedule/closures/:id',
    expected: admins(200),
    request: ({ closureId }) => ({ url: `/schedule/closures/${closureId}` }),
  },
  { route: 'GET /schedule/misfits', expected: admins(200) },
  {
    route: 'POST /schedule/misfits/:id/keep',
    expected: admins(200),
    request: ({ misfitId }) => ({
      url: `/schedule/misfits/${misfitId}/keep`,
      payload: { version: 0 },
    }),
  },
  {
    route: 'POST /schedule/misfits/:id/cancel',
    expected: admins(200),
    request: ({ misfitId }) => ({
      url: `/schedule/misfits/${misfitId}/cancel`,
      payload: { version: 0 },
    }),
  },

  { route: 'GET /treatments', expected: admins(200) },
  {
    route: 'POST /treatments',
    expected: admins(201),
    request: () => ({ payload: { ...TREATMENT, price: 50 } }),
  },
  {
    route: 'PUT /treatments/:id',
    expected: admins(200),
    request: ({ treatmentIds }) => ({
      url: `/treatments/${treatmentIds[1]}`,
      payload: { ...TREATMENT, version: 0 },
    }),
  },
  {
    route: 'PUT /treatments/order',
    expected: admins(200),
    request: ({ treatmentIds: seen }) => ({ payload: { seen, order: seen.toReversed() } }),
  },
  {
    route: 'POST /treatments/:id/prices',
    expected: admins(201),
    request: ({ treatmentIds }) => ({
      url: `/treatments/${treatmentIds[1]}/prices`,
      payload: { price: 50, validFrom: WEDNESDAY, version: 0 },
    }),
  },
  {
    route: 'DELETE /treatments/:id/prices/:validFrom',
    expected: admins(200),
    request: ({ treatmentIds, plannedPrice }) => ({
      url: `/treatments/${treatmentIds[0]}/prices/${plannedPrice}`,
      query: { version: '1' },
    }),
  },

  { route: 'GET /clinic/settings', expected: admins(200) },
  {
    route: 'PUT /clinic/settings',
    expected: admins(200),
    request: () => ({ url: '/clinic/settings', payload: { ...CLINIC_SETTINGS, version: 0 } }),
  },
  {
    route: 'POST /schedule/misfits/:id/move',
    expected: admins(200),
    request: ({ misfitId }) => ({
      url: `/schedule/misfits/${misfitId}/move`,
      payload: { version: 0, date: '2027-03-05', slot: FIRST_SLOT },
    }),
  },

  { route: 'GET /audit', expected: admins(200) },

  {
    route: 'GET /agenda',
    expected: staff(200),
    request: () => ({ url: '/agenda', query: { date: WEDNESDAY } }),
  },
  { route: 'GET /agenda/to-settle', expected: staff(200) },
  {
    route: 'GET /agenda/changes',
    expected: staff(200),
    request: () => ({ url: '/agenda/changes', payloadAsStream: true }),
  },
  {
    route: 'PUT /agenda/:id/attendance',
    expected: staff(200),
    request: ({ todaysAppointmentId }) => ({
      url: `/agenda/${todaysAppointmentId}/attendance`,
      payload: { version: 0, attendance: 'arrived' },
    }),
  },
  {
    route: 'PUT /agenda/:id/note',
    expected: staff(200),
    request: ({ appointmentId }) => ({
      url: `/agenda/${appointmentId}/note`,
      payload: { note: 'Brings a wheelchair.' },
    }),
  },

  { route: 'GET /docs', expected: everybody(200) },
  {
    route: 'GET /docs/*',
    expected: everybody(200),
    request: () => ({ url: '/docs/static/swagger-ui.css' }),
  },
]

test('every caller gets the status of the table, and refused calls change nothing', async () => {
  const world = await buildAccessWorld()
  const got: Record<string, Statuses> = {}
  for (const { route, request } of TABLE) {
    const [method = '', url = ''] = route.split(' ')
    const wanted = { method, url, ...request?.(world) } as InjectOptions
    got[route] = await askAsEverybody(world, wanted)
    // A HEAD is its GET without the body.
    if (method !== 'GET') continue
    const head = await askAsEverybody(world, { ...wanted, method: 'HEAD' })
    expect({ [`HEAD ${url}`]: head }).toEqual({ [`HEAD ${url}`]: got[route] })
  }
  expect(got).toEqual(Object.fromEntries(TABLE.map(({ route, expected }) => [route, expected])))
}, 120_000)

test('every registered route is in the table, and nothing else is', async () => {
  const { routes } = await buildWatchedApp()
  const registered = routes.map(({ method, url }) => `${method} ${url}`)
  expect(registered.toSorted()).toEqual(TABLE.map(({ route }) => route).toSorted())
})

async function askAsEverybody(world: AccessWorld, wanted: InjectOptions): Promise<Statuses> {
  const got: [Person, number][] = []
  for (const person of PEOPLE) {
    const headers = { ...wanted.headers, ...world.headers[person] }
    const { status, changed } = await tryOut(world, { ...wanted, headers })
    const harm = status >= 400 && changed
    expect({ method: wanted.method, url: wanted.url, person, harm }).toMatchObject({ harm: false })
    got.push([person, status])
  }
  return Object.fromEntries(got) as Statuses
}
