import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { BEN } from '#domain/notifications/content/examples.ts'
import {
  contactUs,
  describeInstant,
  placeOf,
  shortTime,
} from '#domain/notifications/templates/email-details.ts'
import { type AboutOffer, exampleOffer, offeredTimes, readOffer } from './about-offer.ts'

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
  describe(subject, speaker) {
    const { time, until, isSooner, offerId, recipient, others } = subject
    const { clinic, pageAt, words } = speaker
    const { waitlist } = words
    const end = describeInstant(until, speaker)
    const when = shortTime(time, speaker)
    return {
      subject: others.length > 0 ? waitlist.timesForYou(when) : waitlist.timeForYou(when),
      preview: waitlist.heldUntil(end),
      heading: isSooner ? waitlist.sooner : waitlist.free,
      paragraphs: [
        waitlist.heldThenOffered(end),
        isSooner ? waitlist.acceptingMoves : waitlist.nothingBooked,
      ],
      details: [...offeredTimes(subject, speaker), placeOf(speaker)],
      action: recipient.hasAccount
        ? { label: waitlist.seeOffer, url: pageAt(`/dashboard/offers/${offerId}`) }
        : contactUs(speaker),
      closing: [
        recipient.hasAccount ? waitlist.canDecline : waitlist.acceptOrDeclineByPhone(clinic.phone),
      ],
      reason: waitlist.whyWaiting,
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
