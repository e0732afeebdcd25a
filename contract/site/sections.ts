/**
 * The parts of the website whose words admins write, with their titles:
 * docs/requirements.md#words-of-the-website.
 */
export const SECTION_TITLES = {
  hero: 'Top of the home page',
  care: 'How we care',
  treatments: 'Treatments',
  why: 'Why choose us',
  statistics: 'Figures',
  testimonials: 'Testimonials',
  team: 'Our doctors',
  about: 'About and contact page',
  footer: 'Foot of each page',
} as const
export type Section = keyof typeof SECTION_TITLES

/** In the order of their pages. */
export const SECTIONS = Object.keys(SECTION_TITLES) as [Section, ...Section[]]
