import sharp from 'sharp'
import { animation, pngFile } from './images.ts'
import { createRandom } from './random.ts'

/** Small files of every accepted format that claim to be large images. */
interface Bomb {
  name: string
  content: Buffer
}

const SIDES = [1, 800, 2_000, 3_464, 4_472, 6_300, 6_324, 12_000, 65_535]

/** `count` variations of format, size, depth, channels, interlacing, animation and truncation. */
export async function* imageBombs(count: number, seed = 1): AsyncGenerator<Bomb> {
  const { below: next } = createRandom(seed)
  const pick = <Item>(items: readonly Item[]) => items[next(items.length)] as Item
  const seeds = await seedImages()
  for (let number = 0; number < count; number += 1) {
    const [width, height] = [pick(SIDES), pick(SIDES)]
    const format = pick(['png', 'jpeg', 'webp', 'avif'] as const)
    const name = `${number}: ${format} ${width} × ${height}`
    const variant = pick(seeds[format])
    const whole =
      format === 'png' ? png(width, height, next) : resize(variant, format, width, height)
    const content = next(3) === 0 ? whole.subarray(0, 1 + next(whole.length)) : whole
    yield { name, content }
  }
}

/** A black, well compressed PNG of that size, with any depth, color type and interlacing. */
function png(width: number, height: number, next: (limit: number) => number) {
  const [colorType, channels] = [
    [6, 4],
    [2, 3],
    [4, 2],
    [0, 1],
  ][next(4)] as [number, number]
  const depth = next(2) === 0 ? 16 : 8
  const row = 1 + (width * channels * depth) / 8
  // More rows would use up the test's own memory.
  const rows = Math.min(height, Math.floor(4_000_000 / row))
  return pngFile({ width, height, depth, colorType, interlaced: next(2) === 0 }, row * rows)
}

/** Small images whose headers are then changed. */
async function seedImages() {
  const image = (channels: 3 | 4) => {
    const background = { r: 10, g: 80, b: 90, alpha: 0.5 }
    return sharp({ create: { width: 64, height: 64, channels, background } })
  }
  const deep = (bitdepth: 10 | 12) =>
    image(4).toColourspace('rgb16').avif({ effort: 0, bitdepth }).toBuffer()
  return {
    png: [Buffer.alloc(0)],
    jpeg: [await image(3).jpeg().toBuffer(), await image(3).jpeg({ progressive: true }).toBuffer()],
    webp: [
      await image(3).webp().toBuffer(),
      await image(4).webp({ lossless: true }).toBuffer(),
      await animation(),
    ],
    avif: [await image(3).avif({ effort: 0 }).toBuffer(), await deep(10), await deep(12)],
  }
}

/** The file with another size in its header. */
function resize(
  seed: Buffer,
  format: 'jpeg' | 'webp' | 'avif',
  width: number,
  height: number,
): Buffer {
  const file = Buffer.from(seed)
  if (format === 'jpeg') {
    const frame = [0xc0, 0xc2].map((marker) => file.indexOf(Buffer.from([0xff, marker])))
    const at = Math.max(...frame)
    file.writeUInt16BE(height, at + 5)
    file.writeUInt16BE(width, at + 7)
  } else if (format === 'avif') {
    for (let at = file.indexOf('ispe'); at >= 0; at = file.indexOf('ispe', at + 4)) {
      file.writeUInt32BE(width, at + 8)
      file.writeUInt32BE(height, at + 12)
    }
  } else {
    const at = file.indexOf('VP8X')
    if (at >= 0) {
      file.writeUIntLE(width - 1, at + 12, 3)
      file.writeUIntLE(height - 1, at + 15, 3)
    }
  }
  return file
}

/** An AVIF with 12 bits and alpha that claims to have that size. */
export async function deepAvif(width: number, height: number): Promise<Buffer> {
  const { avif } = await seedImages()
  return resize(avif[2] as Buffer, 'avif', width, height)
}
