import type { ReactNode } from 'react'
import type { Appointment } from '#contract/booking/appointments.ts'
import { parseWireDate } from '#contract/dates.ts'
import { formatAmount, sumOfPrices } from '#contract/money.ts'
import {
  type BookedFamily,
  familyPage,
  useBookedFamily,
} from '#web/both/appointments/booked-family.ts'
import { NoticeLink } from '#web/both/legal/notice-link.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { useFocusInView } from '#web/components/focus-in-view.ts'
import { SuccessBear } from '#web/components/success-bear.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import * as words from '#words/en/booking/confirmation.ts'
import { Booking } from './booking-provider.tsx'

interface ConfirmationFrameProps {
  /** One, or several that were booked together. */
  bookings: readonly [Appointment, ...Appointment[]]
  /** When it is: 'Tue, Nov 24 · 9:00 AM'. */
  moment?: string
  /** Above the actions. */
  notice?: ReactNode
  /** What was booked. */
  children: ReactNode
}

/** Confirms a booking and shows what to do next. Takes the focus. */
export function ConfirmationFrame({ bookings, moment, notice, children }: ConfirmationFrameProps) {
  const { send } = Booking.useActorRef()
  const family = useBookedFamily()
  const heading = useFocusInView<HTMLHeadingElement>('center')
  const [first] = bookings
  return (
    <Card className="mx-auto grid max-w-2xl gap-6 *:min-w-0 max-md:p-5">
      <div className="grid justify-items-center gap-3 text-center">
        <SuccessBear />
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          {describeBooked(bookings.length > 1, family !== null)}
        </h1>
        {moment && <p className="text-2xl font-extrabold text-primary">{moment}</p>}
        <p className="text-muted">
          {family ? describeEmail(first.email, family) : words.payNowOrLater}
        </p>
      </div>
      {notice}
      <div className="flex flex-wrap justify-center gap-3">
        {family ? (
          <ButtonLink to={`/dashboard/agenda?date=${parseWireDate(first.date)}`}>
            See the day
          </ButtonLink>
        ) : (
          <PayLink bookings={bookings} />
        )}
        <Button look="secondary" onClick={() => send({ type: 'booking.another' })}>
          {words.bookAnother}
        </Button>
      </div>
      {children}
      <p className="text-center">
        <InlineLink to={family ? familyPage(family) : '/dashboard'}>
          {family ? 'See the family' : words.seeMyAppointments}
        </InlineLink>
      </p>
      {!family && <NoticeLink className="text-center" />}
    </Card>
  )
}

function describeBooked(areSeveral: boolean, isForStaff: boolean): string {
  if (isForStaff) return areSeveral ? 'The appointments are booked' : 'The appointment is booked'
  return areSeveral ? words.appointmentsAreBooked : words.appointmentIsBooked
}

function PayLink({ bookings }: Pick<ConfirmationFrameProps, 'bookings'>) {
  const [first, ...others] = bookings
  const sum = formatAmount(sumOfPrices(bookings))
  if (others.length === 0) {
    return <ButtonLink to={`/dashboard/appointment/${first._id}`}>{words.pay(sum)}</ButtonLink>
  }
  const ids = bookings.map(({ _id }) => _id).join()
  return <ButtonLink to={`/dashboard/pay?appointments=${ids}`}>{words.payForAll(sum)}</ButtonLink>
}

/** Whether the family gets an email, which staff must know before the family leaves. */
function describeEmail(email: string, { isReachable = true }: BookedFamily): string {
  if (!email) return 'No email on file. Repeat the day and time to the family.'
  if (isReachable) return `A confirmation is on its way to ${email}.`
  return `No email reaches ${email}, which isn’t verified or has bounced. Repeat the day and time to the family.`
}
