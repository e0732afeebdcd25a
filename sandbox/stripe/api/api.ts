import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import type { ApiFault, Faults } from '../faults.ts'
import { newId } from '../records/records.ts'
import type { Store } from '../records/store.ts'
import { authenticate, type Keys } from './auth.ts'
import { calls } from './calls.ts'
import { invalidRequest, StripeRefusal } from './errors.ts'
import type { FormObject } from './form.ts'
import { type Answer, createIdempotency, type Keyed, keyedRequest } from './idempotency.ts'

type ApiOptions = {
  store: Store
  faults: Faults
  keys: Keys
  now: () => number
  /** Called after each call that may have changed something. */
  changed: () => void
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const answerOf = (refusal: StripeRefusal): Answer => ({
  status: refusal.status,
  body: { error: refusal.body },
})

const faultAnswer = (status: number): Answer => ({
  status,
  body: {
    error:
      status === 429
        ? {
            type: 'invalid_request_error',
            code: 'rate_limit',
            message: 'Request rate limit exceeded.',
          }
        : { type: 'api_error', message: 'An unknown error occurred (a fault in the sandbox).' },
  },
})

function checkVersion(version: string | undefined): void {
  if (version === undefined || version === Stripe.API_VERSION) return
  throw invalidRequest(
    `The sandbox supports API version ${Stripe.API_VERSION} only, not ${version}.`,
  )
}

/** Registers the calls of `calls.ts` with keys, idempotency, request ids and faults. */
export function registerApi(app: FastifyInstance, options: ApiOptions): void {
  const { store, faults, now } = options
  const idempotency = createIdempotency(store, now)
  const ending = new AbortController()
  app.addHook('preClose', async () => ending.abort())

  for (const call of calls) {
    app.route<{ Params: { id?: string }; Querystring: FormObject; Body?: FormObject }>({
      method: call.method,
      url: call.url,
      handler: async (request, reply) => {
        const path = request.url.split('?')[0] ?? ''
        const fault = faults.takeApi(call.method, path)
        const id = newId('req')
        const key = call.method === 'POST' ? header(request, 'idempotency-key') : undefined
        reply.header('request-id', id).header('stripe-version', Stripe.API_VERSION)
        if (key) reply.header('idempotency-key', key)

        let claim: Keyed | undefined
        try {
          const caller = authenticate(request.headers.authorization, options.keys, call.browser)
          checkVersion(header(request, 'stripe-version'))
          const form = (call.method === 'POST' ? request.body : request.query) ?? {}
          const keyed = key ? keyedRequest(key, `${call.method} ${path}`, form) : undefined
          const first = keyed && idempotency.begin(keyed)
          if (first) {
            reply.header('idempotent-replayed', 'true').header('original-request', first.request)
            return send(reply, first.replayed)
          }
          claim = keyed
          const work = call.prepare(form)
          if (fault?.when === 'before' && (await strike(fault, reply, keyed, id))) return reply

          const scope = { store, faults, now, caller }
          // An error is stored with its changes, because a decline changes the intent.
          const answer = store.transaction((): Answer => {
            const result = attempt(() => work(scope, request.params.id ?? ''))
            if (keyed) idempotency.save(keyed, result, id)
            return result
          })
          if (call.method !== 'GET') options.changed()
          if (fault?.when === 'after' && (await strike(fault, reply, undefined, id))) return reply
          return send(reply, answer)
        } catch (error) {
          if (error instanceof StripeRefusal) return send(reply, answerOf(error))
          throw error
        } finally {
          if (claim) idempotency.end(claim)
        }
      },
    })
  }

  /** Applies a fault. Resolves to true when the request needs no other response. */
  async function strike(
    { fault }: ApiFault,
    reply: FastifyReply,
    keyed: Keyed | undefined,
    request: string,
  ): Promise<boolean> {
    switch (fault.kind) {
      case 'delay':
        await wait(fault.ms, undefined, { signal: ending.signal }).catch(() => reply.hijack())
        return ending.signal.aborted
      case 'status': {
        const answer = faultAnswer(fault.status)
        if (fault.saved && keyed) idempotency.save(keyed, answer, request)
        send(reply, answer)
        return true
      }
      case 'drop':
        reply.hijack()
        reply.raw.destroy()
        return true
      case 'hang':
        reply.hijack()
        await new Promise((resolve) => reply.raw.once('close', resolve))
        return true
    }
  }
}

function attempt(work: () => object): Answer {
  try {
    return { status: 200, body: work() }
  } catch (error) {
    if (error instanceof StripeRefusal) return answerOf(error)
    throw error
  }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply.code(answer.status).send(answer.body)
}
