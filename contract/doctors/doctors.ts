import * as z from 'zod/mini'
import { treatmentId } from '#contract/ids.ts'
import { seenVersion } from '#contract/seen-version.ts'
import { optionalLine, requiredLine } from '#contract/text.ts'
import { conflictWith } from '../errors.ts'
import { personName, typedEmail } from '../identity/users.ts'
import { IMAGE_PROBLEMS, imageFile, imageSource, imageStatus } from '../images/images.ts'
import { isNpi } from './npi.ts'
import { socialUrl } from './social-url.ts'

/** Fields of both the form and the call. */
const doctorFields = {
  name: personName,
  email: typedEmail,
  designation: z.optional(optionalLine('Designation', 100)),
  /** The name of an active treatment, which the server checks. */
  specialty: requiredLine('Specialty', 100),
}

/** The URL that an upload returned. */
const img = z
  .string(IMAGE_PROBLEMS.missing)
  .check(z.minLength(1, IMAGE_PROBLEMS.missing), z.maxLength(200, 'Please upload the image again'))

/** The form uploads its image file before it calls `POST /doctor`. */
export const doctorForm = z.object({ ...doctorFields, image: imageFile })
export type DoctorForm = z.infer<typeof doctorForm>

/** `POST /doctor`. */
export const newDoctor = z.strictObject({ ...doctorFields, img })

export const newDoctorResponse = z.object({ insertedId: z.string() })

/** `PUT /doctor/{email}/picture`: replaces the image; returns `modification`. */
export const newDoctorImage = z.strictObject({ img })

const NPI = 'Enter the ten digits of an NPI, like 1234567893'

const changedFields = {
  ...doctorFields,
  /** National Provider Identifier; empty for none; unchanged when absent. */
  npi: z.optional(
    z.string(NPI).check(
      z.trim(),
      z.refine((text) => text === '' || isNpi(text), NPI),
    ),
  ),
  facebook: socialUrl,
  linkedin: socialUrl,
  twitter: socialUrl,
  /** Ids of the treatments that the doctor gives. */
  treatments: z.array(treatmentId).check(z.maxLength(1000)),
}

/** The form that edits a doctor. */
export const doctorDetails = z.strictObject(changedFields)
export type DoctorDetails = z.infer<typeof doctorDetails>

/** `PUT /doctor/{email}`: `version` is the one that the admin saw; an outdated one is refused. */
export const doctorChange = z.strictObject({
  ...changedFields,
  version: seenVersion,
})

/** A doctor as visitors see them, without the email. */
const teamMember = z.object({
  _id: z.string(),
  name: z.string(),
  designation: z.nullable(z.string()),
  /** The name of a treatment. */
  specialty: z.string(),
  /** Stable URL of the photo; null without one. */
  img: z.nullable(z.string()),
  /** Sizes and formats of the photo, best format first; empty until it is processed. */
  sources: z.array(imageSource),
  facebook: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
  twitter: z.nullable(z.string()),
})
export type TeamMember = z.infer<typeof teamMember>

/** `GET /team`. */
export const team = z.array(teamMember)

/** A doctor as an admin sees one. */
export const doctor = z.object({
  ...teamMember.shape,
  email: z.string(),
  /** National Provider Identifier, if it is known. */
  npi: z.optional(z.string()),
  version: z.number(),
  /** Ids of the treatments that the doctor gives. */
  treatments: z.array(z.string()),
  /** How many upcoming appointments the doctor has, by the id of their treatment. */
  coming: z.array(z.object({ treatment: z.string(), count: z.number() })),
  /** Null for a doctor without a photo; `_id` is for `POST /images/{id}/retry`. */
  picture: z.nullable(z.object({ _id: z.string(), status: imageStatus })),
})
export type Doctor = z.infer<typeof doctor>

/** 409 on a change of a doctor. */
export const doctorConflict = conflictWith(doctor)

/** `GET /doctor`: in the order in which they were added. */
export const doctorList = z.array(doctor)
