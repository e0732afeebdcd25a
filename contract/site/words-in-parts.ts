import type { PublicWords } from './public-words.ts'
import type { Section } from './sections.ts'
import type { SectionWords } from './site.ts'

/** The names of the texts in a value, and in its parts. */
type TextName<Value> = Value extends readonly (infer Item)[]
  ? TextName<Item>
  : Value extends object
    ? {
        [Name in keyof Value & string]: NonNullable<Value[Name]> extends string | readonly string[]
          ? Name
          : TextName<NonNullable<Value[Name]>>
      }[keyof Value & string]
    : never

/** The story of pages is rich text, not words. */
type Named = TextName<SectionWords[Section]> | TextName<Omit<PublicWords, 'about'>>

/** What is the same in every language. */
export const AS_IT_IS = ['figure', 'img', 'lang', 'name'] as const satisfies readonly Named[]

/** Choices, and what only admins see. */
export const FOR_ADMINS = [
  'permissionBy',
  'permissionSince',
  'shown',
  'source',
] as const satisfies readonly Named[]

/** Texts that families read, each of which has a translation. */
type Words =
  | 'contact'
  | 'designation'
  | 'details'
  | 'eyebrow'
  | 'label'
  | 'location'
  | 'points'
  | 'promise'
  | 'relation'
  | 'roomsTitle'
  | 'services'
  | 'story'
  | 'text'
  | 'title'

/** Fails to compile when a text of the website is in none of the lists. */
export type Sorted = [
  Exclude<Named, Words | (typeof AS_IT_IS | typeof FOR_ADMINS)[number]>,
] extends [never]
  ? true
  : never
export const SORTED: Sorted = true
