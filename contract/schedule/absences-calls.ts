import type { Call } from '../call.ts'
import * as schemas from './absences.ts'

export const previewAbsence = {
  method: 'POST',
  path: '/absences/preview',
  access: 'staff',
  summary: 'Appointments of a doctor who is ill today, with proposed colleagues',
  body: schemas.absenceDraft,
  answers: { 200: schemas.absencePreview },
} as const satisfies Call

export const recordAbsence = {
  method: 'POST',
  path: '/absences',
  access: 'staff',
  summary: 'Record that a doctor is ill today, and decide about the appointments',
  body: schemas.newAbsence,
  answers: { 200: schemas.absenceResult, 409: schemas.absenceRefusal },
} as const satisfies Call

export const listAbsences = {
  method: 'GET',
  path: '/absences',
  access: 'staff',
  summary: 'Absences that wait for an approval, and what became of those that one has recorded',
  answers: { 200: schemas.absenceApprovals },
} as const satisfies Call

export const decideAbsence = {
  method: 'PUT',
  path: '/absences/:id/approval',
  access: 'admin',
  summary: 'Approve an absence that staff have recorded, or withdraw it',
  params: schemas.absenceParams,
  body: schemas.approvalChange,
  answers: { 200: schemas.absenceApproval, 409: schemas.approvalConflict },
} as const satisfies Call
