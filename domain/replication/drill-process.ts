import { checkRestored } from './drill-checks.ts'

// The drill's process, forked by drill.ts, because the checks take seconds on a large database.

process.on('disconnect', () => process.exit())
process.once('message', (folder) => {
  process.send?.(checkRestored(String(folder)), () => process.disconnect())
})
