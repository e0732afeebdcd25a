import { eq } from 'drizzle-orm'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { newDoctorResponse } from '#contract/doctors/doctors.ts'
import { agendaEntry } from '#contract/front-desk/agenda.ts'
import { child } from '#contract/guardians/children.ts'
import { imageIdOf } from '#contract/images/images.ts'
import { nextVisit } from '#contract/next-visits/next-visits.ts'
import { schedule } from '#contract/schedule/schedule.ts'
import { offer, waitlistEntry } from '#contract/waitlist/waitlist.ts'
import { addAlert } from '#domain/front-desk/alerts.ts'
import { addFamily } from '#domain/front-desk/families.ts'
import { confirmLink, proposeLink } from '#domain/front-desk/family-links.ts'
import { revokeAdmin, revokeStaff } from '#domain/identity/roles.ts'
import { failImage, finishProcessing } from '#domain/images/image-states.ts'
import {
  createRecallTokens,
  createUnsubscribeTokens,
} from '#domain/notifications/content/link-tokens.ts'
import { refundCash } from '#domain/payments/refunds/cash-refunds.ts'
import { refundAppointment } from '#domain/payments/refunds/refund-payment.ts'
import { photo } from '#domain/testing/images.ts'
import { insertMessage } from '#drizzle/queries/front-desk/contact-messages.ts'
import { findLiveLink } from '#drizzle/queries/front-desk/family-links.ts'
import { insertNote } from '#drizzle/queries/front-desk/notes.ts'
import { insertDeskChild } from '#drizzle/queries/guardians/children.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { listNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { listItems } from '#drizzle/queries/payments/payments.ts'
import { listTreatmentIds } from '#drizzle/queries/schedule/treatments.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { addChildren } from './blocks.ts'
import { inviteGuardian } from './family.ts'
import { forgeToken, hs256 } from './forge-token.ts'
import { addKeptCard, book, openIntent, payByCard } from './paying.ts'
import {
  buildTestApp,
  closureOf,
  MONDAY_MORNING,
  type Session,
  signIn,
  signInAdmin,
  signInDoctor,
  signInStaff,
  TEST_SECRET,
  type TestApp,
} from './test-app.ts'
import { upload } from './uploading.ts'

/**
 * All kinds of callers, by their token and present role. The second factor is required, and only
 * `passwordAdmin` has logged in without it. `merged` accepted an invitation to the owner's child and merged
 * their own entry with it.
 */
export const PEOPLE = [
  'anonymous',
  'owner',
  'other',
  'doctor',
  'staff',
  'admin',
  'passwordAdmin',
  'merged',
  'demoted',
  'formerStaff',
  'removed',
  'forged',
  'expired',
] as const
export type Person = (typeof PEOPLE)[number]

/** Texts in the fields that only staff may see, of every appointment and of the family. */
export const STAFF_ONLY = {
  staffNote: 'A note for staff only',
  overrideReason: 'A reason for staff only',
  alert: 'An alert for staff only',
  familyName: 'Olga Owner',
  familyPhone: '555 0103',
}

const OFFERED_SLOT = '11:00 AM - 11:30 AM'
/** A child of the family without an account. */
export const DESK_CHILD = { name: 'Dora', birthDate: '2022-03-04' }

export type AccessWorld = Awaited<ReturnType<typeof buildAccessWorld>>

/**
 * A clinic with data for every call. Demoted, former and removed users keep their old tokens; the last two
 * claim to be admins.
 */
