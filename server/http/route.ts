import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/call.ts'
import { errorResponse } from '#contract/errors.ts'

/** For `schema.security` of routes that need a session. */
export const NEEDS_SESSION = [{ session: [] }]

/** The error responses, for `schema.response` of a route. */
export const ERRORS = { '4xx': errorResponse, '5xx': errorResponse }

const HOOKS = {
  user: 'requireUser',
  doctor: 'requireDoctor',
  care: 'requireCare',
  staff: 'requireStaff',
  admin: 'requireAdmin',
} as const

/**
 * The route of a call, without its handler: `app.route({ ...routeOf(app, call), handler })`. Who may
 * make the call, and how often, is decided before its payload is looked at.
 */
export function routeOf<const Declared extends Call>(app: FastifyInstance, call: Declared) {
  const { method, path, access, summary, params, query, body, answers } = call
  const schema = {
    summary,
    ...(access !== 'everyone' && { security: NEEDS_SESSION }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { ...answers, ...ERRORS },
  } as {
    params: Declared['params']
    querystring: Declared['query']
    body: Declared['body']
    response: Declared['answers'] & typeof ERRORS
  }
  return { method, url: path, preValidation: guardsOf(app, call), schema }
}

/** The hooks that let only some callers pass. */
function guardsOf(app: FastifyInstance, { access, needsRecentLogin, limit }: Call) {
  return [
    ...(access === 'everyone' ? [] : [app[HOOKS[access]]]),
    ...(needsRecentLogin ? [app.requireRecentLogin] : []),
    ...(limit ? [app.limitTo(limit)] : []),
  ]
}
