import { formatFullDay } from '#contract/dates.ts'
import { Notice } from '#web/both/times/notice.tsx'
import { Booking } from './flow/booking-provider.tsx'

/** The time in the address is not available. */
export default function MissedNotice({ time }: { time: string }) {
  const date = Booking.useSelector(({ context }) => context.date)
  return (
    <Notice>
      <p>
        {time} on {formatFullDay(date)} is no longer available. These times still are, and we’ve
        kept your details.
      </p>
    </Notice>
  )
}