export async function buildAccessWorld() {
  const test = await buildTestApp({ env: { ADMIN_SECOND_FACTOR: 'on' } })
  const admin = await signInAdmin(test, undefined, BOTH_STEPS)
  const passwordAdmin = await signInAdmin(test, 'password@example.com')
  const owner = await signIn(test, 'owner@example.com', { name: OWNER_NAME })
  const other = await signIn(test, 'other@example.com', { name: OTHER_NAME })
  await signIn(test, 'two.step@example.com')
  // The phone is enrolled after the first login.
  const twoStep = await signIn(test, 'two.step@example.com', {
    secondFactors: ['phone'],
    usedSecondFactor: true,
  })
  const newcomers = [
    await signInStaff(test, 'new.staff@example.com', BOTH_STEPS),
    await signInAdmin(test, 'new.admin@example.com', BOTH_STEPS),
  ]
  const staff = await signInStaff(test, undefined, BOTH_STEPS)
  const by = { actor: staff.uid, now: MONDAY_MORNING }
  const demoted = await signInAdmin(test, 'demoted@example.com', BOTH_STEPS)
  revokeAdmin(test.db, { email: demoted.email, actor: null, now: MONDAY_MORNING })
  const formerStaff = await signInStaff(test, 'former@example.com', BOTH_STEPS)
  revokeStaff(test.db, { email: formerStaff.email, actor: null, now: MONDAY_MORNING })
  const removed = await signInAdmin(test, 'removed@example.com', BOTH_STEPS)
  await done(admin.delete(`/user/${removed.email}`))

  const appointmentId = await book(test, owner)
  const chargedAppointmentId = await book(test, owner, { slot: '10:00 AM - 10:30 AM', ...WEIGHT })
  const todaysAppointmentId = await book(test, other, { date: 'Mar 1, 2027' })
  const paying = { ...test, session: owner, appointmentId: chargedAppointmentId }
  const transactionId = await openIntent(paying, WEIGHT.price)
  test.stripe.charge(transactionId)
  const openPaymentId = await openIntent({ ...test, session: owner, appointmentId })
  const { id: keptCardId } = await addKeptCard(test, owner.uid)

  const id = await payByCard({ ...test, session: other, appointmentId: todaysAppointmentId })
  const receivedPayment = { id, itemId: listItems(test.db, id)[0]?.id ?? '' }
  async function payAtDesk(date: string) {
    const id = await book(test, owner, { date })
    const answer = await staff.post(`/agenda/${id}/payment`, { version: 0, method: 'cash' })
    return { id, receipt: agendaEntry.parse(answer.json()).payment?.receipt ?? '' }
  }
  const { id: deskAppointmentId, receipt } = await payAtDesk('Mar 9, 2027')
  const openCashRefund = await refundAtDesk('Mar 10, 2027')
  const handedBackRefund = await refundAtDesk('Mar 11, 2027')
  refundCash(test.db, { refundId: handedBackRefund, actor: staff.uid, isAdmin: false }, test.now())
  async function refundAtDesk(date: string) {
    const { id: paid } = await payAtDesk(date)
    const wanted = { appointmentId: paid, reason: 'staff', actor: staff.uid } as const
    return refundAppointment(test.db, wanted, test.now())
  }

  const [confirmation] = listNotifications(test.db, { appointmentId, limit: 1 })
  const sentNotification = confirmation?.notification.id ?? ''
  test.db.$client.prepare("UPDATE notifications SET state = 'sent'").run()
  const { siteUrl } = test.env
  const tokens = createUnsubscribeTokens({ secret: TEST_SECRET, siteUrl })
  const recallTokens = createRecallTokens({ secret: TEST_SECRET, siteUrl })

  const picture = await photo()
  const uploadOne = () => upload(test, admin, { picture })
  const freeImage = await uploadOne()
  const processedImage = await uploadOne()
  const failedImage = await uploadOne()
  await process(processedImage)
  failImage(test.db, idOf(failedImage), MONDAY_MORNING)
  const { familyName: name, familyPhone: phone } = STAFF_ONLY
  const deskFamilyId = addFamily(test.db, { name, phone, email: owner.email }, by)
  const deskChildId = '01890a5d-ac96-774b-bcce-b302099a8099'
  insertDeskChild(test.db, {
    id: deskChildId,
    ...DESK_CHILD,
    deskFamilyId,
    createdBy: staff.uid,
    createdAt: MONDAY_MORNING,
  })
  const timeZone = test.env.clinic.timeZone
  const moment = { today: '2027-03-01', minute: 9 * 60, lastDay: '2027-05-30', timeZone }
  const confirmedLink = proposeToOwner()
  const user = findUser(test.db, owner.uid)
  if (!user) throw new Error('There is no owner.')
  confirmLink(test.db, confirmedLink, { user, now: MONDAY_MORNING, moment })
  const proposedLink = proposeToOwner()
  function proposeToOwner(): string {
    const { uid: account, email } = owner
    const id = addFamily(test.db, { name: 'Olive Owner', phone: '555 0103', email }, by)
    proposeLink(test.db, { id, account, appointments: [], children: [] }, { ...by, moment })
    return findLiveLink(test.db, id)?.id ?? ''
  }
  test.db.update(appointments).set({ overrideReason: STAFF_ONLY.overrideReason }).run()
  for (const { id } of test.db.select().from(appointments).all()) writeNote(id)
  function writeNote(appointmentId: string): void {
    const written = { version: 1, note: STAFF_ONLY.staffNote, writtenBy: staff.uid }
    insertNote(test.db, { appointmentId, ...written, writtenAt: MONDAY_MORNING })
  }
  const doctorEmail = 'doctor@example.com'
  const doctor = { name: 'Doctor', email: doctorEmail, specialty: 'Weight Loss' }
  const insert = async (payload: object) =>
    newDoctorResponse.parse((await done(admin.post('/doctor', payload))).json()).insertedId
  const freeDoctorId = await insert({ ...doctor, img: processedImage })
  const ownImage = await uploadOne()
  const doctorId = await insert({ ...doctor, email: 'dora@example.com', img: ownImage })
  const doctorUser = await signInDoctor(doctorId)(test, 'dora.user@example.com', BOTH_STEPS)

  const { entryId, offerId } = await offerByDesk()
  async function offerByDesk() {
    const request = {
      treatment: WEIGHT.treatment,
      from: '2027-04-12',
      to: '2027-04-16',
      phone: '555 0100',
    }
    const joined = await owner.post('/waitlist', request)
    const entryId = waitlistEntry.parse(joined.json())._id
    const offered = await staff.post(`/waitlist/${entryId}/offer`, {
      date: 'Apr 13, 2027',
      slot: OFFERED_SLOT,
    })
    return { entryId, offerId: offer.parse(offered.json())._id }
  }

  const plannedHours = '2027-05-03'
  const conflictId = await book(test, owner, { date: THURSDAY })
  const closed = { ...closureOf(THURSDAY), appointments: 'list' }
  await done(admin.post('/schedule/closures', closed))
  const { version } = schedule.parse((await done(admin.get('/schedule'))).json())
  const plan = { validFrom: plannedHours, week: ALWAYS_OPEN, version, appointments: 'list' }
  await done(admin.put('/schedule/hours', plan))
  const hours = schedule.parse((await done(admin.get('/schedule'))).json())

  const treatmentIds = listTreatmentIds(test.db)
  const plannedPrice = '2027-06-01'
  const price = { price: 120, validFrom: plannedPrice, version: 0 }
  await done(admin.post(`/treatments/${treatmentIds[0]}/prices`, price))

  /** Does the worker's work. */
  async function process(url: string): Promise<void> {
    const { folder, store } = test.images
    const image = { id: idOf(url), purpose: 'doctor', version: null } as const
    await store.make(image, {
      original: folder.original(image.id),
      isWanted: () => true,
      signal: AbortSignal.timeout(60_000),
    })
    finishProcessing(test.db, image.id, { storageProvider: 'local', version: null }, MONDAY_MORNING)
  }

  const mia = { name: 'Mia', birthDate: '2021-06-05' }
  const added = await owner.post('/children', mia)
  const childId = child.parse(added.json())._id
  const alerted = addAlert(test.db, { childId, kind: 'allergy', text: STAFF_ONLY.alert }, by)
  const slot = '10:00 AM - 10:30 AM'
  const doctorsAppointmentId = await book(test, owner, {
    date: 'Mar 1, 2027',
    slot,
    child: childId,
  })
  test.db
    .update(appointments)
    .set({ doctorId, doctorName: doctor.name, attendance: 'arrived', version: 1 })
    .where(eq(appointments.id, doctorsAppointmentId))
    .run()
  writeNote(doctorsAppointmentId)
  const invite = ({ email }: Session) => inviteGuardian(owner, { email, children: [childId] })
  const invitationId = await invite(other)
  const merged = await mergeGuardian()

  async function mergeGuardian(): Promise<Session> {
    const guardian = await signIn(test, 'merged@example.com')
    const own = await guardian.post('/children', mia)
    const accepted = await guardian.post(`/guardian-invitations/${await invite(guardian)}/accept`, {
      merges: [child.parse(own.json())._id],
    })
    expect(accepted.statusCode).toBe(200)
    return guardian
  }

  const ticketId = await openTicket()
  async function openTicket(): Promise<string> {
    const payload = { appointment: doctorsAppointmentId, around: '2027-04-20' }
    const opened = await done(staff.post('/tickets', payload))
    return nextVisit.parse(opened.json())._id
  }

  const contactMessageId = '01890a5d-ac96-774b-bcce-b302099a8100'
  insertMessage(test.db, {
    id: contactMessageId,
    formKey: contactMessageId,
    name: 'Mary Message',
    email: 'mary@example.org',
    phone: '',
    query: 'Do you see newborns?',
    receivedAt: MONDAY_MORNING,
  })

  return {
    ...test,
    contactMessageId,
    /** Of the owner's child. */
    ticketId,
    /** The patient whose data the calls request, and another patient. */
    owner,
    other,
    /** Staff and an admin who have not seen anyone's data yet. */
    newcomers,
    /** Ids of the families by their names, which occur nowhere else. */
    families: {
      [OWNER_NAME]: owner.uid,
      [OTHER_NAME]: other.uid,
      [STAFF_ONLY.familyName]: deskFamilyId,
    },
    headers: {
      anonymous: {},
      owner: owner.headers,
      other: other.headers,
      doctor: doctorUser.headers,
      staff: staff.headers,
      admin: admin.headers,
      passwordAdmin: passwordAdmin.headers,
      merged: merged.headers,
      demoted: demoted.headers,
      formerStaff: formerStaff.headers,
      removed: removed.headers,
      forged: bearer(
        forgeToken(admin.uid, { sign: hs256('another key, which is long enough too') }),
      ),
      expired: bearer(
        forgeToken(admin.uid, { claims: { iat: 1_700_000_000, exp: 1_700_003_600 } }),
      ),
    },
    /** Of a user with two-step verification. */
    twoStepEmail: twoStep.email,
    /** The owner's child, and an invitation of the other patient to become its guardian. */
    childId,
    alertId: 'alert' in alerted ? alerted.alert.alert.id : '',
    invitationId,
    /** The owner's entry, and an offer to it. */
    entryId,
    offerId,
    siblingId: addChildren(test, owner, ['Ben'])[0] ?? '',
    appointmentId,
    /** The owner's; Stripe has charged the card, but the site does not know it yet. */
    chargedAppointmentId,
    transactionId,
    /** The owner's, which may still be paid, and a card that they keep. */
    openPaymentId,
    keptCardId,
    /** The other patient's payment for the appointment in an hour. */
    receivedPayment,
    /** The other patient's appointment, in an hour. */
    todaysAppointmentId,
    /** The owner's appointment, paid in cash, and its receipt's number. */
    deskAppointmentId,
    receipt,
    /** Ids of the owner's refunds at the desk. */
    openCashRefund,
    handedBackRefund,
    /** An image file. */
    picture,
    doctorEmail,
    /** A doctor without a user. */
    freeDoctorId,
    /** An appointment of the child with the doctor, today, arrived. */
    doctorsAppointmentId,
    /** URLs of uploads: unused, processed, and failed. */
    freeImage,
    processedImage,
    failedImage,
    /** Ids in their order; the first treatment has a price from `plannedPrice` on. */
    treatmentIds,
    plannedPrice,
    /** The clinic's hours in the API, with a future plan of `plannedHours`. */
    hoursVersion: hours.version,
    plannedHours,
    closureId: hours.closures[0]?._id ?? '',
    /** The owner's appointment on the closed day. */
    conflictId,
    /** A family without an account, with the owner's email. */
    deskFamilyId,
    /** The family's child. */
    deskChildId,
    /** Links to the owner's account: one waits for an answer, one is confirmed. */
    proposedLink,
    confirmedLink,
    /** The owner's, from a reminder. */
    unsubscribeToken: tokens.issue(owner.uid),
    /** The owner's, from an email about a next visit of the child. */
    recallToken: recallTokens.issue({ family: owner.uid, children: [childId] }),
    /** Id of the sent confirmation of the owner's appointment. */
    sentNotification,
  }
}

