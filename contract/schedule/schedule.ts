import * as z from 'zod/mini'
import { seenVersion } from '#contract/seen-version.ts'
import { optionalText, requiredLine } from '#contract/text.ts'
import { wantedSlot } from '#contract/wanted-time.ts'
import { daysBetween, type IsoDate } from '../dates.ts'
import { errorResponse, refusalWith } from '../errors.ts'
import { shownPatient } from '../patients/patients.ts'
import { shownPhone } from '../phone.ts'
import { plannedDate, wireDate } from '../wire-date.ts'

// Hours and closures of the clinic, or of the doctor in `doctor`. Times are minutes after local midnight;
// dates are ISO dates in responses.

export const MINUTES_PER_DAY = 24 * 60

/** The most times of a weekday, which allows seven breaks. */
const MAX_SPANS = 8

/** The longest reason, in characters. */
export const MAX_REASON = 100

/** The longest message of a closure for families, in characters. */
export const MAX_FOR_FAMILIES = 200

/** The most days of a closure: an absence of a year. */
const MAX_CLOSED_DAYS = 366

/** The weekdays in the order of `week`. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** Minutes after midnight; 1440 is the end of the day. */
export const minuteOfDay = z
  .int('Enter a time')
  .check(z.gte(0, 'Enter a time'), z.lte(MINUTES_PER_DAY))

/** An open time of a day; the gap between two is a break. */
const span = z
  .strictObject({ from: minuteOfDay, to: minuteOfDay })
  .check(z.refine(({ from, to }) => from < to, 'The end must be after the beginning'))
export type Span = z.infer<typeof span>

/** A week of hours: the times of each weekday from Sunday on. A day without times is closed. */
export const week = z
  .array(
    z.array(span).check(
      z.maxLength(MAX_SPANS, 'That is too many breaks for one day'),
      z.refine((spans) => !findOverlap(spans), 'These times overlap'),
    ),
  )
  .check(z.length(7, 'A week has seven days'))
export type Week = z.infer<typeof week>

/** The first time of a day that begins before an earlier one ends; undefined without any. */
function findOverlap(spans: readonly Span[]): Span | undefined {
  return spans.find((one, index) =>
    spans.slice(0, index).some((other) => one.from < other.to && other.from < one.to),
  )
}

/** A week of hours that applies from a day on, until the next plan. */
const hoursPlan = z.object({ validFrom: z.string(), week })
export type HoursPlan = z.infer<typeof hoursPlan>

/** The plan that applies on a day; undefined before the first. */
export function planOn<Plan extends { validFrom: IsoDate }>(
  plans: readonly Plan[],
  date: IsoDate,
): Plan | undefined {
  return plans.findLast(({ validFrom }) => validFrom <= date)
}

const closureTimes = {
  fromDate: plannedDate,
  /** The last day. */
  toDate: plannedDate,
  /** The same minutes on each of the days; 0 to 1440 is all day. */
  fromMinute: minuteOfDay,
  toMinute: minuteOfDay,
}

/** Why the clinic is closed, or a doctor is away. */
export const reason = requiredLine('The reason', MAX_REASON, 'Enter a reason')

/** A message for families to which another time is offered. */
const forFamilies = { forFamilies: z.optional(optionalText('The message', MAX_FOR_FAMILIES)) }

/** Days on which the clinic is closed, or a doctor is away. */
const closure = z.object({
  _id: z.string(),
  fromDate: z.string(),
  toDate: z.string(),
  fromMinute: z.number(),
  toMinute: z.number(),
  /** Patients see the clinic's reasons; a doctor's are for the clinic only. */
  reason: z.string(),
})
export type Closure = z.infer<typeof closure>

/** `doctor`: its owner; absent for the clinic. */
const owner = { doctor: z.optional(z.uuid('Invalid doctor ID')) }

/** `GET /schedule?doctor=`. */
export const scheduleQuery = z.strictObject(owner)

/** The hours and closures of the clinic or of a doctor. */
export const schedule = z.object({
  /** Today in the clinic's time zone. */
  today: z.string(),
  /** The last day that patients can book. */
  lastDay: z.string(),
  /** The version of the hours; each change of them carries it. */
  version: z.string(),
  /**
   * Today's plan, if there is one, and later ones, in order. A doctor without a plan works the clinic's
   * hours.
   */
  plans: z.array(hoursPlan),
  /** In order, including closures of the past year. */
  closures: z.array(closure),
})
export type Schedule = z.infer<typeof schedule>

