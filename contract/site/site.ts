import * as z from 'zod/mini'
import { conflictWith } from '../errors.ts'
import { byteLength, optionalRichText } from '../rich-text/typed-rich-text.ts'
import { seenVersion } from '../seen-version.ts'
import { optionalLine, optionalText, requiredLine, requiredText } from '../text.ts'
import { wireDate } from '../wire-date.ts'
import { factName, siteFact } from './fact-names.ts'
import { SECTIONS, type Section } from './sections.ts'

// The words of the website that admins write: docs/requirements.md#words-of-the-website.

const MOST_KB = 20

/** A list without duplicates. */
function list<Item extends z.ZodMiniType>(
  item: Item,
  most: number,
  label: string,
  keyOf: (item: z.output<Item>) => unknown = (item) => item,
) {
  return z.array(item).check(
    z.maxLength(most, `Enter at most ${most} ${label}`),
    z.refine(
      (items) => new Set(items.map(keyOf)).size === items.length,
      `Two of the ${label} are the same`,
    ),
  )
}

/** The schemas of texts: typed ones, which are checked, or stored ones. */
interface Texts {
  line: typeof requiredLine
  text: typeof requiredText
  date: z.ZodMiniType<string>
  story: z.ZodMiniType<string>
}

/** The words of each section, as admins edit them. */
const sectionsOf = ({ line, text, date, story }: Texts) => ({
  hero: z.strictObject({
    /** `{city}` stands for the clinic's city. Empty: not shown, like all optional words. */
    eyebrow: optionalLine('Line above the title', 100),
    title: line('Title', 80),
    text: optionalText('Text', 500),
  }),
  care: z.strictObject({
    title: line('Title', 80),
    text: list(text('Paragraph', 600), 4, 'paragraphs'),
    points: list(line('Point', 120), 6, 'points'),
  }),
  treatments: z.strictObject({
    title: line('Title', 80),
    text: optionalText('Text', 300),
    /** The six samples, or the clinic's own treatments. */
    shown: z.enum(['sample', 'clinic'], 'Choose what to show'),
  }),
  why: z.strictObject({
    title: line('Title', 80),
    reasons: list(
      z.strictObject({ title: line('Title', 80), text: text('Text', 300) }),
      6,
      'reasons',
      ({ title }) => title,
    ).check(z.minLength(1, 'Enter at least one reason')),
  }),
  statistics: z.strictObject({
    statistics: list(
      z.strictObject({
        figure: line('Figure', 12),
        label: line('Label', 40),
        /** For admins only. */
        source: line('Source', 300),
      }),
      4,
      'figures',
      ({ label }) => label,
    ),
  }),
  testimonials: z.strictObject({
    testimonials: list(
      z.strictObject({
        /** The name that the family wants to be shown. */
        name: line('Name', 60),
        relation: line('Relation', 60),
        details: line('Text', 600),
        /** ISO date. For admins only, as is the name of the person who gave it. */
        permissionSince: date,
        permissionBy: line('Who gave the permission', 100),
      }),
      6,
      'testimonials',
      ({ details }) => details,
    ),
  }),
  team: z.strictObject({
    title: line('Title', 80),
    /** The four samples, the clinic's first four doctors with a photo, or none. */
    shown: z.enum(['sample', 'clinic', 'none'], 'Choose what to show'),
  }),
  about: z.strictObject({
    /** In the format of texts of the clinic; `{clinic}` stands for its name. */
    story,
    strengths: list(
      z.strictObject({ title: line('Title', 60), text: text('Text', 300) }),
      3,
      'strengths',
      ({ title }) => title,
    ),
    roomsTitle: line('Title of the rooms', 80),
    rooms: list(
      z.strictObject({ title: line('Name', 60), text: text('Text', 200) }),
      9,
      'rooms',
      ({ title }) => title,
    ),
    /** The contact page's introduction. */
    contact: optionalText('Introduction of the contact page', 400),
  }),
  footer: z.strictObject({
    promise: optionalLine('Promise', 200),
    services: list(line('Service', 40), 6, 'services'),
  }),
})

const typed = sectionsOf({
  line: requiredLine,
  text: requiredText,
  date: wireDate,
  story: optionalRichText('Story', 10),
})
/**
 * Answers are not checked again: in the default words, figures have no source and testimonials no
 * permission.
 */
const stored = sectionsOf({
  line: () => z.string(),
  text: () => z.string(),
  date: z.string(),
  story: z.string(),
} as unknown as Texts)

/** The words of a section, as admins edit them. */
export type SectionWords = { [Name in Section]: z.infer<(typeof typed)[Name]> }

/** The facts of the section that the admin confirms. */
const confirmed = z.array(factName).check(z.maxLength(30))

const change = <Name extends Section>(section: Name) =>
  z.strictObject({
    section: z.literal(section),
    words: typed[section],
    confirmed,
    version: seenVersion,
  })

/** `PUT /site/{section}`: `version` is the one that the admin saw. */
export const siteChange = z
  .discriminatedUnion('section', [
    change('hero'),
    change('care'),
    change('treatments'),
    change('why'),
    change('statistics'),
    change('testimonials'),
    change('team'),
    change('about'),
    change('footer'),
  ])
  .check(
    z.refine(
      ({ words }) => byteLength(JSON.stringify(words)) <= MOST_KB * 1000,
      `The section must be ${MOST_KB} kB or smaller`,
    ),
  )
export type SiteChange = z.output<typeof siteChange>

export const siteParams = z.object({ section: z.enum(SECTIONS, 'Unknown section') })

const sectionState = <Name extends Section>(section: Name) =>
  z.object({
    section: z.literal(section),
    /** 0: the default words, because no admin has saved the section. */
    version: z.int(),
    words: stored[section],
    confirmed,
  })

/** A section as admins edit it. */
export const siteSection = z.discriminatedUnion('section', [
  sectionState('hero'),
  sectionState('care'),
  sectionState('treatments'),
  sectionState('why'),
  sectionState('statistics'),
  sectionState('testimonials'),
  sectionState('team'),
  sectionState('about'),
  sectionState('footer'),
])
export type SiteSection = z.infer<typeof siteSection>

/** `GET /site` */
export const siteState = z.object({
  /** In the order of `SECTIONS`. */
  sections: z.array(siteSection),
  /** The facts that have to be confirmed: all of them with real providers, none with stand-ins. */
  facts: z.array(siteFact),
  /** What `shown: 'clinic'` shows. */
  treatments: z.array(z.object({ name: z.string() })),
  doctors: z.array(z.object({ name: z.string(), designation: z.string(), img: z.string() })),
})
export type SiteState = z.infer<typeof siteState>

/** 409. */
export const siteConflict = conflictWith(siteSection)
