import type { Database } from '#drizzle/client.ts'
import { mayAnswerEntry } from '#drizzle/queries/waitlist/entry-lists.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'

/** Whether a user may answer the offers of an entry: their own, or of children for all of whom they book. */
export function mayAnswer(db: Database, { id }: EntryRow, uid: string): boolean {
  return mayAnswerEntry(db, { id, uid })
}
