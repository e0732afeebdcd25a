import { drop, type EmailKind } from '#domain/notifications/content/email-kind.ts'
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

/** Half of the time to answer is over, and some re-offers are unanswered. */
export const reofferReminder: EmailKind<'reoffer_reminder', AboutReoffers> = {
  read(question) {
    const reading = readReoffers(question, { areOpen: true })
    const isLate = reading.outcome === 'send' && reading.shown.until <= question.now
    return isLate ? drop('expired') : reading
  },
  describe(about, sender) {
    const { reoffers, until } = about
    const [first, ...others] = reoffers
    const isOne = others.length === 0
    const end = describeInstant(until, sender)
    return {
      subject: isOne
        ? `Please answer: new time for your appointment on ${shortTime(first.from)}`
        : `Please answer: new times for your ${reoffers.length} appointments`,
      preview: `Please answer by ${end}.`,
      heading: 'Please answer',
      paragraphs: [
        `We can’t keep the ${isOne ? 'time of your appointment' : 'times of your appointments'}, and we don’t have your answer yet. We’re holding ${isOne ? 'another time' : 'other times'} for you. Please answer by ${end}.`,
        ...whyOf(about),
        withoutAnswer(about, sender),
      ],
      ...answerOf(about, sender),
    }
  },
  examples: {
    'reoffer-reminder': exampleReoffers(),
    'reoffer-reminders': { recipient: GUEST, ...exampleReoffers(laterReoffer) },
  },
}
