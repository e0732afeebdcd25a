import { failImage, finishProcessing, startProcessing } from '#domain/images/image-states.ts'
import { ImageUnusable } from '#domain/images/image-store.ts'
import type { Images } from '#domain/images/images.ts'
import { findImage } from '#drizzle/queries/images.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { DoNotRetry, defineHandler, type Handler } from '../queue/handler.ts'

/** Makes the sizes of an uploaded image. */
export function processImage({ folder, store }: Images): Handler {
  return defineHandler({
    name: 'image.process',
    on: 'image.received',
    async run(_data, { db, log, signal, event }) {
      const image = findImage(db, event.subject)
      if (!image || image.status === 'processed' || image.status === 'removed') return
      const { id } = image
      const storageProvider = store.provider
      // The user may have replaced the photo while this image waited.
      const isWanted = () => findImage(db, id)?.status === 'processing'
      await writeTransaction(db, (tx) => startProcessing(tx, id))
      const version = await store
        .make(image, { original: folder.original(id), isWanted, signal })
        .catch(doNotRetryUnusable)
      const isFirst = await writeTransaction(db, (tx) =>
        finishProcessing(tx, id, { storageProvider, version }, new Date()),
      )
      const isProcessed = findImage(db, id)?.status === 'processed'
      // The original's metadata may contain a location, and the sizes suffice.
      if (isProcessed) await folder.removeOriginal(id)
      if (isFirst) log.info({ imageId: id, storageProvider }, 'image processed')
      // Removed meanwhile: `image.destroy` may have run before these files were made.
      else if (!isProcessed) await store.destroy(image)
    },
    onFailed: (tx, { subject }, now) => failImage(tx, subject, now),
  })
}

function doNotRetryUnusable(error: unknown): never {
  if (error instanceof ImageUnusable) throw new DoNotRetry(error.message, { cause: error })
  throw error
}
