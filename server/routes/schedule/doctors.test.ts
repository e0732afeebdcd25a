import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { doctorList } from '#contract/doctors/doctors.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { listTreatmentIds } from '#drizzle/queries/schedule/treatments.ts'
import { appointments, treatments } from '#drizzle/schema/index.ts'
import { addAppointment, addTreatingDoctor, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { treatmentId } from '#server/testing/blocks.ts'
import {
  availableOn,
  buildTestApp,
  contentsOf,
  DOCTOR_DETAILS,
  signInAdmin,
  type TestApp,
  withoutChange,
} from '#server/testing/test-app.ts'
import { upload } from '#server/testing/uploading.ts'

const ADA = {
  name: 'Ada Wong',
  designation: 'Dietician',
  email: 'Ada@example.com',
  specialty: 'Weight Loss',
}

async function start() {
  const api = await buildTestApp()
  const admin = await signInAdmin(api)
  const list = async () => doctorList.parse((await admin.get('/doctor')).json())
  return { api, uid: admin.uid, upload: () => upload(api, admin), admin, list }
}

/** A doctor's events in order: 'kind by actor'. */
const eventLines = ({ db }: TestApp, id = '') =>
  eventsOf(db, id).map(({ kind, actor }) => `${kind} by ${actor}`)

describe('POST /doctor', () => {
  test('adds a doctor with an uploaded image to the admins’ and the public list', async () => {
    const { api, uid, upload, admin, list } = await start()
    const img = await upload()
    const response = await admin.post('/doctor', { ...ADA, img })
    expect([response.statusCode, response.json()]).toEqual([
      201,
      { insertedId: expect.any(String) },
    ])
    const { insertedId } = response.json()
    const shown = {
      _id: insertedId,
      name: 'Ada Wong',
      designation: 'Dietician',
      specialty: 'Weight Loss',
      img,
      sources: [],
      facebook: null,
      linkedin: null,
      twitter: null,
    }
    expect((await list()).at(-1)).toEqual({
      ...shown,
      email: 'ada@example.com',
      version: 0,
      treatments: [treatmentId(api, 'Weight Loss')],
      coming: [],
      picture: { _id: img.replace('/images/', ''), status: 'received' },
    })
    expect((await api.app.inject({ url: '/team' })).json().at(-1)).toEqual(shown)
    expect(eventLines(api, insertedId)).toEqual([`doctor.added by ${uid}`])
  })

  test('rejects missing and unknown values with the form’s messages', async () => {
    const { api, upload, admin } = await start()
    const img = await upload()
    const messages = async (payload: object) => {
      const response = await admin.post('/doctor', payload)
      expect(response.statusCode).toBe(400)
      return response.json().issues.map(({ message }: { message: string }) => message)
    }
    expect(await messages({})).toEqual([
      'Name is required',
      'Email is required',
      'Specialty is required',
      'Image is required',
    ])
    expect(await messages({ ...ADA, img, name: ' ' })).toEqual(['Name is required'])
    expect(await messages({ ...ADA, img, email: '' })).toContain('Email is required')
    expect(await messages({ ...ADA, img: '' })).toEqual(['Image is required'])
    expect(await messages({ ...ADA, img, specialty: 'Astrology' })).toEqual([
      'Choose a specialty from the list',
    ])
    api.db.update(treatments).set({ active: false }).where(eq(treatments.name, 'Weight Loss')).run()
    expect(await messages({ ...ADA, img })).toEqual(['Choose a specialty from the list'])
    api.db.update(treatments).set({ active: true }).run()
    const foreign = [
      'https://example.com/a.jpg',
      `https://example.com${img}`,
      `${img}?x`,
      '/images/01890000-0000-7000-8000-000000000001',
      '/images/../etc/passwd',
      'javascript:alert(1)',
    ]
    for (const other of foreign) {
      expect(await messages({ ...ADA, img: other })).toEqual(['Please upload the image again'])
    }
    expect((await admin.post('/doctor', { ...ADA, img, role: 'admin' })).statusCode).toBe(400)
  })

  test('accepts each email and each image once', async () => {
    const { api, upload, admin } = await start()
    const [img, another] = [await upload(), await upload()]
    await admin.post('/doctor', { ...ADA, img })
    const before = contentsOf(api.db)
    const twice = await admin.post('/doctor', { ...ADA, email: 'ADA@EXAMPLE.COM', img: another })
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'doctor_exists'])
    const taken = await admin.post('/doctor', { ...ADA, email: 'eve@example.com', img })
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'image_taken'])
    expect(contentsOf(api.db)).toEqual(before)
  })
})

