import { call } from '../call.ts'
import { appointmentParams } from '../ids.ts'
import { attendanceRefusal, noteChange, noteHistory } from './agenda.ts'
import * as schemas from './doctor-day.ts'

export const getMyDay = call('GET', '/my-day', 'doctor', {
  summary: 'A doctor’s own appointments of a day',
  query: schemas.doctorDayQuery,
  answers: { 200: schemas.doctorDay },
})

export const completeOfMyDay = call('PUT', '/my-day/:id/attendance', 'doctor', {
  summary: 'Complete one of your appointments of today, or undo that',
  params: appointmentParams,
  body: schemas.completion,
  answers: { 200: schemas.doctorEntry, 409: attendanceRefusal },
})

export const noteOfMyDay = call('PUT', '/my-day/:id/note', 'doctor', {
  summary: 'Change the note of one of your appointments',
  params: appointmentParams,
  body: noteChange,
  answers: { 200: schemas.doctorEntry, 409: schemas.doctorNoteRefusal },
})

export const listNotesOfMyDay = call('GET', '/my-day/:id/notes', 'doctor', {
  summary: 'Every note of one of your appointments',
  params: appointmentParams,
  answers: { 200: noteHistory },
})
