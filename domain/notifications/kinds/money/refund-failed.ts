import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import { exampleAppointment } from '#domain/notifications/content/examples.ts'
import { childOf, partsOf, timeOf } from '#domain/notifications/templates/email-details.ts'
import { type AboutRefund, readRefund } from './about-refund.ts'

const appointment = exampleAppointment()

/** At the desk: staff had marked it as handed back by mistake. */
export const refundFailed: EmailKind<'refund_failed', AboutRefund> = {
  read: (question) => readRefund(question, 'failed'),
  describe(subject, sender) {
    const { appointment, atDesk } = subject
    const details = [...childOf(appointment), timeOf('Appointment', appointment, sender)]
    const action = partsOf(subject, sender).view
    if (atDesk) {
      return {
        subject: 'Your refund is waiting for you',
        preview: 'We recorded by mistake that you had received it.',
        heading: 'Your refund is waiting for you',
        paragraphs: [
          'We recorded by mistake that we had given you your refund. You can pick it up at our front desk.',
        ],
        details,
        action,
        closing: [`Questions? Call us at ${sender.clinic.phone}.`],
      }
    }
    return {
      subject: 'We couldn’t complete your refund',
      preview: 'Please call us so that we can return your money another way.',
      heading: 'We couldn’t complete your refund',
      paragraphs: [
        'Your bank did not accept the refund of your payment.',
        `Please call us at ${sender.clinic.phone}, so that we can return your money another way.`,
      ],
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
