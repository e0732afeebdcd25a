import { z } from 'zod'

/** A doctor as the public sees one (spec section 3): no email. */
export const teamMember = z.object({
  _id: z.string(),
  name: z.string(),
  designation: z.string().nullable(),
  /** The name of one of the services. */
  specialty: z.string(),
  /** Where the photo is; null until there is one. */
  img: z.string().nullable(),
  facebook: z.string().nullable(),
  linkedin: z.string().nullable(),
  twitter: z.string().nullable(),
})
export type TeamMember = z.infer<typeof teamMember>

/** `GET /team`. */
export const team = z.array(teamMember)
