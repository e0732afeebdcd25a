import { v7 as uuidv7 } from 'uuid'
import type { EventData } from '#contract/audit/events.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { recordFormerPerson } from '#drizzle/queries/identity/users.ts'
import { findImage } from '#drizzle/queries/images.ts'
import {
  type DoctorRow,
  deleteDoctorRow,
  findDoctor,
  findDoctorOfImage,
  insertDoctor,
  listTreatmentsOf,
  setTreatmentsOf,
  updateDoctor,
} from '#drizzle/queries/schedule/doctors.ts'
import { findOffered, listTreatmentIds } from '#drizzle/queries/schedule/treatments.ts'
import { removeImage } from '../images/image-states.ts'

interface NewDoctor {
  name: string
  /** Lower case. */
  email: string
  designation?: string
  specialty: string
  /** Id of an upload that no doctor uses yet. */
  imageId: string
}

/** Adds a doctor, who at first gives the treatment of their specialty. */
export function addDoctor(
  db: Transaction,
  { designation, ...rest }: NewDoctor,
  { actor, now }: ChangedBy,
):
  | { outcome: 'added'; id: string }
  | { outcome: 'unknown_specialty' | 'unknown_image' | 'image_taken' | 'doctor_exists' } {
  const { specialty, email, imageId } = rest
  const treatmentId = findOffered(db, specialty)
  if (!treatmentId) return { outcome: 'unknown_specialty' }
  if (findDoctor(db, email)) return { outcome: 'doctor_exists' }
  const obstacle = whyNotUsable(db, imageId)
  if (obstacle) return { outcome: obstacle }
  const id = uuidv7()
  insertDoctor(db, { id, createdAt: now, designation: designation || null, ...rest })
  setTreatmentsOf(db, id, [treatmentId])
  appendEvent(db, { kind: 'doctor.added', actor, subject: id, data: { imageId } }, now)
  return { outcome: 'added', id }
}

/** The fields of a doctor that admins edit; an empty text means none. */
interface ChangedDoctor {
  name: string
  /** Lower case. */
  email: string
  designation?: string | undefined
  specialty: string
  npi?: string | undefined
  facebook: string
  linkedin: string
  twitter: string
  /** Ids. */
  treatments: readonly string[]
}

/**
 * Changes a doctor's details and treatments. Appointments do not change.
 * @param before the doctor's present email, and the version that the admin saw
 */
export function changeDoctor(
  db: Transaction,
  before: { email: string; version: number },
  wanted: ChangedDoctor,
  { actor, now }: ChangedBy,
):
  | 'changed'
  | 'unchanged'
  | 'stale'
  | 'unknown_doctor'
  | 'unknown_specialty'
  | 'unknown_treatment'
  | 'doctor_exists' {
  const doctor = findDoctor(db, before.email)
  if (!doctor) return 'unknown_doctor'
  if (doctor.version !== before.version) return 'stale'
  const { name, email, designation, specialty, facebook, linkedin, twitter } = wanted
  const { id } = doctor
  // The present specialty may be a treatment that is no longer offered.
  if (specialty !== doctor.specialty && !findOffered(db, specialty)) return 'unknown_specialty'
  if (email !== doctor.email && findDoctor(db, email)) return 'doctor_exists'
  const given = new Set(wanted.treatments)
  const known = listTreatmentIds(db)
  if (![...given].every((treatment) => known.includes(treatment))) return 'unknown_treatment'

  const details = {
    name,
    email,
    designation: designation || null,
    specialty,
    npi: wanted.npi === undefined ? doctor.npi : wanted.npi || null,
    facebook: facebook || null,
    linkedin: linkedin || null,
    twitter: twitter || null,
  }
  const names = Object.keys(details) as (keyof typeof details)[]
  const fields: EventData<'doctor.updated'>['fields'] = names.filter(
    (field) => details[field] !== doctor[field],
  )
  if (given.symmetricDifference(new Set(listTreatmentsOf(db, id))).size > 0) {
    fields.push('treatments')
    setTreatmentsOf(db, id, [...given])
  }
  // A doctor that an admin has saved is no longer sample data.
  if (doctor.sample) fields.push('sample')
  if (fields.length === 0) return 'unchanged'
  updateDoctor(db, id, { ...details, sample: false, version: doctor.version + 1 })
  appendEvent(db, { kind: 'doctor.updated', actor, subject: id, data: { fields } }, now)
  return 'changed'
}

/** Replaces a doctor's image and removes the old one. */
export function replaceImage(
  db: Transaction,
  { email, imageId }: Pick<NewDoctor, 'email' | 'imageId'>,
  { actor, now }: ChangedBy,
): 'replaced' | 'unknown_doctor' | 'unknown_image' | 'image_taken' {
  const doctor = findDoctor(db, email)
  if (!doctor) return 'unknown_doctor'
  const obstacle = whyNotUsable(db, imageId)
  if (obstacle) return obstacle
  const { id, imageId: before } = doctor
  updateDoctor(db, id, { imageId, sample: false })
  appendEvent(db, { kind: 'doctor.updated', actor, subject: id, data: { imageId } }, now)
  if (before) removeImage(db, before, { ownerId: id, actor, now })
  return 'replaced'
}

/** Removes a doctor and their image; appointments stay. */
export function removeDoctor(db: Transaction, doctor: DoctorRow, { actor, now }: ChangedBy): void {
  const { id, name, imageId } = doctor
  deleteDoctorRow(db, id)
  recordFormerPerson(db, { id, name, removedAt: now })
  appendEvent(db, { kind: 'doctor.removed', actor, subject: id }, now)
  if (imageId) removeImage(db, imageId, { ownerId: id, actor, now })
}

function whyNotUsable(db: Database, imageId: string): 'unknown_image' | 'image_taken' | undefined {
  const image = findImage(db, imageId)
  if (image?.purpose !== 'doctor' || image.status === 'removed') return 'unknown_image'
  return findDoctorOfImage(db, imageId) && 'image_taken'
}
