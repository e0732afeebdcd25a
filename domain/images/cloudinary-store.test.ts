import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { loadSdkForHttp, startFakeCloudinary } from '../testing/fake-cloudinary.ts'
import { createCloudinaryStore } from './cloudinary-store.ts'
import { ImageUnusable } from './image-store.ts'
import { describeSources } from './sizes.ts'

const IMAGE = {
  id: '01890000-0000-7000-8000-000000000001',
  purpose: 'doctor',
  version: null,
} as const
const PUBLIC_ID = `sprout/doctor/${IMAGE.id}`

beforeAll(loadSdkForHttp)

async function connect() {
  const cloudinary = await startFakeCloudinary()
  const store = await createCloudinaryStore(cloudinary.url)
  const original = join(temporaryFolder(), 'original')
  writeFileSync(original, 'the picture')
  const make = () =>
    store.make(IMAGE, { original, isWanted: () => true, signal: AbortSignal.timeout(30_000) })
  return { cloudinary, store, make }
}

test('a signed upload requests every size at once, centered on the face and without metadata', async () => {
  const { cloudinary, make } = await connect()
  expect(await make()).toBe(1_700_000_000)
  const [call] = cloudinary.calls
  expect(cloudinary.calls).toHaveLength(1)
  expect(call?.file?.toString()).toBe('the picture')
  expect(call?.fields).toMatchObject({
    public_id: PUBLIC_ID,
    overwrite: '1',
    invalidate: '1',
    transformation: 'c_limit,fl_force_strip,h_1600,w_1600',
  })
  expect(call?.fields.eager?.split('|')).toEqual(
    ['avif', 'webp', 'jpg'].flatMap((format) =>
      [160, 320, 640].map((width) => `c_fill,f_${format},g_face,h_${width},q_auto,w_${width}`),
    ),
  )
})

test('image addresses are signed and use exactly the transformations that were made on upload', async () => {
  const { cloudinary, store, make } = await connect()
  const version = await make()
  const sources = describeSources(IMAGE, (size) => store.urlOf({ ...IMAGE, version }, size))
  expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  const urls = sources.flatMap(({ srcset }) => srcset.split(', ').map((one) => one.split(' ')[0]))
  for (const url of urls) {
    const parts =
      /^https:\/\/res\.cloudinary\.com\/clinic\/image\/upload\/s--[\w-]{8}--\/(.+)\/v1700000000\/(.+)$/.exec(
        url ?? '',
      )
    expect(cloudinary.calls[0]?.fields.eager?.split('|')).toContain(parts?.[1])
    expect(parts?.[2]).toBe(PUBLIC_ID)
  }
  expect(urls).toHaveLength(6)
})

test('an answer that Cloudinary has not signed is ignored', async () => {
  const { cloudinary, make } = await connect()
  cloudinary.isImpostor = true
  await expect(make()).rejects.toThrow('not signed')
})

test('an image that Cloudinary cannot read fails for good; an outage or a wrong key does not', async () => {
  const { cloudinary, make } = await connect()
  cloudinary.failures.push(400, 500, 420, 503)
  await expect(make()).rejects.toThrow(ImageUnusable)
  for (const _other of [500, 420, 503]) {
    const error = await make().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ImageUnusable)
  }
  const stranger = await createCloudinaryStore(cloudinary.url.replace('secret-of', 'not-of'))
  await expect(stranger.destroy(IMAGE)).rejects.toThrow('Invalid Signature')
})

test('a timeout is an ordinary error, before the work, after it, and during the answer', async () => {
  const { cloudinary } = await connect()
  const hasty = await createCloudinaryStore(cloudinary.url, 100)
  for (const silence of ['silent', 'silent when done', 'breaks off'] as const) {
    cloudinary.failures.push(silence)
    const error = await hasty.destroy(IMAGE).catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/^Error: Cloudinary: (Request Timeout|aborted)$/)
  }
})

test('a failed connection is an ordinary error', async () => {
  const nowhere = 'cloudinary://a:b@c?upload_prefix=http%3A%2F%2F127.0.0.1%3A1'
  const store = await createCloudinaryStore(nowhere)
  await expect(store.destroy(IMAGE)).rejects.toThrow('Cloudinary')
})

test('destroying succeeds when the image is gone, however often it is requested', async () => {
  const { cloudinary, store, make } = await connect()
  await make()
  await store.destroy(IMAGE)
  await store.destroy(IMAGE)
  expect(cloudinary.kept.size).toBe(0)
  expect(cloudinary.calls.slice(1).map(({ fields }) => fields.public_id)).toEqual([
    PUBLIC_ID,
    PUBLIC_ID,
  ])
})
