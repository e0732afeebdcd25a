import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import { compress } from './site/compress.ts'
import { fingerprint } from './site/fingerprint.ts'
import { head } from './site/head.ts'
import { readManifest, staticGraph } from './site/manifest.ts'
import { drawPictures } from './site/pictures.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const web = join(project, 'web')
const configFile = join(web, 'vite.config.ts')
const defaultOut = join(project, 'dist/web')

type Prerendered = typeof import('../web/prerender.tsx')

/** The site's own address (`SITE_URL`) without a final slash; empty when it is not set. */
function siteUrlOf(env: NodeJS.ProcessEnv): string {
  return (env.SITE_URL ?? '').replace(/\/+$/, '')
}

/**
 * Builds the whole site into `outDir`: the browser's chunks, the prerendered public pages, a
 * shell for every other screen, what crawlers and home screens want, each with its compressed
 * forms, and `site.json`, which tells the server what is there (`server/plugins/site.ts`).
 */
export async function build(outDir: string, siteUrl: string): Promise<void> {
  const { build: viteBuild } = await import('vite')
  const stamp = fingerprint(project, siteUrl)
  await viteBuild({ configFile, logLevel: 'warn', build: { outDir } })

  const serverSide = join(outDir, '.prerender')
  await viteBuild({
    configFile,
    logLevel: 'warn',
    build: {
      outDir: serverSide,
      ssr: 'prerender.tsx',
      manifest: false,
      copyPublicDir: false,
      emptyOutDir: true,
    },
  })
  const site = (await import(pathToFileURL(join(serverSide, 'prerender.js')).href)) as Prerendered
  await writePages(outDir, siteUrl, site)
  await rm(serverSide, { recursive: true })

  await drawPictures(web, outDir)
  await compress(outDir)
  await writeFile(join(outDir, '.fingerprint'), stamp)
}

async function writePages(outDir: string, siteUrl: string, site: Prerendered): Promise<void> {
  const { appShells, clinic, notFoundPage, publicPages } = site
  const manifest = readManifest(outDir)
  const template = await hashEarlyScript(outDir)
  const font =
    manifest['../node_modules/@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2']
  if (!font) throw new Error('The latin font is not in the build')
  const fontLink = `<link rel="preload" href="/${font.file}" as="font" type="font/woff2" crossorigin />`
  const routes: { path: string; file: string }[] = []

  const write = async (path: string, html: string) => {
    const file = `${path === '/' ? 'index' : path.slice(1)}.html`
    await writeFile(join(outDir, file), html)
    return file
  }

  for (const page of [...publicPages, notFoundPage]) {
    const { picture, modules } = page.preload ?? {}
    const links = [fontLink]
    if (picture) links.push(pictureLink(manifest, picture))
    if (modules) links.push(...moduleLinks(manifest, modules))
    const listed = page !== notFoundPage
    const html = template
      .replace('<!--head-->', () => head({ clinic, page, siteUrl, listed, links }))
      .replace('<div id="root">', `<div id="root" data-prerendered="${page.kind}">`)
    const body = await site.prerender(page.path)
    const file = await write(
      page.path,
      html.replace('<!--app-->', () => body),
    )
    if (listed) routes.push({ path: page.path, file })
  }

  for (const shell of appShells) {
    const links = [fontLink, ...moduleLinks(manifest, shell.modules)]
    const html = template
      .replace('<!--head-->', () => head({ clinic, page: shell, siteUrl, listed: false, links }))
      .replace('<!--app-->', '')
    const file = await write(shell.path, html)
    for (const path of [shell.path, ...(shell.within ?? [])]) routes.push({ path, file })
  }

  await writeFile(
    join(outDir, 'site.json'),
    JSON.stringify({ routes, notFound: `${notFoundPage.path.slice(1)}.html` }, null, 2),
  )
  await writeCrawlerFiles(outDir, siteUrl, publicPages)
}

/** Gives the script that runs before the first paint a name that can be cached for good. */
async function hashEarlyScript(outDir: string): Promise<string> {
  const source = readFileSync(join(outDir, 'early.js'))
  const name = `/assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  await rename(join(outDir, 'early.js'), join(outDir, name))
  return readFileSync(join(outDir, 'index.html'), 'utf8').replace('/early.js', name)
}

function pictureLink(manifest: Manifest, source: string): string {
  const picture = manifest[source]
  if (!picture) throw new Error(`${source} is not in the build`)
  return `<link rel="preload" href="/${picture.file}" as="image" fetchpriority="high" />`
}

function moduleLinks(manifest: Manifest, modules: readonly string[]): string[] {
  const files = ['mount.tsx', ...modules].flatMap((module) => staticGraph(manifest, module).js)
  return [...new Set(files)].map((file) => `<link rel="modulepreload" href="/${file}" />`)
}

async function writeCrawlerFiles(
  outDir: string,
  siteUrl: string,
  pages: readonly { path: string }[],
): Promise<void> {
  // Both formats want full addresses; without SITE_URL this is where `npm start` listens.
  const origin = siteUrl || 'http://localhost:3000'
  const urls = pages.map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')
  await writeFile(
    join(outDir, 'sitemap.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
  )
  await writeFile(
    join(outDir, 'robots.txt'),
    `User-agent: *\nDisallow: /dashboard\nDisallow: /appointment\n\nSitemap: ${origin}/sitemap.xml\n`,
  )
}

/**
 * Builds the site into `dist/web` unless what is there was made from the same sources and
 * `SITE_URL`. Returns whether it built. Throws when the build fails. The build runs in a
 * process of its own, because Vite sets `NODE_ENV` for the process that it runs in.
 */
export async function buildIfStale(): Promise<boolean> {
  const marker = join(defaultOut, '.fingerprint')
  const stamp = fingerprint(project, siteUrlOf(process.env))
  if (existsSync(marker) && readFileSync(marker, 'utf8') === stamp) return false
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Vite would build for development if this process runs in it.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The site could not be built: see the messages above.')
  return true
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.env.NODE_ENV ??= 'production'
  const started = performance.now()
  await build(defaultOut, siteUrlOf(process.env))
  console.log(`Built dist/web in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
