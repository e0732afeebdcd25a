import { and, asc, count, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { EventData } from '#contract/audit/events.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  appointments,
  doctors,
  doctorTreatments,
  images,
  treatments,
} from '#drizzle/schema/index.ts'
import { appendEvent } from '../events.ts'
import { recordFormerPerson } from '../identity/users.ts'
import { findImage, type ImageRow, removeImage } from '../images.ts'
import { raiseScheduleVersion } from './schedule.ts'

export type DoctorRow = typeof doctors.$inferSelect

/** A doctor with their image, if there is one. */
export interface DoctorWithImage {
  doctor: DoctorRow
  image: ImageRow | null
}

export interface NewDoctor {
  name: string
  /** Lower case. */
  email: string
  designation?: string
  specialty: string
  /** Of an upload that no doctor has yet. */
  imageId: string
}

/** Who changes something, and when. */
interface Change {
  /** The admin's uid. */
  actor: string
  now: Date
}

/** What only admins see of a doctor. */
export interface DoctorAtWork extends DoctorWithImage {
  /** Ids, in the order of the screen. */
  treatments: string[]
  coming: { treatment: string; count: number }[]
}

/** All doctors with the treatments they give and how many appointments are coming. */
export function listDoctorsAtWork(
  db: Database,
  { today, minute }: Pick<ClinicMoment, 'today' | 'minute'>,
): DoctorAtWork[] {
  const given = Map.groupBy(
    db
      .select({ doctorId: doctorTreatments.doctorId, id: treatments.id })
      .from(doctorTreatments)
      .innerJoin(treatments, eq(treatments.id, doctorTreatments.treatmentId))
      .orderBy(asc(treatments.position), asc(treatments.name))
      .all(),
    ({ doctorId }) => doctorId,
  )
  const { doctorId, treatmentId: treatment, date, startMinute, status } = appointments
  const isComing = or(gt(date, today), and(eq(date, today), gt(startMinute, minute)))
  const coming = Map.groupBy(
    db
      .select({ doctorId, treatment, count: count() })
      .from(appointments)
      .where(and(eq(status, 'booked'), isNotNull(doctorId), isComing))
      .groupBy(doctorId, treatment)
      .all(),
    (row) => row.doctorId,
  )
  return listDoctors(db).map((one) => ({
    ...one,
    treatments: (given.get(one.doctor.id) ?? []).map(({ id }) => id),
    coming: (coming.get(one.doctor.id) ?? []).map(({ treatment, count }) => ({
      treatment,
      count,
    })),
  }))
}

/** All doctors, in the order in which they were added. */
export function listDoctors(db: Database): DoctorWithImage[] {
  return db
    .select({ doctor: doctors, image: images })
    .from(doctors)
    .leftJoin(images, eq(images.id, doctors.imageId))
    .orderBy(asc(doctors.createdAt), asc(doctors.id))
    .all()
}

/** Adds a doctor, who gives the treatment of the specialty at first. */
export function addDoctor(
  db: Transaction,
  { designation, ...rest }: NewDoctor,
  { actor, now }: Change,
):
  | { outcome: 'added'; id: string }
  | { outcome: 'unknown_specialty' | 'unknown_image' | 'image_taken' | 'doctor_exists' } {
  const treatmentId = findSpecialty(db, rest.specialty)
  if (!treatmentId) return { outcome: 'unknown_specialty' }
  if (findDoctor(db, rest.email)) return { outcome: 'doctor_exists' }
  const obstacle = whyNotUsable(db, rest.imageId)
  if (obstacle) return { outcome: obstacle }
  const id = uuidv7()
  db.insert(doctors)
    .values({ id, createdAt: now, designation: designation || null, ...rest })
    .run()
  db.insert(doctorTreatments).values({ doctorId: id, treatmentId }).run()
  raiseScheduleVersion(db)
  appendEvent(
    db,
    { kind: 'doctor.added', actor, subject: id, data: { imageId: rest.imageId } },
    now,
  )
  return { outcome: 'added', id }
}

/** What an admin edits of a doctor; empty texts are none. */
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
 * Changes a doctor's details and treatments. Appointments stay as they are.
 * @param before the doctor's email so far, and the version that the admin saw
 */
