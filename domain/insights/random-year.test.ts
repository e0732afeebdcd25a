import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { instantOf, wallClockAt } from '#contract/clinic-time.ts'
import { dayAfter, daysFrom, type IsoDate, weekdayOf } from '#contract/dates.ts'
import { type Insights, LEAD_BANDS, UNPAID_AGES } from '#contract/insights/insights.ts'
import { paymentMethod } from '#contract/payments/payments.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { findLatestEvent } from '#drizzle/queries/events.ts'
import { ALL, type DateRange, listCapacity } from '#drizzle/queries/insights/roll-ups.ts'
import { listRefundsOfAll } from '#drizzle/queries/payments/refunds.ts'
import {
  appointments,
  doctors,
  doctorTreatments,
  events,
  insightDays,
  insightMoney,
  paymentItems,
  payments,
  treatments,
} from '#drizzle/schema/index.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { migratedDatabase } from '#drizzle/testing/migrated-database.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { sumReceipts } from '../front-desk/closing.ts'
import { listReceiptsOfDays } from '../receipts/read-receipts.ts'
import { createRandom } from '../testing/random.ts'
import { openMinutes } from './capacity.ts'
import { readInsights } from './read-insights.ts'
import { readInsightsMoney } from './read-money.ts'
import { compareInsights, rebuildInsights, refreshInsights } from './roll-ups.ts'
import {
  createRandomYear,
  inOrder,
  type RandomYear,
  rollUpContents,
  TIME_ZONE,
} from './testing/random-year.ts'

// A year in which everything happens that figures count. Each figure is then counted again from the rows,
// without the roll-ups and their queries.

const SEED = 20271

let db: Transaction
let year: RandomYear
/** The open minutes of each day, by the schedule at the end of that day. */
const openOn = new Map<IsoDate, Map<string, Record<string, number>>>()

const context = () => ({ db, timeZone: TIME_ZONE, now: year.now })

beforeAll(async () => {
  db = migratedDatabase()
  seedDatabase(db, new Date('2027-01-01T16:00:00Z'))
  // Three of the clinic's treatments have doctors, three have none.
  for (const { id: doctorId, specialty } of allOf(db, doctors)) {
    const treatment = db.select().from(treatments).where(eq(treatments.name, specialty)).get()
    if (!treatment || specialty === 'Development Delay') continue
    db.insert(doctorTreatments).values({ treatmentId: treatment.id, doctorId }).run()
  }
  year = createRandomYear(db, SEED)
  const random = createRandom(SEED)
  await refreshInsights(context())
  for (let day = 0; day < 365; day += 1) {
    year.passDay()
    openOn.set(year.today(), openMinutes(currentSchedule(db), year.today(), TIME_ZONE))
    // Like the job, which sometimes stops between two transactions or does not run.
    if (random.chance(20))
      await refreshInsights(context(), random.chance(30) ? stopped() : {}).catch(ignoreStop)
  }
  await refreshInsights(context())
}, 120_000)

const stopped = () => ({ signal: AbortSignal.abort(new Error('stopped')) })
function ignoreStop(error: unknown) {
  if (!(error instanceof Error && error.message === 'stopped')) throw error
}

