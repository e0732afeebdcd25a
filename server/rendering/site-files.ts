import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { DrawnPage } from './drawn-page.ts'
import { UNKNOWN_SITE } from './site-address.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** Files that give full addresses of the site itself. */
const NAMING_THE_SITE = new Set(['.html', '.txt', '.xml'])

/** Nearly as small as the build's best, in a hundredth of the time. */
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Names under here carry a hash of the content, so what they name never changes. */
const HASHED = 'assets/'

export type Encoding = 'br' | 'gzip' | 'identity'

/** One form of a file, made ready to be sent when it is first asked for: hardly all of them are. */
export class Variant {
  readonly #make: () => Buffer
  #body: Buffer | undefined
  #etag: string | undefined

  constructor(make: () => Buffer) {
    this.#make = make
  }

  get body(): Buffer {
    this.#body ??= this.#make()
    return this.#body
  }

  /** The tag by which browsers ask whether it is still the same. */
  get etag(): string {
    this.#etag ??= `"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`
    return this.#etag
  }
}

export interface SiteFile {
  type: string
  cacheControl: string
  /** `identity` is always there; `br` and `gzip` where the build wrote them. */
  variants: ReadonlyMap<Encoding, Variant>
}

export interface SiteFiles {
  /** Every file that may be asked for by its own name, by its path (`/assets/app.js`). */
  files: ReadonlyMap<string, SiteFile>
  /** The pages, by the pattern of their address (`/dashboard/appointment/:id`). */
  pages: ReadonlyMap<string, SiteFile>
  notFound: SiteFile
  /** Those of the pages that the server can draw from data, and the module that does it. */
  drawn: DrawnPage[]
  drawing: string
}

const siteIndex = z.object({
  routes: z.array(z.object({ path: z.string(), file: z.string() })),
  notFound: z.string(),
  drawn: z.array(z.object({ path: z.string(), file: z.string() })),
  drawing: z.string(),
})

/**
 * Reads the built site in `root` (see `scripts/build-site.ts`) into memory: 6 times faster to serve
 * than from disk, and nothing outside of this list can ever be served.
 * @param address the site's own, for a build that did not know it
 * @throws when there is no complete build in `root`
 */
export function readSite(root: string, address: string): SiteFiles {
  const index = join(root, 'site.json')
  if (!existsSync(index)) throw new Error(`There is no built site in ${root}: npm run build`)
  const { routes, notFound, drawn, drawing } = siteIndex.parse(
    JSON.parse(readFileSync(index, 'utf8')),
  )

  const files = new Map<string, SiteFile>()
  // Hidden files (the manifest, the build's marker) are not matched.
  for (const name of globSync('**/*.*', { cwd: root }).map((path) => path.replaceAll('\\', '/'))) {
    const type = TYPES[extname(name)]
    const served = type && !/(^|\/)\.|\.html$|^site\.json$/.test(name)
    if (served && statSync(join(root, name)).isFile()) {
      files.set(`/${name}`, readFile(root, name, type, address))
    }
  }
  const page = (file: string) => readFile(root, file, TYPES['.html'] ?? '', address)
  return {
    files,
    pages: new Map(routes.map(({ path, file }) => [path, page(file)])),
    notFound: page(notFound),
    drawn: drawn.map(({ path, file }) => ({
      path,
      frame: readFileSync(join(root, file), 'utf8').replaceAll(UNKNOWN_SITE, address),
    })),
    drawing: join(root, drawing),
  }
}

/** A text made here instead of by the build, in every form. */
export function formsOf(text: string): ReadonlyMap<Encoding, Variant> {
  const body = Buffer.from(text)
  return new Map([
    ['br', new Variant(() => brotliCompressSync(body, QUICK_BROTLI))],
    ['gzip', new Variant(() => gzipSync(body))],
    ['identity', new Variant(() => body)],
  ])
}

function readFile(root: string, name: string, type: string, address: string): SiteFile {
  const cacheControl = name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache'
  if (NAMING_THE_SITE.has(extname(name))) {
    const text = readFileSync(join(root, name), 'utf8')
    if (text.includes(UNKNOWN_SITE)) {
      return { type, cacheControl, variants: formsOf(text.replaceAll(UNKNOWN_SITE, address)) }
    }
  }
  const variants = new Map<Encoding, Variant>()
  const forms = { br: '.br', gzip: '.gz', identity: '' } as const
  for (const [encoding, suffix] of Object.entries(forms) as [Encoding, string][]) {
    const file = join(root, `${name}${suffix}`)
    if (encoding !== 'identity' && !existsSync(file)) continue
    // Read at once: a build that replaces this one may not have it.
    const body = readFileSync(file)
    variants.set(encoding, new Variant(() => body))
  }
  return { type, cacheControl, variants }
}
