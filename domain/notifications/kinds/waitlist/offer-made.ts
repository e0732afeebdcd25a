import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { BEN } from '#domain/notifications/content/examples.ts'
import {
  describeInstant,
  placeOf,
  shortTime,
} from '#domain/notifications/templates/email-details.ts'
import { type AboutOffer, exampleOffer, offeredTimes, readOffer, WAITING } from './about-offer.ts'

/** `until`: how long the time is held; `isSooner`: accepting moves an appointment of the recipient. */
interface OfferMade extends AboutOffer {
  until: Date
  isSooner: boolean
}

const example: OfferMade = {
  ...exampleOffer,
  until: new Date('2027-03-01T17:00:00Z'),
  isSooner: false,
}

export const offerMade: EmailKind<'offer_made', OfferMade> = {
  read: (question) =>
    readOffer(question, ({ offer, entry, about }) => {
      if (offer.state !== 'open') return drop('superseded')
      if (offer.expiresAt <= question.now) return drop('expired')
      return send({ ...about, until: offer.expiresAt, isSooner: entry.appointmentId !== null })
    }),
  describe(subject, sender) {
    const { time, until, isSooner, offerId, recipient, others } = subject
    const { siteUrl, clinic } = sender
    const end = describeInstant(until, sender)
    return {
      subject: `${others.length > 0 ? 'Times' : 'A time'} for you: ${shortTime(time)}`,
      preview: `We hold it for you until ${end}.`,
      heading: isSooner ? 'A sooner time is free' : 'A time is free',
      paragraphs: [
        `We hold this time for you until ${end}. Then we offer it to the next family.`,
        isSooner
          ? 'If you accept, your appointment moves to this time. Price and payment stay the same.'
          : 'Nothing is booked until you accept.',
      ],
      details: [...offeredTimes(subject, sender), placeOf(sender)],
      action: recipient.hasAccount
        ? { label: 'See this offer', url: `${siteUrl}/dashboard/offers/${offerId}` }
        : { label: 'Contact us', url: `${siteUrl}/contactus` },
      closing: [
        recipient.hasAccount
          ? 'You can also decline it there, so that another family gets it sooner.'
          : `To accept or decline, call us at ${clinic.phone}.`,
      ],
      reason: WAITING,
    }
  },
  examples: {
    'offer-made-sooner': { ...example, isSooner: true },
    'offer-made': example,
    'offer-made-siblings': {
      ...example,
      others: [{ ...example.time, startMinute: 9 * 60 + 30, child: BEN }],
    },
  },
}
