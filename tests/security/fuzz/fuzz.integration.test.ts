import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { errorResponse } from '#contract/errors.ts'
import type { WatchedRoute } from '#server/testing/watched-app.ts'
import { BORIS, type Scene, setScene } from '../support/scene.ts'
import { inputOf } from './from-schema.ts'
import { type FuzzRequest, generateRequest, pick } from './requests.ts'

/** `FUZZ_REQUESTS=200000` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 6_000)

/** Requests to one app, whose changes accumulate; then a new app is built. */
const PER_SCENE = 1_000

/** Additional scenes for a call that has not succeeded; the first one suffices in 49 of 50 cases. */
const MOST_MORE_SCENES = 5

/** Calls that succeed with valid input. */
const CALLS = [
  'GET /admin/:email',
  'GET /agenda',
  'GET /appointment/:id',
  'GET /appointment/:id/calendar',
  'GET /appointment-blocks',
  'GET /appointment-series',
  'GET /appointments',
  'GET /appointments/:id/options',
  'GET /available',
  'GET /check-up-plan',
  'GET /children/:id/check-ups',
  'GET /children/:id/guardians',
  'GET /claims',
  'GET /guardian-invitations/:id',
  'GET /desk-refunds',
  'GET /schedule',
  'GET /due-visits',
  'GET /email-settings',
  'GET /imports',
  'GET /imports/:id',
  'GET /imports/:id/refused',
  'DELETE /tickets/:id',
  'GET /next-visits',
  'GET /notifications',
  'GET /payments',
  'GET /services',
  'GET /todo/due',
  'POST /notifications/invitations',
  'PATCH /booking/:id',
  'POST /claims/letters',
  'PUT /check-up-plan',
  'PUT /children/:id/check-ups/:row',
  'PUT /clinic/settings',
  'POST /appointment-blocks',
  'POST /appointment-series',
  'POST /appointments',
  'POST /appointments/:id/cancel',
  'POST /appointments/:id/move',
  'POST /create-payment-intent',
  'POST /desk-refunds/:id/hand-back',
  'POST /guardian-invitations',
  'POST /guardian-invitations/:id/accept',
  'POST /imports/:id/check',
  'POST /imports/:id/run',
  'POST /imports/:id/undo',
  'POST /legal/:page',
  'POST /due-visits/send',
  'POST /next-visits/:id/done-elsewhere',
  'POST /next-visits/:id/not-for-us',
  'POST /next-visits/:id/reopen',
  'POST /payments',
  'POST /recalls/resume',
  'POST /recalls/stop',
  'POST /tickets',
  'POST /todo/due/:id/attempts',
  'POST /treatments',
  'POST /treatments/:id/prices',
  'POST /webhooks/stripe',
  'PUT /email-settings',
  'PUT /agenda/:id/note',
  'PUT /children/:id/guardians/:uid',
  'PUT /imports/:id/mapping',
  'PUT /legal/:page/:language',
  'PUT /translations/:language',
  'PUT /users/:email',
]

/** Library names and code locations. */
const INSIDES = /FST_|SQLITE_|SqliteError|ZodError|node_modules|\bat .*\.[jt]s:\d/

// Errors of calls with more fields than `code` and `message`.
const refusal = z.object({ ...errorResponse.shape, success: z.literal(false).optional() })

test(`${REQUESTS} valid and invalid requests to every call by every role: no 5xx, and errors change nothing`, async () => {
  const granted = new Set<string>()
  for (let made = 0; made < REQUESTS; made += PER_SCENE) {
    const scene = await setScene()
    await attack(scene, weigh(scene.routes), granted)
  }
  // A call that never succeeded has not been tested, so it gets more requests of its own.
  for (const call of CALLS) {
    for (let more = 0; more < MOST_MORE_SCENES && !granted.has(call); more += 1) {
      const scene = await setScene()
      const routes = scene.routes.filter((route) => nameOf(route) === call)
      await attack(scene, routes, granted, () => granted.has(call))
    }
  }
  expect([...granted]).toEqual(expect.arrayContaining(CALLS))
}, 600_000)

const nameOf = ({ method, url }: WatchedRoute) => `${method} ${url}`

/** Sends random requests to some routes until `isOver`; adds the successful ones to `granted`. */
async function attack(
  scene: Scene,
  routes: readonly WatchedRoute[],
  granted: Set<string>,
  isOver = () => false,
) {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      if (isOver()) return
      const route = pick(g, routes)
      const status = await send(scene, generateRequest(g, route, scene))
      if (status < 400) granted.add(nameOf(route))
    }),
    // Shrinking would need an app without the changes of earlier requests.
    { numRuns: PER_SCENE, endOnFailure: true },
  )
  expect(scene.db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
}

/** Calls with input are ten times as likely. Streams of events are excluded, because they do not end. */
function weigh(routes: readonly WatchedRoute[]): WatchedRoute[] {
  return routes.flatMap((route) => {
    if (route.url.endsWith('/changes')) return []
    const { params, querystring } = route.schema ?? {}
    const takesSomething = route.method !== 'GET' || inputOf(params) || inputOf(querystring)
    return Array<WatchedRoute>(takesSomething ? 10 : 1).fill(route)
  })
}

/** The body before compression, which some requests ask for. */
function textOf({ headers, body, rawPayload }: LightMyRequestResponse): string {
  if (rawPayload.length === 0) return ''
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString()
  return body
}

async function send(scene: Scene, { role, options }: FuzzRequest): Promise<number> {
  const before = scene.changes()
  const response = await scene.app.inject(options)
  const { statusCode } = response
  const body = textOf(response)
  expect(statusCode, `${options.method} ${options.url}: ${body}`).toBeLessThan(500)
  expect(body).not.toMatch(INSIDES)
  if (statusCode >= 400) {
    if (options.method !== 'HEAD') refusal.parse(JSON.parse(body))
    expect(scene.changes() - before, 'rows changed by a refused request').toBe(0)
  }
  if (!['otherPatient', 'admin'].includes(role)) {
    expect(body).not.toContain(BORIS.phone)
    expect(body).not.toContain(BORIS.address)
  }
  return statusCode
}
