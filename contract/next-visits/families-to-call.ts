import * as z from 'zod/mini'
import { TRANSLATIONS } from '#words/languages.ts'
import { shownPatient } from '../patients/patients.ts'
import { shownPhone } from '../phone.ts'
import { optionalLine } from '../text.ts'
import { contactOutcome } from './next-visits.ts'

// Calls to families about visits to book: docs/requirements.md#to-do.

/** `POST /todo/due/{id}/attempts`: what came of a call about a ticket. `declined` ends the ticket. */
export const newAttempt = z.strictObject({
  outcome: contactOutcome,
  note: z.optional(optionalLine('Note', 200)),
})

const attempt = z.object({
  _id: z.string(),
  outcome: contactOutcome,
  note: z.string(),
  /** The name of the member of staff; empty once the account is removed. */
  by: z.string(),
  /** ISO instant, UTC. */
  at: z.string(),
})
export type ContactAttempt = z.infer<typeof attempt>

/** A family to call about a visit that it is asked to book. */
const dueCall = z.object({
  /** Id of the ticket. */
  _id: z.string(),
  treatment: z.string(),
  /** Null: any doctor. */
  doctor: z.nullable(z.string()),
  /** The days on which the family books, inclusive. */
  from: z.string(),
  to: z.string(),
  /** A uid, or the id of a family without an account. */
  family: z.string(),
  patients: z.array(z.object(shownPatient)),
  ...shownPhone,
  /** Of the family's emails; absent for English. */
  language: z.optional(z.enum(TRANSLATIONS)),
  /** Why no email asks the family (custody: a child has an alert), or that the visit is due and not booked. */
  why: z.enum(['custody', 'no_email', 'unverified', 'bounced', 'no_answer']),
  /** The latest first. */
  attempts: z.array(attempt),
})
export type DueCall = z.infer<typeof dueCall>

/** `GET /todo/due`: families that were not reached by phone first, each group in the order of its last days. */
export const dueCallList = z.array(dueCall)

/** The answer to a new attempt. */
export const recordedAttempt = attempt

/** The most families of the list. */
export const MOST_DUE_CALLS = 100
