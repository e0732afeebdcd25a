import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findSearchErrors } from '#drizzle/checks/search.ts'
import { bookingOf } from '#server/testing/test-app.ts'
import { inputOf } from './fuzz/from-schema.ts'
import { SQL } from './support/payloads.ts'
import { type Scene, setScene } from './support/scene.ts'

const WRAPPINGS: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `anna${payload}`,
  (payload) => `${payload}@example.com`,
  (payload) => payload.replaceAll(' ', '/**/'),
  (payload) => payload.toUpperCase(),
  (payload) => payload.replaceAll(' ', '\t'),
  (payload) => `1${payload}`,
  (payload) => `${payload}\u0000`,
  (payload) => encodeURIComponent(payload),
  (payload) => `x' ${payload}`,
  (payload) => `") ${payload}`,
  (payload) => `${payload};`,
  (payload) => `${payload} #`,
  (payload) => `Allergy Testing${payload}`,
  (payload) => `2027-03-02${payload}`,
  (payload) => payload.split('').reverse().join(''),
  (payload) => `\\${payload}`,
]
const PAYLOADS = SQL.flatMap((payload) => WRAPPINGS.map((wrap) => wrap(payload)))

/** All tables but the search index, which is derived from them. */
function countRows({ db }: Scene): Record<string, number> {
  const tables = db.$client
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name",
    )
    .pluck()
    .all()
  return Object.fromEntries(
    tables.map((name) => [
      name,
      db.$client.prepare(`SELECT count(*) AS n FROM "${name}"`).pluck().get() as number,
    ]),
  )
}

/** Every text input of every call. */
function places({ routes }: Scene) {
  return routes.flatMap(({ method, url, schema }) => {
    const names = (of: unknown) => Object.keys(inputOf(of)?.properties ?? {})
    const { params, querystring, body } = schema ?? {}
    const whole = { method, url, body: body ? names(body) : [] }
    return [
      ...(params ? names(params) : []).map((name) => ({ ...whole, in: 'path' as const, name })),
      ...(querystring ? names(querystring) : []).map((name) => ({
        ...whole,
        in: 'query' as const,
        name,
      })),
      ...(body ? names(body) : []).map((name) => ({ ...whole, in: 'body' as const, name })),
    ]
  })
}

test(`${PAYLOADS.length} payloads in every text input: no 5xx, no row added or removed`, async () => {
  const scene = await setScene()
  const { app, headers, anna } = scene
  const all = places(scene)
  expect(all.length).toBeGreaterThan(25)
  const before = countRows(scene)
  const good: Record<string, unknown> = { ...bookingOf(anna), appointment: anna.appointment }
  for (const [index, payload] of PAYLOADS.entries()) {
    // Tries each payload in three inputs, so that each input gets all kinds.
    for (const offset of [0, 7, 13]) {
      const place = all[(index + offset * 31) % all.length]
      if (!place) throw new Error('There is no such place')
      const path = place.url.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(
          place.in === 'path' && name === place.name ? payload : 'anna@example.com',
        ),
      )
      const query = place.in === 'query' ? `?${place.name}=${encodeURIComponent(payload)}` : ''
      const body = Object.fromEntries(
        place.body.map((name) => [name, name === place.name ? payload : good[name]]),
      )
      const { statusCode, body: answer } = await app.inject({
        method: place.method as 'GET',
        url: path + query,
        // As the role with the most permissions.
        headers: place.url === '/appointments' ? headers.patient : headers.admin,
        ...(place.body.length > 0 && { payload: body }),
      })
      const what = `${place.method} ${place.url}, ${place.in} ${place.name}: ${payload}`
      expect(statusCode, what).toBeLessThan(500)
      // Some answers repeat what was sent.
      const said = answer.replaceAll(JSON.stringify(payload).slice(1, -1), '')
      expect(said, what).not.toMatch(/sqlite|syntax error|near "/i)
    }
  }
  // Only the addresses of a booking and of a user, and the name of a family, accept any text; a look at a user's
  // page is recorded.
  const after = countRows(scene)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(findSearchErrors(scene.db)).toEqual([])
  const booked = (after.appointments ?? 0) - (before.appointments ?? 0)
  expect(booked).toBeLessThanOrEqual(1)
  const families = after.desk_families ?? 0
  const contactsAndViews = scene.db.$client
    .prepare("SELECT count(*) FROM events WHERE kind IN ('user.contact_changed', 'user.viewed')")
    .pluck()
    .get()
  expect(after).toEqual({
    ...before,
    appointments: (before.appointments ?? 0) + booked,
    desk_families: families,
    events: (before.events ?? 0) + booked + families + Number(contactsAndViews),
  })
  expect(scene.db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
}, 120_000)

test('stores and searches the text literally', async () => {
  const { admin, anna, db } = await setScene()
  const address = "1 Main Street'; DELETE FROM users; --"
  const payload = bookingOf(anna, { address, date: '2027-03-04' })
  const booked = await anna.post('/appointments', payload)
  expect(booked.json().booking.address).toBe(address)
  expect(db.$client.prepare('SELECT count(*) FROM users').pluck().get()).toBe(4)
  for (const search of ["' OR 1=1 --", '%', '_', '*', "anna' OR 1=1 --", '\\']) {
    const found = await admin.get('/users', { search })
    expect([found.statusCode, found.json()], search).toEqual([200, []])
  }
})

describe('the code', () => {
  const sources = globSync('{drizzle,server,workers,scripts}/**/*.ts', {
    // The table names of the search check are constants.
    exclude: ['**/*.test.ts', '**/testing/**', 'drizzle/checks/search.ts'],
  })

  test('builds no SQL from strings; values are parameters', () => {
    // A pragma accepts no parameters; its value is a number of milliseconds.
    const allowed = /\.pragma\(`(busy_timeout|user_version) = \$\{(ms|schemaVersion)\}`\)/g
    for (const file of sources) {
      const code = readFileSync(file, 'utf8').replaceAll(allowed, '')
      expect(code, file).not.toMatch(/sql\.raw\(/)
      expect(code, file).not.toMatch(
        /\.(prepare|exec|pragma)(<[^(]*>)?\(\s*(`[^`]*\$\{|[^)'`]*\+|'[^']*'\s*\+)/,
      )
    }
    expect(sources.length).toBeGreaterThan(100)
  })
})
