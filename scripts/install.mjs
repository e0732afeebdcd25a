// Runs before every script that needs dependencies, on any Node from 20 on and possibly without installed
// packages, so it uses built-in modules only.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'

if (!isInstalled()) {
  console.log('Installing dependencies…')
  // Only the pinned Node's install script is needed; the others spend minutes downloading or
  // compiling things that are never loaded here.
  await npm('ci', '--no-audit', '--no-fund', '--include=dev', '--ignore-scripts')
  await npm('rebuild', 'node')
}

/**
 * Whether node_modules matches the lock file. npm writes its list of installed packages last, so
 * an interrupted installation does not count.
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

/** Runs npm; exits when it fails or when this process is stopped. */
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
  console.error(`Couldn’t install dependencies: npm ${args[0]} failed.`)
  process.exit(1)
}
