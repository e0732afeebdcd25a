import { readFile, writeFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { IMAGE_TYPES, type ImageType } from '#contract/images/images.ts'
import { type FileFacts, inspectFile } from './inspect-file.ts'
import type { Size } from './sizes.ts'
import { type CodePoints, isHighDynamicRange, toSrgb } from './to-srgb.ts'

/** Why a file is not accepted as an image. */
export type ImageRefusal =
  | 'unknown_type'
  | 'heic'
  | 'animated'
  | 'high_dynamic_range'
  | 'too_many_pixels'
  | 'too_large'
  | 'too_narrow'
  | 'damaged'

// Runs in the decoder's own process (decoder-process.ts) only.

const MAX_PIXELS = 40_000_000

/**
 * How many bytes a decoded image may take: width × height × channels × bytes per channel. Most decoders work
 * row by row and hold a few rows only. Decoders of progressive and interlaced images hold the whole image,
 * and the AVIF decoder holds it up to six times.
 */
const DECODED_BYTES = { byRows: 160_000_000, whole: 90_000_000, avif: 14_000_000 }

/**
 * The highest ratio of the sides: the shorter side is scaled to the square's width, and the longer one with
 * it, before the rest is cut off.
 */
const MAX_ASPECT_RATIO = 20

const BYTES_PER_CHANNEL: Record<string, number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

/** The time limit of drawing one image, in seconds. */
const TIMEOUT_SECONDS = 12

/** From 0 to 9; the default of 4 takes twice as long to save a twentieth of the size. */
const AVIF_EFFORT = 2

const QUALITY = { avif: 55, webp: 78, jpg: 80 }

let loading: ReturnType<typeof loadSharp> | undefined

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Only the readers of the four accepted formats; SVG, PDF and others have no reader at all
  // (https://sharp.pixelplumbing.com/api-utility/#block).
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((kind) => `VipsForeignLoad${kind}File`),
  })
  sharp.concurrency(1)
  // Every file is read once.
  sharp.cache(false)
  return sharp
}

function openSharp() {
  loading ??= loadSharp()
  return loading
}

/** The file is not an image that we accept; a retry is useless. */
export class RefusedImage extends Error {
  override name = 'RefusedImage'
  readonly refusal: ImageRefusal

  constructor(refusal: ImageRefusal, options?: ErrorOptions) {
    super(`Image refused: ${refusal}`, options)
    this.refusal = refusal
  }
}

/** A square to draw. */
export interface Output extends Size {
  file: string
}

/**
 * Draws squares of an image: its most salient part, upright, on white, without any metadata of the original.
 * @returns the original's type, by its content
 * @throws RefusedImage when the header or the decoder rules the file out
 */
export async function drawImage(original: string, outputs: readonly Output[]): Promise<ImageType> {
  const { kind, color: stated } = await readFacts(original)
  if (kind !== 'avif' && kind !== 'other') throw new RefusedImage(kind)
  const header = await readHeader(original)
  const type = checkHeader(header, kind === 'avif')
  // Browsers prefer the profile in an AVIF, and the code points in a PNG.
  const color = type === 'image/avif' && header.hasProfile ? undefined : stated
  if (color && isHighDynamicRange(color)) throw new RefusedImage('high_dynamic_range')
  const width = Math.max(...outputs.map((output) => output.width))
  const square = await decodeSquare(original, width, color)
  for (const output of outputs) {
    await writeFile(output.file, await square(output), { flush: true, mode: 0o600 })
  }
  return type
}

async function readFacts(file: string): Promise<FileFacts> {
  const bytes = await readFile(file)
  try {
    return inspectFile(bytes)
  } catch (cause) {
    throw new RefusedImage('damaged', { cause })
  }
}

async function readHeader(file: string): Promise<Metadata> {
  const sharp = await openSharp()
  try {
    return await sharp(file, { limitInputPixels: false }).metadata()
  } catch (cause) {
    if (isOwnFailure(cause)) throw cause
    const isUnknown = cause instanceof Error && /unsupported image format/.test(cause.message)
    throw new RefusedImage(isUnknown ? 'unknown_type' : 'damaged', { cause })
  }
}

function checkHeader(header: Metadata, isAvif: boolean): ImageType {
  const { mediaType, width, height, pages = 1, isProgressive } = header
  // sharp reports an AVIF with another major brand as HEIC.
  const type = isAvif ? 'image/avif' : IMAGE_TYPES.find((known) => known === mediaType)
  if (!type) throw new RefusedImage('unknown_type')
  // The limits would cover only the first image of an animation. The pages of an AVIF are the tiles of a
  // grid, or images beside the one shown.
  if (pages > 1 && type !== 'image/avif') throw new RefusedImage('animated')
  if (width * height > MAX_PIXELS) throw new RefusedImage('too_many_pixels')
  if (Math.max(width, height) > MAX_ASPECT_RATIO * Math.min(width, height)) {
    throw new RefusedImage('too_narrow')
  }
  const bytes = width * height * bytesPerPixel(header)
  const way = type === 'image/avif' ? 'avif' : isProgressive ? 'whole' : 'byRows'
  if (bytes > DECODED_BYTES[way]) throw new RefusedImage('too_large')
  return type
}

function bytesPerPixel(header: Metadata): number {
  const { mediaType, channels, depth, isProgressive, chromaSubsampling } = header
  if (mediaType === 'image/jpeg' && isProgressive) {
    // Coefficients have two bytes, and 4:2:0 has half as many.
    return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels)
  }
  // An unknown depth counts as the largest.
  return channels * (BYTES_PER_CHANNEL[depth] ?? 16)
}

async function decodeSquare(file: string, width: number, color: CodePoints | undefined) {
  const sharp = await openSharp()
  const ignoreIcc = color !== undefined
  const square = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', ignoreIcc })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize(width, width, { fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
  try {
    const { data, info } = await square.raw().toBuffer({ resolveWithObject: true })
    const { width: side, channels } = info
    if (color) toSrgb(data, color)
    return (size: Size) =>
      encode(sharp(data, { raw: { width: side, height: side, channels } }), size)
  } catch (cause) {
    if (isOwnFailure(cause)) throw cause
    throw new RefusedImage('damaged', { cause })
  }
}

/** Failures that say nothing about the image: it took too long, or its file is gone. */
function isOwnFailure(error: unknown): boolean {
  return error instanceof Error && /^timeout:|Input file is missing/.test(error.message)
}

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
