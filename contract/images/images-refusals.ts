import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { IMAGE_FIELD, IMAGE_PROBLEMS } from './images.ts'
import * as images from './images-calls.ts'

/** The image does not exist, or was removed. */
export const noImage = {
  refusals: { not_found: [404, 'Image not found.'] },
} as const

export const retryImage = refusing(images.retryImage, {
  ...noImage.refusals,
  not_failed: [409, 'This image doesn’t need a retry.'],
})

/** Why an uploaded file is refused, by the result of decoding it. */
const refusedFile = {
  unknown_type: [415, beside(IMAGE_FIELD, IMAGE_PROBLEMS.otherType), 'unsupported_image'],
  heic: [
    415,
    beside(IMAGE_FIELD, `This is a HEIC photo. ${IMAGE_PROBLEMS.otherType}`),
    'unsupported_image',
  ],
  animated: [415, beside(IMAGE_FIELD, 'Image must not be animated'), 'unsupported_image'],
  high_dynamic_range: [
    415,
    beside(IMAGE_FIELD, 'Image must not be HDR. Please save it with standard colors, or as a JPEG'),
    'unsupported_image',
  ],
  too_many_pixels: [
    413,
    beside(IMAGE_FIELD, 'Image must be 40 megapixels or smaller'),
    'too_large',
  ],
  too_large: [
    413,
    beside(
      IMAGE_FIELD,
      'Image is too large to process. Please use a smaller one, or save it as a JPEG',
    ),
  ],
  too_narrow: [
    422,
    beside(IMAGE_FIELD, 'Image is too narrow. Please use one that is closer to a square'),
  ],
  damaged: [
    422,
    beside(IMAGE_FIELD, 'This image file is damaged. Please try another one'),
    'damaged_image',
  ],
} as const satisfies Refusals

/** `POST /images` and `POST /profile/photo`. */
export const upload = {
  refusals: {
    ...refusedFile,
    not_read: [400, 'We couldn’t read this upload.', 'invalid_input'],
    other_fields: [400, `Send exactly one file, in the field “${IMAGE_FIELD}”.`, 'invalid_input'],
    too_slow: [408, 'The upload timed out.'],
    too_many_bytes: [413, IMAGE_PROBLEMS.tooLarge, 'too_large'],
    not_multipart: [
      415,
      'This endpoint accepts multipart/form-data with one file.',
      'unsupported_media_type',
    ],
  },
} as const
