import * as z from 'zod/mini'
import { pageBefore } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'

/** The author of corrections that a migration made. */
export const SITE_UPDATE = 'site-update'

/** The fields that identify a child, or a family without an account. */
const identityField = z.enum(['name', 'birthDate', 'phone', 'email'])
export type IdentityField = z.infer<typeof identityField>

/** `GET /corrections?before=&limit=`. */
export const correctionsQuery = z.strictObject(pageBefore(50, 200))

/** A corrected name, birth date, phone or email, as staff see it. */
const correction = z.object({
  _id: z.string(),
  /** ISO instant, UTC. */
  at: z.string(),
  /** Name of the guardian or the member of staff who made it. */
  by: z.string(),
  /**
   * The corrected child or family. `family`: the id of a family's page, null when the child no longer has
   * guardians.
   */
  subject: z.object({
    type: z.enum(['child', 'family']),
    family: z.nullable(z.string()),
    ...shownPatient,
  }),
  field: identityField,
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** How many upcoming appointments have the new value. */
  corrected: z.number(),
  /** How many past or canceled appointments keep the old value. */
  kept: z.number(),
})
export type Correction = z.infer<typeof correction>

/** `GET /corrections`: newest first. */
export const correctionList = z.object({
  corrections: z.array(correction),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})
export type CorrectionList = z.infer<typeof correctionList>
