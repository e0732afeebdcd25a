import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App, preloadPath } from './app.tsx'

/** Draws the public page at `pathname` as HTML, for `mount` to take over in the browser. */
export async function prerender(pathname: string): Promise<string> {
  await preloadPath(pathname)
  return renderToString(
    <StrictMode>
      <StaticRouter location={pathname}>
        <App />
      </StaticRouter>
    </StrictMode>,
  )
}

export { clinic } from './content/clinic.ts'
export { appShells, notFoundPage, publicPages } from './content/pages.ts'
