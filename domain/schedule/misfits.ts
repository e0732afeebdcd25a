import { createHash } from 'node:crypto'
import { formatSlot } from '#contract/booking/slots.ts'
import { fromIsoDate, type IsoDate } from '#contract/dates.ts'
import { type AgeLimits, ageInMonths, isAdultAge, isOfAge } from '#contract/families/ages.ts'
import { toDollars } from '#contract/money.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import {
  type AffectedAppointment,
  type HoursPlan,
  type Impact,
  MAX_NAMED,
  type Misfit,
  type MisfitReason,
  planOn,
  type Span,
} from '#contract/schedule/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import { type AppointmentRow, toPatient } from '#drizzle/queries/booking/appointments.ts'
import {
  listComingTimes,
  type Offering,
  readInOrder,
  readKept,
  readOfferings,
} from '#drizzle/queries/booking/misfits.ts'
import { readPaidItems, sumMoney } from '#drizzle/queries/payments/refunds.ts'
import { type ClosureRow, readClosures } from '#drizzle/queries/schedule/closures.ts'
import { CLINIC, type Owner, readHours } from '#drizzle/queries/schedule/hours.ts'

/** Everything that decides whether an appointment fits. */
export interface FullSchedule {
  hours: ReadonlyMap<Owner, readonly HoursPlan[]>
  closures: readonly ClosureRow[]
  offerings: ReadonlyMap<string, Offering>
  doctors: ReadonlySet<string>
}

type Moment = Pick<ClinicMoment, 'today' | 'minute'>

const NO_PLANS: readonly HoursPlan[] = []

/** The schedule from today on. */
export function readFullSchedule(db: Database, { today }: Moment): FullSchedule {
  return { hours: readHours(db), closures: readClosures(db, today), ...readOfferings(db) }
}

type Time = Pick<AppointmentRow, 'date' | 'startMinute' | 'lengthMinutes'>

/** Why the appointment does not fit the schedule; empty when it fits. */
export function findMisfitReasons(
  appointment: Time &
    Pick<AppointmentRow, 'treatmentId' | 'doctorId' | 'childBirthDate' | 'overrideReason'>,
  { hours, closures, offerings, doctors }: FullSchedule,
): MisfitReason[] {
  const { treatmentId, doctorId, startMinute, lengthMinutes } = appointment
  const isClosed = (owner: Owner) =>
    closures.some((closure) => closure.doctorId === owner && isWithin(appointment, closure))
  const offering = offerings.get(treatmentId)
  const offersTime = offering?.times.some(
    (time) => time.startMinute === startMinute && time.lengthMinutes <= lengthMinutes,
  )
  const facts: Record<MisfitReason, boolean> = {
    closed: isClosed(CLINIC),
    outside_hours: !worksAt(hours.get(CLINIC) ?? NO_PLANS, appointment),
    doctor_absent: false,
    doctor_off: false,
    doctor_removed: false,
    doctor_not_giving: false,
    treatment_inactive: !offering?.active,
    time_not_offered: Boolean(offering?.active) && !offersTime,
    other_age: isOtherAge(appointment, offering),
  }
  if (doctorId !== null && !doctors.has(doctorId)) facts.doctor_removed = true
  else if (doctorId !== null) {
    const own = hours.get(doctorId) ?? NO_PLANS
    facts.doctor_absent = isClosed(doctorId)
    // Without a plan a doctor works the clinic's hours.
    facts.doctor_off = planOn(own, appointment.date) !== undefined && !worksAt(own, appointment)
    facts.doctor_not_giving = !offering?.doctors.has(doctorId)
  }
  return (Object.keys(facts) as MisfitReason[]).filter((reason) => facts[reason])
}

/** Whether the child is of another age than the treatment is for; staff may have decided to book it. */
function isOtherAge(
  {
    date,
    childBirthDate,
    overrideReason,
  }: Pick<AppointmentRow, 'date' | 'childBirthDate' | 'overrideReason'>,
  offering: AgeLimits | undefined,
): boolean {
  if (childBirthDate === null || overrideReason !== null) return false
  const months = ageInMonths(childBirthDate, date)
  return isAdultAge(months) || (offering !== undefined && !isOfAge(months, offering))
}

