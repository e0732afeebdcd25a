import { expect, test } from 'vitest'
import { fold } from './normalize-search-text.ts'

test.each([
  ['José ÅNGSTRÖM', 'jose angstrom'],
  ['Jose\u0301', 'josé'],
  ['Søren ŁUKASZ Đỗ', 'soren lukasz do'],
  ['Weiß', 'WEISS'],
  ['İbrahim Yıldız', 'ibrahim yildiz'],
  ['Ægir Lœve', 'aegir loeve'],
  ['Ёлкин', 'елкин'],
  ['김민수', '김민수'],
])('%s is found as %s', (name, typed) => {
  expect(fold(name)).toBe(fold(typed))
})

test('the beginning of a Greek name in capitals is found, wherever a sigma stands', () => {
  expect(fold('Οδυσσέας')).toContain(fold('ΟΔΥΣ'))
})

test('what differs in more than case and accents stays apart', () => {
  expect(fold('Anna 👩‍👧')).toBe('anna 👩‍👧')
  expect(fold('ann_lee')).not.toBe(fold('ann-lee'))
})
