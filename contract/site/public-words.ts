import * as z from 'zod/mini'
import { richText } from '../rich-text/rich-text.ts'

const titled = z.object({ title: z.string(), text: z.string() })

/** The clinic's own words as pages show them, for the sections that an admin has saved. */
export const publicWords = z.partial(
  z.object({
    hero: z.object({ eyebrow: z.string(), title: z.string(), text: z.string() }),
    care: z.object({
      title: z.string(),
      text: z.array(z.string()),
      points: z.array(z.string()),
    }),
    treatments: z.object({
      title: z.string(),
      text: z.string(),
      /** Absent: the samples are shown. */
      treatments: z.optional(z.array(z.object({ name: z.string() }))),
    }),
    why: z.object({ title: z.string(), reasons: z.array(titled) }),
    statistics: z.array(z.object({ figure: z.string(), label: z.string() })),
    testimonials: z.array(
      z.object({
        name: z.string(),
        location: z.string(),
        details: z.string(),
        /** Of the details, on a page in another language. */
        lang: z.optional(z.literal('en')),
      }),
    ),
    team: z.object({
      title: z.string(),
      /** Absent: the samples are shown. */
      doctors: z.optional(
        z.array(z.object({ name: z.string(), designation: z.string(), img: z.string() })),
      ),
    }),
    about: z.object({
      story: richText,
      strengths: z.array(titled),
      roomsTitle: z.string(),
      rooms: z.array(titled),
      contact: z.string(),
    }),
    footer: z.object({ promise: z.string(), services: z.array(z.string()) }),
  }),
)
export type PublicWords = z.infer<typeof publicWords>