test('DELETE /doctor/{email} removes the doctor from both lists; the email can be used again', async () => {
  const { api, uid, upload, admin, list } = await start()
  const { insertedId } = (await admin.post('/doctor', { ...ADA, img: await upload() })).json()
  const wakes = api.wakes()
  const response = await admin.delete('/doctor/ada@example.com')
  expect(api.wakes()).toBe(wakes + 1)
  expect([response.statusCode, response.json()]).toEqual([200, { deletedCount: 1 }])
  expect(eventLines(api, insertedId).at(-1)).toBe(`doctor.removed by ${uid}`)
  expect(await list()).toHaveLength(4)
  expect((await api.app.inject({ url: '/team' })).json()).toHaveLength(4)
  expect((await admin.delete('/doctor/ada@example.com')).statusCode).toBe(404)
  const again = await admin.post('/doctor', { ...ADA, img: await upload() })
  expect(again.statusCode).toBe(201)
})

test('PUT /doctor/{email}/picture adds and then replaces a doctor’s image', async () => {
  const { api, uid, upload, admin, list } = await start()
  const [first, second] = [await upload(), await upload()]
  const [amara] = await list()
  const url = `/doctor/${amara?.email}/picture`
  for (const img of [first, second]) {
    expect((await admin.put(url, { img })).json()).toEqual({ modifiedCount: 1 })
    expect((await list())[0]?.img).toBe(img)
  }
  expect(eventLines(api, amara?._id).slice(-2)).toEqual(Array(2).fill(`doctor.updated by ${uid}`))
  expect((await admin.put(url, { img: second })).json().code).toBe('image_taken')
  expect((await admin.put(url, { img: first })).statusCode).toBe(400)
  const third = await upload()
  const unknown = await admin.put('/doctor/nobody@example.com/picture', { img: third })
  expect(unknown.statusCode).toBe(404)
})

describe('PUT /doctor/{email}', () => {
  async function startEditing() {
    const test = await start()
    const [amara] = await test.list()
    if (!amara) throw new Error('There is no doctor')
    const ids = listTreatmentIds(test.api.db)
    const save = (changes: object = {}, email = amara.email) =>
      test.admin.put(`/doctor/${email}`, { ...DOCTOR_DETAILS, version: 0, ...changes })
    return { ...test, amara, ids, save }
  }

  test('changes details, social networks and treatments', async () => {
    const { api, uid, amara, ids, list, save } = await startEditing()
    const response = await save({ treatments: ids.slice(0, 2), designation: '' })
    const changed = {
      _id: amara._id,
      name: 'Dr. Ada Wong',
      email: 'ada@example.com',
      designation: null,
      facebook: 'https://facebook.example/ada',
      linkedin: null,
      treatments: ids.slice(0, 2),
      version: 1,
    }
    expect([response.statusCode, response.json()]).toEqual([200, expect.objectContaining(changed)])
    expect((await list())[0]).toMatchObject(changed)
    expect((await api.app.inject('/team')).json()[0].facebook).toBe(changed.facebook)
    expect(eventsOf(api.db, amara._id).at(-1)).toMatchObject({
      kind: 'doctor.updated',
      actor: uid,
      data: {
        fields: ['name', 'email', 'designation', 'specialty', 'facebook', 'treatments'],
      },
    })
    const before = contentsOf(api.db)
    await save({ treatments: ids.slice(0, 2), designation: '', version: 1 }, 'ada@example.com')
    expect(contentsOf(api.db)).toEqual(before)
  })

  test('refuses the second of two admins, with the current doctor', async () => {
    const { api, amara, list, save } = await startEditing()
    await save({ email: amara.email })
    const late = await withoutChange(api, () => save({ email: amara.email, name: 'Dr. Late' }))
    const [current] = await list()
    expect([late.statusCode, late.json()]).toEqual([
      409,
      { code: 'stale', message: expect.any(String), current },
    ])
  })

  test('refuses what does not exist or belongs to another doctor, and changes nothing', async () => {
    const { api, list, save } = await startEditing()
    const [, other] = await list()
    const before = contentsOf(api.db)
    const unknown = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'
    const refusals = [
      await save({ treatments: [unknown] }),
      await save({ specialty: 'Astrology' }),
      await save({ facebook: 'http://facebook.example' }),
      await save({ email: other?.email }),
      await save({}, 'nobody@example.com'),
    ].map(({ statusCode, json }) => [statusCode, json().message])
    expect(refusals).toEqual([
      [400, 'A treatment does not exist any more'],
      [400, 'Choose a specialty from the list'],
      [400, 'Enter an address that begins with https://'],
      [409, 'A doctor with this email already exists.'],
      [404, 'No doctor has this email.'],
    ])
    expect(contentsOf(api.db)).toEqual(before)
  })

  test('keeps a specialty that is not offered any more', async () => {
    const { api, amara, save } = await startEditing()
    api.db.update(treatments).set({ active: false }).run()
    expect((await save({ specialty: amara.specialty })).statusCode).toBe(200)
  })
})

