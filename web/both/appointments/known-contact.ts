import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import { appointmentsOptions, lastBooked } from './appointments-api.ts'
import { contactOptions } from './contact-api.ts'

/**
 * Phone and address of the user's profile, or else of their last booking, to fill in forms; undefined until
 * known.
 * @param email the user's; null for staff, who enter other people's
 */
export function useKnownContact(
  email: string | null,
): Pick<Appointment, 'phone' | 'address'> | undefined {
  const enabled = email !== null
  const kept = useQuery({ ...contactOptions(email ?? ''), enabled })
  const { data } = useQuery({ ...appointmentsOptions(email ?? ''), enabled })
  const { phone, address } = kept.data ?? {}
  if (phone && address) return { phone, address }
  // Only once it is known that the profile has none.
  return kept.isPending ? undefined : lastBooked(data?.own ?? [])
}
