import type { FastifyInstance, InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { errorResponse } from '#contract/errors.ts'
import {
  BODIES,
  CALLS,
  type Call,
  json,
  type Scene,
  setScene,
  WRONG_TYPES,
} from './testing/bad-requests.ts'
import { contentsOf } from './testing/test-app.ts'

// Every call with every kind of invalid input: expects 4xx, a message, and no change.

/** The valid request with these changes. */
function vary(call: Call, scene: Scene, changes: InjectOptions): InjectOptions {
  const { headers, ...rest } = changes
  const { idToken: identity, anna, admin } = scene
  const tokens = { identity, session: anna.token, admin: admin.token }
  const authorization = call.token ? { authorization: `Bearer ${tokens[call.token]}` } : {}
  return { ...call.request(scene), ...rest, headers: { ...authorization, ...headers } }
}

async function expectRefusal(app: FastifyInstance, request: InjectOptions, what: string) {
  const response = await app.inject(request)
  const status = response.statusCode
  expect(status, `${what}: ${response.body.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
  expect(status, what).toBeLessThan(500)
  const { message, code } = errorResponse.parse(response.json())
  expect(code, what).toMatch(/^[a-z_]+$/)
  expect(message.length, what).toBeGreaterThan(5)
  // Names neither libraries nor code.
  expect(response.body, what).not.toMatch(/FST_|SQLITE|Error:|\bat .*\.(ts|js):/)
  return status
}

for (const call of CALLS) {
  describe(call.name, () => {
    test('rejects invalid requests', async () => {
      const scene = await setScene()
      const before = contentsOf(scene.api.db)
      for (const [what, wrong] of Object.entries(call.wrong ?? {})) {
        await expectRefusal(scene.api.app, vary(call, scene, wrong(scene)), what)
      }
      expect(contentsOf(scene.api.db)).toEqual(before)
    })

    test('rejects missing, oversized and non-JSON bodies', async () => {
      const scene = await setScene()
      if (!call.request(scene).payload) return
      const before = contentsOf(scene.api.db)
      for (const [what, body] of Object.entries(BODIES)) {
        const status = await expectRefusal(scene.api.app, vary(call, scene, body), what)
        const isTooLarge = what === 'a megabyte' || (what === 'more than 64 KB' && !call.longText)
        if (isTooLarge) expect(status, what).toBe(413)
        if (['plain text', 'a form', 'XML'].includes(what)) expect(status, what).toBe(415)
      }
      expect(contentsOf(scene.api.db)).toEqual(before)
    })

    test('rejects missing fields, fields of another type and unknown fields', async () => {
      const scene = await setScene()
      const { payload } = call.request(scene)
      if (!payload) return
      const before = contentsOf(scene.api.db)
      const refuse = (body: string, what: string) =>
        expectRefusal(scene.api.app, vary(call, scene, json(body)), what)

      for (const field of Object.keys(payload)) {
        if (!call.optional?.includes(field)) {
          await refuse(JSON.stringify({ ...payload, [field]: undefined }), `no ${field}`)
        }
        for (const [type, value] of Object.entries(WRONG_TYPES)) {
          if (field === call.longText && type === 'a long text') continue
          await refuse(JSON.stringify({ ...payload, [field]: value }), `${field}: ${type}`)
        }
      }
      const rest = JSON.stringify(payload).slice(1)
      for (const unknown of ['extra', 'constructor', '__proto__', 'prototype', 'toString', '']) {
        await refuse(`{${JSON.stringify(unknown)}:{"role":"admin"},${rest}`, unknown)
      }
      expect(contentsOf(scene.api.db)).toEqual(before)
    })
  })
}

test('the valid requests succeed, so that the others are rejected for their defect', async () => {
  for (const call of CALLS) {
    const scene = await setScene()
    const { statusCode } = await scene.api.app.inject(vary(call, scene, {}))
    // No valid request is possible for another patient's appointment.
    const expected = { 'POST /appointments': 201, 'GET /appointment/{id}': 404 }[call.name] ?? 200
    expect(statusCode, call.name).toBe(expected)
  }
})