describe('a random year', () => {
  it('contains everything that figures count', () => {
    const { counts } = year
    const names = [
      'booked',
      'booked at the desk',
      'booked through a link',
      'cancelled',
      'by clinic',
      'moved',
      'arrived',
      'completed',
      'no_show',
      'cash',
      'terminal',
      'card',
      'refunded',
      'dispute lost',
      'closed',
      'opened',
      'doctor deleted',
      'user removed',
      'linked',
    ]
    for (const name of names)
      expect([name, counts[name] ?? 0]).toEqual([name, expect.toSatisfy((n: number) => n > 0)])
    const byDoctor = Map.groupBy(allOf(db, appointments), ({ doctorId }) => doctorId)
    expect(byDoctor.size).toBeGreaterThan(3)
    expect(listCapacity(db, ALL, range()).length).toBeGreaterThan(330)
  })

  it('leaves no roll-up that differs from its source, so that none needs correction', async () => {
    expect(await compareInsights(context())).toEqual([])
    expect(allOf(db, events).filter(({ kind }) => kind === 'insights.mended')).toEqual([])
  })

  it('counts every figure as its rows do, for all days, doctors and treatments', () => {
    const random = createRandom(SEED + 1)
    const all = allOf(db, appointments)
    const doctorIds = [undefined, ...new Set(all.flatMap(({ doctorId }) => doctorId ?? []))]
    const treatmentIds = [undefined, ...allOf(db, treatments).map(({ id }) => id)]
    for (let n = 0; n < 30; n += 1) {
      const from = dayAfter('2027-01-02', random.below(340))
      const wanted = n === 0 ? range() : { from, to: dayAfter(from, random.below(120)) }
      const doctor = n === 0 ? undefined : random.pick(doctorIds)
      const treatment = n === 0 ? undefined : random.pick(treatmentIds)
      expectFigures(all, wanted, { doctor, treatment })
    }
  })

  it('takes and refunds the money that the closing sheets show, to the cent', () => {
    const sums = { taken: 0, refunded: 0 }
    const { from, to } = range()
    for (const day of daysFrom(from, to)) {
      const rows = listReceiptsOfDays(db, [day, day], TIME_ZONE)
      const money = readInsightsMoney(db, { from: day, to: day }, dayAfter(day)).total
      for (const method of paymentMethod.options) {
        const { takenCents } = sumReceipts(rows.filter(({ payment }) => payment.method === method))
        expect(money.taken[method]).toBe(takenCents)
        sums.taken += money.taken[method]
      }
      const refunded = sumReceipts(rows).refundedCents
      expect(sumOf(Object.values(money.refunded))).toBe(refunded)
      sums.refunded += refunded
    }
    const { total, treatments } = readInsightsMoney(db, range(), year.today())
    expect(sumOf(Object.values(total.taken))).toBe(sums.taken)
    expect(sumOf(treatments.map(({ taken }) => taken))).toBe(sums.taken)
    expect(sumOf(treatments.map(({ refunded }) => refunded))).toBe(sums.refunded)
    expect(total.disputeLost).toBe(lostIn(range()))
  })

  it('keeps the capacity of the past when doctors and closures are deleted', () => {
    for (const { date, hours } of listCapacity(db, ALL, range())) {
      expect([date, hours]).toEqual([date, openOn.get(date)?.get(ALL)])
    }
    expect(allOf(db, doctors).length).toBe(2)
  })

  it('is the same after all days are counted again', async () => {
    const before = rollUpContents(db)
    db.delete(insightDays).run()
    db.delete(insightMoney).run()
    await rebuildInsights(context(), 'all')
    expect(rollUpContents(db)).toEqual(before)
  })
})

const range = (): DateRange => ({ from: '2027-01-02', to: dayAfter(year.today(), -1) })
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

function expectFigures(
  all: readonly AppointmentRow[],
  { from, to }: DateRange,
  { doctor, treatment }: { doctor: string | undefined; treatment: string | undefined },
) {
  const today = year.today()
  const last = to < today ? to : dayAfter(today, -1)
  const figures = readInsights(db, { from, to, doctor, treatment }, { today, now: year.now() })
  const isInScope = (row: AppointmentRow) =>
    (!doctor || row.doctorId === doctor) && (!treatment || row.treatmentId === treatment)
  const scoped = all.filter(isInScope)
  const inRange = scoped.filter(({ date }) => from <= date && date <= last)
  const booked = inRange.filter(({ status }) => status === 'booked')
  const completed = booked.filter(({ attendance }) => attendance === 'completed').length
  const missed = booked.filter(({ attendance }) => attendance === 'no_show').length
  const open = daysFrom(from, last).map((date) => ({
    date,
    hours: openOn.get(date)?.get(doctor ?? ALL) ?? {},
  }))
  const openMinutes = sumOf(open.flatMap(({ hours }) => Object.values(hours)))
  const bookedMinutes = sumOf(
    booked
      .filter(({ date }) => openOn.get(date)?.has(doctor ?? ALL))
      .map(({ lengthMinutes }) => lengthMinutes),
  )
  const total = {
    booked: booked.length,
    completed,
    missed,
    unsettled: booked.length - completed - missed,
    cancelledLate: inRange.filter(isCanceledLate).length,
    newFamilies: booked.filter((row) => firstOf(all, row)?.id === row.id).length,
    bookedMinutes,
    openMinutes,
  }
  expect(figures.total).toEqual(total)
  for (const key of Object.keys(total) as (keyof typeof total)[]) {
    expect(sumOf(figures.periods.map((period) => period[key]))).toBe(total[key])
  }
  expect(figures.periods[0]?.from).toBe(from)
  expect(figures.periods.at(-1)?.to).toBe(last)

  expectSources(figures, booked)

  const monday9 = figures.filled.find(({ weekday, hour }) => weekday === 1 && hour === 9)
  const mondays = (date: IsoDate) => weekdayOf(date) === 1
  expect(monday9?.openMinutes ?? 0).toBe(
    sumOf(open.filter(({ date }) => mondays(date)).map(({ hours }) => hours[9] ?? 0)),
  )
  expect(sumOf(figures.filled.map(({ bookedMinutes }) => bookedMinutes))).toBe(bookedMinutes)

  const leads = booked
    .map(({ date, createdAt }) => apart(wallClockAt(createdAt, TIME_ZONE).today, date))
    .sort((a, b) => a - b)
  const middle = [leads[Math.floor((leads.length - 1) / 2)], leads[Math.floor(leads.length / 2)]]
  expect(figures.lead.median).toBe(
    leads.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2,
  )
  expect(figures.lead.bands).toEqual(inBands(LEAD_BANDS, leads))

  const unpaid = scoped.filter(
    ({ status, date, paid, attendance }) =>
      status === 'booked' && date < today && !paid && attendance !== 'no_show',
  )
  expect(figures.unpaid.ages).toEqual(
    inBands(
      UNPAID_AGES,
      unpaid.map(({ date }) => apart(date, today)),
    ),
  )
  const { ages } = readInsightsMoney(db, { from, to, doctor, treatment }, today).unpaid
  expect(sumOf(ages)).toBe(sumOf(unpaid.map(({ priceCents }) => priceCents)))
}

