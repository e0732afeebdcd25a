import type { OutgoingHttpHeaders } from 'node:http'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { globalRegistry } from 'zod/mini'
import { IMAGE_FIELD } from '#contract/images/images.ts'
import { shownPhone } from '#contract/phone.ts'
import { describeRefusals } from './describe-refusals.ts'
import { sendError } from './errors.ts'

interface DocumentationFile {
  headers: OutgoingHttpHeaders
  payload: Buffer
}

/** The documentation is made after this delay in milliseconds, so that the first requests are not blocked. */
const DELAY_MS = 5_000

// Not in the contract, because the browser need not load the descriptions.
globalRegistry.add(shownPhone.phone, { description: 'As it was typed.' })
globalRegistry.add(shownPhone.dialablePhone, {
  description:
    'What a phone dials: E.164, with an extension as in RFC 3966 (+15035550142;ext=12). Null where no number results.',
})

/**
 * `GET /docs`: OpenAPI from the routes' schemas, made once, shortly after the server has begun to listen:
 * anyone may request it, and making it blocks all other requests. Register it before the routes. Routes
 * without a tag, such as the sandbox's, are left out.
 */
export const documentation = fastifyPlugin(async (app, { siteUrl }: { siteUrl: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sprout',
        description: 'The API of the clinic’s website and booking app.',
        version: '1',
      },
      servers: [{ url: siteUrl }],
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
    hideUntagged: true,
    transform: describeRoute,
  })

  // A buffer, because its compressed form is cached: server/plugins/compression.ts.
  let openApi: Buffer | undefined
  const readOpenApi = () => {
    openApi ??= Buffer.from(JSON.stringify(app.swagger()))
    return openApi
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', (done) => {
    timer = setTimeout(readOpenApi, DELAY_MS).unref()
    done()
  })
  app.addHook('onClose', async () => clearTimeout(timer))

  let pages: Promise<FastifyInstance> | undefined
  /** By path; there are a few dozen. */
  const files = new Map<string, DocumentationFile>()
  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1)
    if (path === '/docs/json') return reply.type('application/json').send(readOpenApi())
    const known = files.get(path)
    if (known) return reply.headers(known.headers).send(known.payload)
    pages ??= createPages(app)
    const { statusCode, headers, rawPayload } = await (await pages).inject(path)
    if (statusCode === 404) return reply.callNotFound()
    if (statusCode === 200) files.set(path, { headers, payload: rawPayload })
    return reply.code(statusCode).headers(headers).send(rawPayload)
  }
  for (const path of ['/docs', '/docs/*']) app.get(path, { schema: { hide: true } }, forward)
})

/** The body of an upload, which is streamed to a file and never validated. */
const UPLOAD = {
  type: 'object',
  properties: { [IMAGE_FIELD]: { type: 'string', format: 'binary' } },
  required: [IMAGE_FIELD],
}

/** Sets `security` for public calls, too, because generators treat a missing one as an omission. */
const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document)
  const { guards, refusals } = document.route.config ?? {}
  const responses = schema?.response as Record<string, unknown> | undefined
  const response = describeRefusals({ ...responses }, { ...guards, ...refusals })
  const isUpload = schema?.consumes?.includes('multipart/form-data')
  const body = isUpload ? { body: UPLOAD } : {}
  return { schema: { ...schema, ...body, response, security: schema?.security ?? [] }, url }
}

/**
 * Swagger UI in a separate app, created at the first request, because it would take a tenth of every start.
 */
async function createPages(app: FastifyInstance): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  // The outer app logs the request.
  const logController = new LogController({ disableRequestLogging: true })
  const pages = Fastify({ loggerInstance: app.log, logController })
  pages.setErrorHandler(sendError)
  await pages.register(swagger)
  await pages.register(swaggerUi, {
    routePrefix: '/docs',
    // Without the top bar: the styles of its logo violate the content security policy.
    uiConfig: { layout: 'BaseLayout' },
    transformSpecification: () => app.swagger(),
  })
  return pages
}
