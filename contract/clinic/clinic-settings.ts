import * as z from 'zod/mini'
import { FEWEST_IN_SERIES, LONGEST_SERIES } from '../booking/series-length.ts'
import { parseWireDate } from '../dates.ts'
import { socialUrl } from '../doctors/social-url.ts'
import { conflictWith } from '../errors.ts'
import { emailAddress } from '../identity/users.ts'
import { DEFAULT_BANDS, refundBands } from '../payments/refund-bands.ts'
import { phone, shownPhone } from '../phone.ts'
import { optionalLine, optionalText, requiredLine } from '../text.ts'
import { typedName } from '../typed-name.ts'
import { country } from './countries.ts'
import { daysOf } from './holidays.ts'
import { LONGEST_ROOM, roomsOf } from './rooms.ts'
import { LONGEST_TILL, tillsOf } from './till-names.ts'

const wholeNumber = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}`
  return z.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
}

const time = z
  .string('Enter a time')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 16:00'))

/** The clinic's details for visitors. */
const details = {
  /** Short: in the logo and in the titles of pages. */
  name: typedName('Short name', 30),
  fullName: typedName('Name', 100),
  tagline: requiredLine('Tagline', 100),
  /** As it is shown: '(503) 555-0142'. */
  phone,
  email: emailAddress,
  street: requiredLine('Street', 100),
  city: requiredLine('City', 60),
  region: requiredLine('State', 30),
  postalCode: requiredLine('ZIP code', 12),
  /** Phone numbers without a country code are numbers of this country. */
  country,
  /** The opening hours in words; empty: they are made from the opening hours. */
  hours: optionalLine('Hours', 200),
  /** The things that families bring to every appointment: one a line, empty for nothing. */
  whatToBring: optionalText('What to bring', 500),
  /** The name of an appointment in families' calendars, which others may see. */
  calendarTitle: requiredLine('Title in calendars', 60),
  /** Addresses of the clinic's accounts; empty without one. */
  facebook: socialUrl,
  instagram: socialUrl,
  twitter: socialUrl,
  linkedin: socialUrl,
}

/** When families are reminded: docs/requirements.md#reminders. Times as in a time field, '16:00'. */
const reminderRules = {
  /** How many days before the appointment; 0: no such reminder. */
  firstReminderDays: wholeNumber(0, 30),
  firstReminderTime: time,
  secondReminderDays: wholeNumber(0, 30),
  secondReminderTime: time,
  /** Reminders wait for their end; the same time twice: no quiet hours. */
  quietFrom: time,
  quietUntil: time,
  /** How many hours before a reminder an appointment must have been booked. */
  reminderMinimumHours: wholeNumber(0, 168),
}

/** The rules for changes of booked appointments. */
const changeRules = {
  /** The terms of appointments that are booked from now on. */
  refundBands,
  /** Until so many hours before the start families change appointments themselves. */
  changeUntilHours: wholeNumber(0, 336),
  /** How often an appointment can be moved. */
  mostMoves: wholeNumber(0, 100),
  /** Patients can be checked in from so many minutes before their appointment. */
  checkInMinutes: wholeNumber(0, 720),
}

/** How the front desk works. */
const deskRules = {
  /** A patient who is expected is late so many minutes after the start; 0: at once. */
  lateMinutes: wholeNumber(0, 120),
  /** Names of the rooms, separated by commas; empty where the agenda does not tell them apart. */
  rooms: optionalLine('Rooms', 500).check(
    z.refine(
      (text) => roomsOf(text).every((name) => name.length <= LONGEST_ROOM),
      `A room’s name must be ${LONGEST_ROOM} characters or fewer`,
    ),
  ),
  /** Names of the tills, separated by commas; empty: one. */
  tills: optionalLine('Tills', 500).check(
    z.refine(
      (text) => tillsOf(text).every((name) => name.length <= LONGEST_TILL),
      `A till’s name must be ${LONGEST_TILL} characters or fewer`,
    ),
  ),
  /** Whether staff may record that a doctor is absent today. */
  staffRecordAbsences: z.boolean('Choose yes or no'),
  /** Whether an admin has to approve the absences that staff record. */
  absencesNeedApproval: z.boolean('Choose yes or no'),
  /** Staff and admin pages lock after so many minutes without input; 0: never. */
  lockMinutes: wholeNumber(0, 240),
  /** Federal holidays that are not proposed to be closed any more: '2026-11-26, 2027-01-01'. */
  openHolidays: optionalLine('Holidays', 1000).check(
    z.refine(
      (text) => daysOf(text).every((day) => parseWireDate(day) === day),
      'Enter days like 2026-11-26, separated by commas',
    ),
  ),
}

/** How freed times are offered: docs/requirements.md#waiting-list. Times as in a time field. */
const waitlistRules = {
  /** Open entries of one family. */
  waitlistEntries: wholeNumber(1, 50),
  /** A time that begins sooner is public at once. */
  offerLeadMinutes: wholeNumber(0, 1440),
  /** How long an offer lasts, by the time that is left: 72 h or more, 24 to 72 h, 6 to 24 h, less. */
  offerMinutesDays: wholeNumber(1, 2880),
  offerMinutesDay: wholeNumber(1, 1440),
  offerMinutesHours: wholeNumber(1, 360),
  offerMinutesLast: wholeNumber(1, 360),
  /** Offers of one time; then it is public. */
  mostOffers: wholeNumber(1, 100),
  /** Offers to one family on one day. */
  offersPerDay: wholeNumber(1, 20),
  offersFrom: time,
  offersUntil: time,
}

const settings = {
  ...details,
  /** The clinic's tax id, as it is printed on receipts: '12-3456789'; empty without one. */
  taxId: optionalLine('Tax ID', 30),
  /** How many days ahead can be booked, counted from today. */
  bookingHorizonDays: wholeNumber(1, 730),
  /** Upcoming unpaid appointments of one account, while its email is verified or not; 0: no limit. */
  unpaidAppointments: wholeNumber(0, 1000),
  unpaidAppointmentsUnverified: wholeNumber(0, 1000),
  /** The longest wait between two appointments of siblings that are booked together. */
  siblingGapMinutes: wholeNumber(0, 60),
  /** How many appointments a series has at most. */
  mostInSeries: wholeNumber(FEWEST_IN_SERIES, LONGEST_SERIES),
  ...reminderRules,
  ...changeRules,
  /** Whether admins get last week's figures by email, on Monday morning. */
  weeklyFigures: z.boolean('Choose on or off'),
  /** When the second copy of the data is too old. */
  copyAlarmMinutes: wholeNumber(1, 1440),
  ...deskRules,
  ...waitlistRules,
}

/** Everything that an admin edits on the page Clinic: the form's fields. */
export const clinicSettings = z.strictObject(settings)
export type ClinicSettings = z.infer<typeof clinicSettings>

export type ReminderRules = Pick<ClinicSettings, keyof typeof reminderRules>
export type ChangeRules = Pick<ClinicSettings, keyof typeof changeRules>

export const DEFAULT_SIBLING_GAP_MINUTES = 15

export const DEFAULT_REMINDERS: ReminderRules = {
  firstReminderDays: 3,
  firstReminderTime: '10:00',
  secondReminderDays: 1,
  secondReminderTime: '16:00',
  quietFrom: '20:00',
  quietUntil: '08:00',
  reminderMinimumHours: 24,
}

/** Unless an admin sets others. */
export const DEFAULT_CHANGE_RULES: ChangeRules = {
  refundBands: DEFAULT_BANDS,
  changeUntilHours: 2,
  mostMoves: 3,
  checkInMinutes: 60,
}

export const DEFAULT_DESK_RULES: Pick<ClinicSettings, keyof typeof deskRules> = {
  lateMinutes: 5,
  rooms: '',
  tills: '',
  staffRecordAbsences: true,
  absencesNeedApproval: false,
  lockMinutes: 10,
  openHolidays: '',
}

export const DEFAULT_INSIGHT_SETTINGS = { weeklyFigures: false }

/** `PUT /clinic/settings`: `version` is the one that the admin saw; another one is refused as stale. */
export const clinicChange = z.strictObject({ ...settings, version: z.int() })
export type ClinicChange = z.input<typeof clinicChange>

/** Names in answers are not checked again: browsers could not do it at once. */
const shownNames = { name: z.string(), fullName: z.string() }

/** `GET /clinic/settings`, and the answer to a change. */
export const clinicState = z.object({
  ...settings,
  ...shownNames,
  version: z.int(),
  /** The hours in words as they are made from the opening hours. */
  hoursFromSchedule: z.string(),
  dialablePhone: shownPhone.dialablePhone,
})
export type ClinicState = z.infer<typeof clinicState>

/** The settings as they are, as a change of them. */
export function changeOf({
  hoursFromSchedule: _,
  dialablePhone: __,
  ...settings
}: ClinicState): ClinicChange {
  return settings
}

/** `GET /clinic`: what visitors read. */
export const publicClinic = z.strictObject({
  ...details,
  ...shownNames,
  dialablePhone: shownPhone.dialablePhone,
})

/** 409. */
export const clinicConflict = conflictWith(clinicState)

/** The settings by which events name a change. */
export const settingName = z.keyof(clinicSettings)
