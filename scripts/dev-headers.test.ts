import { expect, it } from 'vitest'
import { testEnv } from '#domain/testing/settings.ts'
import { securityHeaders } from '#server/plugins/security-headers.ts'
import { developmentPolicy } from './dev-headers.ts'

const production = securityHeaders(testEnv({}))['content-security-policy'] ?? ''

it('allow in development only what Vite and the inspection need in addition', () => {
  const relay = 'ws://localhost:8080'
  const before = production.split(';')
  const added = developmentPolicy(production, relay)
    .split(';')
    .map((directive, index) => directive.replace(before[index] ?? '', '').trim())
  expect(added.filter(Boolean)).toEqual([relay, "'unsafe-inline'", "'unsafe-inline'"])
  expect(developmentPolicy(production)).not.toContain('ws:')
})
