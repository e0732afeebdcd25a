import type { Call } from '../call.ts'
import {
  absenceApproval,
  absenceApprovals,
  absenceDraft,
  absenceParams,
  absencePreview,
  absenceRefusal,
  absenceResult,
  approvalChange,
  approvalConflict,
  newAbsence,
} from './absences.ts'

export const previewAbsence = {
  method: 'POST',
  path: '/absences/preview',
  access: 'staff',
  summary: 'Appointments of a doctor who is ill today, with proposed colleagues',
  body: absenceDraft,
  answers: { 200: absencePreview },
} as const satisfies Call

export const recordAbsence = {
  method: 'POST',
  path: '/absences',
  access: 'staff',
  summary: 'Record that a doctor is ill today, and decide about the appointments',
  body: newAbsence,
  answers: { 200: absenceResult, 409: absenceRefusal },
} as const satisfies Call

export const listAbsences = {
  method: 'GET',
  path: '/absences',
  access: 'staff',
  summary: 'Absences that wait for an approval, and what became of those that one has recorded',
  answers: { 200: absenceApprovals },
} as const satisfies Call

export const decideAbsence = {
  method: 'PUT',
  path: '/absences/:id/approval',
  access: 'admin',
  summary: 'Approve an absence that staff have recorded, or withdraw it',
  params: absenceParams,
  body: approvalChange,
  answers: { 200: absenceApproval, 409: approvalConflict },
} as const satisfies Call
