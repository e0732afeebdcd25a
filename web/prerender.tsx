import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App, preloadPath } from './app.tsx'

// What stands in the place of a page whose code or data is awaited.
const UNFINISHED = 'data-page-wait'

/**
 * Draws the public page at `pathname` as HTML, for `mount` to take over in the browser.
 * Throws when a part of it could not be drawn.
 */
export async function prerender(pathname: string): Promise<string> {
  await preloadPath(pathname)
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={pathname}>
        <App />
      </StaticRouter>
    </StrictMode>,
  )
  if (html.includes(UNFINISHED)) throw new Error(`${pathname} could not be drawn completely`)
  return html
}

export { clinic } from './content/clinic.ts'
export { appShells, notFoundPage, publicPages } from './content/pages.ts'
