// Runs before every script that needs dependencies, on whatever Node is installed
// (20 or newer) and with nothing installed yet, so it uses Node's own modules only.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'

if (!isInstalled()) {
  console.log('Installing dependencies…')
  // Of all install scripts only the pinned Node's own is needed; the others download or
  // compile (minutes of it) what is never loaded here.
  await npm('ci', '--no-audit', '--no-fund', '--include=dev', '--ignore-scripts')
  await npm('rebuild', 'node')
}

/**
 * Whether node_modules holds what the lock file asks for, whichever npm command put it there.
 * npm writes its own list of what it installed at the very end, so that an installation that was
 * broken off does not count.
 */
function isInstalled() {
  if (!existsSync('node_modules/node/bin/node')) return false
  const list = 'node_modules/.package-lock.json'
  if (!existsSync(list)) return false
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      // Optional ones depend on the platform.
      path === '' || optional || devOptional || installed[path]?.version === version,
  )
}

/** Runs npm and ends with it when it fails or when this process is told to stop. */
async function npm(...args) {
  const child = spawn('npm', [...args, '--loglevel=error'], { stdio: 'inherit' })
  const stop = (signal) => child.kill(signal)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...end) => resolve(end))
  })
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (code === 0) return
  if (signal) process.exit(128 + constants.signals[signal])
  console.error(`The dependencies could not be installed: npm ${args[0]} failed.`)
  process.exit(1)
}
