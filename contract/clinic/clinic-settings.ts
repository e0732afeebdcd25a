import * as z from 'zod/mini'
import { conflictWith } from '../errors.ts'
import { publishedLegalPage } from '../legal/published-legal-page.ts'
import { shownPhone } from '../phone.ts'
import { publicWords } from '../site/public-words.ts'
import { BOOKING_RULES, CHANGES, REMINDERS, REOFFERS, WAITING_LIST } from './booking-settings.ts'
import {
  CHECK_UP_EMAILS,
  FIGURES,
  FRONT_DESK,
  IMPORTS,
  INVITATIONS,
  NEXT_VISITS,
  SECOND_COPY,
  SITE_ALARMS,
} from './desk-settings.ts'
import {
  BEFORE_AN_APPOINTMENT,
  CONTACT,
  NAME,
  OPENING_HOURS,
  RECEIPTS,
  SOCIAL_ACCOUNTS,
} from './detail-settings.ts'
import { defaultsOf, schemasOf } from './setting.ts'

/** In the order of their pages. */
export const SETTING_GROUPS = [
  NAME,
  CONTACT,
  OPENING_HOURS,
  BEFORE_AN_APPOINTMENT,
  SOCIAL_ACCOUNTS,
  RECEIPTS,
  BOOKING_RULES,
  REMINDERS,
  CHANGES,
  REOFFERS,
  WAITING_LIST,
  NEXT_VISITS,
  CHECK_UP_EMAILS,
  FIGURES,
  FRONT_DESK,
  IMPORTS,
  INVITATIONS,
  SITE_ALARMS,
  SECOND_COPY,
] as const

/** Every setting of the clinic that admins edit, by name. */
const settings = {
  ...NAME.settings,
  ...CONTACT.settings,
  ...OPENING_HOURS.settings,
  ...BEFORE_AN_APPOINTMENT.settings,
  ...SOCIAL_ACCOUNTS.settings,
  ...RECEIPTS.settings,
  ...BOOKING_RULES.settings,
  ...REMINDERS.settings,
  ...CHANGES.settings,
  ...REOFFERS.settings,
  ...WAITING_LIST.settings,
  ...NEXT_VISITS.settings,
  ...CHECK_UP_EMAILS.settings,
  ...FIGURES.settings,
  ...FRONT_DESK.settings,
  ...IMPORTS.settings,
  ...INVITATIONS.settings,
  ...SITE_ALARMS.settings,
  ...SECOND_COPY.settings,
}

/** The settings that visitors read. */
const details = {
  ...NAME.settings,
  ...CONTACT.settings,
  hours: OPENING_HOURS.settings.hours,
  ...BEFORE_AN_APPOINTMENT.settings,
  ...SOCIAL_ACCOUNTS.settings,
}

/** The form's fields. */
export const clinicSettings = z.strictObject(schemasOf(settings))
export type ClinicSettings = z.infer<typeof clinicSettings>

/** What applies until an admin sets others. */
export const DEFAULT_SETTINGS: ClinicSettings = defaultsOf(settings)

/** The defaults of the settings that visitors read. */
export const DEFAULT_DETAILS = defaultsOf(details)

export type SiteAlarmRules = Pick<ClinicSettings, keyof typeof SITE_ALARMS.settings>

export const DEFAULT_REMINDERS = defaultsOf(REMINDERS.settings)
export type ReminderRules = typeof DEFAULT_REMINDERS

export const DEFAULT_CHANGE_RULES = defaultsOf(CHANGES.settings)

/** How long families have to answer for a closed day: docs/requirements.md#re-offers. */
export const DEFAULT_REOFFER_RULES = defaultsOf(REOFFERS.settings)
export type ReofferRules = typeof DEFAULT_REOFFER_RULES

/** How freed times are offered: docs/requirements.md#waiting-list. */
export type WaitlistRules = Pick<ClinicSettings, keyof typeof WAITING_LIST.settings>

/** When families are asked by email for check-ups and missed visits: docs/requirements.md#check-ups-to-email. */
export type AskingRules = Pick<ClinicSettings, keyof typeof CHECK_UP_EMAILS.settings>

/** `PUT /clinic/settings`: `version` is the one that the admin saw; an outdated one is refused. */
export const clinicChange = z.extend(clinicSettings, { version: z.int() })
export type ClinicChange = z.input<typeof clinicChange>

/** Answers are not validated again: browsers load the name rules on demand. */
const shownNames = { name: z.string(), fullName: z.string() }

/** `GET /clinic/settings`, and the answer to a change. */
export const clinicState = z.object({
  ...clinicSettings.shape,
  ...shownNames,
  version: z.int(),
  /** The opening hours in words. */
  hoursFromSchedule: z.string(),
  dialablePhone: shownPhone.dialablePhone,
})
export type ClinicState = z.infer<typeof clinicState>

/** The current settings as the payload of a change. */
export function changeOf({
  hoursFromSchedule: _,
  dialablePhone: __,
  ...settings
}: ClinicState): ClinicChange {
  return settings
}

/** `GET /clinic`: what visitors read. */
export const publicClinic = z.strictObject({
  ...schemasOf(details),
  ...shownNames,
  dialablePhone: shownPhone.dialablePhone,
  /** Why families cannot book online now, without a period; absent while they can. */
  notOpen: z.optional(z.string()),
  /** Whether the contact page sends messages; absent without a mail server. */
  takesMessages: z.optional(z.literal(true)),
  /** The legal pages that are published; absent without any. */
  legal: z.optional(z.array(publishedLegalPage)),
  /** The website's own words; absent without any. */
  words: z.optional(publicWords),
})

/** 409. */
export const clinicConflict = conflictWith(clinicState)

/** The names of settings in events. */
export const settingName = z.keyof(clinicSettings)
