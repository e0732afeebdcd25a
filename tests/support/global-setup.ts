import { rmSync } from 'node:fs'
import { startSite } from './running-site.ts'

/**
 * Starts one site for the whole browser suite, and returns what stops it. Many people sign in
 * from one address here, so that the rate limits are lifted.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const site = await startSite({ env: { RATE_LIMIT: 'off', LOG_LEVEL: 'warn' } })
  await site.identityReady()
  process.env.SPROUT_TEST_URL = site.url
  process.env.SPROUT_TEST_DATA_DIR = site.dataDir
  process.env.SPROUT_TEST_EMULATOR = `127.0.0.1:${site.ports.AUTH_EMULATOR_PORT}`
  process.env.SPROUT_TEST_STRIPE = `127.0.0.1:${site.ports.STRIPE_SANDBOX_PORT}`
  return async () => {
    const { code } = await site.stop()
    rmSync(site.dataDir, { recursive: true, force: true })
    const complaints = site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    if (complaints.length > 0) console.log(`The site's log:\n${complaints.join('\n')}`)
    if (code !== 0) throw new Error(`The site ended with ${code}`)
  }
}
