import { z } from 'zod'
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

/** Makes the sizes of a picture that was uploaded (design section 6.7). */
export function processImage({ folder, store }: Images): Handler {
  return defineHandler({
    name: 'image.process',
    on: ['image.received'],
    schema: z.object({}),
    async run(_data, { db, log, signal, event }) {
      const image = findImage(db, event.subject)
      if (!image || image.status === 'processed' || image.status === 'removed') return
      const { id } = image
      await writeTransaction(db, () => startProcessing(db, id))
      const version = await store.make(image, folder.original(id), signal).catch(unlessUnusable)
      const made = { keeper: store.keeper, version }
      const isFirst = await writeTransaction(db, () => finishProcessing(db, id, made, new Date()))
      if (isFirst) log.info({ imageId: id, keeper: store.keeper }, 'picture processed')
      // Removed meanwhile: whoever destroys it may have come before there was anything to destroy.
      else if (findImage(db, id)?.status !== 'processed') await store.destroy(image)
    },
    onParked: ({ subject }, { db, now }) => failImage(db, subject, now),
  })
}

function unlessUnusable(error: unknown): never {
  if (error instanceof ImageUnusable) throw new DoNotRetry(error.message, { cause: error })
  throw error
}
