import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageIdOf } from '../../contract/images.ts'
import { createCloudinaryStore } from '../../domain/images/cloudinary-store.ts'
import {
  type FakeCloudinary,
  loadSdkForHttp,
  startFakeCloudinary,
} from '../../domain/testing/fake-cloudinary.ts'
import { upload } from '../../server/testing/uploading.ts'
import {
  addDoctor,
  readDoctor,
  startWithAdmin,
  statusOf,
  toldOf,
  waitFor,
} from '../testing/uploaded-pictures.ts'

describe('with Cloudinary', () => {
  beforeAll(loadSdkForHttp)

  async function startWithCloudinary() {
    const cloudinary: FakeCloudinary = await startFakeCloudinary()
    return { cloudinary, ...(await startWithAdmin({ CLOUDINARY_URL: cloudinary.url })) }
  }

  test('the image is processed once after three failures', async () => {
    const { cloudinary, api, admin, startWorkers } = await startWithCloudinary()
    cloudinary.failures.push(500, 500, 500)
    const url = await upload(api, admin)
    await addDoctor(api, admin, url)
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('processed')
    expect(cloudinary.calls.map(({ action }) => action)).toEqual(Array(4).fill('upload'))
    expect([...cloudinary.kept]).toEqual([`sprout/doctor/${imageIdOf(url)}`])
    expect(toldOf(api, url)).toEqual(['image.received', 'image.processed'])

    const shown = await api.app.inject({ url })
    expect(shown.statusCode).toBe(302)
    expect(shown.headers.location).toMatch(
      /^https:\/\/res\.cloudinary\.com\/clinic\/image\/upload\//,
    )
    expect(shown.headers['cache-control']).toBe('public, max-age=300')
    const doctor = await readDoctor(api, admin)
    expect(doctor?.sources[0]?.srcset).toContain('https://res.cloudinary.com/')
  })

  test('the image is processed once after three timeouts and a slow response', async () => {
    const { cloudinary, api, admin, startWorkers } = await startWithCloudinary()
    api.images.store = await createCloudinaryStore(cloudinary.url, 400)
    cloudinary.failures.push('silent', 'silent when done', 'breaks off', 'slow')
    const url = await upload(api, admin)
    await addDoctor(api, admin, url)
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('processed')
    expect(cloudinary.failures).toEqual([])
    expect([...cloudinary.kept]).toEqual([`sprout/doctor/${imageIdOf(url)}`])
    expect(toldOf(api, url)).toEqual(['image.received', 'image.processed'])
  })

  test('the image fails after timeouts and its preview stays', async () => {
    const { cloudinary, api, admin, startWorkers } = await startWithCloudinary()
    api.images.store = await createCloudinaryStore(cloudinary.url, 50)
    cloudinary.failures.push(...Array<'silent'>(5).fill('silent'))
    const url = await upload(api, admin)
    await addDoctor(api, admin, url)
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('failed')
    expect((await api.app.inject({ url })).statusCode).toBe(200)
  })

  test('the image is deleted there when its doctor is removed', async () => {
    const { cloudinary, api, admin, startWorkers } = await startWithCloudinary()
    const url = await upload(api, admin)
    await addDoctor(api, admin, url)
    startWorkers()
    await waitFor(() => statusOf(api, url)).toBe('processed')
    cloudinary.failures.push(500)
    const { headers } = admin
    await api.app.inject({ method: 'DELETE', url: '/doctor/ada@example.com', headers })
    await waitFor(() => statusOf(api, url)).toBeUndefined()
    expect(cloudinary.kept.size).toBe(0)
    expect(existsSync(join(api.env.dataDir, url))).toBe(false)
  })
})
