import type { ImageSource } from '#contract/images/images.ts'
import type { ImageRow } from '#drizzle/queries/images.ts'

/** The formats of each size, by file name extension, with their media types; the best comes first. */
export const FORMATS = {
  avif: 'image/avif',
  webp: 'image/webp',
  // For `<img>`, and browsers without AVIF and WebP.
  jpg: 'image/jpeg',
} as const
type Format = keyof typeof FORMATS

/** A square that is drawn of an image. */
export interface Size {
  /** Length of a side in pixels. */
  width: number
  format: Format
}

/** By purpose: the widths at which screens show it, and twice the largest for dense screens. */
const WIDTHS: Record<ImageRow['purpose'], readonly number[]> = {
  doctor: [160, 320, 640],
  profile: [96, 192],
}

/** The default size. */
export function standardSize({ purpose }: Pick<ImageRow, 'purpose'>): Size {
  return { width: purpose === 'doctor' ? 320 : 192, format: 'jpg' }
}

/** Every size of an image. */
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
