import type { Transaction } from '#drizzle/client.ts'
import {
  giveCalendarIdentities,
  readOrganizer,
  storeOrganizer,
} from '#drizzle/queries/notifications/calendar-identities.ts'

interface Addresses {
  siteUrl: string
  /** Where the clinic's emails come from. */
  organizer: string
}

/**
 * Keeps the organizer of the appointments that are booked from now on. At the first start with kept
 * identities, older appointments keep those that earlier versions sent: they named the site's host.
 */
export function keepCalendarIdentities(db: Transaction, { siteUrl, organizer }: Addresses): void {
  const known = readOrganizer(db)
  if (known === organizer) return
  if (known === '') giveCalendarIdentities(db, { host: new URL(siteUrl).hostname, organizer })
  storeOrganizer(db, organizer)
}
