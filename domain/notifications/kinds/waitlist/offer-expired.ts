import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { shortTime } from '#domain/notifications/templates/email-details.ts'
import { type AboutOffer, exampleOffer, offeredTimes, readOffer, WAITING } from './about-offer.ts'

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
  describe(subject, sender) {
    const { time, paused } = subject
    return {
      subject: paused ? 'Are you still looking for a time?' : `Offer expired: ${shortTime(time)}`,
      preview: paused ? 'Tell us if you are.' : 'You are still on the waiting list.',
      heading: paused ? 'Still looking?' : 'We held a time for you',
      paragraphs: [
        'We didn’t hear from you in time, so another family can have it.',
        paused
          ? 'This was the second offer in a row without an answer. We won’t send another one until you tell us that you’re still looking.'
          : 'You are still on the waiting list.',
      ],
      details: offeredTimes(subject, sender),
      action: { label: 'View the waiting list', url: `${sender.siteUrl}/dashboard/waitlist` },
      closing: [`Questions? Call us at ${sender.clinic.phone}.`],
      reason: WAITING,
    }
  },
  examples: {
    'offer-expired-paused': { ...exampleOffer, paused: true },
    'offer-expired': { ...exampleOffer, paused: false },
  },
}
