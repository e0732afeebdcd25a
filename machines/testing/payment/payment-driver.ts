import type { KeptCard } from '#contract/payments/cards.ts'
import { describeCard } from '#contract/payments/payment-card.ts'
import type { PaymentContext, paymentMachine } from '#machines/payment/payment-machine.ts'
import type { Screen } from '../screen.ts'
import type { Driver, Moment, Server } from '../tours.ts'

const CARD = 'Card number'
const CONGRATS = 'Congrats! Your payment is completed.'
const OTHER_CARD = 'Another card'
const KEEP = /^Keep this card for next time/
/** With its expiry. */
const radioOf = (card: KeptCard) => new RegExp(`^${describeCard(card)}`)
/** It names the sum. */
const PAY = /^Pay \$[\d,]+\.\d\d$/

/** The server and the card provider behind the payment screens. */
export interface PaymentServer extends Server {
  /** Fills in the provider's card form, with a card that leads where the walk goes next. */
  typeCard(moment: Moment<PaymentContext>): Promise<void>
  /** The id of the intent that has taken the money. */
  transactionId(context: PaymentContext): Promise<string>
}

/** Drives the payment screens, and compares them with what the machine knows. */
export function paymentDriver(
  screen: Screen,
  server: PaymentServer,
): Driver<typeof paymentMachine> {
  const card = screen.within('group', 'Card')
  const pay = (facts: { disabled?: boolean; busy?: boolean }) => screen.see('button', PAY, facts)

  async function seeSummary({ appointment }: PaymentContext, isFree = false) {
    if (!appointment || 'appointments' in appointment) {
      throw new Error('The machine knows no appointment')
    }
    const { treatment, date, slot, patientName, price } = appointment
    await screen.see('heading', treatment)
    for (const fact of [date, slot, patientName]) await screen.see('definition', fact)
    await (isFree ? screen.gone : screen.see)('definition', `$${price}`)
  }
  async function seeForm(context: PaymentContext) {
    await seeSummary(context)
    await screen.see('field', CARD)
    for (const each of context.keptCards) {
      await screen.see('field', radioOf(each), { checked: context.chosenCard === each._id })
    }
    const isTyped = context.chosenCard === null
    await (isTyped
      ? screen.see('field', KEEP, { checked: context.keepsCard })
      : screen.gone('field', KEEP))
    await screen.see(
      'text',
      'Your card details go straight to our payment provider. We never see the number.',
    )
  }
  async function seeProcessing(context: PaymentContext, progress: string) {
    await seeForm(context)
    await screen.see('status', progress)
    await screen.see('field', CARD, { disabled: true })
    await pay({ busy: true, disabled: true })
    // The message about an earlier attempt is removed.
    await screen.gone('alert')
    await screen.gone('button', 'Dismiss')
  }
  async function seeEnd(context: PaymentContext, title: string) {
    await seeSummary(context)
    await screen.arrivedAt(title)
    await screen.gone('field', CARD)
  }
  async function seePaid(context: PaymentContext) {
    await screen.see('heading', CONGRATS)
    await screen.see('text', await server.transactionId(context))
    await screen.see('link', 'See my appointments', { href: '/dashboard' })
  }
  async function seeCanceled(context: PaymentContext, text: RegExp, isFree: boolean) {
    await seeSummary(context, isFree)
    await screen.see('heading', /^Canceled/)
    await screen.gone('field', CARD)
    await screen.see('text', text)
    await screen.gone('button', PAY)
    await screen.see('link', 'Book again')
  }

  return {
    server,
    do: {
      'card.change': (_, moment) => server.typeCard(moment),
      'card.choose': ({ card: id }, { context }) => {
        const chosen = context.keptCards.find(({ _id }) => _id === id)
        return screen.click('field', chosen ? radioOf(chosen) : OTHER_CARD)
      },
      'card.keep': () => screen.click('field', KEEP),
      'pay.submit': async (_, moment) => {
        if (moment.context.chosenCard === null) await server.typeCard(moment)
        await screen.click('button', PAY)
      },
      retry: () => screen.click('button', /^(Try again|Check again|Enter the card again)$/),
    },
    see: {
      'idle.loadingAppointment': async ({ appointment }) => {
        // Known data stays on the screen while it is loading again.
        const progress = appointment ? 'Loading the card form' : 'Loading your appointment'
        await screen.see('status', progress)
        await screen.gone('button', PAY)
      },
      'idle.loadFailed': ({ message }) =>
        screen.see('alert', 'We couldn’t load your appointment', { text: message ?? '' }),
      'idle.notFound': async () => {
        await screen.see('text', 'We couldn’t find that appointment')
        await screen.see('text', 'It may belong to another account, or the link may be incomplete.')
        await screen.see('link', 'See my appointments', { href: '/dashboard' })
        await screen.gone('definition')
      },
      'idle.unpayable': async ({ appointment }) => {
        await screen.see('definition', 'another guardian')
        await screen.see('definition', `$${appointment?.price}`)
        await screen.see('heading', 'This appointment isn’t paid yet')
        await screen.see('link', 'See my appointments', { href: '/dashboard' })
        await screen.gone('button', PAY)
      },
      'idle.loadingCardForm': async (context) => {
        await seeSummary(context)
        await screen.see('text', 'Loading the card form')
        await screen.gone('field', CARD)
        await screen.gone('button', PAY)
      },
      'idle.cardFormFailed': async (context) => {
        await seeSummary(context)
        await screen.see('alert', 'We couldn’t load the card form')
        await screen.gone('button', PAY)
      },
      'idle.preparingIntent': async (context) => {
        await seeForm(context)
        await pay({ disabled: true })
        await screen.see('text', 'Getting ready…')
      },
      'idle.intentFailed': async (context) => {
        await seeForm(context)
        await pay({ disabled: true })
        await screen.see('alert', context.message ?? '')
      },
      intentReady: async (context) => {
        await seeForm(context)
        await screen.see('field', CARD, { disabled: false })
        await card.gone('alert')
        await screen.gone('text', 'Getting ready…')
        await pay({ busy: false })
      },
      'failed.declined': async (context) => {
        await seeForm(context)
        await screen.see('field', CARD, { disabled: false })
        await pay({ busy: false })
        await card.see('alert', context.message ?? '')
        await screen.see('group', 'Card', { description: context.message ?? '' })
        await screen.see('text', 'Oops! Payment Failed')
      },
      'confirming.creatingMethod': (context) => seeProcessing(context, 'Processing payment…'),
      'confirming.registeringCard': (context) => seeProcessing(context, 'Processing payment…'),
      'confirming.charging': (context) => seeProcessing(context, 'Processing payment…'),
      'confirming.authenticating': (context) =>
        seeProcessing(context, 'Your bank needs you to confirm this payment.'),
      'confirming.settling.asking': async (context) => {
        await seeSummary(context)
        if (context.message) await screen.see('button', 'Check again', { busy: true })
        else await screen.see('text', 'Waiting for confirmation')
        await screen.gone('button', PAY)
      },
      'confirming.settling.waiting': async (context) => {
        await seeEnd(context, 'We’re confirming your payment')
        await screen.see('text', 'Waiting for confirmation')
        await screen.see('text', /You won’t be charged twice/)
        await screen.gone('button', PAY)
      },
      'confirming.settling.unconfirmed': async (context) => {
        await seeSummary(context)
        await screen.see('alert', context.message ?? '')
        await screen.see('button', 'Check again', { busy: false })
        await screen.see('text', /You won’t be charged twice/)
        await screen.gone('button', PAY)
      },
      'paid.now': async (context) => {
        await seeEnd(context, CONGRATS)
        await seePaid(context)
        await screen.see('button', 'Pay', { disabled: true })
      },
      // Not news, so the page stays at its beginning.
      'paid.earlier': async (context) => {
        await seeSummary(context)
        await screen.see('text', 'Paid')
        await screen.see('text', 'Transaction ID')
        await screen.gone('heading', CONGRATS)
        await screen.gone('button', PAY)
      },
      'failed.openedElsewhere': async (context) => {
        await seeEnd(context, 'This payment was opened elsewhere.')
        await screen.see('alert', 'Enter your card again here, or pay there.')
        await screen.gone('button', PAY)
      },
      'failed.cancelled.unpaid': (context) =>
        seeCanceled(context, /There’s nothing to pay\./, true),
      'failed.cancelled.refunding': async (context) => {
        await screen.arrivedAt('Canceled')
        await seeCanceled(context, /Your card will be refunded automatically/, false)
      },
    },
  }
}
