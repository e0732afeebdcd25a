import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { imageForm } from '#domain/testing/multipart.ts'
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

/** Users with an account; a missing second factor makes an admin a patient. */
function users(status: number): Statuses {
  const all = { owner: status, other: status, merged: status, passwordAdmin: status }
  return { ...everybody(401), ...all, doctor: status, staff: status, admin: status }
}

/** The child's owner, and the guardian who owned the entry that was merged with it: both own it now. */
function childOwners(status: number): Statuses {
  return { ...owner(status, 404), merged: status }
}

/** The patient whose data it is; `others` are users all the same, the admin included. */
function owner(status: number, others: number): Statuses {
  return { ...users(others), owner: status }
}

/** Staff of the front desk, and admins. */
function staff(status: number): Statuses {
  return { ...users(403), staff: status, admin: status }
}

/** Doctors with an own day. */
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

function statuses(of: (person: Person) => number): Statuses {
  return Object.fromEntries(PEOPLE.map((person) => [person, of(person)])) as Statuses
}

/** Of the fields for staff, those that a doctor needs, for patients of the own day. */
const FOR_DOCTORS = ['staffNote', 'alert']

interface Row {
  /** As it is registered: 'GET /images/:id'. */
  route: string
  expected: Statuses
  /** What is asked; the route's own address when absent. */
  request?: (world: AccessWorld) => InjectOptions
}

const UNKNOWN_ID = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'

