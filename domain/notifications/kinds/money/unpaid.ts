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
  describe(subject, sender) {
    const { when, details, view } = partsOf(subject, sender)
    const where = subject.recipient.hasAccount ? 'after logging in' : 'at the clinic'
    return {
      subject: `Your appointment is unpaid again: ${when}`,
      preview: 'Your payment was reversed.',
      heading: 'Your payment was reversed',
      paragraphs: ['Your payment was reversed. The appointment is still booked, but not paid.'],
      details,
      action: view,
      closing: [`You can pay again ${where}. Questions? Call us at ${sender.clinic.phone}.`],
    }
  },
  examples: { unpaid: { appointment: exampleAppointment() } },
}
