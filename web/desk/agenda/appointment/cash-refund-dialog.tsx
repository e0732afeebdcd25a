import { type FormEvent, useState } from 'react'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { formatPrice } from '#contract/money.ts'
import { Button } from '#web/components/button.tsx'
import { TextAreaField } from '#web/components/forms/fields.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { useCashRefund } from './cash-refund.ts'

/** Asks why a payment at the desk from another day is handed back. */
export default function CashRefundDialog({
  entry,
  onClose,
}: {
  entry: AgendaEntry
  onClose: () => void
}) {
  const { _id, version, price, treatment } = entry
  const [reason, setReason] = useState('')
  useUnsavedChanges(reason !== '')
  const refund = useCashRefund(_id)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!refund.isPending) refund.mutate({ version, reason }, { onSuccess: onClose })
  }
  return (
    <FormDialog open title="Hand the money back" onClose={onClose} busy={refund.isPending}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p>
          <PatientName of={entry} birthDate="always" />, {treatment}: {formatPrice(price)}
        </p>
        <TextAreaField
          label="Reason"
          hint="Families never see it."
          rows={3}
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={refund.error?.message}
        />
        <Button type="submit" busy={refund.isPending}>
          Hand back {formatPrice(price)}
        </Button>
      </form>
    </FormDialog>
  )
}
