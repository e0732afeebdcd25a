import { loadEnv } from '#domain/config/load-env.ts'
import { describeStartFailure } from '#domain/process/errors.ts'
import { readArguments } from './arguments.ts'
import { makeBackup } from './backup/make-backup.ts'

const USAGE = `Usage:
  npm run backup   copies DATA_DIR consistently, even while the site runs, into a new folder of
                   BACKUP_DIR`

readArguments(USAGE, {})

try {
  const { dataDir, backupDir } = loadEnv()
  console.log(`Backed up to ${await makeBackup({ dataDir, backupDir, now: new Date() })}`)
} catch (error) {
  console.error(describeStartFailure(error))
  process.exit(1)
}
