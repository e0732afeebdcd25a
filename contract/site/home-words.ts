import * as words from '#words/en/site/defaults/home.ts'

interface Treatments {
  title: string
  text: string
  /** The clinic's own treatments; the samples are shown until there are any. */
  treatments?: readonly { name: string }[]
}

/**
 * The default words of the sections of the home page that admins can edit:
 * docs/requirements.md#words-of-the-website.
 */
export const HOME = {
  hero: words.hero,
  care: words.care,
  treatments: words.treatments as Treatments,
  why: words.why,
  statistics: words.statistics,
  team: words.team,
} as const
