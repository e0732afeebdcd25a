import type { BookableBy } from '#contract/treatments/bookable-by.ts'
import type { Database } from '#drizzle/client.ts'
import { listOpenTickets } from '#drizzle/queries/next-visits/tickets.ts'

/**
 * Whether a family may book a treatment online: always, with an open ticket of the child, or never.
 * @param childId undefined for the account holder
 */
export function isBookableOnline(
  db: Database,
  { id: treatmentId, booking }: { id: string; booking: BookableBy },
  childId: string | undefined,
): boolean {
  if (booking !== 'ticket') return booking === 'online'
  if (childId === undefined) return false
  return listOpenTickets(db, childId).some((ticket) => ticket.treatmentId === treatmentId)
}