/** How the appointments were booked, by their events. */
function expectSources(figures: Pick<Insights, 'sources'>, booked: readonly AppointmentRow[]) {
  const origins = booked.map(({ id }) => {
    const { by, source } =
      findLatestEvent(db, { kind: 'appointment.booked', subject: id })?.data ?? {}
    return by === 'staff' ? 'by the desk' : (source ?? 'on the site')
  })
  const counts = Map.groupBy(origins, (origin) => origin)
  const numberOf = (origin: string) => counts.get(origin)?.length ?? 0
  const { site, desk, links, otherLinks } = figures.sources
  expect({ site, desk, otherLinks }).toEqual({
    site: numberOf('on the site'),
    desk: numberOf('by the desk'),
    otherLinks: 0,
  })
  for (const { source, booked } of links) expect(booked).toBe(numberOf(source))
  expect(site + desk + sumOf(links.map(({ booked }) => booked))).toBe(booked.length)
}

const apart = (from: IsoDate, to: IsoDate) => (Date.parse(to) - Date.parse(from)) / 86_400_000

function inBands(bands: readonly number[], values: readonly number[]): number[] {
  return bands.map(
    (from, n) =>
      values.filter((value) => from <= value && value < (bands[n + 1] ?? Number.POSITIVE_INFINITY))
        .length,
  )
}

/** Appointments that the family canceled less than 24 hours before the start. */
function isCanceledLate({ id, status, date, startMinute, cancelledAt }: AppointmentRow): boolean {
  if (status !== 'cancelled' || !cancelledAt) return false
  const event = findLatestEvent(db, { kind: 'appointment.cancelled', subject: id })
  const start = instantOf({ date, startMinute }, TIME_ZONE)
  return event?.data.by === 'family' && start.getTime() - cancelledAt.getTime() < 24 * 3_600_000
}

/** The first booked appointment of the same family. */
function firstOf(all: readonly AppointmentRow[], row: AppointmentRow): AppointmentRow | undefined {
  const family = row.patientUid ?? row.deskFamilyId
  if (family === null) return year.firstOfRemoved.has(row.id) ? row : undefined
  return all
    .filter(
      (other) => other.status === 'booked' && (other.patientUid ?? other.deskFamilyId) === family,
    )
    .sort(inOrder)[0]
}

/** Cents of lost disputes. */
function lostIn({ from, to }: DateRange): number {
  const lost = allOf(db, events).filter(({ kind, occurredAt }) => {
    const { today } = wallClockAt(occurredAt, TIME_ZONE)
    return kind === 'payment.dispute_lost' && from <= today && today <= to
  })
  const ids = lost.map(({ subject }) => subject)
  const paid = allOf(db, payments).filter(({ id }) => ids.includes(id))
  const items = allOf(db, paymentItems).filter(({ paymentId }) =>
    paid.some(({ id }) => id === paymentId),
  )
  const refunded = listRefundsOfAll(db, ids).filter(({ state }) => state !== 'failed')
  return (
    sumOf(items.map(({ amountCents }) => amountCents)) -
    sumOf(refunded.map(({ amountCents }) => amountCents))
  )
}
