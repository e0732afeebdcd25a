import type { ImageSource } from '../../contract/images.ts'
import type { ImageRow } from '../../drizzle/queries/images.ts'

/** What is made of a picture, by file name extension, with its media type; the best comes first. */
export const FORMATS = {
  avif: 'image/avif',
  webp: 'image/webp',
  // For `<img>`, and browsers without AVIF and WebP.
  jpg: 'image/jpeg',
} as const
export type Format = keyof typeof FORMATS

/** One of the squares that are made of a picture. */
export interface Size {
  /** Of each side, in pixels. */
  width: number
  format: Format
}

/** By what the picture is for: the widest it is shown, once more for screens of double density. */
const WIDTHS: Record<ImageRow['purpose'], readonly number[]> = {
  doctor: [160, 320, 640],
  profile: [96, 192],
}

/** The default size. */
export function standardSize({ purpose }: Pick<ImageRow, 'purpose'>): Size {
  return { width: purpose === 'doctor' ? 320 : 192, format: 'jpg' }
}

/** Every square that is made of a picture. */
export function sizesOf({ purpose }: Pick<ImageRow, 'purpose'>): Size[] {
  const formats: Format[] = ['avif', 'webp', 'jpg']
  return formats.flatMap((format) => WIDTHS[purpose].map((width) => ({ width, format })))
}

/** The `<source>`s of a `<picture>`. */
export function describeSources(
  image: Pick<ImageRow, 'purpose'>,
  urlOf: (size: Size) => string,
): ImageSource[] {
  const byFormat = Map.groupBy(sizesOf(image), ({ format }) => format)
  return [...byFormat]
    .filter(([format]) => format !== 'jpg')
    .map(([format, sizes]) => ({
      type: FORMATS[format],
      srcset: sizes.map((size) => `${urlOf(size)} ${size.width}w`).join(', '),
    }))
}
