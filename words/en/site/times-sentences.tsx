import type { ReactNode } from 'react'

/** Text that only screen readers read. */
type Hidden = (text: string) => ReactNode

interface Time {
  time: string
  day: string
  treatment: string
}

export const nextFreeDay = (day: string, hidden: Hidden) => (
  <>
    {hidden('next free day ')}
    {day}
  </>
)
export const freeTimes = (times: number) => (
  <>
    {times} <span>free</span>
  </>
)
export const moreInTheMorning = (times: number, hidden: Hidden) => (
  <>
    and {times} more {hidden('in the morning')}
  </>
)
export const moreInTheAfternoon = (times: number, hidden: Hidden) => (
  <>
    and {times} more {hidden('in the afternoon')}
  </>
)
export const bookAt = ({ time, day, treatment }: Time, hidden: Hidden) => (
  <>
    {time} {hidden(`on ${day}: book ${treatment}`)}
  </>
)
export const noTimesFor = (treatment: ReactNode, phone: ReactNode) => (
  <>
    No times are free for {treatment} on the days you can book online. New times open every day, so
    look again tomorrow, or call us at {phone}.
  </>
)
export const noTreatmentsCall = (phone: ReactNode) => (
  <>No treatment can be booked online at the moment. Call us at {phone}.</>
)
export const callUsAt = (phone: ReactNode) => <>Call us at {phone}.</>
