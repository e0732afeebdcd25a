import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { SharedAppointment } from '#contract/guardians/guardians.ts'
import { findNext, inOrder } from '#web/both/appointments/appointment-order.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { sharedAppointmentsOptions } from '#web/both/appointments/shared-appointments.ts'
import { configOptions, minuteOfClinic } from '#web/lib/api/config.ts'

/**
 * The first appointment that is not over, the user's own or one that another guardian has booked for
 * one of the children; undefined until it is known, or without any.
 * @param email the user's
 */
export function useNextOfFamily(email: string): Appointment | SharedAppointment | undefined {
  const { data: list } = useQuery(appointmentsOptions(email))
  const hasShared = list !== undefined && list.shared > 0
  const shared = useQuery({ ...sharedAppointmentsOptions(email), enabled: hasShared })
  const config = useQuery(configOptions())
  if (!list || shared.isLoading || !config.data) return undefined
  const now = {
    today: config.data.clinic.today,
    minute: minuteOfClinic(config.data, config.dataUpdatedAt),
  }
  const all = [...list.own, ...(shared.data ?? [])]
  return findNext(inOrder(all, now.today), now)[0]
}
