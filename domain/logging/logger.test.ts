import { expect, test } from 'vitest'
import { readableLog } from '../testing/readable-log.ts'

const ERROR = Object.assign(new Error('WRONGPASS', { cause: new Error('no such user') }), {
  code: 'ERR_REDIS',
  command: { name: 'hello', args: ['3', 'AUTH', 'default', 'the password'] },
  config: { headers: { authorization: 'the password' } },
})

test('logs type, message, code, stack and cause of an error, and none of its other properties', () => {
  const { logger, lines } = readableLog()
  logger.error({ err: ERROR }, 'no Redis')
  logger.error(ERROR)
  for (const line of lines()) {
    const { err } = JSON.parse(line)
    expect(err).toEqual({
      type: 'Error',
      message: 'WRONGPASS',
      code: 'ERR_REDIS',
      stack: ERROR.stack,
      cause: { type: 'Error', message: 'no such user', stack: expect.stringContaining('at ') },
    })
    expect(line).not.toContain('the password')
  }
})

test('logs an error that is its own cause, and values that are not errors', () => {
  const { logger, lines } = readableLog()
  const circular = new Error('circular')
  circular.cause = circular
  logger.error({ err: circular })
  logger.error({ err: 'only text' })
  expect(lines().map((line) => JSON.parse(line).err.message)).toEqual(['circular', 'only text'])
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
])('censors %s', (name) => {
  const { logger, lines } = readableLog()
  logger.info({ [name]: 'personal' }, 'written')
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([
    { [name]: '[private]', msg: 'written' },
  ])
})
