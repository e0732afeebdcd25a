import type { ImageType } from '#contract/images/images.ts'
import type { ImageRefusal, Output } from './draw-image.ts'

// What the decoder and its process say to each other.

export interface DecoderTask {
  /** Path of the file as it was uploaded. */
  original: string
  outputs: Output[]
}

export type DecoderVerdict =
  | { kind: 'drawn'; type: ImageType }
  | { kind: 'refused'; refusal: ImageRefusal }
  /** Says nothing about the image. */
  | { kind: 'failed'; message: string }

/** `isLarge`: the process has kept so much memory that it should be replaced. */
export type DecoderAnswer = DecoderVerdict & { isLarge?: boolean }

/** The process exits with this code when an image takes more memory than it may use. */
export const OUT_OF_MEMORY = 70
