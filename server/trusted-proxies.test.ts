import { expect, test } from 'vitest'
import { trustOnly } from './trusted-proxies.ts'

test('believes the proxies that are named, each time that they are asked about', () => {
  const isTrusted = trustOnly(['loopback', '10.0.0.0/8', '2001:db8::1'])
  const ask = () =>
    ['127.0.0.1', '::1', '10.1.2.3', '2001:db8::1', '11.0.0.1', '2001:db8::2'].map(isTrusted)
  const answers = [true, true, true, true, false, false]
  expect(ask()).toEqual(answers)
  expect(ask()).toEqual(answers)
})

test('answers alike after any number of strangers', () => {
  const isTrusted = trustOnly(['10.0.0.1'])
  for (let stranger = 2; stranger < 252; stranger += 1) {
    expect(isTrusted(`10.0.0.${stranger}`)).toBe(false)
    expect(isTrusted('10.0.0.1')).toBe(true)
  }
})
