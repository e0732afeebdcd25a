import { describe, expect, it } from 'vitest'
import {
  cleanCell,
  isCanceled,
  ordersOf,
  readCents,
  readDay,
  readLanguage,
  readMinutes,
  readName,
  readTime,
} from './cells.ts'
import { guessColumns } from './guess-mapping.ts'

describe('a language', () => {
  it.each([
    ...['en', 'EN', 'en-US', 'eng', 'English', ' english ', 'Inglés', 'INGLES'].map((text) => [
      text,
      'en',
    ]),
    ...['es', 'ES', 'es_MX', 'spa', 'Spanish', 'Español', 'espanol', 'ESPAÑOL'].map((text) => [
      text,
      'es',
    ]),
    ...['', 'Vietnamese', 'vi', 'x', 'English and Spanish'].map((text) => [text, undefined]),
  ])('reads %j as %s', (text, language) => {
    expect(readLanguage(text ?? '')).toBe(language)
  })

  it.each(['Language', 'Preferred_Language', 'IDIOMA'])('is in the column %s', (header) => {
    expect(guessColumns('families', ['Email', header])).toMatchObject({ language: 1 })
  })
})

describe('a day', () => {
  it.each([
    ['2019-03-04', null, '2019-03-04'],
    ['2019/3/4', null, '2019-03-04'],
    ['20190304', null, '2019-03-04'],
    ['2019-03-04T00:00:00', null, '2019-03-04'],
    ['Mar 4, 2019', null, '2019-03-04'],
    ['Monday, March 4th, 2019', null, '2019-03-04'],
    ['4-Mar-19', null, '2019-03-04'],
    ['3/4/2019', null, undefined],
    ['3/4/2019', 'mdy', '2019-03-04'],
    ['3/4/2019', 'dmy', '2019-04-03'],
    ['3/4/19 10:10 AM', 'mdy', '2019-03-04'],
    ['13/4/2019', 'mdy', undefined],
    ['19/03/04', 'ymd', '2019-03-04'],
    ['2/30/2021', 'mdy', undefined],
    ['2/29/2024', 'mdy', '2024-02-29'],
    ['44000', null, undefined],
    ['soon', 'mdy', undefined],
    ['3/4/201', 'mdy', undefined],
  ] as const)('%s with the order %s is %s', (text, order, day) => {
    expect(readDay(text, order)).toBe(day)
  })

  it.each([
    ['3/4/2019', ['mdy', 'dmy']],
    ['3/14/2019', ['mdy']],
    ['14.3.2019', ['dmy']],
    ['01/02/03', ['mdy', 'dmy', 'ymd']],
    ['2019-03-04', undefined],
  ])('%s can be read as %s', (text, orders) => {
    expect(ordersOf(text)).toEqual(orders)
  })
})

it.each([
  ['10:10', 610],
  ['10:10:00', 610],
  ['10:10 AM', 610],
  ['2:30p', 870],
  ['12:00 a.m.', 0],
  ['14.30', 870],
  ['1430', 870],
  ['3/4/2019 10:10 AM', 610],
  ['10', undefined],
  ['25:00', undefined],
  ['13:00 PM', undefined],
  ['10:75', undefined],
])('the time %s is minute %s', (text, minute) => {
  expect(readTime(text)).toBe(minute)
})

it.each([
  ['20', 20],
  ['20 min', 20],
  ['0:20', 20],
  ['1 hr', 60],
  ['a while', undefined],
])('the length %s is %s', (text, minutes) => {
  expect(readMinutes(text)).toBe(minutes)
})

it.each([
  ['$1,250.00', 125_000],
  ['80', 8_000],
  ['80.5', 8_050],
  ['-80', undefined],
  ['free', undefined],
])('the price %s is %s', (text, cents) => {
  expect(readCents(text)).toBe(cents)
})

it('reads names in parts, and with the surname first', () => {
  const name = (text: string) => readName({ name: text, first: '', last: '' })
  expect(name('Parker, Mia')).toBe('Mia Parker')
  expect(name('Sam Parker, Jr.')).toBe('Sam Parker, Jr.')
  expect(readName({ name: '', first: 'Mia', last: 'Parker' })).toBe('Mia Parker')
})

it('leaves out what did not take place', () => {
  expect(['Cancelled by parent', 'No-Show', 'Rescheduled'].every(isCanceled)).toBe(true)
  expect(['Scheduled', 'Confirmed', 'Completed', ''].some(isCanceled)).toBe(false)
})

it('removes byte order marks and the guard of an export, and no other apostrophe', () => {
  expect(["'+1 503 555 0100", "'=1+1", '\uFEFFMia', "'Awapuhi"].map(cleanCell)).toEqual([
    '+1 503 555 0100',
    '=1+1',
    'Mia',
    "'Awapuhi",
  ])
})

it.each([
  [
    'PatientFirstName;PatientLastName;Date of Birth;Guarantor Name;Home Phone',
    { childFirst: 0, childLast: 1, birthDate: 2, guardianName: 3, phone: 4 },
  ],
  [
    'MRN;Patient;DOB;Parent 1;Parent 1 Phone;Parent 2;Parent 2 Email',
    {
      childId: 0,
      childName: 1,
      birthDate: 2,
      guardianName: 3,
      phone: 4,
      secondName: 5,
      secondEmail: 6,
    },
  ],
  [
    'Account #;Child’s name;Birthday;Mother;Cell Phone;E-mail',
    { household: 0, childName: 1, birthDate: 2, guardianName: 3, phone: 4, email: 5 },
  ],
  ['Name;Name;DOB', { childName: 0, birthDate: 2 }],
])('guesses the columns of %s', (headers, columns) => {
  expect(guessColumns('families', headers.split(';'))).toEqual(columns)
})
