import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useGiven } from '../../app/given.ts'
import { usePageTitle } from '../../components/page-title.tsx'
import { LoadError } from '../../components/states.tsx'
import { configOptions } from '../../lib/api/config.ts'
import { readSession, useSession } from '../../lib/session.ts'
import { AppointmentHeading, AppointmentSkeleton } from './appointment-frame.tsx'
import { BookingFlow } from './booking-flow.tsx'
import { forgetQuickAppointment, readQuickAppointment } from './quick-appointment.ts'

/** Where a parent chooses a day, a treatment and a time, and books (spec section 2). */
export default function AppointmentPage() {
  usePageTitle('Appointment')
  const given = useGiven('booking')
  // Null while the drawn page is taken over; who it is shows in the dialog only.
  const session = useSession() ?? readSession()
  const { state } = useLocation()
  const [quick] = useState(() => readQuickAppointment(state))
  const config = useQuery(configOptions())
  // Calendar and cards are drawn in pieces, behind the room that is kept for them.
  const calendar = useDeferredValue(config.data?.clinic) ?? given?.calendar

  useEffect(forgetQuickAppointment, [])

  return (
    <AppointmentHeading>
      {!calendar && !config.isError && <AppointmentSkeleton label="Loading the calendar" />}
      {!calendar && config.isLoadingError && (
        <LoadError title="We couldn’t load the calendar" query={config} />
      )}
      {calendar && (session || given) && (
        <BookingFlow
          calendar={calendar}
          patient={{ name: session?.user.name ?? '', email: session?.user.email ?? '' }}
          quick={quick}
          known={given?.first}
        />
      )}
    </AppointmentHeading>
  )
}
