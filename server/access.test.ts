import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { CARD_CONSENT } from '#contract/payments/cards.ts'
import { OWN_WORDS } from '#domain/site/testing/own-words.ts'
import { imageForm, importForm } from '#domain/testing/multipart.ts'
import {
  type AccessWorld,
  ALWAYS_OPEN,
  buildAccessWorld,
  DESK_CHILD,
  PEOPLE,
  type Person,
  STAFF_ONLY,
  tryOut,
} from './testing/access-world.ts'
import { blockOf } from './testing/blocks.ts'
import { LATER_DAYS, seriesOf, WEEKLY_SERIES } from './testing/series.ts'
import {
  bookingOf,
  CLINIC_SETTINGS,
  closureOf,
  DOCTOR_DETAILS,
  deskBookingOf,
  FIRST_SLOT,
  TREATMENT,
  WEDNESDAY,
} from './testing/test-app.ts'
import { buildWatchedApp } from './testing/watched-app.ts'

// Who may do what: every call of the API by every kind of caller, with the expected status. A route that is
// missing here fails the test. Changes are rolled back, so that every call finds the same clinic.

type Statuses = Record<Person, number>

/** The same answer for every caller. */
function everybody(status: number): Statuses {
  return Object.fromEntries(PEOPLE.map((person) => [person, status])) as Statuses
}

/** Users with an account; an admin without the second factor counts as a patient. */
function users(status: number): Statuses {
  const all = { owner: status, other: status, merged: status, passwordAdmin: status }
  return { ...everybody(401), ...all, doctor: status, staff: status, admin: status }
}

/** The child's owner, and the owner of the entry that was merged into it: both own the child now. */
function childOwners(status: number): Statuses {
  return { ...owner(status, 404), merged: status }
}

/** The patient whose data it is; `others` is the status for all other users, including the admin. */
function owner(status: number, others: number): Statuses {
  return { ...users(others), owner: status }
}

/** The patient whose data it is, staff and admins; others get 404. */
function ownerOrStaff(status: number): Statuses {
  return { ...owner(status, 404), staff: status, admin: status }
}

/** Staff of the front desk, and admins. */
function staff(status: number): Statuses {
  return { ...users(403), staff: status, admin: status }
}

/** Users with the role doctor. */
function doctors(status: number): Statuses {
  return { ...users(403), doctor: status }
}

/** Staff, admins, and the doctor who treats the child today. */
function care(status: number): Statuses {
  return { ...staff(status), doctor: status }
}

/** Admins only. */
function admins(status: number): Statuses {
  return { ...users(403), admin: status }
}

/** The staff-only fields, which a doctor may read for patients of their own day. */
const FOR_DOCTORS = ['staffNote', 'alert']

/** The request; `ids` are the values of the path's parameters. */
interface Asked extends InjectOptions {
  ids?: (string | undefined)[]
}

/** A registered call: 'GET /images/:id'. */
type Row = [route: string, expected: Statuses, asked?: Asked | ((world: AccessWorld) => Asked)]

/** Names of ids of the test's clinic. */
type IdName = {
  [Name in keyof AccessWorld]: AccessWorld[Name] extends string ? Name : never
}[keyof AccessWorld]

/** Requests the subject with that id, which is the path's only parameter. */
function about(name: IdName, payload?: object) {
  return (world: AccessWorld): Asked => ({ ids: [world[name]], ...(payload && { payload }) })
}

function requestOf([route, , asked = {}]: Row, world: AccessWorld): InjectOptions {
  const { ids = [], ...options } = typeof asked === 'function' ? asked(world) : asked
  const [method = '', path = ''] = route.split(' ')
  const values = ids.values()
  const url = path.replace(/:\w+/g, (name) => values.next().value ?? name)
  return { method, url, ...options } as InjectOptions
}

const UNKNOWN_ID = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'

const CLOSURE = { ...closureOf('2027-04-01'), toDate: '2027-04-02' }
const NO_MAPPING = { columns: {}, dateOrder: null, treatments: [], doctors: [], squeeze: false }
const DAYS = { from: '2027-01-01', to: '2027-01-31' }
const SESSION = {
  date: '2027-04-03',
  fromMinute: 540,
  toMinute: 780,
  treatments: [],
  everyMinutes: null,
  price: null,
}

