import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { seriesBookingMachine } from '#machines/series-booking/series-booking-machine.ts'
import { Booking } from '../flow/booking-provider.tsx'

type SeriesSnapshot = SnapshotFrom<typeof seriesBookingMachine>

/** The running machine of a series, for sending events. The series dialog is open only while it runs. */
export function useSeriesRef() {
  const actor = Booking.useSelector(({ children }) => children.series)
  if (!actor) throw new Error('No series is booked')
  return actor
}

/** Reads the running machine of a series. */
export function useSeries<Selected>(select: (snapshot: SeriesSnapshot) => Selected): Selected {
  return useSelector(useSeriesRef(), select)
}
