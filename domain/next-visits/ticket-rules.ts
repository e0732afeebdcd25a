import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'

/** The rules of next visits as an admin set them, or the defaults. */
export function readTicketRules(db: Database): {
  daysBefore: number
  daysAfter: number
  lapseDays: number
} {
  const rules = readSettings(db)
  return {
    daysBefore: rules.followUpDaysBefore,
    daysAfter: rules.followUpDaysAfter,
    lapseDays: rules.ticketLapseDays,
  }
}
