import { createContext, useContext, useEffect, useRef } from 'react'
import { isReoffered } from '#contract/booking/appointment-status.ts'
import type { Appointment, AppointmentOutcome } from '#contract/booking/appointments.ts'
import { describeOutcome, describeReturn } from '#contract/booking/outcome.ts'
import { CHILD_PARAMETER } from '#contract/guardians/child-parameters.ts'
import { formatPrice } from '#contract/money.ts'
import { EmailNote } from '#web/both/emails/email-note.tsx'
import { ReceiptsOfAppointment } from '#web/both/receipts/receipt-links.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { Fold } from '#web/components/fold.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { SuccessBear } from '#web/components/success-bear.tsx'
import * as words from '#words/en/payments/payment.ts'
import * as sentences from '#words/en/payments/payment-sentences.tsx'
import { Payment } from './payment-provider.tsx'

// Only past and canceled appointments can be booked again.
const bookAgain = componentChunk(() => import('#web/both/times/book-again.tsx'))

/** Shown once, right after the payment. */
export function PaidPanel() {
  const transactionId = Payment.useSelector(({ context }) => context.transactionId)
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <SuccessBear />
      <PanelTitle>{words.paymentCompleted}</PanelTitle>
      <p>{sentences.transactionId(<strong className="block break-all">{transactionId}</strong>)}</p>
      <ReceiptNote />
      {/* Disabled after a payment, as the requirements say; there is nothing more to press. */}
      <Button disabled className="sr-only">
        {words.pay}
      </Button>
      <ButtonLink to="/dashboard" look="secondary">
        {words.seeMyAppointments}
      </ButtonLink>
    </div>
  )
}

/** A bill that was paid before the page was opened. */
export function PaidBillPanel() {
  return (
    <div className="grid gap-3">
      <PanelTitle isNews={false}>{words.paid}</PanelTitle>
      <PaidLine />
      <SeeAppointments />
    </div>
  )
}

/** On later visits: the receipts, and the transaction id for those who ask for it. */
export function PaidLine() {
  const payable = Payment.useSelector(({ context }) => context.appointment)
  const transactionId = Payment.useSelector(({ context }) => context.transactionId)
  const first = payable && 'appointments' in payable ? payable.appointments[0] : payable
  return (
    <div className="flex flex-wrap gap-x-6">
      {first && <ReceiptsOfAppointment appointmentId={first._id} state={`${first.status}, paid`} />}
      {/* Another guardian has paid, or the desk took the money: there is no transaction to show. */}
      {transactionId === null ? (
        <p>{words.nothingLeftToPay}</p>
      ) : (
        <TransactionId id={transactionId} />
      )}
    </div>
  )
}

/** On request: it is long, and few need it. */
function TransactionId({ id }: { id: string }) {
  return (
    <Fold title={words.transactionId}>
      <p className="break-all">{id}</p>
    </Fold>
  )
}

/** Where the receipt of the payment is, and where it was sent. */
function ReceiptNote() {
  const payable = Payment.useSelector(({ context }) => context.appointment)
  if (!payable) return null
  const first = 'appointments' in payable ? payable.appointments[0] : payable
  if (!first) return null
  return (
    <div className="grid justify-items-center gap-1">
      {/* A bill has one receipt for all. */}
      {'appointments' in payable && (
        <ReceiptsOfAppointment appointmentId={first._id} state="booked, paid now" />
      )}
      <EmailNote email={first.patient} isReceipt returnTo={`/dashboard/appointment/${first._id}`} />
    </div>
  )
}

