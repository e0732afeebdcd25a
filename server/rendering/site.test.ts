import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site } from './site.ts'
import { UNKNOWN_SITE } from './site-address.ts'

const home = `<!doctype html><title>Home</title>${'<p>Hello</p>'.repeat(50)}`
const script = `console.log(${JSON.stringify('hi '.repeat(300))})`
// Counts how often it draws; the real one is made by scripts/build-site.ts.
const DRAWING = `
  let times = 0
  export async function gather(path, query, ask) {
    return query.has('day') ? null : { team: await ask('/team') }
  }
  export async function prerender(path, { team }) {
    if (team.includes('trouble')) throw new Error('no drawing today')
    times += 1
    return { hints: ['<link>'], body: \`\${path} \${times}: \${team}\` }
  }
`
const ADDRESS = 'https://sprout.example'
let team: string[] | undefined
const askers: string[] = []
let root: string
let app: FastifyInstance

function write(name: string, text: string, compressed = false) {
  writeFileSync(join(root, name), text)
  if (!compressed) return
  writeFileSync(join(root, `${name}.br`), brotliCompressSync(text))
  writeFileSync(join(root, `${name}.gz`), gzipSync(text))
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sprout-site-'))
  mkdirSync(join(root, 'assets'))
  mkdirSync(join(root, '.vite'))
  mkdirSync(join(root, '.server'))
  write('index.html', home, true)
  write('doctors.html', '<p>Waiting</p>')
  write('.server/doctors.html', '<head><!--hints--></head><body><!--app--></body>')
  write('.server/prerender.mjs', DRAWING)
  write('dashboard.html', '<title>Dashboard</title>')
  write('404.html', '<title>Not found</title>')
  write('assets/app-a1b2c3d4.js', script, true)
  write('assets/font-a1b2c3d4.woff2', 'font')
  write('robots.txt', 'User-agent: *')
  write('sitemap.xml', `<loc>${UNKNOWN_SITE}/about</loc>`, true)
  write('.vite/manifest.json', '{"secret": true}')
  write('.fingerprint', 'secret')
  write('notes.md', 'secret')
  writeFileSync(join(root, '..', 'sprout-outside.txt'), 'secret')
  write(
    'site.json',
    JSON.stringify({
      routes: [
        { path: '/', file: 'index.html' },
        { path: '/doctors', file: 'doctors.html' },
        { path: '/dashboard', file: 'dashboard.html' },
        { path: '/dashboard/appointment/:id', file: 'dashboard.html' },
      ],
      notFound: '404.html',
      drawn: [{ path: '/doctors', file: '.server/doctors.html' }],
      drawing: '.server/prerender.mjs',
    }),
  )
  app = Fastify()
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'not_found' }))
  app.get('/services', async () => [])
  app.get('/team', ({ ip }, reply) => {
    askers.push(ip)
    return team ? reply.send(team) : reply.code(429).send({ code: 'slow_down' })
  })
  await app.register(site({ root, address: ADDRESS }))
})

afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
  rmSync(join(root, '..', 'sprout-outside.txt'))
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

describe('a page', () => {
  it('is to be asked about each time, and is not sent again while it is the same', async () => {
    const first = await get('/')
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(first.body).toBe(home)

    const etag = String(first.headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/', { 'if-none-match': known })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers.etag).toBe(etag)
    }
    expect((await get('/', { 'if-none-match': '"older"' })).statusCode).toBe(200)
  })

  it('is answered to HEAD without its body', async () => {
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/' })
    expect(statusCode).toBe(200)
    expect(headers['content-length']).toBe(String(Buffer.byteLength(home)))
    expect(body).toBe('')
  })

  it('is the shell for every address below the dashboard that exists', async () => {
    expect((await get('/dashboard')).body).toContain('Dashboard')
    expect((await get('/dashboard/appointment/0199')).body).toContain('Dashboard')
    expect((await get('/dashboard/nothing', { accept: 'text/html' })).statusCode).toBe(404)
  })

  it('is found with a slash too many', async () => {
    const { statusCode, headers } = await get('/dashboard/')
    expect([statusCode, headers.location]).toEqual([308, '/dashboard'])
    expect((await get('//evil.example/')).headers.location).toBeUndefined()
  })
})

