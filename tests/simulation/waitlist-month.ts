import { and, eq, inArray, sql } from 'drizzle-orm'
import { formatSlot, overlaps } from '#contract/booking/slots.ts'
import { dayAfter, type IsoDate, weekdayOf } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { freeTimesOn } from '#domain/availability/free-times.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { bookAppointment } from '#domain/booking/book-appointment.ts'
import { cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { moveToTime } from '#domain/booking/move-appointment.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import { acceptOffer, declineOffer } from '#domain/waitlist/answers/answer-offer.ts'
import { joinWaitlist } from '#domain/waitlist/entries/join.ts'
import { passOn } from '#domain/waitlist/testing/run-handlers.ts'
import { migrateDatabase, openDatabase, type Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listOccupiedTimes,
} from '#drizzle/queries/booking/appointments.ts'
import { insertUser } from '#drizzle/queries/identity/users.ts'
import { storeTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { findEntry } from '#drizzle/queries/waitlist/waitlist.ts'
import {
  appointments,
  doctors,
  doctorTreatments,
  notifications,
  offers,
  treatments,
} from '#drizzle/schema/index.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { table } from '../load/report.ts'

// `npm run simulate`: a month at a clinic with the waiting list, and the same month without it, where a
// freed time is public at once. Same seed, families and cancellations: docs/waiting-list-simulation.md.

const SEEDS = [1, 2, 3]
const TIME_ZONE = 'America/New_York'
/** A Monday, 07:00 at the clinic. */
const START = new Date('2027-03-01T12:00:00Z')
const STEP_MS = 10 * 60_000
const DAYS = 28
const DOCTORS = 3
const TREATMENT = 'Allergy Testing'
const PRICE_CENTS = 110_00

/** Share of the booked appointments that is canceled some time before the start. */
const CANCELLED = 0.1
/** Share of the families with an appointment that would like an earlier one. */
const WANT_SOONER = 0.4
const NEW_FAMILIES_A_DAY = 2
/** Probability that a time suits the family on that day. */
const ACCEPTS = 0.11
/** Share of the other offers that are declined. */
const DECLINES = 0.4
/** Possible delays of an answer: within an hour, half of them within 12 minutes. */
const ANSWER_MINUTES = [3, 8, 12, 30, 60]
/** Average intervals at which a family that wants a time visits the site. */
const LOOKS_EVERY_DAYS = [3, 14]

type Policy = 'waiting list' | 'public at once'

interface Figures {
  freed: number
  filled: number
  daysWon: number[]
  messages: number
  offers: number
  waiting: number
}

/** Depends only on a name and the seed, so that both policies get the same families. */
function drawOf(seed: number, name: string): number {
  let hash = 2_166_136_261 ^ seed
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

function openClinic(): Transaction {
  const db = openDatabase(':memory:') as Transaction
  migrateDatabase(db)
  seedDatabase(db, START)
  storeTimeZone(db, TIME_ZONE)
  const treatment = db.select().from(treatments).where(eq(treatments.name, TREATMENT)).get()
  for (let n = 0; n < DOCTORS; n += 1) {
    const id = `doctor-${n}`
    const email = `${id}@example.com`
    db.insert(doctors)
      .values({ id, name: `Dr. ${n}`, email, specialty: TREATMENT, createdAt: START })
      .run()
    db.insert(doctorTreatments)
      .values({ treatmentId: treatment?.id ?? '', doctorId: id })
      .run()
  }
  return db
}

function simulate(seed: number, policy: Policy, looksEveryDays: number): Figures {
  const db = openClinic()
  const draw = (name: string) => drawOf(seed, name)
  let now = START
  const moment = () => ({
    ...wallClockAt(now, TIME_ZONE),
    timeZone: TIME_ZONE,
    lastDay: '2027-12-31',
  })
  const startOf = (row: Pick<AppointmentRow, 'date' | 'startMinute'>) =>
    instantOf(row, TIME_ZONE).getTime()
  const first = wallClockAt(START, TIME_ZONE).today
  const last = dayAfter(first, DAYS - 1)
  const addFamily = (uid: string) =>
    insertUser(db, {
      uid,
      email: `${uid}@example.com`,
      name: uid,
      emailVerified: true,
      createdAt: now,
    })
  const unpaidLimits = { verified: 0, unverified: 0 }
  const contact = { phone: '555 0100', address: '1 Main Street' }

  const freeOn = (date: IsoDate) => {
    const schedule = currentSchedule(db)
    const treatment = schedule.treatments.find(({ name }) => name === TREATMENT)
    if (!treatment) return []
    return freeTimesOn(schedule, listOccupiedTimes(db, date), date, moment())(treatment)
  }
  const bookFor = (uid: string, date: IsoDate, slot: string) =>
    writeAtOnce(db, (tx) =>
      bookAppointment(
        tx,
        { uid, treatment: TREATMENT, date, slot, priceCents: PRICE_CENTS, ...contact },
        { moment: moment(), now, terms: DEFAULT_TERMS, unpaidLimits },
      ),
    )
  const rowOf = (uid: string) =>
    db
      .select()
      .from(appointments)
      .where(and(eq(appointments.patientUid, uid), sql`status = 'booked'`))
      .get()

  // Every time of the month is booked at its beginning.
  const cancelAt = new Map<string, number>()
  const families: string[] = []
  for (let date = first; date <= last; date = dayAfter(date)) {
    if (weekdayOf(date) % 6 === 0) continue
    for (let free = freeOn(date); free[0]; free = freeOn(date)) {
      const uid = `family-${families.length}`
      addFamily(uid)
      families.push(uid)
      bookFor(uid, date, formatSlot(free[0]))
    }
  }
  for (const uid of families) {
    const row = rowOf(uid)
    if (!row || draw(`cancels ${uid}`) >= CANCELLED) continue
    const span = startOf(row) - START.getTime()
    if (span > 0) cancelAt.set(uid, START.getTime() + span * draw(`when ${uid}`))
  }

  /** Families that want a time, with the day on which they started looking. */
  const looking = new Map<string, { since: IsoDate; present: string | null }>()
  const freed: AppointmentRow[] = []
  const daysWon: number[] = []
  const answers = new Map<string, number>()
  const days = (from: IsoDate, to: IsoDate) => (Date.parse(to) - Date.parse(from)) / 86_400_000
  let waiting = 0

  function wantTime(uid: string) {
    const row = rowOf(uid)
    const { today } = moment()
    if (row && startOf(row) - now.getTime() < 3 * 86_400_000) return
    looking.set(uid, { since: today, present: row?.id ?? null })
    waiting += 1
    if (policy === 'public at once') return
    const request = {
      family: uid,
      treatment: TREATMENT,
      appointment: row?.id,
      from: today,
      to: row?.date ?? last,
    }
    const more = { weekdays: [1, 2, 3, 4, 5], part: 'any' as const, ...contact }
    writeAtOnce(db, (tx) => joinWaitlist(tx, { ...request, ...more }, { actor: uid, now }))
  }

  function recordWin(uid: string, from: IsoDate, to: IsoDate) {
    daysWon.push(days(to, from))
    looking.delete(uid)
  }

  function cancelDue() {
    for (const [uid, at] of cancelAt) {
      if (at > now.getTime()) continue
      cancelAt.delete(uid)
      const row = rowOf(uid)
      if (!row || startOf(row) <= now.getTime() + 2 * 3_600_000) continue
      const rules = { changeUntilHours: 2, mostMoves: 3 }
      const context = { caller: { uid, isStaff: false }, rules, moment: moment(), now }
      const wanted = { id: row.id, version: row.version, refundCents: 0 }
      const { outcome } = writeAtOnce(db, (tx) => cancelByFamily(tx, wanted, context))
      if (outcome !== 'cancelled') continue
      looking.delete(uid)
      freed.push(row)
    }
  }

  /** A family visits the site and takes the earliest time that suits it. */
  function lookAtSite(uid: string) {
    const search = looking.get(uid)
    if (!search) return
    const present = search.present === null ? undefined : findAppointment(db, search.present)
    const until = present?.date ?? last
    for (let date = moment().today; date <= until; date = dayAfter(date)) {
      for (const time of freeOn(date)) {
        if (present && startOf({ date, ...time }) >= startOf(present)) return
        if (draw(`suits ${uid} ${date} ${time.startMinute}`) >= ACCEPTS) continue
        const slot = formatSlot(time)
        if (!present) {
          if (bookFor(uid, date, slot).outcome === 'booked') looking.delete(uid)
          return
        }
        const target = { date, slot, doctor: time.doctorIds[0] }
        const by = { actor: uid, moment: moment(), now }
        const { outcome } = writeAtOnce(db, (tx) => moveToTime(tx, present, target, by))
        if (outcome === 'moved') recordWin(uid, present.date, date)
        return
      }
    }
  }

  function answerOffers() {
    const open = db.select().from(offers).where(eq(offers.state, 'open')).all()
    for (const offer of open) {
      const uid = findEntry(db, offer.entryId)?.uid ?? ''
      const name = `${uid} ${offer.date} ${offer.startMinute}`
      const minutes =
        ANSWER_MINUTES[Math.floor(draw(`minutes ${name}`) * ANSWER_MINUTES.length)] ?? 60
      const at = answers.get(offer.id) ?? offer.madeAt.getTime() + minutes * 60_000
      answers.set(offer.id, at)
      if (at > now.getTime()) continue
      const context = {
        caller: { uid, isStaff: false },
        moment: moment(),
        now,
        terms: DEFAULT_TERMS,
        unpaidLimits,
      }
      if (draw(`suits ${name}`) < ACCEPTS) {
        const before = rowOf(uid)
        const { id, version } = offer
        const { outcome } = writeAtOnce(db, (tx) => acceptOffer(tx, { id, version }, context))
        if (outcome === 'answered' && before) recordWin(uid, before.date, offer.date)
        if (outcome === 'answered') looking.delete(uid)
      } else if (draw(`declines ${name}`) < DECLINES) {
        writeAtOnce(db, (tx) => declineOffer(tx, offer.id, context))
      }
    }
  }

  for (const uid of families) if (draw(`sooner ${uid}`) < WANT_SOONER) wantTime(uid)
  const looksAStep = STEP_MS / (looksEveryDays * 86_400_000)
  for (let step = 0; step < (DAYS * 86_400_000) / STEP_MS; step += 1) {
    now = new Date(START.getTime() + step * STEP_MS)
    const { today, minute } = moment()
    if (minute === 9 * 60 && weekdayOf(today) % 6 !== 0) {
      for (let n = 0; n < NEW_FAMILIES_A_DAY; n += 1) {
        const uid = `new-${today}-${n}`
        addFamily(uid)
        wantTime(uid)
      }
    }
    cancelDue()
    if (policy === 'waiting list') {
      answerOffers()
      writeAtOnce(db, (tx) => passOn(tx, now))
    }
    for (const uid of [...looking.keys()]) {
      if (draw(`looks ${uid} ${step}`) < looksAStep) lookAtSite(uid)
    }
  }

  const live = db.select().from(appointments).where(sql`status = 'booked'`).all()
  const isFilled = (time: AppointmentRow) =>
    live.some(
      (row) => row.date === time.date && row.doctorId === time.doctorId && overlaps(row, time),
    )
  const kinds = ['offer_made', 'offer_expired', 'offer_answered'] as const
  const sent = db
    .select()
    .from(notifications)
    .where(inArray(notifications.kind, [...kinds]))
    .all()
  const figures = {
    freed: freed.length,
    filled: freed.filter(isFilled).length,
    daysWon,
    messages: sent.length,
    offers: db.select().from(offers).all().length,
    waiting,
  }
  db.$client.close()
  return figures
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const POLICIES = ['waiting list', 'public at once'] as const

const rows = LOOKS_EVERY_DAYS.flatMap((every) =>
  SEEDS.flatMap((seed) =>
    POLICIES.map((policy) => {
      const { freed, daysWon, ...more } = simulate(seed, policy, every)
      return [
        policy,
        `${every} days`,
        `${seed}`,
        `${freed}`,
        `${Math.round((more.filled / freed) * 100)} %`,
        `${daysWon.length}`,
        `${median(daysWon)}`,
        `${daysWon.reduce((sum, won) => sum + won, 0)}`,
        `${more.offers}`,
        (more.messages / more.waiting).toFixed(2),
      ]
    }),
  ),
)
console.log(
  table(
    [
      'policy',
      'families look every',
      'seed',
      'freed',
      'filled',
      'moved sooner',
      'median days won',
      'days won in all',
      'offers',
      'emails per family',
    ],
    rows,
  ),
)
