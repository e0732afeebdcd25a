import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { Decision } from '#contract/schedule/schedule.ts'
import type { Authorship } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findUserOfDoctor } from '#drizzle/queries/identity/users.ts'
import { findDoctor } from '#drizzle/queries/schedule/doctors.ts'
import {
  type AffectedRow,
  listComingTimes,
  readAffected,
} from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { revokeDoctor } from '../identity/roles.ts'
import { keepCapacity } from '../insights/capacity.ts'
import { carryOut, isOutdated } from './decide.ts'
import { removeDoctor } from './doctors.ts'

/** The upcoming appointments of the doctor with that email; undefined when there is none. */
export function previewDoctorDeletion(
  db: Database,
  email: string,
  moment: ClinicMoment,
): AffectedRow[] | undefined {
  const doctor = findDoctor(db, email)
  return doctor && readAffected(db, listComingTimes(db, moment, { doctorId: doctor.id }))
}

type DoctorDeletion =
  | { outcome: 'deleted' | 'unknown_doctor' | 'doctor_has_appointments' }
  /** The affected appointments have changed since the preview. */
  | { outcome: 'outdated'; affected: AffectedRow[] }

interface DeletionRequest {
  email: string
  /** The decision about the doctor's upcoming appointments; required when there are any. */
  appointments?: Decision | undefined
  fingerprint?: string | undefined
}

/** Deletes a doctor and carries out the decision about their appointments. */
export function deleteDoctor(
  db: Transaction,
  { email, appointments, fingerprint }: DeletionRequest,
  context: Authorship,
): DoctorDeletion {
  const doctor = findDoctor(db, email)
  const affected = previewDoctorDeletion(db, email, context.moment)
  if (!doctor || !affected) return { outcome: 'unknown_doctor' }
  if (!appointments && affected.length > 0) return { outcome: 'doctor_has_appointments' }
  const decided = { appointments: appointments ?? 'list', fingerprint }
  if (isOutdated(db, affected, decided)) return { outcome: 'outdated', affected }
  const user = findUserOfDoctor(db, doctor.id)
  if (user) revokeDoctor(db, { ...context, email: user.email })
  keepCapacity(db, context.moment)
  removeDoctor(db, doctor, context)
  carryOut(db, affected, decided, context)
  return { outcome: 'deleted' }
}
