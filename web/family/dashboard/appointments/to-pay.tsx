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
import { Card } from '#web/components/card.tsx'
import * as words from '#words/en/visits/appointments.ts'
import { PayLink } from './appointment-lists.tsx'

/** What the user can pay for now. */
type Owed = Pick<Appointment, '_id' | 'treatment' | 'child' | 'date' | 'slot' | 'status' | 'price'>

/**
 * The appointments that the user can pay for, the earliest first; null until they are known.
 * @param email the user's
 * @param own the user's bookings
 * @param sharedCount how many appointments other guardians have booked for the user's children
 */
export function useOwed(
  email: string,
  own: readonly Appointment[],
  sharedCount: number,
): readonly Owed[] | null {
  const shared = useQuery({ ...sharedAppointmentsOptions(email), enabled: sharedCount > 0 })
  // A list that fails to load is left out.
  if (shared.isLoading) return null
  return [...own, ...(shared.data ?? []).flatMap(payable)]
    .filter(isOwed)
    .toSorted(byTime)
    .slice(-MOST_TOGETHER)
}

/** The appointment, if its price is the user's to know. */
function payable({ price, ...appointment }: SharedAppointment) {
  return price === undefined ? [] : [{ ...appointment, price }]
}

interface ToPayProps {
  /** At least one. */
  owed: readonly Owed[]
  /** The clinic's today. */
  today: IsoDate
  /** It is the main action of the page. */
  isMain: boolean
}

/** One line that leads to one payment for all that the user may pay for. */
export function ToPay({ owed, today, isMain }: ToPayProps) {
  const look = isMain ? 'primary' : 'secondary'
  const [first] = owed
  if (!first) return null
  const amount = formatPrice(first.price)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5! py-3!">
      <p className="font-bold">{words.toPay(owed.length)}</p>
      {owed.length === 1 ? (
        <PayLink appointment={first} amount={amount} look={look}>
          {words.payAmount(amount)}
        </PayLink>
      ) : (
        <ButtonLink
          to={`/dashboard/pay?appointments=${owed.map(({ _id }) => _id).join()}`}
          look={look}
        >
          {describePayment(owed, today)}
        </ButtonLink>
      )}
    </Card>
  )
}

/** The bill ticks only upcoming appointments at first. */
function describePayment(owed: readonly Owed[], today: IsoDate): string {
  const upcoming = owed.filter((appointment) => isUpcoming(appointment, today))
  if (upcoming.length < 2) return words.chooseWhatToPay
  const sum = formatPrice(sumOfPrices(upcoming))
  return upcoming.length === 2 ? words.payBoth(sum) : words.payAll(upcoming.length, sum)
}
