import type { Texts } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type {
  Addressed,
  EmailedAppointment,
  EmailedTerms,
} from '#domain/notifications/content/email-subject.ts'
import {
  BEN,
  exampleAppointment,
  GUEST,
  MIA,
  OTHER_APPOINTMENT_ID,
  TERMS,
} from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
import {
  byTime,
  noticeOf,
  partsOf,
  placeOf,
  termsOf,
  thingsOf,
  timesOf,
  viewAppointments,
  waysToChange,
} from '#domain/notifications/templates/email-details.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { type AboutOne, readAppointment, readTerms } from './about-appointment.ts'

/** `others`: appointments that were booked together with it, under the same terms. */
interface Booked extends AboutOne {
  terms: EmailedTerms
  others: readonly EmailedAppointment[]
}

const example: Booked = { appointment: exampleAppointment(), terms: TERMS, others: [] }
const ofMia = exampleAppointment({ child: MIA })

export const booked: EmailKind<'booked', Booked> = {
  read: (question) =>
    readAppointment(question, ({ row, change, findChange, isForThem, emailed }) => {
      const { db, notification, now } = question
      // Changed ones had an email of their own.
      const others = (notification.data.others ?? []).flatMap((id) => findAppointment(db, id) ?? [])
      const [first, ...rest] = [row, ...others]
        .filter(isForThem)
        .filter((each) => !findChange(each))
      if (!first) return drop(change ?? 'nothing_left')
      const terms = readTerms(db, first, now)
      return send({ appointment: emailed(first), terms, others: rest.map(emailed) })
    }),
  describe(subject, speaker) {
    if (subject.others.length > 0) return confirmTogether(subject, speaker)
    const { appointment, recipient } = subject
    const { when, details, view, change } = partsOf(subject, speaker)
    const { words } = speaker
    return {
      subject: words.appointment.confirmed(when),
      preview: words.appointment.lookForward,
      heading: words.appointment.isConfirmed,
      paragraphs: [thankYou(appointment, speaker)],
      details: [...details, ...thingsOf(speaker), ...termsOf([appointment], subject, speaker)],
      action: view,
      closing: [
        recipient.hasAccount ? whereToSee([appointment], speaker) : words.shared.howToLink,
        change,
      ],
      notice: noticeOf(speaker),
    }
  },
  // Appointments that were booked together have an invitation each, in an email of its own.
  calendar: ({ appointment, others }) =>
    others.length === 0 ? { appointment, method: 'REQUEST' } : undefined,
  examples: {
    booked: example,
    'booked-for-a-child': { ...example, appointment: ofMia },
    'booked-by-another-guardian': {
      ...example,
      appointment: exampleAppointment({ child: MIA, isShared: true }),
    },
    'booked-by-staff': { ...example, recipient: GUEST },
    'booked-together': {
      ...example,
      appointment: ofMia,
      others: [
        exampleAppointment({ id: OTHER_APPOINTMENT_ID, startMinute: 9 * 60 + 30, child: BEN }),
      ],
    },
    'booked-series': {
      ...example,
      others: ['2027-03-16', '2027-03-23'].map((date) =>
        exampleAppointment({ id: OTHER_APPOINTMENT_ID, date }),
      ),
    },
  },
}

/** Several appointments that were booked together, of one day or several. */
function confirmTogether(subject: Addressed & Booked, speaker: Speaker): Texts {
  const { appointment, others, recipient } = subject
  const appointments = [appointment, ...others].toSorted(byTime)
  const { words } = speaker
  return {
    subject: confirmedOn(appointments, speaker),
    preview: words.appointment.lookForward,
    heading: words.appointment.areConfirmed,
    paragraphs: [thankYou(appointment, speaker)],
    details: [
      timesOf(appointments, speaker),
      placeOf(speaker),
      ...thingsOf(speaker),
      ...termsOf(appointments, subject, speaker),
    ],
    action: viewAppointments(speaker),
    closing: [
      whereToSee(appointments, speaker),
      words.appointment.oneEmailEach,
      waysToChange(recipient, speaker),
    ],
    notice: noticeOf(speaker),
  }
}

/** @param appointments in order of time */
function confirmedOn(
  appointments: readonly EmailedAppointment[],
  { words, formats }: Speaker,
): string {
  const { length } = appointments
  const [first = '', last = ''] = [appointments[0], appointments.at(-1)].map(
    (one) => one && formats.weekday(one.date),
  )
  return first === last
    ? words.appointment.confirmedOn(length, first)
    : words.appointment.confirmedBetween(length, first, last)
}

const thankYou = ({ isShared }: EmailedAppointment, { words }: Speaker): string =>
  isShared ? words.appointment.guardianBooked : words.appointment.thanks

/**
 * The email may have waited for the address to be confirmed, so it asks for no money that was paid meanwhile.
 */
function whereToSee(appointments: readonly EmailedAppointment[], { words }: Speaker): string {
  const isToPay = appointments.some(({ isShared, isPaid }) => !isShared && !isPaid)
  return isToPay ? words.appointment.seeAndPayOnline : words.appointment.seeOnline
}
