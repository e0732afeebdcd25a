import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { children, claims, deskFamilies, familyLinks, identityChanges } from '../schema/index.ts'

/**
 * Compares links, claims and corrections with their families: a family is linked if and only if a link is
 * confirmed, a used claim has made a link, and a field has the value of its last correction.
 * @returns the differences; empty in a healthy database
 */
export function findFamilyErrors(db: Database): string[] {
  const linked = db
    .select({ id: deskFamilies.id, uid: deskFamilies.linkedUid })
    .from(deskFamilies)
    .where(isNotNull(deskFamilies.linkedUid))
    .all()
  const confirmed = db
    .select({ id: familyLinks.deskFamilyId, uid: familyLinks.uid })
    .from(familyLinks)
    .where(eq(familyLinks.state, 'confirmed'))
    .all()
  const pairs = (rows: typeof linked) => rows.map(({ id, uid }) => `${id} ${uid}`).sort()
  const isLinked = pairs(linked).join() === pairs(confirmed).join()
  const unlinked = db
    .select({ id: claims.id })
    .from(claims)
    .where(
      sql`${claims.usedBy} is not null and not exists (
        select 1 from ${familyLinks} where desk_family_id = ${claims.deskFamilyId}
        and uid = ${claims.usedBy} and state in ('confirmed', 'undone'))`,
    )
    .all()
  const stale = db
    .select({ id: identityChanges.id })
    .from(identityChanges)
    .leftJoin(children, eq(children.id, identityChanges.childId))
    .leftJoin(deskFamilies, eq(deskFamilies.id, identityChanges.deskFamilyId))
    .where(
      and(
        // A merged child has left its corrections behind.
        sql`not exists (select 1 from events where kind = 'child.merged'
          and json_extract(data, '$.into') = ${identityChanges.childId})`,
        sql`not exists (select 1 from identity_changes as later where later.rowid > identity_changes.rowid
          and later.field = identity_changes.field
          and coalesce(later.child_id, later.desk_family_id) = coalesce(identity_changes.child_id, identity_changes.desk_family_id))`,
        sql`${identityChanges.newValue} is not case ${identityChanges.field}
          when 'name' then coalesce(${children.name}, ${deskFamilies.name})
          when 'birthDate' then ${children.birthDate}
          when 'phone' then ${deskFamilies.phone}
          else ${deskFamilies.email} end`,
      ),
    )
    .all()
  return [
    ...(isLinked ? [] : [`${linked.length} families are linked by ${confirmed.length} links`]),
    ...unlinked.map(({ id }) => `the claim ${id} has made no link`),
    ...stale.map(({ id }) => `the correction ${id} is not what was written`),
  ]
}
