import type { FastifyInstance } from 'fastify'
import { askToReload, serveAsset } from '../mailbox/page.ts'
import type { RunningEmulator } from './emulator/start.ts'
import { identityFacade } from './facade.ts'
import { googleChooser } from './google-chooser.ts'

/** The facade and `/sandbox/google`; registered only with the emulator. */
export async function identitySandbox(
  app: FastifyInstance,
  { emulator }: { emulator: RunningEmulator },
): Promise<void> {
  await app.register(identityFacade, { emulator })
  await app.register(async (pages) => {
    pages.setErrorHandler(askToReload)
    await pages.register(googleChooser, { emulator })
    const style = new URL('assets/google-chooser.css', import.meta.url)
    serveAsset(pages, '/sandbox/google-chooser.css', 'text/css; charset=utf-8', style)
    const script = new URL('assets/google-chooser.js', import.meta.url)
    serveAsset(pages, '/sandbox/google-chooser.js', 'text/javascript; charset=utf-8', script)
  })
}
