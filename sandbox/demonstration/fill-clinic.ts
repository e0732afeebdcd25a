import { asc, eq, lt } from 'drizzle-orm'
import Stripe from 'stripe'
import { v7 as uuidv7 } from 'uuid'
import { formatSlot } from '#contract/booking/slots.ts'
import { federalHolidays } from '#contract/clinic/holidays.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Week } from '#contract/schedule/schedule.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule, findObstacle } from '#domain/availability/schedule.ts'
import { bookAppointment } from '#domain/booking/book-appointment.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { createClinicClock, instantOf } from '#domain/clinic-clock.ts'
import type { Env } from '#domain/config/env.ts'
import { changeNote } from '#domain/front-desk/attendance.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { addFamily } from '#domain/front-desk/families.ts'
import { addChild } from '#domain/guardians/children.ts'
import { acceptInvitation, invite } from '#domain/guardians/invitations.ts'
import { admitAccount } from '#domain/identity/admission.ts'
import { preparePayment } from '#domain/payments/prepare.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import type { StripeConfig } from '#domain/payments/stripe/stripe.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { listAppointments, listOccupiedTimes } from '#drizzle/queries/booking/appointments.ts'
import { findUser, findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { CLINIC, type Owner, putPlan } from '#drizzle/queries/schedule/hours.ts'
import {
  appointments,
  doctors,
  doctorTreatments,
  notifications,
  prices,
  treatments,
  users,
} from '#drizzle/schema/index.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import * as words from '#words/en/defaults.ts'

interface Demonstration extends PaymentContext {
  clinic: Env['clinic']
  /** Pays an intent by card, as the browser does. */
  charge: (intentId: string) => Promise<unknown>
  /** Email of the demo account, which gets its own appointments. */
  patient: string
}

/** Parents, each with a child at school and a baby. */
const FAMILIES: Record<string, [string, string]> = {
  'Noah Abara': ['Ada', 'Kofi'],
  'Mina Castellano': ['Bruno', 'Elena'],
  'Ravi Desai': ['Anika', 'Rohan'],
  'Hannah Engel': ['Emil', 'Frieda'],
  'Luis Fuentes': ['Mateo', 'Sofia'],
  'Aiko Ito': ['Hana', 'Ren'],
  'Grace Kimani': ['Amani', 'Zuri'],
  'Olena Petrenko': ['Danylo', 'Iryna'],
}

/** A booker, with children from the oldest on. */
interface Family {
  uid: string
  phone: string
  children: readonly string[]
}

/** The treatments of each of the first doctors. */
const GIVEN: Record<string, string[]> = {
  'Dr. Amara Okafor': ['Parenatal/Newborn', 'Vaccinations/Immunizations', 'Nutrition Services'],
  'Dr. Daniel Reyes': ['Vaccinations/Immunizations', 'Nutrition Services'],
  'Dr. Leila Haddad': ['Development Delay', 'Parenatal/Newborn'],
  'Dr. Henrik Larsen': ['Allergy Testing', 'Nutrition Services', 'Weight Loss'],
}

/** Days before and after today with appointments. */
const DAYS = 21

/** Appointments on most days. */
const A_DAY = 6

/**
 * Fills a new database with a busy clinic: doctors at work, a closed day, a planned price, and past and
 * upcoming appointments of several families, some of them paid. Depends only on today's date.
 */
export async function fillClinic({
  clinic,
  patient,
  charge,
  ...context
}: Demonstration): Promise<void> {
  const { db, now } = context
  const { today } = createClinicClock(clinic, now).moment()
  await writeTransaction(db, (tx) => setSchedule(tx, today, now()))
  await writeTransaction(db, (tx) => {
    const families = Object.keys(FAMILIES).map((name, index) =>
      admitFamily(tx, name, { index, today, now: now() }),
    )
    const own = findOwnFamily(tx, patient, today, now())
    for (let day = -DAYS; day <= DAYS; day += 1) {
      const date = dayAfter(today, day)
      const book = (family: Family | undefined, nth: number) =>
        family && bookNth(tx, { family, date, nth, clinic })
      for (let nth = 0; nth < A_DAY; nth += 1) book(families[(day + DAYS + nth) % 8], nth + day)
      if (Math.abs(day) % 4 === 1) book(own, Math.floor(day / 2))
    }
    const [partner] = families
    if (own && partner) {
      shareChildren(tx, own, { partner: partner.uid, today, now: now() })
      const family = { ...partner, children: own.children }
      const shared = { family, nth: 0, clinic, treatment: 'Nutrition Services' }
      const nextWeek = [5, 6, 7, 8, 9].map((days) => dayAfter(today, days))
      // The first day on which the child has no other appointment.
      nextWeek.some((date) => bookNth(tx, { ...shared, date }))
    }
    takeWholeDay(tx, families, { after: today, clinic })
    const actor = db.select().from(users).where(eq(users.role, 'admin')).get()?.uid ?? 'front-desk'
    bookByPhone(tx, today, { clinic, actor, now: now() })
    attendPast(db, today)
    payAtDesk(tx, { before: today, clinic, actor })
    cancelLast(tx, own, { actor, now: now() })
    addNotes(tx, today, { actor, now: now() })
    // The demo families need no emails about them.
    db.delete(notifications).run()
  })
  for (const name of [patient, ...Object.keys(FAMILIES).slice(0, 5).map(emailOf)]) {
    const uid = findUserByEmail(db, name)?.uid ?? ''
    // The latest one stays unpaid.
    const unpaid = listAppointments(db, uid).filter(
      ({ paid, status, date }) => !paid && status === 'booked' && date >= today,
    )
    for (const { id, priceCents } of unpaid.slice(1, 4)) {
      const prepared = await preparePayment(context, {
        uid,
        appointments: [{ appointmentId: id, priceCents }],
      })
      if (prepared.outcome !== 'ready') continue
      const [intentId = ''] = prepared.clientSecret.split('_secret_')
      await charge(intentId)
      await settlePayment(context, intentId, uid)
    }
  }
}

function listPast(db: Database, before: IsoDate) {
  const order = [asc(appointments.date), asc(appointments.startMinute), asc(appointments.id)]
  return db
    .select()
    .from(appointments)
    .where(lt(appointments.date, before))
    .orderBy(...order)
    .all()
}

/** Most patients came; some did not, and the last visit is still unsettled. */
function attendPast(db: Database, today: IsoDate): void {
  for (const [index, { id }] of listPast(db, today).slice(0, -1).entries()) {
    const steps = index % 37 === 5 ? (['no_show'] as const) : (['arrived', 'completed'] as const)
    for (const attendance of steps) {
      db.update(appointments).set({ attendance }).where(eq(appointments.id, id)).run()
    }
  }
}

/** Families paid at the desk at the beginning of their visit; a few have not. */
function payAtDesk(
  db: Transaction,
  { before, clinic, actor }: { before: IsoDate; clinic: Env['clinic']; actor: string },
): void {
  for (const [index, row] of listPast(db, before).entries()) {
    const { id, version, attendance, ...time } = row
    if (attendance !== 'completed' || index % 9 === 8) continue
    const method = index % 2 === 0 ? 'terminal' : 'cash'
    receiveAtDesk(db, { id, version, method, actor }, instantOf(time, clinic.timeZone))
  }
}

/** The clinic has canceled the last appointment of the demo account. */
function cancelLast(
  db: Transaction,
  own: Family | undefined,
  by: { actor: string; now: Date },
): void {
  const last = listAppointments(db, own?.uid ?? '').find(({ status }) => status === 'booked')
  if (last) cancelByClinic(db, last, by)
}

/** The front desk's notes about the first appointments of today and the next days. */
function addNotes(
  db: Transaction,
  today: IsoDate,
  { actor, now }: { actor: string; now: Date },
): void {
  const notes = ['Allergic to penicillin', 'Prefers the quiet room']
  for (const [index, note] of notes.entries()) {
    const isOnDay = eq(appointments.date, dayAfter(today, index))
    const row = db.select().from(appointments).where(isOnDay).get()
    if (row) changeNote(db, { id: row.id, note, version: row.noteVersion, actor }, now)
  }
}

/** Charges intents of the Stripe stand-in. */
export function chargeCards({ secretKey, api }: StripeConfig): Demonstration['charge'] {
  const stripe = new Stripe(secretKey, { ...api, telemetry: false })
  return (intentId) => stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
}

/** Call it in a write transaction. */
function setSchedule(db: Transaction, today: IsoDate, now: Date): void {
  const offered = db.select().from(treatments).all()
  const idOf = (name: string) => offered.find((treatment) => treatment.name === name)?.id ?? ''
  const weekOf = (weekdays: number[], spans: Week[number]): Week =>
    Array.from({ length: 7 }, (_, weekday) => (weekdays.includes(weekday) ? spans : []))
  for (const { id, name } of db.select().from(doctors).all()) {
    for (const treatment of GIVEN[name] ?? []) {
      db.insert(doctorTreatments)
        .values({ doctorId: id, treatmentId: idOf(treatment) })
        .run()
    }
    const validFrom = dayAfter(today, -2 * DAYS)
    const afterLunch = [
      { from: 9 * 60, to: 12 * 60 },
      { from: 13 * 60, to: 17 * 60 },
    ]
    if (name === 'Dr. Leila Haddad') {
      putPlan(db, id, { validFrom, week: weekOf([2, 3, 4], afterLunch) })
    }
    if (name === 'Dr. Daniel Reyes') {
      putPlan(db, id, { validFrom, week: weekOf([1, 2, 3, 4, 5], [{ from: 9 * 60, to: 13 * 60 }]) })
      const days = { fromDate: dayAfter(today, 15), toDate: dayAfter(today, 17) }
      closeDays(db, { doctorId: id, ...days, reason: 'Conference' })
    }
  }
  const ages = { minAgeMonths: 0, maxAgeMonths: 24 }
  db.update(treatments).set(ages).where(eq(treatments.name, 'Parenatal/Newborn')).run()
  const validFrom = dayAfter(today, 30)
  const planned = { validFrom, priceCents: 48_00, createdAt: now }
  db.insert(prices)
    .values({ treatmentId: idOf('Vaccinations/Immunizations'), ...planned })
    .run()
  const holidays = federalHolidays(dayAfter(today, -DAYS), dayAfter(today, 365))
  const closed =
    [10, 11, 12, 13]
      .map((days) => dayAfter(today, days))
      .find((day) => isWorkingDay(day) && holidays.every(({ date }) => date !== day)) ?? today
  for (const { date, name } of [{ date: closed, name: words.staffTraining }, ...holidays]) {
    closeDays(db, { doctorId: CLINIC, fromDate: date, toDate: date, reason: name })
  }
}

function closeDays(
  db: Transaction,
  closure: { doctorId: Owner; fromDate: IsoDate; toDate: IsoDate; reason: string },
): void {
  insertClosure(db, { id: uuidv7(), ...closure, fromMinute: 0, toMinute: 24 * 60 })
}

const isWorkingDay = (date: IsoDate) => ![0, 6].includes(new Date(date).getUTCDay())

const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`

/** Registers a family without a login. */
function admitFamily(
  db: Transaction,
  name: string,
  { index, ...when }: { index: number; today: IsoDate; now: Date },
): Family {
  const email = emailOf(name)
  const uid = `demonstration-${email}`
  admitAccount(db, { uid, email, name, photo: null, emailVerified: true }, when.now)
  const names = FAMILIES[name] ?? []
  const days = [2100 + 170 * index, 250 + 40 * index]
  return { uid, phone: phoneOf(index), children: addChildren(db, uid, { names, days, ...when }) }
}

const phoneOf = (index: number) => `(503) 555-01${10 + index}`

/** The demo account with its children, the younger one not at school yet. */
function findOwnFamily(
  db: Transaction,
  email: string,
  today: IsoDate,
  now: Date,
): Family | undefined {
  const uid = findUserByEmail(db, email)?.uid
  if (!uid) return undefined
  const grown = { names: ['Lena', 'Theo'], days: [2600, 500], today, now }
  return { uid, phone: phoneOf(20), children: addChildren(db, uid, grown) }
}

/** @returns their ids */
function addChildren(
  db: Transaction,
  uid: string,
  {
    names,
    days,
    ...when
  }: { names: readonly string[]; days: readonly number[]; today: IsoDate; now: Date },
): string[] {
  return names.flatMap((name, index) => {
    const birthDate = dayAfter(when.today, -(days[index] ?? 0))
    const added = addChild(db, { name, birthDate }, { uid, minute: 0, ...when })
    return added.outcome === 'added' ? [added.added.child.id] : []
  })
}

/** The first family is a second guardian of the demo account's children. */
function shareChildren(
  db: Transaction,
  { uid, children }: Family,
  { partner, ...when }: { partner: string; today: IsoDate; now: Date },
): void {
  const [owner, user] = [findUser(db, uid), findUser(db, partner)]
  if (!owner || !user) return
  const rights = { mayBook: true, mayPay: false, receivesEmail: true }
  const invited = { children: [...children], email: user.email, ...rights }
  const sent = invite(db, invited, { user: owner, minute: 0, ...when })
  if (sent.outcome === 'invited') {
    acceptInvitation(db, { id: sent.invitation.id, merges: [] }, { user, minute: 0, ...when })
  }
}

interface Nth {
  family: Family
  date: IsoDate
  /** Selects among the free times. */
  nth: number
  clinic: Env['clinic']
  /** Any when absent. */
  treatment?: string
  /** Uid of the member of staff who books; absent when the family books. */
  actor?: string
}

/**
 * Books one of a day's free times, as if at the beginning of the day.
 * @returns false when the clinic is closed, or the patient already has an appointment
 */
function bookNth(db: Transaction, { family, date, nth, clinic, treatment, actor }: Nth): boolean {
  const schedule = currentSchedule(db)
  const moment = { today: date, minute: 0, timeZone: clinic.timeZone, lastDay: date }
  if (findObstacle(schedule, date, moment)) return false
  const chosen = Math.abs(nth)
  const offered =
    schedule.treatments.find(({ name }) => name === treatment) ??
    schedule.treatments[chosen % schedule.treatments.length]
  if (!offered) return false
  const free = freeTimesOn(schedule, listOccupiedTimes(db, date), date, moment)(offered)
  const time = free[(chosen * 5) % free.length]
  if (!time) return false
  const now = instantOf({ date, startMinute: 0 }, clinic.timeZone)
  const { uid, phone, children } = family
  const isForBabies = offered.maxAgeMonths !== null
  const { outcome } = bookAppointment(
    db,
    {
      uid,
      child: isForBabies ? children.at(-1) : children[chosen % children.length],
      treatment: offered.name,
      date,
      slot: formatSlot(time),
      priceCents: priceOn(offered.prices, date) ?? 0,
      phone,
      address: `${1 + chosen} Orchard Lane, Portland`,
    },
    { moment, now, terms: DEFAULT_TERMS, ...(actor && { desk: { actor } }) },
  )
  return outcome === 'booked'
}

/** Families without an account; one has an account by now, to which staff can link it. */
const CALLERS = [
  { name: 'Walter Osei', phone: '(503) 555-0171' },
  { name: 'Hannah Engel', phone: '(503) 555-0172', email: emailOf('Hannah Engel') },
]

/** The front desk's bookings for families without an account, this week and before. */
function bookByPhone(
  db: Transaction,
  today: IsoDate,
  { clinic, actor, now }: { clinic: Env['clinic']; actor: string; now: Date },
): void {
  for (const [index, caller] of CALLERS.entries()) {
    const uid = addFamily(db, caller, { actor, now })
    const family = { uid, phone: caller.phone, children: [] }
    // Beyond a weekend with a holiday after it.
    for (const day of [-7, 0, 1, 2, 3, 4]) {
      bookNth(db, { family, date: dayAfter(today, day), nth: 2 * day + index, clinic, actor })
    }
  }
}

/** Takes all times of Dr. Larsen's next working day: "Try another date". */
function takeWholeDay(
  db: Transaction,
  families: readonly Family[],
  { after, clinic }: { after: IsoDate; clinic: Env['clinic'] },
): void {
  const date = [1, 2, 3, 4].map((days) => dayAfter(after, days)).find(isWorkingDay) ?? after
  for (const treatment of ['Allergy Testing', 'Weight Loss', 'Nutrition Services']) {
    for (const family of families) bookNth(db, { family, date, nth: 0, clinic, treatment })
  }
}
