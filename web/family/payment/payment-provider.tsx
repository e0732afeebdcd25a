import { useQueryClient } from '@tanstack/react-query'
import { createActorContext } from '@xstate/react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { type ActorOptions, fromPromise } from 'xstate'
import { type Payable, paymentMachine } from '#machines/payment/payment-machine.ts'
import { loadConfig } from '#web/lib/api/config.ts'
import { type CardAdapter, createCardAdapter } from './card/card-adapter.ts'
import { loadPayments } from './card/load-payments.ts'
import { registerCard } from './payments-api.ts'
import { appointmentPurchase, billPurchase, type Purchase } from './purchases.ts'

/** The running payment machine: `useSelector` to read it, `useActorRef().send` to send. */
export const Payment = createActorContext(paymentMachine)

/** The payment machine with its actors: the server, through the query cache, and the card provider. */
function paymentLogic(purchase: Purchase, card: CardAdapter) {
  async function load(ids: readonly string[]): Promise<Payable | null> {
    const payable = await purchase.load(ids)
    if (payable && !payable.paid && payable.status === 'booked') void card.load().catch(() => {})
    return payable
  }

  return paymentMachine.provide({
    actors: {
      loadAppointment: fromPromise(({ input }) => load(input.appointmentIds)),
      loadCardForm: fromPromise(() => card.load()),
      prepareIntent: fromPromise(({ input }) => purchase.prepare(input)),
      createPaymentMethod: fromPromise(({ input }) => card.createPaymentMethod(input)),
      registerCard: fromPromise(({ input }) => registerCard(input)),
      confirmPayment: fromPromise(({ input }) => card.confirm(input)),
      authenticate: fromPromise(({ input }) => card.authenticate(input)),
      settlePayment: fromPromise(({ input }) => purchase.settle(input)),
    },
  })
}

const CardContext = createContext<CardAdapter | null>(null)

/** The card provider, for the form that shows its field. */
export function useCardAdapter(): CardAdapter {
  const card = useContext(CardContext)
  if (!card) throw new Error('useCardAdapter needs a PaymentProvider around it')
  return card
}

async function loadStripe() {
  const { payments } = await loadConfig()
  return loadPayments(payments)
}

export interface PaymentProviderProps {
  /** Several for a bill. */
  appointmentIds: readonly string[]
  /** Replaces Stripe, for tests. */
  card?: CardAdapter
  /** The machine with other actors, for tests. */
  logic?: typeof paymentMachine
  clock?: ActorOptions<typeof paymentMachine>['clock']
  children: ReactNode
}

/** Runs the payment of an appointment, or of a bill, for the screens within it. */
export function PaymentProvider({
  appointmentIds,
  clock,
  children,
  ...given
}: PaymentProviderProps) {
  const queries = useQueryClient()
  const [card] = useState(() => given.card ?? createCardAdapter(loadStripe))
  const [machine] = useState(() => {
    const purchaseOf = appointmentIds.length > 1 ? billPurchase : appointmentPurchase
    return given.logic ?? paymentLogic(purchaseOf(queries), card)
  })
  return (
    <CardContext value={card}>
      <Payment.Provider
        logic={machine}
        options={{ input: { appointmentIds }, ...(clock && { clock }) }}
      >
        {children}
      </Payment.Provider>
    </CardContext>
  )
}
