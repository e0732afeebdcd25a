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
  readReoffers,
} from './about-reoffers.ts'

/** The clinic reopened the times. */
export const reofferWithdrawn: EmailKind<'reoffer_withdrawn', AboutReoffers> = {
  read: (question) => readReoffers(question, { areOpen: false }),
  describe({ reoffers, recipient }, speaker) {
    const [first, ...others] = reoffers
    const isOne = others.length === 0
    const { shared, waitlist } = speaker.words
    return {
      subject: isOne
        ? waitlist.staysOne(shortTime(first.from, speaker))
        : waitlist.staySeveral(reoffers.length),
      preview: waitlist.noAnswerNeeded,
      heading: isOne ? waitlist.staysOneHeading : waitlist.staySeveralHeading,
      paragraphs: [isOne ? waitlist.canKeepOne : waitlist.canKeepSeveral],
      details: [
        ...reoffers.flatMap(({ from, child }) => [
          ...childOf({ child }, speaker),
          timeOf(shared.when, from, speaker),
        ]),
        placeOf(speaker),
      ],
      action: recipient.hasAccount ? viewAppointments(speaker) : signUp(speaker),
      closing: [waysToChange(recipient, speaker)],
      reason: waitlist.whyMayChange,
    }
  },
  examples: {
    'reoffer-withdrawn': exampleReoffers(),
    'reoffers-withdrawn': exampleReoffers(laterReoffer),
  },
}
