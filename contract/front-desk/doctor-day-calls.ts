import type { Call } from '../call.ts'
import { agendaParams, noteChange, noteHistory } from './agenda.ts'
import * as schemas from './doctor-day.ts'

export const getMyDay = {
  method: 'GET',
  path: '/my-day',
  access: 'doctor',
  summary: 'A doctor’s own appointments of a day',
  query: schemas.doctorDayQuery,
  answers: { 200: schemas.doctorDay },
} as const satisfies Call

export const completeOfMyDay = {
  method: 'PUT',
  path: '/my-day/:id/attendance',
  access: 'doctor',
  summary: 'Complete an own appointment of today, or undo that',
  params: agendaParams,
  body: schemas.completion,
  answers: { 200: schemas.doctorEntry, 409: schemas.completionRefusal },
} as const satisfies Call

export const noteOfMyDay = {
  method: 'PUT',
  path: '/my-day/:id/note',
  access: 'doctor',
  summary: 'Change the note of an own appointment',
  params: agendaParams,
  body: noteChange,
  answers: { 200: schemas.doctorEntry, 409: schemas.doctorNoteRefusal },
} as const satisfies Call

export const listNotesOfMyDay = {
  method: 'GET',
  path: '/my-day/:id/notes',
  access: 'doctor',
  summary: 'Every note of an own appointment',
  params: agendaParams,
  answers: { 200: noteHistory },
} as const satisfies Call
