import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import { parseWireDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import {
  type DeskMethod,
  HOW_TAKEN,
  receivePayment,
} from '#web/desk/appointments/cash-payments-api.ts'
import { configOptions } from '#web/lib/api/config.ts'

/** The version of an appointment that has not been changed. */
const FIRST_VERSION = 0

interface TakePriceProps {
  booking: Appointment
  /** 'Mia Parker, born Jun 5, 2021' */
  patient: string
}

/** Takes the price of an appointment of today right after its booking; names the patient and the sum. */
export function TakePrice({ booking, patient }: TakePriceProps) {
  const { _id: id, price, date } = booking
  const queries = useQueryClient()
  const today = useQuery(configOptions()).data?.clinic.today
  const take = useMutation({
    mutationFn: (method: DeskMethod) => receivePayment({ id, version: FIRST_VERSION, method }),
    onSettled: () => queries.invalidateQueries({ queryKey: AGENDA_KEY }),
  })
  if (price === 0 || parseWireDate(date) !== today) return null
  const whose = `${formatPrice(price)} for ${patient}`
  if (take.isSuccess) {
    const receipt = take.data.payment?.receipt
    return (
      <FormAlert kind="success">
        {whose} taken {HOW_TAKEN[take.variables]}.{' '}
        {receipt && (
          <InlineLink to={`/dashboard/receipts/${receipt}`}>Receipt {receipt}</InlineLink>
        )}
      </FormAlert>
    )
  }
  return (
    <section aria-label="Payment" className="grid justify-items-center gap-3">
      <p className="font-bold wrap-break-word">Take {whose}?</p>
      {take.isError && <FormAlert>{take.error.message}</FormAlert>}
      <div className="flex flex-wrap justify-center gap-3">
        <Button look="secondary" busy={take.isPending} onClick={() => take.mutate('cash')}>
          Cash
        </Button>
        <Button look="secondary" busy={take.isPending} onClick={() => take.mutate('terminal')}>
          Card terminal
        </Button>
      </div>
    </section>
  )
}
