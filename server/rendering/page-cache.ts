import type { FastifyBaseLogger } from 'fastify'
import type { SiteRenderer } from '#contract/rendering/site-renderer.ts'
import { composeFile, type SiteFile } from './site-file.ts'

/** More than there are pages and bookable days; past days are dropped with all others. */
const MOST_PAGES = 500

interface Rendered {
  data: string
  file: Promise<SiteFile>
}

/**
 * Caches each page until its data changes. Pages contain nothing personal, so one copy serves all visitors.
 * If the data or the rendering fails, visitors get the app shell, which the browser renders.
 * @param mayHaveChanged whether any page's data may have changed since the last call
 * @returns the page at `path` (one of the renderer's paths, or `*`) for a query string; its shell if the page
 * is not cached and `mayRender` resolves to false
 */
export function createPageCache(
  renderer: SiteRenderer,
  mayHaveChanged: () => boolean,
  log: FastifyBaseLogger,
) {
  const pages = new Map<string, Rendered>()
  const shells = new Map<string, { html: string; file: Promise<SiteFile> }>()
  /** The pages requested since the data last changed, by path and known parameters. */
  const current = new Map<string, Promise<SiteFile>>()

  async function renderedPage(path: string, search: string): Promise<SiteFile> {
    const content = await renderer.prefetch(path, search)
    const key = path + search
    const known = pages.get(key)
    if (known?.data === content.data) return known.file
    if (pages.size >= MOST_PAGES) pages.clear()
    const file = renderer.render(path, content).then(async (html) => ({
      ...(await composeFile(html, '.html')),
      ...(content.isMissing && { status: 404 as const }),
    }))
    pages.set(key, { data: content.data, file })
    file.catch(() => pages.delete(key))
    return file
  }

  async function currentPage(
    path: string,
    query: string,
    mayRender: () => Promise<boolean>,
  ): Promise<SiteFile> {
    if (mayHaveChanged() || current.size >= MOST_PAGES) current.clear()
    const search = await renderer.knownSearch(path, query)
    const key = path + search
    if (!current.has(key) && !(await mayRender())) return shellOf(path)
    // Looked up again: another visitor's request may have started it meanwhile.
    const known = current.get(key)
    if (known) return known
    const page = renderedPage(path, search)
    current.set(key, page)
    page.catch(() => current.delete(key))
    return page
  }

  /** The shell, composed again when the clinic's details in it change. */
  function shellOf(path: string): Promise<SiteFile> {
    const html = renderer.shell(path)
    const known = shells.get(path)
    if (known?.html === html) return known.file
    const file = composeFile(html, '.html')
    shells.set(path, { html, file })
    return file
  }

  return async (
    path: string,
    query: string,
    mayRender: () => Promise<boolean>,
  ): Promise<SiteFile> => {
    try {
      return await currentPage(path, query, mayRender)
    } catch (error) {
      log.warn({ err: error, path }, 'The page is sent without its content')
      return shellOf(path)
    }
  }
}
