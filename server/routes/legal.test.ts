import { beforeEach, describe, expect, test } from 'vitest'
import type { LegalPage } from '#contract/legal/legal-pages.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import { buildTestApp, signInAdmin, type TestApp, withoutChange } from '#server/testing/test-app.ts'

// docs/requirements.md#legal-pages; the clinic's day is 2027-03-01.

let api: TestApp
let admin: Awaited<ReturnType<typeof signInAdmin>>

beforeEach(async () => {
  api = await buildTestApp()
  admin = await signInAdmin(api)
})

const publish = (version: number, changes: object = {}, page = 'notice') =>
  admin.call('POST', `/legal/${page}`, {
    version,
    effectiveOn: '2027-03-01',
    text: `# Your rights\n\nVersion ${version + 1}`,
    ...changes,
  })

async function read(search = '', page = 'notice'): Promise<LegalPage> {
  const answer = await api.app.inject(`/legal/${page}${search}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const linked = async () => (await api.app.inject('/clinic')).json().legal

test('a site without legal pages says nothing of them', async () => {
  const { statusCode, body } = await api.app.inject('/legal/notice')
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
  expect((await api.app.inject('/clinic')).json()).not.toHaveProperty('legal')
})

test('a page is published with its event, and everyone reads it and finds its link', async () => {
  expect((await publish(0)).status).toBe(200)
  expect(await read()).toEqual({
    page: 'notice',
    title: 'Notice of Privacy Practices',
    version: 1,
    effectiveOn: '2027-03-01',
    publishedAt: '2027-03-01T13:00:00.000Z',
    state: 'current',
    body: [
      { kind: 'heading', level: 1, line: { lang: null, spans: ['Your rights'] } },
      { kind: 'paragraph', line: { lang: null, spans: ['Version 1'] } },
    ],
    versions: [
      {
        version: 1,
        effectiveOn: '2027-03-01',
        publishedAt: '2027-03-01T13:00:00.000Z',
        state: 'current',
      },
    ],
  })
  expect(eventsOf(api.db, 'notice')).toMatchObject([
    { kind: 'legal.published', data: { version: 1, effectiveOn: '2027-03-01' } },
  ])
  await publish(0, {}, 'terms')
  expect(await linked()).toEqual([
    { page: 'notice', title: 'Notice of Privacy Practices' },
    { page: 'terms', title: 'Terms of use' },
  ])
})

describe('versions', () => {
  test('stay readable; the one in effect is shown', async () => {
    await publish(0, { effectiveOn: '2019-01-05' })
    await publish(1)
    await publish(2, { effectiveOn: '2027-03-02' })
    const statesOf = ({ versions }: LegalPage) =>
      versions.map(({ version, state }) => [version, state])
    const shown = await read()
    expect(shown.version).toBe(2)
    expect(statesOf(shown)).toEqual([
      [3, 'upcoming'],
      [2, 'current'],
      [1, 'former'],
    ])
    expect(await read('?version=1')).toMatchObject({ version: 1, state: 'former' })
    expect(await read('?version=3')).toMatchObject({ version: 3, state: 'upcoming' })
    // Midnight at the clinic.
    api.setTime(new Date('2027-03-02T04:59:59Z'))
    expect((await read()).version).toBe(2)
    api.setTime(new Date('2027-03-02T05:00:00Z'))
    expect((await read()).version).toBe(3)
  })

  test('that all begin later show the first of them', async () => {
    await publish(0, { effectiveOn: '2027-04-01' })
    await publish(1, { effectiveOn: '2027-05-01' })
    expect(await read()).toMatchObject({ version: 1, state: 'upcoming' })
    expect(await linked()).toHaveLength(1)
  })

  test('take effect in their order', async () => {
    await publish(0, { effectiveOn: '2027-04-01' })
    await withoutChange(api, async () => {
      expect(await publish(1, { effectiveOn: '2027-03-31' })).toMatchObject({
        status: 409,
        body: { code: 'too_early', issues: [{ path: 'effectiveOn' }] },
      })
    })
    // A correction on the same day.
    expect((await publish(1, { effectiveOn: '2027-04-01' })).status).toBe(200)
  })

  test('of another admin are shown, and nothing is overwritten', async () => {
    await publish(0, { text: 'Theirs' })
    await withoutChange(api, async () => {
      expect(await publish(0)).toMatchObject({
        status: 409,
        body: { code: 'stale', current: { version: 1 } },
      })
      expect((await publish(5)).status).toBe(409)
    })
  })

  test('that are sent again after a lost answer are stored once', async () => {
    await publish(0)
    await withoutChange(api, async () => {
      expect(await publish(0)).toMatchObject({ status: 200, body: { version: 1 } })
    })
  })

  test('sent at the same time are published once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => publish(0, { text: `Text ${index}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await read()).versions).toHaveLength(1)
  })

  test.each([
    ["UPDATE legal_pages SET body = '[]'", 'legal_page:immutable'],
    ['DELETE FROM legal_pages', 'legal_page:immutable'],
    ["INSERT INTO legal_pages VALUES ('notice', 3, '2027-04-01', '[]', 0)", 'out_of_order'],
    [
      "INSERT OR REPLACE INTO legal_pages VALUES ('notice', 1, '2027-04-01', '[]', 0)",
      'out_of_order',
    ],
    ["INSERT INTO legal_pages VALUES ('notice', 2, '2027-02-28', '[]', 0)", 'too_early'],
  ])('are kept by the database: %s', async (statement, reason) => {
    await publish(0)
    expect(() => api.db.$client.exec(statement)).toThrow(reason)
  })
})

