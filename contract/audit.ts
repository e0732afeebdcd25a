import * as z from 'zod/mini'
import { eventKind } from './events.ts'

/** Default number of entries on a page. */
const AUDIT_PAGE_SIZE = 50

/** `GET /audit?kind=&person=&before=&limit=`. */
export const auditQuery = z.strictObject({
  kind: z.optional(eventKind),
  /** Email or id of a user or doctor: events by them or about them. */
  person: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  /** `next` of the previous page. */
  before: z.optional(z.uuid('Cursor is invalid')),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), AUDIT_PAGE_SIZE),
})
export type AuditQuery = z.input<typeof auditQuery>

/** A user or doctor in the audit log. Removed ones have a name, if it was kept, and no email. */
const auditPerson = z.object({
  /** For the filter `person`. */
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
  /** Null for background jobs and the command line. */
  actor: z.nullable(auditPerson),
  subject: z.object({
    _id: z.string(),
    type: z.enum([
      'user',
      'doctor',
      'treatment',
      'clinic',
      'image',
      'appointment',
      'schedule',
      'payment',
      'stripe_event',
    ]),
    /** 'Dr. Amara Okafor', 'Allergy Testing, Jun 5, 2022, 09:00 AM - 09:30 AM' */
    label: z.string(),
    /** Email of the user or doctor it concerns; null when there is none. */
    email: z.nullable(z.string()),
  }),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Newest first. */
export const auditPage = z.object({
  events: z.array(auditEntry),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})
export type AuditPage = z.infer<typeof auditPage>
