import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import { GUEST } from '#domain/notifications/content/examples.ts'
import { describeInstant, shortTime } from '#domain/notifications/templates/email-details.ts'
import {
  type AboutReoffers,
  answerOf,
  exampleReoffers,
  laterReoffer,
  readReoffers,
  whyOf,
  withoutAnswer,
} from './about-reoffers.ts'

/** The clinic closed times: one link lets a family answer for all of its appointments. */
export const reofferMade: EmailKind<'reoffer_made', AboutReoffers> = {
  read: (question) => readReoffers(question, { areOpen: true }),
  describe(about, speaker) {
    const { reoffers, until } = about
    const [first, ...others] = reoffers
    const isOne = others.length === 0
    const end = describeInstant(until, speaker)
    const { waitlist } = speaker.words
    return {
      subject: isOne
        ? waitlist.newTime(shortTime(first.from, speaker))
        : waitlist.newTimes(reoffers.length),
      preview: waitlist.answerBy(end),
      heading: isOne ? waitlist.haveToMoveOne : waitlist.haveToMoveSeveral,
      paragraphs: [
        isOne ? waitlist.sorryHoldingOne(end) : waitlist.sorryHoldingSeveral(end),
        ...whyOf(about, speaker),
        `${waitlist.waysToAnswer} ${withoutAnswer(about, speaker)}`,
      ],
      ...answerOf(about, speaker),
    }
  },
  examples: {
    'reoffer-made': exampleReoffers(),
    'reoffers-made': { recipient: GUEST, ...exampleReoffers(laterReoffer), why: null },
  },
}
