import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { Appointment } from '../../../contract/appointments.ts'
import { formatPrice } from '../../../contract/money.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CallToChange } from '../../components/clinic-contact.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState, ErrorState } from '../../components/states.tsx'
import { BreakAfterSlash } from '../../components/text.tsx'
import { toast } from '../../components/toasts.tsx'
import { AddToCalendar } from '../booking/add-to-calendar.tsx'
import { CardForm } from './card-form.tsx'
import { CancelledPanel, PaidPanel, SettlingPanel } from './outcome-panels.tsx'
import { Payment, PaymentProvider, type PaymentProviderProps } from './payment-provider.tsx'

export default function PaymentPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageTitle className="mb-4 md:mb-6">Payment</PageTitle>
      <PaymentFlow key={id} appointmentId={id} />
    </>
  )
}

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
    <div className="grid items-start gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:grid-rows-[auto_1fr]">
      <AppointmentSummary appointment={appointment} />
      <Card className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <PaymentPanel />
      </Card>
      {appointment.status === 'booked' && (
        <div className="grid gap-4">
          <AddToCalendar appointmentId={appointment._id} />
          <CallToChange />
        </div>
      )}
    </div>
  )
}

/** Next to the appointment: the card form, or the payment's outcome. */
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
  const { treatment, date, slot, patientName, price } = appointment
  const facts = [
    ['Date', date],
    ['Slot', slot],
    ['Booked by', patientName],
  ] as const
  return (
    <Card className="grid gap-5 *:min-w-0">
      <h2 className="text-2xl wrap-break-word">
        <BreakAfterSlash text={treatment} />
      </h2>
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
    </Card>
  )
}

/** Skeleton of the appointment and the card form. */
function PaymentSkeleton() {
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
