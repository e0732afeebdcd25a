import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { type FormerTime, onlyTime } from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, MIA } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
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
  describe(subject, speaker) {
    const { appointment, from, recipient } = subject
    const { when, view } = partsOf(subject, speaker)
    const { words, clinic } = speaker
    return {
      subject: words.appointment.changed(when),
      preview: words.appointment.patientCorrected,
      heading: words.appointment.patientCorrectedHeading,
      paragraphs: [describeCorrection(subject, speaker)],
      details: [
        ...(appointment.child === undefined
          ? [{ label: words.shared.forWhom, lines: [shortName(recipient.name)] }]
          : childOf(appointment, speaker)),
        ...(from
          ? [
              timeOf(words.shared.newTime, appointment, speaker),
              timeOf(words.shared.before, from, speaker),
            ]
          : [timeOf(words.shared.when, appointment, speaker)]),
        placeOf(speaker),
      ],
      action: view,
      closing: [words.shared.ifWrong(clinic.phone)],
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

function describeCorrection(
  { isNew, from }: PatientChanged,
  { words: { appointment } }: Speaker,
): string {
  if (isNew) return appointment.isForYourChild
  return from ? appointment.patientCorrectedNewTime : appointment.patientCorrectedSameTime
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
