import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SANDBOX, SERVER, SITE } from '#scripts/build/build-outputs.ts'
import { loadedBy } from '../support/loaded-by.ts'

// Reads the container files, because building an image needs Docker.

const dockerfile = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('docker-compose.yml', 'utf8')

/** The lines of a service, including merged ones. */
function service(name: string): string {
  const own = part(`${name}:`)
  return (
    own + (own.includes('*site') ? part('x-site: &site') : '') + part('x-container: &container')
  )
}

/** The lines indented below a heading. */
function part(heading: string): string {
  const lines = compose.split('\n')
  const start = lines.findIndex((line) => line.trim() === heading)
  const depth = (line: string) => line.search(/\S|$/)
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => line && depth(line) <= depth(lines[start] ?? ''))
  return after.slice(0, end === -1 ? after.length : end).join('\n')
}

describe('docker-compose.yml', () => {
  const names = ['api', 'worker', 'backup', 'tls', 'redis', 'demo']

  test.each(names)(
    '%s runs without privileges: a read-only root file system and no capabilities',
    (name) => {
      const text = service(name)
      expect(text).toContain('read_only: true')
      expect(text).toContain('cap_drop: [ALL]')
      expect(text).toContain('no-new-privileges:true')
      expect(text).toContain('tmpfs: [/tmp]')
      expect(text).toContain('restart: unless-stopped')
      expect(text).not.toMatch(/privileged: true|network_mode: host|docker\.sock/)
    },
  )

  test('publishes ports on this machine only, except for the TLS proxy', () => {
    const published = names
      .filter((name) => name !== 'tls')
      .flatMap((name) => [...service(name).matchAll(/ports: \["([^"]+)"\]/g)])
      .map(([, port = '']) => port)
    expect(published.length).toBeGreaterThan(1)
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
    expect(service('tls')).toContain('profiles: [tls]')
  })

  test('limits the log of each container', () => {
    for (const name of names) {
      expect(service(name)).toContain('options: { max-size: 10m, max-file: "5" }')
    }
  })

  test('makes a daily backup of the clinic’s site', () => {
    const backup = service('backup')
    expect(backup).toContain('profiles: [clinic]')
    expect(backup).toContain('npm run --silent backup')
    expect(backup).toContain('BACKUP_FOLDER:-backups}:/backups')
    expect(backup).toContain('-mtime +30')
  })

  test('persists the queue and evicts nothing', () => {
    const redis = service('redis')
    expect(redis).toContain('user: redis')
    expect(redis).toContain('--appendonly, "yes"')
    expect(redis).toContain('noeviction')
    expect(redis).toContain('"redis:/data"')
    expect(redis).toContain('healthcheck:')
    // Only the site's processes can reach it.
    expect(redis).not.toContain('ports:')
  })

  test('runs any number of workers, after the site and Redis', () => {
    const worker = service('worker')
    expect(worker).not.toMatch(/container_name|ports:/)
    expect(worker).toContain('api: { condition: service_healthy }')
    expect(worker).toContain('redis: { condition: service_healthy }')
  })

  test('starts either the demo or the clinic’s site', () => {
    expect(service('demo')).toContain('profiles: [demo]')
    expect(service('demo')).not.toContain('depends_on')
    for (const name of ['api', 'worker', 'redis']) {
      expect(service(name)).toContain('profiles: [clinic]')
      expect(service(name)).not.toContain('SPROUT_DEMO')
    }
  })
})

describe('the Dockerfile', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  test('runs in production as an unprivileged user, with a health check', () => {
    const runtime = dockerfile.slice(dockerfile.indexOf(' AS runtime'))
    expect(runtime).toContain('USER node')
    expect(runtime).not.toContain('USER root')
    expect(runtime).toContain('NODE_ENV=production')
    expect(runtime).toContain('/readyz')
  })

  test('contains no settings of the machine that builds it', () => {
    const [first, ...allowed] = readFileSync('.dockerignore', 'utf8').trim().split('\n')
    expect(first).toBe('*')
    expect(allowed.filter((line) => /\.env|data|\.git/.test(line))).toEqual([])
  })

  const site = dockerfile.slice(dockerfile.indexOf(' AS site'))
  /** Files and folders of the project that the clinic's image contains, besides `dist`. */
  const copied = [...site.matchAll(/^COPY --from=sources([\s\S]*?)\n(?=[A-Z#]|$)/gm)]
    .flatMap(([, text = '']) => text.match(/\/app\/\S+/g) ?? [])
    .map((path) => path.slice('/app/'.length))
  const isCopied = (file: string) =>
    copied.some((path) => file === path || file.startsWith(`${path}/`))

  /** By the rules of .dockerignore: the last one that matches a file or one of its folders decides. */
  const ignored = readFileSync('.dockerignore', 'utf8').trim().split('\n')
  function isSent(file: string): boolean {
    const paths = [file]
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) paths.push(folder)
    const decides = ignored.findLast((rule) =>
      // Docker's `*` includes names with a dot, other than Node's.
      paths.some((path) => rule === '*' || matchesGlob(path, rule.replace(/^!/, ''))),
    )
    return decides?.startsWith('!') ?? true
  }

  test('is sent every file from which the site is built, and no other files', () => {
    const sources = [SITE, SERVER, SANDBOX].flatMap(({ inputs }) =>
      globSync(inputs, { exclude: ['**/*.test.*', '**/testing/**'] }),
    )
    const files = sources.filter((file) => statSync(file).isFile())
    expect(files).toContain('docs/handbook/images/calendar.webp')
    expect(files.length).toBeGreaterThan(1000)
    expect(files.filter((file) => !isSent(file))).toEqual([])
    for (const other of ['.env', 'docs/operations.md', 'data/sprout.db', 'server/access.test.ts']) {
      expect(isSent(other), other).toBe(false)
    }
  })

  test('contains every file that the server reads or runs beside its bundle', () => {
    const sources = globSync('{contract,domain,server,workers,drizzle}/**/*.ts', {
      exclude: ['**/*.test.ts', '**/testing/**'],
    })
    const read = sources.flatMap((file) => {
      const code = readFileSync(file, 'utf8')
      const besides = [
        ...code.matchAll(/join\(import\.meta\.dirname, ([^)]*)\)/g),
        ...code.matchAll(/new URL\(([^)]*), import\.meta\.url\)/g),
      ]
      return besides.map(([, parts = '']) => {
        const names = [...parts.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
        return join(dirname(file), ...names)
      })
    })
    expect(read).toEqual(
      expect.arrayContaining([
        'domain/notifications/templates/logo.png',
        'domain/receipts/receipt-worker.ts',
        'drizzle/migrations',
      ]),
    )
    const [built, others] = [true, false].map((isBuilt) =>
      read.filter((path) => path.startsWith('dist/') === isBuilt),
    )
    expect(built).toEqual(['dist/web'])
    const files = others?.flatMap((path) =>
      statSync(path).isFile() ? [path] : globSync(`${path}/**/*.*`),
    )
    const loaded = loadedBy(files ?? [])
    const missing = [...loaded.files].filter((file) => !isCopied(file) || !isSent(file))
    expect(missing.filter((file) => file !== 'package.json')).toEqual([])
    expect([...loaded.packages].filter((name) => !(name in dependencies))).toEqual([])
  })

  test('contains the site, the worker and everything that the operators’ commands import', () => {
    const entries = [
      ...globSync('drizzle/migrations/**/*.sql'),
      ...globSync('scripts/{admin,backup,events,insights,restore}.ts'),
    ]
    const { files, packages } = loadedBy(entries)
    const missing = [...files].filter((file) => !isCopied(file) || !isSent(file))
    expect(missing.filter((file) => file !== 'package.json')).toEqual([])
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([])
    expect(files.size).toBeGreaterThan(30)
    expect(packages.size).toBeGreaterThan(3)
    // Excludes stand-ins.
    expect(copied.filter((path) => /^(sandbox|dist\/server)/.test(path))).toEqual([])
    expect(site).toContain('--from=without-stand-ins /app/dist/server')
    expect(dockerfile).toMatch(/AS without-stand-ins\nRUN rm dist\/server\/stand-in-\*\n/)
    expect(dockerfile).toContain('dist/web ./dist/web')
    expect(dockerfile).toContain('"dist/server/index.js"]')
    expect(service('worker')).toContain('dist/server/worker.js')
  })
})
