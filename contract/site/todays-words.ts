import { contact } from '#words/en/site/defaults/about.ts'
import { ABOUT } from './about-words.ts'
import { FOOTER } from './footer-words.ts'
import { HOME } from './home-words.ts'
import type { SectionWords } from './site.ts'
import { SAMPLE_TESTIMONIALS } from './testimonial-words.ts'

/** The words of each section until an admin saves it, in the form that admins edit. */
export const TODAYS_WORDS: SectionWords = structuredClone({
  ...HOME,
  treatments: { ...HOME.treatments, shown: 'sample' },
  // Samples have no source and no permission, because they are invented.
  statistics: { statistics: HOME.statistics.map((statistic) => ({ ...statistic, source: '' })) },
  testimonials: {
    testimonials: SAMPLE_TESTIMONIALS.map(({ name, details, location }) => ({
      name,
      relation: location,
      details,
      permissionSince: '',
      permissionBy: '',
    })),
  },
  team: { ...HOME.team, shown: 'sample' },
  about: { ...ABOUT, story: ABOUT.story.join('\n\n'), contact },
  footer: FOOTER,
}) as unknown as SectionWords
