import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setScene } from './support/scene.ts'

const INSIDE = [
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:6379/',
  'http://[::1]:12111/v1/payment_intents',
  'http://localhost/admin',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'https://evil.example/picture.png',
  '//evil.example/picture.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '/images/../../jwt-secret',
  '/images/01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3@evil.example',
]

test('the server calls other hosts only through its providers’ SDKs, and webhook endpoints in one place', () => {
  const sources = globSync('{contract,domain,drizzle,server,workers}/**/*.ts', {
    exclude: [
      '**/*.test.ts',
      '**/testing/**',
      // These start programs with fixed paths and an empty environment; the age of the copy comes from
      // Litestream on this machine.
      'domain/images/decoder.ts',
      'domain/replication/{copy-progress,litestream,drill}.ts',
      // Connects to public addresses only: domain/webhooks/post-webhook.test.ts.
      'domain/webhooks/post-webhook.ts',
    ],
  })
  for (const file of sources) {
    const code = readFileSync(file, 'utf8')
    expect(code, file).not.toMatch(
      /\bfetch\(|from 'undici'|from 'axios'|\b(http|https)\.(get|request)\(/,
    )
    expect(code, file).not.toMatch(/child_process|\beval\(|new Function\(|node:vm/)
  }
  expect(sources.length).toBeGreaterThan(100)
})

test('neither stores nor requests a URL from a client: a doctor’s image is an uploaded one', async () => {
  const scene = await setScene()
  const before = scene.changes()
  for (const img of INSIDE) {
    const doctor = { name: 'Dr. Who', email: 'who@example.com', specialty: 'Weight Loss', img }
    expect((await scene.admin.post('/doctor', doctor)).statusCode, img).toBe(400)
  }
  expect(scene.changes() - before).toBe(0)
})

test('no redirect leaves the site', async () => {
  const { app } = await setScene()
  for (const url of [
    '//evil.example',
    '//evil.example/',
    '/\\evil.example',
    '/docs//evil.example/',
  ]) {
    const { headers } = await app.inject({ url, headers: { host: 'evil.example' } })
    expect(headers.location ?? '/', url).toMatch(/^\/(?![/\\])|^\.\//)
  }
})
