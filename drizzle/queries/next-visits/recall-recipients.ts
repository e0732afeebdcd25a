import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import {
  children,
  deskFamilies,
  guardianships,
  stoppedRecalls,
  users,
} from '#drizzle/schema/index.ts'

/** Who is asked about a child: an account, or a family without one. */
export interface RecallRecipient {
  childId: string
  uid: string | null
  deskFamilyId: string | null
  recipient: string
}

/**
 * Selects the recipients of emails about next visits: guardians with the rights to book and to emails, and families without
 * an account, except the ones that have stopped these emails. Emails reach them, as `isReachable` of users and families
 * says.
 * @param isMeant the condition on the child
 * @param hasStopped selects instead only the ones that have stopped these emails
 */
export const recallRecipients = (
  isMeant: (childId: SQL) => SQL,
  { hasStopped = false } = {},
): SQL => sql`
  select guardian.child_id as childId, account.uid as uid, null as deskFamilyId,
      account.email as recipient
    from ${guardianships} guardian join ${users} account on account.uid = guardian.uid
    where ${isMeant(sql`guardian.child_id`)} and guardian.may_book and guardian.receives_email
      and account.email_verified and account.bounced_email is not account.email
      and ${hasStopped ? sql`` : sql`not`} exists (select 1 from ${stoppedRecalls} stop
        where stop.child_id = guardian.child_id and stop.uid = guardian.uid)
  union all
  select desk_child.id, null, desk.id, desk.email
    from ${children} desk_child join ${deskFamilies} desk on desk.id = desk_child.desk_family_id
    where ${isMeant(sql`desk_child.id`)} and desk.linked_uid is null
      and desk.email is not null and desk.bounced_email is not desk.email
      and ${hasStopped ? sql`` : sql`not`} exists (select 1 from ${stoppedRecalls} stop
        where stop.child_id = desk_child.id and stop.desk_family_id = desk.id)`

/** The recipients of emails about next visits of these children. */
export function listRecallRecipients(db: Database, childIds: readonly string[]): RecallRecipient[] {
  return db.all<RecallRecipient>(recallRecipients(isOneOf(childIds)))
}

/** The children among these whose recipients have stopped these emails. */
export function listChildrenWithStop(db: Database, childIds: readonly string[]): Set<string> {
  if (childIds.length === 0) return new Set()
  const rows = db.all<RecallRecipient>(recallRecipients(isOneOf(childIds), { hasStopped: true }))
  return new Set(rows.map(({ childId }) => childId))
}

function isOneOf(childIds: readonly string[]) {
  const ids = JSON.stringify(childIds)
  return (childId: SQL) => sql`${childId} in (select value from json_each(${ids}))`
}
