import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Appointment } from '#contract/booking/appointments.ts'
import { describeOutcome } from '#contract/booking/outcome.ts'
import { formatPrice } from '#contract/money.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { EmptyState, ErrorState } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { ReceiptsOfAppointment } from '../receipts/receipt-links.tsx'
import { CardForm } from './card-form.tsx'
import {
  CancelledPanel,
  OpenedElsewherePanel,
  OverPanel,
  PaidPanel,
  PanelFocus,
  SettlingPanel,
  UnpayablePanel,
} from './outcome-panels.tsx'
import { Payment, PaymentProvider, type PaymentProviderProps } from './payment-provider.tsx'

// A payment does not wait for what can be changed.
const changeFlow = componentChunk(() => import('../change/change-section.tsx'))

export default function PaymentPage() {
  const { id = '' } = useParams()
  return <OneAppointment key={id} id={id} />
}

function OneAppointment({ id }: { id: string }) {
  const [changes, setChanges] = useState(0)
  return (
    <div className="grid gap-4 *:min-w-0 md:gap-6">
      <PageTitle>Appointment</PageTitle>
      {/* After a change the focus is on what it has done. */}
      <PanelFocus value={changes === 0}>
        <PaymentFlow key={changes} appointmentId={id} />
      </PanelFocus>
      <LazyComponent
        chunk={changeFlow}
        props={{ appointmentId: id, onChanged: () => setChanges((count) => count + 1) }}
        waiting={<Spinner label="Loading what you can change" />}
      />
    </div>
  )
}

interface PaymentFlowProps extends Omit<PaymentProviderProps, 'children'> {
  /** The bill beside it shows what is paid for. */
  isBill?: boolean
  /** Called when money is about to be taken, or was: what is paid for can no longer change. */
  onLocked?: (isLocked: boolean) => void
}

/** The payment of one appointment, from loading it to the transaction id. */
export function PaymentFlow({ isBill = false, onLocked, ...props }: PaymentFlowProps) {
  return (
    <PaymentProvider {...props}>
      <PaymentScreens isBill={isBill} onLocked={onLocked} />
    </PaymentProvider>
  )
}

function PaymentScreens({ isBill, onLocked }: Pick<PaymentFlowProps, 'isBill' | 'onLocked'>) {
  useFailureToast()
  const isLocked = Payment.useSelector(
    (current) => current.matches('confirming') || current.matches('paid'),
  )
  useEffect(() => onLocked?.(isLocked), [onLocked, isLocked])
  const { send } = Payment.useActorRef()
  const snapshot = Payment.useSelector((current) => current)
  const { appointment, message } = snapshot.context

  if (snapshot.matches({ idle: 'notFound' })) return <AppointmentNotFound />
  if (snapshot.matches({ idle: 'loadFailed' })) {
    return <AppointmentNotLoaded message={message} onRetry={() => send({ type: 'retry' })} />
  }
  if (isBill) {
    return (
      <Card>
        <PaymentPanel />
      </Card>
    )
  }
  if (!appointment) return <PaymentSkeleton />
  return (
    <div className="grid items-start gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:grid-rows-[auto_1fr]">
      {'appointments' in appointment ? null : <AppointmentSummary appointment={appointment} />}
      <Card className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <PaymentPanel />
      </Card>
    </div>
  )
}

export function AppointmentNotFound() {
  return (
    <EmptyState
      title="We couldn’t find that appointment"
      action={<ButtonLink to="/dashboard">See my appointments</ButtonLink>}
    >
      It may belong to another account, or the link may be incomplete.
    </EmptyState>
  )
}

export function AppointmentNotLoaded({
  message,
  onRetry,
}: {
  message: ReactNode
  onRetry: () => void
}) {
  return (
    <ErrorState title="We couldn’t load your appointment" onRetry={onRetry}>
      {message}
    </ErrorState>
  )
}

