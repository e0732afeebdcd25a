// Runs before every script that needs dependencies, on whatever Node is installed
// (20 or newer) and with nothing installed yet, so it uses Node's own modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const lockHash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const marker = 'node_modules/.installed-lock'

function npm(...args) {
  const { status } = spawnSync('npm', [...args, '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`The dependencies could not be installed: npm ${args[0]} failed.`)
    process.exit(1)
  }
}

if (!existsSync(marker) || readFileSync(marker, 'utf8') !== lockHash) {
  console.log('Installing dependencies…')
  // Of all install scripts only the pinned Node's own is needed; the others download or
  // compile (minutes of it) what is never loaded here.
  npm('ci', '--no-audit', '--no-fund', '--include=dev', '--ignore-scripts')
  npm('rebuild', 'node')
  writeFileSync(marker, lockHash)
}
