import { resolve } from 'node:path'
import { loadEnv } from '#domain/config/load-env.ts'
import { describeStartFailure } from '#domain/process/errors.ts'
import { readArguments, refuseArguments } from './arguments.ts'
import { restoreBackup } from './backup/restore-backup.ts'

const USAGE = `Usage:
  npm run restore -- BACKUP   replaces the data with a backup made by npm run backup
                              (stop the site first)`

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const [backup, ...rest] = positionals
if (!backup || rest.length > 0) refuseArguments(USAGE)

try {
  const { dataDir } = loadEnv()
  const aside = restoreBackup({ dataDir, backup: resolve(backup), now: new Date() })
  console.log(`Restored ${dataDir} from ${backup}.`)
  if (aside) console.log(`The previous data is in ${aside}. Delete it once everything works.`)
} catch (error) {
  console.error(describeStartFailure(error))
  process.exit(1)
}
