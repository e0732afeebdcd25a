import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import {
  childOf,
  placeOf,
  shortTime,
  signUp,
  timeOf,
  viewAppointments,
  waysToChange,
} from '#domain/notifications/templates/email-details.ts'
import {
  type AboutReoffers,
  exampleReoffers,
  laterReoffer,
  MAY_ANSWER,
  readReoffers,
} from './about-reoffers.ts'

/** The clinic reopened the times. */
export const reofferWithdrawn: EmailKind<'reoffer_withdrawn', AboutReoffers> = {
  read: (question) => readReoffers(question, { areOpen: false }),
  describe({ reoffers, recipient }, sender) {
    const [first, ...others] = reoffers
    const isOne = others.length === 0
    return {
      subject: isOne
        ? `Your appointment stays: ${shortTime(first.from)}`
        : `Your ${reoffers.length} appointments stay as they were`,
      preview: 'You don’t have to answer.',
      heading: isOne ? 'Your appointment stays' : 'Your appointments stay as they were',
      paragraphs: [
        `We can keep the ${isOne ? 'time' : 'times'} after all. You don’t have to answer: nothing has changed.`,
      ],
      details: [
        ...reoffers.flatMap(({ from, child }) => [
          ...childOf({ child }),
          timeOf('When', from, sender),
        ]),
        placeOf(sender),
      ],
      action: recipient.hasAccount ? viewAppointments(sender) : signUp(sender),
      closing: [waysToChange(recipient, sender)],
      reason: MAY_ANSWER,
    }
  },
  examples: {
    'reoffer-withdrawn': exampleReoffers(),
    'reoffers-withdrawn': exampleReoffers(laterReoffer),
  },
}
