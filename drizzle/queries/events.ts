import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { EventKind } from '../../contract/audit.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { events } from '../schema.ts'

export interface NewEvent {
  kind: EventKind
  /** Uid of who did it; null for the clinic's own processes and command line. */
  actor: string | null
  /** Id of what it happened to. */
  subject: string
  /** Ids and figures only: events go through logs and queues, personal data must not. */
  data?: Record<string, unknown>
}

type Writer = Pick<Database, 'insert'>

const statements = preparedOnce((db: Writer) => ({
  append: db
    .insert(events)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      actor: sql.placeholder('actor'),
      subject: sql.placeholder('subject'),
      data: sql.placeholder('data'),
      occurredAt: sql.placeholder('occurredAt'),
    })
    .prepare(),
}))

/**
 * Writes an event; call it in the same transaction as the change that it tells of.
 * @returns the event's id
 */
export function appendEvent(tx: Writer, event: NewEvent, now: Date): string {
  const id = uuidv7()
  statements(tx).append.run({ id, ...event, data: event.data ?? {}, occurredAt: now })
  return id
}
