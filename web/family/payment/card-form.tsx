import { Elements } from '@stripe/react-stripe-js'
import type { StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import Lock from 'lucide-react/icons/lock'
import { type FormEvent, useCallback, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import { formatAmount } from '#contract/money.ts'
import { MOST_CARDS } from '#contract/payments/cards.ts'
import type { paymentMachine } from '#machines/payment/payment-machine.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import * as loadingWords from '#words/en/loading.ts'
import * as words from '#words/en/payments/payment.ts'
import { CardField } from './card/card-field.tsx'
import { KeepBox, KeptCards } from './card/kept-cards.tsx'
import { Payment, useCardAdapter } from './payment-provider.tsx'

const PAY = { type: 'pay.submit' } as const

/**
 * The kept cards, the card field and the Pay button, which is disabled until a card is chosen or
 * complete and the client secret is there, and again while a payment is in progress.
 */
export function CardForm() {
  const card = useCardAdapter()
  const { send } = Payment.useActorRef()
  const canPay = Payment.useSelector((snapshot) => snapshot.can(PAY))
  const isPaying = Payment.useSelector((snapshot) => snapshot.matches('confirming'))
  const price = Payment.useSelector(({ context }) => context.appointment?.price ?? 0)
  const progress = Payment.useSelector(describeProgress)
  const decline = Payment.useSelector((snapshot) =>
    snapshot.matches({ failed: 'declined' }) ? snapshot.context.message : null,
  )
  const keptCards = Payment.useSelector(({ context }) => context.keptCards)
  const chosenCard = Payment.useSelector(({ context }) => context.chosenCard)
  const keepsCard = Payment.useSelector(({ context }) => context.keepsCard)
  const mayKeep = chosenCard === null && keptCards.length < MOST_CARDS
  const [typo, setTypo] = useState<string | null>(null)

  const onElement = useCallback(
    (element: StripeCardElement | null) => {
      card.element = element
    },
    [card],
  )
  function onChange({ complete, error }: StripeCardElementChangeEvent) {
    setTypo(error?.message ?? null)
    send({ type: 'card.change', complete })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (canPay) send(PAY)
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Elements stripe={card.stripe}>
        <CardField
          error={(chosenCard === null ? typo : null) ?? decline}
          disabled={isPaying}
          onElement={onElement}
          onChange={onChange}
          before={
            <KeptCards
              cards={keptCards}
              chosen={chosenCard}
              disabled={isPaying}
              onChoose={(card) => send({ type: 'card.choose', card })}
            />
          }
          after={
            mayKeep && (
              <KeepBox
                isKept={keepsCard}
                disabled={isPaying}
                onChange={(keep) => send({ type: 'card.keep', keep })}
              />
            )
          }
        />
      </Elements>
      <IntentFailure />
      <div className="grid gap-1">
        <Button type="submit" wide busy={isPaying} disabled={!canPay && !isPaying}>
          {words.payAmount(formatAmount(price))}
        </Button>
        <p role="status" className="min-h-6 text-center text-sm text-muted">
          {progress}
        </p>
      </div>
      <p className="flex justify-center gap-2 text-sm text-muted">
        <Lock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
        {words.cardDetails}
      </p>
    </form>
  )
}

function describeProgress(snapshot: SnapshotFrom<typeof paymentMachine>): string {
  if (snapshot.matches({ idle: 'preparingIntent' })) return words.gettingReady
  if (snapshot.matches({ confirming: 'authenticating' })) {
    return words.bankNeedsYou
  }
  return snapshot.matches('confirming') ? words.processing : ''
}

/** Why the payment cannot start yet, and how to retry. */
function IntentFailure() {
  const { send } = Payment.useActorRef()
  const failure = Payment.useSelector((snapshot) =>
    snapshot.matches({ idle: 'intentFailed' }) ? snapshot.context.message : null,
  )
  if (failure === null) return null
  return (
    <FormAlert>
      <p>{failure}</p>
      <Button look="secondary" className="mt-3" onClick={() => send({ type: 'retry' })}>
        {loadingWords.tryAgain}
      </Button>
    </FormAlert>
  )
}
