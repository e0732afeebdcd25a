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
  ['Seamus O’Hara', "seamus o'hara"],
  ['Seamus O´Hara', 'Seamus OʼHara'],
  ['Mary-Jo', 'mary jo'],
  ['Jean\u2011Luc', 'jean-luc'],
  ['Mia  Lee', 'Mia\u00A0Lee'],
  ['علی\u200Cرضا', 'علیرضا'],
  ['ＭＩＡ', 'mia'],
  ['Þóra Ðimitrić', 'thora dimitric'],
  ['مُحَمَّد', 'محمد'],
])('%s is found by %s', (name, typed) => {
  expect(normalizeSearchText(name)).toBe(normalizeSearchText(typed))
})

it('finds a Greek name by its beginning in capitals, with either lower-case sigma', () => {
  expect(normalizeSearchText('Οδυσσέας')).toContain(normalizeSearchText('ΟΔΥΣ'))
})

it('distinguishes texts that differ in more than case and accents', () => {
  expect(normalizeSearchText('Anna 👩')).toBe('anna 👩')
  expect(normalizeSearchText('राम')).not.toBe(normalizeSearchText('रमा'))
  expect(normalizeSearchText('ann_lee')).not.toBe(normalizeSearchText('ann-lee'))
})
