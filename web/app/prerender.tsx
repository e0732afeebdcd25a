import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App, preloadFrame, preloadPath } from './app.tsx'
import { type Given, GivenContext } from './given.ts'

// What stands in the place of a page whose code or data is awaited.
const UNFINISHED = 'data-page-wait'
const FRAME = 'data-page-frame'

export interface PrerenderedPage {
  /** `<link>` elements for what the page needs first: their place is the head. */
  hints: string[]
  body: string
}

/**
 * Draws the page at `pathname` as HTML as somebody who is not signed in sees it, from what it is
 * given, for `mount` to take over in the browser. Throws when a part of it could not be drawn.
 */
export async function prerender(pathname: string, given: Given = {}): Promise<PrerenderedPage> {
  await preloadPath(pathname)
  const body = draw(pathname, given)
  if (body.includes(UNFINISHED)) throw new Error(`${pathname} could not be drawn completely`)
  return { hints: firstPictures(body), body }
}

/** Draws what stands at `pathname` until the page's own code and its visitor are there. */
export async function prerenderFrame(pathname: string): Promise<string> {
  await preloadFrame(pathname)
  const body = draw(pathname, {})
  if (!body.includes(FRAME)) throw new Error(`${pathname} has no frame`)
  return body
}

function draw(pathname: string, given: Given): string {
  return renderToString(
    <StrictMode>
      <GivenContext value={given}>
        <StaticRouter location={pathname}>
          <App />
        </StaticRouter>
      </GivenContext>
    </StrictMode>,
  )
}

/** Links that fetch what one sees first on a page before the styles have come. */
function firstPictures(body: string): string[] {
  const pictures = body.match(/<img [^>]*fetchpriority="high"[^>]*>/gi) ?? []
  return pictures.flatMap((picture) => {
    const src = / src="([^"]+)"/.exec(picture)?.[1]
    return src ? [`<link rel="preload" href="${src}" as="image" fetchpriority="high" />`] : []
  })
}

export { clinic } from '../lib/clinic.ts'
export { gather, gatheredPages } from './gather.ts'
export { appShells, notFoundPage, publicPages } from './pages.ts'
