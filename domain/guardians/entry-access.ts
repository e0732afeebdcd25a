import type { Database } from '#drizzle/client.ts'
import { mayAnswerEntry } from '#drizzle/queries/waitlist/entry-lists.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'

/** Whether a user may answer the offers of an entry: it is theirs, or they may book for all of its children. */
export function mayAnswer(db: Database, { id }: EntryRow, uid: string): boolean {
  return mayAnswerEntry(db, { id, uid })
}