/** `GET /schedule/year`: when the clinic is closed and doctors are away, from today on. */
export const scheduleYear = z.object({
  /** Today in the clinic's time zone. */
  today: z.string(),
  /** The upcoming days on which hours of the clinic or of a doctor change, in order. */
  changes: z.array(z.string()),
  /** The clinic, then the doctors in the order of their names. */
  rows: z.array(
    z.object({
      doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
      closures: z.array(
        z.object({
          ...closure.shape,
          /** Booked appointments in that time, from today on. */
          appointments: z.number(),
        }),
      ),
    }),
  ),
})
export type ScheduleYear = z.infer<typeof scheduleYear>

/**
 * The decision about affected appointments: `list` leaves each one to decide, `keep` keeps all, `cancel`
 * cancels all with a full refund.
 */
export const decision = z.enum(['list', 'keep', 'cancel'])
export type Decision = z.infer<typeof decision>

/** `reoffer` holds another time for each one, and cancels those that are not accepted in time. */
const closureDecision = z.enum([...decision.options, 'reoffer'])
export type ClosureDecision = z.infer<typeof closureDecision>

/** `fingerprint` of the preview that the admin decided on; not needed for `list`. */
const fingerprint = z.optional(z.string().check(z.maxLength(64)))

const decided = { appointments: decision, fingerprint }
/** Required when appointments would no longer fit. */
export const perhapsDecided = { appointments: z.optional(decision), fingerprint }

const hoursChange = {
  ...owner,
  /** The first day of the plan: today or later. */
  validFrom: plannedDate,
  week,
}

/** `POST /schedule/hours/preview`. */
export const hoursPreview = z.strictObject(hoursChange)
export type HoursPreview = z.input<typeof hoursPreview>

const version = z.string().check(z.maxLength(64))

/** `PUT /schedule/hours`: adds the plan, or replaces the plan of that day. */
export const newHours = z.strictObject({ ...hoursChange, ...decided, version })

/**
 * `DELETE /schedule/hours/{validFrom}?version=&doctor=&appointments=&fingerprint=`: withdraws a plan that has
 * not begun. Requires a decision when appointments would no longer fit.
 */
export const hoursParams = z.object({ validFrom: wireDate })
export const hoursWithdrawal = z.strictObject({
  ...owner,
  version,
  ...perhapsDecided,
})

type ClosureTimes = Omit<Closure, '_id' | 'reason'>

const isInOrder = z.refine<ClosureTimes>(({ fromDate, toDate }) => fromDate <= toDate, {
  message: 'The last day must not be before the first',
  path: ['toDate'],
})
const isShort = z.refine<ClosureTimes>(
  ({ fromDate, toDate }) => daysBetween(fromDate, toDate) < MAX_CLOSED_DAYS,
  { message: `Close at most ${MAX_CLOSED_DAYS} days at a time`, path: ['toDate'] },
)
const endsLater = z.refine<ClosureTimes>(({ fromMinute, toMinute }) => fromMinute < toMinute, {
  message: 'The end must be after the beginning',
  path: ['toMinute'],
})

/** `POST /schedule/closures/preview`. */
export const closurePreview = z
  .strictObject({ ...owner, ...closureTimes, reason, ...forFamilies })
  .check(isInOrder, isShort, endsLater)
export type ClosurePreview = z.input<typeof closurePreview>

/** `POST /schedule/closures`. */
export const newClosure = z
  .strictObject({
    ...owner,
    ...closureTimes,
    reason,
    ...forFamilies,
    appointments: closureDecision,
    fingerprint,
  })
  .check(isInOrder, isShort, endsLater)

/** `DELETE /schedule/closures/{id}`. */
export const closureParams = z.object({ id: z.uuid('Invalid closure ID') })

/** An upcoming appointment that a change affects, or that does not fit the schedule. */
export const affectedAppointment = z.object({
  _id: z.string(),
  /** Grows with each change of the appointment. */
  version: z.number(),
  /** ISO date. */
  date: z.string(),
  /** '09:00 AM - 09:30 AM' */
  slot: z.string(),
  treatment: z.string(),
  doctor: z.nullable(z.string()),
  /** Id of the family; null once the account is removed. */
  family: z.nullable(z.string()),
  ...shownPatient,
  email: z.string(),
  ...shownPhone,
  paid: z.boolean(),
  /** Dollars. */
  price: z.number(),
})
export type AffectedAppointment = z.infer<typeof affectedAppointment>

/** The most appointments that a preview lists. */
export const MAX_NAMED = 100

