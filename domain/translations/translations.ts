import { type ClinicDetails, thingsToBring } from '#contract/clinic/clinic-details.ts'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import type { IsoDate } from '#contract/dates.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import type { RichTextBlock, RichTextLine } from '#contract/rich-text/rich-text.ts'
import { shortened } from '#contract/site/to-public.ts'
import { AS_IT_IS, FOR_ADMINS } from '#contract/site/words-in-parts.ts'
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
import { listTreatmentNames } from '#drizzle/queries/schedule/treatments.ts'
import type { Translation } from '#words/languages.ts'

// What the clinic wrote for families, in other languages: docs/requirements.md#languages.

type TextSetting = {
  [Name in keyof ClinicSettings]: ClinicSettings[Name] extends string ? Name : never
}[keyof ClinicSettings]

/** Whether families read the text of a setting as words, which have a translation: in one text, or in lines. */
const SETTINGS = {
  tagline: 'text',
  hours: 'text',
  calendarTitle: 'text',
  whatToBring: 'lines',
  fullName: null,
  name: null,
  phone: null,
  email: null,
  street: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  openHolidays: null,
  facebook: null,
  instagram: null,
  twitter: null,
  linkedin: null,
  taxId: null,
  rooms: null,
  tills: null,
  followUps: null,
  firstReminderTime: null,
  secondReminderTime: null,
  quietFrom: null,
  quietUntil: null,
  offersFrom: null,
  offersUntil: null,
  reofferAnswerUntil: null,
} as const satisfies Record<TextSetting, 'text' | 'lines' | null>

type WordSetting = {
  [Name in TextSetting]: (typeof SETTINGS)[Name] extends null ? never : Name
}[TextSetting]

const WORD_SETTINGS = (Object.keys(SETTINGS) as TextSetting[]).filter(
  (name): name is WordSetting => SETTINGS[name] !== null,
)

/** The clinic's own settings that families read, and its day. */
export interface ClinicNow {
  settings: Pick<ClinicSettings, WordSetting>
  today: IsoDate
}

/**
 * The clinic's details for pages in a language, with the translations of its texts. Some words of the website
 * come translated or marked as English, because pages cannot look them up: the story, which is rich text, and
 * testimonials, which pages have shortened.
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
  if (!details.words) return { details, translations }
  const { about, testimonials } = details.words
  const typed = findSection(db, 'about').words.story
  const quoted = findSection(db, 'testimonials').words.testimonials
  const { [typed]: told, ...others } = translations
  for (const { details: quote } of quoted) delete others[quote]
  const own = {
    ...details.words,
    ...(about && {
      about: {
        ...about,
        story: told
          ? parseRichText(told.replaceAll('{clinic}', details.name)).blocks
          : about.story.map(markEnglish),
      },
    }),
    ...(testimonials && {
      testimonials: testimonials.map((shown, at) => {
        const translation = translations[quoted[at]?.details ?? '']
        return translation
          ? { ...shown, details: shortened(translation) }
          : { ...shown, lang: 'en' as const }
      }),
    }),
  }
  return { details: { ...details, words: own }, translations: others }
}

const inEnglish = (line: RichTextLine): RichTextLine => ({ ...line, lang: line.lang ?? 'en' })

const markEnglish = (block: RichTextBlock): RichTextBlock =>
  block.kind === 'list'
    ? { ...block, items: block.items.map(inEnglish) }
    : { ...block, line: inEnglish(block.line) }

/** What the clinic wrote for families and shows now, each text once; all treatments, also former ones. */
export function listClinicTexts(
  db: Database,
  language: Translation,
  { settings, today }: ClinicNow,
): ClinicText[] {
  const places: Record<TextPlace, readonly string[]> = {
    treatments: listTreatmentNames(db),
    clinic: WORD_SETTINGS.flatMap((name) =>
      SETTINGS[name] === 'lines' ? thingsToBring({ whatToBring: settings[name] }) : settings[name],
    ),
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

const NOT_WORDS: readonly string[] = [...AS_IT_IS, ...FOR_ADMINS]

/** The texts of a section of the website, as they were typed. */
function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (Array.isArray(words)) return words.flatMap(textsIn)
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([key, value]) =>
    NOT_WORDS.includes(key) ? [] : textsIn(value),
  )
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
