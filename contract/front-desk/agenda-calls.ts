import type { Call } from '../call.ts'
import * as schemas from './agenda.ts'
import { agendaFrame, agendaFrameQuery } from './agenda-frame.ts'
import { canceledAppointments, canceledQuery } from './canceled.ts'
import { dayStatus } from './day-status.ts'

export const getAgenda = {
  method: 'GET',
  path: '/agenda',
  access: 'staff',
  summary: 'Appointments of a day or a week, for staff',
  query: schemas.agendaQuery,
  answers: { 200: schemas.agenda },
} as const satisfies Call

export const getAgendaMonth = {
  method: 'GET',
  path: '/agenda/month',
  access: 'staff',
  summary: 'How many appointments the days of a month have, for staff',
  query: schemas.agendaMonthQuery,
  answers: { 200: schemas.agendaMonth },
} as const satisfies Call

export const getAgendaFrame = {
  method: 'GET',
  path: '/agenda/frame',
  access: 'staff',
  summary: 'Hours, closures, absences and doctors of a day or a week, for staff',
  query: agendaFrameQuery,
  answers: { 200: agendaFrame },
} as const satisfies Call

export const getDayStatus = {
  method: 'GET',
  path: '/agenda/status',
  access: 'staff',
  summary: 'How today stands at the clinic, for staff',
  answers: { 200: dayStatus },
} as const satisfies Call

export const listCanceled = {
  method: 'GET',
  path: '/agenda/canceled',
  access: 'staff',
  summary: 'Canceled appointments of a day, for staff',
  query: canceledQuery,
  answers: { 200: canceledAppointments },
} as const satisfies Call

export const listToSettle = {
  method: 'GET',
  path: '/agenda/to-settle',
  access: 'staff',
  summary:
    'Past appointments that are neither completed nor missed, for staff (X-Total-Count: on all pages)',
  query: schemas.unsettledQuery,
  answers: { 200: schemas.agendaEntries },
} as const satisfies Call

export const changeAttendance = {
  method: 'PUT',
  path: '/agenda/:id/attendance',
  access: 'staff',
  summary: 'Check a patient in, complete or miss an appointment, or undo it',
  params: schemas.agendaParams,
  body: schemas.attendanceChange,
  answers: { 200: schemas.agendaEntry, 409: schemas.attendanceRefusal },
} as const satisfies Call

export const changeNote = {
  method: 'PUT',
  path: '/agenda/:id/note',
  access: 'staff',
  summary: 'Change the staff’s note of an appointment',
  params: schemas.agendaParams,
  body: schemas.noteChange,
  answers: { 200: schemas.agendaEntry, 409: schemas.noteRefusal },
} as const satisfies Call

export const listNotes = {
  method: 'GET',
  path: '/agenda/:id/notes',
  access: 'staff',
  summary: 'Every note of an appointment, for staff',
  params: schemas.agendaParams,
  answers: { 200: schemas.noteHistory },
} as const satisfies Call
