import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { LoadError } from '#web/components/states/states.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import { readSession } from '#web/lib/session.ts'
import { useSession } from '#web/lib/use-session.ts'
import { namesPatient } from '#web/shared/booking/choices-address.ts'
import {
  forgetQuickAppointment,
  readQuickAppointment,
} from '#web/shared/booking/quick-appointment.ts'
import { calendarOptions } from '#web/shared/times/calendar-query.ts'
import { BookingFlow } from '../booking-flow.tsx'
import { AppointmentHeading, AppointmentSkeleton, PatientRow } from './appointment-skeleton.tsx'

/** Where a parent chooses a day, a treatment and a time, and books. */
export default function AppointmentPage() {
  // Null during hydration. The name appears in the dialog only, which the server does not render.
  const session = useSession() ?? readSession()
  const { state, search } = useLocation()
  const address = new URLSearchParams(search)
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
    <AppointmentHeading patient={namesPatient(address) && <PatientRow />}>
      {!query.isError && <AppointmentSkeleton label="Loading the calendar" />}
      {query.isLoadingError && <LoadError title="We couldn’t load the calendar" query={query} />}
    </AppointmentHeading>
  )
}
