import type { ImageRow } from '../../drizzle/queries/images.ts'
import type { Size } from './sizes.ts'

/** What a store has to know of a picture. */
export type StoredImage = Pick<ImageRow, 'id' | 'purpose' | 'version'>

/** Makes the sizes of pictures and keeps them: Cloudinary, or sharp and the data folder. */
export interface ImageStore {
  readonly provider: NonNullable<ImageRow['storageProvider']>
  /**
   * Makes every size of a picture out of its original. Doing it again makes the same.
   * @param original path of the file
   * @returns the store's number for what it made, if its URLs need one
   * @throws ImageUnusable when nothing can be made of it, whoever tries again
   */
  make(image: StoredImage, original: string, signal: AbortSignal): Promise<number | null>
  /** Destroys what was made of a picture; does nothing when that is gone already. */
  destroy(image: StoredImage): Promise<void>
  /** Where a size is found, once it is made. */
  urlOf(image: StoredImage, size: Size): string
}

/** Nothing can be made of this file. */
export class ImageUnusable extends Error {
  override name = 'ImageUnusable'
}
