import { type ClinicSettings, DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import type { Database } from '#drizzle/client.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'

/** The settings as admins set them, or the defaults of the contract, which the environment can override elsewhere. */
export const readSettings = (db: Database): ClinicSettings => ({
  ...DEFAULT_SETTINGS,
  ...readStoredSettings(db).details,
})