const TABLE: Row[] = [
  ['GET /healthz', everybody(200)],
  ['GET /readyz', everybody(200)],
  // From this machine; other tests cover other machines.
  ['GET /metrics', everybody(200)],
  ['GET /.well-known/security.txt', everybody(200)],
  ['GET /.well-known/change-password', everybody(302)],
  ['GET /config', everybody(200)],
  ['GET /clinic', everybody(200)],
  ['GET /services', everybody(200)],
  ['GET /available', everybody(200), { query: { date: WEDNESDAY } }],
  ['GET /available/next', everybody(200)],
  ['GET /available/to-move', users(200), { query: { date: WEDNESDAY } }],
  ['GET /feeds/:file', everybody(404), { ids: [`${'a'.repeat(43)}.ics`] }],
  ['GET /fhir/$bulk-publish', everybody(200)],
  ['GET /fhir/:file', everybody(200), { ids: ['Schedule.ndjson'] }],
  ['GET /webhook-endpoints', admins(200)],
  [
    'POST /webhook-endpoints',
    admins(201),
    { payload: { url: 'https://other.example/hook', kinds: ['appointment.booked'] } },
  ],
  [
    'PUT /webhook-endpoints/:id',
    admins(404),
    {
      ids: [UNKNOWN_ID],
      payload: {
        url: 'https://other.example/hook',
        kinds: ['appointment.booked'],
        active: true,
        version: 0,
      },
    },
  ],
  ['DELETE /webhook-endpoints/:id', admins(404), { ids: [UNKNOWN_ID] }],
  ['POST /webhook-endpoints/:id/secret', admins(404), { ids: [UNKNOWN_ID] }],
  ['GET /webhook-endpoints/:id/deliveries', admins(404), { ids: [UNKNOWN_ID] }],
  [
    'POST /webhook-endpoints/:id/deliveries/:event/replay',
    admins(404),
    { ids: [UNKNOWN_ID, UNKNOWN_ID] },
  ],
  ['GET /calendar-feeds', staff(200)],
  ['POST /calendar-feeds', staff(201), { payload: { doctor: null, withNames: false } }],
  ['DELETE /calendar-feeds/:id', staff(404), { ids: [UNKNOWN_ID] }],
  ['GET /team', everybody(200)],

  // Opening a session takes the identity provider's token, not ours.
  [
    'PUT /users/:email',
    everybody(401),
    ({ owner: { email } }) => ({ ids: [email], payload: { email } }),
  ],
  ['GET /sessions', users(200)],
  ['DELETE /sessions', users(200)],
  ['DELETE /sessions/:id', users(404), { ids: [UNKNOWN_ID] }],
  // A logout succeeds without a valid session, too.
  ['DELETE /sessions/current', everybody(200)],
  [
    'GET /admin/:email',
    { ...owner(200, 403), admin: 200 },
    ({ owner: { email } }) => ({ ids: [email] }),
  ],

  [
    'POST /appointments',
    owner(201, 403),
    ({ owner: { email } }) => ({ payload: bookingOf({ email }, { date: WEDNESDAY }) }),
  ],
  ['GET /appointments', owner(200, 403), ({ owner: { email } }) => ({ query: { patient: email } })],
  ['GET /appointments/history', users(200)],
  ['GET /appointments/:id/receipts', owner(200, 404), about('deskAppointmentId')],
  ['GET /appointment/:id', owner(200, 404), about('appointmentId')],
  ['GET /appointment/:id/calendar', owner(200, 404), about('appointmentId')],
  [
    'GET /appointment-blocks',
    owner(200, 404),
    ({ childId, siblingId, treatmentIds: [treatment = ''] }) => ({
      query: {
        date: WEDNESDAY,
        child: [childId, siblingId],
        treatment: [treatment, treatment],
      },
    }),
  ],
  [
    'GET /appointment-blocks/obstacles',
    owner(200, 404),
    ({ childId, siblingId, treatmentIds: [treatment = ''] }) => ({
      query: {
        date: WEDNESDAY,
        child: [childId, siblingId],
        treatment: [treatment, treatment],
      },
    }),
  ],
  [
    'POST /appointment-blocks',
    owner(201, 403),
    ({ owner, childId, siblingId }) => ({
      payload: { ...blockOf(owner, [childId, siblingId]), date: WEDNESDAY },
    }),
  ],
  [
    'GET /appointment-series',
    childOwners(200),
    ({ childId }) => ({ query: { ...WEEKLY_SERIES, child: childId } }),
  ],
  [
    'POST /appointment-series',
    owner(201, 403),
    ({ owner, childId }) => ({ payload: seriesOf(owner, { child: childId, days: LATER_DAYS }) }),
  ],
  ['GET /children', users(200)],
  ['GET /children/appointments', users(200)],
  ['POST /children', users(201), { payload: { name: 'Ida', birthDate: '2024-06-05' } }],
  [
    'PUT /children/:id',
    childOwners(200),
    about('childId', { name: 'Mia', birthDate: '2021-06-05', archived: false }),
  ],
  ['DELETE /children/:id', childOwners(200), about('childId')],
  ['GET /children/:id/guardians', childOwners(200), about('childId')],
  [
    'PUT /children/:id/guardians/:uid',
    childOwners(200),
    ({ childId, owner: { uid } }) => ({
      ids: [childId, uid],
      payload: { isOwner: true, mayBook: true, mayPay: true, receivesEmail: false },
    }),
  ],
  [
    'DELETE /children/:id/guardians/:uid',
    childOwners(200),
    ({ childId, owner: { uid } }) => ({ ids: [childId, uid] }),
  ],
  [
    'POST /guardian-invitations',
    childOwners(201),
    ({ childId }) => ({
      payload: {
        children: [childId],
        email: 'grandmother@example.com',
        mayBook: true,
        mayPay: false,
        receivesEmail: true,
      },
    }),
  ],
  // Only for the invited user.
  ['GET /guardian-invitations/:id', { ...users(403), other: 200 }, about('invitationId')],
  [
    'POST /guardian-invitations/:id/accept',
    { ...users(403), other: 200 },
    about('invitationId', { merges: [] }),
  ],
  ['DELETE /guardian-invitations/:id', childOwners(200), about('invitationId')],
  // A stream does not end, so HEAD requests its headers only.
  [
    'GET /available/changes',
    everybody(200),
    { method: 'HEAD', url: '/available/changes?date=2027-03-02' },
  ],
  ['GET /waitlist', users(200)],
  [
    'POST /waitlist',
    users(201),
    {
      payload: {
        treatment: 'Allergy Testing',
        from: '2027-05-03',
        to: '2027-05-07',
        phone: '555 0100',
      },
    },
  ],
  ['DELETE /waitlist/:id', ownerOrStaff(200), about('entryId')],
  ['POST /waitlist/:id/resume', ownerOrStaff(200), about('entryId')],
  // The family has an open offer already.
  [
    'POST /waitlist/:id/offer',
    staff(409),
    about('entryId', { date: '2027-04-14', slot: FIRST_SLOT }),
  ],
  ['GET /next-visits', users(200)],
  // Doctors: after an appointment of their own.
  [
    'POST /tickets',
    care(201),
    ({ doctorsAppointmentId: appointment, treatmentIds }) => ({
      payload: { appointment, treatment: treatmentIds[3], around: '2027-04-20' },
    }),
  ],
  ['DELETE /tickets/:id', staff(200), about('ticketId')],
  [
    'POST /next-visits/:id/done-elsewhere',
    { ...childOwners(200), staff: 200, admin: 200 },
    about('ticketId', { month: '2027-02' }),
  ],
  [
    'POST /next-visits/:id/not-for-us',
    { ...childOwners(200), staff: 200, admin: 200 },
    about('ticketId'),
  ],
  [
    'POST /next-visits/:id/reopen',
    { ...childOwners(200), staff: 200, admin: 200 },
    about('ticketId'),
  ],
  ['GET /offers/:id', ownerOrStaff(200), about('offerId')],
  ['POST /offers/:id/accept', ownerOrStaff(200), about('offerId', { version: 0 })],
  ['POST /offers/:id/decline', ownerOrStaff(200), about('offerId')],
  ['GET /appointments/:id/options', ownerOrStaff(200), about('appointmentId')],
  [
    'POST /appointments/:id/move',
    ownerOrStaff(200),
    about('appointmentId', { version: 0, date: WEDNESDAY, slot: FIRST_SLOT }),
  ],
  // It was not moved.
  ['POST /appointments/:id/undo-move', staff(409), about('appointmentId', { version: 0 })],
  [
    'POST /appointments/:id/cancel',
    ownerOrStaff(200),
    about('appointmentId', { version: 0, refund: 0 }),
  ],
  [
    'POST /create-payment-intent',
    owner(200, 404),
    ({ appointmentId: appointment }) => ({ payload: { appointment, price: 110 } }),
  ],
  [
    'PATCH /booking/:id',
    owner(200, 404),
    ({ chargedAppointmentId: appointment, transactionId }) => ({
      ids: [appointment],
      payload: { appointment, transactionId },
    }),
  ],
  ['GET /payments', admins(200)],
  [
    'POST /payments/:id/refund',
    admins(200),
    ({ receivedPayment: { id, itemId } }) => ({
      ids: [id],
      payload: { itemId, amountCents: 100, reason: 'Waited for an hour' },
    }),
  ],
  ['GET /payments/problems', admins(200)],
  ...(['settle', 'refund', 'hand-back', 'acknowledge'] as const).map(
    (action) =>
      [
        `POST /payments/problems/${action}`,
        admins(200),
        { payload: { cause: 'disputed', subject: 'pi_1' } },
      ] as Row,
  ),
  // Access is granted, but there is no such problem.
  [
    'POST /payments/problems/link',
    admins(409),
    ({ appointmentId: appointment }) => ({ payload: { subject: 'pi_1', appointment } }),
  ],
  [
    'POST /payments',
    owner(200, 404),
    ({ appointmentId: appointment }) => ({
      payload: { appointments: [{ appointment, price: 110 }] },
    }),
  ],
  ['POST /payments/:id/check', owner(200, 404), about('transactionId')],
  ['GET /cards', users(200)],
  ['DELETE /cards/:id', owner(200, 404), about('keptCardId')],
  [
    'POST /payments/:id/card',
    owner(200, 404),
    ({ openPaymentId, keptCardId: card }) => ({ ids: [openPaymentId], payload: { card } }),
  ],
  [
    'POST /payments/:id/keep-card',
    owner(200, 404),
    about('openPaymentId', { paymentMethod: 'pm_typed', consent: CARD_CONSENT }),
  ],
  // Not signed.
  ['POST /webhooks/stripe', everybody(400), { payload: { id: 'evt_1' } }],

  // Set up without a secret.
  ['POST /webhooks/mail', everybody(404), { payload: { type: 'bounce' } }],
  ['GET /contact', users(200)],
  [
    'PUT /contact',
    users(200),
    { payload: { phone: '+1 503 555 0100', address: '1 Orchard Lane' } },
  ],
  // Set up without a mail server.
  [
    'POST /contact-messages',
    everybody(409),
    {
      payload: {
        key: '01a1fbe9-9e40-45f6-b7b2-c8f826f74ed3',
        name: 'Ann',
        email: 'ann@example.com',
        phone: '',
        query: 'Do you see newborns?',
      },
    },
  ],
  ['GET /contact-messages', staff(200)],
  ['PUT /contact-messages/:id/done', staff(200), about('contactMessageId', { done: true })],
  ['GET /email-settings', users(200)],
  ['PUT /email-settings', users(200), { payload: { reminders: false } }],
  ['POST /recalls/resume', users(200), ({ childId: child }) => ({ payload: { child } })],
  // Authorized by the token, as in an email.
  ['POST /unsubscribe', everybody(200), ({ unsubscribeToken: token }) => ({ query: { token } })],
  ['POST /recalls/stop', everybody(200), ({ recallToken: token }) => ({ query: { token } })],
  ['GET /notifications', staff(200)],
  ['GET /notifications/unreachable', staff(200)],
  [
    'POST /notifications/unreachable/:id/clear',
    staff(200),
    ({ owner: { uid, email } }) => ({ ids: [uid], payload: { email } }),
  ],
  ['POST /notifications/invitations', staff(202)],
  ['POST /notifications/:id/resend', staff(202), about('sentNotification')],

  ['GET /users', admins(200)],
  ['PUT /user/admin/:email', admins(200), ({ other: { email } }) => ({ ids: [email] })],
  ['DELETE /user/admin/:email', admins(200), ({ other: { email } }) => ({ ids: [email] })],
  ['PUT /user/staff/:email', admins(200), ({ other: { email } }) => ({ ids: [email] })],
  ['DELETE /user/staff/:email', admins(200), ({ other: { email } }) => ({ ids: [email] })],
  [
    'PUT /user/doctor/:email',
    admins(200),
    ({ other: { email }, freeDoctorId: doctor }) => ({ ids: [email], payload: { doctor } }),
  ],
  ['DELETE /user/doctor/:email', admins(200), ({ other: { email } }) => ({ ids: [email] })],
  [
    'POST /user/:email/second-factor-reset',
    admins(200),
    ({ twoStepEmail: email }) => ({ ids: [email], payload: { reason: 'phone_lost' } }),
  ],
  ['DELETE /user/:email', admins(200), ({ owner: { email } }) => ({ ids: [email] })],

  ['GET /doctor', admins(200)],
  [
    'POST /doctor',
    admins(201),
    ({ freeImage: img }) => ({
      payload: { name: 'Ada', email: 'ada@example.com', specialty: 'Weight Loss', img },
    }),
  ],
  [
    'PUT /doctor/:email',
    admins(200),
    ({ doctorEmail, treatmentIds: treatments }) => ({
      ids: [doctorEmail],
      payload: { ...DOCTOR_DETAILS, email: doctorEmail, treatments, version: 0 },
    }),
  ],
  [
    'PUT /doctor/:email/picture',
    admins(200),
    ({ doctorEmail, freeImage: img }) => ({ ids: [doctorEmail], payload: { img } }),
  ],
  ['POST /doctor/:email/deletion/preview', admins(200), about('doctorEmail')],
  ['DELETE /doctor/:email', admins(200), about('doctorEmail')],

  ['POST /images', admins(201), ({ picture }) => imageForm(picture)],
  [
    'POST /imports',
    admins(201),
    { ...importForm(), query: { kind: 'families', name: 'families.csv' } },
  ],
  ['POST /exports', admins(200), { payload: { reason: 'own_copy' } }],
  ['GET /imports', admins(200)],
  // There is no such import.
  ['GET /imports/:id', admins(404), { ids: [UNKNOWN_ID] }],
  [
    'PUT /imports/:id/mapping',
    admins(404),
    { ids: [UNKNOWN_ID], payload: { mapping: NO_MAPPING, version: 0 } },
  ],
  ['POST /imports/:id/check', admins(404), { ids: [UNKNOWN_ID], payload: { version: 0 } }],
  [
    'POST /imports/:id/run',
    admins(404),
    { ids: [UNKNOWN_ID], payload: { fingerprint: '0'.repeat(64) } },
  ],
  ['POST /imports/:id/undo', admins(404), { ids: [UNKNOWN_ID], payload: { version: 0 } }],
  ['GET /imports/:id/refused', admins(404), { ids: [UNKNOWN_ID] }],
  ['GET /imports/:id/changes', admins(404), { ids: [UNKNOWN_ID] }],
  ['GET /claims', admins(200)],
  ['POST /claims/send', admins(200)],
  ['POST /claims/letters', admins(201), { payload: { which: 'next' } }],
  ['POST /families/:id/claim-letter', staff(201), about('deskFamilyId')],
  // No claim has this token.
  ['GET /claims/:token', everybody(404), { ids: ['guessed'] }],
  [
    'POST /claims/:token',
    users(404),
    { ids: ['guessed'], payload: { birthDate: DESK_CHILD.birthDate } },
  ],
  ['POST /profile/photo', users(201), ({ picture }) => imageForm(picture)],
  ['GET /images/:id', everybody(200), ({ processedImage: url }) => ({ url })],
  [
    'GET /images/:id/:size',
    everybody(200),
    ({ processedImage }) => ({ url: `${processedImage}/160.avif` }),
  ],
  ['POST /images/:id/retry', admins(202), ({ failedImage }) => ({ url: `${failedImage}/retry` })],

  ['GET /schedule', admins(200)],
  ['GET /schedule/year', admins(200)],
  [
    'POST /schedule/hours/preview',
    admins(200),
    { payload: { validFrom: '2027-06-07', week: ALWAYS_OPEN } },
  ],
  [
    'PUT /schedule/hours',
    admins(200),
    ({ hoursVersion: version }) => ({
      payload: { validFrom: '2027-06-07', week: ALWAYS_OPEN, version, appointments: 'list' },
    }),
  ],
  [
    'DELETE /schedule/hours/:validFrom',
    admins(200),
    ({ plannedHours, hoursVersion: version }) => ({ ids: [plannedHours], query: { version } }),
  ],
  ['POST /schedule/closures/preview', admins(200), { payload: CLOSURE }],
  ['POST /schedule/closures', admins(201), { payload: { ...CLOSURE, appointments: 'list' } }],
  ['DELETE /schedule/closures/:id', admins(200), about('closureId')],
  ['GET /schedule/misfits', staff(200)],
  ['GET /schedule/sessions', admins(200)],
  ['POST /schedule/sessions', admins(201), { payload: SESSION }],
  ['DELETE /schedule/sessions/:id', admins(404), { ids: [UNKNOWN_ID] }],
  ['POST /schedule/misfits/:id/keep', admins(200), about('conflictId', { version: 0 })],
  ['POST /schedule/misfits/:id/cancel', admins(200), about('conflictId', { version: 0 })],

  ['GET /treatments', admins(200)],
  ['GET /treatments/:id/coming', admins(200), ({ treatmentIds }) => ({ ids: [treatmentIds[1]] })],
  ['POST /treatments', admins(201), { payload: { ...TREATMENT, price: 50 } }],
  [
    'PUT /treatments/:id',
    admins(200),
    ({ treatmentIds }) => ({ ids: [treatmentIds[1]], payload: { ...TREATMENT, version: 0 } }),
  ],
  [
    'PUT /treatments/order',
    admins(200),
    ({ treatmentIds: seen }) => ({ payload: { seen, order: seen.toReversed() } }),
  ],
  [
    'POST /treatments/:id/prices',
    admins(201),
    ({ treatmentIds }) => ({
      ids: [treatmentIds[1]],
      payload: { price: 50, validFrom: WEDNESDAY, version: 0 },
    }),
  ],
  [
    'DELETE /treatments/:id/prices/:validFrom',
    admins(200),
    ({ treatmentIds, plannedPrice }) => ({
      ids: [treatmentIds[0], plannedPrice],
      query: { version: '1' },
    }),
  ],

  ['GET /clinic/settings', admins(200)],
  ['GET /second-copy', admins(200)],
  // None is published.
  ['GET /legal/:page', everybody(404), { ids: ['notice'] }],
  [
    'POST /legal/:page',
    admins(200),
    { ids: ['notice'], payload: { version: 0, effectiveOn: '2027-03-01', text: 'Your rights' } },
  ],
  // None is published.
  [
    'PUT /legal/:page/:language',
    admins(404),
    { ids: ['notice', 'es'], payload: { version: 1, revision: 0, text: 'Sus derechos' } },
  ],
  ['GET /check-up-plan', admins(200)],
  [
    'PUT /check-up-plan',
    admins(200),
    {
      payload: {
        ...{ isOn: false, isAutomatic: false, hasNoPastVisits: false, rows: [], version: 0 },
        dryRun: true,
      },
    },
  ],
  ['GET /due-visits', staff(200)],
  // The plan is off.
  ['POST /due-visits/send', staff(409), { payload: { children: [UNKNOWN_ID] } }],
  ['GET /children/:id/check-ups', staff(200), about('childId')],
  // The plan is off.
  [
    'PUT /children/:id/check-ups/:row',
    staff(409),
    ({ childId }) => ({ ids: [childId, UNKNOWN_ID], payload: { visit: null } }),
  ],
  ['GET /opening', admins(200)],
  ['POST /opening', admins(200), { payload: { state: 'paused', reason: 'Trouble', version: 0 } }],
  ['DELETE /opening/samples', admins(200)],
  ['GET /site', admins(200)],
  [
    'PUT /site/:section',
    admins(200),
    {
      ids: ['hero'],
      payload: { section: 'hero', words: OWN_WORDS.hero, confirmed: [], version: 0 },
    },
  ],
  ['GET /translations/:language', admins(200), { ids: ['es'] }],
  [
    'PUT /translations/:language',
    admins(200),
    { ids: ['es'], payload: { text: 'Appointment', before: 'Cita', translation: 'Consulta' } },
  ],
  ['PUT /clinic/settings', admins(200), { payload: { ...CLINIC_SETTINGS, version: 0 } }],
  [
    'POST /schedule/misfits/:id/move',
    admins(200),
    about('conflictId', { version: 0, date: '2027-03-05', slot: FIRST_SLOT }),
  ],

  ['GET /audit', admins(200)],
  ['GET /insights', staff(200), { query: DAYS }],
  ['GET /insights/money', admins(200), { query: DAYS }],
  ['GET /insights/check-ups', staff(200), { query: DAYS }],
  ['GET /insights/appointments', staff(200), { query: { ...DAYS, of: 'unpaid' } }],

  ['GET /agenda', staff(200), { query: { date: WEDNESDAY } }],
  ['GET /agenda/frame', staff(200), { query: { date: WEDNESDAY } }],
  ['GET /agenda/held', staff(200), { query: { date: WEDNESDAY } }],
  ['GET /agenda/canceled', staff(200), { query: { date: WEDNESDAY } }],
  ['GET /agenda/status', staff(200)],
  ['GET /agenda/to-settle', staff(200)],
  ['GET /agenda/month', staff(200), { query: { month: '2027-03' } }],
  ['GET /agenda/changes', staff(200), { payloadAsStream: true }],
  [
    'PUT /agenda/:id/attendance',
    staff(200),
    about('todaysAppointmentId', { version: 0, attendance: 'arrived' }),
  ],
  [
    'PUT /agenda/:id/note',
    staff(200),
    about('appointmentId', { version: 1, note: 'Brings a wheelchair.' }),
  ],
  ['GET /agenda/:id/notes', staff(200), about('appointmentId')],

  [
    'POST /absences/preview',
    staff(200),
    ({ freeDoctorId: doctor }) => ({ payload: { doctor, fromMinute: 0 } }),
  ],
  // Access is granted, but nothing was previewed.
  [
    'POST /absences',
    staff(409),
    ({ freeDoctorId: doctor }) => ({
      payload: { doctor, fromMinute: 0, reason: 'Ill', fingerprint: 'none', decisions: [] },
    }),
  ],
  ['GET /absences', staff(200)],
  // Access is granted, but there is no such absence.
  [
    'PUT /absences/:id/approval',
    admins(404),
    { ids: [UNKNOWN_ID], payload: { decision: 'approved' } },
  ],
  ['GET /my-day', doctors(200)],
  ['GET /my-day/changes', doctors(200), { payloadAsStream: true }],
  [
    'PUT /my-day/:id/attendance',
    doctors(200),
    about('doctorsAppointmentId', { version: 1, completed: true }),
  ],
  [
    'PUT /my-day/:id/note',
    doctors(200),
    about('doctorsAppointmentId', { version: 1, note: 'Brings a wheelchair.' }),
  ],
  ['GET /my-day/:id/notes', doctors(200), about('doctorsAppointmentId')],

  ['GET /families', staff(200), ({ owner: { email } }) => ({ query: { search: email } })],
  ['POST /families', staff(201), { payload: { name: 'Fay Family', phone: '555 0102' } }],
  ['GET /families/:id', staff(200), ({ owner: { uid } }) => ({ ids: [uid] })],
  [
    'POST /families/:id/appointments',
    staff(201),
    ({ deskFamilyId }) => ({ ids: [deskFamilyId], payload: deskBookingOf({ date: WEDNESDAY }) }),
  ],
  [
    'GET /families/:id/appointment-series',
    staff(200),
    ({ deskFamilyId }) => ({ ids: [deskFamilyId], query: WEEKLY_SERIES }),
  ],
  [
    'POST /families/:id/appointment-series',
    staff(201),
    ({ deskFamilyId, owner }) => {
      const { email: _, ...payload } = seriesOf(owner, { days: LATER_DAYS })
      return { ids: [deskFamilyId], payload }
    },
  ],
  [
    'POST /families/:id/children',
    staff(201),
    about('deskFamilyId', { name: 'Ida', birthDate: '2024-02-03' }),
  ],
  [
    'PUT /families/:id/children/:child',
    staff(200),
    ({ deskFamilyId, deskChildId }) => {
      const seen = { ...DESK_CHILD, archived: false }
      return { ids: [deskFamilyId, deskChildId], payload: { ...seen, name: 'Dora Owner', seen } }
    },
  ],
  [
    'PUT /families/:id/appointments/:appointment/patient',
    staff(200),
    ({ owner: { uid }, appointmentId, siblingId }) => ({
      ids: [uid, appointmentId],
      payload: { version: 0, child: siblingId, reason: 'The age was checked.' },
    }),
  ],
  [
    'PUT /families/:id',
    staff(200),
    ({ deskFamilyId, owner: { email } }) => {
      const { familyName: name, familyPhone: phone } = STAFF_ONLY
      return {
        ids: [deskFamilyId],
        payload: { name, phone, email: '', seen: { name, phone, email } },
      }
    },
  ],
  ['DELETE /families/:id', staff(200), about('deskFamilyId')],
  [
    'POST /families/:id/link',
    staff(200),
    ({ deskFamilyId, owner: { uid: account } }) => ({
      ids: [deskFamilyId],
      payload: { account, appointments: [] },
    }),
  ],
  ['GET /todo', staff(200)],
  ['GET /todo/setup', admins(200)],
  ['POST /todo/setup/:step', admins(200), { ids: ['timeZone'] }],
  ['GET /todo/owing', staff(200)],
  ['GET /todo/calls', staff(200)],
  ['GET /todo/marks', staff(200)],
  ['GET /todo/due', staff(200)],
  ['POST /todo/due/:id/attempts', staff(201), about('ticketId', { outcome: 'message' })],
  [
    'PUT /todo/:list/:id',
    staff(200),
    ({ appointmentId }) => ({
      ids: ['calls', appointmentId],
      payload: { claimed: true, seen: { claimed: null, outcome: null } },
    }),
  ],
  // The appointment is in the future.
  ['POST /todo/owing/:id/ask', staff(409), about('appointmentId')],
  ['GET /family-links', users(200)],
  ['POST /family-links/:id/confirm', owner(200, 404), about('proposedLink')],
  ['POST /family-links/:id/decline', owner(200, 404), about('proposedLink')],
  ['POST /family-links/:id/undo', admins(200), about('confirmedLink')],
  ['GET /children/:id/alerts', care(200), about('childId')],
  [
    'POST /children/:id/alerts',
    care(201),
    about('childId', { kind: 'interpreter', text: 'Spanish' }),
  ],
  [
    'PUT /children/:id/alerts/:alert',
    care(200),
    ({ childId, alertId }) => ({
      ids: [childId, alertId],
      payload: { version: 1, kind: 'allergy', text: '' },
    }),
  ],
  ['GET /corrections', staff(200)],
  ['GET /agenda/available', staff(200), { query: { date: WEDNESDAY } }],
  [
    'POST /agenda/payments',
    staff(200),
    ({ appointmentId, chargedAppointmentId }) => ({
      payload: {
        appointments: [
          { id: appointmentId, version: 0 },
          { id: chargedAppointmentId, version: 0 },
        ],
        method: 'cash',
      },
    }),
  ],
  ['POST /agenda/:id/payment', staff(200), about('appointmentId', { version: 0, method: 'cash' })],
  [
    'POST /agenda/:id/refund',
    staff(200),
    about('deskAppointmentId', { version: 0, reason: 'Wrong family' }),
  ],
  ['GET /desk-refunds', staff(200)],
  ['POST /desk-refunds/:id/hand-back', staff(200), about('openCashRefund')],
  ['POST /desk-refunds/:id/undo', staff(200), about('handedBackRefund')],
  ['GET /tills', staff(200)],
  ['GET /closing/:date', staff(200), { ids: [WEDNESDAY] }],
  [
    'PUT /closing/:date/tills',
    staff(200),
    {
      ids: ['2027-03-01'],
      payload: { till: 'Front desk', kind: 'float', version: 0, amount: 100, note: '' },
    },
  ],
  // A receipt of a payment at the desk, which staff may see, too.
  ['GET /receipts/:id', ownerOrStaff(200), about('receipt')],
  ['GET /receipts/:id/pdf', ownerOrStaff(200), about('receipt')],
  ['GET /receipts/months/:month', admins(200), { ids: ['2027-03'] }],

  ['GET /docs', everybody(200)],
  ['GET /docs/*', everybody(200), { url: '/docs/static/swagger-ui.css' }],
]

