import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { openTimes, type WorkingDay } from '#contract/schedule/free-times.ts'
import type { Span } from '#contract/schedule/schedule.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  ALL,
  findLatestCapacity,
  insertCapacity,
  type MinutesByHour,
} from '#drizzle/queries/insights/roll-ups.ts'
import { readSourceSpan } from '#drizzle/queries/insights/source.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { currentSchedule, dayOf, type Schedule } from '../availability/schedule.ts'
import { addMinutes, minutesByHour } from './compute-day.ts'

/** How many days one transaction stores. */
const DAYS_AT_ONCE = 20

type Today = Pick<ClinicMoment, 'today' | 'timeZone'>

/** `keepCapacity` of all days, in short transactions: after an import, a clinic has years of them. */
export async function keepCapacityInSteps(
  db: Database,
  today: Today,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const keep = (tx: Transaction) => keepCapacity(tx, today, DAYS_AT_ONCE)
  while (!(await writeTransaction(db, keep))) signal?.throwIfAborted()
}

/**
 * Stores the open minutes of past days that are not stored yet, by the present schedule. Also called before a
 * doctor or a closure is deleted, because the past could not be computed afterwards.
 * @param most days to store in this call
 * @returns whether all of them are stored
 */
export function keepCapacity(
  db: Transaction,
  { today, timeZone }: Today,
  most = Number.POSITIVE_INFINITY,
): boolean {
  const yesterday = dayAfter(today, -1)
  const latest = findLatestCapacity(db)
  const first = latest === undefined ? readSourceSpan(db).appointments?.first : dayAfter(latest)
  const schedule = currentSchedule(db)
  let kept = 0
  for (let date = first ?? yesterday; date <= yesterday; date = dayAfter(date)) {
    if (kept === most) return false
    insertCapacity(db, date, openMinutes(schedule, date, timeZone))
    kept += 1
  }
  return true
}

/**
 * Open minutes of each doctor who gives a treatment, and of each treatment without doctors, which takes one
 * patient at a time. `ALL` has their sum, also for a closed day.
 */
export function openMinutes(
  schedule: Schedule,
  date: IsoDate,
  timeZone: string,
): Map<string, MinutesByHour> {
  const day = dayOf(schedule, date, { timeZone, today: date, minute: 0, lastDay: date })
  const clinic = openTimes(day.clinic)
  const capacity = new Map<string, MinutesByHour>()
  const sessions = day.sessions.flatMap((session) =>
    openTimes({ hours: [session], blocked: day.clinic.blocked }).map((span) => ({
      ...session,
      ...span,
    })),
  )
  const treating = new Set([...schedule.doctorsOf.values()].flat())
  for (const [id, doctor] of day.doctors) {
    if (!treating.has(id)) continue
    const own = sessions.filter(({ doctorId }) =>
      doctorId === null ? doctor.followsClinic : doctorId === id,
    )
    const hours = [...common(clinic, doctor), ...own]
    capacity.set(id, sumUp(openTimes({ hours, blocked: doctor.blocked })))
  }
  for (const { id, doctors, needsDoctor } of schedule.treatments) {
    if (doctors.length > 0 || needsDoctor) continue
    const own = sessions.filter(
      ({ doctorId, treatmentIds }) =>
        doctorId === null && (treatmentIds.length === 0 || treatmentIds.includes(id)),
    )
    capacity.set(id, sumUp(openTimes({ hours: [...clinic, ...own], blocked: [] })))
  }
  const all: MinutesByHour = {}
  for (const hours of capacity.values()) addMinutes(all, hours)
  return capacity.set(ALL, all)
}

/** The times at which both the clinic and the doctor work. */
function common(clinic: readonly Span[], doctor: WorkingDay): Span[] {
  return openTimes(doctor).flatMap((one) =>
    clinic
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from < to),
  )
}

function sumUp(spans: readonly Span[]): MinutesByHour {
  const sum: MinutesByHour = {}
  for (const { from, to } of spans) addMinutes(sum, minutesByHour(from, to))
  return sum
}
