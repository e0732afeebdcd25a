import type { Sharp } from 'sharp'
import { IMAGE_TYPES, type ImageType } from '../../contract/images.ts'
import type { Size } from './sizes.ts'

/** Larger images are refused. */
const MOST_PIXELS = 40_000_000

/** How long drawing one picture may take, in seconds. */
const TIME_LIMIT = 20

/** Of 9; the default 4 takes twice as long for a twentieth of the size. */
const AVIF_EFFORT = 2

const QUALITY = { avif: 55, webp: 78, jpg: 80 }

let loading: ReturnType<typeof loadSharp> | undefined

/** With the first picture: it takes 20 MB, and a tenth of a second of each start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // What can read the four kinds of picture; SVG, PDF and the like find no reader at all
  // (https://sharp.pixelplumbing.com/api-utility/#block).
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}File`),
  })
  // One thread for each picture: there are other things to do.
  sharp.concurrency(1)
  // Every file is read once.
  sharp.cache(false)
  return sharp
}

function openSharp() {
  loading ??= loadSharp()
  return loading
}

/** Why a file is not taken as a picture. */
export type PictureTrouble = 'unknown_type' | 'too_many_pixels' | 'damaged'

/** A file that is not taken as a picture; `trouble` says why. */
export class BadPicture extends Error {
  override name = 'BadPicture'
  readonly trouble: PictureTrouble

  constructor(trouble: PictureTrouble, options?: ErrorOptions) {
    super(`Not a picture to work with: ${trouble}`, options)
    this.trouble = trouble
  }
}

/**
 * Says what a file is, by its content; names and claims count for nothing. Nothing is drawn.
 * @throws BadPicture
 */
export async function recognise(file: string): Promise<ImageType> {
  const { mediaType, width, height, pages = 1 } = await readHeader(file)
  const type = IMAGE_TYPES.find((known) => known === mediaType)
  // An animation is many pictures, of which the limit on pixels sees one.
  if (!type || pages > 1) throw new BadPicture('unknown_type')
  if (width * height > MOST_PIXELS) throw new BadPicture('too_many_pixels')
  return type
}

async function readHeader(file: string) {
  const sharp = await openSharp()
  try {
    return await sharp(file, { limitInputPixels: false }).metadata()
  } catch (cause) {
    const isUnknown = cause instanceof Error && /unsupported image format/.test(cause.message)
    throw new BadPicture(isUnknown ? 'unknown_type' : 'damaged', { cause })
  }
}

/**
 * Draws the square part of a picture that draws the eye, upright, on white, with nothing of the
 * file but its pixels: no place, no camera, no hidden parts.
 * @param width of each side of the square, in pixels
 * @throws BadPicture when the file is damaged
 */
export async function drawSquare(file: string, width: number): Promise<Square> {
  const sharp = await openSharp()
  const square = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIME_LIMIT })
    .autoOrient()
    .resize(width, width, { fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
  try {
    const { data, info } = await square.raw().toBuffer({ resolveWithObject: true })
    const { width: side, channels } = info
    return (size) => encode(sharp(data, { raw: { width: side, height: side, channels } }), size)
  } catch (cause) {
    throw new BadPicture('damaged', { cause })
  }
}

/** A drawn square, to be had in any size that is not larger. */
export type Square = (size: Size) => Promise<Buffer>

function encode(square: Sharp, { width, format }: Size): Promise<Buffer> {
  const resized = square.resize(width, width)
  const quality = QUALITY[format]
  switch (format) {
    case 'avif':
      return resized.avif({ quality, effort: AVIF_EFFORT }).toBuffer()
    case 'webp':
      return resized.webp({ quality }).toBuffer()
    case 'jpg':
      return resized.jpeg({ quality, mozjpeg: true }).toBuffer()
  }
}
