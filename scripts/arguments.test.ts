import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readArguments, readCount } from './arguments.ts'

const USAGE = 'Usage: lamp [on]'
const argv = process.argv
const told: string[] = []

beforeEach(() => {
  told.length = 0
  vi.spyOn(console, 'log').mockImplementation((text) => told.push(text))
  vi.spyOn(console, 'error').mockImplementation((text) => told.push(text))
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`)
  })
})

afterEach(() => {
  process.argv = argv
  vi.restoreAllMocks()
})

const readGiven = (...given: string[]) => {
  process.argv = ['node', 'lamp.ts', ...given]
  return readArguments(USAGE, { allowPositionals: true }).positionals
}

test('the usage is the answer to --help, and to an option that is not known', () => {
  expect(readGiven('on')).toEqual(['on'])
  expect(told).toEqual([])
  expect(() => readGiven('on', '--help')).toThrow('ended with 0')
  expect(() => readGiven('--bright')).toThrow('ended with 1')
  expect(told).toEqual([USAGE, USAGE])
})

test('a count is a whole number from 1 up', () => {
  expect(readCount(USAGE, '20')).toBe(20)
  for (const text of ['0', '-1', '1.5', 'many', '', 'Infinity']) {
    expect(() => readCount(USAGE, text), text).toThrow('ended with 1')
  }
})
