import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Doctor, doctorList } from '#contract/doctors/doctors.ts'
import { imageIdOf } from '#contract/images/images.ts'
import { createCloudinaryStore } from '#domain/images/cloudinary-store.ts'
import { DecoderFailed } from '#domain/images/decoder.ts'
import { ImageUnusable } from '#domain/images/image-store.ts'
import {
  type FakeCloudinary,
  loadSdkForHttp,
  startFakeCloudinary,
} from '#domain/testing/fake-cloudinary.ts'
import { readImage } from '#domain/testing/images.ts'
import { listFailedDeliveries } from '#drizzle/queries/deliveries.ts'
import { findImage } from '#drizzle/queries/images.ts'
import { images } from '#drizzle/schema/index.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'
import { upload } from '#server/testing/uploading.ts'
import { testLog } from '../testing/database.ts'
import { startProduct } from '../testing/start-product.ts'
import { tidyImages } from './tidy-images.ts'

const HOUR = 60 * 60_000

describe('an uploaded image', () => {
  it('is processed into all sizes and served in them', async () => {
    const { api, admin, url, startWorkers } = await startWithDoctor()
    expect(await readDoctor(admin)).toMatchObject({
      img: url,
      sources: [],
      picture: { _id: imageIdOf(url), status: 'received' },
    })

    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('processed')
    const doctor = await readDoctor(admin)
    expect(doctor).toMatchObject({ img: url, picture: { status: 'processed' } })
    expect(doctor?.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
    const site = await api.app.listen({ host: '127.0.0.1', port: 0 })
    for (const { type, srcset } of doctor?.sources ?? []) {
      const sizes = srcset.split(', ').map((one) => one.split(' '))
      expect(sizes.map(([, width]) => width)).toEqual(['160w', '320w', '640w'])
      for (const [size = '', width = ''] of sizes) {
        const response = await fetch(site + size)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        const picture = await readImage(Buffer.from(await response.arrayBuffer()))
        const side = Number.parseInt(width, 10)
        expect(picture).toMatchObject({ width: side, height: side, mediaType: type })
        expect([picture.exif, picture.xmp, picture.icc]).toEqual([undefined, undefined, undefined])
      }
    }
    const stable = await api.app.inject({ url })
    expect(stable.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
    })
    expect((await api.app.inject({ url: `${url}/9999.avif` })).statusCode).toBe(404)
    expect((await api.app.inject({ url: `${url}/original` })).statusCode).toBe(404)
    // The original, whose metadata contains a location, is no longer needed.
    const original = api.images.folder.original(imageIdOf(url) ?? '')
    await waitFor(() => existsSync(original)).toBe(false)
    expect(kindsOf(api, url)).toEqual(['image.received', 'image.processed'])
  })

  it('is marked failed if it cannot be processed, and is retried when an admin asks for it', async () => {
    const { api, admin, url, startWorkers } = await startWithDoctor()
    processNothing(api).mockRejectedValueOnce(new ImageUnusable('not an image'))
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('failed')
    expect((await readDoctor(admin))?.picture?.status).toBe('failed')
    // Operators can list and retry it.
    expect(listFailedDeliveries(api.db)).toMatchObject([
      { handler: 'image.process', subject: imageIdOf(url), attempts: 1, lastError: 'not an image' },
    ])
    // The preview stays.
    expect((await api.app.inject({ url })).statusCode).toBe(200)

    const retry = () => admin.post(`${url}/retry`)
    const wakes = api.wakes()
    const response = await retry()
    expect(api.wakes()).toBe(wakes + 1)
    expect([response.statusCode, response.json()]).toEqual([202, { status: 'received' }])
    await waitFor(() => statusOf(api, url)).toBe('processed')
    expect((await retry()).json()).toMatchObject({ code: 'not_failed' })
    expect(listFailedDeliveries(api.db)).toEqual([])
    expect(kindsOf(api, url)).toEqual([
      'image.received',
      'image.failed',
      'image.retried',
      'image.processed',
    ])
  })

  it('is deleted with its doctor, and when it is replaced', async () => {
    const { api, admin, startWorkers } = await startWithAdmin()
    const [first, second] = [await upload(api, admin), await upload(api, admin)]
    await addDoctor(admin, first)
    processNothing(api)
    startWorkers()
    await waitFor(() => statusOf(api, first)).toBe('processed')

    await admin.put('/doctor/ada@example.com/picture', { img: second })
    expect((await api.app.inject({ url: first })).statusCode).toBe(404)
    await waitFor(() => statusOf(api, first)).toBeUndefined()
    await waitFor(() => statusOf(api, second)).toBe('processed')
    await admin.delete('/doctor/ada@example.com')
    await waitFor(() => statusOf(api, second)).toBeUndefined()
    for (const url of [first, second]) {
      expect(existsSync(join(api.env.dataDir, url))).toBe(false)
    }
  })

  it('leaves no failed delivery if it is replaced while it waits', async () => {
    const { api, startWorkers } = await startWithAdmin()
    const anna = await signIn(api, 'anna@example.com')
    const { decoder } = api.images
    const { drawLater } = decoder
    let replacement = ''
    decoder.drawLater = async (task, signal) => {
      replacement ||= await upload(api, anna, { url: '/profile/photo' })
      await waitFor(() => existsSync(join(api.env.dataDir, photo))).toBe(false)
      return drawLater(task, signal)
    }
    const photo = await upload(api, anna, { url: '/profile/photo' })
    startWorkers()
    await waitFor(() => replacement && statusOf(api, replacement)).toBe('processed')
    await waitFor(() => statusOf(api, photo)).toBeUndefined()
    expect(listFailedDeliveries(api.db)).toEqual([])
  })

  it('is retried after a timeout: only the decoder’s verdict is final', async () => {
    const { api, url, startWorkers } = await startWithDoctor()
    const draw = vi.spyOn(api.images.decoder, 'drawLater')
    draw.mockRejectedValueOnce(new DecoderFailed('The decoder took too long.'))
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('processed')
    expect(kindsOf(api, url)).toEqual(['image.received', 'image.processed'])
  })

  it('leaves no files if it is removed while it is processed', async () => {
    const { api, admin, url, startWorkers } = await startWithDoctor()
    const { folder } = api.images
    processNothing(api).mockImplementation(async ({ id }) => {
      await admin.delete('/doctor/ada@example.com')
      // `image.destroy` has already run when this size is made.
      await waitFor(() => existsSync(join(api.env.dataDir, url))).toBe(false)
      await folder.settle(await folder.openStaging(), id)
      return null
    })
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBeUndefined()
    await waitFor(() => existsSync(join(api.env.dataDir, url))).toBe(false)
    expect(kindsOf(api, url)).toEqual(['image.received', 'image.removed'])
  })
})

