import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import type { Database } from '#drizzle/client.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'

/** The longest wait between two appointments of a block, in minutes. */
export function readSiblingGap(db: Database): number {
  return readStoredSettings(db).details.siblingGapMinutes ?? DEFAULT_SETTINGS.siblingGapMinutes
}
