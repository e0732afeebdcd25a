import * as z from 'zod/mini'
import { SECTIONS } from './sections.ts'

// Apart from the table of facts, whose words only the server and public pages load.

export const FACT_NAMES = [
  'place',
  'visits',
  'treatments',
  'wait',
  'roof',
  'patients',
  'staff',
  'quality',
  'years',
  'firstTestimonial',
  'secondTestimonial',
  'thirdTestimonial',
  'team',
  'history',
  'size',
  'specialists',
  'pharmacy',
  'lab',
  'rooms',
  'nurse',
  'services',
] as const
export const factName = z.enum(FACT_NAMES)
export type FactName = z.infer<typeof factName>

/** A text of the website that no admin has written, confirmed or hidden. */
export const unconfirmedFact = z.object({
  fact: factName,
  label: z.string(),
  section: z.enum(SECTIONS),
})
export type UnconfirmedFact = z.infer<typeof unconfirmedFact>

/** What today's words claim of a clinic: docs/requirements.md#facts. */
export const siteFact = z.extend(unconfirmedFact, {
  /** One that the section still says has to be confirmed. */
  says: z.readonly(z.array(z.string())),
})
export type SiteFact = z.infer<typeof siteFact>
