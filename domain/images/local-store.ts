import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageUrl } from '../../contract/images.ts'
import type { ImageFolder } from './image-folder.ts'
import { type ImageStore, ImageUnusable } from './image-store.ts'
import { createLane } from './lane.ts'
import { BadPicture, drawSquare } from './picture.ts'
import { sizesOf } from './sizes.ts'

/** Makes the sizes with sharp and keeps them in the data folder, which this server serves. */
export function createLocalStore(folder: ImageFolder): ImageStore {
  const inTurn = createLane()

  return {
    provider: 'local',
    async make(image, original, signal) {
      await inTurn(async () => {
        signal.throwIfAborted()
        const workshop = await folder.openWorkshop()
        try {
          const sizes = sizesOf(image)
          const square = await drawSquare(original, Math.max(...sizes.map(({ width }) => width)))
          for (const size of sizes) {
            signal.throwIfAborted()
            const file = join(workshop, `${size.width}.${size.format}`)
            await writeFile(file, await square(size), { flush: true })
            await folder.settleSize(file, image.id, size)
          }
        } catch (cause) {
          if (cause instanceof BadPicture) throw new ImageUnusable(cause.message, { cause })
          throw cause
        } finally {
          await folder.discard(workshop)
        }
      })
      return null
    },
    // The sizes lie beside the original, and go with it.
    destroy: ({ id }) => folder.destroy(id),
    urlOf: ({ id }, { width, format }) => `${imageUrl(id)}/${width}.${format}`,
  }
}
