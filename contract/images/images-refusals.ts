import * as words from '#words/en/refusals/images.ts'
import { beside, type Refusals, refusing, stating } from '../refusals/refusals.ts'
import { IMAGE_FIELD, IMAGE_PROBLEMS } from './images.ts'
import * as images from './images-calls.ts'

/** The image does not exist, or was removed. */
export const noImage = {
  refusals: { not_found: [404, words.noImage] },
} as const

export const retryImage = refusing(images.retryImage, {
  ...noImage.refusals,
  not_failed: [409, 'This image doesn’t need a retry.'],
})

/** Why an uploaded file is refused, by the result of decoding it. */
const refusedFile = {
  unknown_type: [415, beside(IMAGE_FIELD, IMAGE_PROBLEMS.otherType), 'unsupported_image'],
  heic: [415, beside(IMAGE_FIELD, words.heic), 'unsupported_image'],
  animated: [415, beside(IMAGE_FIELD, words.animated), 'unsupported_image'],
  high_dynamic_range: [415, beside(IMAGE_FIELD, words.highDynamicRange), 'unsupported_image'],
  too_many_pixels: [413, beside(IMAGE_FIELD, words.tooManyPixels), 'too_large'],
  too_large: [413, beside(IMAGE_FIELD, words.tooLarge)],
  too_narrow: [422, beside(IMAGE_FIELD, words.tooNarrow)],
  damaged: [422, beside(IMAGE_FIELD, words.damaged), 'damaged_image'],
} as const satisfies Refusals

/** `POST /images` and `POST /profile/photo`. */
export const upload = {
  refusals: {
    ...refusedFile,
    not_read: [400, words.notRead, 'invalid_input'],
    other_fields: [400, stating(words.otherFields, { field: IMAGE_FIELD }), 'invalid_input'],
    too_slow: [408, words.tooSlow],
    too_many_bytes: [413, IMAGE_PROBLEMS.tooLarge, 'too_large'],
    not_multipart: [415, words.notMultipart, 'unsupported_media_type'],
  },
} as const
