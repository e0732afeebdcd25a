import { ownAppointment } from '../payments/payments-refusals.ts'
import { type Refusals, refusing } from '../refusals/refusals.ts'
import { noAppointment, stale } from '../refusals/shared-refusals.ts'
import * as agenda from './agenda-calls.ts'
import { MOST_ALERTS } from './alerts.ts'
import * as alerts from './alerts-calls.ts'
import * as cashPayments from './cash-payments-calls.ts'
import * as cashRefunds from './cash-refunds-calls.ts'
import * as doctorDay from './doctor-day-calls.ts'
import * as todo from './todo-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './agenda-calls.ts'
export * from './alerts-calls.ts'
export * from './cash-payments-calls.ts'
export * from './cash-refunds-calls.ts'
export * from './corrections-calls.ts'
export * from './doctor-day-calls.ts'
export * from './todo-calls.ts'

/** The appointment has changed since the screen loaded it. */
const staleRow = {
  stale: [409, 'Someone else has changed this appointment. This is how it is now.'],
} as const satisfies Refusals

/** Why an attendance is not changed. */
const attendanceRefusals = {
  ...noAppointment,
  ...staleRow,
  early: [
    409,
    'Check-in opens {minutes} before the appointment. Confirm that the patient is here.',
  ],
  not_begun: [409, 'It is too early for that: the appointment hasn’t begun.', 'too_early'],
  too_early: [409, 'It is too early for that: the appointment is on another day.'],
  too_late: [409, 'Only today’s steps can be undone.'],
  not_possible: [409, 'That is not possible for this appointment as it is now.'],
  unknown_room: [409, 'The clinic has no such room any more. Choose another one.'],
} as const satisfies Refusals

export const changeAttendance = refusing(agenda.changeAttendance, attendanceRefusals)
export const completeOfMyDay = refusing(doctorDay.completeOfMyDay, attendanceRefusals)

const noteRefusals = { ...noAppointment, ...stale }

export const changeNote = refusing(agenda.changeNote, noteRefusals)
export const noteOfMyDay = refusing(doctorDay.noteOfMyDay, noteRefusals)
export const listNotes = refusing(agenda.listNotes, noAppointment)
export const listNotesOfMyDay = refusing(doctorDay.listNotesOfMyDay, noAppointment)

export const noAlert = {
  not_found: [404, 'There is no such child or alert.'],
} as const satisfies Refusals

/** Why an alert is not saved. */
const alertRefusals = {
  ...noAlert,
  too_many: [409, `A child has at most ${MOST_ALERTS} alerts. Change or remove one of them.`],
} as const satisfies Refusals

export const listAlerts = refusing(alerts.listAlerts, noAlert)
export const addAlert = refusing(alerts.addAlert, alertRefusals)
export const changeAlert = refusing(alerts.changeAlert, { ...alertRefusals, ...stale })

/** Why a payment is not recorded. */
const notReceived = {
  ...noAppointment,
  ...staleRow,
  ...ownAppointment,
  already_paid: [409, 'This appointment is paid already.'],
} as const satisfies Refusals

export const receiveAtDesk = refusing(cashPayments.receiveAtDesk, notReceived)

export const receiveTogether = refusing(cashPayments.receiveTogether, {
  ...notReceived,
  not_together: [409, 'Only appointments with the same payer can be paid together, each once.'],
})

/** Why this member of staff may not hand money back. */
const notByYou = {
  ...ownAppointment,
  needs_admin: [
    409,
    'The day of this appointment has passed. An admin has to hand the money back.',
  ],
} as const satisfies Refusals

export const refundAtDesk = refusing(cashPayments.refundAtDesk, {
  ...noAppointment,
  ...staleRow,
  ...notByYou,
  not_paid: [409, 'This appointment is not paid.'],
  paid_online: [409, 'This appointment was paid online. An admin can refund the card.'],
})

export const countTill = refusing(cashPayments.countTill, {
  stale: [409, 'Someone else has counted this till in the meantime. This is what they wrote.'],
  reason_required: [409, 'Say why the amount is corrected.'],
  unknown_till: [409, 'The clinic has no such till any more.'],
  too_early: [409, 'This day has not come yet.'],
})

const noRefund = {
  no_refund: [404, 'We couldn’t find that refund.'],
} as const satisfies Refusals

export const handBack = refusing(cashRefunds.handBack, {
  ...noRefund,
  ...notByYou,
  already_handed_back: [409, 'This money was handed back already.'],
})

export const undoHandBack = refusing(cashRefunds.undoHandBack, {
  ...noRefund,
  ...ownAppointment,
  not_handed_back: [409, 'This money is still to be handed back.'],
  too_late: [409, 'This can be undone only on the day on which the money was handed back.'],
})

export const markTodo = refusing(todo.markTodo, {
  no_call: [400, 'Only a call has an outcome.', 'invalid_input'],
  ...noAppointment,
  no_problem: [404, 'There is no such payment to check.', 'not_found'],
  payments_forbidden: [403, 'Only administrators check payments.', 'forbidden'],
  absences_forbidden: [403, 'Only administrators approve absences.', 'forbidden'],
  stale: [409, 'A colleague was faster. This is how it is now.'],
})

export const askForPayment = refusing(todo.askForPayment, {
  ...noAppointment,
  not_owing: [409, 'This visit is paid, canceled or not over yet.'],
  unreachable: [409, 'No email reaches this family. Please call them.'],
})

/** `GET /agenda/changes` and `GET /my-day/changes` */
export const streamChanges = {
  refusals: {
    too_many_requests: [429, 'You have too many screens open: {most} at most get changes at once.'],
  },
} as const
