import { expect, test } from 'vitest'
import { readableLog } from '../testing/readable-log.ts'

test('an error of Redis’s does not tell the password that was refused', async () => {
  const { logger, text } = readableLog()
  const command = { name: 'hello', args: ['3', 'AUTH', 'default', 'the password'] }
  logger.error({ err: Object.assign(new Error('WRONGPASS'), { command }) }, 'no Redis')
  expect(await text()).toContain('WRONGPASS')
  expect(await text()).not.toContain('the password')
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
])('%s is censored, also one and two levels below', async (name) => {
  const { logger, lines } = readableLog()
  const part = { [name]: 'what nobody is to read' }
  logger.info({ ...part, one: { ...part, two: part } }, 'written')
  const censored = { [name]: '[private]' }
  expect((await lines()).map((line) => JSON.parse(line))).toMatchObject([
    { ...censored, one: { ...censored, two: censored }, msg: 'written' },
  ])
})