/** What `reoffer` would do; only for a closure of at most 200 appointments. */
const reofferProposal = z.object({
  /** Replaces the impact's fingerprint, because it also covers the proposed times. */
  fingerprint: z.string(),
  /** Until when the times are held, on the clinic's clock. */
  untilAt: z.object({ date: z.string(), minute: z.number() }),
  /** How many get another time; the others are canceled. */
  total: z.number(),
  /** Of the appointments that the preview lists. */
  times: z.array(
    z.object({
      /** Id of the appointment. */
      _id: z.string(),
      date: z.string(),
      slot: z.string(),
      doctor: z.nullable(z.string()),
    }),
  ),
})

/** The effect of a change on upcoming appointments. */
export const impact = z.object({
  /** Families that no email reaches, by name: staff have to call them. */
  notTold: z.array(z.object({ _id: z.nullable(z.string()), name: z.string(), ...shownPhone })),
  /** Identifies the present state of the affected appointments. */
  fingerprint: z.string(),
  total: z.number(),
  families: z.number(),
  paid: z.number(),
  /** The refunds if all were canceled, in dollars. */
  refund: z.number(),
  /** The first 100, in order. */
  appointments: z.array(affectedAppointment),
  reoffer: z.optional(reofferProposal),
})
export type Impact = z.infer<typeof impact>

/** What happened to the appointments that a change cancels. */
export const canceledWithChange = z.object({
  /** How many appointments were canceled, and how many of them are refunded. */
  cancelled: z.number(),
  refunded: z.number(),
  /** How many a job cancels and refunds instead, because one transaction would take too long. */
  toCancel: z.optional(z.number()),
})

export type CanceledWithChange = z.infer<typeof canceledWithChange>

/** A change of hours or closures that was applied. */
export const scheduleChange = z.object({
  ...canceledWithChange.shape,
  /** For how many appointments another time is held. */
  reoffered: z.optional(z.number()),
  schedule,
})
export type ScheduleChange = z.infer<typeof scheduleChange>

/** 409: another admin changed the hours; `current` is their present state. */
const staleSchedule = refusalWith('stale', { current: schedule })
/** 409: the affected appointments changed since the preview; `impact` is the new preview. */
export const outdatedPreview = refusalWith('outdated', { impact })
/** 409: the change affects appointments and needs a decision; nothing was changed. */
export const undecidedChange = refusalWith('undecided', { impact })
/** 409 on the deletion of a doctor. */
export const deletionRefusal = z.union([outdatedPreview, errorResponse])
export const scheduleRefusal = z.union([staleSchedule, outdatedPreview, errorResponse])
/** 409 on the withdrawal of hours. */
export const withdrawalRefusal = z.union([
  staleSchedule,
  outdatedPreview,
  undecidedChange,
  errorResponse,
])
export type StaleSchedule = z.infer<typeof staleSchedule>
export type OutdatedPreview = z.infer<typeof outdatedPreview>
export type UndecidedChange = z.infer<typeof undecidedChange>

/**
 * `DELETE /doctor/{email}?appointments=&fingerprint=`: the decision about the doctor's upcoming appointments,
 * after `POST /doctor/{email}/deletion/preview`; required when there are any.
 */
export const doctorDeletion = z.strictObject(perhapsDecided)

/** Why an appointment does not fit the schedule. */
const conflictReason = z.enum([
  'closed',
  'outside_hours',
  /** The doctor is absent, does not work then, was deleted, or no longer gives the treatment. */
  'doctor_absent',
  'doctor_off',
  'doctor_removed',
  'doctor_not_giving',
  /** The treatment is no longer offered, or takes longer, or starts at other times. */
  'treatment_inactive',
  'time_not_offered',
  /** The child's birth date or the treatment's age limits have changed. */
  'other_age',
])
export type ConflictReason = z.infer<typeof conflictReason>

const conflict = z.object({
  ...affectedAppointment.shape,
  /** The id in `GET /available`, which lists the times to which it can be moved. */
  treatmentId: z.string(),
  reasons: z.array(conflictReason),
})
export type ScheduleConflict = z.infer<typeof conflict>

/** `GET /schedule/misfits`: upcoming appointments that no longer fit, in order. */
export const conflictList = z.array(conflict)

const seen = { version: seenVersion }
/** `POST /schedule/misfits/{id}/keep` and `/cancel`: the version of the appointment that the admin saw. */
export const seenAppointment = z.strictObject(seen)
/** `POST /schedule/misfits/{id}/move`: the new day and time, as `GET /available` offers them. */
export const newTime = z.strictObject({
  ...seen,
  date: wireDate,
  slot: wantedSlot,
})

export const conflictResponse = z.object({ misfits: conflictList })

/** 409: the appointment changed meanwhile, or the time is taken. */
export const conflictRefusal = z.union([
  refusalWith('stale', { current: z.nullable(conflict) }),
  errorResponse,
])
