import { onTestFinished } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { type RunningSite, type SiteOptions, startSite } from './running-site.ts'

/** Starts a site that is killed when the test ends; a new data folder is removed with it. */
export async function startSiteForTest(options: SiteOptions = {}): Promise<RunningSite> {
  const site = await startSite({ dataDir: temporaryFolder(), ...options })
  onTestFinished(async () => {
    await site.stop('SIGKILL')
  })
  return site
}
