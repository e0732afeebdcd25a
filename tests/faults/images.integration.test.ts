import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { admitAccount } from '#domain/identity/admission.ts'
import { addImage } from '#domain/images/image-states.ts'
import { openImages } from '#domain/images/images.ts'
import { sizesOf } from '#domain/images/sizes.ts'
import { storeUpload } from '#domain/images/store-upload.ts'
import { noise } from '#domain/testing/images.ts'
import { databaseFile, migrateDatabase } from '#drizzle/client.ts'
import { findImage } from '#drizzle/queries/images.ts'
import { eventDeliveries, events } from '#drizzle/schema/index.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { startRedisServer } from '#workers/testing/redis-server.ts'
import { freePorts, run, WORKER } from '../support/running-site.ts'

test('a second worker finishes the image of a killed one, once', async () => {
  const dataDir = temporaryFolder()
  const db = openForTest(databaseFile(dataDir))
  onTestFinished(() => void db.$client.close())
  migrateDatabase(db)
  const images = await openImages({ dataDir, cloudinaryUrl: undefined })
  const id = await uploadLargeImage()
  const redis = await startRedisServer()
  onTestFinished(redis.remove)
  const ports = await freePorts()
  const startWorker = () => {
    const env = { ...ports, DATA_DIR: dataDir, REDIS_URL: redis.url }
    const worker = run(WORKER, env)
    onTestFinished(() => void worker.child.kill('SIGKILL'))
    return worker
  }

  // Some sizes are made, but none has been moved into place.
  const first = startWorker()
  const made = () => readdirSync(join(dataDir, 'images', id)).filter((name) => /^\d/.test(name))
  const staging = join(dataDir, 'images', 'staging')
  const drawn = () => readdirSync(staging, { recursive: true }).length
  await expect.poll(drawn, { timeout: 60_000, interval: 5 }).toBeGreaterThan(2)
  first.child.kill('SIGKILL')
  expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' })
  expect(findImage(db, id)?.status).toBe('processing')

  startWorker()
  await expect.poll(() => findImage(db, id)?.status, { timeout: 90_000 }).toBe('processed')
  await expect.poll(deliveryOf, { timeout: 20_000 }).toEqual({ status: 'done', attempts: 2 })
  const recorded = db.select().from(events).where(eq(events.subject, id)).orderBy(events.id).all()
  expect(recorded.map(({ kind }) => kind)).toEqual(['image.received', 'image.processed'])
  for (const size of sizesOf({ purpose: 'doctor' })) {
    const file = images.folder.size(id, size)
    expect([file, existsSync(file)]).toEqual([file, true])
  }
  expect(made()).toHaveLength(sizesOf({ purpose: 'doctor' }).length)

  /** Stores an upload as the API does. */
  async function uploadLargeImage(): Promise<string> {
    const now = new Date()
    const account = {
      uid: 'admin',
      email: 'admin@example.com',
      name: null,
      photo: null,
      emailVerified: true,
    }
    admitAccount(db, account, now)
    const picture = await noise(4000, 3000).jpeg().toBuffer()
    return storeUpload(images, {
      purpose: 'doctor',
      uid: 'admin',
      receive: (target) => writeFile(target, picture),
      record: async (stored) => addImage(db, { ...stored, uploadedBy: 'admin' }, now),
    })
  }

  function deliveryOf() {
    const { status, attempts, handler } = eventDeliveries
    return db
      .select({ status, attempts })
      .from(eventDeliveries)
      .where(eq(handler, 'image.process'))
      .get()
  }
})