const CLOSURE = {
  fromDate: '2027-04-01',
  toDate: '2027-04-02',
  fromMinute: 0,
  toMinute: 1440,
  reason: 'Training',
}

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
  { route: 'GET /available/next', expected: everybody(200) },
  {
    route: 'GET /feeds/:file',
    expected: everybody(404),
    request: () => ({ url: `/feeds/${'a'.repeat(43)}.ics` }),
  },
  { route: 'GET /fhir/$bulk-publish', expected: everybody(200) },
  {
    route: 'GET /fhir/:file',
    expected: everybody(200),
    request: () => ({ url: '/fhir/Schedule.ndjson' }),
  },
  { route: 'GET /webhook-endpoints', expected: admins(200) },
  {
    route: 'POST /webhook-endpoints',
    expected: admins(201),
    request: () => ({
      payload: { url: 'https://other.example/hook', kinds: ['appointment.booked'] },
    }),
  },
  {
    route: 'PUT /webhook-endpoints/:id',
    expected: admins(404),
    request: () => ({
      url: `/webhook-endpoints/${UNKNOWN_ID}`,
      payload: {
        url: 'https://other.example/hook',
        kinds: ['appointment.booked'],
        active: true,
        version: 0,
      },
    }),
  },
  {
    route: 'DELETE /webhook-endpoints/:id',
    expected: admins(404),
    request: () => ({ url: `/webhook-endpoints/${UNKNOWN_ID}` }),
  },
  {
    route: 'POST /webhook-endpoints/:id/secret',
    expected: admins(404),
    request: () => ({ url: `/webhook-endpoints/${UNKNOWN_ID}/secret` }),
  },
  {
    route: 'GET /webhook-endpoints/:id/deliveries',
    expected: admins(404),
    request: () => ({ url: `/webhook-endpoints/${UNKNOWN_ID}/deliveries` }),
  },
  {
    route: 'POST /webhook-endpoints/:id/deliveries/:event/replay',
    expected: admins(404),
    request: () => ({
      url: `/webhook-endpoints/${UNKNOWN_ID}/deliveries/${UNKNOWN_ID}/replay`,
    }),
  },
  { route: 'GET /calendar-feeds', expected: staff(200) },
  {
    route: 'POST /calendar-feeds',
    expected: staff(201),
    request: () => ({ payload: { doctor: null, withNames: false } }),
  },
  {
    route: 'DELETE /calendar-feeds/:id',
    expected: staff(404),
    request: () => ({ url: `/calendar-feeds/${UNKNOWN_ID}` }),
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
  { route: 'GET /appointments/history', expected: users(200) },
  {
    route: 'GET /appointments/:id/receipts',
    expected: owner(200, 404),
    request: ({ deskAppointmentId }) => ({ url: `/appointments/${deskAppointmentId}/receipts` }),
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
    route: 'GET /appointment-blocks',
    expected: owner(200, 404),
    request: ({ childId, siblingId, treatmentIds: [treatment = ''] }) => ({
      url: '/appointment-blocks',
      query: {
        date: WEDNESDAY,
        child: [childId, siblingId],
        treatment: [treatment, treatment],
      },
    }),
  },
  {
    route: 'POST /appointment-blocks',
    expected: owner(201, 403),
    request: ({ owner, childId, siblingId }) => ({
      url: '/appointment-blocks',
      payload: { ...blockOf(owner, [childId, siblingId]), date: WEDNESDAY },
    }),
  },
  {
    route: 'GET /appointment-series',
    expected: childOwners(200),
    request: ({ childId }) => ({
      url: '/appointment-series',
      query: { ...WEEKLY_SERIES, child: childId },
    }),
  },
  {
    route: 'POST /appointment-series',
    expected: owner(201, 403),
    request: ({ owner, childId }) => ({
      url: '/appointment-series',
      payload: seriesOf(owner, { child: childId, days: LATER_DAYS }),
    }),
  },
  { route: 'GET /children', expected: users(200) },
  { route: 'GET /children/appointments', expected: users(200) },
  {
    route: 'POST /children',
    expected: users(201),
    request: () => ({ payload: { name: 'Ida', birthDate: '2024-06-05' } }),
  },
  {
    route: 'PUT /children/:id',
    expected: childOwners(200),
    request: ({ childId }) => ({
      url: `/children/${childId}`,
      payload: { name: 'Mia', birthDate: '2021-06-05', archived: false },
    }),
  },
  {
    route: 'DELETE /children/:id',
    expected: childOwners(200),
    request: ({ childId }) => ({ url: `/children/${childId}` }),
  },
  {
    route: 'GET /children/:id/guardians',
    expected: childOwners(200),
    request: ({ childId }) => ({ url: `/children/${childId}/guardians` }),
  },
  {
    route: 'PUT /children/:id/guardians/:uid',
    expected: childOwners(200),
    request: ({ childId, owner: { uid } }) => ({
      url: `/children/${childId}/guardians/${uid}`,
      payload: { isOwner: true, mayBook: true, mayPay: true, receivesEmail: false },
    }),
  },
  {
    route: 'DELETE /children/:id/guardians/:uid',
    expected: childOwners(200),
    request: ({ childId, owner: { uid } }) => ({ url: `/children/${childId}/guardians/${uid}` }),
  },
  {
    route: 'POST /guardian-invitations',
    expected: childOwners(201),
    request: ({ childId }) => ({
      payload: {
        children: [childId],
        email: 'grandmother@example.com',
        mayBook: true,
        mayPay: false,
        receivesEmail: true,
      },
    }),
  },
  // For the one who was invited.
  {
    route: 'GET /guardian-invitations/:id',
    expected: { ...users(403), other: 200 },
    request: ({ invitationId }) => ({ url: `/guardian-invitations/${invitationId}` }),
  },
  {
    route: 'POST /guardian-invitations/:id/accept',
    expected: { ...users(403), other: 200 },
    request: ({ invitationId }) => ({
      url: `/guardian-invitations/${invitationId}/accept`,
      payload: { merges: [] },
    }),
  },
  {
    route: 'DELETE /guardian-invitations/:id',
    expected: childOwners(200),
    request: ({ invitationId }) => ({ url: `/guardian-invitations/${invitationId}` }),
  },
  {
    route: 'GET /available/changes',
    expected: everybody(200),
    // A stream does not end: HEAD asks for its headers only.
    request: () => ({ method: 'HEAD', url: '/available/changes?date=2027-03-02' }),
  },
  { route: 'GET /waitlist', expected: users(200) },
  {
    route: 'POST /waitlist',
    expected: users(201),
    request: () => ({
      payload: {
        treatment: 'Allergy Testing',
        from: '2027-05-03',
        to: '2027-05-07',
        phone: '555 0100',
      },
    }),
  },
  {
    route: 'DELETE /waitlist/:id',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ entryId }) => ({ url: `/waitlist/${entryId}` }),
  },
  {
    route: 'POST /waitlist/:id/resume',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ entryId }) => ({ url: `/waitlist/${entryId}/resume` }),
  },
  {
    // The family has an open offer already.
    route: 'POST /waitlist/:id/offer',
    expected: staff(409),
    request: ({ entryId }) => ({
      url: `/waitlist/${entryId}/offer`,
      payload: { date: '2027-04-14', slot: FIRST_SLOT },
    }),
  },
  {
    route: 'GET /offers/:id',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ offerId }) => ({ url: `/offers/${offerId}` }),
  },
  {
    route: 'POST /offers/:id/accept',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ offerId }) => ({ url: `/offers/${offerId}/accept`, payload: { version: 0 } }),
  },
  {
    route: 'POST /offers/:id/decline',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ offerId }) => ({ url: `/offers/${offerId}/decline` }),
  },
  {
    route: 'GET /appointments/:id/options',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ appointmentId }) => ({ url: `/appointments/${appointmentId}/options` }),
  },
  {
    route: 'POST /appointments/:id/move',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ appointmentId }) => ({
      url: `/appointments/${appointmentId}/move`,
      payload: { version: 0, date: WEDNESDAY, slot: FIRST_SLOT },
    }),
  },
  {
    route: 'POST /appointments/:id/cancel',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ appointmentId }) => ({
      url: `/appointments/${appointmentId}/cancel`,
      payload: { version: 0, refund: 0 },
    }),
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
  { route: 'GET /payments', expected: admins(200) },
  {
    route: 'POST /payments/:id/refund',
    expected: admins(200),
    request: ({ receivedPayment: { id, itemId } }) => ({
      url: `/payments/${id}/refund`,
      payload: { itemId, amountCents: 100, reason: 'Waited for an hour' },
    }),
  },
  { route: 'GET /payments/problems', expected: admins(200) },
  ...(['settle', 'refund', 'hand-back', 'acknowledge'] as const).map((action) => ({
    route: `POST /payments/problems/${action}`,
    expected: admins(200),
    request: () => ({ payload: { cause: 'disputed', subject: 'pi_1' } }),
  })),
  // The call is granted; there is no such problem.
  {
    route: 'POST /payments/problems/link',
    expected: admins(409),
    request: ({ appointmentId: appointment }) => ({ payload: { subject: 'pi_1', appointment } }),
  },
  {
    route: 'POST /payments',
    expected: owner(200, 404),
    request: ({ appointmentId: appointment }) => ({
      url: '/payments',
      payload: { appointments: [{ appointment, price: 110 }] },
    }),
  },
  {
    route: 'POST /payments/:id/check',
    expected: owner(200, 404),
    request: ({ transactionId }) => ({ url: `/payments/${transactionId}/check` }),
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
  { route: 'GET /contact', expected: users(200) },
  {
    route: 'PUT /contact',
    expected: users(200),
    request: () => ({
      url: '/contact',
      payload: { phone: '+1 503 555 0100', address: '1 Orchard Lane' },
    }),
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
    route: 'POST /notifications/unreachable/:id/clear',
    expected: staff(200),
    request: ({ owner: { uid, email } }) => ({
      url: `/notifications/unreachable/${uid}/clear`,
      payload: { email },
    }),
  },
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
    route: 'PUT /user/doctor/:email',
    expected: admins(200),
    request: ({ other: { email }, freeDoctorId: doctor }) => ({
      url: `/user/doctor/${email}`,
      payload: { doctor },
    }),
  },
  {
    route: 'DELETE /user/doctor/:email',
    expected: admins(200),
    request: ({ other: { email } }) => ({ url: `/user/doctor/${email}` }),
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
    route: 'POST /doctor/:email/deletion/preview',
    expected: admins(200),
    request: ({ doctorEmail }) => ({ url: `/doctor/${doctorEmail}/deletion/preview` }),
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
  { route: 'GET /schedule/year', expected: admins(200) },
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
  { route: 'GET /schedule/misfits', expected: staff(200) },
  { route: 'GET /schedule/sessions', expected: admins(200) },
  {
    route: 'POST /schedule/sessions',
    expected: admins(201),
    request: () => ({ payload: SESSION }),
  },
  {
    route: 'DELETE /schedule/sessions/:id',
    expected: admins(404),
    request: () => ({ url: '/schedule/sessions/01890a5d-ac96-774b-bcce-b302099a8059' }),
  },
  {
    route: 'POST /schedule/misfits/:id/keep',
    expected: admins(200),
    request: ({ conflictId }) => ({
      url: `/schedule/misfits/${conflictId}/keep`,
      payload: { version: 0 },
    }),
  },
  {
    route: 'POST /schedule/misfits/:id/cancel',
    expected: admins(200),
    request: ({ conflictId }) => ({
      url: `/schedule/misfits/${conflictId}/cancel`,
      payload: { version: 0 },
    }),
  },

  { route: 'GET /treatments', expected: admins(200) },
  {
    route: 'GET /treatments/:id/coming',
    expected: admins(200),
    request: ({ treatmentIds }) => ({ url: `/treatments/${treatmentIds[1]}/coming` }),
  },
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
  { route: 'GET /second-copy', expected: admins(200) },
  {
    route: 'PUT /clinic/settings',
    expected: admins(200),
    request: () => ({ url: '/clinic/settings', payload: { ...CLINIC_SETTINGS, version: 0 } }),
  },
  {
    route: 'POST /schedule/misfits/:id/move',
    expected: admins(200),
    request: ({ conflictId }) => ({
      url: `/schedule/misfits/${conflictId}/move`,
      payload: { version: 0, date: '2027-03-05', slot: FIRST_SLOT },
    }),
  },

  { route: 'GET /audit', expected: admins(200) },
  {
    route: 'GET /insights',
    expected: staff(200),
    request: () => ({ url: '/insights', query: DAYS }),
  },
  {
    route: 'GET /insights/money',
    expected: admins(200),
    request: () => ({ url: '/insights/money', query: DAYS }),
  },
  {
    route: 'GET /insights/appointments',
    expected: staff(200),
    request: () => ({ url: '/insights/appointments', query: { ...DAYS, of: 'unpaid' } }),
  },

  {
    route: 'GET /agenda',
    expected: staff(200),
    request: () => ({ url: '/agenda', query: { date: WEDNESDAY } }),
  },
  {
    route: 'GET /agenda/frame',
    expected: staff(200),
    request: () => ({ url: '/agenda/frame', query: { date: WEDNESDAY } }),
  },
  {
    route: 'GET /agenda/canceled',
    expected: staff(200),
    request: () => ({ url: '/agenda/canceled', query: { date: WEDNESDAY } }),
  },
  { route: 'GET /agenda/status', expected: staff(200) },
  { route: 'GET /agenda/to-settle', expected: staff(200) },
  {
    route: 'GET /agenda/month',
    expected: staff(200),
    request: () => ({ url: '/agenda/month', query: { month: '2027-03' } }),
  },
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
      payload: { version: 1, note: 'Brings a wheelchair.' },
    }),
  },
  {
    route: 'GET /agenda/:id/notes',
    expected: staff(200),
    request: ({ appointmentId }) => ({ url: `/agenda/${appointmentId}/notes` }),
  },

  {
    route: 'POST /absences/preview',
    expected: staff(200),
    request: ({ freeDoctorId: doctor }) => ({ payload: { doctor, fromMinute: 0 } }),
  },
  // The call is granted; nothing was previewed.
  {
    route: 'POST /absences',
    expected: staff(409),
    request: ({ freeDoctorId: doctor }) => ({
      payload: { doctor, fromMinute: 0, reason: 'Ill', fingerprint: 'none', decisions: [] },
    }),
  },
  { route: 'GET /absences', expected: staff(200) },
  // The call is granted; there is no such absence.
  {
    route: 'PUT /absences/:id/approval',
    expected: admins(404),
    request: () => ({ url: `/absences/${UNKNOWN_ID}/approval`, payload: { decision: 'approved' } }),
  },
  { route: 'GET /my-day', expected: doctors(200) },
  {
    route: 'GET /my-day/changes',
    expected: doctors(200),
    request: () => ({ url: '/my-day/changes', payloadAsStream: true }),
  },
  {
    route: 'PUT /my-day/:id/attendance',
    expected: doctors(200),
    request: ({ doctorsAppointmentId }) => ({
      url: `/my-day/${doctorsAppointmentId}/attendance`,
      payload: { version: 1, completed: true },
    }),
  },
  {
    route: 'PUT /my-day/:id/note',
    expected: doctors(200),
    request: ({ doctorsAppointmentId }) => ({
      url: `/my-day/${doctorsAppointmentId}/note`,
      payload: { version: 1, note: 'Brings a wheelchair.' },
    }),
  },
  {
    route: 'GET /my-day/:id/notes',
    expected: doctors(200),
    request: ({ doctorsAppointmentId }) => ({ url: `/my-day/${doctorsAppointmentId}/notes` }),
  },

  {
    route: 'GET /families',
    expected: staff(200),
    request: ({ owner: { email } }) => ({ url: '/families', query: { search: email } }),
  },
  {
    route: 'POST /families',
    expected: staff(201),
    request: () => ({ payload: { name: 'Fay Family', phone: '555 0102' } }),
  },
  {
    route: 'GET /families/:id',
    expected: staff(200),
    request: ({ owner: { uid } }) => ({ url: `/families/${uid}` }),
  },
  {
    route: 'POST /families/:id/appointments',
    expected: staff(201),
    request: ({ deskFamilyId, owner: { email } }) => {
      const { paid, patientName, email: _, ...booking } = bookingOf({ email })
      return {
        url: `/families/${deskFamilyId}/appointments`,
        payload: { ...booking, date: WEDNESDAY },
      }
    },
  },
  {
    route: 'GET /families/:id/appointment-series',
    expected: staff(200),
    request: ({ deskFamilyId }) => ({
      url: `/families/${deskFamilyId}/appointment-series`,
      query: WEEKLY_SERIES,
    }),
  },
  {
    route: 'POST /families/:id/appointment-series',
    expected: staff(201),
    request: ({ deskFamilyId, owner }) => {
      const { email: _, ...payload } = seriesOf(owner, { days: LATER_DAYS })
      return { url: `/families/${deskFamilyId}/appointment-series`, payload }
    },
  },
  {
    route: 'POST /families/:id/children',
    expected: staff(201),
    request: ({ deskFamilyId }) => ({
      url: `/families/${deskFamilyId}/children`,
      payload: { name: 'Ida', birthDate: '2024-02-03' },
    }),
  },
  {
    route: 'PUT /families/:id/children/:child',
    expected: staff(200),
    request: ({ deskFamilyId, deskChildId }) => {
      const seen = { ...DESK_CHILD, archived: false }
      return {
        url: `/families/${deskFamilyId}/children/${deskChildId}`,
        payload: { ...seen, name: 'Dora Owner', seen },
      }
    },
  },
  {
    route: 'PUT /families/:id/appointments/:appointment/patient',
    expected: staff(200),
    request: ({ owner: { uid }, appointmentId, siblingId }) => ({
      url: `/families/${uid}/appointments/${appointmentId}/patient`,
      payload: { version: 0, child: siblingId, reason: 'The age was checked.' },
    }),
  },
  {
    route: 'PUT /families/:id',
    expected: staff(200),
    request: ({ deskFamilyId, owner: { email } }) => {
      const { familyName: name, familyPhone: phone } = STAFF_ONLY
      return {
        url: `/families/${deskFamilyId}`,
        payload: { name, phone, email: '', seen: { name, phone, email } },
      }
    },
  },
  {
    route: 'DELETE /families/:id',
    expected: staff(200),
    request: ({ deskFamilyId }) => ({ url: `/families/${deskFamilyId}` }),
  },
  {
    route: 'POST /families/:id/link',
    expected: staff(200),
    request: ({ deskFamilyId, owner: { uid: account } }) => ({
      url: `/families/${deskFamilyId}/link`,
      payload: { account, appointments: [] },
    }),
  },
  { route: 'GET /todo', expected: staff(200) },
  { route: 'GET /todo/setup', expected: admins(200) },
  { route: 'GET /todo/owing', expected: staff(200) },
  { route: 'GET /todo/calls', expected: staff(200) },
  { route: 'GET /todo/marks', expected: staff(200) },
  {
    route: 'PUT /todo/:list/:id',
    expected: staff(200),
    request: ({ appointmentId }) => ({
      url: `/todo/calls/${appointmentId}`,
      payload: { claimed: true, seen: { claimed: null, outcome: null } },
    }),
  },
  {
    // The visit is still to come.
    route: 'POST /todo/owing/:id/ask',
    expected: staff(409),
    request: ({ appointmentId }) => ({ url: `/todo/owing/${appointmentId}/ask` }),
  },
  { route: 'GET /family-links', expected: users(200) },
  {
    route: 'POST /family-links/:id/confirm',
    expected: owner(200, 404),
    request: ({ proposedLink }) => ({ url: `/family-links/${proposedLink}/confirm` }),
  },
  {
    route: 'POST /family-links/:id/decline',
    expected: owner(200, 404),
    request: ({ proposedLink }) => ({ url: `/family-links/${proposedLink}/decline` }),
  },
  {
    route: 'POST /family-links/:id/undo',
    expected: admins(200),
    request: ({ confirmedLink }) => ({ url: `/family-links/${confirmedLink}/undo` }),
  },
  {
    route: 'GET /children/:id/alerts',
    expected: care(200),
    request: ({ childId }) => ({ url: `/children/${childId}/alerts` }),
  },
  {
    route: 'POST /children/:id/alerts',
    expected: care(201),
    request: ({ childId }) => ({
      url: `/children/${childId}/alerts`,
      payload: { kind: 'interpreter', text: 'Spanish' },
    }),
  },
  {
    route: 'PUT /children/:id/alerts/:alert',
    expected: care(200),
    request: ({ childId, alertId }) => ({
      url: `/children/${childId}/alerts/${alertId}`,
      payload: { version: 1, kind: 'allergy', text: '' },
    }),
  },
  { route: 'GET /corrections', expected: staff(200) },
  {
    route: 'GET /agenda/available',
    expected: staff(200),
    request: () => ({ url: '/agenda/available', query: { date: WEDNESDAY } }),
  },
  {
    route: 'POST /agenda/payments',
    expected: staff(200),
    request: ({ appointmentId, chargedAppointmentId }) => ({
      url: '/agenda/payments',
      payload: {
        appointments: [
          { id: appointmentId, version: 0 },
          { id: chargedAppointmentId, version: 0 },
        ],
        method: 'cash',
      },
    }),
  },
  {
    route: 'POST /agenda/:id/payment',
    expected: staff(200),
    request: ({ appointmentId }) => ({
      url: `/agenda/${appointmentId}/payment`,
      payload: { version: 0, method: 'cash' },
    }),
  },
  {
    route: 'POST /agenda/:id/refund',
    expected: staff(200),
    request: ({ deskAppointmentId }) => ({
      url: `/agenda/${deskAppointmentId}/refund`,
      payload: { version: 0, reason: 'Wrong family' },
    }),
  },
  { route: 'GET /desk-refunds', expected: staff(200) },
  {
    route: 'POST /desk-refunds/:id/hand-back',
    expected: staff(200),
    request: ({ openCashRefund }) => ({ url: `/desk-refunds/${openCashRefund}/hand-back` }),
  },
  {
    route: 'POST /desk-refunds/:id/undo',
    expected: staff(200),
    request: ({ handedBackRefund }) => ({ url: `/desk-refunds/${handedBackRefund}/undo` }),
  },
  {
    route: 'GET /closing/:date',
    expected: staff(200),
    request: () => ({ url: `/closing/${WEDNESDAY}` }),
  },
  {
    route: 'PUT /closing/:date/tills',
    expected: staff(200),
    request: () => ({
      url: '/closing/2027-03-01/tills',
      payload: { till: 'Front desk', kind: 'float', version: 0, amount: 100, note: '' },
    }),
  },
  // Of a payment at the desk, which staff may see as well.
  {
    route: 'GET /receipts/:id',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ receipt }) => ({ url: `/receipts/${receipt}` }),
  },
  {
    route: 'GET /receipts/:id/pdf',
    expected: { ...owner(200, 404), staff: 200, admin: 200 },
    request: ({ receipt }) => ({ url: `/receipts/${receipt}/pdf` }),
  },
  {
    route: 'GET /receipts/months/:month',
    expected: admins(200),
    request: () => ({ url: '/receipts/months/2027-03' }),
  },

  { route: 'GET /docs', expected: everybody(200) },
  {
    route: 'GET /docs/*',
    expected: everybody(200),
    request: () => ({ url: '/docs/static/swagger-ui.css' }),
  },
]

