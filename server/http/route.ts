import type {
  ContextConfigDefault,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { errorResponse } from '#contract/errors.ts'
import { recentLogin, roleRefusals } from '#contract/refusals/default-refusals.ts'
import type { Refusals, Refusing } from '#contract/refusals/refusals.ts'
import { documentedAs } from './call-names.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's refusals besides the defaults. */
    refusals?: Refusals
    /** The refusals of its guards, which check the role and the age of the login. */
    guards?: Refusals
  }
}

/** For `schema.security` of routes that need a session. */
export const NEEDS_SESSION = [{ session: [] }]

/** An answer of other types than JSON, for `schema.response` of a route. */
export const answerOf = (description: string, ...types: string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: z.string() }])),
})

/** The error responses, for `schema.response` of a route. */
export const ERRORS = { '4xx': errorResponse, '5xx': errorResponse }

const HOOKS = {
  user: 'requireUser',
  doctor: 'requireDoctor',
  care: 'requireCare',
  staff: 'requireStaff',
  admin: 'requireAdmin',
} as const

type App = Parameters<FastifyPluginAsyncZod>[0]

/**
 * Adds a noun's routes to the API. Not plugins, because a plugin costs as much as its routes; only routes
 * that parse other bodies are plugins.
 */
export type Routes = (app: App, services: Services) => void

/** A call's declaration as a Fastify schema. */
interface SchemaOf<Declared extends Call> {
  params: Declared['params']
  querystring: Declared['query']
  body: Declared['body']
  response: Declared['answers'] & typeof ERRORS
}

/** Registers a call's route. Access and rate limit are checked before the payload. */
export function handle<const Declared extends Call>(
  app: App,
  call: Declared,
  handler: RouteHandlerMethod<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    RouteGenericInterface,
    ContextConfigDefault,
    SchemaOf<Declared>,
    ZodTypeProvider
  >,
): void {
  const { method, path: url, bodyLimit } = call
  app.route({
    method,
    url,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: refusalsOf(call),
    preValidation: guardsOf(app, call),
    schema: schemaOf(call),
    handler,
  })
}

/** The refusals of the call and its guards. */
function refusalsOf({ access, needsRecentLogin, refusals }: Call & Partial<Refusing>) {
  const guards = { ...roleRefusals[access], ...(needsRecentLogin && recentLogin) }
  return { refusals, guards }
}

/** The schema for validating and documenting a call. */
export function schemaOf<const Declared extends Call>(call: Declared) {
  const { access, summary, params, query, body, answers } = call
  return {
    summary,
    ...documentedAs(call),
    ...(access !== 'everyone' && { security: NEEDS_SESSION }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { ...answers, ...ERRORS },
  } as SchemaOf<Declared>
}

/** The hooks that check access to a call. */
function guardsOf(app: FastifyInstance, { access, needsRecentLogin, limit }: Call) {
  return [
    ...(access === 'everyone' ? [] : [app[HOOKS[access]]]),
    ...(needsRecentLogin ? [app.requireRecentLogin] : []),
    ...(limit ? [app.limitTo(limit)] : []),
  ]
}
