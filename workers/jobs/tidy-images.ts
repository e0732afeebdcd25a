import type { Images } from '../../domain/images/images.ts'
import { findImage, listAbandonedImages, removeImage } from '../../drizzle/queries/images.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const HOUR = 60 * 60_000

/** How long an upload may wait for a doctor to be added with it. */
const ABANDONED_AFTER = 24 * HOUR

/** No upload and no worker takes as long. */
const WASTE_AFTER = HOUR

/** Removes uploads that came to nothing, and the files that a crash has left. */
export function tidyImages({ folder }: Images): PeriodicJob {
  return {
    name: 'images.tidy',
    everyMs: HOUR,
    async run({ db, log, signal }) {
      const now = new Date()
      const abandoned = await writeTransaction(db, () => {
        const images = listAbandonedImages(db, new Date(now.getTime() - ABANDONED_AFTER))
        for (const { id } of images) removeImage(db, id, { actor: null, now })
        return images.length
      })
      if (abandoned > 0) log.info({ abandoned }, 'removed pictures that nobody uses')

      const wasteSince = new Date(now.getTime() - WASTE_AFTER)
      const waste = await folder.listWaste(wasteSince, (id) => findImage(db, id) !== undefined)
      for (const path of waste) {
        signal.throwIfAborted()
        await folder.discard(path)
      }
      if (waste.length > 0) log.info({ folders: waste.length }, 'removed what a crash had left')
    },
  }
}
