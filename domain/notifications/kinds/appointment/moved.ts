import type { Texts } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedTerms, FormerTime } from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, MIA, TERMS } from '#domain/notifications/content/examples.ts'
import {
  childOf,
  partsOf,
  placeOf,
  termsOf,
  timeOf,
} from '#domain/notifications/templates/email-details.ts'
import { type AboutOne, readAppointment, readTerms } from './about-appointment.ts'

/** `isOtherDoctor`: it moved to another doctor, possibly at the same time. */
interface Moved extends AboutOne {
  from: FormerTime
  isOtherDoctor: boolean
  terms: EmailedTerms
}

const example: Moved = {
  appointment: exampleAppointment({ sequence: 1 }),
  from: exampleAppointment(),
  isOtherDoctor: true,
  terms: { ...TERMS, moves: 1 },
}

export const moved: EmailKind<'moved', Moved> = {
  read: (question) =>
    readAppointment(question, ({ row, appointment, change }) => {
      if (change) return drop(change)
      const { db, now, notification } = question
      const { from, isOtherDoctor = false } = notification.data
      return send({ appointment, from, isOtherDoctor, terms: readTerms(db, row, now) })
    }),
  describe(subject, sender) {
    const { appointment, from } = subject
    const { when, view, change } = partsOf(subject, sender)
    return {
      subject: `Appointment ${isSameTime(subject) ? 'changed' : 'moved'}: ${when}`,
      ...describeMove(subject),
      details: [
        ...childOf(appointment),
        ...(isSameTime(subject)
          ? [timeOf('When', appointment, sender)]
          : [timeOf('New time', appointment, sender), timeOf('Before', from, sender)]),
        placeOf(sender),
        ...termsOf([appointment], subject, sender),
      ],
      action: view,
      closing: [change],
    }
  },
  calendar: ({ appointment }) => ({ appointment, method: 'REQUEST' }),
  examples: {
    moved: {
      ...example,
      appointment: exampleAppointment({
        sequence: 1,
        date: '2027-03-16',
        startMinute: 13 * 60 + 30,
      }),
      isOtherDoctor: false,
      terms: { ...TERMS, refundCeiling: 0, moves: 1 },
    },
    'moved-to-another-doctor': example,
    'moved-to-another-time-and-doctor': {
      ...example,
      appointment: exampleAppointment({ sequence: 1, date: '2027-03-16' }),
    },
    'moved-paid-by-former-guardian': {
      ...example,
      appointment: exampleAppointment({ sequence: 1, child: MIA, isPaidOnly: true }),
      isOtherDoctor: false,
    },
  },
}

function isSameTime({ appointment, from }: Moved): boolean {
  return appointment.date === from.date && appointment.startMinute === from.startMinute
}

/** The changed time, doctor, or both. The doctor's name is shown after login only. */
function describeMove(subject: Moved): Pick<Texts, 'preview' | 'heading' | 'paragraphs'> {
  const doctor = 'You see who it is after logging in.'
  if (isSameTime(subject)) {
    return {
      preview: 'Another doctor, at the same time.',
      heading: 'Your appointment is with another doctor',
      paragraphs: [`Another doctor will see you. The time stays the same. ${doctor}`],
    }
  }
  const note = 'Your appointment was moved. Please note the new time.'
  return {
    preview: 'Your appointment has a new time.',
    heading: subject.isOtherDoctor
      ? 'Your appointment has a new time and another doctor'
      : 'Your appointment has a new time',
    paragraphs: [subject.isOtherDoctor ? `${note} Another doctor will see you. ${doctor}` : note],
  }
}
