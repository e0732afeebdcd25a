import { z } from 'zod'
import type { Images } from '../../domain/images/images.ts'
import { findImage, forgetImage } from '../../drizzle/queries/images.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'

/** Destroys what there is of a picture that was removed: here and at whoever made its sizes. */
export function destroyImage({ folder, store }: Images): Handler {
  return defineHandler({
    name: 'image.destroy',
    on: ['image.removed'],
    schema: z.object({}),
    async run(_data, { db, event }) {
      const image = findImage(db, event.subject)
      if (image?.status !== 'removed') return
      const { id, keeper } = image
      if (keeper === 'cloudinary' && store.keeper !== keeper) {
        throw new Error('The picture is at Cloudinary, and CLOUDINARY_URL is not set.')
      }
      // Whoever makes sizes now may have begun with this one, too.
      await store.destroy(image)
      await folder.destroy(id)
      await writeTransaction(db, () => forgetImage(db, id))
    },
  })
}
