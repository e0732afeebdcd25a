import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByClinic, cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { readOptions } from '#domain/booking/change-options.ts'
import { moveByFamily } from '#domain/booking/move-appointment.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { callTimes } from '#domain/front-desk/todo.ts'
import { removeAccount } from '#domain/identity/remove-account.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { addClosure, previewClosure, removeClosure } from '#domain/schedule/closures.ts'
import { listScheduleConflicts } from '#domain/schedule/schedule-conflicts.ts'
import {
  addChildOf,
  BY_ADMIN,
  type book,
  booked as bookedOn,
  byFamily,
  MOMENT,
  WEIGHT_LOSS,
} from '#domain/testing/booking.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findLatestPosition, listLiveChanges } from '#drizzle/queries/events.ts'
import { countToCall, listUnanswered } from '#drizzle/queries/front-desk/todo.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { readStoredSettings, storeSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
import { findEntry, findOffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { appointments, offers, waitlistEntries } from '#drizzle/schema/index.ts'
import { countStatements } from '#drizzle/testing/count-statements.ts'
import {
  addPatient,
  addTreatingDoctor,
  allOf,
  eventsOf,
  NOW,
} from '#drizzle/testing/seeded-database.ts'
import { acceptOffer, declineOffer } from '../answers/answer-offer.ts'
import { passOn, runHandlers } from '../testing/run-handlers.ts'
import {
  answering,
  closeWithReoffers,
  closing,
  emailsOf,
  expectHealthy,
  freeOn,
  heldTimes,
  momentAt,
  openOffers,
  wait,
  waitingClinic,
} from '../testing/waiting-clinic.ts'
import { callUnanswered, cancelUnanswered } from './reoffer-appointments.ts'

const HOUR = 3_600_000

/** A Tuesday, two weeks ahead. */
const DAY = '2027-03-16'
/** The second open day after Monday at 18:00 in New York, and the following day. */
const ANSWER_BY = new Date('2027-03-03T23:00:00Z')
const UNTIL = new Date('2027-03-04T23:00:00Z')

let db: Transaction

beforeEach(() => {
  db = waitingClinic()
})

const booked = (changes: Parameters<typeof book>[1] = {}) => bookedOn(db, { date: DAY, ...changes })

function preview() {
  const found = previewClosure(db, closing(DAY), BY_ADMIN)
  if (found.outcome !== 'preview' || !found.plan) throw new Error(found.outcome)
  return found.plan
}

function close(closure = closing(DAY), now = NOW) {
  addPatient(db, 'admin')
  return closeWithReoffers(db, closure, { ...BY_ADMIN, now })
}

function offerOf(appointmentId: string) {
  const entry = allOf(db, waitlistEntries).find(
    (one) => one.appointmentId === appointmentId && one.closureId !== null,
  )
  const offer = openOffers(db).find(({ entryId }) => entryId === entry?.id)
  if (!offer) throw new Error('It has no open re-offer.')
  return offer
}

function pay(id: string) {
  addPatient(db, 'desk')
  const { version = 0 } = findAppointment(db, id) ?? {}
  const paid = receiveAtDesk(db, { id, version, method: 'cash', actor: 'desk' }, NOW)
  expect(paid.outcome).toBe('done')
}

function lapse(now = UNTIL) {
  passOn(db, now)
  while (!cancelUnanswered(db, now));
}

describe('closing a day with re-offers', () => {
  it('holds the nearest time with the same doctor, weekday and half of the day', () => {
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(db, 'Benno', 'Allergy Testing')
    const row = booked({ doctor: ada })
    expect(close()).toMatchObject({ outcome: 'closed', reoffered: 1, cancelled: 0 })
    expect(offerOf(row.id)).toMatchObject({
      date: '2027-03-09',
      startMinute: 540,
      doctorId: ada,
      answerBy: ANSWER_BY,
      expiresAt: UNTIL,
      priceCents: row.priceCents,
    })
    expect(freeOn(db, 'Allergy Testing', '2027-03-09', NOW)).toContain('09:00 AM - 09:30 AM')
    expect(findAppointment(db, row.id)).toMatchObject({ status: 'booked', date: DAY })
    expectHealthy(db)
  })

  it('asks only the patients of a doctor who is away, for a time with the same doctor', () => {
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    const benno = addTreatingDoctor(db, 'Benno', 'Allergy Testing')
    const row = booked({ doctor: ada })
    const other = booked({ uid: 'bea', doctor: benno })
    close(closing(DAY, ada))
    expect(offerOf(row.id)).toMatchObject({ doctorId: ada, date: '2027-03-09' })
    expect(openOffers(db)).toHaveLength(1)
    expect(findAppointment(db, other.id)?.status).toBe('booked')
  })

  it('keeps the patient’s time with another doctor on that day', () => {
    const [ada, benno] = ['Ada', 'Benno'].map((name) =>
      addTreatingDoctor(db, name, 'Allergy Testing'),
    )
    addTreatingDoctor(db, 'Cora', 'Weight Loss')
    const row = booked({ doctor: ada, slot: '10:00 AM - 10:30 AM' })
    booked({ ...WEIGHT_LOSS, slot: '09:30 AM - 10:00 AM' })
    booked({ uid: 'bea', doctor: benno, slot: '10:00 AM - 10:30 AM' })
    closeAround()
    close(closing(DAY, ada))
    expect(offerOf(row.id)).toMatchObject({ date: DAY, startMinute: 10 * 60 + 30, doctorId: benno })
  })

  it('holds no time longer than necessary, and at least for a day', () => {
    const row = booked({ date: MOMENT.today, slot: '09:00 AM - 09:30 AM' })
    // Only Tuesday is open, from 10 AM of the next day plus the notice.
    closeDays('2027-03-03', '2027-04-30')
    close(closing(MOMENT.today))
    const { date, startMinute, answerBy, expiresAt } = offerOf(row.id)
    expect([date, startMinute]).toEqual(['2027-03-02', 10 * 60 + 30])
    const end = instantOf({ date, startMinute: startMinute - 120 }, MOMENT.timeZone)
    expect([answerBy, expiresAt]).toEqual([end, end])
  })

  it('keeps siblings together and notifies their family once', () => {
    addPatient(db, 'anna')
    const ids = ['Ben', 'Mia'].map((name) => addChildOf(db, 'anna', name))
    const rows = ids.map((child, index) =>
      booked({
        child,
        ...(index === 1 && {
          ...WEIGHT_LOSS,
          slot: '09:30 AM - 10:00 AM',
        }),
      }),
    )
    close()
    const [first, second] = rows.map(({ id }) => offerOf(id))
    expect(first?.date).toBe(second?.date)
    expect(Math.abs((first?.startMinute ?? 0) - (second?.startMinute ?? 0))).toBeLessThanOrEqual(45)
    const told = emailsOf(db, 'reoffer_made')
    expect(told.map(({ uid }) => uid)).toEqual(['anna'])
    expect(told[0]?.data).toEqual({ offerIds: expect.arrayContaining([first?.id, second?.id]) })
  })

  it('asks no booker with a removed account, and notifies the other guardian', () => {
    const child = addChildOf(db, addPatient(db, 'anna'), 'Mia')
    const uid = addPatient(db, 'boris')
    const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
    insertGuardian(db, { childId: child, uid, ...rights, createdAt: NOW })
    const { id } = booked({ uid: 'anna', child })
    expect(removeAccount(db, { email: 'anna@example.com', ...BY_ADMIN })).toBe('removed')
    expect(findAppointment(db, id)).toMatchObject({ status: 'booked', patientUid: null })
    const closed = closeWithReoffers(db, closing(DAY))
    expect(closed).toMatchObject({ outcome: 'closed', cancelled: 1, reoffered: 0 })
    expect(findAppointment(db, id)?.status).toBe('cancelled')
    expect(emailsOf(db, 'cancelled').map(({ uid: to }) => to)).toEqual(['boris'])
  })

  it('serves patients with the fewest choices first', () => {
    const [ada, benno] = ['Ada', 'Benno'].map((name) =>
      addTreatingDoctor(db, name, 'Allergy Testing'),
    )
    // Only Ada gives the other treatment.
    const cora = addTreatingDoctor(db, 'Cora', 'Weight Loss')
    const rare = booked({ uid: 'bea', ...WEIGHT_LOSS })
    const rows = [booked({ doctor: ada }), booked({ uid: 'cem', doctor: benno })]
    expect(close()).toMatchObject({ reoffered: 3 })
    expect(offerOf(rare.id).doctorId).toBe(cora)
    expect(new Set(rows.map(({ id }) => offerOf(id).doctorId))).toEqual(new Set([ada, benno]))
  })

  it('cancels and refunds appointments without another time', () => {
    const row = booked()
    pay(row.id)
    closeAround()
    expect(preview().times).toEqual([])
    expect(close()).toMatchObject({ reoffered: 0, cancelled: 1, refunded: 1 })
    expect(findAppointment(db, row.id)?.status).toBe('cancelled')
  })

  it('refuses a preview whose times have been taken, and returns a new one', () => {
    booked()
    const { fingerprint } = preview()
    booked({ uid: 'bea', date: '2027-03-09' })
    const wanted = { closure: closing(DAY), appointments: 'reoffer' as const, fingerprint }
    const outcome = addClosure(db, wanted, BY_ADMIN)
    if (outcome.outcome !== 'outdated') throw new Error(outcome.outcome)
    expect(outcome.plan?.times).toMatchObject([{ date: '2027-03-23', startMinute: 540 }])
    expect(openOffers(db)).toEqual([])
  })

  it('excludes them from the appointments that no longer fit', () => {
    booked()
    close()
    expect(listScheduleConflicts(db, MOMENT)).toEqual([])
  })
})

/** Closes every other day within four weeks, too. */
function closeAround() {
  closeDays(MOMENT.today, '2027-03-15')
  closeDays('2027-03-17', '2027-04-30')
}

function closeDays(fromDate: string, toDate: string) {
  const closure = { ...closing(fromDate), toDate }
  addClosure(db, { closure, appointments: 'list' }, BY_ADMIN)
}

describe('a family that does not answer', () => {
  const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR)
  const reading = (email: { kind: string }, now: Date) =>
    readSubject(
      {
        db,
        timeZone: MOMENT.timeZone,
        unsubscribeUrl: () => '',
        recallUrl: () => 'https://x.example/stop',
        claimUrl: () => 'https://x.example/claim',
      },
      email as never,
      now,
    )

  it('is reminded once, halfway, of all re-offers that it has not answered', () => {
    const rows = [booked(), booked({ uid: 'bea', slot: '10:00 AM - 10:30 AM' })]
    close()
    const [reminder, ...others] = emailsOf(db, 'reoffer_reminder').filter(
      ({ uid }) => uid === 'anna',
    )
    if (!reminder) throw new Error('No reminder was written.')
    expect(others).toEqual([])
    const half = (ANSWER_BY.getTime() - NOW.getTime()) / 2
    expect(reminder.dueAt.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(half)
    expect(reminder.dueAt.getTime() - NOW.getTime()).toBeLessThan(half + 12 * HOUR)
    expect(reading(reminder, reminder.dueAt)).toMatchObject({
      outcome: 'send',
      subject: { until: ANSWER_BY, heldUntil: UNTIL, why: 'Training' },
    })
    expect(reading(reminder, ANSWER_BY)).toEqual({ outcome: 'drop', reason: 'expired' })
    acceptOffer(db, { id: offerOf(rows[0]?.id ?? '').id, version: 0 }, answering('anna', NOW))
    expect(reading(reminder, reminder.dueAt)).toEqual({ outcome: 'drop', reason: 'superseded' })
  })

  it('is to be called for one more open day while its time is held, and the appointment is canceled after it', () => {
    const row = booked()
    close()
    const { id } = offerOf(row.id)
    lapse(ANSWER_BY)
    expect(listUnanswered(db, new Date(ANSWER_BY.getTime() - 1))).toEqual([])
    expect(listUnanswered(db, ANSWER_BY)).toMatchObject([
      { appointment: { id: row.id }, offer: { id, expiresAt: UNTIL }, isReachable: true },
    ])
    expect(countToCall(db, callTimes(MOMENT, ANSWER_BY), ANSWER_BY)).toBe(1)
    expect(findAppointment(db, row.id)?.status).toBe('booked')
    expect(heldTimes(db)).toHaveLength(1)
    lapse()
    expect(findAppointment(db, row.id)?.status).toBe('cancelled')
    expect(listUnanswered(db, UNTIL)).toEqual([])
  })

  it('notifies screens once that it is to be called', () => {
    const row = booked()
    close()
    const { id } = offerOf(row.id)
    const after = findLatestPosition(db)
    expect(callUnanswered(db, new Date(ANSWER_BY.getTime() - 1))).toBe(true)
    expect(listLiveChanges(db, after)).toMatchObject({ ids: [], hasOthers: false })
    while (!callUnanswered(db, ANSWER_BY));
    while (!callUnanswered(db, UNTIL));
    expect(eventsOf(db, id).map(({ kind }) => kind)).toEqual(['offer.made', 'offer.unanswered'])
    expect(listLiveChanges(db, after)).toMatchObject({ ids: [row.id], hasOthers: true })
  })

  it('can still accept while it is to be called, which ends the call', () => {
    const row = booked()
    close()
    const { id } = offerOf(row.id)
    const late = new Date(ANSWER_BY.getTime() + HOUR)
    expect(acceptOffer(db, { id, version: 0 }, answering('anna', late)).outcome).toBe('answered')
    expect(listUnanswered(db, late)).toEqual([])
    lapse()
    expect(findAppointment(db, row.id)?.status).toBe('booked')
  })

  it('keeps the deadline that it was told before calls were introduced', () => {
    const row = booked()
    close()
    db.update(offers)
      .set({ answerBy: null, expiresAt: at(24) })
      .run()
    expect(listUnanswered(db, at(23))).toEqual([])
    lapse(at(24))
    expect(findAppointment(db, row.id)?.status).toBe('cancelled')
  })

  it('has as long as admins set', () => {
    const row = booked()
    const details = { reofferAnswerDays: 1, reofferAnswerUntil: '12:30', reofferCallDays: 0 }
    storeSettings(db, { details, seen: readStoredSettings(db).version })
    close()
    const end = new Date('2027-03-02T17:30:00Z')
    const { answerBy, expiresAt } = offerOf(row.id)
    expect([answerBy, expiresAt]).toEqual([end, end])
  })

  it.each([
    ['the clinic’s reason', null, undefined, 'Training'],
    ['the message for families', null, 'A pipe has burst.', 'A pipe has burst.'],
    ['no reason of a doctor', 'ada', undefined, null],
  ])('reads %s', (_, doctor, forFamilies, why) => {
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(db, 'Benno', 'Allergy Testing')
    booked({ doctor: ada })
    close({ ...closing(DAY, doctor && ada), ...(forFamilies && { forFamilies }) })
    const [made] = emailsOf(db, 'reoffer_made')
    if (!made) throw new Error('The family was not told.')
    expect(reading(made, NOW)).toMatchObject({ outcome: 'send', subject: { why } })
  })
})

describe('the answer to a re-offer', () => {
  it('moves the appointment with its payment, and counts no move', () => {
    const row = booked()
    pay(row.id)
    close()
    const before = findAppointment(db, row.id)
    const { id, date, startMinute } = offerOf(row.id)
    const accepted = acceptOffer(db, { id, version: 0 }, answering('anna', NOW))
    expect(accepted).toMatchObject({
      outcome: 'answered',
      offer: { state: 'accepted', appointmentId: row.id },
    })
    const { moves, paid, priceCents, transactionId } = before ?? {}
    expect(findAppointment(db, row.id)).toMatchObject({
      date,
      startMinute,
      moves,
      paid,
      priceCents,
      transactionId,
    })
    lapse()
    expect(findAppointment(db, row.id)?.status).toBe('booked')
    expect(heldTimes(db)).toEqual([])
    expect(findBookErrors(db)).toEqual([])
  })

  it('can be a cancellation, with a full refund', () => {
    const row = booked()
    pay(row.id)
    close()
    const { id } = offerOf(row.id)
    expect(declineOffer(db, id, answering('anna', NOW)).outcome).toBe('answered')
    expect(eventsOf(db, row.id).find(({ kind }) => kind === 'appointment.cancelled')?.data).toEqual(
      {
        by: 'clinic',
        reason: 'clinic',
        refundCents: 110_00,
      },
    )
    expect(heldTimes(db)).toEqual([])
  })

  it('can be another time, which costs nothing and does not count as a move of the family', () => {
    const row = booked()
    close()
    db.update(appointments).set({ moves: 3 }).run()
    const context = byFamily('anna')
    expect(readOptions(db, findAppointment(db, row.id) ?? row, context)).toMatchObject({
      moveObstacle: null,
      movesLeft: 3,
    })
    const target = {
      id: row.id,
      version: row.version,
      date: '2027-03-17',
      slot: '10:00 AM - 10:30 AM',
    }
    expect(moveByFamily(db, target, context).outcome).toBe('moved')
    expect(findAppointment(db, row.id)).toMatchObject({ date: '2027-03-17', moves: 3 })
    expect(openOffers(db)).toEqual([])
    lapse()
    expect(findAppointment(db, row.id)?.status).toBe('booked')
  })

  it('refunds everything when the family cancels on its own page', () => {
    const row = booked({ date: DAY })
    pay(row.id)
    close()
    const late = new Date('2027-03-02T12:00:00Z')
    db.update(appointments)
      .set({ terms: { bands: [{ hours: 0, percent: 0 }] } })
      .run()
    const { version = 0 } = findAppointment(db, row.id) ?? {}
    const wanted = { id: row.id, version, refundCents: 110_00 }
    const context = byFamily('anna', { moment: momentAt(late), now: late })
    expect(cancelByFamily(db, wanted, context).outcome).toBe('cancelled')
    expect(openOffers(db)).toEqual([])
  })

  it('is no longer needed when the closure is removed', () => {
    const row = booked()
    close()
    const [closure] = db.$client.prepare<[], { id: string }>('select id from closures').all()
    removeClosure(db, closure?.id ?? '', BY_ADMIN)
    runHandlers(db, NOW)
    expect(openOffers(db)).toEqual([])
    expect(emailsOf(db, 'reoffer_withdrawn')).toHaveLength(1)
    lapse()
    expect(findAppointment(db, row.id)).toMatchObject({ status: 'booked', date: DAY })
  })

  it('can come too late for a day that is over, and the family still gets the email about the cancellation', () => {
    const row = booked({ date: MOMENT.today, slot: '11:00 AM - 11:30 AM' })
    close(closing(MOMENT.today))
    expect(offerOf(row.id).date > MOMENT.today).toBe(true)
    lapse()
    const [email] = emailsOf(db, 'cancelled')
    if (!email) throw new Error('The family was not told.')
    const reader = {
      db,
      timeZone: MOMENT.timeZone,
      unsubscribeUrl: () => '',
      recallUrl: () => 'https://x.example/stop',
      claimUrl: () => 'https://x.example/claim',
    }
    expect(readSubject(reader, email as never, UNTIL)).toMatchObject({
      outcome: 'send',
      subject: { kind: 'cancelled', by: 'clinic' },
    })
  })

  it('keeps a re-offer separate from the family’s entries', () => {
    const row = booked()
    const entry = wait(db, 'anna', NOW, { appointment: row.id })
    close()
    const { id } = offerOf(row.id)
    acceptOffer(db, { id, version: 0 }, answering('anna', NOW))
    expect(findEntry(db, entry.id)).toMatchObject({ state: 'open', appointmentId: row.id })
  })

  it('sends no reminder about a closed time', () => {
    const row = booked()
    close()
    const reader = {
      db,
      timeZone: MOMENT.timeZone,
      unsubscribeUrl: () => '',
      recallUrl: () => 'https://x.example/stop',
      claimUrl: () => 'https://x.example/claim',
    }
    const [reminder] = emailsOf(db, 'reminder')
    if (!reminder) throw new Error('No reminder was written.')
    const at = new Date('2027-03-15T20:00:00Z')
    expect(readSubject(reader, reminder as never, at)).toMatchObject({ outcome: 'drop' })
    expect(findAppointment(db, row.id)?.status).toBe('booked')
  })
})

it('ends a closed day of 48 with every family answered or refunded, and none twice', () => {
  const prices = { 'Allergy Testing': 110_00, 'Weight Loss': 80_00, 'Nutrition Services': 70_00 }
  const rows = Object.entries(prices).flatMap(([treatment, priceCents]) =>
    freeOn(db, treatment, DAY, NOW).map((slot, index) =>
      booked({ uid: `${priceCents}-${index}`, treatment, priceCents, slot }),
    ),
  )
  expect(rows).toHaveLength(48)
  for (const [index, { id }] of rows.entries()) if (index % 2 === 0) pay(id)
  // A few of the surrounding times are taken already.
  for (const slot of freeOn(db, 'Weight Loss', '2027-03-09', NOW).slice(0, 5)) {
    booked({
      uid: `other${slot.slice(0, 2)}${slot.slice(3, 5)}`,
      ...WEIGHT_LOSS,
      slot,
      date: '2027-03-09',
    })
  }
  expect(close()).toMatchObject({ reoffered: 48, cancelled: 0 })
  expect(emailsOf(db, 'reoffer_made')).toHaveLength(48)
  expectHealthy(db)
  for (const [index, { id, patientUid }] of rows.entries()) {
    const offer = offerOf(id)
    const context = answering(patientUid ?? '', NOW)
    if (index % 3 === 0) acceptOffer(db, { id: offer.id, version: 0 }, context)
    if (index % 3 === 1) declineOffer(db, offer.id, context)
  }
  lapse(new Date(UNTIL.getTime() - 1))
  expect(openOffers(db)).toHaveLength(16)
  lapse()
  // Again, as after a crash.
  lapse()
  expect(openOffers(db)).toEqual([])
  expect(heldTimes(db)).toEqual([])
  for (const [index, { id, paid: _, priceCents }] of rows.entries()) {
    const after = findAppointment(db, id)
    const ends = eventsOf(db, id).filter(({ kind }) =>
      ['appointment.moved', 'appointment.cancelled'].includes(kind),
    )
    expect(ends).toHaveLength(1)
    if (index % 3 === 0) expect(after).toMatchObject({ status: 'booked', moves: 0 })
    else {
      expect(after?.status).toBe('cancelled')
      expect(ends[0]?.data).toMatchObject({
        by: 'clinic',
        refundCents: index % 2 === 0 ? priceCents : 0,
      })
    }
  }
  expect(emailsOf(db, 'cancelled')).toHaveLength(32)
  expect(findBookErrors(db)).toEqual([])
  expectHealthy(db)
})

it('ends the re-offer when staff cancel the appointment, and when its new time is closed, too', () => {
  const row = booked()
  const other = booked({ uid: 'bea', slot: '10:00 AM - 10:30 AM' })
  close()
  cancelByClinic(db, findAppointment(db, row.id) ?? row, BY_ADMIN)
  const { id, date } = offerOf(other.id)
  addClosure(db, { closure: closing(date), appointments: 'list' }, BY_ADMIN)
  runHandlers(db, NOW)
  expect(findOffer(db, id)?.state).toBe('withdrawn')
  lapse()
  expect(findAppointment(db, other.id)?.status).toBe('booked')
  expect(listScheduleConflicts(db, MOMENT).map((one) => one.row.id)).toEqual([other.id])
})

it('reads each day once, however many appointments need it', async () => {
  const counts: number[] = []
  for (const uid of ['anna', 'boris', 'clara', 'dora']) {
    const [slot = ''] = freeOn(db, 'Allergy Testing', DAY, NOW)
    booked({ uid, slot })
    counts.push(await countStatements(db, () => preview()))
  }
  // The first run prepares statements.
  expect(new Set(counts.slice(1)).size).toBe(1)
})
