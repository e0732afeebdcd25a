import { expect, it } from 'vitest'
import { createFormats } from './formats.ts'

it.each([
  ['en-US', 'Sun, Jun 5, 2022', '09:00 AM - 09:30 AM', '9:00 AM'],
  ['es-US', 'domingo 5 de junio de 2022', '9:00 a.m. – 9:30 a.m.', '9:00 a.m.'],
])('%s writes days and times in its own way', (locale, day, slot, start) => {
  const formats = createFormats(locale)
  expect(formats.fullDay('2022-06-05')).toBe(day)
  expect(formats.fullDay('Jun 5, 2022')).toBe(day)
  expect(formats.slot('09:00 AM - 09:30 AM')).toBe(slot)
  expect(formats.slotStart('09:00 AM - 09:30 AM')).toBe(start)
})

it.each(['en-US', 'es-US'])('%s leaves a text that is no day and no time as it is', (locale) => {
  const formats = createFormats(locale)
  for (const text of ['', 'soon', '9 o’clock - later']) {
    expect([formats.day(text), formats.slot(text), formats.slotStart(text)]).toEqual([
      text,
      text,
      text,
    ])
  }
})

it('writes days in Spanish as sentences say them', () => {
  const { compactDay, day, weekday } = createFormats('es-US')
  expect(weekday('2027-03-09')).toBe('martes 9 de marzo')
  expect(day('2027-03-09')).toBe('9 de marzo de 2027')
  expect(compactDay('2027-03-09')).toBe('mar 9 de marzo')
})
