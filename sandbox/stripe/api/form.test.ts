import { describe, expect, it } from 'vitest'
import { decodeForm } from './form.ts'

describe('decodeForm', () => {
  it.each([
    ['', {}],
    ['amount=7550&currency=usd', { amount: '7550', currency: 'usd' }],
    ['metadata[a]=1&metadata[b]=', { metadata: { a: '1', b: '' } }],
    ['expand[0]=x&expand[1]=y', { expand: ['x', 'y'] }],
    ['types[]=x&types[]=y', { types: ['x', 'y'] }],
    ['created[gte]=1', { created: { gte: '1' } }],
    ['a[b][c][0][d]=1', { a: { b: { c: [{ d: '1' }] } } }],
    ['description=Visit%20A%20%26+B', { description: 'Visit A & B' }],
    ['a=1&a=2', { a: '2' }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
  ])('%s', (text, expected) => {
    expect(decodeForm(text)).toEqual(expected)
  })

  it('cannot reach the prototype of an object', () => {
    const decoded = decodeForm('__proto__[polluted]=1&a[__proto__][polluted]=1&constructor=1')
    expect(Object.keys(decoded)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })
})
