import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatCents, toCents } from '#contract/money.ts'
import {
  type ListedItem,
  type ListedPayment,
  refundForm,
} from '#contract/payments/reconciliation.ts'
import { refundPayment } from '#contract/payments/reconciliation-calls.ts'
import { Button } from '#web/components/button.tsx'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert, INERT_FORM } from '#web/components/forms/form-alert.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { CASH_REFUNDS_KEY } from './cash-refunds/cash-refunds-api.ts'
import { AppointmentOfPayment } from './problems.tsx'
import { PAYMENTS_KEY } from './reconciliation-api.ts'

interface RefundDialogProps {
  payment: ListedPayment
  item: ListedItem
  onClose: () => void
}

interface Errors {
  amount?: string | undefined
  reason?: string | undefined
}

/** Asks for the amount and the reason of a refund, and for confirmation. */
export function RefundDialog({ payment, item, onClose }: RefundDialogProps) {
  const { keptCents } = item
  const isCardPayment = payment.method === 'card'
  const payer = payment.payer?.name ?? 'the payer'
  const whole = (keptCents / 100).toFixed(2)
  const [amount, setAmount] = useState(whole)
  const [reason, setReason] = useState('')
  useUnsavedChanges(amount !== whole || reason !== '')
  const amountCents = toCents(Number(amount))
  const cents = formatCents(amountCents)
  const [errors, setErrors] = useState<Errors>({})
  const [isChecked, setIsChecked] = useState(false)
  const content = useFocusOnChange<HTMLDivElement>(String(isChecked))
  const queries = useQueryClient()
  const refunding = useMutation({
    mutationFn: () =>
      send(refundPayment, {
        params: { id: payment._id },
        body: { amountCents, reason, itemId: item._id, keptCents },
      }),
    onSuccess: () => {
      toast.success(
        `${cents} ${isCardPayment ? 'will be refunded' : 'is to be handed back'} to ${payer}`,
      )
      onClose()
    },
    onError: () => setIsChecked(false),
    onSettled: () =>
      Promise.all(
        [PAYMENTS_KEY, CASH_REFUNDS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })

  function check(event: FormEvent) {
    event.preventDefault()
    const wrong = findErrors({ amountCents, reason }, keptCents)
    setErrors(wrong)
    refunding.reset()
    setIsChecked(!wrong.amount && !wrong.reason)
  }

  return (
    <FormDialog open title="Refund" busy={refunding.isPending} onClose={onClose}>
      <div className="text-muted">
        <AppointmentOfPayment appointment={item.appointment} />
      </div>
      {isChecked ? (
        <div ref={content} tabIndex={-1} className="grid gap-5 outline-none">
          <p className="text-lg">
            Refund <strong>{cents}</strong> of {formatCents(keptCents)} to {payer}
            {isCardPayment ? '’s card' : ', in cash at the desk'}, for{' '}
            <PatientName of={item.appointment} birthDate="always" />? This can’t be undone.
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              look="secondary"
              disabled={refunding.isPending}
              onClick={() => setIsChecked(false)}
            >
              Go back
            </Button>
            <Button look="danger" busy={refunding.isPending} onClick={() => refunding.mutate()}>
              Refund {cents}
            </Button>
          </div>
        </div>
      ) : (
        <div ref={content} tabIndex={-1} className="outline-none">
          <form {...INERT_FORM} onSubmit={check} className="grid gap-4">
            {refunding.error && <FormAlert>{refunding.error.message}</FormAlert>}
            <TextField
              label="Amount in dollars"
              hint={`Up to ${formatCents(keptCents)}`}
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
              value={amount}
              error={errors.amount}
              onChange={({ target }) => setAmount(target.value)}
            />
            <TextAreaField
              label="Reason"
              hint="For your records; the family doesn’t see it."
              rows={3}
              value={reason}
              error={errors.reason}
              onChange={({ target }) => setReason(target.value)}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="secondary" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit">Continue</Button>
            </div>
          </form>
        </div>
      )}
    </FormDialog>
  )
}

function findErrors(entered: { amountCents: number; reason: string }, keptCents: number): Errors {
  const issues = refundForm.safeParse(entered).error?.issues ?? []
  const messageOf = (field: string) => issues.find(({ path }) => path[0] === field)?.message
  const isTooMuch = entered.amountCents > keptCents
  return {
    amount: isTooMuch ? `Enter up to ${formatCents(keptCents)}` : messageOf('amountCents'),
    reason: messageOf('reason'),
  }
}
