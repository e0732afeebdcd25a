import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { errorResponse } from '../contract/errors.ts'

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
  // Without the top bar: its logo is not ours, and has styles that the policy forbids.
  await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { layout: 'BaseLayout' } })
})
