import { formatFullDay } from '#contract/dates.ts'
import type { OpeningContext, openingMachine } from '#machines/opening/opening-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

const REMOVE = 'Remove all samples'
const OPEN_NOW = 'Open now'
const OPEN_ON_DAY = 'Open on this day'
const CONFIRM = 'Open online booking'
const PAUSE = 'Pause online booking'
const RESUME = 'Resume online booking'

/** Drives the page Online booking, and compares it with what the machine knows. */
export function openingDriver(screen: Screen, server: Server): Driver<typeof openingMachine> {
  const seeConfirmation = ({ from }: OpeningContext) =>
    screen.see(
      'text',
      from === null
        ? /Families can book as soon as you confirm/
        : new RegExp(`Families can book from ${formatFullDay(from)} on`),
    )

  return {
    server,
    do: {
      'opening.reload': (_, { context }) =>
        screen.click('button', context.opening ? 'Check again' : 'Try again'),
      'samples.remove': () => screen.click('button', REMOVE),
      'opening.choose': async ({ from }) => {
        if (from === null) return screen.click('button', OPEN_NOW)
        await screen.fill('First day', from)
        await screen.click('button', OPEN_ON_DAY)
      },
      'opening.back': () => screen.click('button', 'Back'),
      'opening.confirm': () => screen.click('button', CONFIRM),
      'opening.pause': async ({ reason }) => {
        await screen.fill('Reason', reason)
        await screen.click('button', PAUSE)
      },
      'opening.resume': () => screen.click('button', RESUME),
    },
    see: {
      loading: () => screen.see('status', 'Loading the state of the site'),
      loadFailed: () => screen.see('button', 'Try again'),
      blocked: all(async ({ opening }: OpeningContext) => {
        for (const { name } of opening?.samples ?? []) await screen.see('text', new RegExp(name))
        for (const { label } of opening?.facts ?? []) await screen.see('text', new RegExp(label))
        if (opening?.samples.length) await screen.see('button', REMOVE, { busy: false })
        else await screen.gone('button', REMOVE)
        await screen.gone('button', OPEN_NOW)
      }, seeMessage(screen)),
      removing: () => screen.see('button', REMOVE, { busy: true }),
      ready: all(async ({ opening }: OpeningContext) => {
        await screen.see('button', OPEN_NOW)
        if (opening?.from) await screen.see('text', /Online booking opens on/)
      }, seeMessage(screen)),
      confirming: all(seeConfirmation, async () => screen.see('button', CONFIRM, { busy: false })),
      opening: all(seeConfirmation, async () => screen.see('button', CONFIRM, { busy: true })),
      open: all(async () => screen.see('button', PAUSE, { busy: false }), seeMessage(screen)),
      pausing: () => screen.see('button', PAUSE, { busy: true }),
      paused: all(async ({ opening }: OpeningContext) => {
        await screen.see('text', new RegExp(opening?.reason ?? ''))
        await screen.see('button', RESUME, { busy: false })
      }, seeMessage(screen)),
      resuming: () => screen.see('button', RESUME, { busy: true }),
    },
  }
}
