import * as about from '#words/en/site/defaults/about.ts'
import { servicesLine } from '#words/en/site/defaults/footer.ts'
import { ABOUT } from './about-words.ts'
import { FACT_NAMES, type FactName, type SiteFact } from './fact-names.ts'
import { FOOTER } from './footer-words.ts'
import { HOME } from './home-words.ts'
import { SAMPLE_DOCTORS } from './team-words.ts'
import { SAMPLE_TESTIMONIALS } from './testimonial-words.ts'
import { SAMPLE_TREATMENTS } from './treatment-words.ts'

const figure = (place: 0 | 1 | 2 | 3) => {
  const { figure, label } = HOME.statistics[place]
  return {
    section: 'statistics',
    label: `${figure} ${label}`,
    says: [`${figure} ${label}`],
  } as const
}

const testimonial = (place: 0 | 1 | 2) => {
  const { name, details } = SAMPLE_TESTIMONIALS[place]
  return { section: 'testimonials', label: `What ${name} says`, says: [details] } as const
}

const strength = (place: 0 | 1 | 2) => {
  const { title, text } = ABOUT.strengths[place]
  return { section: 'about', label: title, says: [text, about.line] } as const
}

/**
 * Every text of the website that makes a claim about the clinic, except that patients can book
 * online: docs/requirements.md#facts.
 */
export const FACTS = {
  place: { section: 'hero', label: 'Where the clinic is', says: [HOME.hero.eyebrow] },
  visits: {
    section: 'care',
    label: 'How a visit goes',
    says: [...HOME.care.text, ...HOME.care.points],
  },
  treatments: {
    section: 'treatments',
    label: 'The six treatments',
    says: SAMPLE_TREATMENTS.map(({ name }) => name),
  },
  wait: { section: 'why', label: 'How long families wait', says: [HOME.why.reasons[0].text] },
  roof: { section: 'why', label: 'What is under one roof', says: [HOME.why.reasons[1].text] },
  patients: figure(0),
  staff: figure(1),
  quality: figure(2),
  years: figure(3),
  firstTestimonial: testimonial(0),
  secondTestimonial: testimonial(1),
  thirdTestimonial: testimonial(2),
  team: {
    section: 'team',
    label: 'The four doctors',
    says: SAMPLE_DOCTORS.map(({ name }) => name),
  },
  history: { section: 'about', label: 'The clinic’s history', says: [ABOUT.story[0]] },
  size: { section: 'about', label: 'What is next door', says: [ABOUT.story[1]] },
  specialists: strength(0),
  pharmacy: strength(1),
  lab: strength(2),
  rooms: {
    section: 'about',
    label: 'The six rooms',
    says: ABOUT.rooms.map(({ text }) => text),
  },
  nurse: { section: 'about', label: 'Who answers the phone', says: [about.contact] },
  services: {
    section: 'footer',
    label: 'The four services',
    says: [...FOOTER.services, servicesLine],
  },
} as const satisfies Record<FactName, Omit<SiteFact, 'fact'>>

/** The same facts as a list. */
export const FACT_LIST: readonly SiteFact[] = FACT_NAMES.map((fact) => ({ fact, ...FACTS[fact] }))
