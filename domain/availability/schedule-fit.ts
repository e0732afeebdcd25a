import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import { ADULT_YEARS, type AgeLimits, lastBirthDate } from '#contract/guardians/ages.ts'
import { type ConflictReason, planOn, type Span } from '#contract/schedule/schedule.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'
import type { SessionRow } from '#drizzle/queries/schedule/extra-sessions.ts'
import { CLINIC, type Owner } from '#drizzle/queries/schedule/hours.ts'
import { type Offering, readOfferings } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { keepUntilChanged } from './keep-until-changed.ts'
import { currentSchedule, type Schedule } from './schedule.ts'

/** Everything that decides whether an appointment fits the schedule. */
export interface FullSchedule
  extends Pick<Schedule, 'hours' | 'closures' | 'sessions' | 'doctorIds' | 'doctorsOf'> {
  offerings: ReadonlyMap<string, Offering>
}

/** The schedule as it is now, past closures included. */
export const fullSchedule = keepUntilChanged(
  (db): FullSchedule => ({ ...currentSchedule(db), offerings: readOfferings(db) }),
)

type Time = Pick<AppointmentRow, 'date' | 'startMinute' | 'lengthMinutes'>

/** Why the appointment does not fit the schedule; empty when it fits. */
export function findConflictReasons(
  appointment: Time &
    Pick<AppointmentRow, 'treatmentId' | 'doctorId' | 'childBirthDate' | 'overrideReason'>,
  schedule: FullSchedule,
): ConflictReason[] {
  const { treatmentId, doctorId, startMinute, lengthMinutes } = appointment
  const day = readDay(schedule, appointment.date)
  const isClosed = (owner: Owner) =>
    day.closures.some((closure) => closure.doctorId === owner && isWithin(appointment, closure))
  const offering = schedule.offerings.get(treatmentId)
  const offersTime =
    offering?.weekdays.includes(day.weekday) &&
    offering.times.some(
      (time) => time.startMinute === startMinute && time.lengthMinutes <= lengthMinutes,
    )
  const isExtra = day.sessions.some((session) => isInSession(appointment, session))
  const found: ConflictReason[] = []
  if (isClosed(CLINIC)) found.push('closed')
  if (!isExtra && !worksAt(day, CLINIC, appointment)) found.push('outside_hours')
  if (doctorId !== null && !schedule.doctorIds.includes(doctorId)) found.push('doctor_removed')
  else if (doctorId !== null) {
    if (isClosed(doctorId)) found.push('doctor_absent')
    // A doctor without a plan works the clinic's hours.
    const hasPlan = day.plans.get(doctorId) !== undefined
    if (!isExtra && hasPlan && !worksAt(day, doctorId, appointment)) found.push('doctor_off')
    if (!schedule.doctorsOf.get(treatmentId)?.includes(doctorId)) found.push('doctor_not_giving')
  }
  if (!offering?.active) found.push('treatment_inactive')
  else if (!offersTime && !isExtra) found.push('time_not_offered')
  if (isOtherAge(appointment, day, offering)) found.push('other_age')
  return found
}

/** The schedule of one day. */
interface Day {
  weekday: number
  closures: readonly ClosureRow[]
  sessions: readonly SessionRow[]
  /** The times of the owners that have a plan for the day, in order. */
  plans: ReadonlyMap<Owner, readonly Span[]>
  /** By treatment id; filled on demand. */
  births: Map<string, BirthDates>
}

/** The birth dates with which a child's age suits a treatment on a day. */
interface BirthDates {
  after: IsoDate
  /** The latest one; undefined when there is no minimum age. */
  to: IsoDate | undefined
}

/** Cached, because hundreds of appointments ask for the same day. */
const knownDays = new WeakMap<FullSchedule, Map<IsoDate, Day>>()

function readDay(schedule: FullSchedule, date: IsoDate): Day {
  const known = knownDays.get(schedule) ?? new Map<IsoDate, Day>()
  knownDays.set(schedule, known)
  const day = known.get(date) ?? toDay(schedule, date)
  known.set(date, day)
  return day
}

function toDay({ hours, closures, sessions }: FullSchedule, date: IsoDate): Day {
  const weekday = weekdayOf(date)
  const plans = [...hours].flatMap(([owner, all]): [Owner, Span[]][] => {
    const spans = planOn(all, date)?.week[weekday]
    return spans ? [[owner, spans.toSorted((a, b) => a.from - b.from)]] : []
  })
  return {
    weekday,
    closures: closures.filter(({ fromDate, toDate }) => fromDate <= date && date <= toDate),
    sessions: sessions.filter((session) => session.date === date),
    plans: new Map(plans),
    births: new Map(),
  }
}

/** Whether the child's age does not suit the treatment; staff may have booked it nevertheless. */
function isOtherAge(
  {
    date,
    treatmentId,
    childBirthDate,
    overrideReason,
  }: Pick<AppointmentRow, 'date' | 'treatmentId' | 'childBirthDate' | 'overrideReason'>,
  { births }: Day,
  offering: AgeLimits | undefined,
): boolean {
  if (childBirthDate === null || overrideReason !== null) return false
  const suitable = births.get(treatmentId) ?? birthDatesFor(date, offering)
  births.set(treatmentId, suitable)
  const { after, to } = suitable
  return childBirthDate <= after || (to !== undefined && childBirthDate > to)
}

/** Without an offering, only adults do not fit. */
function birthDatesFor(date: IsoDate, offering: AgeLimits | undefined): BirthDates {
  const tooOld = Math.min(offering?.maxAgeMonths ?? Number.POSITIVE_INFINITY, ADULT_YEARS * 12)
  return {
    after: lastBirthDate(date, tooOld),
    to: offering && lastBirthDate(date, offering.minAgeMonths ?? 0),
  }
}

/** Whether the appointment lies in an extra session for its treatment and doctor. */
export function isInSession(
  {
    date,
    startMinute,
    lengthMinutes,
    treatmentId,
    doctorId,
  }: Time & Pick<AppointmentRow, 'treatmentId' | 'doctorId'>,
  session: SessionRow,
): boolean {
  return (
    session.date === date &&
    session.fromMinute <= startMinute &&
    startMinute + lengthMinutes <= session.toMinute &&
    (session.doctorId === null || session.doctorId === doctorId) &&
    (session.treatmentIds.length === 0 || session.treatmentIds.includes(treatmentId))
  )
}

/** Whether the closure overlaps the appointment. */
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

function worksAt({ plans }: Day, owner: Owner, { startMinute, lengthMinutes }: Time): boolean {
  return covers(plans.get(owner) ?? [], startMinute, startMinute + lengthMinutes)
}

/** Whether these times, in order, leave no gap between two minutes. */
function covers(spans: readonly Span[], from: number, to: number): boolean {
  let reached = from
  for (const span of spans) {
    if (span.from <= reached && reached < span.to) reached = span.to
  }
  return reached >= to
}
