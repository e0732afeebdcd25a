import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#drizzle/schema/index.ts'
import { ANNA, BORIS, ROLES, type Role, type Scene, setScene } from './support/scene.ts'

// No user gets another patient's data, however the email or id is spelled (OWASP API1).

/** Tested with every spelling. */
const PATIENT: Role = 'patient'

/** Rejected before anything is read, so that a few spellings suffice. */
const OTHERS: Role[] = ['anonymous', 'expired', 'removed', 'demoted']
const SHARE = 7

/** Spellings of an email that some systems treat as equal. */
function waysToWriteEmail(email: string): string[] {
  const [name = '', host = ''] = email.split('@')
  return [
    email,
    email.toUpperCase(),
    ` ${email}`,
    `${email} `,
    `${email}\u0000`,
    `${email}\u0000${ANNA}`,
    `${ANNA},${email}`,
    `${ANNA};${email}`,
    `${ANNA}\r\n${email}`,
    `"${name}"@${host}`,
    `${name}+x@${host}`,
    `${name}@${host}.`,
    `${name}%40${host}`,
    `${name}%2540${host}`,
    `${name}＠${host}`,
    email.replace('o', 'о'),
    email.replace('o', '\u00f6').normalize('NFD'),
    `<${email}>`,
    `mailto:${email}`,
    email.replace('i', 'İ'),
    '%',
    '_'.repeat(email.length),
    '*',
  ]
}

function waysToWriteId(id: string): string[] {
  return [
    id,
    id.toUpperCase(),
    `{${id}}`,
    `urn:uuid:${id}`,
    id.replaceAll('-', ''),
    ` ${id}`,
    `${id}\u0000`,
    `${id}/`,
    `./${id}`,
    `../appointment/${id}`,
    `${id}?patient=${ANNA}`,
    `${id}#`,
    `${id},${id}`,
    `${id}' OR '1'='1`,
    '%',
    '0',
    '-1',
    'null',
    'undefined',
    '[object Object]',
  ]
}

/** Every URL with an email or id, filled in with Boris's. */
function addresses({ routes, boris }: Scene) {
  const emails = waysToWriteEmail(BORIS.email)
  const ids = waysToWriteId(boris.appointment)
  const byPath = routes.flatMap(({ method, url }) => {
    if (!url.includes(':')) return []
    const values = url.includes(':email') ? emails : ids
    return values.flatMap((value) =>
      [encodeURIComponent(value), encodeURIComponent(encodeURIComponent(value))].map((written) => ({
        method,
        url: url.replaceAll(/:\w+/g, written),
      })),
    )
  })
  const written = emails.map(encodeURIComponent)
  const byQuery = written.flatMap((email) =>
    [
      `patient=${email}`,
      `patient[]=${email}`,
      `patient[0]=${email}`,
      `patient[$ne]=${ANNA}`,
      `patient=${ANNA}&patient=${email}`,
      `patient=${email}&patient=${ANNA}`,
      `Patient=${email}`,
      `patient=${ANNA}&email=${email}`,
      `patient=${ANNA}%26patient=${email}`,
    ].map((query) => ({ method: 'GET', url: `/appointments?${query}` })),
  )
  return [...byPath, ...byQuery]
}

test('no spelling of another patient’s email or id reveals or changes their data', async () => {
  const scene = await setScene()
  const { app, boris, headers } = scene
  const secrets = [BORIS.email, BORIS.phone, BORIS.address, boris.intent]
  const asked = addresses(scene)
  const before = scene.changes()
  for (const [index, { method, url }] of asked.entries()) {
    for (const role of index % SHARE === 0 ? [PATIENT, ...OTHERS] : [PATIENT]) {
      const { body } = await app.inject({ method: method as 'GET', url, headers: headers[role] })
      for (const secret of secrets)
        expect(body.includes(secret), `${role}: ${method} ${url}`).toBe(false)
    }
  }
  expect(asked.length).toBeGreaterThan(500)
  expect(scene.changes() - before).toBe(0)
}, 120_000)

test('reading changes only the audit log, for every call and caller', async () => {
  const scene = await setScene()
  // A stream of events does not end.
  const readable = scene.routes.filter(
    ({ method, url }) =>
      method === 'GET' &&
      !['/agenda/changes', '/my-day/changes', '/available/changes'].includes(url),
  )
  const before = scene.changes()
  for (const { url } of readable) {
    const value = url.includes(':email') ? BORIS.email : scene.boris.appointment
    const address = url.replaceAll(/:\w+/g, value).replace('*', '')
    for (const role of ROLES) await scene.app.inject({ url: address, headers: scene.headers[role] })
  }
  expect(readable.length).toBeGreaterThan(10)
  // An admin's views of others' data are recorded.
  const views = scene.db.select().from(events).where(eq(events.kind, 'user.viewed')).all()
  expect(views.length).toBeGreaterThan(0)
  expect(scene.changes() - before).toBe(0)
})

test('the same requests find the user’s own data', async () => {
  const { boris } = await setScene()
  const own = await boris.get(`/appointments?patient=${BORIS.email}`)
  expect(own.body).toContain(BORIS.phone)
  const one = await boris.get(`/appointment/${boris.appointment}`)
  expect(one.body).toContain(BORIS.address)
})

test('the response for another’s data equals the one for data that does not exist', async () => {
  const { anna, boris } = await setScene()
  const ask = (url: string) => anna.call('GET', url)
  const unknownId = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'
  expect(await ask(`/appointment/${boris.appointment}`)).toEqual(
    await ask(`/appointment/${unknownId}`),
  )
  for (const path of ['/admin/', '/appointments?patient=']) {
    expect(await ask(path + BORIS.email)).toEqual(await ask(`${path}nobody@example.com`))
  }
})
