import { expect, it } from 'vitest'
import type { ImportView } from '#contract/imports/imports.ts'
import { workOnImports } from '#domain/imports/run-imports.ts'
import { importForm } from '#domain/testing/multipart.ts'
import { children, deskFamilies } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import { buildTestApp, type Session, signInAdmin, type TestApp } from '#server/testing/test-app.ts'

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

it.each([
  ['a workbook', Buffer.from('504b030414000600', 'hex'), 415, 'workbook'],
  ['a program', Buffer.from(Array.from({ length: 2_000 }, (_, byte) => byte % 9)), 415, 'not_text'],
  ['nothing', '', 422, 'empty'],
  ['only headers', 'Child,DOB\n', 422, 'no_rows'],
  ['an open quotation mark', `Child,DOB\n"${'x'.repeat(300_000)}`, 422, 'quote_not_closed'],
  ['too many columns', `${'a,'.repeat(201)}\n`, 422, 'too_many_columns'],
])('refuses a file with %s', async (_, content, status, code) => {
  const { test, admin } = await start()
  const answer = await upload(test, admin, content)
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})
