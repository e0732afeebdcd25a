import * as z from 'zod/mini'
import type { ClinicDetails } from './clinic-details.ts'
import { conflictWith } from './errors.ts'
import { emailAddress } from './users.ts'

/** Which appointments can be booked. */
export interface BookingRules {
  /** How many days ahead, counted from today. */
  bookingHorizonDays: number
  /** Upcoming unpaid appointments of one account, while its email is verified or not; 0: no limit. */
  unpaidAppointments: number
  unpaidAppointmentsUnverified: number
}

/** Everything that an admin edits on the page Clinic; empty `hours` are made from the opening hours. */
export interface ClinicSettings extends ClinicDetails, BookingRules {}

const required = (label: string, longest: number) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(longest, `${label} must be ${longest} characters or fewer`),
    )

const PHONE = 'Enter a phone number, like (503) 555-0142'
const NOT_AN_ADDRESS = 'Enter an address that begins with https://'

/** The address of a page on a social network; empty for none. */
export const socialUrl = z.string(NOT_AN_ADDRESS).check(
  z.trim(),
  z.maxLength(200, 'The address must be 200 characters or fewer'),
  z.refine((text) => text === '' || isHttps(text), NOT_AN_ADDRESS),
)

function isHttps(text: string): boolean {
  // The parser would forgive spaces and control characters, and links must not carry credentials.
  if (/[\s\\"<>]/.test(text)) return false
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && username === ''
}

const wholeNumber = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}`
  return z.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
}

const settings = {
  name: required('Short name', 30),
  fullName: required('Name', 100),
  tagline: required('Tagline', 100),
  phone: z.string(PHONE).check(z.trim(), z.maxLength(30, PHONE), z.refine(isPhone, PHONE)),
  email: emailAddress,
  street: required('Street', 100),
  city: required('City', 60),
  region: required('State', 30),
  postalCode: required('ZIP code', 12),
  hours: z
    .string('Hours must be 200 characters or fewer')
    .check(z.trim(), z.maxLength(200, 'Hours must be 200 characters or fewer')),
  facebook: socialUrl,
  instagram: socialUrl,
  twitter: socialUrl,
  linkedin: socialUrl,
  bookingHorizonDays: wholeNumber(1, 730),
  unpaidAppointments: wholeNumber(0, 1000),
  unpaidAppointmentsUnverified: wholeNumber(0, 1000),
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s().-]*$/.test(text) && digits >= 7 && digits <= 15
}

/** The form's fields. */
export const clinicSettings = z.strictObject(settings)

/** `PUT /clinic`: `version` is the one that the admin saw; another one is refused as stale. */
export const clinicChange = z.strictObject({ ...settings, version: z.int() })
export type ClinicChange = z.input<typeof clinicChange>

/** `GET /clinic`, and the answer to a change. */
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
})

/** 409. */
export const clinicConflict = conflictWith(clinicState)

/** The settings by which events name a change. */
export const settingName = z.keyof(clinicSettings)
