import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { av1Header, avifOf, plain } from '#domain/testing/avif.ts'
import { animation, pngChunk, readImage } from '#domain/testing/images.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { drawImage } from './draw-image.ts'
import { inspectFile } from './inspect-file.ts'
import { toSrgb } from './to-srgb.ts'

const SIDE = 64

/** The colors in the middle of the upper and lower halves of the drawn square. */
async function draw(file: Buffer): Promise<{ upper: number[]; lower: number[] }> {
  const folder = temporaryFolder()
  const [original, drawn] = [join(folder, 'original'), join(folder, 'drawn')]
  writeFileSync(original, file)
  await drawImage(original, [{ file: drawn, width: SIDE, format: 'jpg' }])
  const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: SIDE, height: SIDE, channels: 3 })
  const at = (row: number) => {
    const start = (row * SIDE + SIDE / 2) * 3
    // JPEG changes colors slightly.
    return [...data.subarray(start, start + 3)].map((value) => Math.round(value / 32) * 32)
  }
  return { upper: at(SIDE / 4), lower: at((SIDE * 3) / 4) }
}

const [RED, BLUE, WHITE] = [
  [256, 0, 0],
  [0, 0, 256],
  [256, 256, 256],
]

test('draws a photo upright that was taken with the camera held upright', async () => {
  const half = { width: SIDE / 2, height: SIDE, channels: 3 as const }
  const sideways = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: 'red' } })
    .composite([{ input: { create: { ...half, background: 'blue' } }, gravity: 'east' }])
    .jpeg()
    // Orientation 6, rotated to the right for display: the left side becomes the top.
    .withMetadata({ orientation: 6 })
  expect(await draw(await sideways.toBuffer())).toEqual({ upper: RED, lower: BLUE })
})

test('makes transparent pixels white', async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const clear = sharp({ create: { width: SIDE, height: SIDE, channels: 4, background } }).png()
  expect(await draw(await clear.toBuffer())).toEqual({ upper: WHITE, lower: WHITE })
})

/** Inserts chunks before the pixels. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await plain('red').png().toBuffer()
  const afterHeader = 33
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)])
}

const framesOfPng = (frames: number) => pngChunk('acTL', Buffer.of(0, 0, 0, frames, 0, 0, 0, 0))
const colorOfPng = (primaries: number, transfer: number) =>
  pngChunk('cICP', Buffer.of(primaries, transfer, 0, 1))

/** Browsers use its profile, not its code points. */
async function avifWithProfile(color: [number, number]): Promise<Buffer> {
  const p3 = await plain('red').withIccProfile('p3').png().toBuffer()
  const { icc } = await readImage(p3)
  return avifOf(red(), { color, profile: icc })
}

/** An AVIF that states its colors elsewhere than in a property. */
function statedIn(where: 'configuration' | 'data') {
  const content = av1Header(`0001100101${'0101'.repeat(2)}${'1'.repeat(12)}000000`, [9, 16])
  return avifOf(red(), { header: { content, in: where } })
}

const red = () => [plain('red')]
const redAndBlue = () => [plain('red', SIDE / 2), plain('blue', SIDE / 2)]

describe('refuses with a specific reason', () => {
  it.each([
    ['an animated WebP', animation, 'animated'],
    ['an animated PNG', () => pngWith(framesOfPng(2)), 'animated'],
    ['an animated AVIF', () => avifOf(red(), { brands: ['avis', 'avif', 'msf1'] }), 'animated'],
    ['a HEIC photo', () => avifOf(red(), { brands: ['heic', 'mif1'] }), 'heic'],
    ['a HEIC photo that says so second', () => avifOf(red(), { brands: ['mif1', 'heic'] }), 'heic'],
    ['a burst of HEIC photos', () => avifOf(red(), { brands: ['hevc', 'msf1'] }), 'heic'],
    ['a PQ AVIF', () => avifOf(red(), { color: [9, 16] }), 'high_dynamic_range'],
    ['an HLG AVIF', () => avifOf(red(), { color: [9, 18] }), 'high_dynamic_range'],
    [
      'a PQ AVIF that says so to its decoder',
      () => statedIn('configuration'),
      'high_dynamic_range',
    ],
    ['a PQ AVIF that says so in its data', () => statedIn('data'), 'high_dynamic_range'],
    ['a PQ grid', () => avifOf(redAndBlue(), { color: [12, 16] }), 'high_dynamic_range'],
    ['a PQ PNG', () => pngWith(colorOfPng(9, 16)), 'high_dynamic_range'],
    ['a video', () => avifOf(red(), { brands: ['isom', 'mp42'] }), 'unknown_type'],
    ['a GIF', () => plain('red').gif().toBuffer(), 'unknown_type'],
    ['half of an AVIF', async () => (await avifOf(red())).subarray(0, 200), 'damaged'],
  ])('%s', async (_, make, refusal) => {
    await expect(draw(await make())).rejects.toMatchObject({ refusal })
  })
})

