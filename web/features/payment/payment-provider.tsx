import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createActorContext } from '@xstate/react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { type ActorOptions, fromPromise } from 'xstate'
import type { Appointment } from '../../../contract/appointments.ts'
import {
  type Confirmation,
  type PreparedIntent,
  paymentMachine,
  type Settlement,
} from '../../../machines/payment/payment-machine.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { loadConfig } from '../../lib/api/config.ts'
import { appointmentOptions, appointmentsOptions } from '../booking/appointments-api.ts'
import {
  type AfterChallenge,
  type CardAdapter,
  type Cardholder,
  createCardAdapter,
} from './card/card-adapter.ts'
import { loadPayments } from './card/load-payments.ts'
import { createPaymentIntent, settlePayment } from './payments-api.ts'

/** The running payment machine: `useSelector` to read it, `useActorRef().send` to send. */
export const Payment = createActorContext(paymentMachine)

/** The payment machine with its actors: the server, through the query cache, and the card provider. */
function paymentLogic(queries: QueryClient, card: CardAdapter) {
  async function load(appointmentId: string): Promise<Appointment | null> {
    try {
      // Always refetched: it may have been paid since.
      const options = { ...appointmentOptions(appointmentId), staleTime: 0 }
      const appointment = await queries.query(options)
      if (!appointment.paid && appointment.status === 'booked') void card.load().catch(() => {})
      return appointment
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
      throw error
    }
  }

  async function settle(payment: {
    appointmentId: string
    transactionId: string
  }): Promise<Settlement> {
    const settlement = await settlePayment(payment)
    const { queryKey } = appointmentOptions(payment.appointmentId)
    const known = queries.getQueryData(queryKey)
    if (settlement.kind === 'paid') {
      const { transactionId } = settlement
      queries.setQueryData(queryKey, known && { ...known, paid: true, transactionId })
    }
    if (settlement.kind !== 'processing' && known) {
      void queries.invalidateQueries({ queryKey: appointmentsOptions(known.patient).queryKey })
    }
    return settlement
  }

  return paymentMachine.provide({
    actors: {
      loadAppointment: fromPromise<Appointment | null, { appointmentId: string }>(({ input }) =>
        load(input.appointmentId),
      ),
      loadCardForm: fromPromise<void>(() => card.load()),
      prepareIntent: fromPromise<PreparedIntent, { appointmentId: string; price: number }>(
        ({ input }) => createPaymentIntent(input),
      ),
      createPaymentMethod: fromPromise<string, Cardholder>(({ input }) =>
        card.createPaymentMethod(input),
      ),
      confirmPayment: fromPromise<Confirmation, { clientSecret: string; paymentMethod: string }>(
        ({ input }) => card.confirm(input),
      ),
      authenticate: fromPromise<AfterChallenge, { clientSecret: string }>(({ input }) =>
        card.authenticate(input),
      ),
      settlePayment: fromPromise<Settlement, { appointmentId: string; transactionId: string }>(
        ({ input }) => settle(input),
      ),
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
  appointmentId: string
  /** Replaces Stripe, for tests. */
  card?: CardAdapter
  /** The machine with other actors, for tests. */
  logic?: typeof paymentMachine
  clock?: ActorOptions<typeof paymentMachine>['clock']
  children: ReactNode
}

/** Runs the payment of one appointment for the screens within it. */
export function PaymentProvider({
  appointmentId,
  clock,
  children,
  ...given
}: PaymentProviderProps) {
  const queries = useQueryClient()
  const [card] = useState(() => given.card ?? createCardAdapter(loadStripe))
  const [machine] = useState(() => given.logic ?? paymentLogic(queries, card))
  return (
    <CardContext value={card}>
      <Payment.Provider
        logic={machine}
        options={{ input: { appointmentId }, ...(clock && { clock }) }}
      >
        {children}
      </Payment.Provider>
    </CardContext>
  )
}
