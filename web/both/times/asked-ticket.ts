import { keep, readKept } from '#web/lib/tab-storage.ts'

const KEY = 'sprout.ticket'

/** The ticket of this tab's booking, as a parameter of calls; empty without one. */
export const readAskedTicket = () => readKept<{ ticket: string }>(KEY) ?? {}

/** Stores the ticket for the free times and the booking; null deletes it. */
export const keepAskedTicket = (ticket: string | null) => keep(KEY, ticket ? { ticket } : null)
