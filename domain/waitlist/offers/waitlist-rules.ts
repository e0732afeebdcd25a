import { DEFAULT_WAITLIST_RULES, type WaitlistRules } from '#contract/clinic/clinic-settings.ts'
import type { Database } from '#drizzle/client.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'

/** The rules as an admin set them, or the defaults. */
export function readWaitlistRules(db: Database): WaitlistRules {
  return { ...DEFAULT_WAITLIST_RULES, ...readStoredSettings(db).details }
}
