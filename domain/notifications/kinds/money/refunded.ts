import { REFUND_DAYS } from '#contract/payments/refund-terms.ts'
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
  describe(subject, sender) {
    const { appointment, atDesk } = subject
    const details = [...childOf(appointment), timeOf('Appointment', appointment, sender)]
    const action = partsOf(subject, sender).view
    if (atDesk) {
      return {
        subject: 'You received your refund at the clinic',
        preview: 'We gave you your refund at the front desk.',
        heading: 'We gave you your refund',
        paragraphs: ['We gave you your refund at our front desk.'],
        details,
        action,
        closing: [`If this is wrong, call us at ${sender.clinic.phone}.`],
      }
    }
    return {
      subject: 'Your refund is on its way',
      preview: `Banks usually take ${REFUND_DAYS}.`,
      heading: 'Your refund is on its way',
      paragraphs: [
        `We sent your refund to the card that you used. Banks usually take ${REFUND_DAYS} to show it.`,
      ],
      details,
      action,
      closing: [`Questions? Call us at ${sender.clinic.phone}.`],
    }
  },
  examples: {
    refunded: { atDesk: false, appointment },
    'refunded-at-desk': { atDesk: true, recipient: GUEST, appointment },
  },
}
