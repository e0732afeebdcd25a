import { call } from '../call.ts'
import * as schemas from './absences.ts'

export const previewAbsence = call('POST', '/absences/preview', 'staff', {
  summary: 'Appointments of a doctor who is ill today, with proposed colleagues',
  body: schemas.absenceDraft,
  answers: { 200: schemas.absencePreview },
})

export const recordAbsence = call('POST', '/absences', 'staff', {
  summary: 'Record that a doctor is ill today, and decide about the appointments',
  body: schemas.newAbsence,
  answers: { 200: schemas.absenceResult, 409: schemas.absenceRefusal },
})

export const listAbsences = call('GET', '/absences', 'staff', {
  summary: 'Absences that wait for an approval, and recent ones that you recorded',
  answers: { 200: schemas.absenceApprovals },
})

export const decideAbsence = call('PUT', '/absences/:id/approval', 'admin', {
  summary: 'Approve an absence that staff have recorded, or withdraw it',
  params: schemas.absenceParams,
  body: schemas.approvalChange,
  answers: { 200: schemas.absenceApproval, 409: schemas.approvalConflict },
})
