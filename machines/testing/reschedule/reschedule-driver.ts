import { formatFullDay, fromIsoDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { describeQuote } from '#contract/payments/refund-terms.ts'
import { describeQuoteToStaff } from '#contract/payments/staff-quote.ts'
import {
  type ChangeContext,
  canMove,
  doctorOfMove,
  lostByCanceling,
  quoted,
  type rescheduleMachine,
} from '#machines/reschedule/reschedule-machine.ts'
import { MORNING, NOON, shownOnButton } from '../booking/booking-fixture.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'
import { type ChangeFixture, NOT_OFFERED } from './reschedule-walks.ts'

const CANCEL = 'Cancel appointment'
const BY = { family: 'The family asked', clinic: 'The clinic cancels' }

/**
 * Drives the changes of one appointment, and compares the screens with what the machine knows.
 * @param unfold shows what can be changed, where it is shown on request
 */
export function rescheduleDriver(
  screen: Screen,
  server: Server,
  { treatment: { doctors = [] } }: ChangeFixture,
  unfold: () => Promise<void> = async () => undefined,
): Driver<typeof rescheduleMachine> {
  const dialog = screen.within('dialog', 'Cancel this appointment?')
  const confirm = screen.within('dialog', 'Move to this time?')
  const plan = screen.within('region', 'Change of plans?')
  const over = screen.within('region', 'Questions?')
  const times = ({ date }: ChangeContext) =>
    screen.within('region', `Free times on ${formatFullDay(date ?? '')}`)
  const nameOf = (doctor: string | null) =>
    doctors.find(({ _id }) => _id === doctor)?.name ?? 'Any doctor'
  const moveButton = ({ options }: ChangeContext) =>
    options?.canMove ? 'Move' : 'Move: my child is ill'

  async function seeOptions(context: ChangeContext) {
    const { options } = context
    if (!options) throw new Error('The machine knows no options')
    await screen.gone('dialog')
    await unfold()
    if (canMove(options)) await plan.see('button', moveButton(context))
    else await plan.gone('button', /^Move/)
    await (options.canCancel ? plan.see : plan.gone)('button', CANCEL)
    await plan.see('listitem', /^(Free to cancel|\d+% refund|No refund|Starts in)/)
    await plan.see('button', 'Add to calendar')
    await plan.see('link', 'Get directions')
  }
  const seeQuote = (isLocked: boolean) => async (context: ChangeContext) => {
    const quote = quoted(context)
    if (!quote) throw new Error('The machine knows no quote')
    const isStaff = context.options?.clinicQuote !== undefined
    const sentence = (isStaff ? describeQuoteToStaff : describeQuote)(quote)
    if (isStaff) await dialog.see('field', BY[context.by], { checked: true })
    else await dialog.gone('field', BY.clinic)
    await dialog.see('text', sentence)
    const lost = context.by === 'family' ? lostByCanceling(quote) : 0
    if (lost > 0) await dialog.see('text', new RegExp(`lose \\${formatPrice(lost)}\\.$`))
    const isOffered = canMove(context.options) && !isLocked
    if (isOffered) await dialog.see('button', /^Move it instead/)
    // A screen reader reads the refund with the button.
    await dialog.see('button', CANCEL, { description: sentence, busy: isLocked })
    await dialog.see('button', 'Keep appointment', { disabled: isLocked })
    await dialog.see('button', 'Close', { disabled: isLocked })
  }
  async function seeTimes(context: ChangeContext, ...slots: string[]) {
    await screen.gone('dialog')
    const part = times(context)
    await part.seeAll('button', slots.map(shownOnButton))
    await part.see('button', slots[0], { disabled: false })
    await screen.see('button', 'Keep the old time')
  }
  const seeConfirm =
    (isLocked: boolean) =>
    async ({ options, date, slot, doctor, treatment }: ChangeContext) => {
      if (!options) throw new Error('The machine knows no options')
      const name = doctorOfMove({ options, slot, doctor, treatment })?.name
      const newTime = `${formatFullDay(date ?? '')}, ${slot}, ${name}`
      await confirm.see('definition', newTime)
      await confirm.see('definition', `${formatFullDay(options.date)}, ${options.slot}`)
      await confirm.see('button', 'Move appointment', { busy: isLocked })
      await confirm.see('button', 'Go back', { disabled: isLocked })
    }

  return {
    server,
    do: {
      retry: () => screen.click('button', 'Try again'),
      'cancel.start': () => plan.click('button', CANCEL),
      'cancel.close': () => dialog.click('button', 'Close'),
      'cancel.by': ({ by }) => dialog.click('field', BY[by]),
      'cancel.submit': async (_, { context }) => {
        if (context.by === 'family') await dialog.click('field', 'Illness')
        else await dialog.gone('field', 'Illness')
        await dialog.click('button', CANCEL)
      },
      'move.start': (_, { context }) => plan.click('button', moveButton(context)),
      'move.instead': () => dialog.click('button', /^Move it instead/),
      'move.close': () => screen.click('button', 'Keep the old time'),
      'date.choose': ({ date }) => {
        const day = fromIsoDate(date).toLocaleDateString('en-US', { dateStyle: 'full' })
        return screen.click('button', new RegExp(`^(Today, )?${day}$`))
      },
      'doctor.choose': ({ doctor }, { context }) => times(context).click('field', nameOf(doctor)),
      'slot.choose': ({ slot }, { context }) => times(context).click('button', slot),
      'confirm.close': () => confirm.click('button', 'Go back'),
      'move.submit': () => confirm.click('button', 'Move appointment'),
      'change.again': () => screen.click('button', 'OK'),
    },
    see: {
      loading: () => screen.see('status', 'Loading what you can change'),
      loadFailed: ({ message }) =>
        screen.see('alert', 'We couldn’t load what you can change', { text: message ?? '' }),
      notFound: async () => {
        await screen.gone('button', CANCEL)
        await screen.gone('region', 'Change of plans?')
      },
      closed: async () => {
        await over.see('text', /This appointment is canceled\./)
        await screen.gone('region', 'Change of plans?')
        await screen.gone('button', CANCEL)
        await screen.gone('button', /^Move/)
      },
      'choosing.fresh': all(seeOptions, seeMessage(plan)),
      'choosing.changed': async (context) => {
        await seeOptions(context)
        await plan.see('alert', 'This appointment has changed meanwhile', {
          text: context.options?.slot ?? '',
        })
      },
      'cancelling.quoting': async () => {
        await dialog.see('status', 'Looking up your refund')
        await dialog.gone('button', CANCEL)
      },
      'cancelling.quoteFailed': async ({ message }) => {
        await dialog.see('alert', message ?? '')
        await dialog.gone('button', CANCEL)
      },
      'cancelling.quoted.fresh': all(seeQuote(false), seeMessage(dialog)),
      'cancelling.quoted.quoteChanged': all(seeQuote(false), () =>
        dialog.see('alert', 'The refund has changed'),
      ),
      'cancelling.submitting': async (context) => {
        await seeQuote(true)(context)
        await screen.press('Escape')
        await dialog.see('button', 'Close', { disabled: true })
      },
      'cancelling.submitFailed': all(seeQuote(false), seeMessage(dialog)),
      'moving.browsing.loadingDay': async (context) => {
        await screen.see('heading', 'Choose a new time')
        await times(context).see('status', 'Loading free times')
        await times(context).seeAll('button', [])
      },
      'moving.browsing.dayFailed': ({ message }) =>
        screen.see('alert', 'We couldn’t load the free times', { text: message ?? '' }),
      'moving.browsing.choosingSlot.fresh': async (context) => {
        await seeTimes(context, ...(context.treatment?.slots ?? []))
        await times(context).gone('text', /just booked|isn’t available/)
      },
      'moving.browsing.choosingSlot.slotTaken': async (context) => {
        await seeTimes(context, NOON)
        await times(context).see('button', NOON, { description: 'close to your time' })
        await screen.arrivedAt(`Someone just booked ${MORNING}`)
      },
      'moving.browsing.choosingSlot.refused': async (context) => {
        await seeTimes(context, MORNING, NOON)
        await screen.arrivedAt(NOT_OFFERED)
      },
      'moving.browsing.refreshing': async (context) => {
        await times(context).see('status', 'Refreshing free times')
        await times(context).see('button', new RegExp(MORNING), { disabled: true })
        await screen.gone('dialog')
      },
      'moving.confirming.asking': all(seeConfirm(false), seeMessage(confirm)),
      'moving.confirming.submitting': async (context) => {
        await seeConfirm(true)(context)
        await screen.press('Escape')
        await confirm.see('button', 'Go back', { disabled: true })
      },
      'moving.confirming.submitFailed': all(seeConfirm(false), seeMessage(confirm)),
      'done.moved': async ({ options }) => {
        await screen.arrivedAt('Your appointment has been moved')
        const { date = '', slot = '' } = options ?? {}
        await screen.see('status', `It is now on ${formatFullDay(date)}, ${slot}`)
      },
      'done.cancelled': async ({ agreed }) => {
        await screen.arrivedAt('Your appointment has been canceled')
        const nothing =
          agreed?.rule === 'unpaid'
            ? describeQuote(agreed, 'canceled')
            : 'No payment is being refunded.'
        const refund = agreed?.refund && formatPrice(agreed.refund)
        await screen.see('status', refund ? `${refund} is on its way back to you.` : nothing)
      },
    },
  }
}
