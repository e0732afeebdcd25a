import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { errorResponse } from '../../contract/errors.ts'
import { sendError } from './errors.ts'

/** Security scheme of calls that need our own token; name it in a route's `schema.security`. */
export const NEEDS_SESSION = [{ session: [] }]

/** The error answers of a call, for a route's `schema.response`. */
export const ERRORS = { '4xx': errorResponse, '5xx': errorResponse }

/** `GET /docs` (design section 5): OpenAPI out of the routes' schemas. Register before the routes. */
export const documentation = fastifyPlugin(async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sprout',
        description: 'The API of the clinic’s website and booking app.',
        version: '1',
      },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          operator: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
          identity: {
            type: 'http',
            scheme: 'bearer',
            description: 'The identity provider’s ID token.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  })

  let pages: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    pages ??= createPages(app)
    const { url, headers } = request
    const answered = await (await pages).inject({ url, headers })
    if (answered.statusCode === 404) return reply.callNotFound()
    return reply.code(answered.statusCode).headers(answered.headers).send(answered.rawPayload)
  }
  for (const path of ['/docs', '/docs/*']) app.get(path, { schema: { hide: true } }, answer)
})

/** The pages that show the API. Few ask for them, and they would take a tenth of each start. */
async function createPages(app: FastifyInstance): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  // The request that they answer is one of ours, and is logged there.
  const logController = new LogController({ disableRequestLogging: true })
  const pages = Fastify({ loggerInstance: app.log, logController })
  pages.setErrorHandler(sendError)
  await pages.register(swagger)
  await pages.register(swaggerUi, {
    routePrefix: '/docs',
    // Without the top bar: its logo is not ours, and has styles that the policy forbids.
    uiConfig: { layout: 'BaseLayout' },
    transformSpecification: () => app.swagger(),
  })
  return pages
}
