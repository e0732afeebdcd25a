import type { OfferContext, offerMachine } from '#machines/offer/offer-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

/** Drives the page of an offer that moves Mia's appointment to a sooner time. */
export function offerDriver(screen: Screen, server: Server): Driver<typeof offerMachine> {
  async function seeOpen({ offer }: OfferContext, { accepting = false, declining = false } = {}) {
    await screen.see('heading', 'A sooner time for Mia')
    await screen.see('definition', 'Tue, Mar 2, 2027, 9:00 AM')
    await screen.see('text', `$${offer?.price}`)
    await screen.see('definition', 'Wed, Mar 10, 2027, 10:00 AM')
    await screen.see('button', 'Accept', { busy: accepting })
    await screen.see('button', 'Decline', { busy: declining })
  }
  async function seeEnd(title: string, text: string) {
    await screen.see('heading', title)
    await screen.see('text', text)
    await screen.gone('button', 'Accept')
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', 'Try again'),
      'offer.accept': () => screen.click('button', 'Accept'),
      'offer.decline': () => screen.click('button', 'Decline'),
    },
    see: {
      loading: async () => {
        await screen.see('status', 'Loading your offer')
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', 'We couldn’t load your offer', { text: message ?? '' })
        await screen.see('button', 'Try again', { disabled: false })
      },
      notFound: () =>
        seeEnd(
          'We couldn’t find that offer',
          'The link may be incomplete, or the offer is for another account.',
        ),
      open: all(seeOpen, seeMessage(screen)),
      accepting: (context) => seeOpen(context, { accepting: true }),
      declining: (context) => seeOpen(context, { declining: true }),
      accepted: async ({ offer }) => {
        await seeEnd('The time is yours', 'Tue, Mar 2, 2027, 9:00 AM')
        const href = `/dashboard/appointment/${offer?.appointmentId}`
        await screen.see('link', 'See the appointment', { href })
      },
      declined: () =>
        seeEnd(
          'Offer declined',
          'Another family can have this time. You are still on the waiting list.',
        ),
      gone: async () => {
        await seeEnd('This time is no longer held for you', 'Your appointment hasn’t changed.')
        await screen.see('link', 'See my waiting list', { href: '/dashboard/waitlist' })
      },
    },
  }
}
