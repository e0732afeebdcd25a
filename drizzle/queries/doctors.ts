import { and, asc, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Doctor, TeamMember } from '../../contract/doctors.ts'
import { type ImageSource, imageUrl } from '../../contract/images.ts'
import type { Database } from '../client.ts'
import { doctors, images, treatments } from '../schema/index.ts'
import { appendEvent } from './events.ts'
import { findImage, type ImageRow, removeImage } from './images.ts'
import { raiseScheduleVersion } from './schedule.ts'
import { recordFormerPerson } from './users.ts'

type DoctorRow = typeof doctors.$inferSelect

/** A doctor with their image, if there is one. */
interface DoctorWithImage {
  doctor: DoctorRow
  image: ImageRow | null
}

/** Lists an image's sizes and their URLs. */
type SourcesOf = (image: ImageRow) => ImageSource[]

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

/** All doctors, in the order in which they were added. */
export function listDoctors(db: Database): DoctorWithImage[] {
  return db
    .select({ doctor: doctors, image: images })
    .from(doctors)
    .leftJoin(images, eq(images.id, doctors.imageId))
    .orderBy(asc(doctors.createdAt), asc(doctors.id))
    .all()
}

/** Adds a doctor. Call it in a write transaction. */
export function addDoctor(
  db: Database,
  { designation, ...rest }: NewDoctor,
  { actor, now }: Change,
):
  | { outcome: 'added'; id: string }
  | { outcome: 'unknown_specialty' | 'unknown_image' | 'image_taken' | 'doctor_exists' } {
  const treatment = db
    .select({ id: treatments.id })
    .from(treatments)
    .where(and(eq(treatments.name, rest.specialty), eq(treatments.active, true)))
    .get()
  if (!treatment) return { outcome: 'unknown_specialty' }
  if (findDoctor(db, rest.email)) return { outcome: 'doctor_exists' }
  const obstacle = whyNotUsable(db, rest.imageId)
  if (obstacle) return { outcome: obstacle }
  const id = uuidv7()
  db.insert(doctors)
    .values({ id, createdAt: now, designation: designation || null, ...rest })
    .run()
  raiseScheduleVersion(db)
  appendEvent(
    db,
    { kind: 'doctor.added', actor, subject: id, data: { imageId: rest.imageId } },
    now,
  )
  return { outcome: 'added', id }
}

/** Replaces a doctor's image; the old one is removed. Call it in a write transaction. */
export function replaceImage(
  db: Database,
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

/** Removes a doctor and their image. Call it in a write transaction. */
export function removeDoctor(
  db: Database,
  email: string,
  { actor, now }: Change,
): 'removed' | 'unknown_doctor' {
  const doctor = findDoctor(db, email)
  if (!doctor) return 'unknown_doctor'
  const { id, name, imageId } = doctor
  db.delete(doctors).where(eq(doctors.id, id)).run()
  raiseScheduleVersion(db)
  recordFormerPerson(db, { id, name, removedAt: now })
  appendEvent(db, { kind: 'doctor.removed', actor, subject: id }, now)
  if (imageId) removeImage(db, imageId, { ownerId: id, actor, now })
  return 'removed'
}

/** A doctor as visitors see them: without the email. */
export function toTeamMember({ doctor, image }: DoctorWithImage, sourcesOf: SourcesOf): TeamMember {
  const { id, name, designation, specialty, facebook, linkedin, twitter } = doctor
  return {
    _id: id,
    name,
    designation,
    specialty,
    img: image && imageUrl(image.id),
    sources: image ? sourcesOf(image) : [],
    facebook,
    linkedin,
    twitter,
  }
}

/** A doctor as an admin sees one. */
export function toDoctor(withImage: DoctorWithImage, sourcesOf: SourcesOf): Doctor {
  const { doctor, image } = withImage
  return {
    ...toTeamMember(withImage, sourcesOf),
    email: doctor.email,
    // An image that was removed is not shown.
    picture: image && image.status !== 'removed' ? { _id: image.id, status: image.status } : null,
  }
}

/** Whether there is a doctor with that id. */
export function hasDoctor(db: Database, id: string): boolean {
  return db.select({ id: doctors.id }).from(doctors).where(eq(doctors.id, id)).get() !== undefined
}

function findDoctor(db: Database, email: string): DoctorRow | undefined {
  return db.select().from(doctors).where(eq(doctors.email, email)).get()
}

function whyNotUsable(db: Database, imageId: string): 'unknown_image' | 'image_taken' | undefined {
  const image = findImage(db, imageId)
  if (image?.purpose !== 'doctor' || image.status === 'removed') return 'unknown_image'
  const holder = db.select().from(doctors).where(eq(doctors.imageId, imageId)).get()
  return holder && 'image_taken'
}
