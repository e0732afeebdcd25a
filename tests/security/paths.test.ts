import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { site } from '#server/rendering/site.ts'
import { writeBuiltSite } from '#server/testing/built-site.ts'
import { buildTestApp } from '#server/testing/test-app.ts'
import { exchange, listen, rawGet, statusOf } from './support/raw-http.ts'

const SECRET = 'what-must-never-be-served'

const SECRETS = [
  'web/.env',
  'web/.git/config',
  'web/.vite/manifest.json',
  'web/.server/chunk.js',
  'web/.fingerprint',
  'web/assets/.htpasswd',
  'web/notes.md',
  'web/server.ts',
  'web/data.db',
  '.env',
  'package.json',
  'data/sprout.db',
  'data/jwt-secret',
  'data/images/one/original',
]

const UPS = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%252f',
  '%252e%252e%252f',
  '..\\',
  '..%5c',
  '%2e%2e%5c',
  '..%c0%af',
  '..%ef%bc%8f',
  '....//',
  '..;/',
  '.%00./',
  '%2e%2e%00/',
  './../',
]
const TARGETS = ['.env', 'package.json', 'data/sprout.db', 'data/jwt-secret', 'etc/passwd']
const STARTS = ['/', '/assets/', '//']
const PLAIN = [
  '/.env',
  '/.git/config',
  '/.vite/manifest.json',
  '/.fingerprint',
  '/.server/chunk.js',
  '/assets/.htpasswd',
  '/notes.md',
  '/server.ts',
  '/data.db',
  '/site.json',
  '/.env%00.js',
  '/.env%20',
  '/.env.',
  '/.ENV',
  '/assets/app-a1b2c3d4.js/../../.env',
  '/assets/app-a1b2c3d4.js%00/../../.env',
  '/docs/static/../../.env',
  '/docs/static/%2e%2e/%2e%2e/package.json',
  '/docs/static/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/images/..%2f..%2fjwt-secret',
  '/images/one/original',
  '/images/01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3/..%2f..%2f..%2fjwt-secret',
  'file:///etc/passwd',
  'http://localhost/../.env',
  'http://evil.example/.env',
  '\\.env',
]
const PATHS = [
  ...PLAIN,
  ...STARTS.flatMap((start) =>
    UPS.flatMap((up) =>
      TARGETS.map(
        (target, index) => `${start}${up.repeat(index === 4 ? 8 : 1 + (index % 3))}${target}`,
      ),
    ),
  ),
]

test(`${PATHS.length} raw paths: only the site’s own files are served`, async () => {
  const folder = temporaryFolder()
  for (const name of SECRETS) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), SECRET)
  }
  writeBuiltSite(join(folder, 'web'))
  const { app } = await buildTestApp({
    env: { DATA_DIR: join(folder, 'data') },
    extraPlugins: [site({ root: join(folder, 'web') })],
  })
  const port = await listen(app)
  expect(statusOf(await exchange(port, rawGet('/assets/app-a1b2c3d4.js')))).toBe(200)

  const asked = PATHS.map(async (path) => ({ path, answer: await exchange(port, rawGet(path)) }))
  for (const { path, answer } of await Promise.all(asked)) {
    expect(answer, path).not.toContain(SECRET)
    expect(answer, path).not.toContain('root:')
    expect([308, 400, 403, 404, 414], `${path}: ${answer.slice(0, 80)}`).toContain(statusOf(answer))
    // No redirect leaves the site.
    expect(answer, path).not.toMatch(/^location: *(\/\/|\\|[a-z]+:)/im)
  }
  expect(PATHS.length).toBeGreaterThanOrEqual(200)
}, 120_000)
