import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** How long to wait for the registry, in milliseconds. */
const PATIENCE_MS = 20_000

interface Audit {
  auditReportVersion?: number
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

test('no production dependency has a known vulnerability, if the registry responds', async () => {
  const audit = await askRegistry()
  if (!audit.vulnerabilities) {
    console.log('npm audit: the registry gave no answer; run npm audit --omit=dev where it does.')
    return
  }
  const serious = Object.entries(audit.vulnerabilities).filter(([, { severity }]) =>
    ['high', 'critical'].includes(severity),
  )
  expect(serious.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)).toEqual([])
}, 60_000)

/** npm exits with 1 both for vulnerabilities and for an unreachable registry. */
async function askRegistry(): Promise<Audit> {
  const args = [
    'audit',
    '--omit=dev',
    '--json',
    '--fetch-retries=0',
    `--fetch-timeout=${PATIENCE_MS}`,
  ]
  const { stdout } = await run('npm', args, { timeout: 2 * PATIENCE_MS }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  )
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

test('Fastify parses content types correctly (CVE-2026-3419: 5.12.1)', () => {
  const { version } = JSON.parse(readFileSync('node_modules/fastify/package.json', 'utf8'))
  const [major = 0, minor = 0, patch = 0] = String(version).split('.').map(Number)
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(5_012_001)
})

interface LockedPackage {
  resolved?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)

test('every production package is locked with its hash and comes from the npm registry', () => {
  const shipped = Object.values(packages).filter(({ dev, optional }) => !dev && !optional)
  expect(shipped.length).toBeGreaterThan(100)
  for (const [path, { resolved, integrity, dev, optional }] of Object.entries(packages)) {
    if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
    // Optional packages are for other platforms.
    if (path !== '' && !dev && !optional) expect(integrity, path).toMatch(/^sha512-/)
  }
})

// npm omits optional packages that a registry mirror lacks from the lock file, which `npm ci` then refuses
// on every machine.
test('the lock file has every optional dependency, including other platforms’', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        ![...lookupFolders(path).map((folder) => `${folder}/`), ''].some(
          (folder) => packages[`${folder}node_modules/${name}`],
        ),
    ),
  )
  expect(missing).toEqual([])
})

/** The folders in which Node searches for a dependency of the package at `path`. */
function lookupFolders(path: string): string[] {
  const steps = path.split('/node_modules/')
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/node_modules/'))
}
