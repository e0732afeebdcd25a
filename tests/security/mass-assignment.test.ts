import { expect, test } from 'vitest'
import { inputOf } from './fuzz/from-schema.ts'
import { setScene } from './support/scene.ts'

// Fields that only the server sets (OWASP API3). server/bad-input.test.ts tries them on every call that
// books or pays; these tests cover future calls as well.

const POISON = [
  '"__proto__":{"role":"admin","isAdmin":true}',
  '"constructor":{"prototype":{"role":"admin"}}',
  '"prototype":{"role":"admin"}',
  '"role":"admin"',
  '"paid":true,"transactionId":"pi_1","status":"booked"',
  '"_id":"01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3","uid":"x","patientUid":"x"',
]

test('every call with a JSON body rejects unknown fields', async () => {
  const { routes } = await setScene()
  const bodies = routes.flatMap(({ method, url, schema }) => {
    const body = inputOf(schema?.body)
    // A call that accepts several kinds of bodies has a schema for each.
    return body ? (body.oneOf ?? [body]).map((kind) => ({ call: `${method} ${url}`, kind })) : []
  })
  expect(bodies.length).toBeGreaterThan(3)
  for (const { call, kind } of bodies) {
    expect(kind, call).toMatchObject({ type: 'object', additionalProperties: false })
  }
})

test('no body changes an object’s prototype or a row', async () => {
  const scene = await setScene()
  const before = scene.changes()
  const calls = scene.routes.filter(({ schema }) => schema?.body)
  for (const { method, url } of calls) {
    for (const poison of POISON) {
      const address = url
        .replace(':email', scene.admin.email)
        .replaceAll(/:\w+/g, scene.anna.appointment)
      const { statusCode } = await scene.app.inject({
        method: method as 'POST',
        url: address,
        headers: { ...scene.headers.admin, 'content-type': 'application/json' },
        payload: `{${poison}}`,
      })
      expect([400, 401, 403, 404], `${method} ${url} ${poison}`).toContain(statusCode)
      expect(Object.keys(Object.getPrototypeOf({}))).toEqual([])
      expect({}).not.toHaveProperty('role')
    }
  }
  expect(scene.changes() - before).toBe(0)
})
