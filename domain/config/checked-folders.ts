import type { CheckedFolders } from '../process/site-checks.ts'
import type { Env } from './env.ts'

/**
 * The folders to monitor, only for a published site with real providers: otherwise there is no clinic to
 * alarm.
 */
export function checkedFoldersOf(env: Env): CheckedFolders | undefined {
  const { mode, firebase, stripe, mail, dataDir, backupDir, replica } = env
  const isReal = mode === 'production' && firebase && stripe && mail
  return isReal ? { dataDir, backupDir, hasSecondCopy: replica !== undefined } : undefined
}
