import { asc, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { childAlerts, formerPeople, users } from '#drizzle/schema/index.ts'

type AlertVersion = typeof childAlerts.$inferSelect

/** A version of an alert, with its author's name. */
export interface AlertRow {
  alert: AlertVersion
  writtenByName: string | null
}

const select = (db: Database) =>
  db
    .select({
      alert: childAlerts,
      writtenByName: sql<string | null>`coalesce(${users.name}, ${formerPeople.name})`,
    })
    .from(childAlerts)
    .leftJoin(users, eq(users.uid, childAlerts.writtenBy))
    .leftJoin(formerPeople, eq(formerPeople.id, childAlerts.writtenBy))

/** Every version of a child's alerts, the newest first. */
export function listAlertVersions(db: Database, childId: string): AlertRow[] {
  return select(db)
    .where(eq(childAlerts.childId, childId))
    .orderBy(desc(childAlerts.writtenAt), desc(sql`${childAlerts}.rowid`))
    .all()
}

/** The present alerts of these children, by child, the oldest first. */
export function alertsOf(
  db: Database,
  childIds: readonly string[],
): ReadonlyMap<string, AlertRow[]> {
  if (childIds.length === 0) return new Map()
  const versions = select(db)
    .where(isAmong(childAlerts.childId, childIds))
    .orderBy(asc(childAlerts.id), asc(childAlerts.version))
    .all()
  const newest = new Map(versions.map((row) => [row.alert.id, row]))
  const alerts = new Map<string, AlertRow[]>()
  for (const row of newest.values()) {
    const { childId, text } = row.alert
    if (text !== '') alerts.set(childId, [...(alerts.get(childId) ?? []), row])
  }
  return alerts
}

/** Writes a new version of an alert. */
export function insertAlert(db: Transaction, row: AlertVersion): void {
  db.insert(childAlerts).values(row).run()
}

/** Copies the alerts of a merged child, with their history, to the remaining child. */
export function copyAlerts(db: Transaction, from: string, to: string): void {
  const ids = new Map<string, string>()
  for (const { alert } of listAlertVersions(db, from).toReversed()) {
    const id = ids.get(alert.id) ?? uuidv7()
    ids.set(alert.id, id)
    insertAlert(db, { ...alert, id, childId: to })
  }
}
