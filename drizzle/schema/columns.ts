import { integer } from 'drizzle-orm/sqlite-core'

// Money is in cents, dates are 'yyyy-MM-dd' in the clinic's time zone, ids are UUIDv7 as text.

/** An instant, stored as milliseconds since the epoch. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })
