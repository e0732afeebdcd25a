import type * as z from 'zod/mini'
import type { ShownPhone } from '../phone.ts'
import type { publicClinic } from './clinic-settings.ts'

// Imports only types of modules with zod, because public pages load this file.

/** The clinic's details for visitors. */
export type ClinicDetails = z.infer<typeof publicClinic>

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

/** What families bring, one item each. */
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

/** The phone number for machines of other sites: in E.164, or as typed if it cannot be dialed. */
export function publishedPhone({
  phone,
  dialablePhone,
}: Pick<ClinicDetails, 'phone' | 'dialablePhone'>): string {
  return dialablePhone ?? phone
}