/** Next to the appointment: the card form, or the payment's outcome. */
function PaymentPanel() {
  const snapshot = Payment.useSelector((current) => current)
  const { send } = Payment.useActorRef()
  const { appointment } = snapshot.context
  const outcome = appointment && 'outcome' in appointment ? appointment.outcome : undefined
  if (snapshot.matches({ paid: 'earlier' }) && outcome) return <OverPanel />
  if (snapshot.matches('paid')) return <PaidPanel />
  if (snapshot.matches({ confirming: 'settling' })) return <SettlingPanel />
  if (snapshot.matches({ failed: 'cancelled' })) return <CancelledPanel />
  if (snapshot.matches({ failed: 'openedElsewhere' })) return <OpenedElsewherePanel />
  if (snapshot.matches({ idle: 'unpayable' })) return <UnpayablePanel />
  if (
    snapshot.matches({ idle: 'loadingAppointment' }) ||
    snapshot.matches({ idle: 'loadingCardForm' })
  ) {
    return <FormSkeleton />
  }
  if (snapshot.matches({ idle: 'cardFormFailed' })) {
    return (
      <ErrorState title="We couldn’t load the card form" onRetry={() => send({ type: 'retry' })}>
        {snapshot.context.message}
      </ErrorState>
    )
  }
  return <CardForm />
}

/**
 * Shows the toast until the visitor tries again; the provider's message is under the
 * card field.
 */
function useFailureToast() {
  const declined = Payment.useSelector((snapshot) => snapshot.matches({ failed: 'declined' }))
  useEffect(() => {
    if (declined) return toast.error('Oops! Payment Failed')
  }, [declined])
}

/** Skeleton of the card form. */
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

/** Treatment, date, slot, patient and price of the appointment to pay for. */
function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { treatment, date, slot, doctor, child, shared, patientName, price, outcome } = appointment
  const isPaid = Payment.useSelector((snapshot) => snapshot.matches('paid'))
  const isUnpaid = Payment.useSelector(
    (snapshot) => !snapshot.matches('paid') && !snapshot.matches({ failed: 'cancelled' }),
  )
  const facts = [
    ['Date', date],
    ['Slot', slot],
    ...(doctor ? [['Doctor', doctor] as const] : []),
    ...(child ? [['For', child.name] as const] : []),
    ['Booked by', shared ? 'Another guardian' : patientName],
  ] as const
  return (
    <Card className="grid gap-5 *:min-w-0">
      <h2 className="text-2xl wrap-break-word">
        <BreakAfterSlash text={treatment} />
      </h2>
      {outcome && isUnpaid && <p className="font-bold">{describeOutcome(outcome)}, not paid yet</p>}
      <dl className="grid two-columns gap-3 xl:grid-cols-1">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{fact}</dd>
          </div>
        ))}
        <div className="border-base-300 xl:mt-1 xl:flex xl:items-baseline xl:justify-between xl:border-t xl:pt-4">
          <dt className="text-sm text-muted">Price</dt>
          <dd className="text-2xl leading-tight font-extrabold xl:text-3xl">
            {formatPrice(price)}
          </dd>
        </div>
      </dl>
      <ReceiptsOfAppointment
        appointmentId={appointment._id}
        state={`${appointment.status}, ${isPaid ? 'paid' : 'unpaid'}`}
      />
    </Card>
  )
}

/** Skeleton of the appointment and the card form. */
export function PaymentSkeleton() {
  return (
    <div className="after-a-moment">
      <p role="status" className="sr-only">
        Loading your appointment
      </p>
      <div
        aria-hidden="true"
        className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
      >
        <div className="leaf grid gap-4 bg-base-100 p-6 md:p-8">
          <div className="skeleton h-7 w-2/3 rounded-full" />
          <div className="skeleton h-32 rounded-2xl" />
        </div>
        <div className="leaf grid gap-4 bg-base-100 p-6 md:p-8">
          <div className="skeleton h-6 w-24 rounded-full" />
          <div className="skeleton h-40 rounded-field" />
          <div className="skeleton h-12 rounded-full" />
        </div>
      </div>
    </div>
  )
}
