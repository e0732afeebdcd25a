import * as z from 'zod/mini'
import { imageFile, imageStatus, pictureSource } from './images.ts'
import { emailAddress, personName } from './users.ts'

const SPECIALTY = 'Specialty is required'

/** Fields of both the form and the call. */
const doctorFields = {
  name: personName,
  email: z.pipe(
    z.string('Email is required').check(z.trim(), z.minLength(1, 'Email is required')),
    emailAddress,
  ),
  designation: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Designation is too long'))),
  /** The name of one of the services; the server knows which there are. */
  specialty: z.string(SPECIALTY).check(z.minLength(1, SPECIALTY), z.maxLength(100, SPECIALTY)),
}

/** The URL that an upload was answered with. */
const img = z
  .string('Image is required')
  .check(z.minLength(1, 'Image is required'), z.maxLength(200, 'Image is not an uploaded one'))

/** The form uploads its image file before it calls `POST /doctor`. */
export const doctorForm = z.object({ ...doctorFields, image: imageFile })
export type DoctorForm = z.infer<typeof doctorForm>

/** `POST /doctor`. */
export const newDoctor = z.strictObject({ ...doctorFields, img })
export type NewDoctor = z.input<typeof newDoctor>

export const newDoctorResponse = z.object({ insertedId: z.string() })
export type NewDoctorResponse = z.infer<typeof newDoctorResponse>

/** `PUT /doctor/{email}/picture`: another picture instead; answered with `modification`. */
export const newPicture = z.strictObject({ img })

/** A doctor as visitors see them, without the email. */
const teamMember = z.object({
  _id: z.string(),
  name: z.string(),
  designation: z.nullable(z.string()),
  /** The name of one of the services. */
  specialty: z.string(),
  /** Where the photo is, always current; null until there is one. */
  img: z.nullable(z.string()),
  /** The photo in more sizes and formats, the best format first; empty until it is processed. */
  sources: z.array(pictureSource),
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
  /** Null for a doctor without a photo; `_id` is for `POST /images/{id}/retry`. */
  picture: z.nullable(z.object({ _id: z.string(), status: imageStatus })),
})
export type Doctor = z.infer<typeof doctor>

/** `GET /doctor`: those who joined first at the head. */
export const doctorList = z.array(doctor)
