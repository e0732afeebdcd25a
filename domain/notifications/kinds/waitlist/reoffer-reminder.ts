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
  describe(about, speaker) {
    const { reoffers, until } = about
    const [first, ...others] = reoffers
    const isOne = others.length === 0
    const end = describeInstant(until, speaker)
    const { waitlist } = speaker.words
    return {
      subject: isOne
        ? waitlist.pleaseAnswerNewTime(shortTime(first.from, speaker))
        : waitlist.pleaseAnswerNewTimes(reoffers.length),
      preview: waitlist.answerBy(end),
      heading: waitlist.pleaseAnswer,
      paragraphs: [
        isOne ? waitlist.noAnswerYetOne(end) : waitlist.noAnswerYetSeveral(end),
        ...whyOf(about, speaker),
        withoutAnswer(about, speaker),
      ],
      ...answerOf(about, speaker),
    }
  },
  examples: {
    'reoffer-reminder': exampleReoffers(),
    'reoffer-reminders': { recipient: GUEST, ...exampleReoffers(laterReoffer) },
  },
}