test('every caller gets the status of the table, refused calls change nothing, and staff-only fields reach staff only', async () => {
  const world = await buildAccessWorld()
  const readers = Object.fromEntries(
    Object.keys(STAFF_ONLY).map((field) => [field, new Set<Person>()]),
  )
  const look = (person: Person, body: string) => {
    for (const [field, text] of Object.entries(STAFF_ONLY)) {
      if (body.includes(text)) readers[field]?.add(person)
    }
  }
  const got: Record<string, Statuses> = {}
  for (const row of TABLE) {
    const [route] = row
    const wanted = requestOf(row, world)
    got[route] = await askAsEverybody(world, wanted, look)
    // HEAD is GET without the body.
    if (!route.startsWith('GET')) continue
    const head = await askAsEverybody(world, { ...wanted, method: 'HEAD' })
    expect({ [`HEAD of ${route}`]: head }).toEqual({ [`HEAD of ${route}`]: got[route] })
  }
  expect(got).toEqual(Object.fromEntries(TABLE))
  for (const [field, people] of Object.entries(readers)) {
    const readersOf = FOR_DOCTORS.includes(field)
      ? ['admin', 'doctor', 'staff']
      : ['admin', 'staff']
    expect({ [field]: [...people].sort() }).toEqual({ [field]: readersOf })
  }
}, 120_000)

