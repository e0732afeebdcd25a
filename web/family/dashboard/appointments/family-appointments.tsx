import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import { inOrder } from '#web/both/appointments/appointment-order.ts'
import { sharedAppointmentsOptions } from '#web/both/appointments/shared-appointments.ts'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import * as words from '#words/en/visits/appointments.ts'
import { AppointmentLists, type Listed } from './appointment-lists.tsx'

interface FamilyAppointmentsProps {
  /** The user's. */
  email: string
  /** The user's bookings, in display order. */
  own: readonly Appointment[]
  /** The clinic's today. */
  today: IsoDate
}

/** The bookings of all guardians, by child: docs/requirements.md#my-appointments. */
export default function FamilyAppointments({ email, own, today }: FamilyAppointmentsProps) {
  const query = useQuery(sharedAppointmentsOptions(email))
  if (query.isPending) return <ListSkeleton label={words.loadingOfOthers} />
  if (query.isError) {
    return (
      <div className="grid gap-6">
        {own.length > 0 && <AppointmentLists appointments={own} today={today} />}
        <LoadError title={words.ofOthersDidNotLoad} query={query} />
      </div>
    )
  }
  return (
    <AppointmentLists
      appointments={inOrder<Listed>([...own, ...query.data], today)}
      today={today}
    />
  )
}
