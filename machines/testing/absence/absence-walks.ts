import type {
  AbsenceDecision,
  AbsenceOutcome,
  AbsencePreview,
  AbsentAppointment,
} from '#contract/schedule/absences.ts'
import {
  type AbsenceContext,
  type AbsenceForm,
  absenceMachine,
  type RecordAnswer,
} from '#machines/absence/absence-machine.ts'
import { OFFLINE } from '../offline.ts'
import { done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

/** The appointments that a walk decides about. */
export interface AbsenceCase {
  preview: AbsencePreview
  /** The preview after one of the appointments was canceled meanwhile. */
  lessPreview: AbsencePreview
  /** Whether an admin has to approve the recorded absence. */
  toApprove: boolean
}

export const ADA = { _id: '01890a5d-ac96-774b-bcce-b302099a8001', name: 'Dr. Ada' }
const BENNO = { _id: '01890a5d-ac96-774b-bcce-b302099a8002', name: 'Dr. Benno' }

export const formFor = ({ doctor }: Pick<AbsencePreview, 'doctor'>): AbsenceForm => ({
  doctor: doctor._id,
  fromMinute: 0,
  reason: 'Ill',
})

const appointment = (
  _id: string,
  patientName: string,
  more: Partial<AbsentAppointment>,
): AbsentAppointment => ({
  _id,
  version: 0,
  date: '2026-06-05',
  slot: '09:00 AM - 09:30 AM',
  treatment: 'Allergy Testing',
  treatmentId: '01890a5d-ac96-774b-bcce-b302099a8003',
  doctor: ADA.name,
  family: null,
  patientName,
  email: 'parent@example.com',
  phone: '+1 555 0100',
  dialablePhone: null,
  paid: false,
  price: 110,
  isReachable: true,
  attendance: 'expected',
  handOver: null,
  otherTime: null,
  ...more,
})

const mia = appointment('01890a5d-ac96-774b-bcce-b302099a8057', 'Mia Parent', {
  handOver: { ...BENNO, slot: '09:00 AM - 09:30 AM' },
})
const noah = appointment('01890a5d-ac96-774b-bcce-b302099a8058', 'Noah Noreply', {
  slot: '10:00 AM - 10:30 AM',
  isReachable: false,
  otherTime: { date: '2026-06-08', slot: '10:00 AM - 10:30 AM', doctor: ADA.name },
})

const listOf = (fingerprint: string, appointments: AbsentAppointment[]): AbsencePreview => ({
  doctor: ADA,
  date: '2026-06-05',
  fingerprint,
  untilAt: { date: '2026-06-06', minute: 18 * 60 },
  appointments,
})

const adaIsIll: AbsenceCase = {
  preview: listOf('of both', [mia, noah]),
  lessPreview: listOf('of one', [noah]),
  toApprove: true,
}

const OUTCOMES: Record<AbsenceDecision['action'], AbsenceOutcome> = {
  hand_over: 'handed_over',
  move: 'moved',
  reoffer: 'reoffered',
  cancel: 'cancelled',
  later: 'later',
}

/** The server's answer when it has carried out every decision. */
function carriedOut(
  { preview, decisions }: AbsenceContext,
  { preview: all, toApprove }: AbsenceCase,
): RecordAnswer {
  const results = (preview ?? all).appointments.map((appointment) => {
    const outcome = OUTCOMES[decisions[appointment._id]?.action ?? 'later']
    const toCall = outcome !== 'later' && !appointment.isReachable
    return { appointment, outcome, toCall }
  })
  const left = results
    .filter(({ outcome }) => outcome === 'later')
    .map(({ appointment }) => appointment)
  return {
    kind: 'recorded',
    result: { results, refunded: 0, toApprove, left: { ...all, appointments: left } },
  }
}

/** The server's answer when nothing could be done about one appointment. */
const failedFor = ({ lessPreview }: AbsenceCase): RecordAnswer => {
  const results = lessPreview.appointments.map((appointment) => ({
    appointment,
    outcome: 'failed' as const,
    toCall: false,
  }))
  return {
    kind: 'recorded',
    result: { results, refunded: 0, toApprove: false, left: lessPreview },
  }
}

/** The decisions that staff choose about an appointment. */
const decisionsFor = ({ _id, version, otherTime }: AbsentAppointment): AbsenceDecision[] => [
  { _id, version, action: 'cancel' },
  ...(otherTime
    ? [{ _id, version, action: 'reoffer' as const, date: otherTime.date, slot: otherTime.slot }]
    : []),
]

/** Everything that can happen, with one payload for each way it can go. */
const casesOf = (of: AbsenceCase) => (context: AbsenceContext) => [
  { type: 'absence.check', form: formFor(of.preview) },
  { type: 'absence.edit' },
  ...of.lessPreview.appointments
    .flatMap(decisionsFor)
    .map((decision) => ({ type: 'absence.decide', decision })),
  ...(['proposed', 'reoffer', 'later', 'cancel'] as const).map((choice) => ({
    type: 'absence.decideAll',
    choice,
  })),
  ...plain('absence.apply', 'absence.continue'),
  ...done('previewAbsence', of.preview),
  ...failed('previewAbsence', OFFLINE),
  ...done('recordAbsence', carriedOut(context, of), failedFor(of), {
    kind: 'outdated',
    preview: of.lessPreview,
  }),
  ...failed('recordAbsence', OFFLINE),
]

/** Walks that take every transition of the absence machine. */
export const absenceWalks = (of: AbsenceCase = adaIsIll, options?: TourOptions<AbsenceContext>) =>
  walksThrough(absenceMachine, casesOf(of), { ...options })
