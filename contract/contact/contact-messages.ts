import * as z from 'zod/mini'
import * as fields from '#words/en/messages/fields.ts'
import { typedEmail } from '../identity/users.ts'
import { pageBefore } from '../paging.ts'
import { optionalPhone, shownPhone } from '../phone.ts'
import { requiredLine, requiredText } from '../text.ts'

// Messages of the contact page: docs/requirements.md#messages.

/** The form of the contact page. */
export const contactMessageForm = z.strictObject({
  name: requiredLine(fields.name, 100),
  email: typedEmail,
  phone: optionalPhone,
  query: requiredText(fields.query, 2000),
})
export type ContactMessageForm = z.infer<typeof contactMessageForm>

/** `POST /contact-messages`. */
export const newContactMessage = z.extend(contactMessageForm, {
  /** Identifies the filled-in form: if it is sent again, it is stored only once. */
  key: z.uuid('Invalid key'),
})
export type NewContactMessage = z.infer<typeof newContactMessage>

export const receivedContactMessage = z.object({ received: z.literal(true) })

/** `GET /contact-messages?state=&before=&limit=` */
export const contactMessagesQuery = z.strictObject({
  state: z._default(z.enum(['open', 'done']), 'open'),
  ...pageBefore(50, 100),
})

const contactMessage = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null where none was typed. */
  phone: z.nullable(shownPhone.phone),
  dialablePhone: shownPhone.dialablePhone,
  query: z.string(),
  /** ISO instants, UTC. */
  receivedAt: z.string(),
  /** Null while it is open; without a name once the account is removed. */
  done: z.nullable(z.object({ at: z.string(), by: z.string() })),
})
export type ContactMessage = z.infer<typeof contactMessage>

/** Newest first. */
export const contactMessagePage = z.object({
  messages: z.array(contactMessage),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})

/** `PUT /contact-messages/{id}/done`; repeated, it changes nothing. */
export const contactMessageParams = z.object({ id: z.uuid('Invalid message ID') })
export const contactMessageDone = z.strictObject({
  done: z.boolean('Done must be true or false'),
})