test('every caller gets the status of the table, refused calls change nothing, and what is for staff only reaches staff alone', async () => {
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
  for (const { route, request } of TABLE) {
    const [method = '', url = ''] = route.split(' ')
    const wanted = { method, url, ...request?.(world) } as InjectOptions
    got[route] = await askAsEverybody(world, wanted, look)
    // A HEAD is its GET without the body.
    if (method !== 'GET') continue
    const head = await askAsEverybody(world, { ...wanted, method: 'HEAD' })
    expect({ [`HEAD ${url}`]: head }).toEqual({ [`HEAD ${url}`]: got[route] })
  }
  expect(got).toEqual(Object.fromEntries(TABLE.map(({ route, expected }) => [route, expected])))
  for (const [field, people] of Object.entries(readers)) {
    const readersOf = FOR_DOCTORS.includes(field)
      ? ['admin', 'doctor', 'staff']
      : ['admin', 'staff']
    expect({ [field]: [...people].sort() }).toEqual({ [field]: readersOf })
  }
}, 120_000)

test('a view of a family’s name is in the audit log before the name leaves', async () => {
  const world = await buildAccessWorld()
  const unrecorded: string[] = []
  let seen = 0
  for (const { route, request } of TABLE) {
    const [method = '', url = ''] = route.split(' ')
    const wanted = { method, url, ...request?.(world) } as InjectOptions
    for (const { uid, email, headers } of world.newcomers) {
      const sent = { ...wanted, headers: { ...wanted.headers, ...headers } }
      const { body, views } = await tryOut(world, sent)
      for (const [name, family] of Object.entries(world.families)) {
        if (!body.includes(name)) continue
        seen += 1
        if (!views.includes(`${uid} viewed ${family}`)) {
          unrecorded.push(`${route}: ${email} saw ${name}`)
        }
      }
    }
  }
  expect(unrecorded).toEqual([])
  expect(seen).toBeGreaterThan(20)
}, 120_000)

test('every registered route is in the table, and nothing else is', async () => {
  const { routes } = await buildWatchedApp()
  const registered = routes.map(({ method, url }) => `${method} ${url}`)
  expect(registered.toSorted()).toEqual(TABLE.map(({ route }) => route).toSorted())
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
