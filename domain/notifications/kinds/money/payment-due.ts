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
  describe(subject, speaker) {
    const { appointment, recipient } = subject
    const { hasAccount } = recipient
    const { when, view } = partsOf(subject, speaker)
    const { words, clinic } = speaker
    const { money } = words
    return {
      subject: money.pleasePay(when),
      preview: hasAccount ? money.payOnline : money.payAtDesk,
      heading: money.isNotPaidYet,
      paragraphs: [hasAccount ? money.howToPayOnline : money.howToPayAtDesk(clinic.phone)],
      details: [...childOf(appointment, speaker), timeOf(money.appointment, appointment, speaker)],
      action: hasAccount ? { ...view, label: money.payForAppointment } : view,
      closing: [money.paidAlready(clinic.phone)],
    }
  },
  examples: {
    'payment-due': { appointment: exampleAppointment() },
    'payment-due-without-account': { appointment: exampleAppointment(), recipient: GUEST },
  },
}
