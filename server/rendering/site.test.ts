import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { addDays } from 'date-fns/addDays'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeDoctor } from '#domain/schedule/doctors.ts'
import { readableLog } from '#domain/testing/readable-log.ts'
import { FIREBASE } from '#domain/testing/settings.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { SCRIPT, writeBuiltSite } from '../testing/built-site.ts'
import { buildTestApp, CLINIC_SETTINGS, signInAdmin, type TestApp } from '../testing/test-app.ts'
import { site } from './site.ts'

let root: string
let test: TestApp

beforeEach(async () => {
  root = temporaryFolder()
  writeBuiltSite(root)
  const env = { SITE_URL: 'https://sprout.example', SPROUT_DEMO: '1', RATE_LIMIT: 'on' }
  test = await buildTestApp({ env, extraPlugins: [site({ root })] })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url, headers })

describe('a page', () => {
  it('is revalidated each time and not sent again while it is unchanged', async () => {
    const first = await get('/')
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(first.body).toContain('/, render 1, ["2027-03-01"]')

    const etag = String(first.headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/', { 'if-none-match': known })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers.etag).toBe(etag)
    }
    expect((await get('/', { 'if-none-match': '"older"' })).statusCode).toBe(200)
  })

  it('is sent in the encoding that the browser accepts', async () => {
    const { body } = await get('/')
    expect(gunzipSync((await get('/', { 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe(
      body,
    )
    const br = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(body)
    expect(br.headers.vary).toBe('accept-encoding')
  })

  it('is answered to HEAD without its body', async () => {
    const { body: page } = await get('/')
    const { statusCode, headers, body } = await test.app.inject({ method: 'HEAD', url: '/' })
    expect(statusCode).toBe(200)
    expect(headers['content-length']).toBe(String(Buffer.byteLength(page)))
    expect(body).toBe('')
  })

  it('matches every address of its pattern, and no others', async () => {
    expect((await get('/dashboard/appointment/0199')).body).toContain('/dashboard/appointment/:id')
    expect((await get('/dashboard/nothing', { accept: 'text/html' })).statusCode).toBe(404)
  })

  it('redirects from its address with a trailing slash', async () => {
    const { statusCode, headers } = await get('/dashboard/')
    expect([statusCode, headers.location]).toEqual([308, '/dashboard'])
    expect((await get('//evil.example/')).headers.location).toBeUndefined()
  })
})

describe('a language', () => {
  it('has the same pages under its own addresses', async () => {
    for (const path of ['/es', '/es/doctors', '/es/dashboard/appointment/7']) {
      const { statusCode, body } = await get(path)
      expect([path, statusCode, body.includes('<html lang="es">')]).toEqual([path, 200, true])
    }
    expect((await get('/doctors')).body).toContain('<html lang="en">')
    expect((await get('/es/')).headers.location).toBe('/es')
  })

  it('leads to pages that are only in English', async () => {
    const { statusCode, headers } = await get('/es/dashboard/agenda?date=2027-03-02')
    expect([statusCode, headers.location]).toEqual([307, '/dashboard/agenda?date=2027-03-02'])
  })

  it('shows its own 404 page; addresses in unknown languages have the English one', async () => {
    const own = await get('/es/nowhere', { accept: 'text/html' })
    expect([own.statusCode, own.body.includes('<html lang="es">')]).toEqual([404, true])
    const unknown = await get('/xx/doctors', { accept: 'text/html' })
    expect([unknown.statusCode, unknown.body.includes('<html lang="en">')]).toEqual([404, true])
  })

  it('has a web app manifest of its own', async () => {
    const { lang, start_url } = (await get('/es/site.webmanifest')).json()
    expect({ lang, start_url }).toEqual({ lang: 'es', start_url: '/es' })
    expect((await get('/site.webmanifest')).json()).not.toHaveProperty('lang')
  })

  it('is left out beside a real provider of logins before a professional has reviewed it', async () => {
    test = await buildTestApp({
      env: { ...FIREBASE, SPROUT_DEMO: '1' },
      extraPlugins: [site({ root })],
    })
    const leads = async (path: string) => {
      const { statusCode, headers } = await get(path, { accept: 'text/html' })
      return [statusCode, headers.location]
    }
    // Links of emails stay valid.
    expect(await leads('/es')).toEqual([307, '/'])
    expect(await leads('/es?a=b')).toEqual([307, '/?a=b'])
    expect(await leads('/es/doctors')).toEqual([307, '/doctors'])
    expect(await leads('/es/unsubscribe?token=a.b')).toEqual([307, '/unsubscribe?token=a.b'])
    expect(await leads('/es//evil.example')).toEqual([307, '/evil.example'])
    expect(await leads('/es/\\evil.example')).toEqual([307, '/evil.example'])
    expect(await leads('/xx/doctors')).toEqual([404, undefined])
  })
})

describe('a page with the address of a call', () => {
  const publish = async (text: string, version: number) => {
    const admin = await signInAdmin(test)
    const published = { version, effectiveOn: '2027-03-01', text }
    expect((await admin.post('/legal/notice', published)).statusCode).toBe(200)
  }

  it('is sent to browsers that want HTML, all others get the call’s answer', async () => {
    await publish('Your rights', 0)
    const page = await get('/legal/notice', { accept: 'text/html,*/*' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(page.headers.vary).toBe('accept, accept-encoding')
    const answer = await get('/legal/notice', { accept: '*/*' })
    expect(answer.json()).toMatchObject({ page: 'notice', version: 1 })
    expect(answer.headers.vary).toContain('accept')
    expect((await get('/legal/notice')).json()).toMatchObject({ version: 1 })
    expect((await get('/legal/unknown')).statusCode).toBe(400)
  })

  it('is not found before it has data, and is rendered again once it has', async () => {
    const html = { accept: 'text/html' }
    const missing = await get('/legal/notice', html)
    expect([missing.statusCode, missing.body]).toEqual([404, expect.stringContaining('undefined')])
    expect((await get('/sitemap.xml')).body).not.toContain('notice')
    await publish('Your rights', 0)
    const first = await get('/legal/notice', html)
    expect([first.statusCode, first.body]).toEqual([200, expect.stringContaining('version 1')])
    expect((await get('/sitemap.xml')).body).toContain('notice')
    await publish('Your new rights', 1)
    expect((await get('/legal/notice', html)).body).toContain('version 2')
  })
})

describe('a page with data', () => {
  const namesIn = (body: string) => JSON.parse(/\[.*\]/.exec(body)?.[0] ?? 'null') as string[]

  it('is rendered from the database, and again only when its data have changed', async () => {
    const first = await get('/doctors')
    const names = namesIn(first.body)
    expect(names.length).toBeGreaterThan(1)
    expect((await get('/doctors')).headers.etag).toBe(first.headers.etag)
    expect((await get('/doctors')).body).toContain('render 1')

    const [oldest] = listDoctors(test.db)
    if (oldest) removeDoctor(test.db, oldest.doctor, { actor: 'admin', now: test.now() })
    const after = await get('/doctors')
    expect(after.body).toContain('render 2')
    expect(namesIn(after.body)).toHaveLength(names.length - 1)
  })

  it('is rendered again when the clinic’s next day begins', async () => {
    await get('/')
    test.setTime(addDays(test.now(), 1))
    expect((await get('/')).body).toContain('render 2, ["2027-03-02"]')
  })

  it('is rendered once for concurrent visitors', async () => {
    const pages = await Promise.all(Array.from({ length: 5 }, () => get('/doctors')))
    for (const { body } of pages) expect(body).toContain('render 1')
  })

  it('is cached by the parameters that the page knows, whatever else the address contains', async () => {
    expect((await get('/doctors?day=2')).body).toContain('/doctors?day=2, render 1')
    expect((await get('/doctors?utm_source=mail')).body).toContain('/doctors, render 2')
    expect((await get('/doctors?x=1')).body).toContain('render 2')
    expect((await get('/doctors?day=2&x=1')).body).toContain('render 1')
  })

  it('is rendered 60 times a minute for an address, and sent as the app shell beyond that', async () => {
    const visit = (day: number, remoteAddress = '203.0.113.7') =>
      test.app.inject({ url: `/doctors?day=${day}`, remoteAddress })
    for (let day = 1; day <= 60; day += 1) expect((await visit(day)).body).toContain('render')
    for (const day of [61, 62]) {
      const { statusCode, body } = await visit(day)
      expect([statusCode, body]).toEqual([200, expect.stringContaining('/doctors in the browser')])
    }
    // Cached pages are sent to all visitors, and other addresses have their own limits.
    expect((await visit(60)).body).toContain('render 60')
    expect((await visit(61, '203.0.113.8')).body).toContain('render 61')
    expect((await visit(61)).body).toContain('render 61')
  })

  it('reads no data and is not rendered for parameters that it does not use', async () => {
    const remoteAddress = '203.0.113.7'
    for (let visit = 0; visit < 200; visit += 1) {
      const { body } = await test.app.inject({ url: `/doctors?x=${visit}`, remoteAddress })
      expect(body).toContain('render 1')
    }
  })

  it('is the same for a visitor whose API calls are rate-limited, and for all others', async () => {
    const remoteAddress = '203.0.113.7'
    const ask = (url: string) => test.app.inject({ url, remoteAddress })
    const { body } = await get('/doctors')
    let status = 200
    for (let calls = 0; status === 200 && calls < 1000; calls += 1) {
      status = (await ask('/team')).statusCode
    }
    expect(status).toBe(429)
    expect((await ask('/doctors')).body).toBe(body)
    expect((await get('/doctors')).body).toBe(body)
  })

  it('is sent without content if its data or the rendering fails', async () => {
    for (const search of ['?day=no-data', '?day=never', '?day=never']) {
      const { statusCode, body } = await get(`/doctors${search}`)
      expect([statusCode, body]).toEqual([200, expect.stringContaining('/doctors in the browser')])
    }
    expect((await get('/doctors')).body).toContain('render 1')
  })
})

describe('a file', () => {
  it('is kept by the browser for a year when its name has a hash', async () => {
    const { headers } = await get('/assets/app-a1b2c3d4.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await get('/assets/font-a1b2c3d4.woff2')).headers['content-type']).toBe('font/woff2')
  })

  it('is sent in the smallest form that the browser accepts', async () => {
    const ask = (accepted: string) =>
      get('/assets/app-a1b2c3d4.js', { 'accept-encoding': accepted })

    const br = await ask('gzip, deflate, br')
    expect(br.headers['content-encoding']).toBe('br')
    expect(br.headers.vary).toBe('accept-encoding')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT)

    const gzip = await ask('gzip')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
    expect(gzip.headers.etag).not.toBe(br.headers.etag)

    for (const refused of ['', 'br;q=0, identity', 'deflate']) {
      const plain = await ask(refused)
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.body).toBe(SCRIPT)
    }
  })

  it('is sent uncompressed if compression does not make it smaller', async () => {
    const { headers, body } = await get('/assets/font-a1b2c3d4.woff2', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBeUndefined()
    expect(body).toBe('font')
  })

  it('has the clinic’s names in the web app manifest, fresh after each change', async () => {
    const names = async () => (await get('/site.webmanifest')).json()
    expect(await names()).toEqual({ name: 'Sprout Children’s Clinic', short_name: 'Sprout' })
    const change = { ...CLINIC_SETTINGS, name: 'Acorn', fullName: 'Acorn Pediatrics', version: 0 }
    const admin = await signInAdmin(test)
    await admin.put('/clinic/settings', change)
    expect(await names()).toEqual({ name: 'Acorn Pediatrics', short_name: 'Acorn' })
  })

  it('names the site by its public address', async () => {
    expect((await get('/sitemap.xml')).body).toBe('<loc>https://sprout.example/about</loc>')
  })
})

describe('an unknown address', () => {
  it('shows the 404 page to browsers', async () => {
    const { statusCode, headers, body } = await get('/nowhere', { accept: 'text/html,*/*;q=0.8' })
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('*, render 1')
  })

  it('gets the API’s own response otherwise', async () => {
    const answer = await get('/nowhere', { accept: 'application/json' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    const post = await test.app.inject({
      method: 'POST',
      url: '/',
      headers: { accept: 'text/html' },
    })
    expect(post.json().code).toBe('not_found')
  })

  it('does not hide the API', async () => {
    expect((await get('/services', { accept: 'text/html' })).json()).toBeInstanceOf(Array)
  })

  // tests/security/paths.test.ts covers hidden files and paths that leave the folder.
  it.each(['/index.html', '/assets/app-a1b2c3d4.js.gz', '/assets/%00', '/assets', '//robots.txt'])(
    'is every path that is not meant to be served: %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )
})

it('logs errors, but not each page and file', async () => {
  const { logger, lines } = readableLog()
  const { app } = await buildTestApp({ logger, extraPlugins: [site({ root })] })
  const before = lines().length
  for (const url of ['/', '/assets/app-a1b2c3d4.js', '/nowhere']) await app.inject(url)
  const logged = lines().slice(before)
  expect(logged.map((line) => JSON.parse(line).status)).toEqual([404])
})

it('needs a build, and says how to make one', async () => {
  const plugin = site({ root: join(root, 'assets') })
  await expect(buildTestApp({ extraPlugins: [plugin] })).rejects.toThrow('npm run build')
})
