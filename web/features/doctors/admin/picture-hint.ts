/** What a doctor's picture may be, and what becomes of it (design section 6.7). */
export const PICTURE_HINT =
  'JPEG, PNG, WebP or AVIF, up to 5 MB. We’ll crop it to a square around the face.'