test('a view of a family’s name is in the audit log before the name is sent', async () => {
  const world = await buildAccessWorld()
  const unrecorded: string[] = []
  let seen = 0
  for (const row of TABLE) {
    const wanted = requestOf(row, world)
    for (const { uid, email, headers } of world.newcomers) {
      const sent = { ...wanted, headers: { ...wanted.headers, ...headers } }
      const { body, views } = await tryOut(world, sent)
      for (const [name, family] of Object.entries(world.families)) {
        if (!body.includes(name)) continue
        seen += 1
        if (!views.includes(`${uid} viewed ${family}`)) {
          unrecorded.push(`${row[0]}: ${email} saw ${name}`)
        }
      }
    }
  }
  expect(unrecorded).toEqual([])
  expect(seen).toBeGreaterThan(20)
}, 120_000)

test('every registered route is in the table, and no others', async () => {
  const { routes } = await buildWatchedApp()
  const registered = routes.map(({ method, url }) => `${method} ${url}`)
  expect(registered.toSorted()).toEqual(TABLE.map(([route]) => route).toSorted())
})

async function askAsEverybody(
  world: AccessWorld,
  wanted: InjectOptions,
  onBody: (person: Person, body: string) => void = () => {},
): Promise<Statuses> {
  const got: [Person, number][] = []
  for (const person of PEOPLE) {
    const headers = { ...wanted.headers, ...world.headers[person] }
    const { status, changed, body } = await tryOut(world, { ...wanted, headers })
    onBody(person, body)
    const harm = status >= 400 && changed
    expect({ method: wanted.method, url: wanted.url, person, harm }).toMatchObject({ harm: false })
    got.push([person, status])
  }
  return Object.fromEntries(got) as Statuses
}