test.each([
  ['no text', { text: ' \u200B\n' }],
  ['a link with a script', { text: '[press](javascript:alert(1))' }],
  ['a link to another user’s site', { text: '[press](//evil.example)' }],
  ['10,000 links', { text: '[a](/b) '.repeat(10_000) }],
  ['a text above 200 kB', { text: 'é'.repeat(100_001) }],
  ['control characters', { text: 'a\u0000b' }],
  ['no day', { effectiveOn: '' }],
  ['a day that there is not', { effectiveOn: '2027-02-30' }],
  ['a day too far ahead', { effectiveOn: '2199-01-01' }],
  ['a negative version', { version: -1 }],
  ['blocks of its own', { body: [{ kind: 'html' }] }],
])('refuses %s', async (_, changes) => {
  await withoutChange(api, async () => {
    expect((await publish(0, changes)).status).toBe(400)
  })
})

test('refuses pages and versions that there are not', async () => {
  expect((await publish(0, {}, 'imprint')).status).toBe(400)
  await publish(0)
  const statusOf = async (path: string) => (await api.app.inject(path)).statusCode
  expect(await statusOf('/legal/imprint')).toBe(400)
  expect(await statusOf('/legal/notice?version=0')).toBe(400)
  expect(await statusOf('/legal/notice?version=1.5')).toBe(400)
  expect(await statusOf('/legal/notice?version=2')).toBe(404)
})

test('takes a text of 200 kB with quotes and line breaks, and refuses one byte more', async () => {
  const row = `“He said "no"”: \\ ${'a"b '.repeat(30)}\n\n`
  const rows = row.repeat(Math.floor(200_000 / Buffer.byteLength(row)))
  const text = rows + 'x'.repeat(200_000 - Buffer.byteLength(rows))
  await withoutChange(api, async () => {
    expect(await publish(0, { text: `${text}x` })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'text', message: 'Text must be 200 kB or smaller' }] },
    })
  })
  expect((await publish(0, { text })).status).toBe(200)
  expect((await read()).body.length).toBeGreaterThan(1000)
})

test('drops direction overrides, and keeps HTML as text', async () => {
  await publish(0, { text: 'in\u202Evoice <script>alert(1)</script>' })
  const { body } = await read()
  expect(body).toEqual([
    { kind: 'paragraph', line: { lang: null, spans: ['invoice <script>alert(1)</script>'] } },
  ])
})

test('needs a recent login', async () => {
  api.setTime(new Date(api.now().getTime() + 16 * 60_000))
  expect(await publish(0)).toMatchObject({ status: 409, body: { code: 'recent_login_required' } })
})

