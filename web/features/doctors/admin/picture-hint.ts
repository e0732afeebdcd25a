/** What a doctor's picture may be, and what becomes of it (design section 6.7). */
export const PICTURE_HINT =
  'JPEG, PNG, WebP or AVIF, at most 5 MB. It is cut to a square around the face.'
