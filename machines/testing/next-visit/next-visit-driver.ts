import type { NextVisitContext, nextVisitMachine } from '#machines/next-visit/next-visit-machine.ts'
import * as loading from '#words/en/loading.ts'
import * as words from '#words/en/visits/next-visits.ts'
import * as sentences from '#words/en/visits/next-visits-sentences.tsx'
import * as who from '#words/en/visits/who-sentences.tsx'
import { type Screen, seeMessage } from '../screen.ts'
import { anyOf, textOf } from '../sentences.ts'
import type { Driver, Server } from '../tours.ts'
import { nextVisitFixture } from './next-visit-fixture.ts'

const { treatment, child, note } = nextVisitFixture
const TITLE = textOf(who.treatmentFor(treatment.name, child.name))

/** Drives the page of a visit that the clinic asks a family to book. */
export function nextVisitDriver(screen: Screen, server: Server): Driver<typeof nextVisitMachine> {
  const seeError = seeMessage(screen)

  async function seeOpen(context: NextVisitContext, { answering = false } = {}) {
    await screen.see('heading', TITLE)
    await screen.see('text', note ?? '')
    const { canBook = false, mayAnswer = false, firstDay } = context.visit ?? {}
    if (!mayAnswer) {
      await screen.see('text', words.othersCanBook(child.name))
      await screen.gone('button', words.notForUs)
      return screen.gone('button', words.doneElsewhere)
    }
    if (!canBook) await screen.see('text', anyOf(sentences.callToBook))
    else if (firstDay === null) await screen.see('button', words.tellMe)
    else await screen.see('button', words.chooseTime, { disabled: answering })
    await screen.see('button', words.notForUs, { busy: answering })
    await screen.see('button', words.doneElsewhere, { busy: answering })
    await seeError(context)
  }
  async function seeAnswered(context: NextVisitContext, { undoing = false } = {}) {
    await screen.see('heading', TITLE)
    const how = context.visit?.state === 'elsewhere' ? words.wasElsewhere : words.wasDeclined
    await screen.see('text', `${how} ${words.notAskedAgain}`)
    if (context.visit?.mayAnswer) await screen.see('button', words.undo, { busy: undoing })
    else await screen.gone('button', words.undo)
    await screen.gone('button', words.notForUs)
    await seeError(context)
  }
  async function seeEnd(title: string) {
    await screen.see('heading', title)
    await screen.gone('button', words.notForUs)
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', loading.tryAgain),
      'visit.book': () => screen.click('button', words.chooseTime),
      'visit.decline': () => screen.click('button', words.notForUs),
      'visit.elsewhere': async ({ month }) => {
        await screen.fill(words.monthElsewhere, month)
        await screen.click('button', words.doneElsewhere)
      },
      'answer.undo': () => screen.click('button', words.undo),
    },
    see: {
      loading: async () => {
        await screen.see('status', words.loadingVisit)
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', words.visitDidNotLoad, { text: message ?? '' })
        await screen.see('button', loading.tryAgain, { disabled: false })
      },
      notFound: () => seeEnd(words.visitNotFound),
      open: (context) => seeOpen(context),
      booking: async () => {
        await screen.gone('status', words.loadingVisit)
        await screen.gone('heading', TITLE)
      },
      answering: (context) => seeOpen(context, { answering: true }),
      'answered.declined': (context) => seeAnswered(context),
      'answered.elsewhere': (context) => seeAnswered(context),
      undoing: (context) => seeAnswered(context, { undoing: true }),
      booked: async ({ visit }) => {
        await seeEnd(words.isBooked)
        const href = `/dashboard/appointment/${visit?.appointment?._id}`
        await screen.see('link', words.seeAppointment, { href })
      },
      lapsed: () => seeEnd(words.noLongerAskedFor),
    },
  }
}
