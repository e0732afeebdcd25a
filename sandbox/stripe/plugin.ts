import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms } from '../mailbox/page.ts'
import { calls } from './api/calls.ts'

/** Bundles the browser's part into one classic script. Needs Vite. */
export async function bundleBrowserScript(): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('browser/stripe.ts', import.meta.url)),
        formats: ['iife'],
        name: 'StripeSandbox',
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('The browser script of the Stripe sandbox could not be built.')
  return chunk.code
}

type StripeSandboxBrowserOptions = {
  /** Where the sandbox listens, e.g. `http://127.0.0.1:12111`. */
  sandboxUrl: string
  /** Made by `bundleBrowserScript`. */
  script: string
}

/** For a response of the sandbox, in milliseconds. */
const TIMEOUT_MS = 30_000

const FORWARDED_HEADERS = ['content-type', 'request-id', 'stripe-version']

/**
 * Serves the stand-in for Stripe.js and forwards browsers' calls to the sandbox, so that pages use
 * their own origin only. Register it under a prefix (`/sandbox/stripe`); the script is then
 * `/sandbox/stripe/stripe.js`. Only calls that a publishable key may make are forwarded.
 */
export async function stripeSandboxBrowser(
  app: FastifyInstance,
  { sandboxUrl, script }: StripeSandboxBrowserOptions,
): Promise<void> {
  const etag = `"${createHash('sha256').update(script).digest('base64url')}"`

  app.get('/stripe.js', async (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(script)
  })

  acceptForms(app, 16 * 1024, (body) => body)

  async function forward(
    request: FastifyRequest<{ Params: { id?: string }; Body?: string }>,
    reply: FastifyReply,
    url: string,
  ): Promise<FastifyReply> {
    const authorization = request.headers.authorization ?? ''
    if (!/^Bearer pk_test_\w+$/.test(authorization)) {
      return reply.code(401).send({
        error: {
          type: 'invalid_request_error',
          message: 'A browser needs the publishable key of the sandbox.',
        },
      })
    }
    const query = request.url.split('?')[1]
    const path = url.replace(':id', encodeURIComponent(request.params.id ?? ''))
    try {
      const answer = await fetch(`${sandboxUrl}${path}${query ? `?${query}` : ''}`, {
        method: request.method,
        headers: { authorization },
        ...(request.method === 'POST' && { body: new URLSearchParams(request.body ?? '') }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      for (const name of FORWARDED_HEADERS) {
        const value = answer.headers.get(name)
        if (value) reply.header(name, value)
      }
      return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      request.log.warn({ err: error }, 'the Stripe sandbox did not respond to a browser')
      return reply.code(502).send({
        error: { type: 'api_error', message: 'The payment provider could not be reached.' },
      })
    }
  }

  for (const { method, url } of calls.filter(({ browser }) => browser)) {
    app.route<{ Params: { id?: string }; Body?: string }>({
      method,
      url,
      handler: (request, reply) => forward(request, reply, url),
    })
  }
}
