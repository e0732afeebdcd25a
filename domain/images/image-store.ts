import type { ImageRow } from '#drizzle/queries/images.ts'
import type { Size } from './sizes.ts'

/** The part of an image's row that a store needs. */
export type StoredImage = Pick<ImageRow, 'id' | 'purpose' | 'version'>

/** Creates and stores the sizes of images: Cloudinary, or our decoder and the data folder. */
export interface ImageStore {
  readonly provider: NonNullable<ImageRow['storageProvider']>
  /**
   * Creates every size of an image from its original. Idempotent.
   * @param context.original path of the original file
   * @param context.isWanted called when the image's turn comes: if it was removed meanwhile, nothing is
   * created
   * @returns the version that the store's URLs need, if any
   * @throws ImageUnusable when a retry is useless
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

/** No sizes can be created from this file; a retry is useless. */
export class ImageUnusable extends Error {
  override name = 'ImageUnusable'
}