describe('a page that depends on data', () => {
  const draw = async (headers?: Record<string, string>) => get('/doctors', headers)

  it('is drawn from the data of the moment, which comes with it', async () => {
    team = ['Amara </script>']
    const { body, headers } = await draw()
    const data = '{"team":["Amara \\u003c/script>"]}'
    expect(body).toBe(
      `<head><link></head><body>/doctors 1: Amara </script><script type="application/json" id="given">${data}</script></body>`,
    )
    expect(headers['cache-control']).toBe('no-cache')
    expect((await draw({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    expect(gunzipSync((await draw({ 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe(body)
    const br = await draw({ 'accept-encoding': 'br' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(body)
  })

  it('is drawn anew when the data has changed, and only then', async () => {
    team = ['Amara', 'Daniel']
    const before = (await draw()).headers.etag
    expect((await draw()).headers.etag).toBe(before)
    team = ['Daniel']
    const { body, headers } = await draw()
    expect(body).toContain('/doctors 3: Daniel')
    expect(headers.etag).not.toBe(before)
  })

  it('is asked for in the visitor’s name, so that nobody’s limit is everybody’s', async () => {
    team = ['Amara']
    await app.inject({ url: '/doctors', remoteAddress: '203.0.113.7' })
    expect(askers.at(-1)).toBe('203.0.113.7')
  })

  it('waits for its data in the browser when it cannot be had or drawn', async () => {
    for (const refused of [undefined, ['trouble']]) {
      team = refused
      const { statusCode, body } = await draw()
      expect([statusCode, body]).toEqual([200, '<p>Waiting</p>'])
    }
    team = ['Leila']
    expect((await draw()).body).toContain('Leila')
  })

  it('waits there, too, where the query wants what is not drawn', async () => {
    team = ['Leila']
    expect((await get('/doctors?day=2')).body).toBe('<p>Waiting</p>')
    expect((await get('/doctors?from=letter')).body).toContain('Leila')
  })
})

describe('an asset', () => {
  it('is kept by the browser for a year', async () => {
    const { headers } = await get('/assets/app-a1b2c3d4.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await get('/assets/font-a1b2c3d4.woff2')).headers['content-type']).toBe('font/woff2')
  })

  it('comes in the smallest form that the browser takes', async () => {
    const ask = (accepted: string) =>
      get('/assets/app-a1b2c3d4.js', { 'accept-encoding': accepted })

    const br = await ask('gzip, deflate, br')
    expect(br.headers['content-encoding']).toBe('br')
    expect(br.headers.vary).toBe('accept-encoding')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)

    const gzip = await ask('gzip')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect(gzip.headers.etag).not.toBe(br.headers.etag)

    for (const refused of ['', 'br;q=0, identity', 'deflate']) {
      const plain = await ask(refused)
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.body).toBe(script)
    }
  })

  it('is sent as it is where there is no smaller form', async () => {
    const { headers, body } = await get('/robots.txt', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBeUndefined()
    expect(body).toBe('User-agent: *')
  })
})

describe('a file that names the site', () => {
  it('gives the address that the site has now, in every form', async () => {
    const text = `<loc>${ADDRESS}/about</loc>`
    expect((await get('/sitemap.xml')).body).toBe(text)
    const br = await get('/sitemap.xml', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text)
    const gzip = await get('/sitemap.xml', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(text)
    const again = { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers.etag) }
    expect((await get('/sitemap.xml', again)).statusCode).toBe(304)
  })
})

describe('what is not there', () => {
  it('is a page with status 404 for who wants a page', async () => {
    const { statusCode, headers, body } = await get('/nowhere', { accept: 'text/html,*/*;q=0.8' })
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('Not found')
  })

  it('is left to the API for everybody else', async () => {
    const answer = await get('/nowhere', { accept: 'application/json' })
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found' }])
    const post = await app.inject({ method: 'POST', url: '/', headers: { accept: 'text/html' } })
    expect(post.json()).toEqual({ code: 'not_found' })
  })

  it('leaves the API alone', async () => {
    expect((await get('/services', { accept: 'text/html' })).json()).toEqual([])
  })

  it.each([
    '/.vite/manifest.json',
    '/.server/prerender.mjs',
    '/.fingerprint',
    '/site.json',
    '/notes.md',
    '/index.html',
    '/index.html.br',
    '/assets/app-a1b2c3d4.js.gz',
    '/../sprout-outside.txt',
    '/assets/../../sprout-outside.txt',
    '/..%2fsprout-outside.txt',
    '/%2e%2e/sprout-outside.txt',
    '/..\\sprout-outside.txt',
    '/assets/%00',
    '/assets',
    '//robots.txt',
  ])('is everything that was not built to be served: %s', async (url) => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('secret')
  })
})

describe('without a build', () => {
  it('says what to do', async () => {
    const empty = Fastify()
    await expect(
      empty.register(site({ root: join(root, 'assets'), address: ADDRESS })),
    ).rejects.toThrow('npm run build')
    await empty.close()
  })
})
