import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readableLog } from '#domain/testing/readable-log.ts'
import { databaseFile } from '#drizzle/client.ts'
import { seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { bookingOf, buildTestApp, signIn } from '#server/testing/test-app.ts'
import { findLeaks, privateWords } from './log-privacy.ts'

// The browser suite searches its complete log at the end (tests/support/global-setup.ts); these tests check
// the search.

test('finds all personal data and secrets in a data folder', async () => {
  const dataDir = temporaryFolder()
  const db = seededDatabase(databaseFile(dataDir))
  const api = await buildTestApp({ db })
  const anna = await signIn(api, 'anna@example.com', { name: 'Anna Ackerman' })
  await anna.post('/appointments', bookingOf(anna, { address: '7 Plum Road' }))
  mkdirSync(join(dataDir, 'identity'))
  const account = {
    email: 'boris@example.com',
    passwordHash: 'fakeHash:salt=fakeSalt1:password=boris-secret',
    mfaInfo: [{ phoneInfo: '+15035550123' }],
  }
  writeFileSync(join(dataDir, 'identity/accounts.json'), JSON.stringify({ accounts: [account] }))
  const key = 'a'.repeat(30)
  writeFileSync(join(dataDir, 'jwt-secret'), `${key}\n`)

  const words = privateWords(dataDir)
  const personal = ['anna@example.com', 'Anna Ackerman', '+1 212 555 0100', '7 Plum Road']
  const ofAccount = ['boris@example.com', 'boris-secret', '+15035550123']
  expect(words).toEqual(expect.arrayContaining([...personal, ...ofAccount, key]))
  for (const word of words) expect(findLeaks(`{"msg":"x ${word} y"}`, words)).not.toEqual([])
})

test('recognizes secrets by their format', () => {
  for (const secret of [
    'somebody@example.com',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.x',
    'Bearer abcdefgh12',
    'pi_1_secret_abc',
    'whsec_abcdefgh12',
    'card 4242424242424242',
    '{"password":"x"}',
  ]) {
    expect(findLeaks(secret, []), secret).toHaveLength(1)
  }
})

test('the server’s log lines contain no personal data', async () => {
  const log = readableLog('trace')
  const api = await buildTestApp({ logger: log.logger })
  const anna = await signIn(api, 'anna@example.com', { name: 'Anna Ackerman' })
  await anna.get(`/appointments?patient=${anna.email}`)
  await anna.get('/admin/boris@example.com')
  await api.app.inject({ url: '/boris@example.com/4242424242424242' })
  await anna.post('/appointments', bookingOf(anna))
  const lines = log.lines()
  expect(lines).toHaveLength(5)
  for (const line of lines) expect(JSON.parse(line).reqId).toMatch(/^[0-9a-f-]{36}-\d+$/)
  // The log names users by their id only, and never unknown callers.
  const callers = lines.map((line) => JSON.parse(line).user)
  expect(callers).toEqual([undefined, anna.uid, anna.uid, undefined, anna.uid])
  const words = [anna.email, anna.token, 'Anna Ackerman', '+1 212 555 0100', '1 Main']
  expect(findLeaks(lines.join(''), words)).toEqual([])
})
