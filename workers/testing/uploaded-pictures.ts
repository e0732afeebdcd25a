import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { type Doctor, doctorList, newDoctorResponse } from '../../contract/doctors.ts'
import { imageIdOf } from '../../contract/images.ts'
import { findImage } from '../../drizzle/queries/images.ts'
import { events } from '../../drizzle/schema/index.ts'
import {
  buildTestApp,
  type Session,
  signInAdmin,
  type TestApp,
} from '../../server/testing/test-app.ts'
import { startProduct } from './start-product.ts'

/** The API with an admin, and the jobs in its process. */
export async function startWithAdmin(env: Record<string, string> = {}) {
  const api = await buildTestApp({ env })
  const admin = await signInAdmin(api)
  return { api, admin, startWorkers: () => startProduct(api, { attempts: 5 }) }
}

export async function addDoctor({ app }: TestApp, { headers }: Session, img: string, name = 'ada') {
  const payload = { name, email: `${name}@example.com`, specialty: 'Weight Loss', img }
  const response = await app.inject({ method: 'POST', url: '/doctor', headers, payload })
  return newDoctorResponse.parse(response.json()).insertedId
}

export async function readDoctor(api: TestApp, { headers }: Session): Promise<Doctor | undefined> {
  const response = await api.app.inject({ url: '/doctor', headers })
  return doctorList.parse(response.json()).at(-1)
}

export function statusOf({ db }: TestApp, url: string) {
  return findImage(db, imageIdOf(url) ?? '')?.status
}

/** On a busy machine, processing takes seconds. */
export const waitFor = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 })

/** Replaces the processing, for tests of everything around it. */
export function drawNothing({ images: { store } }: TestApp) {
  const make = vi.spyOn(store, 'make')
  return make.mockResolvedValue(null)
}

/** The events of an image, in order. */
export function toldOf({ db }: TestApp, url: string) {
  const subject = imageIdOf(url) ?? ''
  const rows = db.select().from(events).where(eq(events.subject, subject)).orderBy(events.id).all()
  return rows.map(({ kind }) => kind)
}
