import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, UNTIL_REMOVED } from './columns.ts'
import { users } from './users.ts'

/** Uploaded images. The originals are under DATA_DIR, the sizes there or at Cloudinary. */
export const images = sqliteTable(
  'images',
  {
    id: text('id').primaryKey(),
    /** A doctor's image, which admins upload, or a user's own photo. */
    purpose: text('purpose', { enum: ['doctor', 'profile'] }).notNull(),
    uploadedBy: text('uploaded_by').references(() => users.uid, UNTIL_REMOVED),
    /** Media type by content: 'image/jpeg'. */
    type: text('type').notNull(),
    /** As `imageStatus` in the contract; removed: no longer shown, its files are to be deleted. */
    status: text('status', { enum: ['received', 'processing', 'processed', 'failed', 'removed'] })
      .notNull()
      .default('received'),
    /** Where the sizes are, once it is processed. */
    storageProvider: text('storage_provider', { enum: ['local', 'cloudinary'] }),
    /** The storage provider's version of the file; part of Cloudinary's URLs. */
    version: integer('version'),
    createdAt: instant('created_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (image) => [
    index('images_by_uploader').on(image.uploadedBy),
    index('images_by_age').on(image.createdAt),
    check(
      'images_processed_has_storage_provider',
      sql`status <> 'processed' or storage_provider is not null`,
    ),
  ],
)
