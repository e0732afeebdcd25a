// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { keep, readKept } from './tab-storage.ts'

it('stores a value until it is deleted, and ignores invalid text', () => {
  keep('one', { phone: '555 0100' })
  expect(readKept('one')).toEqual({ phone: '555 0100' })
  expect(readKept('other')).toBeNull()
  keep('one', null)
  expect(sessionStorage).toHaveLength(0)
  sessionStorage.setItem('one', '{')
  expect(readKept('one')).toBeNull()
})

it('works without storage', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keep('one', {})
  keep('one', null)
  expect(readKept('one')).toBeNull()
})
