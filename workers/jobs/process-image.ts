import { ImageUnusable } from '../../domain/images/image-store.ts'
import type { Images } from '../../domain/images/images.ts'
import {
  failImage,
  findImage,
  finishProcessing,
  startProcessing,
} from '../../drizzle/queries/images.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
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
      await writeTransaction(db, () => startProcessing(db, id))
      const version = await store.make(image, folder.original(id), signal).catch(doNotRetryUnusable)
      const isFirst = await writeTransaction(db, () =>
        finishProcessing(db, id, { storageProvider, version }, new Date()),
      )
      if (isFirst) log.info({ imageId: id, storageProvider }, 'image processed')
      // Removed meanwhile: `image.destroy` may have run before these files were made.
      else if (findImage(db, id)?.status !== 'processed') await store.destroy(image)
    },
    onFailed: ({ subject }, { db, now }) => failImage(db, subject, now),
  })
}

function doNotRetryUnusable(error: unknown): never {
  if (error instanceof ImageUnusable) throw new DoNotRetry(error.message, { cause: error })
  throw error
}
