import type { FastifyBaseLogger } from 'fastify'
import type { SiteRenderer } from '#contract/rendering/site-renderer.ts'
import { composeFile, type SiteFile } from './site-file.ts'

/** More than there are pages and days that can be booked; past days are dropped with the rest. */
const MOST_PAGES = 500

interface Rendered {
  data: string
  file: Promise<SiteFile>
}

/**
 * Keeps each page until its data change. A page contains nothing personal, so that one
 * copy serves all visitors. When its data or the rendering fails, visitors get its shell, which the
 * browser fills.
 * @param mayHaveChanged whether any page's data may differ from those at the last call
 * @returns the page at `path` (one of the renderer's paths, or `*`) for a query string; its shell when
 * it is not kept and `mayRender` resolves to false
 */
export function createPageCache(
  renderer: SiteRenderer,
  mayHaveChanged: () => boolean,
  log: FastifyBaseLogger,
) {
  const pages = new Map<string, Rendered>()
  const shells = new Map<string, { html: string; file: Promise<SiteFile> }>()
  /** The pages that were asked for since the data last changed, by path and known parameters. */
  const current = new Map<string, Promise<SiteFile>>()

  async function renderedPage(path: string, search: string): Promise<SiteFile> {
    const content = await renderer.prefetch(path, search)
    const key = path + search
    const known = pages.get(key)
    if (known?.data === content.data) return known.file
    if (pages.size >= MOST_PAGES) pages.clear()
    const file = renderer.render(path, content).then((html) => composeFile(html, '.html'))
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
    // Asked again: another visitor's request may have begun it meanwhile.
    const known = current.get(key)
    if (known) return known
    const page = renderedPage(path, search)
    current.set(key, page)
    page.catch(() => current.delete(key))
    return page
  }

  /** Composed again when the clinic's details in it have changed. */
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
