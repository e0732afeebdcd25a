import type { Finding } from './check.ts'
import { type Ledger, newLedger } from './customer.ts'
import { closeBooks } from './reconciliation.ts'
import { type Wishes, wishes } from './requests.ts'
import { type FaultySite, withSite } from './site.ts'

/** A site that runs, and that is about to be hurt. */
export interface Trial {
  site: FaultySite
  /** What the site acknowledges meanwhile. */
  ledger: Ledger
  free: Wishes
  /** What has turned out not to be as it has to be. */
  problems: string[]
}

/**
 * Starts a site of its own, lets `work` hurt it, and closes its books.
 * @param work resolves with the figure that the check has come to
 * @param settings further variables for the site's processes
 */
export function trial(
  work: (trial: Trial) => Promise<string>,
  settings?: Record<string, string>,
): Promise<Finding> {
  return withSite(async (site) => {
    await site.start()
    const ledger = newLedger()
    const problems: string[] = []
    const figure = await work({ site, ledger, problems, free: wishes(site) })
    problems.push(...(await closeBooks(site, ledger)))
    return { figure, problems }
  }, settings)
}
