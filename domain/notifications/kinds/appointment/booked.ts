import { format } from 'date-fns/format'
import { fromIsoDate } from '#contract/dates.ts'
import type { Texts } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type {
  Addressed,
  EmailedAppointment,
  EmailedTerms,
  EmailSender,
} from '#domain/notifications/content/email-subject.ts'
import {
  BEN,
  exampleAppointment,
  GUEST,
  MIA,
  OTHER_APPOINTMENT_ID,
  TERMS,
} from '#domain/notifications/content/examples.ts'
import {
  byTime,
  HOW_TO_LINK,
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
  describe(subject, sender) {
    if (subject.others.length > 0) return confirmTogether(subject, sender)
    const { appointment, recipient } = subject
    const { when, details, view, change } = partsOf(subject, sender)
    return {
      subject: `Appointment confirmed: ${when}`,
      preview: 'We look forward to seeing you.',
      heading: 'Your appointment is confirmed',
      paragraphs: [thankYou(appointment)],
      details: [...details, ...thingsOf(sender), ...termsOf([appointment], subject, sender)],
      action: view,
      closing: [recipient.hasAccount ? whereToSee([appointment]) : HOW_TO_LINK, change],
      notice: noticeOf(sender),
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
function confirmTogether(subject: Addressed & Booked, sender: EmailSender): Texts {
  const { appointment, others, recipient } = subject
  const appointments = [appointment, ...others].toSorted(byTime)
  const days = [appointments[0], appointments.at(-1)].map(
    (one) => one && format(fromIsoDate(one.date), 'EEE, MMM d'),
  )
  return {
    subject: `${appointments.length} appointments confirmed: ${[...new Set(days)].join(' to ')}`,
    preview: 'We look forward to seeing you.',
    heading: 'Your appointments are confirmed',
    paragraphs: [thankYou(appointment)],
    details: [
      timesOf(appointments, sender),
      placeOf(sender),
      ...thingsOf(sender),
      ...termsOf(appointments, subject, sender),
    ],
    action: viewAppointments(sender),
    closing: [
      whereToSee(appointments),
      'An email for each appointment follows, which adds it to your calendar.',
      waysToChange(recipient, sender),
    ],
    notice: noticeOf(sender),
  }
}

function thankYou({ isShared }: EmailedAppointment): string {
  return isShared
    ? 'Another guardian has booked with us. We look forward to seeing you.'
    : 'Thank you for booking with us. We look forward to seeing you.'
}

/**
 * The email may have waited for the address to be confirmed, so it asks for no money that was paid meanwhile.
 */
function whereToSee(appointments: readonly EmailedAppointment[]): string {
  const isToPay = appointments.some(({ isShared, isPaid }) => !isShared && !isPaid)
  const what = isToPay ? 'what was booked, and pay for it,' : 'what was booked'
  return `You can see ${what} after logging in.`
}
