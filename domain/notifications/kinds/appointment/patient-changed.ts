import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { type FormerTime, onlyTime } from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, MIA } from '#domain/notifications/content/examples.ts'
import {
  childOf,
  partsOf,
  placeOf,
  shortName,
  timeOf,
} from '#domain/notifications/templates/email-details.ts'
import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { findGuardedChild } from '#drizzle/queries/guardians/children.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { type AboutOne, readAppointment } from './about-appointment.ts'

/**
 * Staff changed the patient; time, doctor and price stay. `isNew`: the recipient could not see it before;
 * `from`: the time that the recipient knows, when its last move was not emailed.
 */
interface PatientChanged extends AboutOne {
  isNew: boolean
  from?: FormerTime | undefined
}

export const patientChanged: EmailKind<'patient_changed', PatientChanged> = {
  read: (question) =>
    readAppointment(question, ({ row, appointment, change }) => {
      if (change) return drop(change)
      const { notification } = question
      const isNew = isNewTo(question.db, row, notification)
      return send({ appointment, isNew, from: notification.data.from })
    }),
  describe(subject, sender) {
    const { appointment, isNew, from, recipient } = subject
    const { when, view } = partsOf(subject, sender)
    return {
      subject: `Appointment changed: ${when}`,
      preview: 'Our front desk has corrected who it is for.',
      heading: 'We corrected who an appointment is for',
      paragraphs: [
        isNew
          ? 'Our front desk has corrected who an appointment is for: it is for a child you are a guardian of.'
          : `Our front desk has corrected who the appointment is for. ${from ? 'It has a new time, too.' : 'The time stays the same.'}`,
      ],
      details: [
        ...(appointment.child === undefined
          ? [{ label: 'For', lines: [shortName(recipient.name)] }]
          : childOf(appointment)),
        ...(from
          ? [timeOf('New time', appointment, sender), timeOf('Before', from, sender)]
          : [timeOf('When', appointment, sender)]),
        placeOf(sender),
      ],
      action: view,
      closing: [`If this is wrong, call us at ${sender.clinic.phone}.`],
    }
  },
  calendar: ({ appointment }) => ({ appointment, method: 'REQUEST' }),
  examples: {
    'patient-changed': { appointment: exampleAppointment({ child: MIA }), isNew: false },
    'patient-changed-after-a-move': {
      appointment: exampleAppointment({ child: MIA, date: '2027-03-16' }),
      isNew: false,
      from: onlyTime(exampleAppointment()),
    },
    'patient-changed-new': {
      appointment: exampleAppointment({ child: MIA, isShared: true }),
      isNew: true,
    },
  },
}

/** Whether the recipient could not see the appointment under its former patient. */
function isNewTo(
  db: Database,
  { patientUid }: AppointmentRow,
  { uid, data: { fromChildId } }: NotificationOf<'patient_changed'>,
): boolean {
  if (uid === null || uid === patientUid || fromChildId === undefined) return false
  return fromChildId === null || findGuardedChild(db, { id: fromChildId, uid }) === undefined
}
