import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readArguments, readCount } from './arguments.ts'

const USAGE = 'Usage: lamp [on]'
const argv = process.argv
const output: string[] = []

beforeEach(() => {
  output.length = 0
  vi.spyOn(console, 'log').mockImplementation((text) => output.push(text))
  vi.spyOn(console, 'error').mockImplementation((text) => output.push(text))
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`)
  })
})

afterEach(() => {
  process.argv = argv
  vi.restoreAllMocks()
})

const readGivenArguments = (...given: string[]) => {
  process.argv = ['node', 'lamp.ts', ...given]
  return readArguments(USAGE, { allowPositionals: true }).positionals
}

test('prints the usage for --help and for an unknown option', () => {
  expect(readGivenArguments('on')).toEqual(['on'])
  expect(output).toEqual([])
  expect(() => readGivenArguments('on', '--help')).toThrow('ended with 0')
  expect(() => readGivenArguments('--bright')).toThrow('ended with 1')
  expect(output).toEqual([USAGE, USAGE])
})

test('accepts a count that is an integer of at least 1', () => {
  expect(readCount(USAGE, '20')).toBe(20)
  for (const text of ['0', '-1', '1.5', 'many', '', 'Infinity']) {
    expect(() => readCount(USAGE, text), text).toThrow('ended with 1')
  }
})
