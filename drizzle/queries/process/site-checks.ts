import { and, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { EventKind } from '#contract/audit/events.ts'
import { type Database, hasRow } from '#drizzle/client.ts'
import { events, notifications, payments } from '#drizzle/schema/index.ts'

/** When the last event of a kind occurred. */
export function findLastOf(db: Database, kind: EventKind): Date | undefined {
  return db
    .select({ at: events.occurredAt })
    .from(events)
    .where(eq(events.kind, kind))
    .orderBy(desc(events.id))
    .limit(1)
    .get()?.at
}

/**
 * Whether Stripe has been silent since before an instant: a card payment was opened by then and is still
 * open, or one was taken after Stripe's last event.
 * @returns the last event; null where there was none
 */
export function readStripeSilence(db: Database, before: Date): { since: Date | null } | undefined {
  const last = findLastOf(db, 'stripe.event_received') ?? null
  if (last && last > before) return undefined
  const isCard = eq(payments.method, 'card')
  const isOpen = and(sql`state = 'open'`, isCard, lte(payments.createdAt, before))
  const wasTaken = and(
    sql`state = 'succeeded'`,
    isCard,
    gt(payments.succeededAt, last ?? new Date(0)),
    lte(payments.succeededAt, before),
  )
  return hasRow(db, payments, isOpen) || hasRow(db, payments, wasTaken)
    ? { since: last }
    : undefined
}

/** How many emails were sent since an instant, and how many of them bounced. */
export function readWeekOfEmails(db: Database, since: Date): { emails: number; bounced: number } {
  const row = db
    .select({
      emails: count(),
      bounced: sql<number>`coalesce(sum(${notifications.state} = 'bounced'), 0)`,
    })
    .from(notifications)
    .where(
      and(gt(notifications.attemptedAt, since), inArray(notifications.state, ['sent', 'bounced'])),
    )
    .get()
  return row ?? { emails: 0, bounced: 0 }
}
