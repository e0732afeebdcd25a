import { join } from 'node:path'
import { imageUrl } from '#contract/images/images.ts'
import { type Decoder, ImageRefused } from './decoder.ts'
import { type ImageFolder, sizeFile } from './image-folder.ts'
import { type ImageStore, ImageUnusable } from './image-store.ts'
import { sizesOf } from './sizes.ts'

/**
 * Creates the sizes with our decoder and stores them in the data folder, from which this server serves them.
 */
export function createLocalStore(folder: ImageFolder, decoder: Decoder): ImageStore {
  return {
    provider: 'local',
    async make(image, { original, isWanted, signal }) {
      const sizes = sizesOf(image)
      const staging = await folder.openStaging()
      const outputs = sizes.map((size) => ({ ...size, file: join(staging, sizeFile(size)) }))
      try {
        const isMade = await decoder.drawLater(
          async () => (isWanted() ? { original, outputs } : null),
          signal,
        )
        if (isMade) await folder.settleSizes(staging, image.id, sizes)
      } catch (cause) {
        if (cause instanceof ImageRefused) throw new ImageUnusable(cause.message, { cause })
        throw cause
      } finally {
        await folder.discard(staging)
      }
      return null
    },
    // The sizes are in the image's folder, which the caller deletes as well.
    destroy: ({ id }) => folder.destroy(id),
    urlOf: ({ id }, size) => `${imageUrl(id)}/${sizeFile(size)}`,
  }
}
