import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorResponse } from '#contract/errors.ts'
import { imageIdOf, uploadResponse } from '#contract/images/images.ts'
import { HOSTILE_UPLOADS, SCRIPT } from '#domain/testing/hostile-uploads.ts'
import { blackPng, noise, photo, readImage } from '#domain/testing/images.ts'
import { imageForm } from '#domain/testing/multipart.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { events, images, users } from '#drizzle/schema/index.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'
import { postForm, upload } from '#server/testing/uploading.ts'

let api: TestApp
let admin: Session

beforeEach(async () => {
  api = await buildTestApp()
  admin = await signInAdmin(api)
})

/** Every file and folder below the data folder's images, as relative paths. */
function filesOf({ env }: TestApp): string[] {
  const root = join(env.dataDir, 'images')
  return existsSync(root)
    ? readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'staging')
    : []
}

describe('POST /images', () => {
  test('stores an image, shows it without metadata, and has it processed', async () => {
    const picture = await photo()
    const wakes = api.wakes()
    const response = await postForm(api, admin, imageForm(picture))
    expect(response.statusCode).toBe(201)
    const { url } = uploadResponse.parse(response.json()).data
    const id = imageIdOf(url)
    expect(url).toBe(`/images/${id}`)

    const shown = await fetch((await api.app.listen({ host: '127.0.0.1', port: 0 })) + url)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const { width, height, exif } = await readImage(Buffer.from(await shown.arrayBuffer()))
    expect({ width, height, exif }).toEqual({ width: 320, height: 320, exif: undefined })

    expect(filesOf(api).toSorted()).toEqual([id, `${id}/original`, `${id}/preview.jpg`])
    const original = api.images.folder.original(id ?? '')
    expect(readFileSync(original)).toEqual(picture)
    // Readable by its owner only.
    expect(statSync(original).mode & 0o777).toBe(0o600)
    expect(api.db.select().from(images).all()).toMatchObject([
      { id, purpose: 'doctor', uploadedBy: admin.uid, type: 'image/jpeg', status: 'received' },
    ])
    expect(api.db.select().from(events).all().at(-1)).toMatchObject({
      kind: 'image.received',
      actor: admin.uid,
      subject: id,
    })
    expect(api.wakes()).toBe(wakes + 1)
  })

  test('recognizes each of the four kinds by its content, whatever the client says', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const content = await noise(40, 30).toFormat(format).toBuffer()
      const claims = { filename: 'picture.exe', type: 'text/html' }
      expect((await postForm(api, admin, imageForm(content, claims))).statusCode).toBe(201)
    }
    const types = api.db.select({ type: images.type }).from(images).all()
    expect(types.map(({ type }) => type)).toEqual([
      'image/jpeg',
      'image/png',
      'image/webp',
      'image/avif',
    ])
  })

  test('refuses a user who was demoted during the upload', async () => {
    const { openStaging } = api.images.folder
    api.images.folder.openStaging = () => {
      api.db.update(users).set({ role: 'patient' }).run()
      return openStaging.call(api.images.folder)
    }
    const response = await postForm(api, admin, imageForm(await photo()))
    expect(response.statusCode).toBe(403)
    expect(filesOf(api)).toEqual([])
  })
})

describe('an attack by upload', () => {
  test('is refused with the status that says why, and leaves no files', async () => {
    for (const [what, status, form] of HOSTILE_UPLOADS) {
      const response = await postForm(api, admin, await form())
      expect(response.statusCode, what).toBe(status)
      expect(errorResponse.safeParse(response.json()).success, what).toBe(true)
      expect(filesOf(api), what).toEqual([])
    }
    expect(api.db.select().from(images).all()).toEqual([])
  })

  test('with a path in the file name writes nowhere else', async () => {
    const names = [
      '../../../../tmp/sprout-escaped.jpg',
      '/etc/sprout-escaped',
      '..\\\\escaped',
      'a\0b.jpg',
    ]
    for (const filename of names) {
      const response = await postForm(api, admin, imageForm(await photo(), { filename }))
      expect([filename, response.statusCode]).toEqual([filename, 201])
    }
    const ids = api.db
      .select({ id: images.id })
      .from(images)
      .all()
      .map(({ id }) => id)
    expect(filesOf(api).toSorted()).toEqual(
      ids.flatMap((id) => [id, `${id}/original`, `${id}/preview.jpg`]).toSorted(),
    )
    expect(existsSync('/tmp/sprout-escaped.jpg')).toBe(false)
  })

  test('with an image that is also a page and an archive shows only the pixels', async () => {
    const polyglot = Buffer.concat([
      await noise(60, 60)
        .jpeg()
        .withExif({ IFD0: { ImageDescription: SCRIPT } })
        .toBuffer(),
      Buffer.from(`<html>${SCRIPT}</html>PK\u0003\u0004`),
    ])
    const url = await upload(api, admin, { picture: polyglot })
    const shown = await api.app.inject({ url })
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(shown.rawPayload.includes('<script>')).toBe(false)
    expect(shown.rawPayload.includes('PK\u0003\u0004')).toBe(false)
  })

  test('does not delay other requests', async () => {
    // The largest allowed size: each takes a large part of a second to draw.
    const heavy = imageForm(blackPng(6_300, 6_300))
    let isDone = false
    const attack = Promise.all([1, 2, 3].map(() => postForm(api, admin, heavy))).finally(() => {
      isDone = true
    })
    const response = await api.app.inject({ url: '/services' })
    expect([response.statusCode, isDone]).toEqual([200, false])
    expect((await attack).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  })
})

describe('POST /profile/photo', () => {
  const OWN = { url: '/profile/photo' } as const

  test('makes the upload the user’s photo, and removes the previous one', async () => {
    const anna = await signIn(api, 'anna@example.com', { picture: 'https://x/a.png' })
    const first = await upload(api, anna, OWN)
    expect(findUser(api.db, anna.uid)?.photo).toBe(first)
    const second = await upload(api, anna, OWN)
    expect(findUser(api.db, anna.uid)?.photo).toBe(second)
    expect((await api.app.inject({ url: second })).statusCode).toBe(200)
    expect((await api.app.inject({ url: first })).statusCode).toBe(404)
  })

  test('is kept when the provider repeats its old photo or names the upload', async () => {
    const account = { picture: 'https://x/a.png' }
    const anna = await signIn(api, 'anna@example.com', account)
    const photo = await upload(api, anna, OWN)
    const renewed = await signIn(api, anna.email, account)
    expect(renewed.user.photo).toBe(photo)
    const session = await signIn(api, anna.email, { picture: `https://clinic.example${photo}` })
    expect(session.user.photo).toBe(photo)
    const gone = await signIn(api, anna.email, { picture: null })
    expect(gone.user.photo).toBeNull()
    expect((await api.app.inject({ url: photo })).statusCode).toBe(404)
  })

  test('cannot be used for a doctor or another user', async () => {
    const anna = await signIn(api, 'anna@example.com')
    const photo = await upload(api, anna, OWN)
    const boris = await signIn(api, 'boris@example.com', {
      picture: `https://clinic.example${photo}`,
    })
    expect(boris.user.photo).toBeNull()
    const payload = { name: 'Ada', email: 'ada@x.co', specialty: 'Weight Loss', img: photo }
    const added = await admin.post('/doctor', payload)
    expect(added.statusCode).toBe(400)
  })
})
