import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { exampleAppointment } from '#domain/notifications/content/examples.ts'
import { partsOf } from '#domain/notifications/templates/email-details.ts'
import { type AboutOne, readAppointment } from '../appointment/about-appointment.ts'

/** A payment was reversed outside of our own refunds; the appointment remains, unpaid. */
export const unpaid: EmailKind<'unpaid', AboutOne> = {
  read: (question) =>
    readAppointment(question, ({ row, appointment }) =>
      row.paid ? drop('superseded') : send({ appointment }),
    ),
  describe(subject, speaker) {
    const { when, details, view } = partsOf(subject, speaker)
    const { clinic, words } = speaker
    const { money } = words
    const { hasAccount } = subject.recipient
    return {
      subject: money.unpaidAgain(when),
      preview: money.wasReversed,
      heading: money.wasReversedHeading,
      paragraphs: [money.stillBooked],
      details,
      action: view,
      closing: [
        hasAccount ? money.payAgainOnline(clinic.phone) : money.payAgainAtClinic(clinic.phone),
      ],
    }
  },
  examples: { unpaid: { appointment: exampleAppointment() } },
}
