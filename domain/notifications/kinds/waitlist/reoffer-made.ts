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
  describe(about, sender) {
    const { reoffers, until } = about
    const [first, ...others] = reoffers
    const isOne = others.length === 0
    const end = describeInstant(until, sender)
    return {
      subject: isOne
        ? `New time for your appointment on ${shortTime(first.from)}`
        : `New times for your ${reoffers.length} appointments`,
      preview: `Please answer by ${end}.`,
      heading: isOne ? 'We have to move your appointment' : 'We have to move your appointments',
      paragraphs: [
        `We’re sorry: we can’t keep the ${isOne ? 'time of your appointment' : 'times of your appointments'}. We’re holding ${isOne ? 'another time' : 'other times'} for you. Please answer by ${end}.`,
        ...whyOf(about),
        `You can accept, choose other times, or cancel. If you accept, price and payment stay the same. ${withoutAnswer(about, sender)}`,
      ],
      ...answerOf(about, sender),
    }
  },
  examples: {
    'reoffer-made': exampleReoffers(),
    'reoffers-made': { recipient: GUEST, ...exampleReoffers(laterReoffer), why: null },
  },
}
