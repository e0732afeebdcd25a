import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formsOf, type SiteFile } from './site-files.ts'

/** What the built site brings to draw its pages with (`web/app/prerender.tsx`). */
interface Drawing {
  gather(
    path: string,
    query: URLSearchParams,
    ask: (call: string) => Promise<unknown>,
  ): Promise<object | null>
  prerender(path: string, given: unknown): Promise<{ hints: string[]; body: string }>
}

export interface DrawnPage {
  path: string
  /** The page without its content. */
  frame: string
}

/**
 * Makes a page that is complete with the data of the moment, and drawn anew only when that has
 * changed. The page asks as the visitor would, by the API's own public calls; when they refuse or
 * drawing fails, or the query wants what is not drawn, it is undefined, and the page that waits
 * for its data in the browser has to do.
 * @param module the file to draw with
 */
export function drawnPage(
  app: FastifyInstance,
  module: string,
  { path, frame }: DrawnPage,
): (request: FastifyRequest) => Promise<SiteFile | undefined> {
  let last: { data: string; file: Promise<SiteFile> } | undefined

  const load = (): Promise<Drawing> => import(pathToFileURL(module).href)

  async function gather({ ip, url }: FastifyRequest): Promise<string | null> {
    const query = new URLSearchParams(url.split('?')[1])
    const given = await (await load()).gather(path, query, async (call) => {
      const answer = await app.inject({ url: call, remoteAddress: ip })
      if (answer.statusCode !== 200) throw new Error(`${call} answered ${answer.statusCode}`)
      return answer.json()
    })
    return given && JSON.stringify(given)
  }

  async function draw(data: string): Promise<SiteFile> {
    const { prerender } = await load()
    const { hints, body } = await prerender(path, JSON.parse(data))
    // `<` would let a text end the element.
    const block = `<script type="application/json" id="given">${data.replaceAll('<', '\\u003c')}</script>`
    const html = frame
      .replace('<!--hints-->', () => hints.join(''))
      .replace('<!--app-->', () => body)
      .replace('</body>', () => `${block}</body>`)
    return {
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      variants: formsOf(html),
    }
  }

  return async (request) => {
    try {
      const data = await gather(request)
      if (data === null) return undefined
      if (last?.data !== data) last = { data, file: draw(data) }
      return await last.file
    } catch (error) {
      last = undefined
      request.log.warn({ err: error, path }, 'the page is sent without its data')
      return undefined
    }
  }
}
