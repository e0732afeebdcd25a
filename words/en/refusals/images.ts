export const noImage = 'Image not found.'
export const heic = 'This is a HEIC photo. Image must be a JPEG, PNG, WebP or AVIF file'
export const animated = 'Image must not be animated'
export const highDynamicRange =
  'Image must not be HDR. Please save it with standard colors, or as a JPEG'
export const tooManyPixels = 'Image must be 40 megapixels or smaller'
export const tooLarge =
  'Image is too large to process. Please use a smaller one, or save it as a JPEG'
export const tooNarrow = 'Image is too narrow. Please use one that is closer to a square'
export const damaged = 'This image file is damaged. Please try another one'
export const notRead = 'We couldn’t read this upload.'
export const otherFields = 'Send exactly one file, in the field “{field}”.'
export const tooSlow = 'The upload timed out.'
export const notMultipart = 'This endpoint accepts multipart/form-data with one file.'
