import type { ImageRow } from '#drizzle/queries/images.ts'
import type { Size } from './sizes.ts'

/** The part of an image's row that a store needs. */
export type StoredImage = Pick<ImageRow, 'id' | 'purpose' | 'version'>

/** Creates the sizes of images and keeps them: Cloudinary, or our decoder and the data folder. */
export interface ImageStore {
  readonly provider: NonNullable<ImageRow['storageProvider']>
  /**
   * Creates every size of an image from its original. Repeating it gives the same result.
   * @param context.original path of the file as it was uploaded
   * @param context.isWanted is asked when the image's turn comes: an image may be removed while it
   *   waits, and nothing is created then
   * @returns the version that the store's URLs need, if any
   * @throws ImageUnusable when trying again is useless
   */
  make(
    image: StoredImage,
    context: { original: string; isWanted: () => boolean; signal: AbortSignal },
  ): Promise<number | null>
  /** Deletes the sizes of an image; does nothing when there are none. */
  destroy(image: StoredImage): Promise<void>
  /** The address of a size. */
  urlOf(image: StoredImage, size: Size): string
}

/** No sizes can be created from this file. */
export class ImageUnusable extends Error {
  override name = 'ImageUnusable'
}
