import { loadEnv } from '../server/load-env.ts'
import { describeStartFailure } from '../server/start-error.ts'
import { makeBackup } from './backup/make-backup.ts'

// `npm run backup`: a consistent copy of everything under DATA_DIR, while the site runs.

try {
  const { dataDir, backupDir } = loadEnv()
  console.log(`Backed up to ${await makeBackup({ dataDir, backupDir, now: new Date() })}`)
} catch (error) {
  console.error(describeStartFailure(error))
  process.exit(1)
}
