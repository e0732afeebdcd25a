import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CashRefunds, ListedCashRefund } from '#contract/front-desk/cash-refunds.ts'
import { formatPrice } from '#contract/money.ts'
import { METHOD_NAMES } from '#contract/payments/receipts.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import { PatientFacts, PatientName, usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { PAYMENTS_KEY } from '../reconciliation-api.ts'
import { CASH_REFUNDS_KEY, changeCashRefund } from './cash-refunds-api.ts'

/** The refunds to be handed back and those handed back today, each with its button. */
export function CashRefundList({ refunds, handedBackToday, total }: CashRefunds) {
  const [done, setDone] = useState(0)
  const title = useFocusOnChange<HTMLHeadingElement>(String(done))
  const change = useChange(() => setDone((count) => count + 1))
  const isBusy = ({ _id }: ListedCashRefund) =>
    change.isPending && change.variables.refund._id === _id
  return (
    <div className="grid gap-8">
      <section aria-label="To hand back">
        <h2 ref={title} tabIndex={-1} className="text-2xl outline-none">
          {refunds.length === 0 ? 'Nothing to hand back' : `To hand back: ${formatPrice(total)}`}
        </h2>
        <RefundList
          refunds={refunds}
          label="Handed back"
          isBusy={isBusy}
          onClick={(refund) => change.mutate({ refund, step: 'hand-back' })}
        />
      </section>
      {handedBackToday.length > 0 && (
        <section aria-labelledby="handed-back">
          <h2 id="handed-back" className="text-2xl">
            Handed back today
          </h2>
          <RefundList
            refunds={handedBackToday}
            label="Undo"
            isBusy={isBusy}
            onClick={(refund) => change.mutate({ refund, step: 'undo' })}
          />
        </section>
      )}
    </div>
  )
}

function useChange(onDone: () => void) {
  const queries = useQueryClient()
  const { identify } = usePatientTexts()
  const change = useMutation({
    mutationFn: ({ refund, step }: { refund: ListedCashRefund; step: 'hand-back' | 'undo' }) =>
      changeCashRefund(refund, step),
    onSuccess: (_, { refund, step }) => {
      const amount = formatPrice(refund.amount)
      const patient = identify(refund)
      onDone()
      if (step === 'undo') toast.success(`${amount} for ${patient} is to be handed back again`)
      else {
        toast.success(`${amount} handed back for ${patient}`, {
          label: 'Undo',
          run: () => change.mutate({ refund, step: 'undo' }),
        })
      }
    },
    onError: (error) => toast.error(error.message),
    onSettled: () =>
      Promise.all(
        [CASH_REFUNDS_KEY, AGENDA_KEY, PAYMENTS_KEY].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return change
}

interface RefundListProps {
  refunds: readonly ListedCashRefund[]
  /** Of the button. */
  label: string
  isBusy: (refund: ListedCashRefund) => boolean
  onClick: (refund: ListedCashRefund) => void
}

function RefundList({ refunds, label, isBusy, onClick }: RefundListProps) {
  const { identify } = usePatientTexts()
  if (refunds.length === 0) return null
  return (
    <DividedList>
      {refunds.map((refund) => (
        <li
          key={refund._id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
        >
          <Details refund={refund} />
          <div className="flex flex-wrap items-center gap-2">
            {refund.handedBack === null && (
              <ListedClaim list="handBack" id={refund._id} name={identify(refund)} />
            )}
            <Button
              look="secondary"
              busy={isBusy(refund)}
              aria-label={`${label}: ${formatPrice(refund.amount)}, ${identify(refund)}`}
              onClick={() => onClick(refund)}
            >
              {label}
            </Button>
          </div>
        </li>
      ))}
    </DividedList>
  )
}

const REASONS: Partial<Record<ListedCashRefund['reason'], string>> = {
  cancelled: 'Appointment canceled',
  staff: 'Refunded by staff',
}

function Details({ refund }: { refund: ListedCashRefund }) {
  const { family, phone, amount, method, handedBack } = refund
  const { treatment, reason, note, since } = refund
  const formatTime = useTimeFormat()
  return (
    <div className="grid min-w-0 grow basis-64 gap-1 [overflow-wrap:anywhere]">
      <p className="font-bold">
        <span className="text-lg font-extrabold">{formatPrice(amount)}</span>{' '}
        <FamilyLink family={family} className="inline-block min-h-6 underline underline-offset-4">
          <PatientName of={refund} />
        </FamilyLink>
      </p>
      <PatientFacts of={refund} />
      <p>
        <BreakAfterSlash text={treatment} />, {formatTime(refund)}
      </p>
      <p className="text-sm text-muted">
        {[REASONS[reason], note, `paid: ${METHOD_NAMES[method]}`].filter(Boolean).join(', ')}
      </p>
      <p className="text-sm text-muted">
        {handedBack ? (
          handedBack.by && `Handed back by ${handedBack.by}`
        ) : (
          <>
            Since <Instant at={since} as="day" />
            {phone && (
              <>
                , <PhoneLink of={refund} className="whitespace-nowrap" />
              </>
            )}
          </>
        )}
      </p>
    </div>
  )
}
