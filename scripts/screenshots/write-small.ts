import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** So that a page with several of them loads fast on a slow line. */
const MOST_BYTES = 60_000

/** Compresses a screenshot until it is small enough, and writes it to a WebP file. */
export async function writeSmall(screenshot: Buffer, file: string): Promise<void> {
  const image = sharp(screenshot).resize({ width: 1100, withoutEnlargement: true })
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const compressed = await image.clone().webp({ quality, effort: 6 }).toBuffer()
    if (compressed.length <= MOST_BYTES) return writeFile(file, compressed)
  }
  throw new Error(`${file} is larger than ${MOST_BYTES} bytes in any quality`)
}
