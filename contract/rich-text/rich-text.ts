import * as z from 'zod/mini'

// Texts that the clinic writes for its site: docs/decisions/024-texts-of-the-clinic.md.
// `parse-rich-text.ts` creates them from typed text, and alone decides what is valid.

/** Text, or a link. Line breaks are '\n'. */
const span = z.union([
  z.string(),
  z.object({
    text: z.string(),
    /** An https, http, mailto or tel address, or a path of this site that begins with one slash. */
    href: z.string(),
  }),
])
export type RichTextSpan = z.infer<typeof span>

const line = z.object({
  /** The language if it is not the page's, as a BCP 47 tag; else null. */
  lang: z.nullable(z.string()),
  spans: z.array(span),
})
export type RichTextLine = z.infer<typeof line>

/** A text without HTML: headings, paragraphs and lists. No level of heading is skipped. */
export const richText = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('heading'), level: z.number(), line }),
    z.object({ kind: z.literal('paragraph'), line }),
    z.object({
      kind: z.literal('list'),
      /** The number of the first item; null for bullets. */
      start: z.nullable(z.number()),
      items: z.array(line),
    }),
  ]),
)
export type RichText = z.infer<typeof richText>
export type RichTextBlock = RichText[number]
