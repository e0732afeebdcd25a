import type { Authorship } from '#domain/context.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { listSampleDoctors, listSampleTreatments } from '#drizzle/queries/schedule/opening.ts'
import { updateTreatment } from '#drizzle/queries/schedule/treatments.ts'
import { deleteDoctor } from './delete-doctor.ts'

/**
 * Removes the sample doctors, and stops offering the sample treatments: prices and appointments refer to these. A
 * doctor with coming appointments stays, as do the details of the clinic, which an admin writes.
 */
export function removeSamples(db: Transaction, context: Authorship): void {
  const { actor, now } = context
  for (const { email } of listSampleDoctors(db)) deleteDoctor(db, { email }, context)
  for (const { id } of listSampleTreatments(db)) {
    updateTreatment(db, id, { active: false, sample: false })
    const data = { fields: ['active' as const] }
    appendEvent(db, { kind: 'treatment.changed', actor, subject: id, data }, now)
  }
}
