import type { Authorship } from '#domain/context.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { listSampleDoctors, listSampleTreatments } from '#drizzle/queries/schedule/opening.ts'
import { updateTreatment } from '#drizzle/queries/schedule/treatments.ts'
import { deleteDoctor } from './delete-doctor.ts'

/**
 * Removes the sample doctors, and deactivates the sample treatments, which prices and appointments
 * refer to. A sample doctor with upcoming appointments stays. So do the sample details of the
 * clinic, because only an admin can write the real ones.
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