describe('draws', () => {
  it.each([
    ['an AVIF', () => avifOf(red())],
    ['an AVIF of another major brand', () => avifOf(red(), { brands: ['mif1', 'avif', 'miaf'] })],
    ['an AVIF with a profile and code points', () => avifWithProfile([9, 16])],
    ['a PNG whose animation has one frame', () => pngWith(framesOfPng(1))],
  ])('%s', async (_, make) => {
    expect(await draw(await make())).toEqual({ upper: RED, lower: RED })
  })

  it.each([
    ['hidden', true],
    ['listed', false],
  ])('a grid AVIF whose tiles are %s', async (_, hidden) => {
    const grid = await avifOf(redAndBlue(), { hidden })
    const folder = temporaryFolder()
    const [original, drawn] = [join(folder, 'original'), join(folder, 'drawn')]
    writeFileSync(original, grid)
    const output = { file: drawn, width: SIDE / 2, format: 'webp' } as const
    expect(await drawImage(original, [output])).toBe('image/avif')
    // The square is cut from the middle or a side, each of which contains one of the two colors.
    const { dominant } = await sharp(drawn).stats()
    expect(Math.max(dominant.r, dominant.b)).toBeGreaterThan(200)
  })

  it('shows wide colors as browsers do', async () => {
    const brown = [plain('rgb(200,100,50)')]
    expect((await draw(await avifOf(brown))).upper).toEqual([192, 96, 64])
    expect((await draw(await avifOf(brown, { color: [12, 13] }))).upper).toEqual([224, 96, 32])
    const ofPng = await draw(await pngWith(colorOfPng(12, 13)))
    expect(ofPng.upper).toEqual(RED)
  })
})

// Chromium's result for rgb(200, 100, 50) in an AVIF with these code points.
it.each([
  [1, 13, [200, 100, 50]],
  [2, 2, [200, 100, 50]],
  [1, 1, [200, 100, 50]],
  [1, 4, [201, 100, 46]],
  [1, 5, [189, 76, 26]],
  [1, 8, [229, 168, 122]],
  [4, 13, [232, 93, 30]],
  [5, 13, [203, 100, 51]],
  [6, 13, [196, 102, 49]],
  [9, 1, [241, 76, 29]],
  [9, 14, [241, 76, 29]],
  [11, 13, [211, 93, 32]],
  [12, 2, [215, 93, 31]],
  [12, 8, [240, 165, 114]],
  [12, 13, [215, 93, 31]],
])('converts primaries %i and transfer %i as a browser does', (primaries, transfer, expected) => {
  const pixels = Uint8Array.of(200, 100, 50)
  toSrgb(pixels, { primaries, transfer })
  const differences = [...pixels].map((value, channel) =>
    Math.abs(value - (expected[channel] ?? 0)),
  )
  expect(Math.max(...differences)).toBeLessThanOrEqual(1)
})

it('does not read beyond the end of a file, wherever it is cut off', async () => {
  const files = [
    await avifOf(redAndBlue(), { color: [12, 13] }),
    await pngWith(framesOfPng(2), colorOfPng(12, 13)),
  ]
  for (const file of files) {
    for (let length = 0; length < file.length; length += 1) {
      try {
        inspectFile(file.subarray(0, length))
      } catch (error) {
        expect(error, `the first ${length} bytes`).toBeInstanceOf(RangeError)
      }
    }
  }
})
