import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { type AlarmKind, alarmKind } from '#contract/audit/alarms.ts'
import { countRows, type Database } from '#drizzle/client.ts'
import { events, notifications } from '#drizzle/schema/index.ts'
import type { NotificationOf } from './notifications.ts'

/** The latest email to an admin about an alarm. */
export function findLatestAlarmEmail(
  db: Database,
  { uid, alarm }: { uid: string; alarm: AlarmKind },
): NotificationOf<'alarm'> | undefined {
  const row = db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.uid, uid),
        eq(notifications.kind, 'alarm'),
        sql`${notifications.data} ->> 'alarm' = ${alarm}`,
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(1)
    .get()
  return row as NotificationOf<'alarm'> | undefined
}

/** How many alarms of each kind there were since an instant; kinds without any are left out. */
export function countAlarms(db: Database, since: Date): { alarm: AlarmKind; count: number }[] {
  return alarmKind.options
    .map((alarm) => {
      const recent = and(eq(events.kind, alarm), gte(events.occurredAt, since))
      return { alarm, count: countRows(db, events, recent) }
    })
    .filter(({ count }) => count > 0)
}

/** How many events of a kind there were from that event on. */
export function countAlarmsSince(db: Database, alarm: AlarmKind, eventId: string): number {
  return countRows(db, events, and(eq(events.kind, alarm), gte(events.id, eventId)))
}
