// Runs before every script that needs dependencies, on whatever Node is installed
// (20 or newer) and with nothing installed yet, so it uses Node's own modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const lockHash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
const marker = 'node_modules/.installed-lock'

if (!existsSync(marker) || readFileSync(marker, 'utf8') !== lockHash) {
  console.log('Installing dependencies…')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--include=dev'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The dependencies could not be installed: npm ci failed.')
    process.exit(1)
  }
  writeFileSync(marker, lockHash)
}
