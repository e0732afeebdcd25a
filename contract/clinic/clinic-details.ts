import type * as z from 'zod/mini'
import type { ShownPhone } from '../phone.ts'
import type { publicClinic } from './clinic-settings.ts'

// Without zod, whose types alone are used here: the public pages load it.

/** The clinic's details for visitors. */
export type ClinicDetails = z.infer<typeof publicClinic>

/** Of a new database: docs/requirements.md#fixed-texts. */
export const DEFAULT_DETAILS: Omit<ClinicDetails, 'dialablePhone'> = {
  name: 'Sprout',
  fullName: 'Sprout Children’s Clinic',
  tagline: 'Gentle care for children',
  phone: '(503) 555-0142',
  email: 'hello@sprout.example',
  street: '24 Willow Lane',
  city: 'Portland',
  region: 'OR',
  postalCode: '97205',
  country: 'US',
  hours: 'Monday to Friday 09:00am to 05:00pm',
  whatToBring:
    'Your child’s insurance card\nThe vaccination record\nA list of the medicines your child takes',
  calendarTitle: 'Appointment',
  facebook: '',
  instagram: '',
  twitter: '',
  linkedin: '',
}

/** What visitors read of a clinic that has changed nothing. */
export const DEFAULT_CLINIC: ClinicDetails = { ...DEFAULT_DETAILS, dialablePhone: '+15035550142' }

export const SOCIAL_NETWORKS = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['twitter', 'Twitter'],
  ['linkedin', 'LinkedIn'],
] as const

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number][1]

type Address = Pick<ClinicDetails, 'street' | 'city' | 'region' | 'postalCode'>

/** The address on one line: '24 Willow Lane, Portland, OR 97205'. */
export function addressLine({ street, city, region, postalCode }: Address): string {
  return `${street}, ${city}, ${region} ${postalCode}`
}

/** The things that families bring, one each. */
export function thingsToBring({ whatToBring }: Pick<ClinicDetails, 'whatToBring'>): string[] {
  const lines = whatToBring.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/** A link that calls a number; undefined where the number cannot be dialed. */
export function phoneLink({
  dialablePhone,
}: Pick<ShownPhone, 'dialablePhone'>): string | undefined {
  return dialablePhone === null ? undefined : `tel:${dialablePhone}`
}

/** The number for other sites' machines: as it is dialed, or else as it was typed. */
export function publishedPhone({
  phone,
  dialablePhone,
}: Pick<ClinicDetails, 'phone' | 'dialablePhone'>): string {
  return dialablePhone ?? phone
}
