import type { CheckedFolders } from '../process/site-checks.ts'
import type { Env } from './env.ts'

/** What is looked at: only of a published site with real providers, whose admins are the clinic's. */
export function checkedFoldersOf(env: Env): CheckedFolders | undefined {
  const { mode, firebase, stripe, mail, dataDir, backupDir, replica } = env
  const isReal = mode === 'production' && firebase && stripe && mail
  return isReal ? { dataDir, backupDir, hasSecondCopy: replica !== undefined } : undefined
}
