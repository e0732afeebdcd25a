import { DEFAULT_IMPORT_RULES, type ImportRules } from '#contract/clinic/clinic-settings.ts'
import type { Database } from '#drizzle/client.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'

/** The rules of imports as an admin set them, or the defaults. */
export const readImportRules = (db: Database): ImportRules => ({
  ...DEFAULT_IMPORT_RULES,
  ...readStoredSettings(db).details,
})
