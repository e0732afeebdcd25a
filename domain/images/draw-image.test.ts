import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { drawImage } from './draw-image.ts'

const SIDE = 64

/** The colors of the square drawn from an image, in the middle of its upper and lower half. */
async function draw(image: Sharp): Promise<{ upper: number[]; lower: number[] }> {
  const folder = temporaryFolder()
  const [original, drawn] = [join(folder, 'original'), join(folder, 'drawn')]
  await image.toFile(original)
  await drawImage(original, [{ file: drawn, width: SIDE, format: 'jpg' }])
  const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: SIDE, height: SIDE, channels: 3 })
  const at = (row: number) => {
    const start = (row * SIDE + SIDE / 2) * 3
    // JPEG does not keep colors exactly.
    return [...data.subarray(start, start + 3)].map((value) => Math.round(value / 32) * 32)
  }
  return { upper: at(SIDE / 4), lower: at((SIDE * 3) / 4) }
}

const [RED, BLUE, WHITE] = [
  [256, 0, 0],
  [0, 0, 256],
  [256, 256, 256],
]

test('a photo taken with the camera held upright is drawn upright', async () => {
  const half = { width: SIDE / 2, height: SIDE, channels: 3 as const }
  const sideways = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: 'red' } })
    .composite([{ input: { create: { ...half, background: 'blue' } }, gravity: 'east' }])
    .jpeg()
    // Orientation 6, rotated to the right for display: the left side becomes the top.
    .withMetadata({ orientation: 6 })
  expect(await draw(sideways)).toEqual({ upper: RED, lower: BLUE })
})

test('what is seen through an image is white', async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const clear = sharp({ create: { width: SIDE, height: SIDE, channels: 4, background } }).png()
  expect(await draw(clear)).toEqual({ upper: WHITE, lower: WHITE })
})
