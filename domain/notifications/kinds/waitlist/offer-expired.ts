import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { shortTime } from '#domain/notifications/templates/email-details.ts'
import { type AboutOffer, exampleOffer, offeredTimes, readOffer } from './about-offer.ts'

/** `paused`: no further offers until the family confirms that it still waits. */
interface OfferExpired extends AboutOffer {
  paused: boolean
}

export const offerExpired: EmailKind<'offer_expired', OfferExpired> = {
  read: (question) =>
    readOffer(question, ({ entry, about }) => {
      if (entry.state === 'ended') return drop('superseded')
      return send({
        ...about,
        paused: question.notification.data.paused && entry.state === 'paused',
      })
    }),
  describe(subject, speaker) {
    const { time, paused } = subject
    const { clinic, pageAt, words } = speaker
    const { waitlist } = words
    return {
      subject: paused ? waitlist.stillLooking : waitlist.offerExpired(shortTime(time, speaker)),
      preview: paused ? waitlist.tellUs : waitlist.stillOnList,
      heading: paused ? waitlist.stillLookingHeading : waitlist.offerExpiredHeading,
      paragraphs: [waitlist.noAnswer, paused ? waitlist.secondWithoutAnswer : waitlist.stillOnList],
      details: offeredTimes(subject, speaker),
      action: { label: waitlist.viewWaitingList, url: pageAt('/dashboard/waitlist') },
      closing: [words.shared.questions(clinic.phone)],
      reason: waitlist.whyWaiting,
    }
  },
  examples: {
    'offer-expired-paused': { ...exampleOffer, paused: true },
    'offer-expired': { ...exampleOffer, paused: false },
  },
}
