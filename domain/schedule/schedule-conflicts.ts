import type { WallClock } from '#contract/clinic-time.ts'
import type { IsoDate } from '#contract/dates.ts'
import { type ConflictReason, MAX_NAMED } from '#contract/schedule/schedule.ts'
import { fingerprintOf } from '#domain/availability/fingerprint.ts'
import { hasStarted } from '#domain/availability/free-times.ts'
import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { listDecidedIds } from '#drizzle/queries/booking/decided-cancellations.ts'
import { listUnreached } from '#drizzle/queries/front-desk/families.ts'
import { readPaidItems, sumMoney } from '#drizzle/queries/payments/refunds.ts'
import {
  type AffectedRow,
  type ComingTime,
  type Concerned,
  listComingTimes,
  listTimesOfDays,
  readAffected,
  readAppointmentDays,
  readInOrder,
  readKept,
} from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { listReoffered } from '#drizzle/queries/waitlist/waitlist.ts'
import {
  type FullSchedule,
  findConflictReasons,
  fullSchedule,
} from '../availability/schedule-fit.ts'

/** An appointment that does not fit, and why. */
export interface ConflictRow {
  row: AppointmentRow
  reasons: ConflictReason[]
}

/**
 * Upcoming appointments that do not fit and that no admin has kept, in order.
 * @param days a range; all when absent
 */
export function listScheduleConflicts(
  db: Database,
  moment: WallClock,
  days: { from?: IsoDate; to?: IsoDate } = {},
): ConflictRow[] {
  const found = findConflicts(db, moment, days)
  return readInOrder(
    db,
    Array.from(found.keys(), (id) => ({ id })),
  ).map((row) => ({
    row,
    reasons: found.get(row.id) ?? [],
  }))
}

/** How many conflicts `listScheduleConflicts` lists in total. */
export function countScheduleConflicts(db: Database, moment: WallClock): number {
  return findConflicts(db, moment).size
}

/** Why appointments do not fit, by id; leaves out those that an admin kept. */
function findConflicts(
  db: Database,
  moment: WallClock,
  { from = moment.today, to }: { from?: IsoDate; to?: IsoDate } = {},
): Map<string, ConflictReason[]> {
  const keptOf = readKept(db)
  // Their families decide about them, or they are being canceled.
  const [reoffered, decided] = [listReoffered(db), listDecidedIds(db)]
  const found = new Map<string, ConflictReason[]>()
  const { today } = moment
  for (const { time, reasons } of judgeDays(db, { from: from > today ? from : today, to })) {
    if (hasStarted(time, time.date, moment)) continue
    if (reoffered.has(time.id) || decided.has(time.id)) continue
    const kept = keptOf.get(time.id)
    const known = kept?.version === time.version ? kept.reasons : []
    if (reasons.some((reason) => !known.includes(reason))) found.set(time.id, reasons)
  }
  return found
}

/** A booked time that does not fit, and why. */
interface TimeConflict {
  time: ComingTime
  reasons: ConflictReason[]
}

/** The conflicts of each day, with the version of the day at which they were found. */
type JudgedDays = ReadonlyMap<IsoDate, { version: number; conflicts: TimeConflict[] }>

const judgedDays = new WeakMap<FullSchedule, JudgedDays>()

/**
 * Booked times of these days that do not fit the schedule, including those that have started. Reads only the
 * days that changed since the last call.
 */
function judgeDays(
  db: Database,
  range: { from: IsoDate; to?: IsoDate | undefined },
): TimeConflict[] {
  const schedule = fullSchedule(db)
  const known: JudgedDays = judgedDays.get(schedule) ?? new Map()
  const days = readAppointmentDays(db, range)
  const changed = days.filter(({ date, version }) => known.get(date)?.version !== version)
  const judged: JudgedDays =
    changed.length > 0 ? new Map([...known, ...judge(db, schedule, changed)]) : known
  // Not inside a transaction: a rollback frees its version numbers for other changes.
  if (!db.$client.inTransaction) judgedDays.set(schedule, judged)
  return days.flatMap(({ date }) => judged.get(date)?.conflicts ?? [])
}

function judge(
  db: Database,
  schedule: FullSchedule,
  days: readonly { date: IsoDate; version: number }[],
): JudgedDays {
  const judged = new Map(
    days.map(({ date, version }) => [date, { version, conflicts: [] as TimeConflict[] }]),
  )
  for (const time of listTimesOfDays(db, [...judged.keys()])) {
    const reasons = findConflictReasons(time, schedule)
    if (reasons.length > 0) judged.get(time.date)?.conflicts.push({ time, reasons })
  }
  return judged
}

/**
 * Upcoming appointments that a change would make not fit, or not fit for another reason.
 * @param change the schedule after the change
 * @param concerned the appointments that the change can affect
 */
export function listNewConflicts(
  db: Database,
  moment: WallClock,
  change: (schedule: FullSchedule) => FullSchedule,
  concerned: Concerned,
): AffectedRow[] {
  const before = fullSchedule(db)
  const after = change(before)
  const found = listComingTimes(db, moment, concerned).filter((time) => {
    const reasons = findConflictReasons(time, after)
    if (reasons.length === 0) return false
    const known = findConflictReasons(time, before)
    return reasons.some((reason) => !known.includes(reason))
  })
  return readAffected(db, found)
}

/** The effect of a change on these appointments. */
interface Impact {
  /** Of the appointments and their payments. */
  fingerprint: string
  families: number
  /** How many are paid. */
  paid: number
  /** The refunds, in cents. */
  refundCents: number
}

export function impactOf(db: Database, rows: readonly AffectedRow[]): Impact {
  const paid = rows.filter((row) => row.paid)
  const items = readPaidItems(
    db,
    paid.map(({ id }) => id),
  )
  const refundCents = sumMoney([...items.values()].flat()).keptCents
  return {
    fingerprint: fingerprintOf([
      refundCents,
      ...rows.map(({ id, version, paid }) => [id, version, paid]),
    ]),
    families: new Set(
      rows.map(({ patientUid, deskFamilyId, email }) => patientUid ?? deskFamilyId ?? email),
    ).size,
    paid: paid.length,
    refundCents,
  }
}

/** The effect of a change, with the appointments and families to show. */
export interface KnownImpact extends Impact {
  total: number
  /** The first appointments. */
  named: AppointmentRow[]
  /** One appointment of each family that no email reaches, sorted by name. */
  notTold: AppointmentRow[]
}

export function readImpact(db: Database, rows: readonly AffectedRow[]): KnownImpact {
  return {
    ...impactOf(db, rows),
    total: rows.length,
    named: readInOrder(db, rows.slice(0, MAX_NAMED)),
    notTold: listNotTold(db, rows),
  }
}

function listNotTold(db: Database, rows: readonly AffectedRow[]): AppointmentRow[] {
  const rowsOf = new Map(
    rows.map((row) => [row.patientUid ?? row.deskFamilyId ?? row.patientName, row]),
  )
  const ofFamilies = [...rowsOf.values()]
  const ids = ofFamilies.flatMap(({ patientUid, deskFamilyId }) => patientUid ?? deskFamilyId ?? [])
  const unreached = new Set(listUnreached(db, ids))
  const notTold = ofFamilies.filter(({ patientUid, deskFamilyId }) => {
    const family = patientUid ?? deskFamilyId
    return family === null || unreached.has(family)
  })
  const byId = new Map(readInOrder(db, notTold).map((row) => [row.id, row]))
  return notTold
    .flatMap(({ id }) => byId.get(id) ?? [])
    .sort((one, other) => one.patientName.localeCompare(other.patientName))
}
