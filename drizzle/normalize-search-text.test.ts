import { expect, it } from 'vitest'
import { normalizeSearchText } from './normalize-search-text.ts'

it.each([
  ['José ÅNGSTRÖM', 'jose angstrom'],
  ['Jose\u0301', 'josé'],
  ['Søren ŁUKASZ Đỗ', 'soren lukasz do'],
  ['Weiß', 'WEISS'],
  ['İbrahim Yıldız', 'ibrahim yildiz'],
  ['Ægir Lœve', 'aegir loeve'],
  ['Ёлкин', 'елкин'],
  ['김민수', '김민수'],
])('%s is found as %s', (name, typed) => {
  expect(normalizeSearchText(name)).toBe(normalizeSearchText(typed))
})

it('finds a Greek name by its beginning in capitals, with either lower-case sigma', () => {
  expect(normalizeSearchText('Οδυσσέας')).toContain(normalizeSearchText('ΟΔΥΣ'))
})

it('distinguishes texts that differ in more than case and accents', () => {
  expect(normalizeSearchText('Anna 👩‍👧')).toBe('anna 👩‍👧')
  expect(normalizeSearchText('ann_lee')).not.toBe(normalizeSearchText('ann-lee'))
})
