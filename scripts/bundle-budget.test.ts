import { readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { nodesOf } from '#machines/graph.ts'
import { flows } from '#machines/testing/flows.ts'
import { type Page, pages } from '#web/app/pages.ts'
import { inLanguage } from '#web/build/in-language.ts'
import { LANGUAGES, type Language } from '#words/languages.ts'

type Chunk = Rolldown.OutputChunk

const KB = 1000
/** Other languages take more letters than English, and addresses with the language. */
interface Limit {
  inEnglish: number
  inOthers: number
}
const BEFORE_FIRST_USE: Limit = { inEnglish: 5 * KB, inOthers: 5.2 * KB }
const PUBLIC: Limit = { inEnglish: 123 * KB, inOthers: 125 * KB }
const BEHIND_THE_LOGIN: Limit = { inEnglish: 194 * KB, inOthers: 197 * KB }
/** Limits for pages of staff and admins, who work on computers. */
const WORKSPACE = 232 * KB
/** Limits for families' pages: over HTTP/1.1 a browser loads six files at a time. */
const MOST_FILES = 34

let chunks: Map<string, Chunk>
/** Every file of the build, by name. */
let files: Map<string, string>

/** The build of scripts/build/build-site.ts, in memory. */
async function buildIn(language: Language): Promise<void> {
  vi.stubEnv('NODE_ENV', 'production')
  const result = await build({
    configFile: 'web/vite.config.ts',
    logLevel: 'error',
    plugins: [inLanguage(language)],
    build: { write: false },
  })
  vi.unstubAllEnvs()
  if (!('output' in result)) throw new Error('Vite made no single build')
  chunks = new Map(
    result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  files = new Map(
    result.output.map((file) => [
      file.fileName,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ]),
  )
}

/** The chunks that the browser needs before the given modules of `web/` run. */
function graphOf(...modules: string[]): Chunk[] {
  const needed = new Map<string, Chunk>()
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || needed.has(chunk.fileName)) return
    needed.set(chunk.fileName, chunk)
    for (const name of chunk.imports) visit(chunks.get(name))
  }
  for (const module of modules) {
    const own = [...chunks.values()].find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(`/web/${module}`),
    )
    if (!own) throw new Error(`${module} has no chunk of its own`)
    visit(own)
  }
  return [...needed.values()]
}

/** Total size in bytes, each file gzipped on its own, as it is sent. */
function sizeOf(graph: Chunk[]): number {
  return graph.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

function packagesIn(graph: Chunk[]): Set<string> {
  const ids = graph.flatMap(({ moduleIds }) => moduleIds)
  const names = ids.map((id) =>
    /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]?.replace(/^@firebase\/.*/, 'firebase'),
  )
  return new Set(names.filter((name) => name !== undefined))
}

const pageModules = [
  ...readFileSync('web/app/pages.ts', 'utf8').matchAll(/load: \(\) => import\('([^']+)'\)/g),
].map(([, path = '']) => join('app', path))

/** The modules of a page and its layouts. */
function modulesOf(page: Page): string[] {
  const { area, access, hasQueries } = page
  const own = pageModules[pages.indexOf(page)] ?? ''
  const start = ['index.html', 'app/start-app.tsx', own]
  if (area === 'site') return [...start, ...(hasQueries ? ['lib/api/query-provider.tsx'] : [])]
  return [
    ...start,
    'family/auth/login/auth-layout.tsx',
    ...(access === 'everyone' ? [] : ['family/auth/access/require-user.tsx']),
    ...(area === 'dashboard' ? ['family/dashboard/dashboard-layout.tsx'] : []),
    ...(area === 'workspace' ? ['desk/workspace/workspace-layout.tsx'] : []),
    ...(access === 'everyone' || access === 'user' ? [] : ['family/auth/access/require-role.tsx']),
  ]
}

const STRIPE = ['@stripe/stripe-js', '@stripe/react-stripe-js']
const PAYMENT_PAGES = ['/dashboard/appointment/:id', '/dashboard/pay']

/** Packages that a page must not load up front. */
function foreignTo({ area, path }: Page): string[] {
  return [
    'firebase',
    ...(area === 'site' ? ['xstate', 'zod', 'react-hook-form'] : []),
    ...(path === '/appointment' ? [] : ['react-day-picker']),
    ...(PAYMENT_PAGES.includes(path) ? [] : STRIPE),
  ]
}

const limitIn = (language: Language, { inEnglish, inOthers }: Limit) =>
  language === 'en' ? inEnglish : inOthers

