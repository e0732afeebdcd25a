import { and, eq, gt, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { dayAfter } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { countRows, type Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  appointments,
  closures,
  events,
  freedTimes,
  offers,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import { addPatient, addTreatingDoctor, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { bookAppointment } from '../booking/book-appointment.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { moveToTime } from '../booking/move-appointment.ts'
import { addClosure, previewClosure, removeClosure } from '../schedule/closures.ts'
import { addChildOf } from '../testing/booking.ts'
import { createRandom } from '../testing/random.ts'
import { acceptOffer, declineOffer } from './answers/answer-offer.ts'
import { findOwnEntry, joinWaitlist, resumeEntry } from './entries/join.ts'
import { cancelUnanswered } from './reoffers/reoffer-appointments.ts'
import { dueDeliveries, passOn, takeStep } from './testing/run-handlers.ts'
import {
  answering,
  closing,
  expectHealthy,
  expectHidden,
  expectMeetable,
  freeOn,
  heldTimes,
  momentAt,
  openOffers,
  waitingClinic,
} from './testing/waiting-clinic.ts'

const FAMILIES = Array.from({ length: 200 }, (_, index) => `family${index}`)
const TREATMENTS = { 'Allergy Testing': 110_00, 'Weight Loss': 80_00 }
const FREED_TIMES = 500
const HOUR = 3_600_000
const CONTACT = { phone: '555 0100', address: '1 Main Street' }

it('keeps every held time for one family, and ends with every freed time booked or public', () => {
  const db = waitingClinic()
  addTreatingDoctor(db, 'Ada', ...Object.keys(TREATMENTS))
  addTreatingDoctor(db, 'Benno', 'Allergy Testing')
  for (const family of FAMILIES) addPatient(db, family)
  addPatient(db, 'admin')
  const siblings = FAMILIES.slice(0, 40).map((uid) => ({
    uid,
    children: ['Mia', 'Ben'].map((name) => addChildOf(db, uid, name)),
  }))
  const random = createRandom(7)
  let now = NOW
  const byAdmin = () => ({ actor: 'admin', moment: momentAt(now), now })
  const freedCount = () => countRows(db, freedTimes)
  const live = () =>
    db
      .select()
      .from(appointments)
      .where(and(sql`status = 'booked'`, gt(appointments.date, momentAt(now).today)))
      .all()

  const wanted = () => {
    const treatment = random.pick(Object.keys(TREATMENTS)) as keyof typeof TREATMENTS
    const date = dayAfter(momentAt(now).today, 1 + random.below(6))
    const [slot] = [random.pick(freeOn(db, treatment, date, now))]
    return { treatment, date, slot }
  }
  const actions: Record<string, (tx: Transaction) => void> = {
    book(tx) {
      const { treatment, date, slot } = wanted()
      if (!slot) return
      const uid = random.pick(FAMILIES) ?? ''
      const request = { uid, treatment, date, slot, priceCents: TREATMENTS[treatment], ...CONTACT }
      const { outcome } = bookAppointment(tx, request, {
        moment: momentAt(now),
        now,
        terms: DEFAULT_TERMS,
      })
      // Canceling may free its time, which then goes to a waiting family.
      expect(['booked', 'already_booked', 'price_changed', 'slot_taken']).toContain(outcome)
    },
    cancel(tx) {
      const row = random.pick(live())
      if (row) expect(cancelByClinic(tx, row, byAdmin())).toBe('cancelled')
    },
    move(tx) {
      const row = random.pick(live()) as AppointmentRow | undefined
      const { date, slot } = wanted()
      if (row && slot) moveToTime(tx, row, { date, slot }, byAdmin())
    },
    join(tx) {
      const family = random.pick(FAMILIES) ?? ''
      const today = momentAt(now).today
      const own = random.pick(live().filter(({ patientUid }) => patientUid === family))
      const request = {
        family,
        treatment: random.pick(Object.keys(TREATMENTS)),
        ...(own && random.below(2) === 0 && { appointment: own.id }),
        from: today,
        to: dayAfter(today, 1 + random.below(20)),
        weekdays: [1, 2, 3, 4, 5],
        part: random.pick(['any', 'morning', 'afternoon'] as const) ?? 'any',
        ...CONTACT,
      }
      joinWaitlist(tx, request, { actor: family, now })
    },
    joinTogether(tx) {
      const { uid: family, children } = random.pick(siblings) ?? { uid: '', children: [] }
      const { today: from } = momentAt(now)
      const request = {
        treatment: 'Allergy Testing',
        from,
        to: dayAfter(from, 1 + random.below(20)),
      }
      const when = { weekdays: [1, 2, 3, 4, 5], part: 'any' as const }
      joinWaitlist(
        tx,
        { family, children, ...request, ...when, ...CONTACT },
        { actor: family, now },
      )
    },
    close(tx) {
      // Rarely, because planning other times is the slowest step.
      if (random.below(4) > 0) return
      const date = dayAfter(momentAt(now).today, 3 + random.below(6))
      const closure = { ...closing(date), toMinute: 720 }
      const context = byAdmin()
      const preview = previewClosure(tx, closure, context)
      if (preview.outcome !== 'preview' || preview.affected.length > 10) return
      const fingerprint = preview.plan?.fingerprint
      addClosure(tx, { closure, appointments: 'reoffer', fingerprint }, context)
    },
    open(tx) {
      const closed = random.pick(allOf(tx, closures))
      if (closed) removeClosure(tx, closed.id, byAdmin())
    },
    answer(tx) {
      const offer = random.pick(openOffers(tx))
      if (!offer) return
      const uid = findOwnEntry(tx, offer.entryId, { uid: '', isStaff: true })?.uid ?? ''
      const isOver = offer.expiresAt <= now
      if (random.below(2) === 0) declineOffer(tx, offer.id, answering(uid, now))
      else {
        const { outcome } = acceptOffer(
          tx,
          { id: offer.id, version: offer.version },
          answering(uid, now),
        )
        if (isOver) expect(outcome).toBe('gone')
      }
    },
    steal(tx) {
      // Another patient tries to book a held time.
      const held = random.pick(heldTimes(tx))
      if (!held || openOffers(tx).some(({ expiresAt }) => expiresAt <= now)) return
      const row = random.pick(live())
      const { date } = held
      if (!row) return
      const target = { date, slot: formatSlot(held), doctor: held.doctorId ?? undefined }
      expect(moveToTime(tx, row, target, byAdmin()).outcome).not.toBe('moved')
    },
    resume(tx) {
      const entry = random.pick(
        tx.$client
          .prepare<[], { id: string }>("select id from waitlist_entries where state = 'paused'")
          .all(),
      )
      if (entry) resumeEntry(tx, entry.id, { caller: { uid: 'desk', isStaff: true }, now })
    },
    // The clock may also be set back.
    wait: () => {
      now = new Date(
        now.getTime() + (random.pick([-HOUR, 60_000, HOUR / 2, 2 * HOUR, 5 * HOUR]) ?? 0),
      )
    },
    passOn(tx) {
      passOn(tx, now)
      while (!cancelUnanswered(tx, now));
      expectMeetable(tx, now)
    },
    hours(tx) {
      // Changes the treatment's weekdays, so that entries for the other ones end.
      if (random.below(4) > 0) return
      const bits = random.pick([127, 127, 0b0111110, 0b0010100]) ?? 127
      tx.$client.prepare("update treatments set weekdays = ? where name = 'Weight Loss'").run(bits)
    },
    // Kills a worker after any step, or delays it until freed times are public again.
    handle(tx) {
      const due = random.pick(dueDeliveries(tx))
      if (due) takeStep(tx, due, now)
    },
    handleTwice(tx) {
      const done = "status = 'done' and handler glob 'waitlist.*'"
      tx.$client.exec(`update event_deliveries set status = 'pending' where rowid in (
        select rowid from event_deliveries where ${done} order by rowid desc limit 3)`)
    },
    delay(tx) {
      tx.$client.exec(`update freed_times set hidden_until = 0 where hidden_until is not null;
        update opened_times set hidden_until = 0`)
    },
  }
  // Some steps are twice as likely as others, and bookings more still.
  const often = [
    'book',
    'book',
    'book',
    'cancel',
    'move',
    'join',
    'open',
    'answer',
    'handle',
    'handle',
    'handle',
  ]
  const plan = [...Object.keys(actions), ...often]
  for (let step = 0; step % 10 !== 0 || freedCount() < FREED_TIMES; step += 1) {
    const name = random.pick(plan) ?? ''
    writeAtOnce(db, (tx) => actions[name]?.(tx))
    if (step % 50 === 0) {
      expectHealthy(db)
      expectHidden(db, now)
    }
  }
  expect(countRows(db, waitlistEntries, eq(waitlistEntries.endReason, 'closed'))).toBeGreaterThan(0)
  expectHealthy(db)
  const end = new Date(now.getTime() + 60 * 24 * HOUR)
  passOn(db, end)
  while (!cancelUnanswered(db, end));
  passOn(db, end)
  const states = allOf(db, freedTimes).map(({ state }) => state)
  expect(new Set(states)).toEqual(new Set(['booked', 'public']))
  expect(openOffers(db)).toEqual([])
  const ended = allOf(db, offers)
  expect(ended.some(({ blockId, state }) => blockId !== null && state === 'accepted')).toBe(true)
  expect(countRows(db, events, eq(events.kind, 'closure.reoffered'))).toBeGreaterThan(10)
}, 240_000)
