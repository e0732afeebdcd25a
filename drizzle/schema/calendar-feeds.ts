import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { doctors } from './doctors.ts'
import { users } from './users.ts'

/** Calendars that staff and doctors subscribe to: docs/requirements.md#calendar-feeds. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token in its address, in hexadecimal. */
    tokenHash: text('token_hash').notNull(),
    /** Only this doctor's appointments; null for all. */
    doctorId: text('doctor_id').references(() => doctors.id, { onDelete: 'cascade' }),
    /** It says who comes, and for which treatment. */
    withNames: integer('with_names', { mode: 'boolean' }).notNull().default(false),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** Within some minutes. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (feed) => [
    uniqueIndex('calendar_feeds_by_token').on(feed.tokenHash),
    index('calendar_feeds_by_user').on(feed.createdBy),
    index('calendar_feeds_by_doctor').on(feed.doctorId),
  ],
)
