import { asc } from 'drizzle-orm'
import type { TeamMember } from '../../server/contract/doctors.ts'
import type { Database } from '../client.ts'
import { doctors } from '../schema.ts'

type DoctorRow = typeof doctors.$inferSelect

/** All doctors, those who joined first at the head. */
export function listDoctors(db: Database): DoctorRow[] {
  return db.select().from(doctors).orderBy(asc(doctors.createdAt), asc(doctors.id)).all()
}

/** A doctor as the public sees one: no email address. */
export function toTeamMember(doctor: DoctorRow): TeamMember {
  const { id, name, designation, specialty, img, facebook, linkedin, twitter } = doctor
  return { _id: id, name, designation, specialty, img, sources: [], facebook, linkedin, twitter }
}
