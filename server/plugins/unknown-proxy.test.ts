import { expect, test } from 'vitest'
import { readableLog } from '#domain/testing/readable-log.ts'
import { buildTestApp } from '../testing/test-app.ts'

async function warningsOf(
  trusted: string | undefined,
  requests: readonly { from: string; forwarded?: string }[],
) {
  const { logger, lines } = readableLog('warn')
  const env: Record<string, string> = trusted ? { TRUST_PROXY: trusted, SPROUT_DEMO: '1' } : {}
  const { app } = await buildTestApp({ logger, env })
  for (const { from, forwarded } of requests) {
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
    await app.inject({ url: '/services', remoteAddress: from, headers })
  }
  return lines().map((line) => JSON.parse(line).proxy)
}

const THROUGH_PROXY = { from: '10.0.0.1', forwarded: '203.0.113.7' }

test('logs one warning about a proxy that TRUST_PROXY does not name', async () => {
  expect(await warningsOf(undefined, [THROUGH_PROXY, THROUGH_PROXY])).toEqual(['10.0.0.1'])
  expect(await warningsOf('10.0.0.9', [THROUGH_PROXY])).toEqual(['10.0.0.1'])
})

test('logs none about a named proxy or visitors without one', async () => {
  expect(await warningsOf('10.0.0.1', [THROUGH_PROXY])).toEqual([])
  expect(await warningsOf(undefined, [{ from: '203.0.113.7' }])).toEqual([])
})

test('visitors who send the header themselves do not fill the log', async () => {
  const visitors = Array.from({ length: 20 }, (_, index) => ({
    from: `203.0.113.${index}`,
    forwarded: '192.0.2.1',
  }))
  expect(await warningsOf(undefined, visitors)).toHaveLength(5)
})
