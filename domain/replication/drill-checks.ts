import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { DrillCheck } from '#contract/second-copy/second-copy.ts'
import { findBookingErrors } from '#drizzle/checks/bookings.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findFamilyErrors } from '#drizzle/checks/families.ts'
import { findHoldErrors } from '#drizzle/checks/holds.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import { findSearchErrors } from '#drizzle/checks/search.ts'
import { type Database, databaseFile, openDatabase } from '#drizzle/client.ts'
import { checkDatabase } from '#drizzle/copy-database.ts'
import { findForeignSchema, makeMigrated } from '#drizzle/foreign-schema.ts'
import { events, images } from '#drizzle/schema/index.ts'

/** The findings of a drill in a restored data folder. */
export interface DrillFindings {
  problems: { check: DrillCheck; problem: string }[]
  /** The result of `findNewestEvent` for the copy. */
  newestEventMs: number | null
}

/** Checks a restored data folder: that the database is intact, its books agree, and its images exist. */
export function checkRestored(folder: string): DrillFindings {
  const file = databaseFile(folder)
  try {
    const foreign = findForeignSchema(file, makeMigrated)
    if (foreign.length > 0) throw new Error(`the copy holds ${foreign.join(', ')}`)
    checkDatabase(file)
  } catch (error) {
    return { problems: [{ check: 'integrity', problem: String(error) }], newestEventMs: null }
  }
  const db = openDatabase(file)
  try {
    const of = (check: DrillCheck, found: string[]) => found.map((problem) => ({ check, problem }))
    return {
      problems: [
        ...of('books', findBookErrors(db)),
        ...of('bookings', [...findBookingErrors(db), ...findHoldErrors(db)]),
        ...of('families', [...findFamilyErrors(db), ...findNextVisitErrors(db)]),
        ...of('search', findSearchErrors(db)),
        ...of('images', findMissingImages(db, folder)),
      ],
      newestEventMs: findNewestEvent(db),
    }
  } finally {
    db.$client.close()
  }
}

/** When the newest event occurred, in milliseconds; null without any. */
export function findNewestEvent(db: Database): number | null {
  const newest = db.select({ at: events.occurredAt }).from(events).orderBy(desc(events.id)).get()
  return newest?.at.getTime() ?? null
}

function findMissingImages(db: Database, folder: string): string[] {
  return db
    .select({ id: images.id })
    .from(images)
    .where(
      and(
        eq(images.status, 'processed'),
        eq(images.storageProvider, 'local'),
        isNotNull(images.processedAt),
      ),
    )
    .all()
    .filter(({ id }) => !existsSync(join(folder, 'images', id)))
    .map(({ id }) => `the image ${id} has no files`)
}