/** A call of the setup, which must succeed. */
async function done(call: Promise<LightMyRequestResponse>) {
  const response = await call
  expect(response.statusCode).toBeLessThan(300)
  return response
}

const OWNER_NAME = 'Olivia Ownerson'
const OTHER_NAME = 'Otto Otherson'

/** A login with a second factor. */
const BOTH_STEPS = { usedSecondFactor: true }

/** A week without breaks. */
export const ALWAYS_OPEN = Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }])

const THURSDAY = '2027-03-04'
/** Another treatment than that of `bookingOf`, in dollars. */
const WEIGHT = { treatment: 'Weight Loss', price: 80 }

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

function idOf(url: string): string {
  return imageIdOf(url) ?? ''
}

/**
 * Makes a request and rolls its changes to the database back.
 * @returns its status and body, whether it wrote anything, and whose data its sender saw according to the
 * audit log
 */
export async function tryOut({ app, db }: TestApp, request: InjectOptions) {
  const writes = db.$client.prepare<[], number>('SELECT total_changes()').pluck()
  const views = db.$client
    .prepare<[], string>(
      "SELECT actor || ' viewed ' || subject FROM events WHERE kind = 'user.viewed'",
    )
    .pluck()
  const before = writes.get()
  // The server's own transactions become savepoints in this one.
  db.$client.exec('BEGIN')
  try {
    const response = await app.inject(request)
    // A stream stays open until its reader closes it.
    if (request.payloadAsStream) response.stream().destroy()
    const body = request.payloadAsStream ? '' : response.body
    const changed = writes.get() !== before
    return { status: response.statusCode, changed, body, views: views.all() }
  } finally {
    db.$client.exec('ROLLBACK')
  }
}
