import type { Database } from '#drizzle/client.ts'
import { findGuardedChild } from '#drizzle/queries/guardians/children.ts'
import { type EntryRow, listBlock } from '#drizzle/queries/waitlist/waitlist.ts'

/** Whether a user may answer the offers of an entry: their own, or of children for all of whom they book. */
export function mayAnswer(db: Database, entry: EntryRow, uid: string): boolean {
  if (entry.childId === null) return entry.uid === uid
  return listBlock(db, entry).every(
    ({ childId }) =>
      childId !== null && findGuardedChild(db, { id: childId, uid })?.guardianship.mayBook === true,
  )
}
