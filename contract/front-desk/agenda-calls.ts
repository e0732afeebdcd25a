import { call } from '../call.ts'
import { appointmentParams } from '../ids.ts'
import * as schemas from './agenda.ts'
import { agendaFrame, agendaFrameQuery } from './agenda-frame.ts'
import { canceledAppointments, canceledQuery } from './canceled.ts'
import { dayStatus } from './day-status.ts'
import { heldTimes, heldTimesQuery } from './held-times.ts'

export const getAgenda = call('GET', '/agenda', 'staff', {
  summary: 'Appointments of a day or a week, for staff',
  query: schemas.agendaQuery,
  answers: { 200: schemas.agenda },
})

export const getAgendaMonth = call('GET', '/agenda/month', 'staff', {
  summary: 'How many appointments the days of a month have, for staff',
  query: schemas.agendaMonthQuery,
  answers: { 200: schemas.agendaMonth },
})

export const getAgendaFrame = call('GET', '/agenda/frame', 'staff', {
  summary: 'Hours, closures, absences and doctors of a day or a week, for staff',
  query: agendaFrameQuery,
  answers: { 200: agendaFrame },
})

export const listHeld = call('GET', '/agenda/held', 'staff', {
  summary: 'Times of a day or a week that are held for families that wait, for staff',
  query: heldTimesQuery,
  answers: { 200: heldTimes },
})

export const getDayStatus = call('GET', '/agenda/status', 'staff', {
  summary: 'Today’s figures of the clinic, for staff',
  answers: { 200: dayStatus },
})

export const listCanceled = call('GET', '/agenda/canceled', 'staff', {
  summary: 'Canceled appointments of a day, for staff',
  query: canceledQuery,
  answers: { 200: canceledAppointments },
})

export const listToSettle = call('GET', '/agenda/to-settle', 'staff', {
  summary:
    'Past appointments that are neither completed nor missed, for staff (X-Total-Count: on all pages)',
  query: schemas.unsettledQuery,
  answers: { 200: schemas.agendaEntries },
})

export const changeAttendance = call('PUT', '/agenda/:id/attendance', 'staff', {
  summary: 'Check a patient in, complete or miss an appointment, or undo it',
  params: appointmentParams,
  body: schemas.attendanceChange,
  answers: { 200: schemas.agendaEntry, 409: schemas.attendanceRefusal },
})

export const changeNote = call('PUT', '/agenda/:id/note', 'staff', {
  summary: 'Change the staff’s note of an appointment',
  params: appointmentParams,
  body: schemas.noteChange,
  answers: { 200: schemas.agendaEntry, 409: schemas.noteRefusal },
})

export const listNotes = call('GET', '/agenda/:id/notes', 'staff', {
  summary: 'Every note of an appointment, for staff',
  params: appointmentParams,
  answers: { 200: schemas.noteHistory },
})
