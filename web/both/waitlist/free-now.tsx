import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { bookingAddress } from '#contract/booking/time-address.ts'
import { type IsoDate, parseWireDate } from '#contract/dates.ts'
import { CHILD_PARAMETER } from '#contract/guardians/child-parameters.ts'
import { movePage } from '#web/both/appointments/address-parameters.ts'
import { appointmentOptions } from '#web/both/appointments/appointments-api.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { nextTimesOptions } from '#web/both/times/next-times-query.ts'
import { ButtonLink } from '#web/components/button.tsx'
import * as words from '#words/en/visits/joining.ts'

/** More times are not needed to see that the family does not have to wait. */
const MOST_TIMES = 6

interface FreeNowProps {
  /** The name of the treatment that is waited for. */
  treatment: string
  from: IsoDate
  to: IsoDate
  /** The only child it is for; null for several, or the account holder. */
  child: string | null
  /** The id of the appointment that could be sooner; its treatment counts then. */
  appointment: string | undefined
}

/** Times that match the preferences and can be booked right away; nothing without any. */
export function FreeNow({ treatment, from, to, child, appointment }: FreeNowProps) {
  const titleId = useId()
  const times = useQuery(nextTimesOptions())
  const { data: own } = useQuery({
    ...appointmentOptions(appointment ?? ''),
    enabled: appointment !== undefined,
  })
  // A sooner time is before the appointment’s own day: times on that day are chosen when it is
  // moved.
  const ownDay = own && parseWireDate(own.date)
  if (appointment !== undefined && !ownDay) return null
  const wanted = own?.treatment ?? treatment
  const found = times.data?.find(({ name }) => name === wanted)
  const free = (found?.days ?? [])
    .filter(({ date }) => from <= date && date <= to && (!ownDay || date < ownDay))
    .flatMap(({ date, slots }) => slots.map((slot) => ({ date, slot })))
    .slice(0, MOST_TIMES)
  if (!found || free.length === 0) return null
  const addressOf = (time: { date: IsoDate; slot: string }) => {
    if (appointment !== undefined) return movePage(appointment)
    const forChild = child === null ? '' : `&${new URLSearchParams({ [CHILD_PARAMETER]: child })}`
    return `${bookingAddress({ treatment: found._id, ...time })}${forChild}`
  }
  return (
    <section aria-labelledby={titleId} className="grid gap-3 rounded-2xl bg-leaf p-4">
      <h3 id={titleId} className="text-xl">
        {words.freeNow}
      </h3>
      <p>{appointment === undefined ? words.canBeBooked : words.canMoveHere}</p>
      <ul className="flex flex-wrap gap-2">
        {free.map((time) => (
          <li key={`${time.date} ${time.slot}`}>
            <ButtonLink look="secondary" to={addressOf(time)}>
              {momentOf(time)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
