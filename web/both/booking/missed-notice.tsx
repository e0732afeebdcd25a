import { formats } from '#contract/formats/formats.ts'
import { Notice } from '#web/both/times/notice.tsx'
import * as words from '#words/en/booking/slots.ts'
import { Booking } from './flow/booking-provider.tsx'

/** The time in the address is not available. */
export default function MissedNotice({ time }: { time: string }) {
  const date = Booking.useSelector(({ context }) => context.date)
  return (
    <Notice>
      <p>{words.noLongerAvailable(formats.slot(time), formats.fullDay(date))}</p>
    </Notice>
  )
}
