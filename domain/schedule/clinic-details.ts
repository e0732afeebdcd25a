import { isDeepStrictEqual } from 'node:util'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import {
  type ClinicChange,
  type ClinicSettings,
  type ClinicState,
  clinicSettings,
  DEFAULT_REMINDERS,
  DEFAULT_SETTINGS,
  publicClinic,
} from '#contract/clinic/clinic-settings.ts'
import type { IsoDate } from '#contract/dates.ts'
import { whyNotOpen } from '#contract/opening/opening.ts'
import { describeHours } from '#contract/schedule/hours.ts'
import { planOn, type Week } from '#contract/schedule/schedule.ts'
import type { PublicWords } from '#contract/site/public-words.ts'
import { offeredLanguages } from '#domain/config/offered-languages.ts'
import { publishedLegalPages } from '#domain/legal/legal-pages.ts'
import { readPublicWords } from '#domain/site/public-words.ts'
import { type Speech, speechIn } from '#domain/speech.ts'
import { watchChanges } from '#drizzle/change-watch.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  readStoredSettings,
  storeLanguages,
  storeSettings,
  storeTimeZone,
} from '#drizzle/queries/schedule/clinic-settings.ts'
import { CLINIC } from '#drizzle/queries/schedule/hours.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { toStored } from '#words/languages.ts'
import { currentSchedule } from '../availability/schedule.ts'
import type { Env } from '../config/env.ts'
import { type Dial, dialablePhone } from '../dialable-phone.ts'
import { keepCalendarIdentities } from '../notifications/calendar-identities.ts'
import { rescheduleReminders } from '../notifications/reminders.ts'
import { senderOf } from '../notifications/sender.ts'

/** The settings, and the clinic's phone number in E.164. */
type KnownSettings = ClinicSettings & Pick<ClinicDetails, 'dialablePhone'>

/** The clinic's details and rules: values that admins have set, and defaults for the rest. */
export interface Clinic {
  /**
   * The present settings, cached until the database changes. `hours` is empty unless an admin wrote a text.
   */
  settings(): KnownSettings
  /** The details for visitors on a day, including the opening hours. */
  details(today: IsoDate, speech?: Speech): ClinicDetails
  /** The settings for the page Clinic. */
  state(today: IsoDate): ClinicState
  /** Converts phone numbers; those without a country code belong to the clinic's present country. */
  dialer(): Dial
  /** Opening hours on a day; closed before the first plan. */
  week(today: IsoDate): Week
  /** Saves what an admin has changed. */
  change(tx: Transaction, change: ClinicChange, by: ChangedBy): 'changed' | 'unchanged' | 'stale'
}

type ClinicEnv = Pick<Env, 'clinic' | 'unpaidLimits' | 'siteUrl' | 'mail' | 'firebase'>

const CLOSED_WEEK: Week = [[], [], [], [], [], [], []]
const FIELDS = Object.keys(clinicSettings.shape) as (keyof ClinicSettings)[]
const {
  notOpen: _,
  takesMessages: __,
  legal: ___,
  words: ____,
  ...settingDetails
} = publicClinic.shape
const DETAILS = Object.keys(settingDetails) as (keyof typeof settingDetails)[]

/** @param env the defaults of rules, and what is stored in the database at a start */
export function openClinic(
  db: Database,
  { clinic: { horizonDays, timeZone }, unpaidLimits, siteUrl, mail, firebase }: ClinicEnv,
): Clinic {
  const defaults: ClinicSettings = {
    ...DEFAULT_SETTINGS,
    bookingHorizonDays: horizonDays,
    unpaidAppointments: unpaidLimits.verified,
    unpaidAppointmentsUnverified: unpaidLimits.unverified,
  }
  writeAtOnce(db, (tx) => {
    storeTimeZone(tx, timeZone)
    storeLanguages(
      tx,
      offeredLanguages({ firebase }).flatMap((one) => toStored(one) ?? []),
    )
    keepCalendarIdentities(tx, { siteUrl, organizer: senderOf(mail).address })
  })
  const hasChanged = watchChanges(db)
  let kept = withDialablePhone(defaults)
  const haveWordsChanged = watchChanges(db)
  let words: PublicWords | undefined

  function read() {
    const { version, details } = readStoredSettings(db)
    return { version, settings: withDialablePhone({ ...defaults, ...details }) }
  }

  function settings(): KnownSettings {
    if (hasChanged()) kept = read().settings
    return kept
  }

  function ownWords(): PublicWords | undefined {
    if (haveWordsChanged()) words = readPublicWords(db, settings())
    return words
  }

  const week = (today: IsoDate) =>
    planOn(currentSchedule(db).hours.get(CLINIC) ?? [], today)?.week ?? CLOSED_WEEK

  return {
    settings,
    dialer() {
      const { country } = settings()
      return (phone) => dialablePhone(phone, country)
    },
    week,
    details(today, { words, formats } = speechIn('en')) {
      const { hours, ...details } = pick(settings(), DETAILS)
      const legal = publishedLegalPages(db)
      const own = ownWords()
      const notOpen = whyNotOpen(currentSchedule(db).opening, today, {
        words: words.opening,
        formats,
      })
      return {
        ...details,
        hours: hours || describeHours(week(today), { hours: words.hours, formats }),
        ...(notOpen !== undefined && { notOpen }),
        ...(mail && { takesMessages: true as const }),
        ...(legal.length > 0 && { legal }),
        ...(own && { words: own }),
      }
    },
    state(today) {
      const { version, settings } = read()
      return {
        ...pick(settings, [...FIELDS, 'dialablePhone']),
        version,
        hoursFromSchedule: describeHours(week(today)),
      }
    },
    change(tx, { version: seen, ...wanted }, by) {
      const { version, settings } = read()
      if (version !== seen) return 'stale'
      const fields = FIELDS.filter((field) => !isDeepStrictEqual(wanted[field], settings[field]))
      if (fields.length === 0) return 'unchanged'
      const details = pick(
        wanted,
        FIELDS.filter((field) => !isDeepStrictEqual(wanted[field], defaults[field])),
      )
      if (!storeSettings(tx, { details, seen })) return 'stale'
      const { actor, now } = by
      const event = { actor, subject: 'clinic', data: { fields } }
      appendEvent(tx, { kind: 'clinic.changed', ...event }, now)
      if (fields.some((field) => field in DEFAULT_REMINDERS)) {
        rescheduleReminders(tx, now, timeZone)
      }
      return 'changed'
    },
  }
}

function withDialablePhone(settings: ClinicSettings): KnownSettings {
  return { ...settings, dialablePhone: dialablePhone(settings.phone, settings.country) }
}

function pick<From extends object, Key extends keyof From>(
  from: From,
  keys: readonly Key[],
): Pick<From, Key> {
  const entries = keys.map((key) => [key, from[key]])
  return Object.fromEntries(entries)
}
