import { and, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { formatSlot, overlaps, type Slot } from '#contract/booking/slots.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  appointments,
  closures,
  freedTimes,
  offers,
  openedTimes,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import { addPatient, addTreatingDoctor, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { moveToTime } from '../booking/move-appointment.ts'
import { addClosure, removeClosure } from '../schedule/closures.ts'
import { book } from '../testing/booking.ts'
import { createRandom } from '../testing/random.ts'
import { acceptOffer, declineOffer } from './answers/answer-offer.ts'
import { joinWaitlist } from './entries/join.ts'
import { dueDeliveries, passOn, takeStep } from './testing/run-handlers.ts'
import {
  answering,
  closing,
  expectHealthy,
  momentAt,
  openOffers,
  waitingClinic,
} from './testing/waiting-clinic.ts'

/** `npm run test:faults` runs 10,000. */
const HISTORIES = Number(process.env.WAITLIST_HISTORIES ?? 40)

const STEPS = 24
const DAYS = ['2027-03-05', '2027-03-08']
const SLOTS: Slot[] = [540, 570, 600].map((startMinute) => ({ startMinute, lengthMinutes: 30 }))
const FAMILIES = ['bea', 'cem', 'dora', 'eve', 'fay']
const MINUTE = 60_000

class Killed extends Error {}

/** A few minutes in a small clinic: others book while jobs are delayed, killed and repeated. */
function live(seed: number): void {
  const random = createRandom(seed)
  const db = waitingClinic()
  const doctors = ['Ada', 'Benno'].map((name) => addTreatingDoctor(db, name, 'Allergy Testing'))
  for (const uid of ['admin', ...FAMILIES]) addPatient(db, uid)
  let now = NOW
  let strangers = 0
  const pickTime = () => ({
    date: random.pick(DAYS) ?? '',
    slot: random.pick(SLOTS) ?? { startMinute: 0, lengthMinutes: 0 },
    doctor: random.pick(doctors) ?? '',
  })
  const byAdmin = () => ({ actor: 'admin', moment: momentAt(now), now })
  const live = () => db.select().from(appointments).where(sql`status = 'booked'`).all()
  for (const date of DAYS) {
    for (const slot of SLOTS) {
      for (const doctor of doctors) {
        if (random.chance(60)) bookFor({ date, slot, doctor })
      }
    }
  }

  function bookFor({
    date,
    slot,
    doctor,
  }: ReturnType<typeof pickTime>): AppointmentRow | undefined {
    const request = { uid: `stranger${strangers}`, date, slot: formatSlot(slot), doctor }
    strangers += 1
    const booked = book(db, request, momentAt(now))
    return booked.outcome === 'booked' ? booked.appointment : undefined
  }

  /** Families that accept any time of that day, have not been asked about it, and may be asked today. */
  function entitled(date: string, asked: ReadonlySet<string>): string[] {
    const open = new Set(openOffers(db).map(({ entryId }) => entryId))
    const familyOf = new Map(allOf(db, waitlistEntries).map(({ id, uid }) => [id, uid]))
    const askedToday = Map.groupBy(allOf(db, offers), ({ entryId }) => familyOf.get(entryId))
    return db
      .select()
      .from(waitlistEntries)
      .where(sql`state = 'open' and from_date <= ${date} and to_date >= ${date}`)
      .all()
      .filter(({ id }) => !open.has(id) && !asked.has(id))
      .filter(({ uid }) => (askedToday.get(uid)?.length ?? 0) < 2)
      .filter(({ uid }) => live().every((row) => row.patientUid !== uid))
      .map(({ uid }) => uid ?? '')
  }

  /** Whether a time is reserved for families, before another patient tries to book it. */
  function familiesFirst({ date, slot, doctor }: ReturnType<typeof pickTime>): string[] {
    const made = allOf(db, offers)
    const freed = db
      .select()
      .from(freedTimes)
      .where(
        and(eq(freedTimes.date, date), eq(freedTimes.doctorId, doctor), sql`state = 'offering'`),
      )
      .all()
      .filter((time) => overlaps(time, slot) && time.publicAt > now)
      .filter(({ id }) => made.every((one) => one.freedTimeId !== id || one.state !== 'open'))
    const opened = allOf(db, openedTimes).filter(
      (one) =>
        one.fromDate <= date &&
        date <= one.toDate &&
        (one.doctorId === null || one.doctorId === doctor) &&
        slot.startMinute + slot.lengthMinutes <= one.toMinute &&
        allOf(db, freedTimes).every(
          (part) =>
            part.openedId !== one.id ||
            part.date !== date ||
            part.doctorId !== doctor ||
            part.startMinute !== slot.startMinute,
        ),
    )
    return [
      ...freed.flatMap(({ id }) =>
        entitled(
          date,
          new Set(made.filter((one) => one.freedTimeId === id).map(({ entryId }) => entryId)),
        ),
      ),
      ...opened.flatMap(() => entitled(date, new Set())),
    ]
  }

  const actions: Record<string, (tx: Transaction) => void> = {
    join(tx) {
      const family = random.pick(FAMILIES) ?? ''
      const request = {
        treatment: 'Allergy Testing',
        weekdays: [1, 2, 3, 4, 5],
        part: 'any' as const,
      }
      const days = { from: DAYS[0] ?? '', to: random.pick(DAYS) ?? '' }
      const contact = { phone: '555 0100', address: '1 Main Street' }
      joinWaitlist(tx, { family, ...request, ...days, ...contact }, { actor: family, now })
    },
    cancel(tx) {
      const row = random.pick(live())
      if (row) expect(cancelByClinic(tx, row, byAdmin())).toBe('cancelled')
    },
    close(tx) {
      const doctor = random.pick([null, ...doctors]) ?? null
      const closure = { ...closing(random.pick(DAYS) ?? '', doctor), toMinute: 585 }
      addClosure(tx, { closure, appointments: 'list' }, byAdmin())
    },
    open(tx) {
      const closed = random.pick(allOf(tx, closures))
      if (closed) removeClosure(tx, closed.id, byAdmin())
    },
    steal() {
      const time = pickTime()
      const first = familiesFirst(time)
      if (bookFor(time)) expect(first).toEqual([])
    },
    move(tx) {
      const time = pickTime()
      const row = random.pick(live().filter(({ patientUid }) => patientUid?.startsWith('stranger')))
      if (!row || (row.date === time.date && row.doctorId === time.doctor)) return
      const first = familiesFirst(time)
      const target = { date: time.date, slot: formatSlot(time.slot), doctor: time.doctor }
      const { outcome } = moveToTime(tx, row, target, byAdmin())
      if (outcome === 'moved') expect(first).toEqual([])
    },
    answer(tx) {
      const offer = random.pick(openOffers(tx))
      const entry = allOf(tx, waitlistEntries).find(({ id }) => id === offer?.entryId)
      if (!offer || !entry) return
      const context = answering(entry.uid ?? '', now)
      if (random.chance(40)) declineOffer(tx, offer.id, context)
      else acceptOffer(tx, { id: offer.id, version: offer.version }, context)
    },
    handle(tx) {
      const due = random.pick(dueDeliveries(tx))
      if (due) takeStep(tx, due, now)
    },
    killed(tx) {
      const due = random.pick(dueDeliveries(tx))
      if (due) takeStep(tx, due, now)
      throw new Killed()
    },
    twice(tx) {
      tx.$client.exec(
        "update event_deliveries set status = 'pending' where handler glob 'waitlist.*'",
      )
    },
    delay(tx) {
      tx.$client.exec(`update freed_times set hidden_until = 0 where hidden_until is not null;
        update opened_times set hidden_until = 0`)
    },
    wait() {
      now = new Date(now.getTime() + random.below(20) * MINUTE)
    },
  }
  const often = ['join', 'cancel', 'steal', 'steal', 'open', 'handle', 'delay', 'answer']
  const plan = [...Object.keys(actions), ...often]
  for (let step = 0; step < STEPS; step += 1) {
    try {
      writeAtOnce(db, (tx) => actions[random.pick(plan) ?? '']?.(tx))
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
  expectHealthy(db)
  passOn(db, new Date(now.getTime() + 60 * 24 * 60 * MINUTE))
  expect(allOf(db, freedTimes).filter(({ state }) => state === 'offering')).toEqual([])
  expect(allOf(db, openedTimes)).toEqual([])
  const accepted = allOf(db, offers).filter(({ state }) => state === 'accepted')
  expect(new Set(accepted.map(({ entryId }) => entryId)).size).toBe(accepted.length)
  db.$client.close()
}

it('gives a freed time to no other patient before the waiting families were asked', () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    expect(() => live(seed), `seed ${seed}`).not.toThrow()
  }
}, 3_600_000)
