/** Explains which photos can be uploaded for a doctor. */
export const PICTURE_HINT =
  'JPEG, PNG, WebP or AVIF, up to 5 MB. We’ll crop it to a square around the face.'