export function changeDoctor(
  db: Transaction,
  before: { email: string; version: number },
  wanted: ChangedDoctor,
  { actor, now }: Change,
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
  // The present specialty may be a treatment that is not offered any more.
  if (specialty !== doctor.specialty && !findSpecialty(db, specialty)) return 'unknown_specialty'
  if (email !== doctor.email && findDoctor(db, email)) return 'doctor_exists'
  const ids = [...new Set(wanted.treatments)]
  const known = db.select().from(treatments).where(inArray(treatments.id, ids)).all()
  if (known.length !== ids.length) return 'unknown_treatment'

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
  const isOfDoctor = eq(doctorTreatments.doctorId, id)
  const givenBefore = db.select().from(doctorTreatments).where(isOfDoctor).all()
  const isSame = givenBefore.every(({ treatmentId }) => ids.includes(treatmentId))
  if (!isSame || givenBefore.length !== ids.length) {
    fields.push('treatments')
    db.delete(doctorTreatments).where(isOfDoctor).run()
    const rows = ids.map((treatmentId) => ({ treatmentId, doctorId: id }))
    if (rows.length > 0) db.insert(doctorTreatments).values(rows).run()
  }
  if (fields.length === 0) return 'unchanged'
  db.update(doctors)
    .set({ ...details, version: doctor.version + 1 })
    .where(eq(doctors.id, id))
    .run()
  raiseScheduleVersion(db)
  appendEvent(db, { kind: 'doctor.updated', actor, subject: id, data: { fields } }, now)
  return 'changed'
}

/** The id of the treatment with that name, if it can be booked. */
function findSpecialty(db: Database, name: string): string | undefined {
  const isOffered = and(eq(treatments.name, name), eq(treatments.active, true))
  return db.select({ id: treatments.id }).from(treatments).where(isOffered).get()?.id
}

/** Replaces a doctor's image; the old one is removed. */
export function replaceImage(
  db: Transaction,
  { email, imageId }: Pick<NewDoctor, 'email' | 'imageId'>,
  { actor, now }: Change,
): 'replaced' | 'unknown_doctor' | 'unknown_image' | 'image_taken' {
  const doctor = findDoctor(db, email)
  if (!doctor) return 'unknown_doctor'
  const obstacle = whyNotUsable(db, imageId)
  if (obstacle) return obstacle
  const { id, imageId: before } = doctor
  db.update(doctors).set({ imageId }).where(eq(doctors.id, id)).run()
  appendEvent(db, { kind: 'doctor.updated', actor, subject: id, data: { imageId } }, now)
  if (before) removeImage(db, before, { ownerId: id, actor, now })
  return 'replaced'
}

/** Removes a doctor and their image; appointments stay. */
export function removeDoctor(db: Transaction, doctor: DoctorRow, { actor, now }: Change): void {
  const { id, name, imageId } = doctor
  db.delete(doctors).where(eq(doctors.id, id)).run()
  raiseScheduleVersion(db)
  recordFormerPerson(db, { id, name, removedAt: now })
  appendEvent(db, { kind: 'doctor.removed', actor, subject: id }, now)
  if (imageId) removeImage(db, imageId, { ownerId: id, actor, now })
}

/** Whether there is a doctor with that id. */
export function hasDoctor(db: Database, id: string): boolean {
  return db.select({ id: doctors.id }).from(doctors).where(eq(doctors.id, id)).get() !== undefined
}

/** The doctor with that email. */
export function findDoctor(db: Database, email: string): DoctorRow | undefined {
  return db.select().from(doctors).where(eq(doctors.email, email)).get()
}

/** The doctor with that id. */
export function findDoctorById(db: Database, id: string): DoctorRow | undefined {
  return db.select().from(doctors).where(eq(doctors.id, id)).get()
}

function whyNotUsable(db: Database, imageId: string): 'unknown_image' | 'image_taken' | undefined {
  const image = findImage(db, imageId)
  if (image?.purpose !== 'doctor' || image.status === 'removed') return 'unknown_image'
  const holder = db.select().from(doctors).where(eq(doctors.imageId, imageId)).get()
  return holder && 'image_taken'
}
