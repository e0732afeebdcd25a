import type { Images } from '#domain/images/images.ts'
import { deleteImage, findImage } from '#drizzle/queries/images.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'

/** Deletes a removed image: its files here, its sizes at the storage provider, and its row. */
export function destroyImage({ folder, store }: Images): Handler {
  return defineHandler({
    name: 'image.destroy',
    on: 'image.removed',
    async run(_data, { db, event }) {
      const image = findImage(db, event.subject)
      if (image?.status !== 'removed') return
      const { id, storageProvider } = image
      if (storageProvider === 'cloudinary' && store.provider !== storageProvider) {
        throw new Error('The image is at Cloudinary, and CLOUDINARY_URL is not set.')
      }
      // Even without a storage provider: processing may have been interrupted.
      await store.destroy(image)
      await folder.destroy(id)
      await writeTransaction(db, (tx) => deleteImage(tx, id))
    },
  })
}
