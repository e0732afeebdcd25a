import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { head } from './head.ts'
import { readManifest, staticGraph } from './manifest.ts'

type Prerendered = typeof import('../../web/app/prerender.tsx')
type PublicPage = Prerendered['publicPages'][number]
type AppShell = Prerendered['appShells'][number]

/** Where the server finds what it draws pages with; not served, as nothing that is hidden. */
export const SERVER_SIDE = '.server'

const FONT = /nunito-latin-wght-normal\.woff2$/

/**
 * Writes the HTML of every public page and of every app shell into `outDir`, where the client
 * build already is, and `site.json` with the address of each. A page that depends on data is
 * written twice: waiting for it, and as a frame in which the server draws it.
 */
export async function writePages(
  outDir: string,
  siteUrl: string,
  site: Prerendered,
): Promise<void> {
  const { appShells, clinic, gatheredPages, notFoundPage, prerender, publicPages } = site
  const manifest = readManifest(outDir)
  const template = await readTemplate(outDir)
  const font = `<link rel="preload" href="/${fontOf(manifest)}" as="font" type="font/woff2" crossorigin />`
  const routes: { path: string; file: string }[] = []
  const drawn: { path: string; file: string }[] = []

  const write = async (path: string, html: string) => {
    const file = `${path === '/' ? 'index' : path.slice(1).replaceAll(/[/:]+/g, '-')}.html`
    await writeFile(join(outDir, file), html)
    return file
  }
  /** Keeps the page as a frame in which the server draws it. */
  const writeFrame = async (path: string, file: string, html: string) => {
    const frame = `${SERVER_SIDE}/${file}`
    await writeFile(join(outDir, frame), html)
    drawn.push({ path, file: frame })
  }

  /** The template with what the page says of itself in its head, and what is drawn of it. */
  const fill = (page: PublicPage | AppShell, { kind, listed, hints, body }: Filling) =>
    template
      .replace('<!--head-->', () =>
        head({ clinic, page, siteUrl, listed, links: [font, ...hints] }),
      )
      .replace('<div id="root">', kind ? `<div id="root" data-prerendered="${kind}">` : '$&')
      .replace('<!--app-->', () => body)

  for (const page of [...publicPages, notFoundPage]) {
    const listed = page !== notFoundPage
    const { kind } = page
    const drawing = await prerender(page.path)
    const file = await write(page.path, fill(page, { kind, listed, ...drawing }))
    if (listed) routes.push({ path: page.path, file })
    if (gatheredPages.includes(page.path)) {
      await writeFrame(page.path, file, fill(page, { ...EMPTY, kind: 'static', listed }))
    }
  }

  for (const shell of appShells) {
    const assets = assetsOf(manifest, shell.modules)
    const shellWith = (filling: Omit<Filling, 'listed'>) =>
      withAssets(fill(shell, { ...filling, listed: false }), filling.kind, assets)
    const file = await write(shell.path, shellWith(await drawShell(shell, site)))
    routes.push({ path: shell.path, file })
    if (gatheredPages.includes(shell.path)) {
      await writeFrame(shell.path, file, shellWith({ ...EMPTY, kind: 'private' }))
    }
  }

  const index = {
    routes,
    notFound: `${notFoundPage.path.slice(1)}.html`,
    drawn,
    drawing: `${SERVER_SIDE}/prerender.js`,
  }
  await writeFile(join(outDir, 'site.json'), JSON.stringify(index, null, 2))
}

function fontOf(manifest: Manifest): string {
  const key = Object.keys(manifest).find((name) => FONT.test(name))
  const file = key && manifest[key]?.file
  if (!file) throw new Error('The font is not in the manifest of the build')
  return file
}

/** Gives the script that runs before the first paint a name that can be kept for good. */
async function readTemplate(outDir: string): Promise<string> {
  const source = await readFile(join(outDir, 'early.js'))
  const name = `/assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  await rename(join(outDir, 'early.js'), join(outDir, name))
  return (await readFile(join(outDir, 'index.html'), 'utf8')).replace('/early.js', name)
}

/** How the scripts take over what is there of a screen before them (`web/app/mount.tsx`). */
type Kind = PublicPage['kind'] | 'private' | 'frame' | null

interface Filling {
  kind: Kind
  /** Whether search engines may list it. */
  listed: boolean
  hints: readonly string[]
  body: string
}

/** The places of what the server draws (`server/rendering/drawn-page.ts`). */
const EMPTY = { hints: ['<!--hints-->'], body: '<!--app-->' }

/** What is there of a screen before its scripts. */
async function drawShell(
  { path, drawn }: AppShell,
  { prerender, prerenderFrame }: Prerendered,
): Promise<Omit<Filling, 'listed'>> {
  const hints: string[] = []
  if (drawn === 'whole') return { kind: 'static', hints, body: (await prerender(path)).body }
  if (drawn === 'frame') return { kind: 'frame', hints, body: await prerenderFrame(path) }
  return { kind: null, hints, body: '' }
}

interface Assets {
  js: readonly string[]
  css: readonly string[]
}

/** The scripts that `modules` need to run, and the stylesheets that they bring. */
function assetsOf(manifest: Manifest, modules: readonly string[]): Assets {
  const graphs = ['app/mount.tsx', ...modules].map((module) => staticGraph(manifest, module))
  return {
    js: [...new Set(graphs.flatMap((graph) => graph.js))],
    css: [...new Set(graphs.flatMap((graph) => graph.css))],
  }
}

const AT_ONCE = 'rel="modulepreload" crossorigin'
/** When there is nothing better to do. */
const IN_TIME = 'rel="prefetch" as="script" crossorigin'

/**
 * Links to a screen's stylesheets and scripts. Where something is drawn already, those to the
 * scripts wait beside it until that is painted (`web/app/first-intent.ts`).
 */
function withAssets(html: string, kind: Kind, { js, css }: Assets): string {
  const hint = kind === 'static' || kind === 'private' ? IN_TIME : AT_ONCE
  const scripts = js.map((file) => `<link ${hint} href="/${file}" />`)
  if (!kind) return withLinks(html, [...scripts, ...stylesheets(html, css)])
  const later = `<template id="later">${scripts.join('')}</template>`
  return withLinks(html, stylesheets(html, css)).replace('</body>', () => `${later}</body>`)
}

// After all others, so that they come last in the cascade.
function stylesheets(html: string, css: readonly string[]): string[] {
  return css
    .filter((file) => !html.includes(`/${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`)
}

function withLinks(html: string, links: readonly string[]): string {
  return html.replace('</head>', () => `${links.join('\n    ')}\n  </head>`)
}
