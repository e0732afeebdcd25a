import type { Call } from '../call.ts'
import {
  agenda,
  agendaEntries,
  agendaEntry,
  agendaMonth,
  agendaMonthQuery,
  agendaParams,
  agendaQuery,
  attendanceChange,
  attendanceRefusal,
  noteChange,
  noteHistory,
  noteRefusal,
  unsettledQuery,
} from './agenda.ts'
import { agendaFrame, agendaFrameQuery } from './agenda-frame.ts'
import { canceledAppointments, canceledQuery } from './canceled.ts'
import { dayStatus } from './day-status.ts'

export const getAgenda = {
  method: 'GET',
  path: '/agenda',
  access: 'staff',
  summary: 'Appointments of a day or a week, for staff',
  query: agendaQuery,
  answers: { 200: agenda },
} as const satisfies Call

export const getAgendaMonth = {
  method: 'GET',
  path: '/agenda/month',
  access: 'staff',
  summary: 'How many appointments the days of a month have, for staff',
  query: agendaMonthQuery,
  answers: { 200: agendaMonth },
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
  query: unsettledQuery,
  answers: { 200: agendaEntries },
} as const satisfies Call

export const changeAttendance = {
  method: 'PUT',
  path: '/agenda/:id/attendance',
  access: 'staff',
  summary: 'Check a patient in, complete or miss an appointment, or undo it',
  params: agendaParams,
  body: attendanceChange,
  answers: { 200: agendaEntry, 409: attendanceRefusal },
} as const satisfies Call

export const changeNote = {
  method: 'PUT',
  path: '/agenda/:id/note',
  access: 'staff',
  summary: 'Change the staff’s note of an appointment',
  params: agendaParams,
  body: noteChange,
  answers: { 200: agendaEntry, 409: noteRefusal },
} as const satisfies Call

export const listNotes = {
  method: 'GET',
  path: '/agenda/:id/notes',
  access: 'staff',
  summary: 'Every note of an appointment, for staff',
  params: agendaParams,
  answers: { 200: noteHistory },
} as const satisfies Call
