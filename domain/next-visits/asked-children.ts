import type { IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { type AlertRow, alertsOf } from '#drizzle/queries/front-desk/alerts.ts'
import { listExpected } from '#drizzle/queries/next-visits/due-items.ts'
import type { TicketRow } from '#drizzle/queries/next-visits/tickets.ts'

/** Whether a ticket has had no email yet and was opened by staff or a doctor, who decided to ask. */
export const isFirstOfStaff = ({ origin, asked }: Pick<TicketRow, 'origin' | 'asked'>): boolean =>
  origin === 'visit' && asked === 0

/** Whether an alert is about custody, so that staff call the family. */
export const isInCustody = (alerts: readonly AlertRow[] | undefined): boolean =>
  alerts?.some(({ alert }) => alert.kind === 'custody') ?? false

/**
 * The children among these about which no rule of the clinic sends an email: they have an upcoming appointment, wait
 * for a time, or have an alert about custody.
 */
export function listUnasked(
  db: Database,
  childIds: readonly string[],
  today: IsoDate,
): ReadonlySet<string> {
  const alerts = alertsOf(db, childIds)
  const inCustody = childIds.filter((id) => isInCustody(alerts.get(id)))
  return new Set([...listExpected(db, childIds, today), ...inCustody])
}
