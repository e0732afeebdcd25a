import { millisecondsInHour } from 'date-fns/constants'
import { removeImage } from '#domain/images/image-states.ts'
import type { Images } from '#domain/images/images.ts'
import { findImage, listAbandonedImages } from '#drizzle/queries/images.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '../queue/handler.ts'

/** For how long an upload may wait for its doctor to be added. */
const ABANDONED_AFTER = 24 * millisecondsInHour

/** Longer than any upload or worker takes. */
const ORPHANED_AFTER = millisecondsInHour

/** Removes uploads that nothing uses, and files left by a crash. */
export function tidyImages({ folder }: Images): PeriodicJob {
  return {
    name: 'images.tidy',
    everyMs: millisecondsInHour,
    async run({ db, log, signal }) {
      const now = new Date()
      const abandoned = await writeTransaction(db, (tx) => {
        const images = listAbandonedImages(db, new Date(now.getTime() - ABANDONED_AFTER))
        for (const { id } of images) removeImage(tx, id, { actor: null, now })
        return images.length
      })
      if (abandoned > 0) log.info({ abandoned }, 'removed unused images')

      const before = new Date(now.getTime() - ORPHANED_AFTER)
      const orphans = await folder.listAbandoned(before, (id) => findImage(db, id) !== undefined)
      for (const path of orphans) {
        signal.throwIfAborted()
        await folder.discard(path)
      }
      if (orphans.length > 0) log.info({ folders: orphans.length }, 'removed files left by a crash')

      // A crash, or a version before 0.3, may have left originals of processed images.
      for (const id of await folder.listOriginals()) {
        signal.throwIfAborted()
        if (findImage(db, id)?.status === 'processed') await folder.removeOriginal(id)
      }
    },
  }
}
