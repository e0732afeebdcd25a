import { lazy, Suspense } from 'react'
import { loadChunk } from '../components/load-chunk.ts'
import { Spinner } from '../components/spinner.tsx'
import type { DayCalendarProps } from './day-calendar.tsx'

// Asked for together with the page's own code and the clinic's settings, so that none of them
// waits for another; the treatments can be there before the calendar is.
const calendar = loadChunk(() => import('./day-calendar.tsx'))
// Whoever draws the calendar meets the failure; until then nobody listens.
calendar.catch(() => undefined)

const DayCalendar = lazy(() => calendar)

/** The place of the calendar: the room it takes until its code is there. */
export function CalendarSlot(props: DayCalendarProps) {
  return (
    <Suspense fallback={<CalendarRoom />}>
      <DayCalendar {...props} />
    </Suspense>
  )
}

function CalendarRoom() {
  return (
    <div className="grid min-h-[21.25rem] place-items-center md:min-h-[23rem]">
      <Spinner label="Loading the calendar" />
    </div>
  )
}
