import { expect, it } from 'vitest'
import { buildTestApp } from '#server/testing/test-app.ts'

it('says how to report a vulnerability, and never expires', async () => {
  const api = await buildTestApp()
  for (const now of [api.now(), new Date('2031-12-31T23:59:59Z')]) {
    api.setTime(now)
    const { statusCode, headers, body } = await api.app.inject('/.well-known/security.txt')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = Object.groupBy(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/)),
      ([name = '']) => name,
    )
    const valuesOf = (name: string) => fields[name]?.map(([, value]) => value)
    expect(valuesOf('Contact')).toEqual([
      'mailto:hello@sprout.example',
      `${api.env.siteUrl}/contactus`,
    ])
    expect(valuesOf('Canonical')).toEqual([`${api.env.siteUrl}/.well-known/security.txt`])
    const expires = valuesOf('Expires')
    expect(expires).toHaveLength(1)
    const days = (Date.parse(`${expires}`) - now.getTime()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  }
})

it('tells password managers where to change a password', async () => {
  const { app } = await buildTestApp()
  const { statusCode, headers } = await app.inject('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/reset-password'])
})
