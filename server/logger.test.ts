import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('an error of Redis’s does not tell the password that was refused', () => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const command = { name: 'hello', args: ['3', 'AUTH', 'default', 'the password'] }
  log.error({ err: Object.assign(new Error('WRONGPASS'), { command }) }, 'no Redis')
  expect(lines.join()).toContain('WRONGPASS')
  expect(lines.join()).not.toContain('the password')
})

test.each([
  'address',
  'authorization',
  'clientSecret',
  'cookie',
  'email',
  'idToken',
  'patient',
  'patientName',
  'phone',
  'token',
])('%s is censored, also one and two levels below', (name) => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const part = { [name]: 'what nobody is to read' }
  log.info({ ...part, one: { ...part, two: part } }, 'written')
  const censored = { [name]: '[private]' }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...censored, one: { ...censored, two: censored }, msg: 'written' },
  ])
})
