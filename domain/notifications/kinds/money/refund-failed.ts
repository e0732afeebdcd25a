import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import { exampleAppointment } from '#domain/notifications/content/examples.ts'
import { childOf, partsOf, timeOf } from '#domain/notifications/templates/email-details.ts'
import { type AboutRefund, readRefund } from './about-refund.ts'

const appointment = exampleAppointment()

/** At the desk: staff had marked it as handed back by mistake. */
export const refundFailed: EmailKind<'refund_failed', AboutRefund> = {
  read: (question) => readRefund(question, 'failed'),
  describe(subject, speaker) {
    const { appointment, atDesk } = subject
    const { words, clinic } = speaker
    const { money } = words
    const details = [
      ...childOf(appointment, speaker),
      timeOf(money.appointment, appointment, speaker),
    ]
    const action = partsOf(subject, speaker).view
    if (atDesk) {
      return {
        subject: money.refundIsWaiting,
        preview: money.recordedByMistake,
        heading: money.refundIsWaiting,
        paragraphs: [money.pickUpRefund],
        details,
        action,
        closing: [words.shared.questions(clinic.phone)],
      }
    }
    return {
      subject: money.refundFailed,
      preview: money.callForRefund,
      heading: money.refundFailed,
      paragraphs: [money.bankRefused, money.callForRefundAt(clinic.phone)],
      details,
      action,
      closing: [],
    }
  },
  examples: {
    'refund-failed': { atDesk: false, appointment },
    'hand-back-undone': { atDesk: true, appointment },
  },
}
