import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter, useRoutes } from 'react-router-dom'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { LEGAL_PAGES, legalPath } from '#contract/legal/legal-titles.ts'
import type {
  PageContent,
  PublicClinic,
  RendererOptions,
  SiteRenderer,
} from '#contract/rendering/site-renderer.ts'
import * as words from '#words/en/frame-sentences.tsx'
import { BASE, LANGUAGE } from '#words/en/language.ts'
import type { Language } from '#words/languages.ts'
import { PhoneLink } from '../components/phone-link.tsx'
import { PageSpinner } from '../components/states/loading.tsx'
import { WorkspaceShell } from '../desk/workspace/workspace-frame.tsx'
import { ServerQueries } from '../lib/api/prefetch.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { ClinicProvider } from '../lib/clinic.tsx'
import { OtherLanguages } from '../lib/other-languages.ts'
import { addressOf } from '../lib/own-path.ts'
import { App } from './app.tsx'
import { headOf, scriptSafe, textFiles } from './head.ts'
import { AppLayout, PublicLayout } from './layouts.tsx'
import { LEGAL_PATTERN, prefetchOf, requestsOf, servedPages } from './page-facts.ts'
import type { Page } from './pages.ts'
import { loadPage, modulesOf } from './routes.tsx'
import type { QueryEntry, SentData } from './sent-data.ts'

const FONT = /nunito-latin-wght-normal\.woff2$/

/** The data from which a page is rendered: its clinic, and its queries. */
interface PageData {
  clinic: PublicClinic
  queries: QueryEntry[]
}

