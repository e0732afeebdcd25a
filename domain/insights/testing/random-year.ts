import { type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Attendance } from '#contract/booking/appointments.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import { DEFAULT_CHANGE_RULES } from '#contract/clinic/clinic-settings.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { bookAppointment } from '#domain/booking/book-appointment.ts'
import { cancelByClinic, cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { readOptions } from '#domain/booking/change-options.ts'
import { moveByFamily } from '#domain/booking/move-appointment.ts'
import { createClinicClock } from '#domain/clinic-clock.ts'
import { changeAttendance } from '#domain/front-desk/attendance.ts'
import { receiveAtDesk, refundAtDesk } from '#domain/front-desk/cash-payments.ts'
import { addFamily } from '#domain/front-desk/families.ts'
import { removeUser } from '#domain/identity/remove-user.ts'
import { issueReceipt } from '#domain/receipts/issue-receipt.ts'
import { addClosure, removeClosure } from '#domain/schedule/closures.ts'
import { deleteDoctor } from '#domain/schedule/delete-doctor.ts'
import { createRandom } from '#domain/testing/random.ts'
import type { Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listOccupiedTimes,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { linkDeskFamily } from '#drizzle/queries/front-desk/family-links.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import {
  markSucceeded,
  payAppointment,
  recordDispute,
  recordPayment,
} from '#drizzle/queries/payments/payments.ts'
import { closures, doctors, insightDays, insightMoney, payments } from '#drizzle/schema/index.ts'
import { addPatient, allOf } from '#drizzle/testing/seeded-database.ts'

/** The database's time zone, which dates its receipts. Clocks change in March and November. */
export const TIME_ZONE = 'America/Los_Angeles'

const HORIZON_DAYS = 60

/** A member of staff without appointments. */
const STAFF = 'staff'

/** A clinic that lives through a year. */
export interface RandomYear {
  now(): Date
  today(): IsoDate
  /** How often each kind of change was made. */
  counts: Record<string, number>
  /** First appointments of accounts that were removed. */
  firstOfRemoved: Set<string>
  /** Lets a day pass: bookings, changes, payments, and now and then a change of the schedule. */
  passDay(): void
}

/** @param db seeded */
export function createRandomYear(db: Transaction, seed: number): RandomYear {
  const random = createRandom(seed)
  let now = new Date('2027-01-01T16:00:00Z')
  const clock = createClinicClock({ timeZone: TIME_ZONE, horizonDays: HORIZON_DAYS }, () => now)
  const counts: Record<string, number> = {}
  const firstOfRemoved = new Set<string>()
  let families = Array.from({ length: 25 }, (_, n) => addPatient(db, `patient-${seed}-${n}`))
  const deskFamilies = Array.from({ length: 10 }, (_, n) =>
    addFamily(db, { name: `Walk-in ${n}`, phone: '555 0100' }, { actor: STAFF, now }),
  )
  addPatient(db, STAFF)

  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  /** An appointment that meets a condition. */
  const pickRow = (condition: SQL): AppointmentRow | undefined => {
    const ids = db.all<{ id: string }>(
      sql`select id from appointments where ${condition} order by date, id`,
    )
    return findAppointment(db, random.pick(ids)?.id ?? '')
  }
  const isLive = sql`status = 'booked'`
  const isUpcoming = () => sql`${isLive} and date > ${clock.moment().today}`
  const context = (uid: string, isStaff = false) => ({
    caller: { uid, isStaff },
    rules: DEFAULT_CHANGE_RULES,
    moment: clock.moment(),
    now,
  })
  const admin = () => ({ actor: STAFF, moment: clock.moment(), now })

  function freeTimeOf(treatmentId: string, date: IsoDate) {
    const schedule = currentSchedule(db)
    const treatment = schedule.treatments.find(({ id }) => id === treatmentId)
    if (!treatment) return undefined
    const occupied = listOccupiedTimes(db, date)
    const time = random.pick(
      freeTimesOn(schedule, occupied, date, clock.moment())(treatment).slice(0, 12),
    )
    return time && { treatment, slot: formatSlot(time) }
  }

  const acts = {
    book() {
      const isDesk = random.chance(25)
      const uid = random.pick(isDesk ? deskFamilies : families) ?? STAFF
      const date = dayAfter(
        clock.moment().today,
        random.below(random.chance(50) ? 8 : HORIZON_DAYS),
      )
      const treatmentId = random.pick(currentSchedule(db).treatments)?.id ?? ''
      const free = freeTimeOf(treatmentId, date)
      if (!free) return
      const { treatment, slot } = free
      const request = {
        uid,
        treatment: treatment.name,
        date,
        slot,
        priceCents: priceOn(treatment.prices, date) ?? 0,
        phone: '555 0100',
        address: '1 Main Street',
      }
      const desk = isDesk ? { desk: { actor: STAFF } } : {}
      const source = !isDesk && random.chance(20) ? `site-${random.below(3)}` : undefined
      const booking = { moment: clock.moment(), now, terms: DEFAULT_TERMS, ...desk }
      const { outcome } = bookAppointment(db, { ...request, source }, booking)
      if (outcome !== 'booked') return
      count(isDesk ? 'booked at the desk' : 'booked')
      if (source !== undefined) count('booked through a link')
    },
    cancelByFamily() {
      const soon = dayAfter(clock.moment().today, 2)
      const row = pickRow(sql`${isUpcoming()} and date <= ${soon}`) ?? pickRow(isUpcoming())
      if (!row) return
      const by = context(row.patientUid ?? STAFF, row.patientUid === null)
      const refundCents = toCents(readOptions(db, row, by).quote.refund)
      const { id, version } = row
      const { outcome } = cancelByFamily(db, { id, version, refundCents }, by)
      if (outcome === 'cancelled') count('cancelled')
    },
    cancelByClinic() {
      const row = pickRow(isUpcoming())
      if (row && cancelByClinic(db, row, { actor: STAFF, now }) !== 'changed') count('by clinic')
    },
    move() {
      const row = pickRow(isUpcoming())
      const date = dayAfter(clock.moment().today, 1 + random.below(HORIZON_DAYS - 1))
      const free = row && freeTimeOf(row.treatmentId, date)
      if (!row || !free) return
      const target = { id: row.id, version: row.version, date, slot: free.slot }
      if (moveByFamily(db, target, context(STAFF, true)).outcome === 'moved') count('moved')
    },
    attend() {
      const { today } = clock.moment()
      const row = pickRow(sql`${isLive} and date <= ${today} and date > ${dayAfter(today, -20)}`)
      if (!row) return
      const to: Attendance | undefined =
        row.attendance === 'expected'
          ? random.pick(['arrived', 'arrived', 'no_show'])
          : row.attendance === 'arrived'
            ? random.pick(['completed', 'completed', 'expected'])
            : undefined
      if (!to) return
      const step = { id: row.id, version: row.version, to, actor: STAFF }
      const result = changeAttendance(db, step, clock, { checkInMinutes: 720, rooms: '' })
      if (result.outcome === 'changed') count(step.to)
    },
    payAtDesk() {
      const row = pickRow(sql`${isLive} and paid = 0`)
      const method = random.chance(50) ? 'cash' : 'terminal'
      if (!row) return
      const payment = { id: row.id, version: row.version, actor: STAFF, method } as const
      if (receiveAtDesk(db, payment, now).outcome === 'done') count(method)
    },
    payOnline() {
      const row = pickRow(sql`${isLive} and paid = 0 and patient_uid is not null`)
      if (!row) return
      const paymentId = `pi_${uuidv7().replaceAll('-', '')}`
      const items = [{ appointmentId: row.id, amountCents: row.priceCents }]
      const payer = { payerUid: row.patientUid, payerDeskFamilyId: null }
      recordPayment(db, { id: paymentId, method: 'card', currency: 'usd', ...payer, items }, now)
      markSucceeded(db, paymentId, now)
      payAppointment(db, { appointmentId: row.id, paymentId }, now)
      const data = { intentId: paymentId, amountCents: row.priceCents }
      appendEvent(db, { kind: 'appointment.paid', actor: null, subject: row.id, data }, now)
      issueReceipt(db, paymentId, now)
      count('card')
    },
    refund() {
      const row = pickRow(sql`${isLive} and paid = 1`)
      if (!row) return
      const refund = { id: row.id, version: row.version, reason: 'Kindness', actor: STAFF }
      if (refundAtDesk(db, { ...refund, isAdmin: true }, now).outcome === 'done') count('refunded')
    },
    loseDispute() {
      const payment = random.pick(
        allOf(db, payments).filter(({ method, disputeLost }) => method === 'card' && !disputeLost),
      )
      if (!payment || !recordDispute(db, payment.id, 'disputeLost')) return
      const data = { appointmentId: '' }
      appendEvent(db, { kind: 'payment.dispute_lost', actor: null, subject: payment.id, data }, now)
      count('dispute lost')
    },
    close() {
      const fromDate = dayAfter(clock.moment().today, random.below(20))
      const doctorId = random.chance(50) ? (random.pick(allOf(db, doctors))?.id ?? null) : null
      const closure = {
        doctorId,
        fromDate,
        toDate: fromDate,
        fromMinute: 600,
        toMinute: 840,
        reason: 'Away',
      }
      if (addClosure(db, { closure, appointments: 'list' }, admin()).outcome === 'closed')
        count('closed')
    },
    /** Past closures, too: the figures of the past must not change. */
    open() {
      const closure = random.pick(allOf(db, closures))
      if (closure && removeClosure(db, closure.id, admin())) count('opened')
    },
    deleteDoctor() {
      const doctor = random.pick(allOf(db, doctors).slice(1))
      if (!doctor) return
      const deletion = { email: doctor.email, appointments: 'list' } as const
      if (deleteDoctor(db, deletion, admin()).outcome === 'deleted') count('doctor deleted')
    },
    removeUser() {
      const uid = random.pick(families)
      const user = uid && findUser(db, uid)
      if (!uid || !user) return
      const { today, minute } = clock.moment()
      const [first] = db.all<{ id: string }>(sql`
        select id from appointments
        where ${isLive} and patient_uid = ${uid}
          and (paid or (date, start_minute) <= (${today}, ${minute}))
        order by date, start_minute, id limit 1`)
      if (first) firstOfRemoved.add(first.id)
      removeUser(db, { email: user.email, actor: STAFF, moment: clock.moment(), now })
      families = families.filter((other) => other !== uid)
      count('user removed')
    },
    link() {
      const uid = random.pick(families)
      const id = random.pick(deskFamilies)
      if (!uid || !id) return
      const both = db.all(sql`
        select date from appointments where patient_uid = ${uid}
        intersect select date from appointments where desk_family_id = ${id}`)
      if (both.length > 0) return
      const { length } = linkDeskFamily(db, { id, uid })
      deskFamilies.splice(deskFamilies.indexOf(id), 1)
      const data = { uid, appointments: length }
      appendEvent(db, { kind: 'family.linked', actor: uid, subject: id, data }, now)
      count('linked')
    },
  }

  const daily = [
    acts.cancelByFamily,
    acts.cancelByClinic,
    acts.move,
    acts.payAtDesk,
    acts.payOnline,
    acts.refund,
  ]
  const rare = [acts.loseDispute, acts.close, acts.close, acts.open, acts.removeUser, acts.link]
  let day = 0
  return {
    now: () => now,
    today: () => clock.moment().today,
    counts,
    firstOfRemoved,
    passDay() {
      day += 1
      now = new Date(Date.UTC(2027, 0, 1 + day, 15 + random.below(8), random.below(60)))
      for (let n = 0; n < 1 + random.below(2); n += 1) acts.book()
      for (let n = 0; n < 2; n += 1) acts.attend()
      for (const act of daily) if (random.chance(25)) act()
      if (random.chance(12)) random.pick(rare)?.()
      if (day === 120 || day === 250) acts.deleteDoctor()
    },
  }
}

/** The earlier one first. */
export function inOrder(one: AppointmentRow, other: AppointmentRow): number {
  const keyOf = ({ date, startMinute, id }: AppointmentRow) =>
    `${date} ${String(startMinute).padStart(4, '0')} ${id}`
  return keyOf(one) < keyOf(other) ? -1 : 1
}

/** The content of the roll-ups, in a fixed order. */
export function rollUpContents(db: Transaction): string[][] {
  return [insightDays, insightMoney].map((table) =>
    allOf(db, table)
      .map((row) => JSON.stringify(row))
      .sort(),
  )
}
