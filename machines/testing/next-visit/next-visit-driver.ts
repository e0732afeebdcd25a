import type { NextVisitContext, nextVisitMachine } from '#machines/next-visit/next-visit-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import type { Driver, Server } from '../tours.ts'

/** Drives the page of a visit that the clinic asks a family to book. */
export function nextVisitDriver(screen: Screen, server: Server): Driver<typeof nextVisitMachine> {
  const seeError = seeMessage(screen)

  async function seeOpen(context: NextVisitContext, { answering = false } = {}) {
    await screen.see('heading', 'Allergy Testing for Mia')
    await screen.see('text', 'Please bring the diary.')
    const { canBook = false, firstDay } = context.visit ?? {}
    if (!canBook) await screen.see('text', /^To book, call us at /)
    else if (firstDay === null) await screen.see('button', 'Tell me when one opens')
    else await screen.see('button', 'Choose a time', { disabled: answering })
    await screen.see('button', 'Not for us', { busy: answering })
    await screen.see('button', 'Done elsewhere', { busy: answering })
    await seeError(context)
  }
  async function seeAnswered(context: NextVisitContext, { undoing = false } = {}) {
    await screen.see('heading', 'Allergy Testing for Mia')
    const how =
      context.visit?.state === 'elsewhere'
        ? 'This visit was done elsewhere.'
        : 'Your family said no to this visit.'
    await screen.see('text', `${how} We no longer ask you to book it.`)
    await screen.see('button', 'Undo', { busy: undoing })
    await screen.gone('button', 'Not for us')
    await seeError(context)
  }
  async function seeEnd(title: string) {
    await screen.see('heading', title)
    await screen.gone('button', 'Not for us')
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', 'Try again'),
      'visit.book': () => screen.click('button', 'Choose a time'),
      'visit.decline': () => screen.click('button', 'Not for us'),
      'visit.elsewhere': async ({ month }) => {
        await screen.fill('Month of the visit elsewhere, like 2027-03', month)
        await screen.click('button', 'Done elsewhere')
      },
      'answer.undo': () => screen.click('button', 'Undo'),
    },
    see: {
      loading: async () => {
        await screen.see('status', 'Loading your visit')
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', 'We couldn’t load your visit', { text: message ?? '' })
        await screen.see('button', 'Try again', { disabled: false })
      },
      notFound: () => seeEnd('We couldn’t find that visit'),
      open: (context) => seeOpen(context),
      booking: async () => {
        await screen.gone('status', 'Loading your visit')
        await screen.gone('heading', 'Allergy Testing for Mia')
      },
      answering: (context) => seeOpen(context, { answering: true }),
      'answered.declined': (context) => seeAnswered(context),
      'answered.elsewhere': (context) => seeAnswered(context),
      undoing: (context) => seeAnswered(context, { undoing: true }),
      booked: async ({ visit }) => {
        await seeEnd('This visit is booked')
        const href = `/dashboard/appointment/${visit?.appointment?._id}`
        await screen.see('link', 'See the appointment', { href })
      },
      lapsed: () => seeEnd('This visit is no longer asked for'),
    },
  }
}
