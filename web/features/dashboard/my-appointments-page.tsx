import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Appointment } from '../../../contract/appointments.ts'
import { toIsoDate } from '../../../contract/dates.ts'
import { ButtonLink } from '../../components/button.tsx'
import { CallToChange } from '../../components/clinic-contact.tsx'
import { ListSkeleton } from '../../components/loading.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState, LoadError } from '../../components/states.tsx'
import { useWideScreen } from '../../components/table.tsx'
import emptyCalendar from '../../illustrations/empty-calendar.svg'
import { ApiError } from '../../lib/api/api-error.ts'
import { configOptions } from '../../lib/api/config.ts'
import { useSession } from '../../lib/session.ts'
import { logOut } from '../auth/log-out.ts'
import { appointmentsOptions } from '../booking/appointments-api.ts'
import { inOrder } from './appointment-order.ts'
import { AppointmentsList, AppointmentsTable } from './appointments-table.tsx'

export default function MyAppointmentsPage() {
  const session = useSession()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>My Appointments</PageTitle>
        <ButtonLink to="/appointment" look="secondary">
          Make an appointment
        </ButtonLink>
      </div>
      {session && <MyAppointments email={session.user.email} />}
    </>
  )
}

function MyAppointments({ email }: { email: string }) {
  const list = useQuery(appointmentsOptions(email))
  const config = useQuery(configOptions())
  const refused = isRefused(list.error)

  // docs/requirements.md#access. The layout leads to '/' when the user is logged out.
  useEffect(() => {
    if (refused) void logOut()
  }, [refused])

  // The clinic's date decides the order, but is not worth waiting for a retry.
  const waitsForToday = config.isPending && config.failureCount === 0
  if (refused || list.isPending || waitsForToday)
    return <ListSkeleton label="Loading your appointments" />
  if (!list.data) return <LoadError title="We couldn’t load your appointments" query={list} />
  // Falls back to the device's date.
  const today = config.data?.clinic.today ?? toIsoDate(new Date())
  return <Appointments appointments={list.data} today={today} />
}

/** Whether the server rejects the session, after an attempt to renew it. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

function Appointments({ appointments, today }: { appointments: Appointment[]; today: string }) {
  const wide = useWideScreen()
  if (appointments.length === 0) {
    return (
      <EmptyState
        title="No appointments yet"
        picture={<img src={emptyCalendar} alt="" width={240} height={180} className="picture" />}
        action={<ButtonLink to="/appointment">Make an appointment</ButtonLink>}
      >
        Appointments you book will show up here, along with their payment status.
      </EmptyState>
    )
  }
  const List = wide ? AppointmentsTable : AppointmentsList
  return (
    <div className="grid gap-4">
      <List appointments={inOrder(appointments, today)} today={today} />
      <CallToChange />
    </div>
  )
}
