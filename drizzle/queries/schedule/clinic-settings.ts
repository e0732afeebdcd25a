import { and, eq, ne } from 'drizzle-orm'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { clinicSettings } from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'

/** The settings that the clinic changed from the defaults. */
interface StoredSettings {
  /** Grows with each change, of the clinic's hours as well. */
  version: number
  details: Partial<ClinicSettings>
}

const statements = prepareOnce((db: Database) => ({
  read: db
    .select({ version: clinicSettings.version, details: clinicSettings.details })
    .from(clinicSettings),
}))

export function readStoredSettings(db: Database): StoredSettings {
  return statements(db).read.get() ?? { version: 0, details: {} }
}

/**
 * Replaces the settings that differ from the defaults.
 * @returns false, having changed nothing, when the version is no longer `seen`
 */
export function storeSettings(
  db: Transaction,
  { details, seen }: { details: Partial<ClinicSettings>; seen: number },
): boolean {
  const isSeen = and(eq(clinicSettings.id, 1), eq(clinicSettings.version, seen))
  return changeRow(db, clinicSettings, { details: { ...details }, version: seen + 1 }, isSeen)
}

/** The time zone at the last start. */
export function readTimeZone(db: Database): string {
  const row = db.select({ timeZone: clinicSettings.timeZone }).from(clinicSettings).get()
  if (!row) throw new Error('The database has no settings.')
  return row.timeZone
}

/** The permanent UUID that names the clinic's identifiers to other sites. */
export function readNamespace(db: Database): string {
  const row = db.select({ namespace: clinicSettings.namespace }).from(clinicSettings).get()
  if (!row) throw new Error('The database has no settings.')
  return row.namespace
}

/** The languages besides English that the server offered at the last start. */
export function readLanguages(db: Database): readonly Translation[] {
  return (
    db.select({ languages: clinicSettings.languages }).from(clinicSettings).get()?.languages ?? []
  )
}

/** Stores the languages besides English, for what transactions write to families. */
export function storeLanguages(db: Transaction, languages: Translation[]): void {
  db.update(clinicSettings).set({ languages }).where(ne(clinicSettings.languages, languages)).run()
}

/** Stores the time zone, for rules that transactions decide. */
export function storeTimeZone(db: Transaction, timeZone: string): void {
  db.update(clinicSettings).set({ timeZone }).where(ne(clinicSettings.timeZone, timeZone)).run()
}
