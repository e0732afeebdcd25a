import * as z from 'zod/mini'
import { eventKind } from './events.ts'

/** Entries on a page, unless asked otherwise. */
const AUDIT_PAGE_SIZE = 50

/** `GET /audit?kind=&person=&before=&limit=`. */
export const auditQuery = z.strictObject({
  kind: z.optional(eventKind),
  /** Email or id of who did it or to whom it happened. */
  person: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  /** The `next` of the page before. */
  before: z.optional(z.uuid('Cursor is not valid')),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), AUDIT_PAGE_SIZE),
})
export type AuditQuery = z.input<typeof auditQuery>

/** A person in the audit log. Removed people have no email, and a name only if it was kept. */
const auditPerson = z.object({
  /** To ask for all that concerns them: `person`. */
  _id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
})
export type AuditPerson = z.infer<typeof auditPerson>

const auditEntry = z.object({
  _id: z.string(),
  kind: eventKind,
  /** ISO instant, UTC. */
  occurredAt: z.string(),
  /** Null for the clinic's own processes and command line. */
  actor: z.nullable(auditPerson),
  subject: z.object({
    _id: z.string(),
    type: z.enum(['user', 'doctor', 'image', 'appointment', 'payment', 'stripe_event']),
    /** In words: 'Dr. Amara Okafor', 'Allergy Testing, Jun 5, 2022, 09:00 AM - 09:30 AM'. */
    label: z.string(),
    /** Whom it concerns, where that is a person of the clinic's. */
    email: z.nullable(z.string()),
  }),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Newest first. */
export const auditPage = z.object({
  events: z.array(auditEntry),
  /** Asks for the page after: `before`; null on the last one. */
  next: z.nullable(z.string()),
})
export type AuditPage = z.infer<typeof auditPage>
