import type { CheckedFolders } from '../process/site-checks.ts'
import { type Env, hasRealProviders } from './env.ts'

/**
 * The folders to monitor, only for a published site with real providers: otherwise there is no clinic to
 * alarm.
 */
export function checkedFoldersOf(env: Env): CheckedFolders | undefined {
  const { mode, dataDir, backupDir, replica } = env
  const isReal = mode === 'production' && hasRealProviders(env)
  return isReal ? { dataDir, backupDir, hasSecondCopy: replica !== undefined } : undefined
}
