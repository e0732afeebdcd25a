import { globSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { buildWatchedApp } from '#server/testing/watched-app.ts'
import { passOn } from './dev-proxy.ts'

const [[pattern, options] = []] = Object.entries(passOn('http://localhost:3000'))

/** The handler of a request: the server, or a path that Vite serves. */
function endOf(url: string, accept = '*/*'): string {
  if (!new RegExp(pattern ?? '').test(url)) return url
  const request = { url, headers: { accept } } as IncomingMessage
  return String(options?.bypass?.(request, {} as ServerResponse, options) ?? 'the server')
}

test('forwards every API call to the server', async () => {
  const { routes } = await buildWatchedApp()
  const urls = routes.map(({ url }) => url.replace(':email', 'a%40b.co').replace(/:\w+/g, '1'))
  expect(urls.length).toBeGreaterThan(20)
  for (const url of urls) expect([url, endOf(url)]).toEqual([url, 'the server'])
})

test('serves source files from Vite, even in folders named like a call', () => {
  const files = globSync('**/*.{ts,tsx,css,svg}', { cwd: 'web' })
  expect(files).toContain('desk/users/users-page.tsx')
  for (const file of files) expect(endOf(`/${file}?t=1`)).toBe(`/${file}?t=1`)
})

test('opens pages in the app, except for pages that the server renders', () => {
  expect(endOf('/appointment', 'text/html')).toBe('/appointment')
  expect(endOf('/docs/static/index.html', 'text/html')).toBe('the server')
  expect(endOf('/sandbox/mailbox', 'text/html')).toBe('the server')
})
