import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Appointment } from '#contract/booking/appointments.ts'
import { count } from '#contract/count.ts'
import { formatPrice } from '#contract/money.ts'
import type { Bill, Payable } from '#machines/payment/payment-machine.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { EmptyState, ErrorState } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { CardForm } from './card-form.tsx'
import {
  CancelledPanel,
  OpenedElsewherePanel,
  PaidPanel,
  PanelFocus,
  SettlingPanel,
  UnpayablePanel,
} from './outcome-panels.tsx'
import { Payment, PaymentProvider, type PaymentProviderProps } from './payment-provider.tsx'

// A payment does not wait for what can be changed.
const changeFlow = componentChunk(() => import('../change/change-section.tsx'))
const billTerms = componentChunk(() => import('./bill-terms.tsx'))

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

  if (snapshot.matches({ idle: 'notFound' })) {
    return (
      <EmptyState
        title="We couldn’t find that appointment"
        action={<ButtonLink to="/dashboard">See my appointments</ButtonLink>}
      >
        It may belong to another account, or the link may be incomplete.
      </EmptyState>
    )
  }
  if (snapshot.matches({ idle: 'loadFailed' })) {
    return (
      <ErrorState title="We couldn’t load your appointment" onRetry={() => send({ type: 'retry' })}>
        {message}
      </ErrorState>
    )
  }
  if (!appointment) return <PaymentSkeleton />
  return (
    <div className="grid items-start gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:grid-rows-[auto_1fr]">
      {isBill(appointment) ? (
        <BillSummary bill={appointment} />
      ) : (
        <AppointmentSummary appointment={appointment} />
      )}
      <Card className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <PaymentPanel />
      </Card>
    </div>
  )
}

/** Next to the appointment: the card form, or the payment's outcome. */
function PaymentPanel() {
  const snapshot = Payment.useSelector((current) => current)
  const { send } = Payment.useActorRef()
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

function isBill(payable: Payable): payable is Bill {
  return 'appointments' in payable
}

/** The appointments that are paid together, their sum, and the refund terms of each. */
function BillSummary({ bill: { appointments, price, status } }: { bill: Bill }) {
  const isForChildren = appointments.some(({ child }) => child)
  return (
    <Card className="grid gap-5 *:min-w-0">
      <h2 className="text-2xl">{count(appointments.length, 'appointment')}</h2>
      <ul className="grid gap-3">
        {appointments.map((appointment) => (
          <li key={appointment._id} className="flex items-baseline justify-between gap-4">
            <div className="min-w-0">
              <span className="block font-bold wrap-break-word">
                <BreakAfterSlash text={appointment.treatment} />
              </span>
              {isForChildren && (
                <span className="block wrap-break-word">
                  For {appointment.child?.name ?? appointment.patientName}
                </span>
              )}
              <span className="text-sm text-muted">
                {appointment.date}, {appointment.slot}
              </span>
            </div>
            <span className="font-bold">{formatPrice(appointment.price)}</span>
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between border-t border-base-300 pt-4">
        <span className="text-sm text-muted">Total</span>
        <strong className="text-2xl leading-tight font-extrabold xl:text-3xl">
          {formatPrice(price)}
        </strong>
      </p>
      {status === 'booked' && (
        <LazyComponent
          chunk={billTerms}
          props={{ appointments }}
          waiting={<Spinner label="Loading the refund terms" />}
        />
      )}
    </Card>
  )
}

/** Treatment, date, slot, patient and price of the appointment to pay for. */
function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { treatment, date, slot, doctor, child, shared, patientName, price } = appointment
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
