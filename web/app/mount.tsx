import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App, preloadFrame, preloadPath } from './app.tsx'
import { isDrawnForVisitor } from './drawn-for-visitor.ts'
import { GivenContext, readGiven } from './given.ts'

/**
 * Brings the page to life: takes over the prerendered HTML, or draws into an empty root.
 * Resolves when the first screen answers to clicks.
 */
export async function mount(root: HTMLElement): Promise<void> {
  const prerendered = isDrawnForVisitor(root) ? root.dataset.prerendered : undefined
  const { pathname } = window.location
  if (prerendered === 'frame') await preloadFrame(pathname)
  else if (prerendered) await preloadPath(pathname)
  await new Promise<void>((ready) => {
    const app = (
      <StrictMode>
        <GivenContext value={prerendered ? readGiven() : {}}>
          <BrowserRouter>
            <App onReady={ready} />
          </BrowserRouter>
        </GivenContext>
      </StrictMode>
    )
    // In pieces, between which the browser can paint and answer.
    startTransition(() => {
      if (prerendered) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  })
}
