import { asc, eq } from 'drizzle-orm'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { doctors, doctorTreatments, images, treatments } from '#drizzle/schema/index.ts'
import type { ImageRow } from '../images.ts'

export type DoctorRow = typeof doctors.$inferSelect

/** A doctor with their image, if there is one. */
export interface DoctorWithImage {
  doctor: DoctorRow
  image: ImageRow | null
}

/** A doctor with the ids of their treatments, in the order of the screen. */
export interface DoctorWithTreatments extends DoctorWithImage {
  treatments: string[]
}

/** All doctors with their treatments, in the order in which they were added. */
export function listDoctorsWithTreatments(db: Database): DoctorWithTreatments[] {
  const given = Map.groupBy(
    db
      .select({ doctorId: doctorTreatments.doctorId, id: treatments.id })
      .from(doctorTreatments)
      .innerJoin(treatments, eq(treatments.id, doctorTreatments.treatmentId))
      .orderBy(asc(treatments.position), asc(treatments.name))
      .all(),
    ({ doctorId }) => doctorId,
  )
  return listDoctors(db).map((one) => ({
    ...one,
    treatments: (given.get(one.doctor.id) ?? []).map(({ id }) => id),
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

export function insertDoctor(db: Transaction, row: typeof doctors.$inferInsert): void {
  db.insert(doctors).values(row).run()
}

export function updateDoctor(db: Transaction, id: string, change: Partial<DoctorRow>): void {
  db.update(doctors).set(change).where(eq(doctors.id, id)).run()
}

/** Deletes a doctor; appointments stay. */
export function deleteDoctorRow(db: Transaction, id: string): void {
  db.delete(doctors).where(eq(doctors.id, id)).run()
}

/** The ids of the treatments that a doctor gives, active or not. */
export function listTreatmentsOf(db: Database, id: string): string[] {
  return db
    .select({ treatmentId: doctorTreatments.treatmentId })
    .from(doctorTreatments)
    .where(eq(doctorTreatments.doctorId, id))
    .all()
    .map(({ treatmentId }) => treatmentId)
}

/** Sets which treatments a doctor gives. */
export function setTreatmentsOf(
  db: Transaction,
  id: string,
  treatmentIds: readonly string[],
): void {
  db.delete(doctorTreatments).where(eq(doctorTreatments.doctorId, id)).run()
  const rows = treatmentIds.map((treatmentId) => ({ treatmentId, doctorId: id }))
  if (rows.length > 0) db.insert(doctorTreatments).values(rows).run()
}

/** Whether there is a doctor with that id. */
export function hasDoctor(db: Database, id: string): boolean {
  return hasRow(db, doctors, eq(doctors.id, id))
}

/** The doctor with that email. */
export function findDoctor(db: Database, email: string): DoctorRow | undefined {
  return db.select().from(doctors).where(eq(doctors.email, email)).get()
}

/** The doctor with that id. */
export function findDoctorById(db: Database, id: string): DoctorRow | undefined {
  return db.select().from(doctors).where(eq(doctors.id, id)).get()
}

/** The doctor with that image. */
export function findDoctorOfImage(db: Database, imageId: string): DoctorRow | undefined {
  return db.select().from(doctors).where(eq(doctors.imageId, imageId)).get()
}
