import { receiptNumber } from '#contract/payments/receipts.ts'
import { appointmentUrl } from '#domain/notifications/content/calendar-file.ts'
import type { Texts } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type {
  Addressed,
  EmailedAppointment,
  EmailSender,
} from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, GUEST } from '#domain/notifications/content/examples.ts'
import { lineOf, partsOf, timeOf } from '#domain/notifications/templates/email-details.ts'
import { listPaidWith } from '#drizzle/queries/booking/appointments.ts'
import { findReceiptOf } from '#drizzle/queries/payments/receipts.ts'
import { type AboutOne, readAppointment } from '../appointment/about-appointment.ts'

/**
 * The payment of this appointment and `others`. `receipt`: the number of the receipt, which is shown after
 * login.
 */
interface Paid extends AboutOne {
  receipt: string | null
  others: readonly EmailedAppointment[]
}

const example: Paid = { receipt: '2026-000042', appointment: exampleAppointment(), others: [] }

export const paid: EmailKind<'paid', Paid> = {
  read: (question) =>
    readAppointment(question, ({ row, appointment, emailed }) => {
      const { db, notification } = question
      const { intentId } = notification.data
      if (row.transactionId !== intentId) return drop('superseded')
      const others = listPaidWith(db, intentId)
        .filter((other) => other.id !== row.id)
        .map(emailed)
      const issued = findReceiptOf(db, intentId)
      return send({ appointment, receipt: issued ? receiptNumber(issued) : null, others })
    }),
  describe(subject, sender) {
    if (subject.others.length > 0) return payTogether(subject, sender)
    const { hasAccount } = subject.recipient
    const { when, details, view, change } = partsOf(subject, sender)
    const receipt = hasAccount
      ? 'Your receipt is in your account.'
      : 'We’ll give you a receipt at the front desk.'
    return {
      subject: `Payment received for your appointment: ${when}`,
      preview: `Thank you. ${receipt}`,
      heading: 'We received your payment',
      paragraphs: [`Thank you. Your appointment is paid. ${receipt}`],
      details,
      action: hasAccount ? viewReceipt(subject, sender) : view,
      closing: [change],
    }
  },
  examples: {
    paid: example,
    'paid-together': {
      ...example,
      others: [exampleAppointment({ date: '2027-03-16', startMinute: 13 * 60 + 30 })],
    },
    'paid-at-the-desk': { ...example, recipient: GUEST },
  },
}

/** Several appointments paid with one card entry. */
function payTogether(subject: Addressed & Paid, sender: EmailSender): Texts {
  const appointments = [subject.appointment, ...subject.others]
  return {
    subject: `Payment received for your ${appointments.length} appointments`,
    preview: 'Thank you. Your receipt is in your account.',
    heading: 'We received your payment',
    paragraphs: ['Thank you. Your appointments are paid, and your receipt is in your account.'],
    details: appointments.map((each, index) => {
      const { label, lines } = timeOf(`Appointment ${index + 1}`, each, sender)
      return { label, lines: [...lines, ...(each.child ? [lineOf(each.child, 'For ')] : [])] }
    }),
    action: viewReceipt(subject, sender),
    closing: [partsOf(subject, sender).change],
  }
}

function viewReceipt({ receipt, appointment }: Paid, { siteUrl }: EmailSender) {
  const url =
    receipt === null
      ? appointmentUrl(appointment.id, siteUrl)
      : `${siteUrl}/dashboard/receipts/${receipt}`
  return { label: 'View receipt', url }
}
