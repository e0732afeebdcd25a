import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { deepAvif, imageBombs } from '../testing/image-bombs.ts'
import { noise, pngFile } from '../testing/images.ts'
import { createDecoder, type DecoderOptions } from './decoder.ts'

const ANNA = 'anna'

function setUp(options: DecoderOptions = {}) {
  const folder = temporaryFolder()
  const decoder = createDecoder({ idleMs: 500, ...options })
  let count = 0
  function task(content: Buffer) {
    count += 1
    const original = join(folder, `original-${count}`)
    writeFileSync(original, content)
    return { original, outputs: [{ file: `${original}.jpg`, width: 96, format: 'jpg' as const }] }
  }
  return { decoder, task, folder }
}

/** A decoder program with another behavior. */
function program(code: string): string {
  const file = join(temporaryFolder(), 'program.mjs')
  writeFileSync(file, code)
  return file
}

const BOMBS: [name: string, make: () => Promise<Buffer> | Buffer, refusal: string][] = [
  ['a 40-megapixel AVIF of 12 bits with alpha', () => deepAvif(6_324, 6_324), 'too_large'],
  ['a 12-megapixel AVIF of 12 bits with alpha', () => deepAvif(4_000, 3_000), 'too_large'],
  [
    'an interlaced PNG of 16 bits',
    () => pngFile({ width: 6_000, height: 6_000, depth: 16, colorType: 6, interlaced: true }),
    'too_large',
  ],
  [
    'a PNG of 16 bits with 40 megapixels',
    () => pngFile({ width: 6_300, height: 6_300, depth: 16, colorType: 2 }),
    'too_large',
  ],
  [
    'a PNG of 100 megapixels',
    () => pngFile({ width: 10_000, height: 10_000, depth: 1, colorType: 0 }),
    'too_many_pixels',
  ],
  [
    'a PNG whose width would grow to a million',
    () => pngFile({ width: 65_535, height: 1, depth: 1, colorType: 0 }),
    'too_narrow',
  ],
]

test.each(BOMBS)('refuses %s by its header, before decoding it', async (_name, make, refusal) => {
  const { decoder, task } = setUp()
  const started = performance.now()
  const bomb = task(await make())
  await expect(decoder.drawUpload(bomb, ANNA)).rejects.toMatchObject({ refusal })
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(existsSync(bomb.outputs[0]?.file ?? '')).toBe(false)
  expect(decoder.counts).toMatchObject({ [refusal]: 1 })
})

test('draws a valid photo within ten seconds while others upload bombs, without using more memory', async () => {
  const { decoder, task } = setUp()
  const before = process.memoryUsage.rss()
  const bombs = imageBombs(Number(process.env.IMAGE_BOMBS ?? 60))
  let refused = 0
  // Six users with three uploads each at any time.
  const attack = Promise.all(
    Array.from({ length: 18 }, async (_, index) => {
      for await (const { content } of bombs) {
        const bomb = task(content)
        await decoder.drawUpload(bomb, `mallory-${index % 6}`).catch(() => {
          refused += 1
        })
        rmSync(bomb.original)
      }
    }),
  )
  let isOver = false
  const over = attack.finally(() => {
    isOver = true
  })
  const photo = await noise(4_000, 3_000).jpeg().toBuffer()
  const seconds: number[] = []
  do {
    const started = performance.now()
    expect(await decoder.drawUpload(task(photo), ANNA)).toBe('image/jpeg')
    seconds.push((performance.now() - started) / 1_000)
  } while (!isOver)
  await over
  expect(Math.max(...seconds)).toBeLessThan(10)
  expect(refused).toBeGreaterThan(30)
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(150)
}, 1_800_000)

test('refuses more uploads than may wait, in total and per user, without affecting others', async () => {
  const { decoder, task } = setUp({ maxWaiting: 4, maxWaitingPerUser: 2 })
  const photo = await noise(60, 60).jpeg().toBuffer()
  const upload = (uid: string) => decoder.drawUpload(task(photo), uid)
  const accepted = [upload(ANNA), upload(ANNA)]
  await expect(upload(ANNA)).rejects.toMatchObject({ name: 'DecoderBusy', retryAfter: 5 })
  accepted.push(upload('boris'), upload('boris'))
  await expect(upload('clara')).rejects.toMatchObject({ name: 'DecoderBusy' })
  expect(await Promise.all(accepted)).toEqual(Array(4).fill('image/jpeg'))
  expect(await upload('clara')).toBe('image/jpeg')
})

test('kills a decoder that takes too long, does not judge the image, and continues', async () => {
  const { decoder, task } = setUp({
    timeoutMs: 300,
    program: program('process.on("message", () => {})'),
  })
  const failed = { name: 'DecoderFailed', message: 'The decoder took too long.' }
  const photo = task(await noise(60, 60).jpeg().toBuffer())
  await expect(decoder.drawUpload(photo, ANNA)).rejects.toMatchObject(failed)
  await expect(decoder.drawUpload(photo, ANNA)).rejects.toMatchObject(failed)
})

test('starts again after the decoder has died', async () => {
  const dies = program(`
    import { existsSync, writeFileSync } from 'node:fs'
    process.on('message', ({ original }) => {
      if (existsSync(original + '.died')) process.send({ kind: 'drawn', type: 'image/png' })
      else { writeFileSync(original + '.died', ''); process.kill(process.pid, 'SIGSEGV') }
    })`)
  const { decoder, task } = setUp({ program: dies })
  const photo = task(Buffer.from('any'))
  await expect(decoder.drawUpload(photo, ANNA)).rejects.toMatchObject({ name: 'DecoderFailed' })
  expect(await decoder.drawUpload(photo, ANNA)).toBe('image/png')
})

test('refuses an image that needs more memory than the decoder may use', async () => {
  const { decoder, task } = setUp({
    program: program('process.on("message", () => process.exit(70))'),
  })
  await expect(decoder.drawUpload(task(Buffer.from('any')), ANNA)).rejects.toMatchObject({
    refusal: 'too_large',
  })
})

test('passes none of this process’s settings and keys to the decoder', async () => {
  const reporting = program(`
    import { writeFileSync } from 'node:fs'
    process.on('message', ({ original }) => {
      writeFileSync(original, JSON.stringify(Object.keys(process.env)))
      process.send({ kind: 'drawn', type: 'image/png' })
    })`)
  process.env.SPROUT_TEST_KEY = 'secret'
  onTestFinished(() => {
    delete process.env.SPROUT_TEST_KEY
  })
  const { decoder, task } = setUp({ program: reporting })
  const { original } = task(Buffer.from(''))
  await decoder.drawUpload({ original, outputs: [] }, ANNA)
  expect(JSON.parse(readFileSync(original, 'utf8'))).not.toContain('SPROUT_TEST_KEY')
})

test('starts a background task in its turn, and skips images that are no longer wanted', async () => {
  const { decoder } = setUp()
  const signal = AbortSignal.timeout(10_000)
  expect(await decoder.drawLater(async () => null, signal)).toBe(false)
})
