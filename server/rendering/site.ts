import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { drawnPage } from './drawn-page.ts'
import { type Encoding, readSite, type SiteFile } from './site-files.ts'

interface SiteOptions {
  /** Where the build is. */
  root: string
  /** Where visitors find the site, without a final slash. */
  address: string
}

/**
 * Serves the built website in `root` from memory: prerendered pages and the shells of the other
 * screens (to be asked about each time, with an ETag; what depends on data is drawn from that of
 * the moment), hashed assets (kept for a year), brotli or gzip as the browser likes. What does not
 * exist is answered with the 404 page when the browser wants a page, and by the app's own
 * not-found handler otherwise. Register it last.
 * @throws when `root` holds no complete build
 */
export function site({ root, address }: SiteOptions): FastifyPluginAsync {
  return fastifyPlugin(async (app) => {
    const { files, pages, notFound, drawn, drawing } = readSite(root, address)
    const drawers = new Map(drawn.map((page) => [page.path, drawnPage(app, drawing, page)]))
    // Files from memory cost nothing, and one page brings many: they are not counted.
    const config = { rateLimit: false as const }

    for (const [path, file] of pages) {
      const draw = drawers.get(path)
      const answer = draw
        ? async (request: FastifyRequest, reply: FastifyReply) =>
            send(request, reply, (await draw(request)) ?? file)
        : (request: FastifyRequest, reply: FastifyReply) => send(request, reply, file)
      app.get(path, { config, schema: { hide: true } }, answer)
    }

    app.get('/*', { config, schema: { hide: true } }, (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? ''
      const file = files.get(path)
      if (file) return send(request, reply, file)
      const withoutSlash = path.replace(/\/$/, '')
      if (pages.has(withoutSlash)) return reply.redirect(withoutSlash, 308)
      if (!request.headers.accept?.includes('text/html')) return reply.callNotFound()
      return send(request, reply.code(404), notFound)
    })
  })
}

function send(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  const { type, cacheControl, variants } = file
  const encoding = chooseEncoding(request.headers['accept-encoding'], variants)
  const variant = variants.get(encoding)
  if (!variant) throw new Error('A file of the site has lost its plain form')

  reply.header('cache-control', cacheControl).header('etag', variant.etag)
  if (variants.size > 1) reply.header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], variant.etag)) {
    return reply.code(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(variant.body)
}

function chooseEncoding(
  accepted: string | undefined,
  variants: ReadonlyMap<Encoding, unknown>,
): Encoding {
  const offered = [...variants.keys()].filter((encoding) => encoding !== 'identity')
  // Ours first: brotli is the smallest.
  return (negotiate(accepted ?? '', offered) as Encoding | null) ?? 'identity'
}

/** RFC 9110, 13.1.2: a list of tags, compared without their weakness mark. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