/** Renders the site's pages for the server (`server/rendering`), from the build and public data. */
export function createRenderer({
  template,
  manifest,
  siteUrl,
  offered,
  data,
}: RendererOptions): SiteRenderer {
  const [, font] = Object.entries(manifest).find(([key]) => FONT.test(key)) ?? []
  if (!font) throw new Error('The font is not in the manifest of the build')
  const fontLink = `<link rel="preload" href="/${font.file}" as="font" type="font/woff2" crossorigin />`

  function pageOf(path: string): Page {
    const page = servedPages.find((page) => page.path === path)
    if (!page) throw new Error(`There is no page ${path}`)
    return page
  }

  /** The files that the browser needs before it runs a page, in the order of their imports. */
  function filesOf(page: Page) {
    const js = new Set<string>()
    const css = new Set<string>()
    const visit = (key: string) => {
      const chunk = manifest[key]
      if (!chunk) throw new Error(`${key} is not in the manifest of the build`)
      if (js.has(chunk.file)) return
      js.add(chunk.file)
      for (const file of chunk.css ?? []) css.add(file)
      for (const imported of chunk.imports ?? []) visit(imported)
    }
    for (const module of ['app/start-app.tsx', ...modulesOf(page)]) visit(module)
    return { js: [...js], css: [...css].filter((file) => !template.includes(`/${file}"`)) }
  }

  const others = offered.filter((language) => language !== LANGUAGE)

  // For shells, which are also sent when the clinic's data cannot be read.
  let lastClinic: PublicClinic = { details: DEFAULT_CLINIC, week: [] }
  const shells = new Map<string, string>()

  async function readClinic(): Promise<PublicClinic> {
    const clinic = await data.clinic()
    if (JSON.stringify(clinic) !== JSON.stringify(lastClinic)) shells.clear()
    lastClinic = clinic
    return clinic
  }

  function html(page: Page, { clinic, queries }: PageData, rendered?: string): string {
    const { js, css } = filesOf(page)
    const isRendered = rendered !== undefined
    const body = rendered ?? renderShell(page, clinic, others)
    const data: SentData = {
      clinic: clinic.details,
      translations: clinic.translations,
      queries,
      ...(others[0] && { languages: others }),
    }
    // Public pages load no scripts before they are used. On other pages the links wait in a template until
    // the page is painted, so that scripts do not delay it.
    const links = js.map((file) =>
      isRendered
        ? `<link rel="prefetch" crossorigin href="/${file}" />`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`,
    )
    const later = isRendered && page.area !== 'site'
    const head = [...headOf(page, { siteUrl, offered }, clinic), fontLink, ...firstImages(body)]
    const end = [
      ...(later ? [`<template id="later">${links.join('')}</template>`] : []),
      // After the styles, which the first paint needs.
      ...(isRendered ? [] : links),
      `<script type="application/json" id="data">${scriptSafe(JSON.stringify(data))}</script>`,
    ]
    const isForFamilies = page.area === 'account' || page.area === 'dashboard'
    const notice = isForFamilies ? renderNotice(clinic) : ''
    const marks = [
      ...(page.access === 'everyone' ? [] : [' data-for="user"']),
      ...(isRendered ? [] : [' data-shell', ` data-requests="${requestsOf(page).join(' ')}"`]),
    ].join('')
    return (
      template
        .replace('<!--head-->', () => head.join('\n    '))
        // After the template's own styles, so that they win in the cascade.
        .replace('</head>', () => `${css.map(stylesheet).join('')}</head>`)
        .replace('<div id="root"><!--app-->', () => `${notice}<div id="root"${marks}>${body}`)
        .replace('</body>', () => `${end.join('')}</body>`)
    )
  }

  return {
    paths: servedPages
      .filter(({ path, isInEnglish }) => path !== '*' && !isInEnglish)
      .map(({ path }) => path),
    publicPaths: servedPages.filter(({ area }) => area === 'site').map(({ path }) => path),
    pathsInEnglish: servedPages.filter(({ isInEnglish }) => isInEnglish).map(({ path }) => path),
    pathsOfCalls: [LEGAL_PATTERN, ...LEGAL_PAGES.map(legalPath)],
    textFiles: async () =>
      textFiles(servedPages, { siteUrl, offered }, (await readClinic()).details),

    async knownSearch(path, search) {
      const prefetch = search && (await prefetchOf(pageOf(path)))
      if (!prefetch) return ''
      const known = await prefetch.knownSearch({ data, search: new URLSearchParams(search) })
      return known.size > 0 ? `?${known}` : ''
    },

    async prefetch(path, search) {
      const clinic = await readClinic()
      const prefetch = await prefetchOf(pageOf(path))
      if (!prefetch) return contentOf(search, { clinic, queries: [] })
      const queries = createQueryClient()
      await prefetch.load({ queries, data, search: new URLSearchParams(search) })
      const all = queries.getQueryCache().getAll()
      const entries = all.map(({ queryKey, state }): QueryEntry => [queryKey, state.data])
      queries.clear()
      return contentOf(search, { clinic, queries: entries })
    },

    async render(path, { search, data }) {
      const page = pageOf(path)
      const pageData: PageData = JSON.parse(data)
      if (!page.isServerRendered) return html(page, pageData)
      const queries = createQueryClient()
      for (const [key, value] of pageData.queries) queries.setQueryData(key, value)
      const location = pathTo(page)
      await loadPage(location)
      const body = renderToString(
        <StrictMode>
          <ServerQueries value={queries}>
            <StaticRouter basename={BASE || undefined} location={addressOf(location) + search}>
              <App
                clinic={pageData.clinic.details}
                languages={others}
                translations={pageData.clinic.translations}
              />
            </StaticRouter>
          </ServerQueries>
        </StrictMode>,
      )
      queries.clear()
      if (body.includes('data-page-wait')) throw new Error(`${path} is not complete`)
      return html(page, pageData, body)
    },

    shell(path) {
      const known = shells.get(path)
      if (known !== undefined) return known
      const shell = html(pageOf(path), { clinic: lastClinic, queries: [] })
      shells.set(path, shell)
      return shell
    },
  }
}

function contentOf(search: string, data: PageData): PageContent {
  // Without its data, a page shows that it was not found.
  const isMissing = data.queries.some(([, known]) => known === null)
  return { search, data: JSON.stringify(data), isMissing }
}

/** A path that leads to the page. */
const pathTo = ({ path }: Page) => (path === '*' ? '/404' : path)

/** A page's layout with a spinner, shown until the browser has rendered the page. */
function renderShell(
  page: Page,
  { details }: PublicClinic,
  languages: readonly Language[],
): string {
  return renderToString(
    <StaticRouter basename={BASE || undefined} location={addressOf(pathTo(page))}>
      <OtherLanguages value={languages}>
        <ClinicProvider clinic={details}>
          <Shell {...page} />
        </ClinicProvider>
      </OtherLanguages>
    </StaticRouter>,
  )
}

/** The notice on pages that do not work without scripts. */
function renderNotice({ details }: PublicClinic): string {
  return renderToString(
    <noscript>
      <p className="bg-honey px-5 py-3 text-center font-bold">
        {words.needsJavaScript(<PhoneLink of={details} />)}
      </p>
    </noscript>,
  )
}

function Shell({ area, access }: Pick<Page, 'area' | 'access'>) {
  // As high as the window, so that the footer does not move when the page appears.
  const spinner = (
    <div className="min-h-dvh">
      <PageSpinner />
    </div>
  )
  const layout =
    area === 'workspace' ? (
      <WorkspaceShell role={access === 'admin' || access === 'doctor' ? access : 'staff'} />
    ) : area === 'site' ? (
      <PublicLayout />
    ) : (
      <AppLayout />
    )
  return useRoutes([{ element: layout, children: [{ path: '*', element: spinner }] }])
}

const stylesheet = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}" />`

/** Preloads the images at the top of a page, before the stylesheets arrive. */
function firstImages(body: string): string[] {
  const pictures = body.match(/<img [^>]*fetchpriority="high"[^>]*>/gi) ?? []
  return pictures.flatMap((picture) => {
    const src = / src="([^"]+)"/.exec(picture)?.[1]
    return src ? [`<link rel="preload" href="${src}" as="image" fetchpriority="high" />`] : []
  })
}
