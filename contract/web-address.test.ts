import { expect, it } from 'vitest'
import { socialUrl } from './doctors/social-url.ts'
import { newEndpoint } from './webhooks/webhooks.ts'

const messageOf = (url: string) =>
  newEndpoint.safeParse({ url, kinds: ['appointment.booked'] }).error?.issues[0]?.message

it.each([
  'https://example.com',
  'https://example.com/',
  'https://example.com/hooks?key=a%20b',
  'https://example.com:8443/a/b/',
  'https://xn--bcher-kva.example/',
])('accepts %s unchanged', (url) => {
  expect(newEndpoint.parse({ url: ` ${url} `, kinds: ['appointment.booked'] }).url).toBe(url)
})

it.each([
  ['https:///x.example', 'https://x.example/'],
  ['https:x.example/a', 'https://x.example/a'],
  ['https:\\\\x.example\\a', 'https://x.example/a'],
  ['https://x.example//a/../b', 'https://x.example//b'],
  ['https://X.Example/A', 'https://x.example/A'],
  ['https://x.example:443/a', 'https://x.example/a'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://x.exa\tmple/', 'https://x.example/'],
  ['https://x.example/a b', 'https://x.example/a%20b'],
  ['https://x.example?key=1', 'https://x.example/?key=1'],
  ['https://0x7f.1/', 'https://127.0.0.1/'],
  ['HTTPS://x.example/', 'https://x.example/'],
])('refuses %j and says that it was read as %s', (url, changed) => {
  expect(messageOf(url)).toBe(`Write this address as ${changed}`)
})

it.each([
  '',
  'x.example',
  'http://x.example/',
  'https://',
  'https://a:b@x.example/',
  'https://x/#a',
])('refuses %j', (url) => {
  expect(messageOf(url)).toBe('Enter an address that begins with https://')
})

it('applies the same rule to social networks, which may be left out', () => {
  const link = (text: string) => socialUrl.safeParse(text)
  expect(link('').success).toBe(true)
  expect(link('https://social.example/a').success).toBe(true)
  expect(link('https:///social.example/a').error?.issues[0]?.message).toBe(
    'Write this address as https://social.example/a',
  )
  expect(link('https://social/a').success).toBe(false)
})
