import { useQuery } from '@tanstack/react-query'
import { isOwed } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { SharedAppointment } from '#contract/guardians/guardians.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { MOST_TOGETHER } from '#contract/payments/payments.ts'
import { byTime, isUpcoming } from '#web/both/appointments/appointment-order.ts'
import { sharedAppointmentsOptions } from '#web/both/appointments/shared-appointments.ts'
import { ButtonLink } from '#web/components/button.tsx'

interface PayAllProps {
  /** The user's. */
  email: string
  own: readonly Appointment[]
  /** How many appointments other guardians have booked for the user's children. */
  sharedCount: number
  /** The clinic's today. */
  today: IsoDate
}

/** Leads to one payment for all that the user may pay for; nothing for a single appointment. */
export function PayAll({ email, own, sharedCount, today }: PayAllProps) {
  const shared = useQuery({ ...sharedAppointmentsOptions(email), enabled: sharedCount > 0 })
  // The sum is shown once it is known; what fails to load is left out.
  if (shared.isLoading) return null
  const unpaid = [...own, ...(shared.data ?? []).flatMap(payable)]
    .filter(isOwed)
    .toSorted(byTime)
    .slice(-MOST_TOGETHER)
  if (unpaid.length < 2) return null
  // The bill ticks only those at first.
  const toCome = unpaid.filter((appointment) => isUpcoming(appointment, today))
  const ids = unpaid.map(({ _id }) => _id).join()
  return (
    <ButtonLink
      to={`/dashboard/pay?appointments=${ids}`}
      look="secondary"
      className="justify-self-start"
    >
      {toCome.length > 1
        ? `Pay all ${toCome.length} (${formatPrice(sumOfPrices(toCome))})`
        : 'Choose what to pay'}
    </ButtonLink>
  )
}

/** The appointment, if its price is the user's to know. */
function payable({ price, ...appointment }: SharedAppointment) {
  return price === undefined ? [] : [{ ...appointment, price }]
}
