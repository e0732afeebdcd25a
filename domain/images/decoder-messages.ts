import type { ImageType } from '#contract/images/images.ts'
import type { ImageRefusal, Output } from './draw-image.ts'

// The messages between the decoder and its process.

export interface DecoderTask {
  /** Path of the original file. */
  original: string
  outputs: Output[]
}

export type DecoderVerdict =
  | { kind: 'drawn'; type: ImageType }
  | { kind: 'refused'; refusal: ImageRefusal }
  /** The process failed; says nothing about the image. */
  | { kind: 'failed'; message: string }

/** `isLarge`: the process holds so much memory that it should be replaced. */
export type DecoderAnswer = DecoderVerdict & { isLarge?: boolean }

/** The process exits with this code when an image needs more memory than allowed. */
export const OUT_OF_MEMORY = 70
