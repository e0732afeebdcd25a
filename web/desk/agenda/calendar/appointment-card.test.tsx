import { act, render, screen } from '@testing-library/react'
import { Fragment } from 'react'
import { expect, it, vi } from 'vitest'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { SameNamesContext } from '#web/desk/patients/patient-name.tsx'
import { findSameNames } from '#web/desk/patients/same-names.ts'
import { AppointmentCard } from './appointment-card.tsx'

const cardOf = (entry: AgendaEntry) => (
  <AppointmentCard
    entry={entry}
    column={0}
    lane={0}
    lanes={1}
    deskState="coming"
    columnName="Dr. Ada Okoye"
    isPrivate={false}
    isStop={false}
    isLifted={false}
    conflict={undefined}
    isDue={false}
  />
)

it('marks a card for two seconds if its appointment was changed elsewhere', () => {
  vi.useFakeTimers()
  const { rerender } = render(cardOf(expected))
  const card = screen.getByRole('button')
  expect(card).not.toHaveAttribute('data-changed')
  rerender(cardOf({ ...expected, version: expected.version + 1, startMinute: 600 }))
  expect(card).toHaveAttribute('data-changed')
  act(() => void vi.advanceTimersByTime(2_000))
  expect(card).not.toHaveAttribute('data-changed')
  card.focus()
  rerender(cardOf({ ...expected, version: expected.version + 2, startMinute: 600 }))
  expect(card).not.toHaveAttribute('data-changed')
  vi.useRealTimers()
})

it('shows that it is the patient’s first visit, also to screen readers', () => {
  render(cardOf({ ...expected, firstVisit: true }))
  const card = screen.getByRole('button', { name: /first visit/ })
  expect(card.querySelector('[data-signs]')).toHaveAttribute('data-signs', '★ $')
})

it.each([
  { lengthMinutes: 30, signs: '$', text: /Spanish, Allergy/ },
  { lengthMinutes: 15, signs: 'ES $', text: /^(?!.*Spanish)/ },
])('shows the language of the family in $lengthMinutes minutes', (shown) => {
  const { lengthMinutes, signs, text } = shown
  render(cardOf({ ...expected, lengthMinutes, language: 'es' }))
  const card = screen.getByRole('button', { name: /, Spanish, not paid/ })
  expect(card.querySelector('[data-signs]')).toHaveAttribute('data-signs', signs)
  expect(card).toHaveTextContent(text)
})

it('shows that another time is held for the patient, also to screen readers', () => {
  render(cardOf({ ...expected, reoffered: true }))
  expect(screen.getByRole('button', { name: /another time is held/ })).toHaveTextContent(
    /Re-offered/,
  )
})

it('distinguishes two children with the same first name, also for screen readers', () => {
  const lucas = (_id: string, birthDate: string, bookedBy: string): AgendaEntry => ({
    ...expected,
    _id,
    patientName: 'Lucas',
    child: { _id, birthDate, age: '5 years', bookedBy },
  })
  const both = [lucas('one', '2021-06-05', 'Paula Parker'), lucas('two', '2019-02-03', 'Rosa Lund')]
  const day = render(
    <SameNamesContext value={findSameNames(both)}>
      {both.map((each) => (
        <Fragment key={each._id}>{cardOf(each)}</Fragment>
      ))}
    </SameNamesContext>,
  )
  const cards = day.getAllByRole('button')
  expect(cards.map(({ ariaLabel }) => ariaLabel)).toEqual([
    expect.stringContaining(' Lucas Parker, born Jun 5, 2021 '),
    expect.stringContaining(' Lucas Lund, born Feb 3, 2019 '),
  ])
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Lucas Parker.*born Jun 5, 2021/),
    expect.stringMatching(/Lucas Lund.*born Feb 3, 2019/),
  ])
})
