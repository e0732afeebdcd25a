import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  forgetQuickAppointment,
  readQuickAppointment,
} from '#web/both/booking/address/quick-appointment.ts'
import {
  AppointmentHeading,
  AppointmentSkeleton,
  PatientRow,
} from '#web/both/booking/appointment-skeleton.tsx'
import { BookingFlow } from '#web/both/booking/booking-flow.tsx'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import { prefetchDay } from '#web/both/times/prefetch-day.ts'
import { LoadError } from '#web/components/states/states.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import { readSession } from '#web/lib/session.ts'
import { useSession } from '#web/lib/use-session.ts'
import * as words from '#words/en/booking/page.ts'

export const prefetch = prefetchDay

/** Where a parent chooses a day, a treatment and a time, and books. */
export default function AppointmentPage() {
  // Null during hydration. The name appears in the dialog only, which the server does not render.
  const session = useSession() ?? readSession()
  const { state } = useLocation()
  const [typed] = useState(() => readQuickAppointment(state))
  // The server does not know what was typed, so it is applied after hydration.
  const quick = useInBrowser() ? typed : null
  const query = useQuery(calendarOptions())
  // Lets the browser paint the skeleton before the calendar and the cards are rendered.
  const calendar = useDeferredValue(query.data)

  useEffect(forgetQuickAppointment, [])

  if (calendar) {
    return (
      <BookingFlow
        key={quick ? 'quick' : 'plain'}
        calendar={calendar}
        patient={{ name: session?.user.name ?? '', email: session?.user.email ?? '' }}
        quick={quick}
      />
    )
  }
  return (
    <AppointmentHeading patient={<PatientRow />}>
      {!query.isError && <AppointmentSkeleton label={words.loadingCalendar} />}
      {query.isLoadingError && <LoadError title={words.calendarDidNotLoad} query={query} />}
    </AppointmentHeading>
  )
}
