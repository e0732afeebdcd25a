import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatCents } from '#contract/money.ts'
import { describePatient } from '#contract/patients/patients.ts'
import type { PaymentMethod, RefundReason } from '#contract/payments/payments.ts'
import type { ListedItem, ListedPayment } from '#contract/payments/reconciliation.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { AppointmentOfPayment } from './problems.tsx'
import { paymentsOptions } from './reconciliation-api.ts'
import { RefundDialog } from './refund-dialog.tsx'

const METHODS: Record<PaymentMethod, string> = {
  card: 'Card, online',
  cash: 'Cash',
  terminal: 'Card, at the desk',
}

const REASONS: Record<RefundReason, string> = {
  cancelled: 'the appointment was canceled',
  already_paid: 'it was paid twice',
  mismatch: 'the amount didn’t match the price',
  staff: 'refunded by staff',
  dashboard: 'refunded in Stripe’s dashboard',
}

const REFUND_STATES: Record<ListedItem['refunds'][number]['state'], string> = {
  requested: 'requested',
  pending: 'on its way',
  succeeded: 'refunded',
  failed: 'refund failed',
}

/** States of refunds of desk payments. */
const HAND_BACK_STATES: typeof REFUND_STATES = {
  ...REFUND_STATES,
  pending: 'to hand back',
  succeeded: 'handed back',
  failed: 'marked as handed back by mistake',
}

/** Payments that took money, newest first, with their refunds. */
export function PaymentList() {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('search')?.trim() ?? ''
  return (
    <section aria-labelledby="payments-title" className="mt-10 grid gap-5">
      <h2 id="payments-title" className="text-2xl">
        All payments
      </h2>
      <div className="max-w-xl">
        <SearchField
          label="Patient’s name, email or transaction ID"
          value={search}
          onSearch={(words) => setParameters(words ? { search: words } : {}, { replace: true })}
        />
      </div>
      <FoundPayments search={search} onShowAll={() => setParameters({})} />
    </section>
  )
}

function FoundPayments({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const list = useInfiniteQuery(paymentsOptions(search))
  const [refunding, setRefunding] = useState<{ payment: ListedPayment; item: ListedItem }>()

  if (list.isPending) return <ListSkeleton label="Loading payments" />
  if (!list.data) return <LoadError title="We couldn’t load the payments" query={list} />
  const payments = list.data.pages.flatMap((page) => page.payments)
  if (payments.length === 0) {
    if (search === '') return <EmptyState title="No payments yet" />
    const action = (
      <Button look="secondary" onClick={onShowAll}>
        Show all payments
      </Button>
    )
    return (
      <EmptyState title="No payments found" action={action}>
        No payment matches this search.
      </EmptyState>
    )
  }
  return (
    <>
      <DividedList isOrdered aria-label="Payments" aria-busy={list.isPlaceholderData}>
        {payments.map((payment) =>
          payment.items.map((item) => (
            <PaidItem
              key={item._id}
              payment={payment}
              item={item}
              onRefund={() => setRefunding({ payment, item })}
            />
          )),
        )}
      </DividedList>
      <LoadMore list={list}>Show older payments</LoadMore>
      {refunding && <RefundDialog {...refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}

interface PaidItemProps {
  payment: ListedPayment
  item: ListedItem
  onRefund: () => void
}

function PaidItem({ payment, item, onRefund }: PaidItemProps) {
  const { _id: id, method, succeededAt, disputed, disputeLost, payer } = payment
  const { amountCents, keptCents, appointment, refunds } = item
  const states = method === 'card' ? REFUND_STATES : HAND_BACK_STATES
  const dispute = disputeLost ? 'dispute lost' : disputed ? 'disputed' : null
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="grid min-w-0 grow basis-64 gap-0.5 [overflow-wrap:anywhere]">
        <p>
          <span className="font-extrabold">{formatCents(amountCents)}</span>
          {keptCents < amountCents && `, ${formatCents(keptCents)} kept`}
          {dispute && <span className="font-bold text-error">, {dispute}</span>}
          {disputeLost && ': the visit is unpaid again'}
        </p>
        <AppointmentOfPayment appointment={appointment} />
        <p className="text-sm text-muted">
          Paid by <bdi>{payer?.name ?? 'an account that was removed'}</bdi>: {METHODS[method]},{' '}
          <Instant at={succeededAt} as="day" />, {id}
        </p>
        {refunds.map((refund) => (
          <p key={refund._id} className="text-sm text-muted">
            {formatCents(refund.amountCents)} {states[refund.state]}:{' '}
            {refund.note || REASONS[refund.reason]}, <Instant at={refund.createdAt} as="day" />
            {refund.reason === 'dashboard' && keptCents === 0 && '. The visit is unpaid again.'}
          </p>
        ))}
      </div>
      {keptCents > 0 && !dispute && (
        <Button
          look="quiet"
          aria-label={`Refund ${describePatient(appointment)}, ${appointment.treatment}, ${appointment.date}`}
          onClick={onRefund}
        >
          Refund
        </Button>
      )}
    </li>
  )
}
