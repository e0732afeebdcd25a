import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formsOf, type SiteFile } from './site-files.ts'

/** What the built site brings to draw its pages with (`web/prerender.tsx`). */
interface Drawing {
  prerender(path: string, given: unknown): Promise<{ hints: string[]; body: string }>
}

export interface DrawnPage {
  path: string
  /** The page without its content. */
  frame: string
  /** The API's calls whose answers the page is drawn from, by the names that the page knows. */
  given: Record<string, string>
}

/**
 * Makes a page that is complete with the data of the moment, and drawn anew only when that has
 * changed. The page asks as the visitor would, by the API's own public calls; when they refuse or
 * drawing fails, it is undefined, and the page that waits for its data in the browser has to do.
 * @param module the file to draw with
 */
export function drawnPage(
  app: FastifyInstance,
  module: string,
  { path, frame, given }: DrawnPage,
): (request: FastifyRequest) => Promise<SiteFile | undefined> {
  let last: { data: string; file: Promise<SiteFile> } | undefined

  async function ask({ ip }: FastifyRequest): Promise<string> {
    const answers = await Promise.all(
      Object.entries(given).map(async ([name, call]) => {
        const { statusCode, payload } = await app.inject({ url: call, remoteAddress: ip })
        if (statusCode !== 200) throw new Error(`${call} answered ${statusCode}`)
        return `${JSON.stringify(name)}:${payload}`
      }),
    )
    return `{${answers.join()}}`
  }

  async function draw(data: string): Promise<SiteFile> {
    const { prerender }: Drawing = await import(pathToFileURL(module).href)
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
      const data = await ask(request)
      if (last?.data !== data) last = { data, file: draw(data) }
      return await last.file
    } catch (error) {
      last = undefined
      request.log.warn({ err: error, path }, 'the page is sent without its data')
      return undefined
    }
  }
}
