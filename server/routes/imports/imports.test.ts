import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { IMPORT_LIMIT_BYTES, type ImportView } from '#contract/imports/imports.ts'
import { workOnImports } from '#domain/imports/run-imports.ts'
import { importer } from '#domain/imports/testing/import-file.ts'
import { importForm } from '#domain/testing/multipart.ts'
import { webhookHandlerOf } from '#drizzle/queries/webhooks/webhook-handler.ts'
import {
  appointments,
  children,
  deskFamilies,
  eventDeliveries,
  events,
  users,
  webhookEndpoints,
} from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import {
  buildTestApp,
  type Session,
  signInAdmin,
  signInStaff,
  type TestApp,
} from '#server/testing/test-app.ts'

const FILE =
  'Child,DOB,Parent,Phone,Note\nMia,2021-06-05,Paula Parker,5035550142,=1+1\nBen,soon,Paula Parker,5035550142,\n'

async function upload({ app }: TestApp, { headers }: Session, content: string | Buffer = FILE) {
  const form = importForm(content)
  return app.inject({
    method: 'POST',
    url: '/imports?kind=families&name=families.csv',
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  })
}

async function start() {
  const test = await buildTestApp()
  const admin = await signInAdmin(test)
  const work = () => workOnImports(test.db, { now: test.now })
  return { test, admin, work }
}

it('takes a file from its upload to the run and back, with refused rows as a file', async () => {
  const { test, admin, work } = await start()
  const uploaded = await upload(test, admin)
  expect(uploaded.statusCode).toBe(201)
  const { _id: id, version, missing, mapping }: ImportView = uploaded.json()
  expect(missing).toEqual([])
  expect(mapping.columns).toEqual({ childName: 0, birthDate: 1, guardianName: 2, phone: 3 })
  const checking = await admin.post(`/imports/${id}/check`, { version })
  expect(checking.statusCode).toBe(202)
  await work()
  const report: ImportView = (await admin.get(`/imports/${id}`)).json()
  expect(report).toMatchObject({ state: 'checked', counts: { added: 1, refused: 1 } })
  expect(report.refused).toEqual([{ row: 2, name: 'Ben', sentence: '“soon” is not a birth date.' }])
  const csv = await admin.get(`/imports/${id}/refused`)
  expect(csv.body).toBe(
    '\uFEFFChild,DOB,Parent,Phone,Note,Row,Why it was refused\r\nBen,soon,Paula Parker,5035550142,,2,“soon” is not a birth date.\r\n',
  )
  const outdated = await admin.post(`/imports/${id}/run`, { fingerprint: '0'.repeat(64) })
  expect(outdated.json()).toMatchObject({ code: 'outdated' })
  expect(
    (await admin.post(`/imports/${id}/run`, { fingerprint: report.fingerprint })).statusCode,
  ).toBe(202)
  await work()
  expect(allOf(test.db, children).map(({ name }) => name)).toEqual(['Mia'])
  const done: ImportView = (await admin.get(`/imports/${id}`)).json()
  expect(done.state).toBe('done')
  expect((await admin.post(`/imports/${id}/undo`, { version: done.version })).statusCode).toBe(202)
  await work()
  expect(allOf(test.db, deskFamilies)).toEqual([])
  expect((await admin.get('/imports')).json()).toMatchObject([{ _id: id, state: 'undone' }])
})

describe('the stream of changes', () => {
  it('reports each step until it is closed, and ends with the admin’s rights', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { test, admin, work } = await start()
    const { _id: id, version }: ImportView = (await upload(test, admin)).json()
    const url = `/imports/${id}/changes`
    const answer = await test.app.inject({ url, headers: admin.headers, payloadAsStream: true })
    expect(answer.headers['content-type']).toContain('text/event-stream')
    const stream = answer.stream()
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    const until = async (pattern: RegExp) => {
      while (!pattern.test(text)) {
        vi.advanceTimersByTime(500)
        await nextTurn()
      }
    }
    await until(/data: 0 0\n\n/)
    await admin.post(`/imports/${id}/check`, { version })
    await until(/data: 1 0\n\n/)
    await work()
    await until(/data: 2 1\n\n/)
    expect(text.match(/data: 2 1/g)).toHaveLength(1)
    const ended = once(stream, 'end')
    test.db.update(users).set({ role: 'patient' }).where(eq(users.uid, admin.uid)).run()
    vi.advanceTimersByTime(20_000)
    await ended
  })

  it('is for admins, and of imports that exist', async () => {
    const { test, admin } = await start()
    const { _id: id }: ImportView = (await upload(test, admin)).json()
    const staff = await signInStaff(test, 'rita@example.com')
    const statusOf = async (of: string, { headers }: Partial<Session>) =>
      (await test.app.inject({ url: `/imports/${of}/changes`, headers: headers ?? {} })).statusCode
    expect(await statusOf(id, {})).toBe(401)
    expect(await statusOf(id, staff)).toBe(403)
    expect(await statusOf('01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3', admin)).toBe(404)
  })
})

it('tells webhooks of each appointment that an undo deletes', async () => {
  const { test, admin, work } = await start()
  const kinds = ['appointment.withdrawn']
  const endpoint = await admin.post('/webhook-endpoints', { url: 'https://hooks.example/', kinds })
  expect(endpoint.statusCode).toBe(201)
  const flow = importer(test.db, test.now)
  await flow.import('families', FILE)
  const file = 'Child,DOB,Date,Time,Treatment\nMia,2021-06-05,2027-03-15,10:10,Allergy Testing\n'
  const { id } = await flow.import('appointments', file)
  const [appointment] = allOf(test.db, appointments)
  await admin.post(`/imports/${id}/undo`, { version: flow.find(id).version })
  await work()
  const told = allOf(test.db, events).filter(({ kind }) => kind === 'appointment.withdrawn')
  expect(told.map(({ subject }) => subject)).toEqual([appointment?.id])
  const handlers = allOf(test.db, eventDeliveries).filter(({ eventId }) => eventId === told[0]?.id)
  expect(handlers.map(({ handler }) => handler)).toEqual([
    webhookHandlerOf(allOf(test.db, webhookEndpoints)[0]?.id ?? ''),
  ])
})

it.each([
  ['a workbook', Buffer.from('504b030414000600', 'hex'), 415, 'workbook'],
  ['a program', Buffer.from(Array.from({ length: 2_000 }, (_, byte) => byte % 9)), 415, 'not_text'],
  ['nothing', '', 422, 'empty'],
  ['only headers', 'Child,DOB\n', 422, 'no_rows'],
  ['an open quotation mark', `Child,DOB\n"${'x'.repeat(300_000)}`, 422, 'quote_not_closed'],
  ['too many columns', `${'a,'.repeat(201)}\n`, 422, 'too_many_columns'],
  ['20 MB and a byte', Buffer.alloc(IMPORT_LIMIT_BYTES + 1, 'a,b\n'), 413, 'too_large'],
])('refuses a file with %s', async (_, content, status, code) => {
  const { test, admin } = await start()
  const answer = await upload(test, admin, content)
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})
