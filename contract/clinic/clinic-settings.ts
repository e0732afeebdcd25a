import * as z from 'zod/mini'
import { FEWEST_IN_SERIES, LONGEST_SERIES } from '../booking/series-length.ts'
import { socialUrl } from '../doctors/social-url.ts'
import { conflictWith } from '../errors.ts'
import { emailAddress } from '../identity/users.ts'
import { DEFAULT_BANDS, type RefundBand, refundBands } from '../payments/refund-bands.ts'
import type { OnlineRules } from '../payments/refund-terms.ts'
import { typedName } from '../typed-name.ts'
import type { WaitlistRules } from '../waitlist/rules.ts'
import type { ClinicDetails } from './clinic-details.ts'
import { daysOf } from './holidays.ts'
import { LONGEST_ROOM, roomsOf } from './rooms.ts'
import { LONGEST_TILL, tillsOf } from './till-names.ts'

/** Which appointments can be booked. */
interface BookingRules {
  /** How many days ahead, counted from today. */
  bookingHorizonDays: number
  /** Upcoming unpaid appointments of one account, while its email is verified or not; 0: no limit. */
  unpaidAppointments: number
  unpaidAppointmentsUnverified: number
  /** The longest wait between two appointments of siblings that are booked together. */
  siblingGapMinutes: number
  /** How many appointments a series has at most. */
  mostInSeries: number
}

export const DEFAULT_SIBLING_GAP_MINUTES = 15

/** When families are reminded: docs/requirements.md#reminders. Times as in a time field, '16:00'. */
export interface ReminderRules {
  /** How many days before the appointment; 0: no such reminder. */
  firstReminderDays: number
  firstReminderTime: string
  secondReminderDays: number
  secondReminderTime: string
  /** Reminders wait for their end; the same time twice: no quiet hours. */
  quietFrom: string
  quietUntil: string
  /** How many hours before a reminder an appointment must have been booked. */
  reminderMinimumHours: number
}

export const DEFAULT_REMINDERS: ReminderRules = {
  firstReminderDays: 3,
  firstReminderTime: '10:00',
  secondReminderDays: 1,
  secondReminderTime: '16:00',
  quietFrom: '20:00',
  quietUntil: '08:00',
  reminderMinimumHours: 24,
}

/** The rules for changes of booked appointments. */
export interface ChangeRules extends OnlineRules {
  /** The terms of appointments that are booked from now on. */
  refundBands: RefundBand[]
  /** Patients can be checked in from so many minutes before their appointment. */
  checkInMinutes: number
}

/** Unless an admin sets others. */
export const DEFAULT_CHANGE_RULES: ChangeRules = {
  refundBands: DEFAULT_BANDS,
  changeUntilHours: 2,
  mostMoves: 3,
  checkInMinutes: 60,
}

/** How the front desk works. */
interface DeskRules {
  /** A patient who is expected is late so many minutes after the start; 0: at once. */
  lateMinutes: number
  /** Names of the rooms, separated by commas; empty where the agenda does not tell them apart. */
  rooms: string
  /** Names of the tills, separated by commas; empty: one. */
  tills: string
  /** Whether staff may record that a doctor is absent today. */
  staffRecordAbsences: boolean
  /** Whether an admin has to approve the absences that staff record. */
  absencesNeedApproval: boolean
  /** Staff and admin pages lock after so many minutes without input; 0: never. */
  lockMinutes: number
  /** Federal holidays that are not proposed to be closed any more: '2026-11-26, 2027-01-01'. */
  openHolidays: string
}

export const DEFAULT_DESK_RULES: DeskRules = {
  lateMinutes: 5,
  rooms: '',
  tills: '',
  staffRecordAbsences: true,
  absencesNeedApproval: false,
  lockMinutes: 10,
  openHolidays: '',
}

/** The content of receipts besides the clinic's details. */
interface ReceiptSettings {
  /** The clinic's tax id, as it is printed: '12-3456789'; empty without one. */
  taxId: string
}

/** The emails to admins about the clinic's figures. */
interface InsightSettings {
  /** Last week's, on Monday morning. */
  weeklyFigures: boolean
}

export const DEFAULT_INSIGHT_SETTINGS: InsightSettings = { weeklyFigures: false }

/** When the second copy of the data is too old. */
interface CopySettings {
  copyAlarmMinutes: number
}

/** Everything that an admin edits on the page Clinic; empty `hours` are made from the opening hours. */
export interface ClinicSettings
  extends ClinicDetails,
    BookingRules,
    ReminderRules,
    ChangeRules,
    DeskRules,
    ReceiptSettings,
    InsightSettings,
    WaitlistRules,
    CopySettings {}

const required = (label: string, longest: number) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(longest, `${label} must be ${longest} characters or fewer`),
    )

const optional = (label: string, longest: number) => {
  const message = `${label} must be ${longest} characters or fewer`
  return z.string(message).check(z.trim(), z.maxLength(longest, message))
}

const PHONE = 'Enter a phone number, like (503) 555-0142'

