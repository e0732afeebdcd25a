import * as z from 'zod/mini'
import { SECTIONS } from './sections.ts'

// Separate from the table of facts, because only the server and public pages load its words.

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

/** A claim about the clinic in the default words: docs/requirements.md#facts. */
export const siteFact = z.extend(unconfirmedFact, {
  /** The claim has to be confirmed while the section contains one of these. */
  says: z.readonly(z.array(z.string())),
})
export type SiteFact = z.infer<typeof siteFact>