/** Whether the closure takes some of the appointment's time. */
export function isWithin(
  { date, startMinute, lengthMinutes }: Time,
  closure: Pick<ClosureRow, 'fromDate' | 'toDate' | 'fromMinute' | 'toMinute'>,
): boolean {
  return (
    closure.fromDate <= date &&
    date <= closure.toDate &&
    closure.fromMinute < startMinute + lengthMinutes &&
    startMinute < closure.toMinute
  )
}

function worksAt(plans: readonly HoursPlan[], { date, startMinute, lengthMinutes }: Time): boolean {
  return covers(spansOn(plans, date), startMinute, startMinute + lengthMinutes)
}

/** The times of a day by the plans that were read: hundreds of appointments ask for the same day. */
const knownSpans = new WeakMap<readonly HoursPlan[], Map<IsoDate, readonly Span[]>>()

/** In order. */
function spansOn(plans: readonly HoursPlan[], date: IsoDate): readonly Span[] {
  const known = knownSpans.get(plans) ?? new Map<IsoDate, readonly Span[]>()
  knownSpans.set(plans, known)
  const week = () => planOn(plans, date)?.week[fromIsoDate(date).getDay()] ?? []
  const spans = known.get(date) ?? week().toSorted((a, b) => a.from - b.from)
  known.set(date, spans)
  return spans
}

/** Whether the times, in order, together leave no gap from one minute to another. */
function covers(spans: readonly Span[], from: number, to: number): boolean {
  let reached = from
  for (const span of spans) {
    if (span.from <= reached && reached < span.to) reached = span.to
  }
  return reached >= to
}

/** An appointment that does not fit, and why. */
export interface MisfitRow {
  row: AppointmentRow
  reasons: MisfitReason[]
}

/**
 * Appointments to come that do not fit and that no admin has decided to keep, in order.
 * @param days from one to another; all when absent
 */
export function listMisfits(
  db: Database,
  moment: Moment,
  days: { from?: IsoDate; to?: IsoDate } = {},
): MisfitRow[] {
  const schedule = readFullSchedule(db, moment)
  const kept = readKept(db)
  const found = new Map<string, MisfitReason[]>()
  for (const time of listComingTimes(db, moment, days)) {
    const reasons = findMisfitReasons(time, schedule)
    if (reasons.length === 0) continue
    const decision = kept.get(time.id)
    const known = decision?.version === time.version ? decision.reasons : []
    if (reasons.some((reason) => !known.includes(reason))) found.set(time.id, reasons)
  }
  return readInOrder(db, [...found.keys()]).map((row) => ({
    row,
    reasons: found.get(row.id) ?? [],
  }))
}

/**
 * Appointments to come that would no longer fit, or for one more reason, after a change.
 * @param change what the schedule would be
 */
export function listNewMisfits(
  db: Database,
  moment: Moment,
  change: (schedule: FullSchedule) => FullSchedule,
): AppointmentRow[] {
  const before = readFullSchedule(db, moment)
  const after = change(before)
  const found = listComingTimes(db, moment).filter((time) => {
    const reasons = findMisfitReasons(time, after)
    if (reasons.length === 0) return false
    const known = findMisfitReasons(time, before)
    return reasons.some((reason) => !known.includes(reason))
  })
  return readInOrder(
    db,
    found.map(({ id }) => id),
  )
}

/** What a change would do to these appointments. */
export function describeImpact(db: Database, rows: readonly AppointmentRow[]): Impact {
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
    total: rows.length,
    families: new Set(
      rows.map(({ patientUid, deskFamilyId, email }) => patientUid ?? deskFamilyId ?? email),
    ).size,
    paid: paid.length,
    refund: toDollars(refundCents),
    appointments: rows.slice(0, MAX_NAMED).map(toAffected),
  }
}

/** A short text that is the same for equal values only. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

function toAffected(row: AppointmentRow): AffectedAppointment {
  const { id, version, date, treatment, doctorName, email, phone, paid } = row
  return {
    _id: id,
    version,
    date,
    slot: formatSlot(row),
    treatment,
    doctor: doctorName,
    ...toPatient(row),
    email,
    phone,
    paid,
    price: toDollars(row.priceCents),
  }
}

/** As the API shows it. */
export function toMisfit({ row, reasons }: MisfitRow): Misfit {
  return { ...toAffected(row), treatmentId: row.treatmentId, reasons }
}