const wholeNumber = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}`
  return z.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
}

const time = z
  .string('Enter a time')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 16:00'))

const reminderRules = {
  firstReminderDays: wholeNumber(0, 30),
  firstReminderTime: time,
  secondReminderDays: wholeNumber(0, 30),
  secondReminderTime: time,
  quietFrom: time,
  quietUntil: time,
  reminderMinimumHours: wholeNumber(0, 168),
}

const waitlistRules = {
  waitlistEntries: wholeNumber(1, 50),
  offerLeadMinutes: wholeNumber(0, 1440),
  offerMinutesDays: wholeNumber(1, 2880),
  offerMinutesDay: wholeNumber(1, 1440),
  offerMinutesHours: wholeNumber(1, 360),
  offerMinutesLast: wholeNumber(1, 360),
  mostOffers: wholeNumber(1, 100),
  offersPerDay: wholeNumber(1, 20),
  offersFrom: time,
  offersUntil: time,
}

const settings = {
  name: typedName('Short name', 30),
  fullName: typedName('Name', 100),
  tagline: required('Tagline', 100),
  phone: z.string(PHONE).check(z.trim(), z.maxLength(30, PHONE), z.refine(isPhone, PHONE)),
  email: emailAddress,
  street: required('Street', 100),
  city: required('City', 60),
  region: required('State', 30),
  postalCode: required('ZIP code', 12),
  hours: optional('Hours', 200),
  whatToBring: optional('What to bring', 500),
  calendarTitle: required('Title in calendars', 60),
  facebook: socialUrl,
  instagram: socialUrl,
  twitter: socialUrl,
  linkedin: socialUrl,
  taxId: z
    .string('Tax ID must be 30 characters or fewer')
    .check(z.trim(), z.maxLength(30, 'Tax ID must be 30 characters or fewer')),
  bookingHorizonDays: wholeNumber(1, 730),
  unpaidAppointments: wholeNumber(0, 1000),
  unpaidAppointmentsUnverified: wholeNumber(0, 1000),
  siblingGapMinutes: wholeNumber(0, 60),
  mostInSeries: wholeNumber(FEWEST_IN_SERIES, LONGEST_SERIES),
  ...reminderRules,
  refundBands,
  changeUntilHours: wholeNumber(0, 336),
  mostMoves: wholeNumber(0, 100),
  checkInMinutes: wholeNumber(0, 720),
  weeklyFigures: z.boolean('Choose on or off'),
  copyAlarmMinutes: wholeNumber(1, 1440),
  lateMinutes: wholeNumber(0, 120),
  rooms: optional('Rooms', 500).check(
    z.refine(
      (text) => roomsOf(text).every((name) => name.length <= LONGEST_ROOM),
      `A room’s name must be ${LONGEST_ROOM} characters or fewer`,
    ),
  ),
  tills: optional('Tills', 500).check(
    z.refine(
      (text) => tillsOf(text).every((name) => name.length <= LONGEST_TILL),
      `A till’s name must be ${LONGEST_TILL} characters or fewer`,
    ),
  ),
  staffRecordAbsences: z.boolean('Choose yes or no'),
  absencesNeedApproval: z.boolean('Choose yes or no'),
  lockMinutes: wholeNumber(0, 240),
  openHolidays: optional('Holidays', 1000).check(
    z.refine(
      (text) => daysOf(text).every((day) => /^\d{4}-\d\d-\d\d$/.test(day)),
      'Enter days like 2026-11-26, separated by commas',
    ),
  ),
  ...waitlistRules,
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s().-]*$/.test(text) && digits >= 7 && digits <= 15
}

/** The form's fields. */
export const clinicSettings = z.strictObject(settings)

/** `PUT /clinic/settings`: `version` is the one that the admin saw; another one is refused as stale. */
export const clinicChange = z.strictObject({ ...settings, version: z.int() })
export type ClinicChange = z.input<typeof clinicChange>

/** `GET /clinic/settings`, and the answer to a change. */
export const clinicState = z.object({
  ...settings,
  version: z.int(),
  /** The hours in words as they are made from the opening hours. */
  hoursFromSchedule: z.string(),
})
export type ClinicState = z.infer<typeof clinicState>

/** `GET /clinic`: what visitors read. */
export const publicClinic = z.omit(clinicSettings, {
  bookingHorizonDays: true,
  unpaidAppointments: true,
  unpaidAppointmentsUnverified: true,
  siblingGapMinutes: true,
  mostInSeries: true,
  firstReminderDays: true,
  firstReminderTime: true,
  secondReminderDays: true,
  secondReminderTime: true,
  quietFrom: true,
  quietUntil: true,
  reminderMinimumHours: true,
  refundBands: true,
  changeUntilHours: true,
  mostMoves: true,
  checkInMinutes: true,
  weeklyFigures: true,
  lateMinutes: true,
  rooms: true,
  tills: true,
  staffRecordAbsences: true,
  absencesNeedApproval: true,
  lockMinutes: true,
  openHolidays: true,
  taxId: true,
  copyAlarmMinutes: true,
  waitlistEntries: true,
  offerLeadMinutes: true,
  offerMinutesDays: true,
  offerMinutesDay: true,
  offerMinutesHours: true,
  offerMinutesLast: true,
  mostOffers: true,
  offersPerDay: true,
  offersFrom: true,
  offersUntil: true,
})

/** 409. */
export const clinicConflict = conflictWith(clinicState)

/** The settings by which events name a change. */
export const settingName = z.keyof(clinicSettings)
