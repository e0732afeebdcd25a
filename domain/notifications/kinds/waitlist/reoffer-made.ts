import type { EmailDetail } from '#domain/notifications/content/email-content.ts'
import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import type { EmailSender } from '#domain/notifications/content/email-subject.ts'
import { GUEST } from '#domain/notifications/content/examples.ts'
import {
  childOf,
  describeInstant,
  placeOf,
  shortTime,
  timeOf,
} from '#domain/notifications/templates/email-details.ts'
import {
  type AboutReoffers,
  type EmailedReoffer,
  exampleReoffer,
  laterReoffer,
  MAY_ANSWER,
  readReoffers,
} from './about-reoffers.ts'

const until = new Date('2027-03-02T02:00:00Z')

/** The clinic has closed: a family answers for all of its appointments behind one link. */
export const reofferMade: EmailKind<'reoffer_made', AboutReoffers> = {
  read: (question) => readReoffers(question, { areOpen: true }),
  describe({ reoffers, until, recipient }, sender) {
    const { siteUrl, clinic } = sender
    const [first, ...others] = reoffers
    const isOne = others.length === 0
    const end = describeInstant(until, sender)
    const [times, them] = isOne ? ['another time', 'it'] : ['other times', 'what is not answered']
    return {
      subject: isOne
        ? `New time for your appointment on ${shortTime(first.from)}`
        : `New times for your ${reoffers.length} appointments`,
      preview: `Please answer by ${end}.`,
      heading: isOne ? 'We have to move your appointment' : 'We have to move your appointments',
      paragraphs: [
        `We’re sorry: we can’t keep the ${isOne ? 'time of your appointment' : 'times of your appointments'}. We hold ${times} for you until ${end}.`,
        `You can accept, choose other times, or cancel. Price and payment stay when you accept. Without an answer we cancel ${them} then, and refund everything that was paid.`,
      ],
      details: [...reoffers.flatMap((each) => describeReoffer(each, sender)), placeOf(sender)],
      action: recipient.hasAccount
        ? { label: 'Answer', url: `${siteUrl}/dashboard/offers/${first.offerId}` }
        : { label: 'Contact us', url: `${siteUrl}/contactus` },
      closing: [
        recipient.hasAccount
          ? `Questions? Call us at ${clinic.phone}.`
          : `To answer, call us at ${clinic.phone}.`,
      ],
      reason: MAY_ANSWER,
    }
  },
  examples: {
    'reoffer-made': { until, reoffers: [exampleReoffer] },
    'reoffers-made': { recipient: GUEST, until, reoffers: [exampleReoffer, laterReoffer] },
  },
}

function describeReoffer({ from, to, child }: EmailedReoffer, sender: EmailSender): EmailDetail[] {
  return [...childOf({ child }), timeOf('New time', to, sender), timeOf('Before', from, sender)]
}
