import { expect, it, vi } from 'vitest'
import { keep, readKept } from './tab-storage.ts'

it('keeps a value until it is deleted, and takes no other text for one', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  keep('one', { phone: '555 0100' })
  expect(readKept('one')).toEqual({ phone: '555 0100' })
  expect(readKept('other')).toBeNull()
  keep('one', null)
  expect(stored.size).toBe(0)
  stored.set('one', '{')
  expect(readKept('one')).toBeNull()
})

it('does without storage', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keep('one', {})
  keep('one', null)
  expect(readKept('one')).toBeNull()
})
