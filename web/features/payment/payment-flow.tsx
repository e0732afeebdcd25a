import { useEffect } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState, ErrorState } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'
import { AppointmentSummary } from './appointment-summary.tsx'
import { CancelledPanel } from './cancelled-panel.tsx'
import { CardForm } from './card-form.tsx'
import { PaidPanel } from './paid-panel.tsx'
import { Payment, PaymentProvider, type PaymentProviderProps } from './payment-provider.tsx'
import { PaymentSkeleton } from './payment-skeleton.tsx'
import { SettlingPanel } from './settling-panel.tsx'

/** The payment of one appointment, from loading it to the transaction id. */
export function PaymentFlow(props: Omit<PaymentProviderProps, 'children'>) {
  return (
    <PaymentProvider {...props}>
      <PaymentScreens />
    </PaymentProvider>
  )
}

function PaymentScreens() {
  useFailureToast()
  const { send } = Payment.useActorRef()
  const snapshot = Payment.useSelector((current) => current)
  const { appointment, message } = snapshot.context

  if (snapshot.matches('notFound')) {
    return (
      <EmptyState
        title="We couldn’t find that appointment"
        action={<ButtonLink to="/dashboard">See my appointments</ButtonLink>}
      >
        It may belong to another account, or the link may be incomplete.
      </EmptyState>
    )
  }
  if (snapshot.matches('loadFailed')) {
    return (
      <ErrorState title="We couldn’t load your appointment" onRetry={() => send({ type: 'retry' })}>
        {message}
      </ErrorState>
    )
  }
  if (!appointment) return <PaymentSkeleton />
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <AppointmentSummary appointment={appointment} />
      <Card>
        <PaymentPanel />
      </Card>
    </div>
  )
}

/** What stands beside the appointment: the card form, or what has become of the payment. */
function PaymentPanel() {
  const snapshot = Payment.useSelector((current) => current)
  const { send } = Payment.useActorRef()
  if (snapshot.matches('form')) return <CardForm />
  if (snapshot.matches('settling')) return <SettlingPanel />
  if (snapshot.matches('paid')) return <PaidPanel />
  if (snapshot.matches('cancelled')) return <CancelledPanel />
  if (snapshot.matches('cardFormFailed')) {
    return (
      <ErrorState title="We couldn’t load the card form" onRetry={() => send({ type: 'retry' })}>
        {snapshot.context.message}
      </ErrorState>
    )
  }
  return <FormSkeleton />
}

/**
 * Shows the toast until the visitor tries again; the provider's message is under the
 * card field.
 */
function useFailureToast() {
  const declined = Payment.useSelector((snapshot) =>
    snapshot.matches({ form: { intentReady: 'declined' } }),
  )
  useEffect(() => {
    if (declined) return toast.error('Oops! Payment Failed')
  }, [declined])
}

/** The room of the card form, while the provider's script is on its way. */
function FormSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the card form
      </p>
      <div aria-hidden="true" className="after-a-moment grid gap-4">
        <div className="skeleton h-6 w-24 rounded-full" />
        <div className="skeleton h-40 rounded-field" />
        <div className="skeleton h-12 rounded-full" />
      </div>
    </div>
  )
}