function budgetOf({ area }: Page, language: Language): number {
  if (area === 'workspace') return WORKSPACE
  return limitIn(language, area === 'site' ? PUBLIC : BEHIND_THE_LOGIN)
}

/** Pages of staff and admins are only in English. */
const pagesIn = (language: Language) =>
  language === 'en' ? pages : pages.filter(({ area }) => area !== 'workspace')

describe.each(LANGUAGES)('in the language %s', (language) => {
  beforeAll(() => buildIn(language), 120_000)

  it('the script that runs before the first use of a page is small', () => {
    expect(sizeOf(graphOf('index.html'))).toBeLessThan(limitIn(language, BEFORE_FIRST_USE))
  })

  it.each(pagesIn(language))('the scripts of $path stay within their budget', (page) => {
    const graph = graphOf(...modulesOf(page))
    const packages = packagesIn(graph)
    expect(foreignTo(page).filter((name) => packages.has(name))).toEqual([])
    expect(sizeOf(graph)).toBeLessThan(budgetOf(page, language))
    const isForFamilies = page.access === 'everyone' || page.access === 'user'
    if (isForFamilies) expect(graph.length).toBeLessThanOrEqual(MOST_FILES)
  })

  it('no page for families starts with receipts in another language', () => {
    const others = LANGUAGES.filter((other) => other !== language).join('|')
    const isForeign = new RegExp(`/words/(?:${others})/payments/receipt`)
    const wrong = pages
      .filter(({ area }) => area !== 'workspace')
      .flatMap((page) => graphOf(...modulesOf(page)).flatMap(({ moduleIds }) => moduleIds))
      .filter((id) => isForeign.test(id))
    expect([...new Set(wrong)]).toEqual([])
  })

  it('the stylesheet of the public pages has the classes of all their files', () => {
    const sources = readFileSync('web/styles/public.css', 'utf8').matchAll(
      /@source (not )?"\.\.\/([^"]+)"/g,
    )
    const globs = [...sources].map(([, not, glob = '']) => ({ isLeftOut: !!not, glob }))
    const isIn = (file: string, leftOut: boolean) =>
      globs.some(
        ({ isLeftOut, glob }) =>
          isLeftOut === leftOut && (matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`)),
      )
    const files = pages
      .filter(({ area }) => area === 'site')
      .flatMap((page) => graphOf(...modulesOf(page)))
      .flatMap(({ moduleIds }) => moduleIds)
      .map((id) => relative('web', id))
      .filter((id) => /^(app|components|family|desk|both)\/.*\.tsx$/.test(id))
    expect(files).toContain('family/home/hero.tsx')
    const missing = files.filter((file) => !isIn(file, false) || isIn(file, true))
    expect([...new Set(missing)]).toEqual([])
  })

  it('no files of the build import each other in a cycle, in which one would run before the other', () => {
    const visiting = new Set<string>()
    const done = new Set<string>()
    const visit = (name: string) => {
      if (done.has(name)) return
      expect([...visiting]).not.toContain(name)
      visiting.add(name)
      for (const next of chunks.get(name)?.imports ?? []) visit(next)
      visiting.delete(name)
      done.add(name)
    }
    for (const name of chunks.keys()) visit(name)
  })

  it('the browser’s build contains the machines without their test data', () => {
    const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds)
    expect(modules.filter((id) => /\/testing\/|-paths\.ts|-model\.ts/.test(id))).toEqual([])
    expect(modules.some((id) => id.endsWith('/auth-machine.ts'))).toBe(true)
  })

  it('the browser’s build contains no descriptions of states, which are for the diagrams', () => {
    const descriptions = flows
      .flatMap(({ machine }) =>
        nodesOf(machine).map(({ stateNode }) => stateNode.description ?? ''),
      )
      .filter((text) => text !== '')
    expect(descriptions.length).toBeGreaterThan(100)
    const code = [...chunks.values()].map((chunk) => chunk.code).join('\n')
    expect(descriptions.filter((text) => code.includes(text))).toEqual([])
  })

  it('the browser’s build contains no inspector', () => {
    const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds)
    const tools = /\/inspection\/|@statelyai|elkjs|xstate.graph/
    expect(modules.filter((id) => tools.test(id))).toEqual([])
    const traces = /stately\.ai|VITE_INSPECTION|elkjs/
    expect(files.size).toBeGreaterThan(chunks.size)
    expect([...files].filter(([name, text]) => traces.test(text) || /flows/.test(name))).toEqual([])
  })
})
