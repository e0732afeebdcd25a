import { parseRichText } from '../rich-text/parse-rich-text.ts'
import type { PublicWords } from './public-words.ts'
import type { SiteSection, SiteState } from './site.ts'

/** The data that the words refer to. */
export interface Referred {
  clinicName: string
  /** What `shown: 'clinic'` shows. */
  treatments: () => SiteState['treatments']
  doctors: () => SiteState['doctors']
}

/** A testimonial shows only this many characters: docs/requirements.md#home-page. */
const SHOWN = 130

/** The shown part of a testimonial. */
export function shortened(details: string): string {
  const characters = [...details]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : details
}

/** The words of a section as pages show them, without what only admins see. */
export function toPublicWords(state: SiteSection, referred: Referred): PublicWords {
  const { section, words } = state
  switch (section) {
    case 'treatments': {
      const { shown, ...intro } = words
      const own = shown === 'clinic' && { treatments: referred.treatments() }
      return { treatments: { ...intro, ...own } }
    }
    case 'statistics':
      return { statistics: words.statistics.map(({ figure, label }) => ({ figure, label })) }
    case 'testimonials':
      return {
        testimonials: words.testimonials.map(({ name, relation, details }) => ({
          name,
          location: relation,
          details: shortened(details),
        })),
      }
    case 'team': {
      const { title, shown } = words
      if (shown === 'sample') return { team: { title } }
      return { team: { title, doctors: shown === 'clinic' ? referred.doctors() : [] } }
    }
    case 'about': {
      const typed = words.story.replaceAll('{clinic}', referred.clinicName)
      return { about: { ...words, story: parseRichText(typed).blocks } }
    }
    default:
      return { [section]: words }
  }
}
