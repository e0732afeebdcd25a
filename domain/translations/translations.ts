import { type ClinicDetails, thingsToBring } from '#contract/clinic/clinic-details.ts'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import type { IsoDate } from '#contract/dates.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import type { RichTextBlock, RichTextLine } from '#contract/rich-text/rich-text.ts'
import type {
  ClinicText,
  TextPlace,
  TranslationChange,
} from '#contract/translations/translations.ts'
import { translationsOf } from '#domain/own-words.ts'
import { reasonForFamilies } from '#domain/schedule/reason-for-families.ts'
import { findSection, listSections } from '#domain/site/site.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { readClosures } from '#drizzle/queries/schedule/closures.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { writeTranslation } from '#drizzle/queries/schedule/translations.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/treatments.ts'
import type { Translation } from '#words/languages.ts'

// What the clinic wrote for families, in other languages: docs/requirements.md#languages.

/** The clinic's own settings that families read, and its day. */
export interface ClinicNow {
  settings: Pick<ClinicSettings, 'tagline' | 'hours' | 'calendarTitle' | 'whatToBring'>
  today: IsoDate
}

/**
 * The clinic's details for pages in a language, with the translations of its texts. The story of the website is
 * rich text, which pages do not look up: it comes translated, or marked as English.
 */
export function translateClinic(
  db: Database,
  language: Translation,
  details: ClinicDetails,
  today: IsoDate,
): { details: ClinicDetails; translations: Record<string, string> } {
  const texts = listClinicTexts(db, language, { settings: details, today })
  const translations = Object.fromEntries(
    texts.flatMap(({ text, translation }) => (translation ? [[text, translation]] : [])),
  )
  const { about } = details.words ?? {}
  if (!about) return { details, translations }
  const { words } = findSection(db, 'about')
  const typed = 'story' in words ? words.story : ''
  const { [typed]: told, ...others } = translations
  const story = told
    ? parseRichText(told.replaceAll('{clinic}', details.name)).blocks
    : about.story.map(markEnglish)
  const own = { ...details.words, about: { ...about, story } }
  return { details: { ...details, words: own }, translations: others }
}

const inEnglish = (line: RichTextLine): RichTextLine => ({ ...line, lang: line.lang ?? 'en' })

const markEnglish = (block: RichTextBlock): RichTextBlock =>
  block.kind === 'list'
    ? { ...block, items: block.items.map(inEnglish) }
    : { ...block, line: inEnglish(block.line) }

/** What the clinic wrote for families and shows now, each text once. */
export function listClinicTexts(
  db: Database,
  language: Translation,
  { settings, today }: ClinicNow,
): ClinicText[] {
  const { tagline, hours, calendarTitle } = settings
  const places: Record<TextPlace, readonly string[]> = {
    treatments: listOfferedTreatments(db).map(({ name }) => name),
    clinic: [tagline, hours, calendarTitle, ...thingsToBring(settings)],
    website: listSections(db).flatMap(({ version, words }) => (version > 0 ? textsIn(words) : [])),
    doctors: listDoctors(db).flatMap(({ doctor: { designation, specialty } }) => [
      designation ?? '',
      specialty,
    ]),
    closures: readClosures(db, today).map((closure) => reasonForFamilies(closure) ?? ''),
  }
  const known = translationsOf(db, language)
  const texts = new Map<string, ClinicText>()
  for (const [place, said] of Object.entries(places) as [TextPlace, readonly string[]][]) {
    for (const text of said) {
      if (text === '' || texts.has(text)) continue
      texts.set(text, { place, text, translation: known.get(text) ?? '' })
    }
  }
  return [...texts.values()]
}

/** Facts of sections that are not words for families: names, choices, and what only admins see. */
const NOT_WORDS = new Set(['figure', 'name', 'shown', 'source', 'permissionSince', 'permissionBy'])

/** The texts of a section of the website, as they were typed. */
function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (Array.isArray(words)) return words.flatMap(textsIn)
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([key, value]) => (NOT_WORDS.has(key) ? [] : textsIn(value)))
}

type TranslationOutcome = 'changed' | 'unchanged' | 'stale' | 'unknown_text'

/** Keeps the translation of a text that the clinic says now. */
export function changeTranslation(
  db: Transaction,
  language: Translation,
  { text, before, translation }: TranslationChange,
  clinic: ClinicNow,
  { actor, now }: ChangedBy,
): TranslationOutcome {
  const known = listClinicTexts(db, language, clinic).find((one) => one.text === text)
  if (!known) return 'unknown_text'
  if (known.translation === translation) return 'unchanged'
  if (known.translation !== before) return 'stale'
  writeTranslation(db, { language, text, translation })
  appendEvent(db, { kind: 'translation.changed', actor, subject: language, data: {} }, now)
  return 'changed'
}
