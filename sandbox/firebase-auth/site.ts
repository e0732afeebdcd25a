import type { FastifyInstance } from 'fastify'
import { askToReload, serveAssets } from '../mailbox/page.ts'
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
    serveAssets(pages, import.meta.url, ['google-chooser.css', 'google-chooser.js'])
  })
}
