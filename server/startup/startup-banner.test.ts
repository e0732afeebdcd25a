import { expect, test } from 'vitest'
import { startupBanner } from './startup-banner.ts'

const FACTS = {
  warnings: [],
  url: 'http://localhost:3000',
  dataDir: '/data',
  demoAccounts: [{ email: 'anna@example.com', password: 'secret' }],
  embedded: ['workers: running in this process'],
}

test('names the site, and in development only the API', () => {
  const site = startupBanner({ ...FACTS, isApiOnly: false })
  expect(site).toContain('  Site           http://localhost:3000\n')
  expect(site).toMatch(/\nSprout is ready at http:\/\/localhost:3000\n$/)
  const api = startupBanner({ ...FACTS, isApiOnly: true })
  expect(api).not.toContain('Site')
  expect(api).toContain('anna@example.com / secret')
  expect(api).toMatch(/\nSprout’s API is ready at http:\/\/localhost:3000\n$/)
})

test('warns', () => {
  expect(startupBanner({ ...FACTS, isApiOnly: false })).not.toContain('Warning')
  const warnings = ['there is no Redis', 'there is one disk']
  expect(startupBanner({ ...FACTS, isApiOnly: false, warnings })).toContain(
    '  Warning        there is no Redis\n                 there is one disk\n',
  )
})
