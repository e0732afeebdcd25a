import { instantOf } from '#domain/clinic-clock.ts'
import { sequenceOf } from '#domain/notifications/content/calendar-file.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { exampleAppointment, MIA } from '#domain/notifications/content/examples.ts'
import {
  partsOf,
  placeOf,
  shortName,
  timeOf,
} from '#domain/notifications/templates/email-details.ts'
import { findGuardedChild, getsEmails } from '#drizzle/queries/guardians/children.ts'
import { type AboutOne, readAppointment } from './about-appointment.ts'

/** It is now for another patient. The recipient, a guardian of the former patient, can no longer see it. */
export const reassigned: EmailKind<'reassigned', AboutOne> = {
  read: (question) =>
    readAppointment(question, ({ row }) => {
      const { db, timeZone, now } = question
      const { uid, createdAt, data } = question.notification
      const { fromChildId, time } = data
      const former = uid === null ? undefined : findGuardedChild(db, { id: fromChildId, uid })
      if (!former) return drop('not_guardian')
      if (getsEmails(db, row, former.guardianship.uid)) return drop('superseded')
      if (instantOf(time, timeZone) <= now) return drop('started')
      // Shows nothing that changed since.
      const appointment = {
        id: row.id,
        sequence: sequenceOf(row),
        calendarUid: row.calendarUid,
        organizer: row.organizer,
        changedAt: createdAt,
        ...time,
        child: { id: former.child.id, name: former.child.name },
        isShared: true,
      }
      return send({ appointment })
    }),
  describe(subject, speaker) {
    const { appointment } = subject
    const { words, pageAt, clinic } = speaker
    const patient = shortName(appointment.child?.name ?? '')
    return {
      subject: words.appointment.notYours(partsOf(subject, speaker).when),
      preview: words.appointment.patientCorrected,
      heading: words.appointment.otherPatientHeading,
      paragraphs: [words.appointment.isNotFor(patient)],
      details: [timeOf(words.shared.when, appointment, speaker), placeOf(speaker)],
      action: { label: words.appointment.yourAppointments, url: pageAt('/dashboard') },
      closing: [words.shared.ifWrong(clinic.phone)],
    }
  },
  calendar: ({ appointment }) => ({ appointment, method: 'CANCEL' }),
  examples: { reassigned: { appointment: exampleAppointment({ child: MIA, isShared: true }) } },
}
