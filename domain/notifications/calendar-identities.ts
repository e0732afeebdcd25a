import type { Transaction } from '#drizzle/client.ts'
import {
  giveCalendarIdentities,
  readOrganizer,
  storeOrganizer,
} from '#drizzle/queries/notifications/calendar-identities.ts'

interface Addresses {
  siteUrl: string
  /** The address that the clinic's emails come from. */
  organizer: string
}

/**
 * Keeps the organizer of appointments booked from now on. At the first start that stores identities, older
 * appointments get the ones that earlier versions sent, which contained the site's host.
 */
export function keepCalendarIdentities(db: Transaction, { siteUrl, organizer }: Addresses): void {
  const known = readOrganizer(db)
  if (known === organizer) return
  if (known === '') giveCalendarIdentities(db, { host: new URL(siteUrl).hostname, organizer })
  storeOrganizer(db, organizer)
}