describe('a translation', () => {
  const translate = (changes: object = {}, path = 'notice/es') =>
    admin.call('PUT', `/legal/${path}`, {
      version: 1,
      revision: 0,
      text: '# Sus derechos',
      ...changes,
    })

  test('belongs to a version, with its event', async () => {
    await publish(0)
    expect(await read()).not.toHaveProperty('translations')
    expect((await translate()).status).toBe(200)
    const { body, languages, translations, versions } = await read()
    expect(body[0]).toMatchObject({ line: { spans: ['Your rights'] } })
    expect(translations).toMatchObject([
      { language: 'es', revision: 1, body: [{ line: { spans: ['Sus derechos'] } }] },
    ])
    expect([languages, versions[0]?.languages]).toEqual([['es'], ['es']])
    expect(eventsOf(api.db, 'notice').at(-1)).toMatchObject({
      kind: 'legal.translated',
      data: { version: 1, language: 'es', revision: 1 },
    })
  })

  test('is not that of the next version', async () => {
    await publish(0)
    await publish(1)
    await translate({ version: 2 })
    await publish(2, { effectiveOn: '2027-03-02' })
    const { versions } = await read()
    expect(versions.map(({ languages }) => languages)).toEqual([undefined, ['es'], undefined])
    expect(await read('?version=3')).not.toHaveProperty('translations')
    expect((await translate({ version: 3, text: 'Después' })).status).toBe(200)
    expect(await read('?version=3')).toMatchObject({ translations: [{ revision: 1 }] })
  })

  test('is corrected with another revision; a repeated one changes nothing', async () => {
    await publish(0)
    await translate()
    await withoutChange(api, async () => {
      expect((await translate()).status).toBe(200)
      expect(await translate({ text: 'De otra persona' })).toMatchObject({
        status: 409,
        body: { code: 'stale', current: { translations: [{ revision: 1 }] } },
      })
    })
    expect((await translate({ revision: 1, text: 'Corregido' })).status).toBe(200)
    expect(await read()).toMatchObject({
      translations: [{ revision: 2, body: [{ line: { spans: ['Corregido'] } }] }],
    })
    expect(api.db.$client.prepare('SELECT count(*) FROM legal_translations').pluck().get()).toBe(2)
  })

  test('is refused for an earlier version, one that there is not, and another language', async () => {
    await publish(0)
    await publish(1)
    await withoutChange(api, async () => {
      expect(await translate()).toMatchObject({ status: 409, body: { code: 'version_ended' } })
      expect((await translate({ version: 3 })).status).toBe(404)
      expect((await translate({ version: 2 }, 'terms/es')).status).toBe(404)
      expect((await translate({ version: 2 }, 'notice/en')).status).toBe(400)
      expect((await translate({ version: 2, text: ' ' })).status).toBe(400)
    })
  })

  test('needs a recent login', async () => {
    await publish(0)
    api.setTime(new Date(api.now().getTime() + 16 * 60_000))
    expect(await translate()).toMatchObject({ body: { code: 'recent_login_required' } })
  })

  test.each([
    ["UPDATE legal_translations SET body = '[]'", 'legal_translation:immutable'],
    ['DELETE FROM legal_translations', 'legal_translation:immutable'],
    [
      "INSERT INTO legal_translations VALUES ('notice', 1, 'es', 3, '[]', 0)",
      'legal_translation:out_of_order',
    ],
    [
      "INSERT OR REPLACE INTO legal_translations VALUES ('notice', 1, 'es', 1, '[]', 0)",
      'legal_translation:out_of_order',
    ],
    ["INSERT INTO legal_translations VALUES ('terms', 1, 'es', 1, '[]', 0)", 'FOREIGN KEY'],
    ["INSERT INTO legal_translations VALUES ('notice', 1, 'en', 1, '[]', 0)", 'CHECK'],
  ])('is kept by the database: %s', async (statement, reason) => {
    await publish(0)
    await translate()
    expect(() => api.db.$client.exec(statement)).toThrow(reason)
  })
})
