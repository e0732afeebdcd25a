import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Week } from '#contract/schedule/schedule.ts'
import { price, type TreatmentFields } from '#contract/treatments/treatment-admin.ts'
import { addTreatment } from '#contract/treatments/treatment-admin-calls.ts'
import { Card } from '#web/components/card.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { NEW_TREATMENT, TreatmentForm } from './treatment-form.tsx'
import { refreshBooking, treatmentsOptions } from './treatments-api.ts'

/** The form for a new treatment; its price applies from today. */
export default function AddTreatment({ week, onDone }: { week: Week; onDone: () => void }) {
  const queries = useQueryClient()
  const [amount, setAmount] = useState('')
  const [priceError, setPriceError] = useState<string>()
  useUnsavedChanges(amount !== '')
  const add = useMutation({
    mutationFn: (body: TreatmentFields & { price: number }) => send(addTreatment, { body }),
    onSuccess: async (_, { name }) => {
      refreshBooking(queries)
      await queries.invalidateQueries({ queryKey: treatmentsOptions().queryKey })
      toast.success(`${name} is added`)
      onDone()
    },
  })

  function submit(fields: TreatmentFields) {
    const typed = amount.trim() === '' ? Number.NaN : Number(amount.replace(/^\s*\$/, ''))
    const parsed = price.safeParse(typed)
    setPriceError(parsed.error?.issues[0]?.message)
    if (parsed.success) add.mutate({ ...fields, price: parsed.data })
  }

  return (
    <Card>
      <h2 className="mb-6 text-2xl">Add a treatment</h2>
      <TreatmentForm
        label="Add a treatment"
        values={NEW_TREATMENT}
        week={week}
        busy={add.isPending}
        error={add.error}
        onSubmit={submit}
        onCancel={onDone}
      >
        <TextField
          label="Price (dollars)"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          readOnly={add.isPending}
          error={priceError}
          onChange={({ target }) => setAmount(target.value)}
        />
      </TreatmentForm>
    </Card>
  )
}
