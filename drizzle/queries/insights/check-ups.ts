import { millisecondsInDay } from 'date-fns/constants'
import { sql } from 'drizzle-orm'
import { DAYS_TO_BOOK } from '#contract/insights/insights.ts'
import type { Database } from '#drizzle/client.ts'
import { dueItems, planRows, tickets, treatments } from '#drizzle/schema/index.ts'

/** A row of the check-up plan for which families were asked. */
export interface AskedRow {
  id: string
  ageMonths: number
  fromDays: number
  toDays: number
  treatment: string
  /** For how many children. */
  asked: number
  /** How many of them have booked in time, and have not canceled. */
  booked: number
}

/** Rows for which families were asked for the first time between two instants, by age. */
export function countAsked(
  db: Database,
  { from, until, treatmentId }: { from: Date; until: Date; treatmentId: string | undefined },
): AskedRow[] {
  const inTime = DAYS_TO_BOOK * millisecondsInDay
  return db.all<AskedRow>(
    sql`select plan_row.id, plan_row.age_months as ageMonths, plan_row.from_days as fromDays,
        plan_row.to_days as toDays, treatment.name as treatment, count(*) as asked,
        sum(ticket.state = 'booked' and ticket.ended_at <= ticket.opened_at + ${inTime}) as booked
      from ${tickets} ticket
        join ${dueItems} item on item.ticket_id = ticket.id
        join ${planRows} plan_row on plan_row.id = item.row_id
        join ${treatments} treatment on treatment.id = plan_row.treatment_id
      where ticket.origin = 'plan' and ticket.opened_at >= ${from.getTime()}
        and ticket.opened_at < ${until.getTime()}
        ${treatmentId === undefined ? sql`` : sql`and plan_row.treatment_id = ${treatmentId}`}
      group by plan_row.id
      order by ageMonths, fromDays, plan_row.id`,
  )
}
