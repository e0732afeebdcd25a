import { receiptNumber } from '#contract/payments/receipts.ts'
import { appointmentPath } from '#domain/notifications/content/calendar-file.ts'
import type { Texts } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { Addressed, EmailedAppointment } from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, GUEST } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
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
  describe(subject, speaker) {
    if (subject.others.length > 0) return payTogether(subject, speaker)
    const { hasAccount } = subject.recipient
    const { when, details, view, change } = partsOf(subject, speaker)
    const { money } = speaker.words
    return {
      subject: money.paid(when),
      preview: hasAccount ? money.thanksReceiptOnline : money.thanksReceiptAtDesk,
      heading: money.weReceivedPayment,
      paragraphs: [hasAccount ? money.isPaidReceiptOnline : money.isPaidReceiptAtDesk],
      details,
      action: hasAccount ? viewReceipt(subject, speaker) : view,
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
function payTogether(subject: Addressed & Paid, speaker: Speaker): Texts {
  const appointments = [subject.appointment, ...subject.others]
  const { money } = speaker.words
  return {
    subject: money.paidTogether(appointments.length),
    preview: money.thanksReceiptOnline,
    heading: money.weReceivedPayment,
    paragraphs: [money.arePaid],
    details: appointments.map((each, index) => {
      const { label, lines } = timeOf(money.numberedAppointment(index + 1), each, speaker)
      const child = each.child ? [lineOf(each.child, money.forChild)] : []
      return { label, lines: [...lines, ...child] }
    }),
    action: viewReceipt(subject, speaker),
    closing: [partsOf(subject, speaker).change],
  }
}

function viewReceipt({ receipt, appointment }: Paid, { words, pageAt }: Speaker) {
  const path = receipt === null ? appointmentPath(appointment.id) : `/dashboard/receipts/${receipt}`
  return { label: words.money.viewReceipt, url: pageAt(path) }
}
