import { type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { shortTime, viewAppointments } from '#domain/notifications/templates/email-details.ts'
import { type AboutOffer, exampleOffer, offeredTimes, readOffer, WAITING } from './about-offer.ts'

interface OfferAnswered extends AboutOffer {
  isAccepted: boolean
}

export const offerAnswered: EmailKind<'offer_answered', OfferAnswered> = {
  read: (question) =>
    readOffer(question, ({ offer, about }) =>
      send({ ...about, isAccepted: offer.state === 'accepted' }),
    ),
  describe(subject, sender) {
    const answer = subject.isAccepted ? 'accepted' : 'declined'
    return {
      subject: `Offer ${answer}: ${shortTime(subject.time)}`,
      preview: 'There is nothing left to do.',
      heading: `The offer was ${answer}`,
      paragraphs: [`Another guardian, or our front desk for your family, has ${answer} this time.`],
      details: offeredTimes(subject, sender),
      action: viewAppointments(sender),
      closing: [`Questions? Call us at ${sender.clinic.phone}.`],
      reason: WAITING,
    }
  },
  examples: {
    'offer-accepted': { ...exampleOffer, isAccepted: true },
    'offer-declined': { ...exampleOffer, isAccepted: false },
  },
}
