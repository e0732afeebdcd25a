import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import type { OfferContext, offerMachine } from '#machines/offer/offer-machine.ts'
import * as loading from '#words/en/loading.ts'
import * as words from '#words/en/visits/offer.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'
import { offerFixture } from './offer-walks.ts'

const HELD = timeOf(offerFixture)

function timeOf({ date, slot }: { date: string; slot: string }): string {
  return `${formats.fullDay(date)}, ${formats.slotStart(slot)}`
}

/** Drives the page of an offer that moves Mia's appointment to a sooner time. */
export function offerDriver(screen: Screen, server: Server): Driver<typeof offerMachine> {
  async function seeOpen({ offer }: OfferContext, { accepting = false, declining = false } = {}) {
    if (!offer?.from) throw new Error('The machine knows no time that it replaces')
    await screen.see('heading', words.soonerTimeFor('Mia'))
    await screen.see('definition', HELD)
    await screen.see('text', formatPrice(offer.price))
    await screen.see('definition', timeOf(offer.from))
    await screen.see('button', words.accept, { busy: accepting })
    await screen.see('button', words.decline, { busy: declining })
  }
  async function seeEnd(title: string, text: string) {
    await screen.see('heading', title)
    await screen.see('text', text)
    await screen.gone('button', words.accept)
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', loading.tryAgain),
      'offer.accept': () => screen.click('button', words.accept),
      'offer.decline': () => screen.click('button', words.decline),
    },
    see: {
      loading: async () => {
        await screen.see('status', words.loadingOffer)
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', words.offerDidNotLoad, { text: message ?? '' })
        await screen.see('button', loading.tryAgain, { disabled: false })
      },
      notFound: () => seeEnd(words.offerNotFound, words.whyNotFound),
      open: all(seeOpen, seeMessage(screen)),
      accepting: (context) => seeOpen(context, { accepting: true }),
      declining: (context) => seeOpen(context, { declining: true }),
      accepted: async ({ offer }) => {
        await seeEnd(words.timeIsYours, HELD)
        const href = `/dashboard/appointment/${offer?.appointmentId}`
        await screen.see('link', words.seeAppointment, { href })
      },
      declined: () => seeEnd(words.isDeclined, words.stillOnList),
      gone: async () => {
        await seeEnd(words.noLongerHeld, words.hasNotChanged)
        await screen.see('link', words.seeWaitingList, { href: '/dashboard/waitlist' })
      },
    },
  }
}
