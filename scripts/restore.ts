import { resolve } from 'node:path'
import { loadEnv } from '#domain/config/load-env.ts'
import { readArguments, refuseArguments } from './arguments.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { restoreSecondCopy } from './backup/restore-second-copy.ts'
import { runCommand } from './command.ts'

const USAGE = `Usage:
  npm run restore -- BACKUP              replaces the data with a backup made by npm run backup
  npm run restore -- --from REPLICA_URL  replaces the data with the second copy that a site kept there
Stop the site first; the previous data is kept.`

const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: { from: { type: 'string' } },
})
const [backup, ...rest] = positionals
const { from } = values
if (rest.length > 0 || (backup === undefined) === (from === undefined)) refuseArguments(USAGE)

await runCommand(async () => {
  const { dataDir, replicaKeys: keys } = loadEnv()
  const now = new Date()
  const aside =
    from === undefined
      ? restoreBackup({ dataDir, backup: resolve(backup ?? ''), now })
      : await restoreSecondCopy({ dataDir, from, keys, now })
  console.log(`Restored ${dataDir} from ${from === undefined ? backup : 'the second copy'}.`)
  if (aside) console.log(`The previous data is in ${aside}. Delete it once everything works.`)
})
