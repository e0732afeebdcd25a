import { SECTIONS } from '#contract/site/sections.ts'
import type { SectionWords } from '#contract/site/site.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertSiteText } from '#drizzle/queries/schedule/site-texts.ts'

/** The words of a clinic that has replaced or hidden all that the website claimed. */
export const OWN_WORDS: SectionWords = {
  hero: { eyebrow: 'Pediatrics in {city}', title: 'Welcome', text: '' },
  care: { title: 'How we work', text: [], points: [] },
  treatments: { title: 'What we do', text: '', shown: 'clinic' },
  why: { title: 'Why us', reasons: [{ title: 'Book anytime', text: 'Day and night.' }] },
  statistics: {
    statistics: [{ figure: '3', label: 'doctors', source: 'Staff list of March 2027' }],
  },
  testimonials: {
    testimonials: [
      {
        name: 'Rosa M.',
        relation: 'Mother of two',
        details: 'They listen.',
        permissionSince: '2027-01-04',
        permissionBy: 'Rosa Marin, by email',
      },
    ],
  },
  team: { title: 'Our doctors', shown: 'clinic' },
  about: {
    story: '# Since 2020\n\n{clinic} is a small practice.\n\n- [Free times](/times)',
    strengths: [],
    roomsTitle: 'Our rooms',
    rooms: [],
    contact: 'Write to us, or call.',
  },
  footer: { promise: '', services: [] },
}

/** Saves them. */
export function writeOwnWords(db: Transaction, now: Date): void {
  for (const section of SECTIONS) {
    insertSiteText(db, {
      section,
      version: 1,
      body: OWN_WORDS[section],
      confirmed: [],
      writtenAt: now,
    })
  }
}
