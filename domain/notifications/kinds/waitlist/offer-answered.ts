import { type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { shortTime, viewAppointments } from '#domain/notifications/templates/email-details.ts'
import { type AboutOffer, exampleOffer, offeredTimes, readOffer } from './about-offer.ts'

interface OfferAnswered extends AboutOffer {
  isAccepted: boolean
}

export const offerAnswered: EmailKind<'offer_answered', OfferAnswered> = {
  read: (question) =>
    readOffer(question, ({ offer, about }) =>
      send({ ...about, isAccepted: offer.state === 'accepted' }),
    ),
  describe(subject, speaker) {
    const { time, isAccepted } = subject
    const { clinic, words } = speaker
    const { waitlist } = words
    const when = shortTime(time, speaker)
    return {
      subject: isAccepted ? waitlist.accepted(when) : waitlist.declined(when),
      preview: waitlist.nothingLeft,
      heading: isAccepted ? waitlist.acceptedHeading : waitlist.declinedHeading,
      paragraphs: [isAccepted ? waitlist.otherAccepted : waitlist.otherDeclined],
      details: offeredTimes(subject, speaker),
      action: viewAppointments(speaker),
      closing: [words.shared.questions(clinic.phone)],
      reason: waitlist.whyWaiting,
    }
  },
  examples: {
    'offer-accepted': { ...exampleOffer, isAccepted: true },
    'offer-declined': { ...exampleOffer, isAccepted: false },
  },
}
