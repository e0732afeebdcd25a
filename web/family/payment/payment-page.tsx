import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { SnapshotFrom } from 'xstate'
import { isOwed, isReoffered, statusOf } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { describeOutcome } from '#contract/booking/outcome.ts'
import type { paymentMachine } from '#machines/payment/payment-machine.ts'
import { BOOKED_PARAMETER, MOVE_PARAMETER } from '#web/both/appointments/address-parameters.ts'
import { AppointmentHero } from '#web/both/appointments/appointment-hero.tsx'
import { appointmentOptions } from '#web/both/appointments/appointments-api.ts'
import { ReceiptsOfAppointment } from '#web/both/receipts/receipt-links.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { EmptyState, ErrorState } from '#web/components/states/states.tsx'
import { ReofferMark } from '#web/components/status-chip.tsx'
import { toast } from '#web/components/toasts.tsx'
import * as words from '#words/en/payments/payment.ts'
import { CardForm } from './card-form.tsx'
import {
  BookAgainPanel,
  CancelledPanel,
  OpenedElsewherePanel,
  OverPanel,
  PaidBillPanel,
  PaidLine,
  PaidPanel,
  PanelFocus,
  SettlingPanel,
  UnpayablePanel,
} from './outcome-panels.tsx'
import { Payment, PaymentProvider, type PaymentProviderProps } from './payment-provider.tsx'
import { PaymentSummary } from './payment-summary.tsx'

// Only right after a booking.
const bookedPanel = componentChunk(() => import('./booked-panel.tsx'))

// Only while the clinic holds another time.
const needsAnswer = componentChunk(() => import('#web/family/waitlist/needs-answer.tsx'))

// The payment is shown before the changes have loaded.
const rescheduleSection = componentChunk(
  () => import('#web/both/reschedule/reschedule-section.tsx'),
)

export default function PaymentPage() {
  const { id = '' } = useParams()
  return <OneAppointment key={id} id={id} />
}

function OneAppointment({ id }: { id: string }) {
  const [changes, setChanges] = useState(0)
  const [answers, setAnswers] = useState(0)
  const [parameters] = useSearchParams()
  const isJustBooked = parameters.has(BOOKED_PARAMETER) && changes === 0
  // The payment loads it, and records that it is paid.
  const { data } = useQuery({ ...appointmentOptions(id), enabled: false })
  const isToPay = data === undefined || isOwed(data)
  return (
    <div className="grid gap-4 *:min-w-0 md:gap-6">
      {/* After a change the focus is on what it has done. */}
      <PanelFocus value={changes === 0}>
        <PaymentFlow
          key={changes + answers}
          appointmentIds={[id]}
          onAnswered={() => setAnswers((count) => count + 1)}
        />
      </PanelFocus>
      {isJustBooked && (
        <LazyComponent chunk={bookedPanel} props={{ appointmentId: id }} waiting={null} />
      )}
      <LazyComponent
        key={answers}
        chunk={rescheduleSection}
        props={{
          appointmentId: id,
          isFolded: isToPay && !parameters.has(MOVE_PARAMETER),
          onChanged: () => setChanges((count) => count + 1),
        }}
        waiting={<Spinner label={words.loadingChanges} />}
      />
    </div>
  )
}

interface PaymentFlowProps extends Omit<PaymentProviderProps, 'children'> {
  /** The bill beside it lists the appointments. */
  isBill?: boolean
  /** Called when money is about to be taken, or was: what is paid for can no longer change. */
  onLocked?: (isLocked: boolean) => void
  /** Called when another time was accepted that the clinic holds for it. */
  onAnswered?: () => void
}

/** The payment of one appointment, from loading it to the transaction id. */
export function PaymentFlow({ isBill = false, onLocked, onAnswered, ...props }: PaymentFlowProps) {
  return (
    <PaymentProvider {...props}>
      <PaymentScreens {...{ isBill, onLocked, onAnswered }} />
    </PaymentProvider>
  )
}

function PaymentScreens({
  isBill,
  onLocked,
  onAnswered,
}: Pick<PaymentFlowProps, 'isBill' | 'onLocked' | 'onAnswered'>) {
  useFailureToast()
  const isLocked = Payment.useSelector(
    (current) => current.matches('confirming') || current.matches('paid'),
  )
  useEffect(() => onLocked?.(isLocked), [onLocked, isLocked])
  const { send } = Payment.useActorRef()
  const snapshot = Payment.useSelector((current) => current)
  const { appointment, message } = snapshot.context

  const isMissing = snapshot.matches({ idle: 'notFound' })
  const hasFailed = snapshot.matches({ idle: 'loadFailed' })
  if (isMissing || hasFailed || (!isBill && !appointment)) {
    return (
      <>
        {!isBill && <PageTitle>{words.appointment}</PageTitle>}
        {isMissing && <AppointmentNotFound />}
        {hasFailed && (
          <ErrorState title={words.appointmentNotLoaded} onRetry={() => send({ type: 'retry' })}>
            {message}
          </ErrorState>
        )}
        {!isMissing && !hasFailed && <PaymentSkeleton />}
      </>
    )
  }
  if (isBill) {
    return (
      <Card>
        <PaymentPanel />
      </Card>
    )
  }
  return (
    <>
      {appointment && !('appointments' in appointment) && (
        <AppointmentSummary appointment={appointment} />
      )}
      {appointment && !('appointments' in appointment) && isReoffered(appointment) && (
        <LazyComponent
          chunk={needsAnswer}
          props={{ appointmentIds: [appointment._id], onAnswered }}
          waiting={<Spinner label={words.loadingOtherTime} />}
        />
      )}
      {!isPaidBefore(snapshot) && (
        <Card className="grid gap-5 *:min-w-0 max-md:p-5">
          <PaymentPanel />
          <BookAgainPanel />
        </Card>
      )}
    </>
  )
}

