import * as z from 'zod/mini'
import { appointmentId, doctorId } from '#contract/ids.ts'
import { seenVersion } from '#contract/seen-version.ts'
import { deskAttendance } from '../booking/appointments.ts'
import { conflictWith, errorResponse, refusalWith } from '../errors.ts'
import { affectedAppointment, newTime, reason } from './schedule.ts'

/** A doctor who is absent today, from a minute of the day on. */
const absence = {
  doctor: doctorId,
  /** Minutes after midnight at the clinic; 0: all day. */
  fromMinute: z.number('Choose a time').check(z.int(), z.gte(0), z.lte(1439)),
}

/** `POST /absences/preview`. */
export const absenceDraft = z.strictObject(absence)
export type AbsenceDraft = z.infer<typeof absenceDraft>

const doctorName = z.object({ _id: z.string(), name: z.string() })

/** An appointment of the absent doctor that is neither completed nor missed. */
const absentAppointment = z.object({
  ...affectedAppointment.shape,
  /** The id in `GET /available`, which lists the times to which it can be moved. */
  treatmentId: z.string(),
  /** Whether an email reaches the family; otherwise staff call. */
  isReachable: z.boolean(),
  attendance: deskAttendance,
  /**
   * A colleague who gives the treatment and is free then. No colleague is proposed for two appointments at
   * once. `slot` is the appointment's own, or today's next free one for a patient who is here and whose time has
   * begun.
   */
  handOver: z.nullable(z.object({ ...doctorName.shape, slot: z.string() })),
  /** The time that a re-offer would hold; null when none is free. */
  otherTime: z.nullable(
    z.object({ date: z.string(), slot: z.string(), doctor: z.nullable(z.string()) }),
  ),
})
export type AbsentAppointment = z.infer<typeof absentAppointment>

/** The appointments that an absence affects. */
export const absencePreview = z.object({
  doctor: doctorName,
  date: z.string(),
  /** Identifies the present state of these appointments. */
  fingerprint: z.string(),
  /**
   * Until when a re-offer holds other times, on the clinic's clock; null when there are too many
   * appointments.
   */
  untilAt: z.nullable(z.object({ date: z.string(), minute: z.number() })),
  appointments: z.array(absentAppointment),
})
export type AbsencePreview = z.infer<typeof absencePreview>

const seen = { _id: appointmentId, version: seenVersion }

/** The decision about an appointment. One that is left for later stays, and is listed again. */
const absenceDecision = z.discriminatedUnion('action', [
  // Without a slot at its own time.
  z.strictObject({
    ...seen,
    action: z.literal('hand_over'),
    doctor: z.uuid(),
    slot: z.optional(z.string()),
  }),
  z.strictObject({ ...seen, action: z.literal('move'), ...newTime.shape }),
  // The proposed time; no other time is held.
  z.strictObject({ ...seen, action: z.literal('reoffer'), date: z.string(), slot: z.string() }),
  z.strictObject({ ...seen, action: z.literal('cancel') }),
  z.strictObject({ ...seen, action: z.literal('later') }),
])
export type AbsenceDecision = z.input<typeof absenceDecision>

/** `POST /absences`: records the absence, unless it is recorded already, and carries out the decisions. */
export const newAbsence = z.strictObject({
  ...absence,
  reason,
  /** Of the preview that staff decided on. */
  fingerprint: z.string().check(z.maxLength(64)),
  decisions: z.array(absenceDecision).check(z.maxLength(200)),
})
export type NewAbsence = z.input<typeof newAbsence>

const absenceOutcome = z.enum([
  'handed_over',
  'moved',
  /** Another time is held for it until the family answers. */
  'reoffered',
  'cancelled',
  'later',
  /** Nothing was done: the appointment changed, or the time or the colleague is taken. */
  'failed',
])
export type AbsenceOutcome = z.infer<typeof absenceOutcome>

/** The result for each appointment, and the appointments that are left to decide. */
export const absenceResult = z.object({
  /** The absence applies, and waits for an admin's approval. */
  toApprove: z.boolean(),
  results: z.array(
    z.object({
      appointment: absentAppointment,
      outcome: absenceOutcome,
      /** Staff have to call the family: something changed, and no email reaches them. */
      toCall: z.boolean(),
    }),
  ),
  /** How many cancellations are refunded. */
  refunded: z.number(),
  left: absencePreview,
})
export type AbsenceResult = z.infer<typeof absenceResult>

/** 409: the appointments have changed since the preview; `preview` is the new one. */
export const absenceRefusal = z.union([
  refusalWith('outdated', { preview: absencePreview }),
  errorResponse,
])

/** The approval of an absence by an admin. The absence applies until it is withdrawn. */
export const APPROVAL_STATES = ['waiting', 'approved', 'withdrawn'] as const

export const absenceApproval = z.object({
  _id: z.string(),
  doctor: doctorName,
  date: z.string(),
  /** 0: all day. */
  fromMinute: z.number(),
  /** The reason, for the clinic only; null once the absence is withdrawn or removed. */
  reason: z.nullable(z.string()),
  /** Name; empty once the account is removed. */
  recordedBy: z.string(),
  /** ISO instant, UTC. */
  recordedAt: z.string(),
  isYours: z.boolean(),
  state: z.enum(APPROVAL_STATES),
  /** Name; absent while it waits. */
  decidedBy: z.optional(z.string()),
})
export type AbsenceApproval = z.infer<typeof absenceApproval>

/** `GET /absences`: for admins, all that wait; for everyone, what they recorded in the last 7 days. */
export const absenceApprovals = z.array(absenceApproval)

export const absenceParams = z.object({ id: z.uuid('Invalid absence ID') })

/** `PUT /absences/{id}/approval`. */
export const approvalChange = z.strictObject({
  decision: z.enum(['approved', 'withdrawn'], 'Choose whether to approve it'),
})
export type ApprovalDecision = z.infer<typeof approvalChange>['decision']

/** 409: another admin has already decided differently. */
export const approvalConflict = conflictWith(absenceApproval)
