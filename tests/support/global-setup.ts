import { rmSync } from 'node:fs'
import { buildAllIfStale } from '#scripts/build/build-all.ts'
import { findLeaks, privateWords } from '../security/log-privacy.ts'
import { startSite, tellBrowserTests } from './running-site.ts'

/**
 * Starts one site for the whole browser suite and returns the function that stops it. Rate limits are off,
 * because many users log in from one address. At the end, its log must contain no personal data.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await buildAllIfStale()
  const site = await startSite({
    env: {
      RATE_LIMIT: 'off',
      ACCOUNT_CHECK_SECONDS: '0',
      LOG_LEVEL: 'info',
      CLINIC_TIMEZONE: zoneOfEarlyMorning(),
    },
  })
  await site.identityReady()
  tellBrowserTests(site)
  return async () => {
    const { code } = await site.stop()
    const words = privateWords(site.dataDir)
    rmSync(site.dataDir, { recursive: true, force: true })
    const complaints = site.output().split('\n').filter(isComplaint)
    if (complaints.length > 0) console.log(`The site's log:\n${complaints.join('\n')}`)
    if (code !== 0) throw new Error(`The site ended with ${code}`)

    // The startup banner shows the demo accounts, which are not secret.
    const [, log = ''] = site.output().split(`Sprout is ready at ${site.url}\n`)
    if (!log.includes('"reqId"')) throw new Error('The log has no requests')
    const leaks = findLeaks(log, words)
    if (leaks.length > 0) throw new Error(`Personal data in the log:\n${leaks.join('\n')}`)
  }
}

/**
 * A time zone in which it is between four and five in the morning, so that no offered time passes and no
 * day ends while the tests run.
 */
function zoneOfEarlyMorning(): string {
  const hours = 4 - new Date().getUTCHours()
  const east = hours < -11 ? hours + 24 : hours
  // These names use POSIX signs: Etc/GMT-3 is three hours east of Greenwich.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** Whether a log line has level warn or above. */
function isComplaint(line: string): boolean {
  return /^\{"level":[456]0,/.test(line)
}
