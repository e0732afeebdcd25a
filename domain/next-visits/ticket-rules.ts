import {
  type AskingRules,
  DEFAULT_ASKING_RULES,
  DEFAULT_TICKET_RULES,
  type TicketRules,
} from '#contract/clinic/clinic-settings.ts'
import type { Database } from '#drizzle/client.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'

/** The rules of next visits as an admin set them, or the defaults. */
export function readTicketRules(db: Database): {
  daysBefore: number
  daysAfter: number
  lapseDays: number
} {
  const rules: TicketRules = { ...DEFAULT_TICKET_RULES, ...readStoredSettings(db).details }
  return {
    daysBefore: rules.followUpDaysBefore,
    daysAfter: rules.followUpDaysAfter,
    lapseDays: rules.ticketLapseDays,
  }
}

/** The rules by which emails ask for visits as an admin set them, or the defaults. */
export const readAskingRules = (db: Database): AskingRules => ({
  ...DEFAULT_ASKING_RULES,
  ...readStoredSettings(db).details,
})
