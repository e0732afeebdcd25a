import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { exampleAppointment, GUEST } from '#domain/notifications/content/examples.ts'
import { childOf, partsOf, timeOf } from '#domain/notifications/templates/email-details.ts'
import { findReoffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { type AboutOne, readAppointment } from '../appointment/about-appointment.ts'

/** The appointment is unpaid. */
export const paymentDue: EmailKind<'payment_due', AboutOne> = {
  read: (question) =>
    readAppointment(question, ({ row, appointment, isForThem }) => {
      // Until the family chooses a new time, nothing is due.
      if (findReoffer(question.db, row.id)) return drop('superseded')
      if (!isForThem(row)) return drop('not_guardian')
      if (row.status === 'cancelled') return drop('cancelled')
      return row.paid || row.billedElsewhere ? drop('superseded') : send({ appointment })
    }),
  describe(subject, sender) {
    const { appointment, recipient } = subject
    const { hasAccount } = recipient
    const { when, view } = partsOf(subject, sender)
    return {
      subject: `Please pay for your appointment: ${when}`,
      preview: hasAccount ? 'You can pay online.' : 'You can pay at our front desk.',
      heading: 'Your appointment is not paid yet',
      paragraphs: [
        hasAccount
          ? 'Your appointment is not paid yet. You can pay online after logging in, or at our front desk.'
          : `Your appointment is not paid yet. You can pay at our front desk, or call us at ${sender.clinic.phone}.`,
      ],
      details: [...childOf(appointment), timeOf('Appointment', appointment, sender)],
      action: hasAccount ? { ...view, label: 'Pay for the appointment' } : view,
      closing: [`Have you paid already? Call us at ${sender.clinic.phone}.`],
    }
  },
  examples: {
    'payment-due': { appointment: exampleAppointment() },
    'payment-due-without-account': { appointment: exampleAppointment(), recipient: GUEST },
  },
}
