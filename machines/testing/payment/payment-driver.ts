import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import type { KeptCard } from '#contract/payments/cards.ts'
import { describeCard } from '#contract/payments/payment-card.ts'
import type { PaymentContext, paymentMachine } from '#machines/payment/payment-machine.ts'
import { outcomes } from '#words/en/booking/outcomes.ts'
import * as status from '#words/en/families/components.ts'
import * as frame from '#words/en/frame.ts'
import * as loading from '#words/en/loading.ts'
import * as facts from '#words/en/payments/appointment.ts'
import * as cards from '#words/en/payments/cards.ts'
import * as words from '#words/en/payments/payment.ts'
import * as day from '#words/en/site/day.ts'
import type { Name, Screen } from '../screen.ts'
import { anyOf, containing, oneOf } from '../sentences.ts'
import type { Driver, Moment, Server } from '../tours.ts'

/** The provider names its own field. */
const CARD = 'Card number'
/** With its expiry. */
const radioOf = (card: KeptCard) => containing(describeCard(card))
/** It names the sum. */
const PAY = anyOf(words.payAmount)
const RETRY = oneOf(loading.tryAgain, words.checkAgain, words.enterCardAgain)
const CANCELED = anyOf(() => words.canceled, outcomes.canceled)

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
  const card = screen.within('group', cards.card)
  const pay = (facts: { disabled?: boolean; busy?: boolean }) => screen.see('button', PAY, facts)

  async function seeSummary({ appointment }: PaymentContext, isFree = false) {
    if (!appointment || 'appointments' in appointment) {
      throw new Error('The machine knows no appointment')
    }
    const { treatment, date, slot, patientName, price } = appointment
    await screen.see('heading', treatment)
    for (const fact of [formats.fullDay(date), formats.slot(slot), patientName]) {
      await screen.see('definition', fact)
    }
    await (isFree ? screen.gone : screen.see)('definition', formatPrice(price))
  }
  async function seeForm(context: PaymentContext) {
    await seeSummary(context)
    await screen.see('field', CARD)
    for (const each of context.keptCards) {
      await screen.see('field', radioOf(each), { checked: context.chosenCard === each._id })
    }
    const isTyped = context.chosenCard === null
    await (isTyped
      ? screen.see('field', cards.keepThisCard, { checked: context.keepsCard })
      : screen.gone('field', cards.keepThisCard))
    await screen.see('text', words.cardDetails)
  }
  async function seeProcessing(context: PaymentContext, progress: string) {
    await seeForm(context)
    await screen.see('status', progress)
    await screen.see('field', CARD, { disabled: true })
    await pay({ busy: true, disabled: true })
    // The message about an earlier attempt is removed.
    await screen.gone('alert')
    await screen.gone('button', frame.dismiss)
  }
  async function seeEnd(context: PaymentContext, title: string) {
    await seeSummary(context)
    await screen.arrivedAt(title)
    await screen.gone('field', CARD)
  }
  async function seePaid(context: PaymentContext) {
    await screen.see('heading', words.paymentCompleted)
    await screen.see('text', await server.transactionId(context))
    await screen.see('link', words.seeMyAppointments, { href: '/dashboard' })
  }
  async function seeCanceled(context: PaymentContext, text: Name, isFree: boolean) {
    await seeSummary(context, isFree)
    await screen.see('heading', CANCELED)
    await screen.gone('field', CARD)
    await screen.see('text', text)
    await screen.gone('button', PAY)
    await screen.see('link', day.bookAgain)
  }

  return {
    server,
    do: {
      'card.change': (_, moment) => server.typeCard(moment),
      'card.choose': ({ card: id }, { context }) => {
        const chosen = context.keptCards.find(({ _id }) => _id === id)
        return screen.click('field', chosen ? radioOf(chosen) : cards.anotherCard)
      },
      'card.keep': () => screen.click('field', cards.keepThisCard),
      'pay.submit': async (_, moment) => {
        if (moment.context.chosenCard === null) await server.typeCard(moment)
        await screen.click('button', PAY)
      },
      retry: () => screen.click('button', RETRY),
    },
    see: {
      'idle.loadingAppointment': async ({ appointment }) => {
        // Known data stays on the screen while it is loading again.
        const progress = appointment ? words.loadingCardForm : words.loadingAppointment
        await screen.see('status', progress)
        await screen.gone('button', PAY)
      },
      'idle.loadFailed': ({ message }) =>
        screen.see('alert', words.appointmentNotLoaded, { text: message ?? '' }),
      'idle.notFound': async () => {
        await screen.see('text', words.appointmentNotFound)
        await screen.see('text', words.whyNotFound)
        await screen.see('link', words.seeMyAppointments, { href: '/dashboard' })
        await screen.gone('definition')
      },
      'idle.unpayable': async ({ appointment }) => {
        await screen.see('definition', facts.anotherGuardian)
        await screen.see('definition', formatPrice(appointment?.price ?? 0))
        await screen.see('heading', words.notPaid)
        await screen.see('link', words.seeMyAppointments, { href: '/dashboard' })
        await screen.gone('button', PAY)
      },
      'idle.loadingCardForm': async (context) => {
        await seeSummary(context)
        await screen.see('text', words.loadingCardForm)
        await screen.gone('field', CARD)
        await screen.gone('button', PAY)
      },
      'idle.cardFormFailed': async (context) => {
        await seeSummary(context)
        await screen.see('alert', words.cardFormNotLoaded)
        await screen.gone('button', PAY)
      },
      'idle.preparingIntent': async (context) => {
        await seeForm(context)
        await pay({ disabled: true })
        await screen.see('text', words.gettingReady)
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
        await screen.gone('text', words.gettingReady)
        await pay({ busy: false })
      },
      'failed.declined': async (context) => {
        await seeForm(context)
        await screen.see('field', CARD, { disabled: false })
        await pay({ busy: false })
        await card.see('alert', context.message ?? '')
        await screen.see('group', cards.card, { description: context.message ?? '' })
        await screen.see('text', words.paymentFailed)
      },
      'confirming.creatingMethod': (context) => seeProcessing(context, words.processing),
      'confirming.registeringCard': (context) => seeProcessing(context, words.processing),
      'confirming.charging': (context) => seeProcessing(context, words.processing),
      'confirming.authenticating': (context) => seeProcessing(context, words.bankNeedsYou),
      'confirming.settling.asking': async (context) => {
        await seeSummary(context)
        if (context.message) await screen.see('button', words.checkAgain, { busy: true })
        else await screen.see('text', words.waitingForConfirmation)
        await screen.gone('button', PAY)
      },
      'confirming.settling.waiting': async (context) => {
        await seeEnd(context, words.confirmingPayment)
        await screen.see('text', words.waitingForConfirmation)
        await screen.see('text', words.paymentOnItsWay)
        await screen.gone('button', PAY)
      },
      'confirming.settling.unconfirmed': async (context) => {
        await seeSummary(context)
        await screen.see('alert', context.message ?? '')
        await screen.see('button', words.checkAgain, { busy: false })
        await screen.see('text', words.paymentOnItsWay)
        await screen.gone('button', PAY)
      },
      'paid.now': async (context) => {
        await seeEnd(context, words.paymentCompleted)
        await seePaid(context)
        await screen.see('button', words.pay, { disabled: true })
      },
      // Not news, so the page stays at its beginning.
      'paid.earlier': async (context) => {
        await seeSummary(context)
        await screen.see('text', status.paid)
        await screen.see('text', words.transactionId)
        await screen.gone('heading', words.paymentCompleted)
        await screen.gone('button', PAY)
      },
      'failed.openedElsewhere': async (context) => {
        await seeEnd(context, words.openedElsewhere)
        await screen.see('alert', words.payHereOrThere)
        await screen.gone('button', PAY)
      },
      'failed.cancelled.unpaid': (context) => seeCanceled(context, words.nothingToPay, true),
      'failed.cancelled.refunding': async (context) => {
        await screen.arrivedAt(words.canceled)
        await seeCanceled(context, words.refundedAfterPaying, false)
      },
    },
  }
}
