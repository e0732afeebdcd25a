import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CompressedEncoding, chooseEncoding, compress } from '#server/http/content-encoding.ts'
import { isFresh, tagOf } from '#server/http/entity-tag.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** Files in this folder have a hash of their content in their name, so browsers may cache them forever. */
const HASHED = 'assets/'

type Encoding = CompressedEncoding | 'identity'

interface Variant {
  body: Buffer
  etag: string
}

/** A file or page in the form in which it is sent. */
export interface SiteFile {
  type: string
  cacheControl: string
  /** `identity` always exists. Sorted by preference. */
  variants: ReadonlyMap<Encoding, Variant>
  /** The status, if it is not 200. */
  status?: 404
}

function variantOf(body: Buffer): Variant {
  return { body, etag: tagOf(body) }
}

/**
 * Reads the build's files for browsers, by path (`/assets/app.js`). Leaves out hidden files and HTML; nothing
 * else is ever served.
 */
export function readSiteFiles(root: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  for (const name of globSync('**/*.*', { cwd: root }).map((path) => path.replaceAll('\\', '/'))) {
    const type = TYPES[extname(name)]
    if (!type || /(^|\/)\.|\.html$/.test(name) || !statSync(join(root, name)).isFile()) continue
    const cacheControl = name.startsWith(HASHED)
      ? 'public, max-age=31536000, immutable'
      : 'no-cache'
    const variants = new Map<Encoding, Variant>()
    const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const
    for (const [encoding, suffix] of Object.entries(suffixes) as [Encoding, string][]) {
      const file = join(root, `${name}${suffix}`)
      if (existsSync(file)) variants.set(encoding, variantOf(readFileSync(file)))
    }
    files.set(`/${name}`, { type, cacheControl, variants })
  }
  return files
}

/** Makes a file from a text that the server composed, such as a page. */
export async function composeFile(text: string, extension: string): Promise<SiteFile> {
  const body = Buffer.from(text)
  const [br, gz] = await Promise.all([compress(body, 'br'), compress(body, 'gzip')])
  return {
    type: TYPES[extension] ?? 'text/plain; charset=utf-8',
    cacheControl: 'no-cache',
    variants: new Map([
      ['br', variantOf(br)],
      ['gzip', variantOf(gz)],
      ['identity', variantOf(body)],
    ]),
  }
}

/** Sends the smallest variant that the browser accepts, or 304 when the browser already has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  const { type, cacheControl, variants, status } = file
  const offered = [...variants.keys()].filter((each) => each !== 'identity')
  const encoding = chooseEncoding(request.headers['accept-encoding'], offered) ?? 'identity'
  const variant = variants.get(encoding)
  if (!variant) throw new Error('A file of the site has no identity form')

  reply.header('cache-control', cacheControl).header('etag', variant.etag)
  if (variants.size > 1)
    reply.header(
      'vary',
      [reply.getHeader('vary'), 'accept-encoding'].flatMap((name) => name ?? []).join(', '),
    )
  if (status !== undefined) reply.code(status)
  if (reply.statusCode === 200 && isFresh(request, variant.etag)) {
    return reply.code(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(variant.body)
}