/** The user sees the appointment of another guardian, without the right to pay for it. */
export function UnpayablePanel() {
  const appointment = useAppointment()
  if (appointment && isReoffered(appointment)) {
    return (
      <div className="grid gap-5">
        <PanelTitle isNews={false}>{words.nothingToPayYet}</PanelTitle>
        <p>{words.payOnceClear}</p>
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <PanelTitle isNews={false}>{words.notPaid}</PanelTitle>
      <p>{words.mayNotPay}</p>
      <SeeAppointments />
    </div>
  )
}

function SeeAppointments() {
  return (
    <div>
      <ButtonLink to="/dashboard" look="secondary">
        {words.seeMyAppointments}
      </ButtonLink>
    </div>
  )
}

/** The provider has the payment, and our server has not confirmed it yet. */
export function SettlingPanel() {
  const { send } = Payment.useActorRef()
  const isAsking = Payment.useSelector((snapshot) =>
    snapshot.matches({ confirming: { settling: 'asking' } }),
  )
  const message = Payment.useSelector(({ context }) => context.message)
  return (
    <div className="grid gap-5">
      <PanelTitle>{words.confirmingPayment}</PanelTitle>
      <p>{words.paymentOnItsWay}</p>
      {message === null ? (
        <Spinner label={words.waitingForConfirmation} />
      ) : (
        <FormAlert>
          <p>{message}</p>
          <Button
            look="secondary"
            className="mt-3"
            busy={isAsking}
            onClick={() => send({ type: 'retry' })}
          >
            {words.checkAgain}
          </Button>
        </FormAlert>
      )}
    </div>
  )
}

/** Another tab or guardian has opened a payment: only one can be paid at a time. */
export function OpenedElsewherePanel() {
  const { send } = Payment.useActorRef()
  return (
    <div className="grid gap-5">
      <div role="alert" className="grid gap-5">
        <PanelTitle>{words.openedElsewhere}</PanelTitle>
        <p>{words.payHereOrThere}</p>
      </div>
      <div>
        <Button onClick={() => send({ type: 'retry' })}>{words.enterCardAgain}</Button>
      </div>
    </div>
  )
}

/** The outcome of an appointment that is paid and over: one line, the money, and the next steps. */
export function OverPanel() {
  const appointment = useAppointment()
  const transactionId = Payment.useSelector(({ context }) => context.transactionId)
  const { outcome } = appointment ?? {}
  if (!appointment || !outcome) return null
  return (
    <div className="grid gap-5">
      <PanelTitle isNews={false}>{describeOutcome(outcome)}</PanelTitle>
      <Money outcome={outcome} />
      {transactionId && <TransactionId id={transactionId} />}
    </div>
  )
}

/** Nothing to pay; a charge that was made meanwhile is refunded. */
export function CancelledPanel() {
  const isRefunding = Payment.useSelector((snapshot) =>
    snapshot.matches({ failed: { cancelled: 'refunding' } }),
  )
  const appointment = useAppointment()
  const outcome = appointment?.outcome
  const wasPaid = outcome !== undefined && outcome.paid > 0
  return (
    <div className="grid gap-5">
      <PanelTitle isNews={!outcome}>
        {outcome ? describeOutcome(outcome) : words.canceled}
      </PanelTitle>
      {wasPaid && <Money outcome={outcome} />}
      {(isRefunding || !wasPaid) && (
        <p>{isRefunding ? words.refundedAfterPaying : words.nothingToPay}</p>
      )}
    </div>
  )
}

/** 'Paid $110. $110 refunded to your card.' */
function Money({ outcome }: { outcome: AppointmentOutcome }) {
  const { paid, kept, refunded } = outcome
  const back = describeReturn(outcome)
  // Another guardian has paid, or the previous system bills it.
  if (paid === 0) return <p>{words.itIsPaid}</p>
  const parts = [
    words.paidAmount(formatPrice(paid)),
    back,
    refunded > 0 && kept > 0 && words.clinicKept(formatPrice(kept)),
    outcome.kind === 'canceled' && refunded === 0 && words.noPaymentRefunded,
  ]
  return <p>{parts.filter(Boolean).join(' ')}</p>
}

/** Below the panel of one that is over or canceled, paid or not. */
export function BookAgainPanel() {
  const isCanceled = Payment.useSelector((snapshot) => snapshot.matches({ failed: 'cancelled' }))
  const { outcome, child } = useAppointment() ?? {}
  if (!outcome && !isCanceled) return null
  return (
    <LazyComponent
      chunk={bookAgain}
      props={{
        treatment: outcome?.treatmentId,
        choices: child ? { [CHILD_PARAMETER]: child._id } : {},
      }}
      waiting={null}
    />
  )
}

/** The one appointment that is paid for; null for a bill. */
function useAppointment(): Appointment | null {
  const payable = Payment.useSelector(({ context }) => context.appointment)
  return payable && !('appointments' in payable) ? payable : null
}

/** Whether panels take the focus when they appear. */
export const PanelFocus = createContext(true)

interface PanelTitleProps {
  /** It appeared while the page was open. Otherwise the page stays scrolled to its top. */
  isNews?: boolean
  children: string
}

/** The heading of a panel. It takes the focus when it is news, so that screen readers announce it. */
function PanelTitle({ isNews = true, children }: PanelTitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const takesFocus = useContext(PanelFocus) && isNews
  useEffect(() => {
    if (takesFocus) focusInView(title.current, 'center')
  }, [takesFocus])
  return (
    <h2 ref={title} tabIndex={-1} className="text-2xl">
      {children}
    </h2>
  )
}