it('serves a user’s photo privately, keeps it while it is used, and deletes it with the user', async () => {
  const { api, admin } = await startWithAdmin()
  const anna = await signIn(api, 'anna@example.com')
  const photo = await upload(api, anna, { url: '/profile/photo' })
  const abandoned = await upload(api, admin)
  api.db
    .update(images)
    .set({ createdAt: new Date(Date.now() - 25 * HOUR) })
    .run()
  startProduct(api, { attempts: 5, isPeriodic: true })
  await waitFor(() => statusOf(api, photo)).toBe('processed')
  await waitFor(() => statusOf(api, abandoned)).toBeUndefined()
  expect(statusOf(api, photo)).toBe('processed')

  const answers = [await api.app.inject({ url: photo }), await api.app.inject(`${photo}/96.webp`)]
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual([
    'private, max-age=300',
    'private, max-age=31536000, immutable',
  ])

  await admin.delete(`/user/${anna.email}`)
  expect((await api.app.inject({ url: photo })).statusCode).toBe(404)
  await waitFor(() => existsSync(join(api.env.dataDir, photo))).toBe(false)
})

it('removes abandoned uploads and files left by a crash', async () => {
  const { api, admin } = await startWithAdmin()
  const [used, young, old] = [
    await upload(api, admin),
    await upload(api, admin),
    await upload(api, admin),
  ]
  await addDoctor(admin, used)
  const age = (url: string, ms: number) =>
    api.db
      .update(images)
      .set({ createdAt: new Date(Date.now() - ms) })
      .where(eq(images.id, imageIdOf(url) ?? ''))
      .run()
  age(used, 25 * HOUR)
  age(young, 23 * HOUR)
  age(old, 25 * HOUR)
  const folders = {
    crashed: join(api.env.dataDir, 'images', 'staging', 'crashed'),
    unknown: join(api.env.dataDir, 'images', 'without-a-row'),
    busy: join(api.env.dataDir, 'images', 'staging', 'busy'),
  }
  for (const folder of Object.values(folders)) {
    await mkdir(folder)
    await writeFile(join(folder, 'original'), 'x')
  }
  const before = new Date(Date.now() - 2 * HOUR)
  await utimes(folders.crashed, before, before)
  await utimes(folders.unknown, before, before)

  const { log } = testLog()
  await tidyImages(api.images).run({ db: api.db, log, signal: AbortSignal.timeout(30_000) })
  expect([used, young, old].map((url) => statusOf(api, url))).toEqual([
    'received',
    'received',
    'removed',
  ])
  expect(Object.values(folders).map((folder) => existsSync(folder))).toEqual([false, false, true])
})

