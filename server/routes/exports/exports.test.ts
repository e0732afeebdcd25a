import { expect, it } from 'vitest'
import type { AuditPage } from '#contract/audit/audit.ts'
import { events } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import { buildTestApp, signInAdmin } from '#server/testing/test-app.ts'

it('sends the archive to an admin, and writes who asked for it and why', async () => {
  const test = await buildTestApp()
  const admin = await signInAdmin(test)
  const answer = await admin.post('/exports', { reason: 'other_system', alerts: true })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="records-\d{4}-\d\d-\d\d\.zip"$/,
  )
  // The signature of a ZIP archive.
  expect(answer.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  const exported = allOf(test.db, events).filter(({ kind }) => kind === 'data.exported')
  expect(exported).toMatchObject([
    {
      subject: 'clinic',
      data: { reason: 'other_system', notes: false, alerts: true },
    },
  ])
  const log: AuditPage = (await admin.get('/audit?kind=data.exported')).json()
  expect(log.events.map(({ subject, detail }) => [subject.label, detail])).toEqual([
    ['the clinic', 'with alerts, reason: The clinic moves to another system'],
  ])
})

it('refuses an export without a reason', async () => {
  const test = await buildTestApp()
  const admin = await signInAdmin(test)
  const answer = await admin.post('/exports', {})
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    expect.stringContaining('reason'),
  ])
  expect(allOf(test.db, events).some(({ kind }) => kind === 'data.exported')).toBe(false)
})
