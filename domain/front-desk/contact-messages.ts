import { subDays } from 'date-fns/subDays'
import { v7 as uuidv7 } from 'uuid'
import type { ContactMessageForm, NewContactMessage } from '#contract/contact/contact-messages.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  type ContactMessageRow,
  countMessagesSince,
  deleteDoneMessages,
  findMessage,
  findMessageByKey,
  insertMessage,
  setDone,
} from '#drizzle/queries/front-desk/contact-messages.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'

// Messages of the contact page: docs/requirements.md#messages.

/** The most messages within 24 hours. */
const MOST_A_DAY = 50

/** Whether this form was stored before; `changed`: with other text. */
export function findSent(
  db: Database,
  { key, ...form }: NewContactMessage,
): 'received' | 'changed' | undefined {
  const stored = findMessageByKey(db, key)
  return stored && (isSame(form, stored) ? 'received' : 'changed')
}

const isSame = (form: ContactMessageForm, stored: ContactMessageRow) =>
  form.name === stored.name &&
  form.email === stored.email &&
  form.phone === stored.phone &&
  form.query === stored.query

/**
 * Stores a message, with the email to the clinic. A form that is sent again is stored once.
 * @param recipient the clinic's address
 */
export function receiveMessage(
  db: Transaction,
  message: NewContactMessage,
  { recipient, now }: { recipient: string; now: Date },
): 'received' | 'changed' | 'too_many_messages' {
  const sent = findSent(db, message)
  if (sent) return sent
  if (countMessagesSince(db, subDays(now, 1)) >= MOST_A_DAY) return 'too_many_messages'
  const { key: formKey, ...form } = message
  const id = uuidv7()
  insertMessage(db, { ...form, id, formKey, receivedAt: now })
  appendEvent(db, { kind: 'message.received', actor: null, subject: id }, now)
  const to = { uid: null, recipient, dedupeKey: `contact_message:${id}`, dueAt: now }
  addNotification(db, { kind: 'contact_message', ...to, data: { messageId: id } }, now)
  return 'received'
}

/** Marks a message as done, or as open again. Repeated, it changes nothing. */
export function finishMessage(
  db: Transaction,
  { id, done }: { id: string; done: boolean },
  { actor, now }: ChangedBy,
): 'finished' | 'not_found' {
  if (!findMessage(db, id)) return 'not_found'
  if (setDone(db, id, done ? { doneAt: now, doneBy: actor } : null)) {
    const kind = done ? 'message.done' : 'message.reopened'
    appendEvent(db, { kind, actor, subject: id }, now)
  }
  return 'finished'
}

/**
 * Deletes messages that were done that many days ago.
 * @returns how many
 */
export function tidyMessages(
  db: Transaction,
  { messageDays, now }: { messageDays: number; now: Date },
): number {
  return deleteDoneMessages(db, subDays(now, messageDays))
}
