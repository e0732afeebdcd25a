import type {
  AbsencePreview,
  AbsenceResult,
  AbsentAppointment,
} from '#contract/schedule/absences.ts'
import {
  type AbsenceContext,
  type AbsenceForm,
  absenceMachine,
} from '#machines/absence/absence-machine.ts'
import { OFFLINE } from '../offline.ts'
import { done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

export const ADA = { _id: '01890a5d-ac96-774b-bcce-b302099a8001', name: 'Dr. Ada' }
const BENNO = { _id: '01890a5d-ac96-774b-bcce-b302099a8002', name: 'Dr. Benno' }

export const FORM: AbsenceForm = { doctor: ADA._id, fromMinute: 0, reason: 'Ill' }

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
  paid: false,
  price: 110,
  isReachable: true,
  handOver: null,
  otherTime: null,
  ...more,
})

export const mia = appointment('01890a5d-ac96-774b-bcce-b302099a8057', 'Mia Parent', {
  handOver: BENNO,
})
export const noah = appointment('01890a5d-ac96-774b-bcce-b302099a8058', 'Noah Noreply', {
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
const both = listOf('of both', [mia, noah])
const one = listOf('of one', [noah])

/** Noah's appointment could not be canceled, or was. */
const resultOf = (outcome: 'cancelled' | 'reoffered' | 'failed'): AbsenceResult => ({
  results: [
    { appointment: mia, outcome: 'handed_over', toCall: false },
    { appointment: noah, outcome, toCall: outcome === 'cancelled' },
  ],
  refunded: 0,
  toApprove: outcome === 'cancelled',
  left: outcome === 'failed' ? one : listOf('of none', []),
})

/** Everything that can happen, with one payload for each way it can go. */
const cases = () => [
  { type: 'absence.check', form: FORM },
  { type: 'absence.edit' },
  {
    type: 'absence.decide',
    decision: { _id: noah._id, version: 0, action: 'cancel' },
  },
  {
    type: 'absence.decide',
    decision: {
      ...{ _id: noah._id, version: 0, action: 'reoffer' },
      ...{ date: '2026-06-08', slot: '10:00 AM - 10:30 AM' },
    },
  },
  ...plain('absence.apply', 'absence.continue'),
  ...done('previewAbsence', both),
  ...failed('previewAbsence', OFFLINE),
  ...done(
    'recordAbsence',
    { kind: 'recorded', result: resultOf('cancelled') },
    { kind: 'recorded', result: resultOf('failed') },
    { kind: 'recorded', result: resultOf('reoffered') },
    { kind: 'outdated', preview: one },
  ),
  ...failed('recordAbsence', OFFLINE),
]

/** Walks that take every transition of the absence machine. */
export const absenceWalks = (options?: TourOptions<AbsenceContext>) =>
  walksThrough(absenceMachine, cases, { ...options })
