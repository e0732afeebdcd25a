import * as z from 'zod/mini'
import { optionalLine } from '#contract/text.ts'
import { pageBefore } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { wireDate } from '../wire-date.ts'
import { eventKind } from './events.ts'

/** `GET /audit?kind=&person=&from=&to=&before=&limit=`. */
export const auditQuery = z.strictObject({
  kind: z.optional(eventKind),
  /**
   * An id, an email, or part of a name or email. Finds events that these users and doctors caused, or that
   * concern them, their records, or the children of that name.
   */
  person: z.optional(optionalLine('Person', 254)),
  /** Days of the clinic, both included. */
  from: z.optional(wireDate),
  to: z.optional(wireDate),
  ...pageBefore(50, 200),
})
export type AuditQuery = z.input<typeof auditQuery>

/** If a filter names more people, it is too broad. */
export const MOST_AUDIT_PEOPLE = 20

/** A user or doctor in the audit log. A removed one has no email, and a name only if it was kept. */
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
      'child',
      'doctor',
      'family',
      'treatment',
      'clinic',
      'calendar_feed',
      'legal_page',
      'message',
      'import',
      'webhook',
      'second_copy',
      'site',
      'image',
      'appointment',
      'schedule',
      'payment',
      'receipt',
      'stripe_event',
      'waitlist',
      'ticket',
      'day',
    ]),
    /** 'Dr. Amara Okafor', 'Allergy Testing, Jun 5, 2022, 9:00 AM' */
    label: z.string(),
    /** The user or doctor concerned; for an appointment, its booker. Null when unknown. */
    person: z.nullable(auditPerson),
    /** The patients of an appointment, a payment or a waiting list entry. */
    patients: z.optional(z.array(z.object(shownPatient))),
  }),
  /** The end of the sentence: 'with Dr. Larsen instead of Dr. Okafor'. */
  detail: z.optional(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Newest first. Without `kind` and `person`, views and Stripe's events are left out. */
export const auditPage = z.object({
  /** The people that `person` names; empty when there are none, or too many. */
  people: z.array(auditPerson),
  /** `person` names more than `MOST_AUDIT_PEOPLE`: there are no entries. */
  isTooBroad: z.boolean(),
  events: z.array(auditEntry),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})
export type AuditPage = z.infer<typeof auditPage>