describe('deleting a doctor with upcoming appointments', () => {
  async function startDeleting() {
    const started = await start()
    const { api, list } = started
    const [amara] = await list()
    const id = addAppointment(api.db)
    api.db.update(appointments).set({ doctorId: amara?._id }).run()
    const url = `/doctor/${amara?.email}`
    const preview = async () => (await started.admin.post(`${url}/deletion/preview`)).json()
    return { ...started, amara, url, preview, appointment: () => findAppointment(api.db, id) }
  }

  test('needs a decision about them, after a preview', async () => {
    const { api, admin, url, preview, list } = await startDeleting()
    const [{ coming = [] } = {}] = await list()
    expect(coming.map(({ count }) => count)).toEqual([1])
    expect(await preview()).toMatchObject({ total: 1, families: 1, paid: 0, refund: 0 })
    const refused = await withoutChange(api, () => admin.delete(url))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'doctor_has_appointments'])
  })

  test.each([
    ['list', 'booked'],
    ['keep', 'booked'],
    ['cancel', 'cancelled'],
  ])('carries the decision out: %s', async (decision, status) => {
    const { admin, url, preview, appointment, amara } = await startDeleting()
    const { fingerprint } = await preview()
    const deleted = await admin.delete(`${url}?appointments=${decision}&fingerprint=${fingerprint}`)
    expect(deleted.json()).toEqual({ deletedCount: 1 })
    expect(appointment()).toMatchObject({ status, doctorId: amara?._id })
    const misfits = (await admin.get('/schedule/misfits')).json()
    expect(misfits).toHaveLength(decision === 'list' ? 1 : 0)
  })

  test('is refused when they have changed since the preview', async () => {
    const { api, admin, url, preview, appointment } = await startDeleting()
    const { fingerprint } = await preview()
    api.db.update(appointments).set({ version: 1 }).run()
    const refused = await admin.delete(`${url}?appointments=cancel&fingerprint=${fingerprint}`)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'outdated', impact: { total: 1 } },
    ])
    expect(appointment()?.status).toBe('booked')
    expect((await admin.get('/doctor')).json()).toHaveLength(4)
  })
})

test('a treatment with former doctors cannot be booked without one, until an admin allows it', async () => {
  const { api, admin } = await start()
  const [id = ''] = listTreatmentIds(api.db)
  const free = async () => {
    const found = (await availableOn(api, '2027-03-02')).find(({ _id }) => _id === id)
    return found?.slots.length
  }
  const shown = async () => {
    const { treatments } = (await admin.get('/treatments')).json()
    return treatments.find((one: { _id: string }) => one._id === id)
  }
  const withoutDoctors = await free()
  expect(withoutDoctors).toBeGreaterThan(0)
  addTreatingDoctor(api.db, 'Ada Wong', (await shown()).name)
  expect(await free()).toBe(withoutDoctors)

  const { email } = (await admin.get('/doctor')).json().at(-1)
  expect((await admin.delete(`/doctor/${email}`)).statusCode).toBe(200)
  expect(await free()).toBe(0)
  const { _id, prices: _, doctors: __, ...fields } = await shown()
  expect(fields.needsDoctor).toBe(true)
  await admin.put(`/treatments/${_id}`, { ...fields, needsDoctor: false })
  expect(await free()).toBe(withoutDoctors)
  expect(eventsOf(api.db, id).at(-1)).toMatchObject({ data: { fields: ['doctor'] } })
})
