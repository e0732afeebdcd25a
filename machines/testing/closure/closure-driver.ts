import { formatWeekday } from '#contract/dates.ts'
import type { Impact } from '#contract/schedule/schedule.ts'
import type { ClosureContext, closureMachine } from '#machines/closure/closure-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

const CHECK = 'Check appointments'
const CHOICES = {
  list: 'Decide about each one later',
  keep: 'Keep all',
  cancel: /^Cancel all/,
  reoffer: /^Re-offer/,
}

/** Drives the closures of the schedule screen, and compares them with what the machine knows. */
export function closureDriver(screen: Screen, server: Server): Driver<typeof closureMachine> {
  async function seeForm() {
    await screen.see('field', 'First day', { readOnly: false })
    await screen.see('button', CHECK, { busy: false })
    await screen.gone('button', 'Back')
  }
  async function seePreview({ impact }: ClosureContext) {
    if (!impact) throw new Error('The machine knows no preview')
    await screen.see('text', totalOf(impact))
    for (const fact of [impact.families, impact.paid]) await screen.see('text', String(fact))
    await screen.gone('field', 'First day')
  }
  async function seeChoice(context: ClosureContext) {
    await seePreview(context)
    await screen.see('button', 'Back', { disabled: false })
    await screen.see('field', CHOICES.keep, { disabled: false })
    const { reoffer } = context.impact ?? {}
    if (!reoffer) return
    const day = formatWeekday(reoffer.untilAt.date)
    await screen.see('text', new RegExp(`and held until .* on ${day}`))
  }

  return {
    server,
    do: {
      'change.preview': async ({ draft }) => {
        if (draft.kind !== 'closure') throw new Error('The form is for closures')
        await screen.fill('First day', draft.closure.fromDate)
        await screen.fill('Reason', draft.closure.reason)
        await screen.click('button', CHECK)
      },
      'change.edit': () => screen.click('button', 'Back'),
      'change.apply': async ({ decision }) => {
        await screen.click('field', CHOICES[decision])
        await screen.click('button', 'Close the clinic')
      },
      'change.another': () => screen.click('button', 'Add another closure'),
    },
    see: {
      'editing.untroubled': all(seeForm, seeMessage(screen)),
      'editing.refused': all(seeForm, seeMessage(screen, 'Nothing you typed was lost.')),
      previewing: async () => {
        await screen.see('button', CHECK, { busy: true })
        await screen.see('field', 'First day', { readOnly: true })
      },
      'previewed.fresh': all(seeChoice, seeMessage(screen)),
      'previewed.outdated': all(seeChoice, () =>
        screen.see('alert', 'The appointments have changed meanwhile.'),
      ),
      'previewed.failed': all(
        seeChoice,
        seeMessage(screen, 'Nothing has changed. You can try again.'),
      ),
      applying: async (context) => {
        await seePreview(context)
        await screen.see('button', 'Close the clinic', { busy: true })
        await screen.see('button', 'Back', { disabled: true })
      },
      applied: async ({ applied }) => {
        await screen.arrivedAt('Done')
        const { cancelled = 0, reoffered = 0 } = applied ?? {}
        if (reoffered) await screen.see('status', `held for ${reoffered} appointment`)
        if (cancelled) await screen.see('status', `${cancelled} appointment`)
        if (!cancelled && !reoffered) {
          await screen.see('status', 'No appointments were canceled.')
        }
        await screen.gone('button', 'Back')
      },
    },
  }
}

function totalOf({ total }: Impact): string {
  return `${total} appointment${total === 1 ? '' : 's'} affected`
}