describe('an image at Cloudinary', () => {
  beforeAll(loadSdkForHttp)

  async function startWithCloudinary() {
    const cloudinary: FakeCloudinary = await startFakeCloudinary()
    return { cloudinary, ...(await startWithDoctor({ CLOUDINARY_URL: cloudinary.url })) }
  }

  it('is processed once after a failure, timeouts and a slow response', async () => {
    const { cloudinary, api, admin, url, startWorkers } = await startWithCloudinary()
    api.images.store = await createCloudinaryStore(cloudinary.url, 400)
    cloudinary.failures.push(500, 'silent when done', 'breaks off', 'slow')
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('processed')
    expect(cloudinary.failures).toEqual([])
    expect(cloudinary.calls.map(({ action }) => action)).toEqual(Array(4).fill('upload'))
    expect([...cloudinary.kept]).toEqual([`sprout/doctor/${imageIdOf(url)}`])
    expect(kindsOf(api, url)).toEqual(['image.received', 'image.processed'])

    const shown = await api.app.inject({ url })
    expect(shown.statusCode).toBe(302)
    expect(shown.headers.location).toMatch(
      /^https:\/\/res\.cloudinary\.com\/clinic\/image\/upload\//,
    )
    expect(shown.headers['cache-control']).toBe('public, max-age=300')
    const doctor = await readDoctor(admin)
    expect(doctor?.sources[0]?.srcset).toContain('https://res.cloudinary.com/')
  })

  it('is marked failed after timeouts, and its preview stays', async () => {
    const { cloudinary, api, url, startWorkers } = await startWithCloudinary()
    api.images.store = await createCloudinaryStore(cloudinary.url, 50)
    cloudinary.failures.push(...Array<'silent'>(5).fill('silent'))
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('failed')
    expect((await api.app.inject({ url })).statusCode).toBe(200)
  })

  it('is deleted there when its doctor is removed', async () => {
    const { cloudinary, api, admin, url, startWorkers } = await startWithCloudinary()
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('processed')
    cloudinary.failures.push(500)
    await admin.delete('/doctor/ada@example.com')
    await waitFor(() => statusOf(api, url)).toBeUndefined()
    expect(cloudinary.kept.size).toBe(0)
    expect(existsSync(join(api.env.dataDir, url))).toBe(false)
  })
})

/** The API with an admin, and the product's jobs as they run in its process. */
async function startWithAdmin(env: Record<string, string> = {}) {
  const api = await buildTestApp({ env })
  const admin = await signInAdmin(api)
  return { api, admin, startWorkers: () => startProduct(api, { attempts: 5 }) }
}

/** The same, with a doctor whose image is `url`. */
async function startWithDoctor(env?: Record<string, string>) {
  const started = await startWithAdmin(env)
  const url = await upload(started.api, started.admin)
  await addDoctor(started.admin, url)
  return { ...started, url }
}

async function addDoctor(admin: Session, img: string): Promise<void> {
  const doctor = { name: 'ada', email: 'ada@example.com', specialty: 'Weight Loss', img }
  expect((await admin.post('/doctor', doctor)).statusCode).toBe(201)
}

async function readDoctor(admin: Session): Promise<Doctor | undefined> {
  const response = await admin.get('/doctor')
  return doctorList.parse(response.json()).at(-1)
}

function statusOf({ db }: TestApp, url: string) {
  return findImage(db, imageIdOf(url) ?? '')?.status
}

/** Processing takes seconds on a busy machine. */
const waitFor = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 })

/** Replaces the processing, for tests of the steps around it. */
function processNothing({ images: { store } }: TestApp) {
  const make = vi.spyOn(store, 'make')
  return make.mockResolvedValue(null)
}

/** The kinds of an image's events, in order. */
function kindsOf({ db }: TestApp, url: string) {
  return eventsOf(db, imageIdOf(url) ?? '').map(({ kind }) => kind)
}