export function AppointmentNotFound() {
  return (
    <EmptyState
      title={words.appointmentNotFound}
      action={<ButtonLink to="/dashboard">{words.seeMyAppointments}</ButtonLink>}
    >
      {words.whyNotFound}
    </EmptyState>
  )
}

/** Whether it was paid before the page was opened, and is still to take place: one line says so. */
function isPaidBefore(snapshot: SnapshotFrom<typeof paymentMachine>): boolean {
  const { appointment } = snapshot.context
  const isOver = appointment !== null && 'outcome' in appointment && appointment.outcome
  return snapshot.matches({ paid: 'earlier' }) && !isOver
}

/** The card form, or the payment's outcome. */
function PaymentPanel() {
  const snapshot = Payment.useSelector((current) => current)
  const { send } = Payment.useActorRef()
  if (isPaidBefore(snapshot)) return <PaidBillPanel />
  if (snapshot.matches({ paid: 'earlier' })) return <OverPanel />
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
      <ErrorState title={words.cardFormNotLoaded} onRetry={() => send({ type: 'retry' })}>
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
    if (declined) return toast.error(words.paymentFailed)
  }, [declined])
}

/** Skeleton of the card form. */
function FormSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {words.loadingCardForm}
      </p>
      <div aria-hidden="true" className="after-a-moment grid gap-4">
        <div className="skeleton h-6 w-24 rounded-full" />
        <div className="skeleton h-40 rounded-field" />
        <div className="skeleton h-12 rounded-full" />
      </div>
    </div>
  )
}

/**
 * Treatment, date, slot, patient and price of the appointment, and its receipts; in a few lines while it is to
 * pay, and until it is opened again.
 */
function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const isPaid = Payment.useSelector((snapshot) => snapshot.matches('paid'))
  const isPaidNow = Payment.useSelector((snapshot) => snapshot.matches({ paid: 'now' }))
  const isPaidEarlier = Payment.useSelector(isPaidBefore)
  const isCanceled = Payment.useSelector((snapshot) => snapshot.matches({ failed: 'cancelled' }))
  const isRefunding = Payment.useSelector((snapshot) =>
    snapshot.matches({ failed: { cancelled: 'refunding' } }),
  )
  const isProcessing = Payment.useSelector((snapshot) =>
    snapshot.matches({ confirming: 'settling' }),
  )
  const { outcome } = appointment
  const status = isCanceled ? 'cancelled' : appointment.status
  const paid = isPaid || appointment.paid
  const mayPay = appointment.mayPay !== false && !isReoffered(appointment)
  const known = statusOf({ ...appointment, status, paid, mayPay })
  const shown = isProcessing ? 'Processing' : known
  const more = (
    <>
      <ReofferMark appointment={appointment} />
      {outcome && !isPaid && !isCanceled && (
        <p className="font-bold">{words.notPaidYet(describeOutcome(outcome))}</p>
      )}
      {isPaidEarlier ? (
        <PaidLine />
      ) : (
        <ReceiptsOfAppointment
          appointmentId={appointment._id}
          state={`${appointment.status}, ${isPaid ? 'paid' : 'unpaid'}`}
        />
      )}
    </>
  )
  if (isPaidNow || isOwed({ ...appointment, status, paid })) {
    return (
      <PaymentSummary appointment={appointment} status={shown}>
        {more}
      </PaymentSummary>
    )
  }
  return (
    <AppointmentHero
      appointment={appointment}
      status={shown}
      isFree={known === 'Canceled' && !outcome?.paid && !isRefunding}
    >
      {more}
    </AppointmentHero>
  )
}

/** Skeleton of the appointment and the card form. */
export function PaymentSkeleton() {
  return (
    <div className="after-a-moment">
      <p role="status" className="sr-only">
        {words.loadingAppointment}
      </p>
      <div aria-hidden="true" className="mt-4 grid items-start gap-6">
        <div className="leaf grid gap-3 bg-base-100 px-5 py-4 md:px-8 md:py-6">
          <div className="skeleton h-6 w-2/3 rounded-full" />
          <div className="skeleton h-10 rounded-2xl" />
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
