import type { Texts } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedTerms, FormerTime } from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, MIA, TERMS } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
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
  describe(subject, speaker) {
    const { appointment, from } = subject
    const { when, view, change } = partsOf(subject, speaker)
    const { shared } = speaker.words
    return {
      ...describeMove(subject, when, speaker),
      details: [
        ...childOf(appointment, speaker),
        ...(isSameTime(subject)
          ? [timeOf(shared.when, appointment, speaker)]
          : [timeOf(shared.newTime, appointment, speaker), timeOf(shared.before, from, speaker)]),
        placeOf(speaker),
        ...termsOf([appointment], subject, speaker),
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
function describeMove(
  subject: Moved,
  when: string,
  { words: { appointment } }: Speaker,
): Pick<Texts, 'subject' | 'preview' | 'heading' | 'paragraphs'> {
  if (isSameTime(subject)) {
    return {
      subject: appointment.changed(when),
      preview: appointment.otherDoctor,
      heading: appointment.otherDoctorHeading,
      paragraphs: [appointment.otherDoctorSameTime],
    }
  }
  const { isOtherDoctor } = subject
  return {
    subject: appointment.moved(when),
    preview: appointment.hasNewTime,
    heading: isOtherDoctor ? appointment.newTimeAndDoctorHeading : appointment.newTimeHeading,
    paragraphs: [isOtherDoctor ? appointment.noteNewTimeAndDoctor : appointment.noteNewTime],
  }
}
