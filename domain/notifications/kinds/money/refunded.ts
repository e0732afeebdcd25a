import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import { exampleAppointment, GUEST } from '#domain/notifications/content/examples.ts'
import { childOf, partsOf, timeOf } from '#domain/notifications/templates/email-details.ts'
import { type AboutRefund, readRefund } from './about-refund.ts'

const appointment = exampleAppointment()

/**
 * The refund is on its way, or was handed back at the desk: the payment could not be used, or the appointment
 * was canceled.
 */
export const refunded: EmailKind<'refunded', AboutRefund> = {
  read: (question) => readRefund(question, 'succeeded'),
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
        subject: money.refundedAtClinic,
        preview: money.refundedAtDesk,
        heading: money.weGaveRefund,
        paragraphs: [money.weGaveRefundAtDesk],
        details,
        action,
        closing: [words.shared.ifWrong(clinic.phone)],
      }
    }
    return {
      subject: money.refundOnItsWay,
      preview: money.banksTake,
      heading: money.refundOnItsWay,
      paragraphs: [money.weSentRefund],
      details,
      action,
      closing: [words.shared.questions(clinic.phone)],
    }
  },
  examples: {
    refunded: { atDesk: false, appointment },
    'refunded-at-desk': { atDesk: true, recipient: GUEST, appointment },
  },
}
