import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { UNKNOWN_SITE } from '../server/plugins/site-address.ts'
import { buildAlone } from './build-alone.ts'
import { compress } from './site/compress.ts'
import { writeCrawlerFiles } from './site/crawlers.ts'
import { fingerprint } from './site/fingerprint.ts'
import { SERVER_SIDE, writePages } from './site/pages.ts'
import { drawPictures } from './site/pictures.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const web = join(project, 'web')
const defaultOut = join(project, 'dist/web')

type Prerendered = typeof import('../web/prerender.tsx')

/** The site's own address (`SITE_URL`) without a final slash. */
function siteUrlOf(env: NodeJS.ProcessEnv): string {
  return (env.SITE_URL || UNKNOWN_SITE).replace(/\/+$/, '')
}

/**
 * Builds the whole site into `outDir`: the browser's chunks, the prerendered public pages, a
 * shell for every other screen, what crawlers and home screens want, each with its compressed
 * forms, and `site.json`, which tells the server what is there (`server/plugins/site.ts`).
 * `NODE_ENV` must be `production`.
 */
export async function build(outDir: string, siteUrl: string): Promise<void> {
  const { build: viteBuild } = await import('vite')
  const configFile = join(web, 'vite.config.ts')
  const stamp = fingerprint(project, siteUrl)
  // Beside its place, so that whoever reads the site meanwhile finds the old one complete.
  const draft = `${outDir}.${process.pid}`
  await viteBuild({ configFile, logLevel: 'warn', build: { outDir: draft } })

  // It stays with the site, for the pages that the server draws, and brings its packages along.
  const serverSide = join(draft, SERVER_SIDE)
  await viteBuild({
    configFile,
    logLevel: 'warn',
    build: { outDir: serverSide, ssr: 'prerender.tsx', manifest: false, copyPublicDir: false },
  })
  const site: Prerendered = await import(pathToFileURL(join(serverSide, 'prerender.js')).href)
  await writePages(draft, siteUrl, site)

  const paths = site.publicPages.map(({ path }) => path)
  await Promise.all([writeCrawlerFiles(draft, siteUrl, paths), drawPictures(web, draft)])
  await compress(draft)
  await writeFile(join(draft, '.fingerprint'), stamp)
  await rm(outDir, { recursive: true, force: true })
  await rename(draft, outDir)
}

/**
 * Builds the site into `dist/web` unless what is there was made from the same sources and
 * `SITE_URL`. Returns whether it built. Throws when the build fails.
 */
export async function buildIfStale(): Promise<boolean> {
  const marker = join(defaultOut, '.fingerprint')
  const stamp = fingerprint(project, siteUrlOf(process.env))
  if (existsSync(marker) && readFileSync(marker, 'utf8') === stamp) return false
  await buildAlone(import.meta.filename, 'site')
  return true
}

if (import.meta.main) {
  // Vite would build for development if the shell says so.
  process.env.NODE_ENV = 'production'
  const started = performance.now()
  await build(defaultOut, siteUrlOf(process.env))
  console.log(`Built dist/web in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
