import { loadEnv } from '#domain/config/load-env.ts'
import { readArguments } from './arguments.ts'
import { makeBackup } from './backup/make-backup.ts'
import { runCommand } from './command.ts'

const USAGE = `Usage:
  npm run backup   copies DATA_DIR consistently, even while the site runs, into a new folder of
                   BACKUP_DIR`

readArguments(USAGE, {})

await runCommand(async () => {
  const { dataDir, backupDir } = loadEnv()
  console.log(`Backed up to ${await makeBackup({ dataDir, backupDir, now: new Date() })}`)
})
