import type { Doctor, TeamMember } from '#contract/doctors/doctors.ts'
import { type ImageSource, imageUrl } from '#contract/images/images.ts'
import type { DoctorAtWork } from '#domain/schedule/doctors-at-work.ts'
import type { ImageRow } from '#drizzle/queries/images.ts'
import type { DoctorWithImage } from '#drizzle/queries/schedule/doctors.ts'

/** Lists an image's sizes and their URLs. */
type SourcesOf = (image: ImageRow) => ImageSource[]

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
export function toDoctor(atWork: DoctorAtWork, sourcesOf: SourcesOf): Doctor {
  const { doctor, image, treatments, coming } = atWork
  return {
    ...toTeamMember(atWork, sourcesOf),
    email: doctor.email,
    ...(doctor.npi !== null && { npi: doctor.npi }),
    version: doctor.version,
    treatments,
    coming,
    // An image that was removed is not shown.
    picture: image && image.status !== 'removed' ? { _id: image.id, status: image.status } : null,
  }
}
